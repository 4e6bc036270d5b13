//! The page of help in a game.

use std::fmt::Write as _;

use super::command::COMMANDS;

const ANSWERS: &str = "\
Answer with a name as it is printed or enough of it, the number before a choice,
yes or no, a number, or dice.
  5 5 2   or 552: what the dice show; _ is a die that the referee rolls
  roll    or r: the referee rolls or deals all of it
  Enter   alone only shows the table again; nothing is done by it
  D3 D4   several places: one after another, as long as each is legal
  A*2 B   several choices: two of A, one of B; none; A1-A8 for many squares
";

/// What one command does; none if nothing is called so.
#[must_use]
pub fn help_with(command: &str) -> Option<String> {
    let known = COMMANDS.iter().find(|known| known.long == command || known.short == Some(command))?;
    Some(format!("{} {}\n", known.long, known.says))
}

/// One screen that says what can be typed.
#[must_use]
pub fn help() -> String {
    let mut page = format!("{ANSWERS}\nCommands:\n");
    for known in &COMMANDS {
        let words = known.short.map_or_else(|| known.long.to_owned(), |short| format!("{short}, {}", known.long));
        let _ = writeln!(page, "  {words:<8}  {}", known.says);
    }
    page + "If a choice is called like a command, the choice wins: then type :u, :show, ...\n"
}
