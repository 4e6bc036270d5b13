//! Questions that several seats are asked at once: in any order, changed, taken back, with half of the answers in, and secret
//! until all are.

use std::collections::BTreeSet;

use crate::support::played::{assert_replays, game, opened, opened_keeping_all, start, told};
use serde_json::{Value, json};
use tablewright::inside::dice::Chance;
use tablewright::inside::model::Game;
use tablewright::inside::referee::{Back, Custody, Entry, Move, Problem, Seat, Start, Table, Viewer, What};

const AT: &str = "2026-01-01T00:00:02Z";
const NAMES: [&str; 3] = ["Ann", "Bob", "Cleo"];

/// An auction of three rounds in which all name a price at once.
const AUCTION: &str = r#"
declare {
    coins = is.each_seat(is.whole(0, 99, 9)),
    prices = is.each_seat(is.whole(0, 99)),
    won = is.each_seat(is.whole(0, 3)),
    round = is.whole(0, 3),
}

function steps.setup()
    return "auction"
end

function steps.auction()
    local questions = {}
    for seat = 1, seats do
        questions[seat] = {
            kind = "choose_number",
            prompt = "What do you pay?",
            most = state.coins[seat],
            secret = SECRET,
        }
    end
    state.prices = ask_all(questions, HOW)
    local best = 1
    for seat, price in pairs(state.prices) do
        if price > state.prices[best] then
            best = seat
        end
    end
    state.won[best] += 1
    state.coins[best] -= state.prices[best]
    say("{seat} pays {coin}.", best, state.prices[best])
    state.round += 1
    return if state.round == 3 then "over" else "auction"
end

function show()
    return {status = words("Round {}", state.round)}
end
"#;

fn auction(secret: bool, how: &str) -> Game {
    game(&AUCTION.replace("SECRET", &secret.to_string()).replace("HOW", how))
}

fn three() -> Start {
    Start { players: NAMES.map(str::to_owned).into(), ..start(Custody::App, 7) }
}

fn table(game: &Game) -> Table {
    opened(game, three(), Vec::new()).unwrap_or_else(|problem| panic!("{}", told(&problem)))
}

fn answer(table: &mut Table, by: &str, text: &str) -> Result<(), Problem> {
    table.answer(&Move { by: Some(by), number: None, text }, AT)
}

#[track_caller]
fn all_answer(table: &mut Table, answers: &[(&str, &str)]) {
    for (by, text) in answers {
        answer(table, by, text).unwrap_or_else(|problem| panic!("{by}: {}", told(&problem)));
    }
}

#[track_caller]
fn refused(done: Result<(), Problem>, message: &str) {
    assert_eq!(in_a_line(&done.expect_err(message)), message);
}

/// What is wrong, and what would help.
fn in_a_line(problem: &Problem) -> String {
    told(problem).trim_start_matches("refused: ").trim_end().replace("\n  ", " | ")
}

/// Who has answered, as one of them sees it.
fn in_already(table: &mut Table, viewer: Viewer) -> Vec<bool> {
    let view = table.view(viewer).expect("a view");
    view.waiting.iter().map(|waiting| waiting.has_answered).collect()
}

/// What a viewer reads in the log of entries and sentences.
fn log(table: &Table, viewer: Viewer) -> Vec<String> {
    table.log(viewer).into_iter().map(|line| line.text).collect()
}

fn state(table: &mut Table) -> Value {
    table.state(Viewer::Referee).expect("a state")
}

#[test]
fn answers_come_in_any_order() {
    let small = auction(true, "{}");
    let mut states = BTreeSet::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut table = table(&small);
        for seat in order {
            assert_eq!(table.entries().len(), table.together().map_or(9, |asked| 3 - asked.missing().count()));
            answer(&mut table, NAMES[seat], ["4", "7", "2"][seat]).expect("a price");
        }
        states.insert(state(&mut table).to_string());
        assert_eq!(table.entries().len(), 4, "three answers and what is told to everybody");
        assert_eq!(
            log(&table, Viewer::Everybody)[3..],
            ["told to everybody: What do you pay? Ann 4, Bob 7, Cleo 2", "Bob pays 7 coins."]
        );
    }
    assert_eq!(states.len(), 1);
}

#[test]
fn what_is_told_is_one_entry_with_all_answers() {
    let mut table = table(&auction(true, "{}"));
    all_answer(&mut table, &[("Cleo", "2"), ("Ann", "4"), ("Bob", "7")]);
    let entry = serde_json::to_value(&table.entries()[3]).expect("an entry");
    let told = |asked: &str, number: i64| {
        json!({
            "asked": asked, "prompt": "What do you pay?", "told": number.to_string(),
            "answer": {"number": number}, "secret": true,
        })
    };
    assert_eq!(entry["reveal"], json!([told("Ann", 4), told("Bob", 7), told("Cleo", 2)]));
    let own = log(&table, Viewer::Seat(Seat(0)));
    assert_eq!(own[..3], ["Cleo: in secret", "Ann: What do you pay? 4 (in secret)", "Bob: in secret"]);
}

#[test]
fn who_may_answer_is_said() {
    let mut table = table(&auction(true, "{}"));
    let nobody = table.answer(&Move { text: "3", ..Move::default() }, AT);
    refused(
        nobody,
        "Ann, Bob and Cleo are asked at once: whose answer is this? | say whose it is: `--seat` and the name",
    );
    refused(
        answer(&mut table, "Dora", "3"),
        "nobody called `Dora` sits at this table | known here: `Ann`, `Bob`, `Cleo`",
    );
    all_answer(&mut table, &[("Bob", "7")]);
    refused(
        answer(&mut table, "Bob", "8"),
        "Bob has answered already, and Ann and Cleo have not yet | `undo Bob` takes the answer back, at the command line `undo --seat Bob`",
    );
    all_answer(&mut table, &[("Cleo", "2")]);
    refused(
        answer(&mut table, "Bob", "8"),
        "Bob has answered already, and Ann has not yet | `undo Bob` takes the answer back, at the command line `undo --seat Bob`",
    );
    refused(answer(&mut table, "Ann", "99"), "`99` is not one of the answers | legal now: a number from 0 to 9");
    // Of all who were asked one is left, so nobody needs to say who answers; what it may be, only Ann is told.
    let guess = table.answer(&Move { text: "99", ..Move::default() }, AT);
    refused(guess, "Ann is asked in secret, and this is no answer to it | only Ann is told more: answer as that seat");
    table.answer(&Move { text: "4", ..Move::default() }, AT).expect("Ann's price");
    assert_eq!(state(&mut table)["won"], json!({"Ann": 0, "Bob": 1, "Cleo": 0}));
}

#[test]
fn an_answer_counts_although_others_answered_since() {
    let mut table = table(&auction(true, "{}"));
    let late = |table: &mut Table, by: &str, number: u64| {
        table.answer(&Move { by: Some(by), number: Some(number), text: "1" }, AT)
    };
    late(&mut table, "Ann", 0).expect("Ann's");
    late(&mut table, "Bob", 0).expect("Bob's, who saw the table before Ann's");
    refused(late(&mut table, "Cleo", 7), &moved_on(2, 7));
    refused(late(&mut table, "Bob", 0), &moved_on(2, 0));
    late(&mut table, "Cleo", 1).expect("Cleo's");
    refused(late(&mut table, "Ann", 2), &moved_on(4, 2));
}

fn moved_on(at: u64, not: u64) -> String {
    format!("the table has moved on since: it is at {at}, not at {not} | asked now: What do you pay?")
}

#[test]
fn an_answer_can_be_changed_where_the_script_says_so() {
    let small = auction(true, "{changeable = true}");
    let mut table = table(&small);
    all_answer(&mut table, &[("Ann", "4"), ("Bob", "7"), ("Ann", "8"), ("Ann", "3"), ("Cleo", "5")]);
    assert_eq!(state(&mut table)["prices"], json!({"Ann": 3, "Bob": 7, "Cleo": 5}));
    assert_eq!(table.entries().len(), 6);
    let again = opened_keeping_all(&small, three(), table.entries().to_vec()).expect("the same table");
    assert_eq!(again.entries(), table.entries());
}

#[test]
fn secret_answers_may_stay_secret_and_open_ones_are_seen() {
    let mut table = table(&auction(true, "{reveal = false}"));
    all_answer(&mut table, &[("Ann", "4"), ("Bob", "7"), ("Cleo", "2")]);
    assert_eq!(
        log(&table, Viewer::Everybody),
        ["Ann: in secret", "Bob: in secret", "Cleo: in secret", "Bob pays 7 coins."]
    );
    let mut table = crate::side_by_side::table(&auction(false, "{}"));
    all_answer(&mut table, &[("Bob", "7")]);
    assert_eq!(log(&table, Viewer::Seat(Seat(0))), ["Bob: What do you pay? 7"]);
    all_answer(&mut table, &[("Cleo", "2"), ("Ann", "4")]);
    assert_eq!(table.entries().len(), 3);
}

#[test]
fn one_answer_is_taken_back_and_the_others_stay() {
    let small = auction(true, "{}");
    let mut table = table(&small);
    all_answer(&mut table, &[("Ann", "4"), ("Bob", "7")]);
    let taken = table.undo(Back::Times(1), Some("Ann"), AT).expect("Ann's answer");
    assert_eq!(taken.told, ["Ann: in secret"]);
    assert_eq!(table.entries()[2].what, What::Withdraw { answer: 1 });
    assert_eq!(in_already(&mut table, Viewer::Everybody), [false, true, false]);
    all_answer(&mut table, &[("Cleo", "2"), ("Ann", "9")]);
    assert_eq!(state(&mut table)["prices"], json!({"Ann": 9, "Bob": 7, "Cleo": 2}));
    let again = opened(&small, three(), table.entries().to_vec()).expect("the same table");
    assert_eq!(again.entries(), table.entries());
    // Back to where Ann's first answer was there, and on again.
    table.undo(Back::To(2), None, AT).expect("back");
    assert_eq!(in_already(&mut table, Viewer::Everybody), [true, true, false]);
    all_answer(&mut table, &[("Cleo", "2")]);
    assert_eq!(state(&mut table)["prices"], json!({"Ann": 4, "Bob": 7, "Cleo": 2}));
    // Without a name it is the last answer, whoever gave it, and what was told with it.
    let taken = table.undo(Back::Times(1), None, AT).expect("Cleo's answer");
    assert_eq!(taken.told[1..], ["Cleo: in secret"]);
    assert_eq!(in_already(&mut table, Viewer::Everybody), [true, true, false]);
    assert_eq!(table.redo(1, None, AT).expect("Cleo's again").told.len(), 2);
    assert_eq!(state(&mut table)["prices"], json!({"Ann": 4, "Bob": 7, "Cleo": 2}));
}

#[test]
fn at_a_strict_table_what_was_told_stays() {
    let small = auction(true, "{}");
    let strict = Start { strict: true, ..three() };
    let mut table = opened(&small, strict, Vec::new()).unwrap_or_else(|problem| panic!("{}", told(&problem)));
    all_answer(&mut table, &[("Ann", "4"), ("Bob", "7")]);
    table.undo(Back::Times(1), Some("Ann"), AT).expect("nobody knows it");
    table.undo(Back::Times(1), Some("Bob"), AT).expect("nor Bob's");
    assert_eq!(in_already(&mut table, Viewer::Everybody), [false, false, false]);
    all_answer(&mut table, &[("Ann", "4"), ("Bob", "7"), ("Cleo", "2")]);
    let told = "this table is strict: what was seen stays (told to everybody: What do you pay? Ann 4, Bob 7, Cleo 2) \
                | `adjust` sets what is wrong";
    for back in [Back::Times(1), Back::To(4), Back::To(0)] {
        refused(table.undo(back, None, AT).map(drop), told);
    }
}

#[test]
fn a_table_goes_on_with_half_of_the_answers_in() {
    for how in ["{}", "{changeable = true}", "{reveal = false}"] {
        let small = auction(true, how);
        for seed in 0..20 {
            let mut chance = Chance::from_seed(seed);
            let mut live = opened_keeping_all(&small, three(), Vec::new()).expect("a table");
            while let Some((by, text)) = live.move_by_chance(&mut chance) {
                live.answer(&Move { by: by.as_deref(), text: &text, number: None }, AT).expect("a legal answer");
                if chance.below(4) == 0 {
                    let by = NAMES[chance.below(3) as usize];
                    let _ = live.undo(Back::Times(1), Some(by), AT).expect("something to take back");
                }
                assert_replays(&small, &mut live, how);
            }
            goes_on_anywhere(&small, &live);
        }
    }
}

/// Whatever is lost of the end of a journal, the same is asked, and what was told is told again.
fn goes_on_anywhere(game: &Game, live: &Table) {
    for kept in 0..live.entries().len() {
        let entries = live.entries()[..kept].to_vec();
        let cut = opened(game, three(), entries).expect("a table");
        let told_again: Vec<&Entry> = cut.entries()[kept..].iter().collect();
        assert!(told_again.iter().all(|entry| matches!(entry.what, What::Reveal(_))), "{told_again:?}");
        if let Some(next) = told_again.first() {
            assert_eq!(next.what, live.entries()[kept].what);
        }
        assert!(cut.together().is_none_or(|asked| asked.missing().next().is_some()));
    }
}

/// All that somebody else can find out while others think.
fn all_heard(table: &mut Table, viewer: Viewer, by: &str) -> String {
    let view = table.view(viewer).expect("a view").json();
    let log = log(table, viewer);
    let back = table.would_take_back(Back::To(0));
    let refusals = [(by, "99"), ("Ann", "99"), (by, "nonsense")].map(|(by, text)| {
        let given = Move { by: (by != "Ann").then_some(by), number: None, text };
        table.answer(&given, AT).map_err(|problem| told(&problem))
    });
    let stale = table.answer(&Move { by: Some(by), number: Some(77), text: "1" }, AT).map_err(|problem| told(&problem));
    format!("{view}{log:?}{back:?}{refusals:?}{stale:?}{:?}{:?}", table.audit(viewer), table.score())
}

#[test]
fn nobody_hears_of_a_secret_answer_before_all_are_in() {
    for how in ["{}", "{changeable = true}", "{reveal = false}"] {
        let small = auction(true, how);
        for (viewer, by) in
            [(Viewer::Seat(Seat(1)), "Bob"), (Viewer::Seat(Seat(2)), "Cleo"), (Viewer::Everybody, "Bob")]
        {
            let heard: BTreeSet<String> = (0..=9)
                .map(|price| {
                    let mut table = table(&small);
                    all_answer(&mut table, &[("Ann", &price.to_string())]);
                    all_heard(&mut table, viewer, by)
                })
                .collect();
            assert_eq!(heard.len(), 1, "{how}, {by}");
        }
    }
}

#[test]
fn every_viewer_is_asked_its_own_question_first() {
    let mut table = table(&auction(true, "{}"));
    let asked = |table: &mut Table, viewer| {
        let view = table.view(viewer).expect("a view");
        (view.asked, view.request.is_some())
    };
    for seat in [0, 1, 2].map(Seat) {
        assert_eq!(asked(&mut table, Viewer::Seat(seat)), (Some(seat), true));
    }
    assert_eq!(asked(&mut table, Viewer::Everybody), (Some(Seat(0)), false));
    all_answer(&mut table, &[("Ann", "1")]);
    assert_eq!(asked(&mut table, Viewer::Seat(Seat(0))), (Some(Seat(1)), false));
    assert_eq!(
        table.view(Viewer::Everybody).expect("a view").json()["waiting"],
        json!([
            {"seat": "Ann", "answered": true, "secret": true, "request": null},
            {"seat": "Bob", "answered": false, "secret": true, "request": null},
            {"seat": "Cleo", "answered": false, "secret": true, "request": null},
        ])
    );
}

#[test]
fn dice_of_the_app_are_rolled_at_once_and_others_are_told() {
    let script = r#"
declare {sum = is.each_seat(is.whole(0, 99))}
function steps.setup()
    local rolled = ask_all {
        [1] = {kind = "roll", dice = 2, prompt = "Roll for the start."},
        [2] = {kind = "confirm", prompt = "Do you sit down?"},
        [3] = {kind = "choose", prompt = "Which hat?", options = {"red"}, obvious = true},
    }
    state.sum[1] = rolled[1][1] + rolled[1][2]
    state.sum[2] = if rolled[2] then 1 else 0
    say("{seat} has the {} hat.", 3, rolled[3])
    return "over"
end
"#;
    let small = game(script);
    let mut table = table(&small);
    assert_eq!(table.entries().len(), 1, "the dice of the app");
    all_answer(&mut table, &[("Bob", "yes")]);
    assert_eq!(state(&mut table)["sum"]["Bob"], 1);
    assert_eq!(log(&table, Viewer::Everybody)[2..], ["Cleo has the red hat."]);
    let typed = Start { hands: start(Custody::Table, 7).hands, ..three() };
    let mut table = opened(&small, typed, Vec::new()).expect("a table");
    all_answer(&mut table, &[("Bob", "no"), ("Ann", "3 4")]);
    assert_eq!(state(&mut table)["sum"], json!({"Ann": 7, "Bob": 0, "Cleo": 0}));
}

#[test]
fn a_seat_is_renamed_while_others_think() {
    let small = auction(true, "{}");
    let mut table = table(&small);
    all_answer(&mut table, &[("Ann", "4"), ("Bob", "7"), ("Cleo", "2"), ("Bob", "1")]);
    let mut entries = table.entries().to_vec();
    let what = What::Rename { from: "Bob".into(), to: "Bert".into() };
    entries.push(Entry { seq: entries.len() as u64 + 1, at: AT.into(), by: None, what });
    let mut table = opened(&small, three(), entries).expect("a table");
    assert_eq!(log(&table, Viewer::Everybody)[3], "told to everybody: What do you pay? Ann 4, Bert 7, Cleo 2");
    assert_eq!(in_already(&mut table, Viewer::Everybody), [false, true, false]);
    all_answer(&mut table, &[("Ann", "5"), ("Cleo", "5")]);
    assert_eq!(table.entries().len(), 9, "three answers to each of two questions, what was told, and the name");
}

#[test]
fn journals_that_do_not_fit_are_told() {
    let small = auction(true, "{}");
    let mut table = table(&small);
    all_answer(&mut table, &[("Ann", "4"), ("Bob", "7"), ("Cleo", "2")]);
    let fails = |entries: Vec<Entry>| match opened(&small, three(), entries) {
        Err(problem) => in_a_line(&problem),
        Ok(_) => panic!("it opens"),
    };
    let renumbered = |mut entries: Vec<Entry>| {
        for (n, entry) in entries.iter_mut().enumerate() {
            entry.seq = n as u64 + 1;
        }
        entries
    };
    let all = table.entries();
    let (first, told_early) = (all[0].clone(), all[3].clone());
    assert_eq!(
        fails(renumbered(vec![first.clone(), told_early])),
        "entry 2 does not fit: answers were told to everybody there, and now they are not all in"
    );
    assert_eq!(
        fails(renumbered(vec![first.clone(), first.clone()])),
        "entry 2 does not fit: somebody else is asked now"
    );
    let rest = [all[0].clone(), all[1].clone(), all[2].clone(), first];
    assert_eq!(
        fails(renumbered(rest.to_vec())),
        "entry 4 does not fit: everybody has to be told the answers before it"
    );
}

#[test]
fn what_a_script_asks_wrongly_is_told() {
    let asks = |call: &str| {
        let script = format!("declare {{}}\nfunction steps.setup()\n    {call}\n    return 'over'\nend");
        match opened(&game(&script), three(), Vec::new()) {
            Err(problem) => told(&problem),
            Ok(_) => panic!("{call} plays"),
        }
    };
    let wrong = [
        ("ask_all()", "`ask_all` takes a table of questions, each under the seat that is asked"),
        ("ask_all {}", "`ask_all` asks nobody"),
        ("ask_all {[4] = {kind = 'confirm', prompt = 'Yes?'}}", "there is no such seat"),
        ("ask_all {[1] = 'confirm'}", "a question is a table with named values"),
        (
            "ask_all {{prompt = 'Yes?'}}",
            "the question for Ann: each question of `ask_all` says its `kind`, such as \"choose\"",
        ),
        (
            "ask_all {{kind = 'chose', prompt = 'Yes?', options = {'a'}}}",
            "the question for Ann: `ask_all` knows no kind `chose`",
        ),
        (
            "ask_all {{kind = 'confirm', seat = 2, prompt = 'Yes?'}}",
            "the question for Ann: a question of `ask_all` is for the seat that it stands under",
        ),
        (
            "ask_all ({{kind = 'confirm', prompt = 'Yes?'}}, {changable = true})",
            "`ask_all` has no `changable`; did you mean `changeable`?",
        ),
        ("ask_all ({{kind = 'confirm', prompt = 'Yes?'}}, {reveal = 1})", "`reveal` of `ask_all` is `true` or `false`"),
        ("ask_all {{kind = 'confirm'}}", "the question for Ann: a question needs a `prompt`"),
        (
            "choose {kind = 'confirm', prompt = 'Yes?', options = {'a'}}",
            "a question has no `kind`: only those of `ask_all` have one",
        ),
    ];
    let mut differ = Vec::new();
    for (call, message) in wrong {
        let found = asks(call);
        if !found.starts_with(message) {
            differ.push(format!("{call}\n  {found}\n  {message}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn what_was_taken_back_alone_comes_back_with_an_undo() {
    let mut table = table(&auction(true, "{}"));
    all_answer(&mut table, &[("Ann", "1"), ("Bob", "2")]);
    table.undo(Back::Times(1), Some("Ann"), AT).expect("Ann's answer");
    assert_eq!(in_already(&mut table, Viewer::Everybody), [false, true, false]);
    assert_eq!(table.undo(Back::Times(1), None, AT).expect("back").told, ["took back entry 1 alone"]);
    assert_eq!(in_already(&mut table, Viewer::Everybody), [true, true, false]);
    table.undo(Back::Times(1), None, AT).expect("back");
    assert_eq!(in_already(&mut table, Viewer::Everybody), [true, false, false]);
}

/// All discard at once: two alike, or none.
const DISCARDS: &str = r#"
declare {left = is.each_seat(is.whole(0, 9))}
function steps.setup()
    local questions = {}
    for seat = 1, seats do
        questions[seat] = {
            kind = "choose_many", prompt = "What do you put away?", options = {"bite", "claw"}, each = 2, secret = true,
            check = function(cards)
                if #cards > 0 and (#cards ~= 2 or cards[1] ~= cards[2]) then
                    return "two alike, or none", "The night"
                end
            end,
        }
    end
    for seat, cards in pairs(ask_all(questions)) do
        state.left[seat] = #cards
    end
    return "over"
end
"#;

#[test]
fn a_choice_is_refused_as_a_whole_when_it_is_made() {
    let small = game(DISCARDS);
    let mut table = table(&small);
    let message =
        "this is not legal as a whole: two alike, or none | legal now: 0 to 4 of `bite` (up to 2), `claw` (up to 2)";
    refused(answer(&mut table, "Bob", "bite claw"), message);
    assert_eq!(table.entries().len(), 0);
    all_answer(&mut table, &[("Ann", "bite bite"), ("Cleo", "none")]);
    refused(answer(&mut table, "Bob", "claw"), message);
    let guess = table.answer(&Move { text: "claw", ..Move::default() }, AT);
    refused(guess, "Bob is asked in secret, and this is no answer to it | only Bob is told more: answer as that seat");
    assert_eq!(in_already(&mut table, Viewer::Everybody), [true, false, true]);
    all_answer(&mut table, &[("Bob", "claw claw")]);
    assert_eq!(state(&mut table)["left"], json!({"Ann": 2, "Bob": 2, "Cleo": 0}));
}
