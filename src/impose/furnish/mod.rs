//! What sheets carry besides pieces: labels, rulers, the order of cuts, change bars, registration, the calibration sheet.

pub mod calibration;
pub mod changes;
pub mod cut_lines;
mod printer;
pub mod registration;
pub mod sheet;
mod small_print;
mod top_line;
