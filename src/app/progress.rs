//! How far along the work is: told to whoever looks, who may draw a bar. Draws nothing itself.

/// Somebody who is told how far along the work is.
pub trait Progress: Sync {
    /// So many steps of this begin.
    fn begin(&self, steps: usize, what: &'static str);

    /// One of them is done.
    fn step(&self);

    /// All of them are done, or given up.
    fn end(&self);
}

/// Nobody looks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Progress for Unwatched {
    fn begin(&self, _steps: usize, _what: &'static str) {}

    fn step(&self) {}

    fn end(&self) {}
}
