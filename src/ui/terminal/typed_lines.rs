//! Where the lines of a conversation come from: a terminal, a file, another program.

use std::io;

/// Where lines come from.
pub trait Lines {
    /// The next line, without its end; none when there are no more. `words` can be completed; a secret is not
    /// remembered.
    ///
    /// # Errors
    /// What the terminal said.
    fn next(&mut self, prompt: &str, words: &[String], is_secret: bool) -> io::Result<Option<String>>;
}
