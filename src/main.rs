//! The binary: collects arguments, calls [`tablewright::cli::run`], exits.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(tablewright::cli::run(std::env::args_os()).code())
}
