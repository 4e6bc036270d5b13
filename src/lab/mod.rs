//! The playtest laboratory: games of bots as trials, one row for each, and what the rows say in figures, words and pictures.
//! Touches no disk, prints nothing and has no clock; reports are made of rows only, so that those of many machines add up.

mod compare;
mod figures;
mod html;
mod plots;
mod row;
mod rows_csv;
mod rows_parquet;
mod statistics;
mod summary;
mod tally;
mod told;
mod trials;
mod verdict;
mod versus_html;

pub use compare::{Side, Versus, versus};
pub use figures::halves;
pub use html::report_html;
pub use row::{Row, Version};
pub use rows_csv::{CsvRows, read_csv};
pub use rows_parquet::{ParquetRows, read_parquet};
pub use statistics::{Estimate, Spread};
pub use summary::{AnswerLine, CardLine, Summary, WinLine};
pub use tally::{Mixed, Numbers, Tally, Wins};
pub use told::summary_json;
pub use trials::{Load, Trials, Watch};
pub use verdict::verdict;
pub use versus_html::versus_html;
