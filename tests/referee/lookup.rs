//! Rules and cards at the prompt, and a conversation that goes on when the rules have a fault. Through the command line.

use crate::support::Tool;

/// A game whose table cannot be shown after one step.
const FAULTY: &str = "
declare {n = is.whole(0, 100)}
function steps.setup() return 'turn' end
function steps.turn()
    choose {seat = 1, prompt = 'What now?', rule = 'The night', options = {'walk', 'rest'}}
    state.n += 1
    return 'turn'
end
function show()
    if state.n == 1 then error('the lamp is out') end
    return {status = 'steps: ' .. state.n}
end";
/// A game of cards that are turned over.
const CARDS: &str = "
declare {deck = is.pile('nights')}
function steps.setup()
    pile.fill('deck', 'nights')
    return 'turn'
end
function steps.turn()
    pile.draw('deck', {prompt = 'What comes?'})
    return 'turn'
end";
const GAME: &str = "
title: Small
version: \"1\"
players: 2-4
components:
  yard: {kind: board, board: board.yaml, front: board-classic}
  nights:
    kind: cards
    title: Nights
    front: {template: card-classic, title: \"{{ title }}\", text: \"{{ text }}\"}
    rows:
      - {id: bite, qty: 2, title: Sharp bite, text: \"It bites **whoever** is near.\", art: art/bite.svg}
      - {id: dawn, title: Dawn at last, text: The night is over., count: 3}
  booklet: {kind: booklet, text: RULES.md, front: booklet-page}
";
const RULES: &str = "Be brave.

# Setting up

Sit *down*.

# The night

Cards come, one by one.

- first a card
- then a bite

## At dawn

| hour | light |
|---|---|
| six | some |
";

fn talk(game: &Tool, lines: &str) -> String {
    game.run("referee new game --players Ann,Bob --dice table --table t").succeeds();
    let said = game.type_into("referee play", lines).succeeds().stdout();
    said.split_once("\n> ").map_or_else(String::new, |(_, talk)| format!("> {talk}"))
}

fn cards() -> Tool {
    Tool::refereed(CARDS)
        .file("game/game.yaml", GAME)
        .file("game/RULES.md", RULES)
        .file("game/art/bite.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>")
}

#[test]
fn rules_are_read_at_the_prompt() {
    let said = talk(&cards(), "rules\nrules night\nrules dawn\nrules bite\nrules set up\nrules sleep\nrules down\n");
    let expected = "\
> rules
`rules` and one of these headings, or any word:
  Setting up  The night   At dawn
> rules night
THE NIGHT
Cards come, one by one.
  • first a card
  • then a bite

AT DAWN
  hour | light
  six | some
> rules dawn
AT DAWN
  hour | light
  six | some
> rules bite
THE NIGHT
Cards come, one by one.
  • first a card
  • then a bite

AT DAWN
  hour | light
  six | some
> rules set up
SETTING UP
Sit down.
> rules sleep
the rules say nothing of `sleep`
  known here: `At dawn`, `Setting up`, `The night`
> rules down
SETTING UP
Sit down.
";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn a_question_in_words_is_answered_with_the_passages_that_have_them() {
    let said = talk(&cards(), "when do cards come?\nshould we sit down\nwhat does dawn do?\nwhy is the moon round?\n");
    let expected = "\
> when do cards come?
The night (`rules The night`):
Cards come, one by one.
> should we sit down
Setting up (`rules Setting up`):
Sit down.
> what does dawn do?
Dawn at last (Nights)
  The night is over.
  count: 3
> why is the moon round?
";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn cards_are_read_at_the_prompt_and_when_they_are_dealt() {
    let said = talk(&cards(), "card bite\ncard\ncard lamp\ndawn\n");
    let expected = "\
> card bite
Sharp bite (Nights)
  It bites whoever is near.
> card
which card?
  `card` and enough of its name
> card lamp
no piece of this game is called `lamp`
  known here: `Dawn at last`, `Sharp bite`
> dawn
    1  the table: What comes? Dawn at last (typed)

Dawn at last (Nights)
  The night is over.
  count: 3
";
    assert!(said.starts_with(expected), "{said}");
}

/// A figure says nothing, and the sheet of who it is says much; a word that is no name stands somewhere.
#[test]
fn a_character_is_read_from_its_sheet() {
    let sheets = "  figures:
    kind: cards
    title: Figures
    front: {template: card-classic, title: \"{{ name }}\"}
    rows: [{id: maren, name: Maren}]
  sheets:
    kind: cards
    title: Sheets
    front: {template: card-classic, title: \"{{ name }}\", text: \"{{ words }}\"}
    rows: [{id: red, name: Maren Holt, brand: \"M50 10L94 86H6Z\", job: Paramedic, life: 3, words: Has seen worse.}]
  booklet: {kind";
    let game = cards().file("game/game.yaml", GAME.replace("  booklet: {kind", sheets));
    let said = talk(&game, "card maren\ncard paramedic\ncard night\n");
    let expected = "\
> card maren
Maren Holt (Sheets)
  job: Paramedic, life: 3
  Has seen worse.
> card paramedic
no piece of this game is called `paramedic`
  the word stands with `Maren Holt`
> card night
no piece of this game is called `night`
  the word stands with `Sharp bite`, `Dawn at last`
  `rules night` shows what the rules say of it
";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn a_fault_throws_nobody_out() {
    let said = talk(&Tool::refereed(FAULTY), "walk\n?\nlog\nundo\nwalk\nu\nrules\nrest\n");
    assert!(said.contains("The rules of this game have a fault, so the table cannot be shown."), "{said}");
    assert!(said.contains("the lamp is out"), "{said}");
    assert!(said.contains("Nothing can be answered as long as the rules have a fault."), "{said}");
    assert!(said.contains("steps: 0"), "{said}");
}
