//! `{{ expressions }}` over the columns of a row: compiled once, checked for names nobody knows, run for every piece. They
//! stand in templates, in skins and in what is told of rows. The only user of the template engine; draws nothing.

mod engine;
mod filter;
mod parts;
mod program;
mod row;
mod scope;

pub use filter::RowFilter;
pub use program::{Expressions, Names, Program};
pub use row::{Columns, ROW};
pub use scope::{Origin, Scope};
