//! What a game in progress looks like to the people at the table. Gives text back; the command line prints it.

pub mod terminal;
