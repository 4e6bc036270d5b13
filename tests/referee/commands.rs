//! Everything that can be typed into `referee play` beside answers, and what it says to wrong input.

use crate::support::{Tool, same_as_golden};

const GAME: &str = "\
title: Night Watch
version: \"1\"
players: 2-3
components:
  yard: {kind: board, board: board.yaml, front: board-classic}
";

const BOARD: &str = "\
cell: 20mm
picture: |
  . . .
  . # .
legend:
  \".\": {terrain: path}
  \"#\": {terrain: well, enter: false}
";

const RULES: &str = r#"
declare {
    active = is.seat(1),
    lamps = is.map(is.space, is.whole(0, 3)),
    oil = is.each_seat(is.whole(0, 9, 5)),
    burnt = is.whole(0, 10),
    bed = is.each_seat(is.own(is.maybe(is.space))),
}

law("10 drops of oil", function()
    return total(state.oil) + total(state.lamps) + state.burnt, 10
end)

places = {}
for _, space in ipairs(board.spaces) do
    if board.enter[space] then table.insert(places, space) end
end

function steps.setup()
    say("night falls")
    return "bed"
end

function steps.bed()
    local seat = state.active
    state.bed[seat] = choose_space {
        seat = seat, secret = true, prompt = "Where do you sleep?", rule = "Beds", options = places,
        why = function(refuse) refuse("B2", "it is wet in there", "Beds") end,
    }
    tell(seat, "your bed is on {}", state.bed[seat])
    state.active = next_seat(seat)
    return state.active == 1 and "turn" or "bed"
end

function steps.turn()
    return choose {
        seat = state.active, prompt = "What now?", rule = "Your turn", options = {"u", "bet", "tidy", "share", "rest"},
        labels = {u = "Use a lamp", bet = "Bet some oil", tidy = "Tidy up", share = "Fill lamps", rest = "End the night"},
        why = function(refuse)
            refuse("sleep", "nobody sleeps tonight", "Your turn", "Sleep")
            refuse("eat", "nobody sleeps tonight", "Your turn")
        end,
    }
end

function light(space)
    state.oil[state.active] -= 1
    add(state.lamps, space, 1)
    say("{seat} lights a lamp on {}", state.active, space)
end

function next_turn()
    state.active = next_seat(state.active)
    return "turn"
end

function steps.u()
    light(choose_space { seat = state.active, prompt = "Where does it stand?", options = places })
    return next_turn()
end

function steps.share()
    local spaces = choose_many {
        seat = state.active, prompt = "Which lamps?", options = {"A1", "B1"}, least = 1, most = 2, each = 2,
    }
    for _, space in ipairs(spaces) do light(space) end
    return next_turn()
end

function steps.bet()
    local drops = choose_number { seat = state.active, prompt = "How many drops?", least = 1, most = state.oil[state.active] }
    local heads = 0
    for _, face in ipairs(roll { die = "coin", dice = drops, seat = state.active, prompt = "one for each drop" }) do
        if face == "heads" then heads += 1 end
    end
    local burns = drops - heads
    if burns > 0 and confirm { prompt = "Does everybody agree?", yes = "it burns", no = "it does not" } then
        state.oil[state.active] -= burns
        state.burnt += burns
        say_about("burnt", "{drop} burn", burns)
    end
    return next_turn()
end

function steps.tidy()
    local order = choose_order { seat = state.active, prompt = "In which order?", options = {"broom", "rag"} }
    say("first the {}", order[1])
    return next_turn()
end

function steps.rest()
    return "over"
end

function score()
    local lines = {}
    for seat = 1, seats do
        table.insert(lines, { seat = seat, what = words("{drop}", state.oil[seat]), points = state.oil[seat], rule = "The end" })
    end
    table.insert(lines, { seat = 1, what = "the smell", points = {-1, 0}, about = "burnt" })
    return { lines = lines, ladder = {{"the brighter lamps", {1, 1}}} }
end

function audit()
    return {{"drops burnt", state.burnt, "burnt"}, {"lamps on the board", total(state.lamps)}, {"oil of Ann", state.oil[1], "oil.Ann"}}
end

function show()
    local pieces = {}
    for space, count in pairs(state.lamps) do table.insert(pieces, {at = space, count = count, name = "lamp", mark = "l"}) end
    local seats_told = {}
    for seat = 1, seats do
        seats_told[seat] = words("{drop} of oil{}", state.oil[seat], state.bed[seat] and ", bed on " .. state.bed[seat] or "")
    end
    return { status = words("{drop} burnt", state.burnt), seats = seats_told, pieces = pieces }
end
"#;

fn watch(custody: &str) -> Tool {
    let tool = Tool::new().file("game/game.yaml", GAME).file("game/board.yaml", BOARD).file("game/rules.luau", RULES);
    tool.run(&format!("referee new game --players Ann,Bob --dice {custody} --seed 4 --table night")).succeeds();
    tool
}

/// A table where Ann sleeps on A1 and Bob on C2.
fn awake(custody: &str) -> Tool {
    let tool = watch(custody);
    tool.run("referee answer A1").succeeds();
    tool.run("referee answer C2").succeeds();
    tool
}

/// What is said after the first screen, without the farewell.
fn talk(tool: &Tool, lines: &str) -> String {
    let said = tool.type_into("referee play", lines).succeeds().stdout();
    let start = said.find("\n> ").map_or(0, |at| at + 1);
    let end = said.rfind("The table is kept").expect("a farewell");
    said[start..end].to_owned()
}

#[track_caller]
fn says(tool: &Tool, lines: &str, expected: &str) {
    assert_eq!(talk(tool, lines).trim(), expected.trim());
}

#[test]
fn every_command_is_on_the_page_of_help_and_in_the_reference() {
    let page = talk(&awake("app"), "h\n");
    let listed = page.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with("  "));
    let words: Vec<&str> = listed.flat_map(|line| line[2..10].split(", ").map(str::trim)).collect();
    let unknown = talk(&awake("app"), &format!(":{}\n", words.join("\n:")));
    assert!(!unknown.contains("there is no command"), "{unknown}");
    let reference = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference.md")).unwrap();
    let commands = reference.split("#### play").nth(1).and_then(|rest| rest.split("\n### ").next()).unwrap();
    let missing: Vec<&&str> = words
        .iter()
        .filter(|word| !commands.contains(&format!("`{word}`")) && !commands.contains(&format!("`{word} ")))
        .collect();
    assert!(words.len() > 20 && missing.is_empty(), "not in docs/reference.md: {missing:?}");
    // One table says what can be typed: the page of help is made of it.
    for word in ["?", "why", "u", "undo", "board", "log", "score", "audit", "h", "help", "q", "quit"] {
        assert!(words.contains(&word), "{word} in {words:?}");
    }
}

#[test]
fn a_night_at_the_table() {
    let lines =
        "A1\n\nlook\nB2\n? B2\nA1\n?\nbob\nC2\nh\nbet\n4\nr\nyes\nu\nC1\nshow\nlook Bob\n\nlook Ann\nyes\n\n5\n";
    let said = watch("ask").type_into("referee play", lines).succeeds().stdout();
    same_as_golden("night-played.txt", &said);
}

#[test]
fn in_sentences() {
    let said = awake("ask").type_into("referee play --plain", "u\nB1\n1\nA1\n:u 2\nq\n").succeeds().stdout();
    same_as_golden("night-plain.txt", &said);
}

#[test]
fn why_not() {
    let lines = "?\n? Sleep\n? bet\n? tdy\nslep\n";
    let expected = "
> ?
  Sleep, eat
      nobody sleeps tonight (rules: Your turn)
> ? Sleep
  Sleep
      nobody sleeps tonight (rules: Your turn)
> ? bet
`bet` is legal.
> ? tdy
`tdy` is not one of the answers
  did you mean `tidy` (Tidy up)?
  legal now: `u`, `bet`, `tidy`, `share`, `rest`
> slep
`slep` is not one of the answers
  legal now: `u`, `bet`, `tidy`, `share`, `rest`";
    says(&awake("ask"), lines, expected);
}

#[test]
fn dice_that_people_roll() {
    let lines = "2\nmany\n9\n3\nh t\nhhtt\nedge\nh t _\nno\n";
    let expected = "
> 2
    3  Ann: What now? Bet some oil

Ann: How many drops?
  a number from 1 to 5
> many
`many` is not a number
  legal now: a number from 1 to 5
> 9
`9` is not one of the answers
  legal now: a number from 1 to 5
> 3
    4  Ann: How many drops? 3

Ann flips 3 coins: one for each drop
  type what came up (3 coins, each heads or tails), or `roll`: the referee does
> h t
3 coins are rolled here, and 2 faces were told
  roll 3 coins, each heads or tails
  `_` stands for a die that the referee rolls
  nothing is kept: tell all of them again
> hhtt
3 coins are rolled here, and more faces were told
  roll 3 coins, each heads or tails
  `_` stands for a die that the referee rolls
  nothing is kept: tell all of them again
> edge
coin has no face `edge`
  roll 3 coins, each heads or tails
> h t _";
    let said = talk(&awake("table"), lines);
    assert!(said.starts_with(expected.trim_start()), "{said}");
    assert!(said.contains("    5  Ann: one for each drop: heads tails "), "{said}");
}

#[test]
fn taking_back() {
    let lines = "bet\n2\nh t\n:u 9\n:u #9\nu two\nu 0\nu\nundo 2\nu\n";
    let expected = "
> :u 9
only 5 things can be taken back
  `undo 5` goes back to the very beginning
> :u #9
there is no entry after 9 that could be taken back
  `log` shows the numbers of the entries
> u two
`two` is not how far to go back
  `u 3` takes back three things, `u #12` everything after entry 12
> u 0
`0` is not how far to go back
  `u 3` takes back three things, `u #12` everything after entry 12
> u
taken back: Ann: one for each drop: h";
    let said = talk(&awake("ask"), lines);
    assert!(said.contains(expected.trim_end_matches('h')), "{said}");
    let expected = "
everybody has seen dice or a card there: when that comes up again, type the
same, or roll anew if all agree
`redo` does it again
    6  went back to entry 4

Ann flips 2 coins: one for each drop
  type what came up (2 coins, each heads or tails), or `roll`: the referee does
> undo 2
taken back: Ann: How many drops? 2
taken back: Ann: What now? Bet some oil
`redo` does the first of it again, `redo 2` all
    7  went back to entry 2

Ann: What now? (rules: Your turn)
   1  u      Use a lamp
   2  bet    Bet some oil
   3  tidy   Tidy up
   4  share  Fill lamps
   5  rest   End the night
> u
    8  Ann: What now? Use a lamp
";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn the_table_is_right() {
    let lines = "adjust oil\nadjust ail\nadjust oil.Ann=40 because x\nadjust oil.Cleo=2 because x\nadjust oil.Ann=4\n\
        adjust oil.Ann=4 because one drop is spilt\nu\nB1\nadjust burnt=2 lamps.B1=none because it burnt\n";
    let expected = "
> adjust oil
  oil of Ann: 5 (a whole number from 0 to 9)
  oil of Bob: 5 (a whole number from 0 to 9)
> adjust ail
nothing that can be set is called `ail`
  did you mean `oil`?
> adjust oil.Ann=40 because x
`oil.Ann` is 40, and 9 is the most
> adjust oil.Cleo=2 because x
`oil.Cleo` is no field of the state: there is no `Cleo`
  known here: `Ann`, `Bob`
> adjust oil.Ann=4
an adjustment needs a reason
  say why: `adjust oil.Ann=4 because one fell off the table`
> adjust oil.Ann=4 because one drop is spilt
warning: since `oil of Ann` is set, this does not add up any more: 10 drops of
oil: 9, and not 10
  adjust another field as well, or leave it if the table is like that
    3  adjusted: oil of Ann: 4, because one drop is spilt

Ann:  4 drops of oil
Bob:  5 drops of oil

Ann: What now? (rules: Your turn)
> u
";
    let tool = awake("ask");
    let said = talk(&tool, lines);
    assert!(said.starts_with(expected.trim_start()), "{said}");
    assert!(said.contains("    6  adjusted: burnt: 2, lamps on B1: nothing, because it burnt\n"), "{said}");
    assert_eq!(
        talk(&tool, "adjust lamps\n"),
        "> adjust lamps\n  lamps: nothing (such as `lamps on A1`: a whole number from 0 to 3)\n"
    );
}

#[test]
fn an_adjustment_in_words_is_refused_without_names_of_the_rules() {
    let tool = awake("ask");
    for (typed, told) in [
        ("Ann has 40 oil because x", "`oil of Ann` is 40, and 9 is the most\n"),
        ("candle: 3 because x", "nothing that can be set is called `candle`\n  `adjust` alone lists what can be set\n"),
        ("candles on A1: 3 because x", "nothing that can be set is called `candles on A1`\n"),
    ] {
        let said = talk(&tool, &format!("adjust {typed}\n"));
        assert!(said.contains(told) && !said.contains("known here"), "{said}");
    }
}

#[test]
fn counting_what_lies_there() {
    let tool = awake("ask");
    let expected = "
> audit
Count what lies on the table. `y`: it is right; a number: it is that many; `q`:
enough.
drops burnt: 0? > some
`some` is not a count: type a number, `y` if it is right, or `q` to end the
count.
drops burnt: 0? >
drops burnt: 0? > y
lamps on the board: 0? > 1
oil of Ann: 5? > 4
lamps on the board: the referee has 0, the table 1.
  It is made of: lamps (nothing now; such as `lamps on A1`: a whole number from
  0 to 3).
What is it really? Enter: no more > lamps on Z9: 1
nothing that can be set is called `lamps on Z9`
  known here: `A1`, `A2`, `B1`, `B2`, `C1`, `C2`
What is it really? Enter: no more > lamps on c1: 1
What is it really? Enter: no more >
oil of Ann: the referee has 5, the table 4.
Shall the referee set lamps on c1: 1; oil of Ann: 4? yes or no > no
Nothing was set.

Ann: What now? (rules: Your turn)
> audit
Count what lies on the table. `y`: it is right; a number: it is that many; `q`:
enough.
drops burnt: 0? > q
Nothing was counted.

Ann: What now? (rules: Your turn)
";
    says(&tool, "audit\nsome\n\ny\n1\n4\nlamps on Z9: 1\nlamps on c1: 1\n\nno\naudit\nq\n", expected);
    let said = talk(&tool, "audit\ny\ny\nq\n");
    assert!(said.contains("As far as it was counted (2 of "), "{said}");
    let said = talk(&tool, "audit\ny\ny\n4\ny\n");
    assert!(said.contains("    3  adjusted: oil of Ann: 4, because it was counted\n"), "{said}");
}

#[test]
fn log_and_score() {
    let expected = "
> log 2
    1  Ann: in secret
    2  Bob: in secret

Ann: What now? (rules: Your turn)
> log all
`all` is not a number of lines
  `log 20` shows the last 20
> score
If the game ended now:

1. Bob: 5 points
         5  5 drops (rules: The end)
2. Ann: 4 to 5 points
         5  5 drops (rules: The end)
   -1 to 0  the smell

Bob would win, as far as can be said: 1 line is still open.

Ann: What now? (rules: Your turn)
";
    says(&awake("ask"), "log 2\nlog all\nscore\n", expected);
}

#[test]
fn custody_and_notes() {
    let expected = "
> note
there is nothing to write down
  `note Ann leaves at nine`
> note Ann goes home at nine
    3  note: Ann goes home at nine

Ann: What now? (rules: Your turn)
> custody cleo
nobody called `cleo` can roll
  `custody app`: the referee; `custody table`: you, who tell what came up;
  `custody ask`: each time anew
  `custody d6 app` is about one die or deck
> custody coin app
    4  the referee has `coin` from now on

Ann: What now? (rules: Your turn)
> :scroe
there is no command `scroe`
  did you mean `score`?
";
    says(&awake("ask"), "note\nnote Ann goes home at nine\ncustody cleo\ncustody coin app\n:scroe\n", expected);
}

#[test]
fn several_at_once() {
    let expected = "
> share
    3  Ann: What now? Fill lamps

Ann: Which lamps?
  choose 1 to 2; `A1*2` is two of `A1`
  A1 (up to 2)  B1 (up to 2)
> A1*2 B1
3 are chosen, and 2 is the most
  understood: 2 `A1`, `B1`; nothing is done yet
  legal now: 1 to 2 of `A1` (up to 2), `B1` (up to 2)
> A1 B1
    4  Ann: Which lamps? A1, B1
        Ann lights a lamp on A1
        Ann lights a lamp on B1
";
    let said = talk(&awake("ask"), "share\nA1*2 B1\nA1 B1\ntidy\nrag\n2 brooms\nrag broom\nu\nC1 C2\n");
    assert!(said.starts_with(expected.trim_start()), "{said}");
    let expected = "
Bob: In which order?
  all of these, in an order
  broom  rag
> rag
1 is chosen, and 2 is the least
  understood: `rag`; nothing is done yet
  legal now: all of these in an order: `broom`, `rag`
Type what is missing, one after another or in one line: it is added.
";
    assert!(said.contains(expected), "{said}");
    let expected = "
> C1 C2
`C2` is no answer to what Bob is asked then: What now?
Nothing was done: `yes` takes `C1`.
";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn what_is_missing_is_added_and_what_is_wrong_is_left_out() {
    let said = talk(&awake("ask"), "share\nA1 zzz\nno\nA1 C9\nyes\ntidy\nrag\nbroom\n");
    let expected = "
> A1 C9
`C9` is not one of the answers
  understood: `A1`; nothing is done yet
  legal now: 1 to 2 of `A1` (up to 2), `B1` (up to 2)
`yes` takes `A1`, without `C9`.
> yes
    4  Ann: Which lamps? A1
";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("> no\nNothing was answered.\n"), "{said}");
    assert!(said.contains("> broom\n    6  Bob: In which order? rag, broom\n"), "{said}");
}

#[test]
fn a_picture_of_the_board() {
    let tool = awake("ask");
    let said = talk(&tool, "u\nA1\nboard\n");
    assert!(said.ends_with("> board\nThe board is in output/night-board.svg and output/night-board.png.\n"), "{said}");
    let svg = std::fs::read_to_string(tool.path().join("output/night-board.svg")).unwrap();
    assert!(svg.starts_with("<svg"), "{svg}");
    assert!(tool.path().join("output/night-board.png").exists());
    tool.run("referee picture yard.svg").says("the board is in yard.svg\n");
    assert_eq!(std::fs::read_to_string(tool.path().join("yard.svg")).unwrap(), svg);
    tool.run("referee picture yard.jpg").refuses_in_words(
        "\
error: `yard.jpg` is neither `.svg` nor `.png`
 |
 = help: end the name of the file with one of them

1 error",
    );
}

#[cfg(unix)]
#[test]
fn a_full_disk() {
    let tool = awake("ask");
    let journal = tool.path().join("tables/night/journal.jsonl");
    let before = std::fs::read(&journal).unwrap();
    // Files may not grow beyond 1 kB here, as if the disk were full. The journal is almost that long.
    let note = format!("referee note {}", "x".repeat(900 - before.len()));
    tool.run(&note).succeeds();
    let before = std::fs::read(&journal).unwrap();
    let said = tool.type_into_small_disk("referee play", "bet\n?\nl 2\nnote more\n").succeeds().stdout();
    let expected = "
> bet
the answer could not be recorded: File too large (os error 27)
  nothing was recorded and the table is as before; make room or mend the disk,
  and try again
> ?
  Sleep, eat
      nobody sleeps tonight (rules: Your turn)
> l 2
";
    assert!(said.contains(expected), "{said}");
    assert_eq!(std::fs::read(&journal).unwrap(), before);
    tool.run("referee answer bet").succeeds();
}

#[test]
fn two_at_one_table() {
    let tool = awake("ask");
    let mut session = tool.leave_open("referee play");
    tool.run("referee answer bet").refuses_in_words(
        "\
error: another Tablewright is writing to the table in `tables/night`
 |
 = help: close it there, or wait until it is done; nothing was changed

1 error",
    );
    tool.run("referee show").succeeds();
    drop(session.stdin.take());
    session.wait().unwrap();
    tool.run("referee answer bet").succeeds();
}

#[test]
fn the_list_of_tables() {
    let tool = awake("ask");
    let lines = tool.run("referee list").succeeds().stdout();
    let row = "night  Night Watch  Ann, Bob  just now  Ann's turn: What now?\n";
    assert_eq!(lines, format!("table  game         players   played    how it stands\n{row}"));
    let told = tool.run("referee list --json").succeeds().stdout();
    for part in
        ["\"asked\": \"Ann\"", "\"prompt\": \"What now?\"", "\"over\": false", "\"winners\": null", "\"last\": \"20"]
    {
        assert!(told.contains(part), "{part} in {told}");
    }
    tool.run("referee answer rest").succeeds();
    let lines = tool.run("referee list").succeeds().stdout();
    assert!(lines.ends_with("just now  Bob won\n"), "{lines}");
    std::fs::write(tool.path().join("tables/night/journal.jsonl"), "broken\n").unwrap();
    let lines = tool.run("referee list").succeeds().stdout();
    assert!(
        lines.ends_with(
            "night cannot be played: line 1 of `tables/night/journal.jsonl` is damaged: its checksum is missing\n"
        ),
        "{lines}"
    );
    Tool::new()
        .run("referee list")
        .says("there is no table in `tables`; `tablewright referee new <GAME>` sets one up\n");
}

/// What a verb says when it is refused.
#[track_caller]
fn refused(tool: &Tool, arguments: &str, message: &str, hints: &[&str]) {
    let hints: Vec<String> = hints.iter().map(|hint| format!("\n = help: {hint}")).collect();
    let hints = if hints.is_empty() { String::new() } else { format!("\n |{}", hints.concat()) };
    tool.run(arguments).refuses_in_words(&format!("error: {message}{hints}\n\n1 error"));
}

#[test]
fn wrong_answers_to_the_verbs() {
    let tool = watch("ask");
    let asked = "legal now: `A1`, `B1`, `C1`, `A2`, `C2`";
    refused(
        &tool,
        "referee answer B2",
        "Ann is asked in secret, and this is no answer to it",
        &["only Ann is told more: answer as that seat"],
    );
    refused(
        &tool,
        "referee answer B2 --seat Ann",
        "`B2` is not legal: it is wet in there",
        &["the rules say so under \"Beds\"", asked],
    );
    refused(
        &tool,
        "referee answer A1 --seat Bob",
        "it is Ann who is asked now, not Bob",
        &["asked now: Where do you sleep?"],
    );
    refused(
        &tool,
        "referee answer A1 --seat Cleo",
        "nobody called `Cleo` sits at this table",
        &["known here: `Ann`, `Bob`"],
    );
    refused(
        &tool,
        "referee answer A1 --for 3",
        "the table has moved on since: it is at 0, not at 3",
        &["asked now: Where do you sleep?"],
    );
    refused(&tool, "referee roll", "there is nothing to roll or to deal now", &["asked now: Where do you sleep?"]);
    refused(&tool, "referee undo", "nothing has happened yet that could be taken back", &[]);
    let tool = awake("ask");
    refused(&tool, "referee undo 0", "nothing is taken back with 0", &["`undo 1` takes back what was done last"]);
    refused(
        &tool,
        "referee undo --to 9",
        "there is no entry after 9 that could be taken back",
        &["`log` shows the numbers of the entries"],
    );
    refused(
        &tool,
        "referee adjust burnt=1",
        "an adjustment needs a reason",
        &["say why with `--reason \"one fell off the table\"`"],
    );
    refused(
        &tool,
        "referee adjust burnt --reason x",
        "`burnt` is no adjustment",
        &["write what it is and its value: `drops burnt: 0`"],
    );
    let audit = "`audit` alone shows what to count, in order";
    refused(&tool, "referee audit 1 2 3 4", "4 numbers told, and there are 3 to count", &[audit]);
    refused(
        &tool,
        "referee audit 1 two",
        "`two` is not a count",
        &[&format!("write a number for each, or `_` for what was not counted; {audit}")],
    );
}

#[test]
fn what_the_verbs_say() {
    let tool = awake("ask");
    tool.run("referee audit").says("  1. drops burnt: 0\n  2. lamps on the board: 0\n  3. oil of Ann: 5\n");
    tool.run("referee audit 0 0 5").says("the table and the referee agree\n");
    tool.run("referee audit _ 1 4").says(
        "lamps on the board: the referee has 0, the table 1\n\
         \x20 It is made of: lamps (nothing now; such as `lamps on A1`: a whole number from\n  0 to 3).\n\
         oil of Ann: the referee has 5, the table 4\n\
         \x20 tablewright referee adjust oil.Ann=4 --reason \"it was counted\"\n",
    );
    let said = tool.run("referee adjust").succeeds().stdout();
    let expected = "\
`tablewright referee adjust \"drops burnt: 0\" --reason \"we counted\"` sets one of
these.
What can be counted:
  drops burnt: 0  oil of Ann: 5
Of one player or piece:
  oil of Bob: 5
Of the whole table:
  active: Ann
Nothing there now: bed of Ann, bed of Bob, lamps.
";
    assert_eq!(said, expected);
    let said = tool.run("referee undo").succeeds().stdout();
    assert!(said.starts_with("taken back: Bob: in secret\n\nNight Watch · table night · after entry 3\n"), "{said}");
    assert!(said.ends_with("\n    3  went back to entry 1\n\nBob is asked in secret.\n"), "{said}");
    tool.run("referee log").says("        night falls\n    1  Ann: in secret\n    2  Bob: in secret (taken back by entry 3)\n    3  went back to entry 1\n");
    let said = tool.run("referee log --since 2 --seat Bob --json").succeeds().stdout();
    assert!(said.contains("\"text\": \"went back to entry 1\""), "{said}");
    let said = tool.run("referee show --json").succeeds().stdout();
    assert!(said.contains("\"asked\": \"Bob\"") && said.contains("\"request\": null"), "{said}");
    let said = tool.run("referee show --json --seat Bob").succeeds().stdout();
    assert!(said.contains("\"prompt\": \"Where do you sleep?\""), "{said}");
}

#[test]
fn what_was_seen_stays_at_a_strict_table() {
    let tool = Tool::new().file("game/game.yaml", GAME).file("game/board.yaml", BOARD).file("game/rules.luau", RULES);
    tool.run("referee new game --players Ann,Bob --strict --table night").succeeds();
    let said =
        tool.type_into("referee play", "look\nA1\nlook\nC2\nbet\n2\nh h\n:u\nh t\n:u 2\ny\n:u\n").succeeds().stdout();
    // Coins that were mistyped, and from which nobody has learned anything, are typed again.
    assert!(said.contains("\n> :u\ntaken back: Ann: one for each drop: heads heads\n"), "{said}");
    let expected = "
> :u 2
this table is strict: what was seen stays (Ann: one for each drop: heads tails)
  `adjust` sets what is wrong
> y
";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("\n> :u\ntaken back: the table: Does everybody agree? it burns\n"), "{said}");
}

#[test]
fn going_far_back_waits_for_a_yes_and_is_done_again() {
    let lines = "bet\n1\nh\nbet\n1\nh\n:u #0\nno\n:u #0\nyes\n:redo 2\nlog 2\nredo\nredo 9\nredo\n";
    let said = talk(&awake("ask"), lines);
    let expected = "
> :u #0
That takes back 8 entries of the log: everything after entry 0. The first of
them: Ann: in secret. `yes` does it, anything else leaves it as it is.
> no
Nothing was taken back.
";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("> yes\ntaken back: Bob: one for each drop: heads\n"), "{said}");
    assert!(said.contains("> :redo 2\n2 things came back\n"), "{said}");
    assert!(said.contains(" came back: no more was left of what was taken back\n"), "{said}");
}

/// Where the referee rolls, it rolls anew as soon as something is taken back: what was there comes back all the same.
#[test]
fn what_the_referee_rolled_comes_back() {
    let tool = awake("app");
    for answer in ["bet", "5"] {
        tool.run(&format!("referee answer {answer}")).succeeds();
    }
    let rolled = || {
        let log = tool.run("referee log").succeeds().stdout();
        let rolls = log.lines().filter(|line| line.contains("one for each drop: ") && !line.contains("taken back"));
        rolls.map(|line| line.split_once(": ").map(|(_, roll)| roll.to_owned())).collect::<Vec<_>>()
    };
    let first = rolled();
    assert_eq!(first.len(), 1, "{first:?}");
    tool.run("referee undo --to 4").succeeds();
    assert_ne!(rolled(), first, "with this seed other coins come up");
    tool.run("referee undo --to 2").succeeds();
    tool.run("referee redo 9").succeeds();
    assert_eq!(rolled(), first);
    let told = tool.run("referee redo").stderr();
    assert!(told.starts_with("error: nothing was taken back that could be done again\n"), "{told}");
}

#[test]
fn a_name_with_a_slip_is_offered() {
    let said = talk(&awake("ask"), "shrae\nno\nshrae\nyes\n");
    let expected = "
> shrae
Nothing is quite called `shrae`. Did you mean `share` (Fill lamps)? `yes` takes
it.
> no
Nothing was answered.
";
    assert!(said.contains(expected.trim_start()), "{said}");
    assert!(said.contains("> yes\n    3  Ann: What now? Fill lamps\n"), "{said}");
}

#[test]
fn rules_at_fault() {
    let rules = RULES.replace("return \"over\"", "state.oil[1] = 77\n    return \"over\"");
    let tool = Tool::new().file("game/game.yaml", GAME).file("game/board.yaml", BOARD).file("game/rules.luau", rules);
    tool.run("referee new game --players Ann,Bob --table night").succeeds();
    let said = tool.type_into("referee play", "look\nA1\nlook\nC2\nrest\n?\n").succeeds().stdout();
    let expected = "
> rest
the rules of this game have a fault here, so nothing was done
  play on with something else, or `undo` what led to it; the rest is for whoever
  wrote the rules
after the step `rest` the field `oil.Ann` is 77, and 9 is the most
  it happened in the step `rest`
  nothing was recorded: the table is as before. Mend the script, then
  `tablewright referee upgrade`
> ?
";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn what_the_referee_keeps_for_itself_is_no_field_of_the_game() {
    let tool = crate::support::hoard::hoard_with(crate::support::hoard::SCRIPT);
    tool.run("referee new hoard --players Ann,Bob --table night").succeeds();
    let listed = tool.run("referee adjust").succeeds().stdout();
    assert!(listed.contains("deck: ") && !listed.contains("pools"), "{listed}");
    let shown: serde_json::Value = serde_json::from_str(&tool.run("referee show --json").stdout()).unwrap();
    assert!(shown["state"].get("deck").is_some() && shown["state"].get("pools").is_none(), "{}", shown["state"]);
    let hint = "known here: `active`, `chest`, `coins`, `deck`, `dragon`, `found`, `lairs`, `mood`";
    tool.run("referee adjust pools=[] --reason x").refuses_in_words(&format!(
        "error: `pools` is no field of the state: there is no `pools`\n |\n = help: {hint}\n\n1 error"
    ));
    let said = tool.type_into("referee play", "adjust pools\n").succeeds().stdout();
    assert!(said.contains("nothing that can be set is called `pools`"), "{said}");
}

#[test]
fn only_cards_that_there_are_can_be_adjusted() {
    let tool = crate::support::hoard::hoard_with(crate::support::hoard::SCRIPT);
    tool.run("referee new hoard --players Ann,Bob --table night").succeeds();
    tool.run_words(&["referee", "adjust", "--table", "night", "deck=[ring, crwon]", "--reason", "recounted"])
        .refuses(&["error: no card of this game is called `crwon`", "did you mean `crown`?"]);
    tool.run_words(&["referee", "adjust", "--table", "night", "deck=[crown, ring]", "--reason", "recounted"])
        .succeeds();
}

#[test]
fn small_words_are_read_as_they_are_meant() {
    let tool = crate::support::hoard::hoard("- name: right\n  then: {asks: Ann}\n");
    let run = |words: &[&str]| tool.run_words(&[&["referee"], words].concat());
    run(&["new", "hoard", "--players", "Ann,Bob", "--option", "length=5"]).succeeds();
    for reason in ["", "  "] {
        run(&["adjust", "chest=9", "--reason", reason]).refuses(&["an adjustment needs a reason"]);
        run(&["note", reason]).refuses(&["there is nothing to write down"]);
    }
    run(&["custody", "D06", "--to", "app"]).succeeds();
    let log = run(&["log", "--json"]).succeeds().stdout();
    assert!(log.contains("has `d6` from now on") && !log.contains("d06"), "{log}");
    // Quotation marks hold a value together, and are no part of it.
    run(&["adjust", "mood=\"loud\"", "--reason", "x"]).succeeds();
    let twice = run(&["adjust", "coins={Ann: 0, Bob: 0, Ann: 0}", "--reason", "x"]);
    twice.refuses(&["`coins` is `{Ann: 0, Bob: 0, Ann: 0}`, not "]);
    let game = |from: &str, to: &str| {
        let changed = crate::support::hoard::GAME.replace(from, to);
        std::fs::write(tool.path().join("hoard/game.yaml"), changed).expect("a game");
        run(&["upgrade", "./hoard"])
    };
    game("players: 2-3", "players: 3-4").refuses(&[
        "Hoard is for 3 to 4 players, and here are 2",
        "help: a table keeps its players: begin a new one for the changed game",
    ]);
    game("most: 5", "most: 4").refuses(&[
        "in the changed game the option `length` cannot be `5` any more",
        "help: it is a number from 1 to 4",
    ]);
    game("  greedy:", "  new: {note: New}\n  greedy:").succeeds();
}

#[test]
fn what_is_given_in_a_scenario_is_known() {
    let scenario = "- name: a\n  given: {step: turn, state: {deck: [unknown]}}\n  then: {asks: Ann}\n";
    crate::support::hoard::hoard(scenario)
        .run("test hoard")
        .refuses(&["`deck` holds `unknown`, which says nothing of what is given", "a.yaml:2:"]);
}
