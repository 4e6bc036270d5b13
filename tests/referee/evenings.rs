//! Evenings: a table is set up by talking, listed, told again to whoever comes back, renamed, and told in numbers.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::GAMES;
use crate::support::played::open_table;
use crate::support::{Tool, same_as_golden};
use tablewright::app::{NewTable, Session, Tables, WhichGame};
use tablewright::inside::referee::{Adjusted, Back, Custody, Move, Viewer, read_journal};

const GAME: &str = "\
title: Debts
version: \"1\"
players: 2-3
sides: {2: [the day, the night], 3: [the day, the night]}
joining: all debts are made before midnight
options:
  rounds: {title: Rounds, note: how many are played, least: 1, most: 9, usual: 3}
  loud: {title: A loud night, note: everything is said aloud}
  moon: {words: [full, new]}
dice:
  luck: [hit, hit, miss]
components:
  yard: {kind: board, board: board.yaml, front: board-classic}
  runes:
    kind: cards
    title: Rune cards
    front: {template: card-classic, title: \"{{ id }}\"}
    rows: [{id: rune-a}, {id: rune-b}]
";

const BOARD: &str = "cell: 20mm\npicture: |\n  . .\nlegend:\n  \".\": {terrain: grass}\n";

const SCRIPT: &str = r#"
declare {
    first = is.seat(1),
    active = is.seat(1),
    turn = is.whole(0, 100),
    debt = is.map(is.seat(), is.whole(0, 9)),
    gold = is.each_seat(is.whole(0, 20, 5)),
    secret = is.each_seat(is.own(is.maybe(is.seat()))),
    runes = is.pile("runes"),
}

function seat_ids()
    local ids = {}
    for seat = 1, seats do table.insert(ids, seat_id(seat)) end
    return ids
end

function steps.setup()
    if options.rounds == 9 and seats == 2 then error("nine rounds are too many for two") end
    state.first = seat_of(choose { prompt = "Who begins?", options = seat_ids() })
    state.active = state.first
    return "turn"
end

function steps.turn()
    state.turn += 1
    local seat = state.active
    if seat == state.first then say_round("round {} begins", (state.turn + 1) // 2) end
    local what = choose { seat = seat, prompt = words("What now, {seat}?", seat), options = {"roll", "luck", "owe", "hide", "rest", "end"} }
    if what == "roll" then
        local faces = roll { seat = seat, dice = 2, prompt = "For gold." }
        say("{seat} rolls {} and {}", seat, faces[1], faces[2])
    elseif what == "luck" then
        roll { die = "luck", seat = seat, prompt = "For luck." }
    elseif what == "owe" then
        local who = seat_of(choose { seat = seat, prompt = "To whom?", options = seat_ids() })
        add(state.debt, who, 1)
        say("{seat} owes {seat}", seat, who)
    elseif what == "hide" then
        state.secret[seat] = seat_of(choose { seat = seat, secret = true, prompt = "From whom?", options = seat_ids() })
        tell(seat, "{seat} hides from {seat}", seat, state.secret[seat])
    end
    state.active = next_seat(seat)
    return what == "end" and "over" or "turn"
end

function score()
    local lines = {}
    for seat = 1, seats do table.insert(lines, { seat = seat, what = "gold", points = state.gold[seat] }) end
    return { lines = lines }
end

function show()
    return { status = words("turn {}", state.turn), seats = {}, pieces = {} }
end
"#;

fn debts() -> Tool {
    with_script(SCRIPT)
}

fn with_script(script: &str) -> Tool {
    Tool::new().file("game/game.yaml", GAME).file("game/board.yaml", BOARD).file("game/rules.luau", script)
}

/// The table of Ann and Bob, at which these were answered, at times a while apart.
fn evening(tool: &Tool, strict: bool, answers: &[&str]) -> Session {
    let game = WhichGame::new(tool.path().join("game").to_str().unwrap(), "components");
    let wish = NewTable { named: Some("night".into()), strict, ..NewTable::of(game, &["Ann", "Bob"], 3) };
    let mut session = tables(tool).set_up(&wish).unwrap_or_else(|found| panic!("{found}"));
    answer(&mut session, answers);
    session
}

fn tables(tool: &Tool) -> Tables {
    Tables::new(tool.path().join("tables"), clock)
}

fn answer(session: &mut Session, answers: &[&str]) {
    for text in answers {
        session.answer(&Move { text, ..Move::default() }).unwrap_or_else(|found| panic!("{text}: {found}"));
    }
}

fn again(tool: &Tool) -> Session {
    open_table(&tables(tool), "night")
}

/// Ten seconds later each time it is asked.
fn clock() -> String {
    static TOLD: AtomicU64 = AtomicU64::new(0);
    let seconds = TOLD.fetch_add(10, Ordering::Relaxed);
    format!("2026-01-01T{:02}:{:02}:{:02}Z", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
}

fn log(session: &Session, viewer: Viewer) -> Vec<String> {
    session.table.log(viewer).into_iter().map(|line| line.text).collect()
}

#[test]
fn a_table_is_set_up_by_talking() {
    let tool = debts();
    let lines = "\nAnn\nAnn, ann\nAnn Bob\nBob, Zoe\nBob\nbob ann\n\nrounds=12\nrounds=9\nRounds=4, no loud, moon=new\n\
                 d6\napp, bone table\nd6 app runes ask\napp, RUNES table, luck ask\nperhaps\n\n";
    let said = tool.type_into("referee new game --seed 4 --table night", lines).succeeds().stdout();
    same_as_golden("setting-up.txt", &said);
    let bytes = std::fs::read(tool.path().join("tables/night/journal.jsonl")).unwrap();
    let start = read_journal(&bytes).unwrap().start;
    assert_eq!(start.players, ["Bob", "Ann"]);
    let options: Vec<String> = start.options.iter().map(|(id, chosen)| format!("{id}={chosen}")).collect();
    assert_eq!(options, ["loud=no", "moon=new", "rounds=4"]);
    let hands = [("d6", Custody::App), ("runes", Custody::Table), ("luck", Custody::Ask)];
    assert_eq!(hands.map(|(name, _)| (name, start.hands.of(name))), hands);
}

#[test]
fn an_empty_line_takes_what_stands_there() {
    let tool = debts();
    tool.run("referee new game --players Cleo,Dan --table first").succeeds();
    let said = tool.type_into("referee new game", "\n\n\n\nyes\n").succeeds().stdout();
    assert!(said.contains("(Enter: Cleo,\nDan, as last time)"), "{said}");
    let journal = std::fs::read(tool.path().join("tables/game/journal.jsonl")).unwrap();
    let start = read_journal(&journal).unwrap().start;
    assert_eq!((start.players, start.hands.usual), (vec!["Cleo".to_owned(), "Dan".to_owned()], Custody::Ask));
    assert!(start.strict);
    // What was said is not asked.
    let said =
        tool.type_into("referee new game --option loud,rounds=2 --dice app --strict", "\n\n").succeeds().stdout();
    assert_eq!(said.matches("\n>").count(), 2, "{said}");
}

#[test]
fn who_played_is_remembered_by_game() {
    let tool = debts();
    let other = GAME.replace("2-3", "2-4").replace("3: [", "3-4: [");
    let tool = tool.file("other/game.yaml", other).file("other/board.yaml", BOARD).file("other/rules.luau", SCRIPT);
    let asks = |game: &str| {
        let said = tool.type_into(&format!("referee new {game}"), "q\n").succeeds().stdout().replace('\n', " ");
        said.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(empty, _)| empty.to_owned()).unwrap()
    };
    assert_eq!(asks("game"), "for example: Ann, Bob");
    tool.run("referee new other --players Ann,Bob,Cleo,Dan --table a").succeeds();
    assert_eq!(asks("game"), "for example: Ann, Bob", "four cannot play it");
    tool.run("referee new other --players Eve,Finn --table b").succeeds();
    assert_eq!(asks("game"), "Enter: Eve, Finn, as last time");
    tool.run("referee new game --players Gus,Hal --table c").succeeds();
    tool.run("referee new other --players Ida,Jo --table d").succeeds();
    assert_eq!(asks("game"), "Enter: Gus, Hal, as last time");
    tool.run("referee rename Hal Kim --table c").succeeds();
    assert_eq!(asks("game"), "Enter: Gus, Kim, as last time");
}

#[test]
fn nobody_is_waited_for_where_no_lines_come() {
    let tool = debts();
    let told = "error: nobody said who plays\n |\n = help: name all who do with `--players Ann,Bob`\n\n1 error";
    tool.run("referee new game").refuses_in_words(told);
    tool.type_into("referee new game", "Ann, Bob\n\n").refuses_in_words(told);
    tool.type_into("referee new game --json", "Ann, Bob\n\n\n\n").refuses_in_words(told);
    let said = tool.type_into("referee new game", "Ann, Bob\nq\n").succeeds().stdout();
    assert!(said.ends_with("> q\nnothing was set up\n"), "{said}");
    assert!(!tool.path().join("tables").exists(), "nothing is made");
}

#[test]
fn odd_lines_are_asked_again() {
    let tool = debts();
    let long = "x".repeat(5_000);
    let odd = ["*", "=", ",,,", "a.b c", "\u{1b}[2J, x", "-a -b", &long, "\0", "Ann,Bob,Cleo,Dan"];
    let said = tool.type_into("referee new game", &(odd.join("\n") + "\nq\n")).succeeds().stdout();
    assert_eq!(said.matches("\n> ").count(), odd.len() + 1, "{said}");
    assert!(!said.contains('\u{1b}'));
    let odd = ["=", "rounds", "rounds=", "no", "loud=perhaps", "moon=half", "speed", &long];
    let said = tool.type_into("referee new game", &format!("A B\n\n{}\nq\n", odd.join("\n"))).succeeds().stdout();
    assert_eq!(said.matches("\n>").count(), odd.len() + 3, "{said}");
}

#[test]
fn a_game_says_what_there_is_to_choose() {
    let tool = debts();
    tool.run("games ./game").says(
        "Debts 1\n2-3 players, with a referee\n\n\
         In turn order:\n  2 players  the day; the night\n  3 players  the day; the night\n\n\
         Options:\n\
         \x20 rounds  Rounds: how many are played; a number from 1 to 9 (usually 3)\n\
         \x20 loud    A loud night: everything is said aloud (usually no)\n\
         \x20 moon    one of `full`, `new` (usually full)\n\n\
         Left to chance: luck, d6, runes (Rune cards).\n",
    );
    let told = tool.run("games ./game --json").succeeds().stdout();
    for part in
        ["\"dice\": [\n    \"luck\",\n    \"d6\"\n  ]", "\"title\": \"Rune cards\"", "\"usual\": 3", "\"least\": 1"]
    {
        assert!(told.contains(part), "{part} in {told}");
    }
    Tool::with_game("  cards: {kind: cards, qty: 2, front: {template: card-classic, title: A}}\n")
        .run("games ./game")
        .says("Small 1\n");
    tool.run("games nothing").refuses(&["nothing"]);
}

#[test]
fn sides_that_cannot_be_are_told() {
    let told = |sides: &str| {
        let game = GAME.replace("{2: [the day, the night], 3: [the day, the night]}", sides);
        debts().file("game/game.yaml", game).run("check ./game").stderr()
    };
    for (sides, message) in [
        ("{many: [a]}", "`many` is no number of players"),
        ("{2: [a], 2-3: [b]}", "`sides` says twice what 2 players play"),
        ("{2-5: [a]}", "`sides` speaks of 2 to 5 players, and 2 to 3 can play"),
        ("[a, \"\"]", "a side needs a name"),
        ("{2: {a: b}}", "`2` must be a text"),
    ] {
        let said = told(sides);
        assert!(said.contains(message), "{sides}: {said}");
    }
}

#[test]
fn a_seat_with_another_name_has_the_same_past() {
    let tool = debts();
    let mut session = evening(&tool, false, &["Bob", "owe", "Bob", "owe", "Bob", "roll", "1 2"]);
    session.with(|table, at| table.undo(Back::Times(1), None, at)).unwrap();
    answer(&mut session, &["3 4", "hide", "Bob"]);
    let set = [("debt.Bob", 4), ("gold.Bob", 9)].map(|(path, value)| (path.to_owned(), value.into())).into();
    let adjusted = Adjusted { set, at_step: BTreeMap::new(), reason: "Bob says so".to_owned(), triggers: false };
    session.with(|table, at| table.adjust(&adjusted, Some("Bob"), at)).unwrap();
    let note = |session: &mut Session| {
        session.with(|table, at| {
            table.note("Bob is late", Some("Bob"), at);
            Ok(())
        })
    };
    note(&mut session).unwrap_or_else(|found| panic!("{found}"));
    let (before, number) = (log(&session, Viewer::Referee), session.table.number());
    let told = session.rename("bob", " Ann Bobbins ").map_err(|found| found.to_string());
    assert_eq!(told, Ok(()));
    let expected: Vec<String> = before
        .iter()
        .map(|line| line.replace("Bob", "Ann Bobbins").replace("because Ann Bobbins", "because Bob"))
        .collect();
    let check = |session: &Session| {
        let mut now = log(session, Viewer::Referee);
        assert_eq!(now.pop().as_deref(), Some("Bob is called Ann Bobbins from here on"));
        let expected: Vec<String> =
            expected.iter().map(|line| line.replace("note: Ann Bobbins", "note: Bob")).collect();
        assert_eq!(now, expected);
    };
    check(&session);
    drop(session);
    let mut session = again(&tool);
    check(&session);
    assert_eq!(session.table.number(), number + 1);
    assert_eq!(session.table.players(), ["Ann", "Ann Bobbins"]);
    let state = session.table.state(Viewer::Referee).unwrap();
    assert_eq!(state["debt"], serde_json::json!({ "Ann Bobbins": 4 }));
    assert_eq!(state["gold"], serde_json::json!({ "Ann": 5, "Ann Bobbins": 9 }));
    assert_eq!(state["secret"]["Ann"], "Ann Bobbins");
    // Everything can be taken back, and the name stays.
    session.with(|table, at| table.undo(Back::To(0), None, at)).unwrap();
    assert_eq!(session.table.players(), ["Ann", "Ann Bobbins"]);
    answer(&mut session, &["ann b", "owe", "Ann Bobbins"]);
    drop(session);
    assert_eq!(again(&tool).table.state(Viewer::Referee).unwrap()["debt"], serde_json::json!({ "Ann Bobbins": 1 }));
}

#[test]
fn two_who_change_places_keep_what_they_did() {
    let tool = debts();
    let mut session = evening(&tool, false, &["Ann", "owe", "Bob", "owe", "Ann", "owe", "Bob"]);
    for (from, to) in [("Ann", "Cleo"), ("Bob", "Ann"), ("Cleo", "Bob")] {
        session.rename(from, to).unwrap_or_else(|found| panic!("{found}"));
        answer(&mut session, &["rest"]);
    }
    drop(session);
    let session = again(&tool);
    let said: Vec<String> =
        log(&session, Viewer::Everybody).into_iter().filter(|line| line.contains(" owes ")).collect();
    assert_eq!(said, ["Bob owes Ann", "Ann owes Bob", "Bob owes Ann"]);
    assert_eq!(session.table.players(), ["Bob", "Ann"]);
}

#[test]
fn secrets_of_a_renamed_seat_are_still_secrets() {
    let tool = debts();
    let mut session = evening(&tool, true, &["Ann", "hide", "Bob", "rest"]);
    session.rename("Ann", "Zoe").unwrap();
    let told = |viewer| log(&session, viewer).join("\n");
    let seat = session.table.seat("Zoe").unwrap();
    assert!(!told(Viewer::Everybody).contains("hides"));
    assert!(told(Viewer::Seat(seat)).contains("Zoe hides from Bob"));
    assert!(told(Viewer::Seat(seat)).contains("Zoe: From whom? Bob (in secret)"));
    // Nobody knows it, so it can be taken back.
    session.with(|table, at| table.undo(Back::Times(2), None, at)).unwrap_or_else(|found| panic!("{found}"));
}

#[test]
fn a_name_that_would_change_the_game_is_refused() {
    let tool = with_script(&SCRIPT.replace("state.turn += 1", "state.turn += #name_of(1)"));
    evening(&tool, false, &["Ann", "rest"]);
    let refused = |arguments: &str, message: &str, hint: &str| {
        let journal = || std::fs::read(tool.path().join("tables/night/journal.jsonl")).unwrap();
        let before = journal();
        tool.run(arguments).refuses_in_words(&format!("error: {message}\n |\n = help: {hint}\n\n1 error"));
        assert_eq!(journal(), before);
    };
    refused(
        "referee rename Ann Annabel",
        "the rules of this game would have played otherwise with the name `Annabel`",
        "nothing was changed; another name may do",
    );
    tool.run("referee rename Ann Zoe").succeeds();
    refused("referee rename Ann Eve", "nobody called `Ann` sits at this table", "known here: `Bob`, `Zoe`");
    refused("referee rename Zoe bob", "two players are called `Bob`", "give one of them another name");
    refused(
        "referee rename Zoe a=b",
        "`a=b` cannot be the name of a player",
        "a name has 1 to 24 letters, without full stop, comma, `=` and `*`, and does not begin with `-`",
    );
    tool.run("referee rename Zoe Zoe").refuses_in_words("error: Zoe is called so already\n\n1 error");
}

#[test]
fn every_game_reads_the_same_under_other_names() {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("components");
    for game in GAMES {
        let (tool, folder) = (Tool::new(), games.join(game));
        let folder = folder.to_str().unwrap();
        let verb = |arguments: &str| tool.run(arguments).succeeds().stdout();
        verb(&format!("referee new {folder} --players Annegret,Bobolink,Cleopatra --dice app --table night --seed 8"));
        verb(&format!("playtest {folder} --table tables/night --answers 90 --seed 11"));
        // In the middle of a game all that stands on its board can be drawn.
        verb("referee picture board.svg");
        let log = verb("referee log");
        let state = verb("referee show --json");
        for (from, to) in [("Bobolink", "Zoe"), ("Annegret", "Bobolink"), ("Cleopatra", "Quentin")] {
            verb(&format!("referee rename {from} {to}"));
        }
        let renamed = |text: &str| {
            text.replace("Bobolink", "Zoe").replace("Annegret", "Bobolink").replace("Cleopatra", "Quentin")
        };
        let now = verb("referee log");
        assert!(log.contains("Annegret") && now.starts_with(&renamed(&log)), "{game}:\n{now}\n\nwas\n{log}");
        let number =
            |text: &str| text.lines().filter(|line| !line.contains("\"number\"")).collect::<Vec<_>>().join("\n");
        let sorted = |text: &str| {
            let mut lines: Vec<String> =
                number(text).lines().map(|line| line.trim_end_matches(',').to_owned()).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&verb("referee show --json")), sorted(&renamed(&state)), "{game}");
        verb("referee recap");
        verb("referee statistics");
        verb("referee undo 3");
    }
}

#[test]
fn nobody_comes_or_goes_and_hears_why() {
    let tool = debts();
    evening(&tool, false, &["Ann"]);
    tool.run("referee join Cleo").refuses_in_words(
        "error: Cleo cannot join: all debts are made before midnight\n |\n \
         = help: `tablewright referee rename Ann Cleo` lets Cleo play on in the place of somebody\n \
         = help: `tablewright referee new game --players Ann,Bob,Cleo` begins anew\n\n1 error",
    );
    let said = tool.run_words(&["referee", "join", "Mary Jo O'Hara"]).stderr();
    assert!(
        said.contains("`tablewright referee new game --players 'Ann,Bob,Mary Jo O'\\''Hara'` begins anew"),
        "{said}"
    );
    tool.run("referee join ann").refuses_in_words("error: ann sits at this table already\n\n1 error");
    tool.run("referee leave bob").refuses_in_words(
        "error: Bob cannot leave: the rules of Debts go on asking every seat\n |\n \
         = help: anybody can answer for Bob, or take the seat over: `tablewright referee rename Bob NAME`\n \
         = help: `tablewright referee score` says how it stands, where people want to stop\n\n1 error",
    );
    tool.run("referee leave Eve").refuses_in_words(
        "error: nobody called `Eve` sits at this table\n |\n = help: known here: `Ann`, `Bob`\n\n1 error",
    );
    tool.run("referee new game --players A,B,C --table full").succeeds();
    tool.run("referee join D --table full").refuses_in_words(
        "error: D cannot join: Debts is for 2 to 3 players\n |\n \
         = help: `tablewright referee rename A D` lets D play on in the place of somebody\n\n1 error",
    );
}

#[test]
fn whoever_comes_back_is_told_what_happened() {
    let tool = debts();
    evening(&tool, false, &["Bob", "owe", "Ann", "rest", "roll", "1 2", "hide", "Bob", "owe", "Bob"]);
    tool.run("referee recap").says(
        "turn 6\nAnn's turn: What now, Ann?\nWhat happened since the start of the round:\n        round 3 begins\n        \
         Bob owes Bob\n",
    );
    // What came of Ann's own answer she has seen.
    tool.run("referee recap --seat Ann")
        .says("turn 6\nAnn's turn: What now, Ann?\nWhat happened since Ann's last turn:\n        Bob owes Bob\n");
    tool.run("referee recap --seat Bob")
        .says("turn 6\nAnn's turn: What now, Ann?\nNothing happened since Bob's last turn.\n");
    let told = tool.run("referee recap --json").succeeds().stdout();
    for part in ["\"since\": \"since the start of the round\"", "\"asked\": \"Ann\"", "\"text\": \"Bob owes Bob\""] {
        assert!(told.contains(part), "{part} in {told}");
    }
}

#[test]
fn an_evening_in_numbers() {
    let tool = debts();
    tool.run("referee new game --players A,B --table empty").succeeds();
    tool.run("referee statistics --table empty").says("nothing was answered yet\n");
    let mut session = evening(&tool, false, &["Ann", "roll", "5 6", "luck", "hit", "roll", "6 _", "hide", "Ann"]);
    session.with(|table, at| table.undo(Back::Times(1), None, at)).unwrap();
    answer(&mut session, &["Ann"]);
    session.rename("Bob", "Rob").unwrap();
    let told = session.statistics().unwrap();
    let turns: Vec<(&str, usize)> = told.turns.iter().map(|of| (of.player.as_str(), of.turns)).collect();
    assert_eq!(turns, [("Ann", 2), ("Rob", 2)]);
    assert!(told.turns.iter().all(|of| of.median >= 10 && of.longest >= of.median));
    drop(session);
    let said = tool.run("referee statistics --table night").succeeds().stdout();
    let dice = said.split_once("Dice:\n").unwrap().1;
    let (typed, rolled) = dice.split_once("  Ann's d6: 3").unwrap();
    assert!(typed.starts_with("  Ann's d6: 1 rolled by the referee, "), "{dice}");
    assert_eq!(
        rolled,
        " rolled and typed, 5.7 on average, 3.5 expected\n    1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 2; 0.5 of each expected\n  \
         Rob's luck: 1 rolled and typed\n    hit: 1 (0.7 expected), miss: 0 (0.3 expected)\n"
    );
    let told = tool.run("referee statistics --json --table night").succeeds().stdout();
    for part in ["\"median_seconds\"", "\"breaks\": 0", "\"typed\": true", "\"expected\": 3.5", "\"face\": \"miss\""] {
        assert!(told.contains(part), "{part} in {told}");
    }
}

/// Before the first round nobody has a turn, and what was taken back was none.
#[test]
fn setting_up_and_what_was_taken_back_are_no_turns() {
    let script = "declare {n = is.whole(0, 9)}\nfunction steps.setup()\nfor seat = 1, 2 do choose {seat = seat, prompt = 'Home?', options = {'x', 'y'}} end\nsay_round('round {} begins', 1)\nreturn 'turn'\nend\nfunction steps.turn()\nfor seat = 1, 2 do choose {seat = seat, prompt = 'What?', options = {'x', 'y'}} end\nreturn 'turn'\nend";
    let tool = Tool::refereed(script);
    tool.run("referee new game --players Ann,Bob --table night").succeeds();
    for answer in ["x", "x", "x", "x"] {
        tool.run(&format!("referee answer {answer}")).succeeds();
    }
    tool.run("referee undo --to 3").succeeds();
    let said = tool.run("referee statistics").succeeds().stdout();
    assert!(said.contains("Ann:  1 turn,") && !said.contains("Bob:"), "{said}");
    tool.run("referee answer y").succeeds();
    let said = tool.run("referee statistics").succeeds().stdout();
    assert!(said.contains("Ann:  1 turn,") && said.contains("Bob:  1 turn,"), "{said}");
}

#[test]
fn breaks_are_no_thinking() {
    let tool = debts();
    let line = |text: &str| text.to_owned();
    let mut session = evening(&tool, false, &["Ann"]);
    for (at, text) in [
        ("2030-01-01T20:00:00Z", "rest"),
        ("2030-01-01T20:00:30Z", "rest"),
        ("2030-01-01T20:10:30Z", "owe"),
        ("2030-01-01T20:11:00Z", "Ann"),
        ("2030-01-01T20:21:01Z", "rest"),
        ("2030-01-01T19:00:00Z", "rest"),
    ] {
        session.with(|table, _| table.answer(&Move { text, ..Move::default() }, at)).unwrap();
    }
    drop(session);
    let said = tool.run("referee statistics").succeeds().stdout();
    assert_eq!(
        said,
        line(
            "Turns:\n  Ann:  3 turns, the middle one 0 s, the longest 10 min 30 s\n  Bob:  2 turns, the middle one 15 s, the longest 30 s\n  \
              2 waits of more than 10 minutes are not in them.\n"
        )
    );
}

#[test]
fn the_list_says_how_each_table_stands() {
    let tool = debts();
    let verb = |arguments: &str| tool.run(arguments).succeeds().stdout();
    for (name, answers) in [("a", &["Ann"][..]), ("b", &["Ann", "hide"]), ("c", &["Ann", "end"]), ("d", &[])] {
        verb(&format!("referee new game --players Ann,Bob --table {name}"));
        for answer in answers {
            verb(&format!("referee answer {answer} --table {name}"));
        }
        // The list is in the order of their files.
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(
        verb("referee list"),
        "table  game   players   played    how it stands\n\
         d      Debts  Ann, Bob  just now  Who begins?\n\
         c      Debts  Ann, Bob  just now  Ann and Bob won\n\
         b      Debts  Ann, Bob  just now  Ann's turn, in secret\n\
         a      Debts  Ann, Bob  just now  Ann's turn: What now, Ann?\n"
    );
    std::fs::write(tool.path().join("tables/b/game/rules.luau"), "function steps.setup() error('no') end").unwrap();
    let said = verb("referee list");
    assert!(said.contains("\nb cannot be played: "), "{said}");
}
