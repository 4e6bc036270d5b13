//! The binary: collects arguments, calls [`tablewright::cli::run`], exits.

use std::process::ExitCode;

/// Faces and glyph runs are many small things made on all cores at once, which the system's allocator is slow at. Built without
/// optimisation this one is slower still.
#[cfg(not(debug_assertions))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(tablewright::cli::run(std::env::args_os()).code())
}
