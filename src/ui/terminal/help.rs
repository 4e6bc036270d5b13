//! The page of help in a game.

/// One screen that says what can be typed.
pub const HELP: &str = "\
Answer with the id of a choice or its number, yes or no, a number, or dice.
  5 5 2   or 552: what the dice show; _ is a die that the referee rolls
  Enter   alone: the referee rolls or deals all of it
  D3 D4   several places: one after another, as long as each is legal
  A*2 B   several choices: two of A, one of B; none

Commands:
  ?        why not: all that cannot be chosen now, and why; ? D4 for one thing
  u        takes the last thing back; u 3 three of them; u #12 all after entry 12
  show     the whole table again; so does Enter, unless there is something to roll
  look     Ann: what only Ann may see, when the others look away
  b        writes a picture of the board to output/, as SVG and PNG
  l        the log; l 20 for the last 20 lines
  s        the score, or what it would be now
  a        counts what lies on the table, and sets right what differs
  adjust   pen=29 because one fell off: the table is right; alone: all fields
  note     Ann has to leave at nine: written into the log
  custody  table, app or ask: who rolls; custody d6 app for one die
  h        this page
  q        leaves; the table is kept
If a choice is called like a command, the choice wins: then type :u, :show, ...
";
