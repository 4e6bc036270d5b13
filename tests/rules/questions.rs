//! People and bots get the same questions: what is legal for people is what bots can pick, however the question is put, and
//! what is no question for people is none for the bots of `check`.

use std::collections::BTreeSet;

use crate::support::played::{answer, game, opened, table, told};
use crate::support::table::rules;
use tablewright::inside::model::Game;
use tablewright::inside::referee::{
    Choice, Custody, Problem, QuestionKind, Request, Rules as _, Start, UNSEEN, Viewer,
};
use tablewright::inside::rules::{Patience, ScriptRules};

/// What the script may use around a question.
const TOOLS: &str = r#"
declare {said = is.list(is.text(), 500), deck = is.pile("nights"), hand = is.each_seat(is.pile("nights"))}
function told(value)
    if type(value) ~= "table" then return tostring(value) end
    local all = {}
    for _, one in ipairs(value) do table.insert(all, tostring(one)) end
    return table.concat(all, " ")
end
function map(t)
    local all = {}
    for key, value in pairs(t) do table.insert(all, key .. "=" .. value) end
    return all
end
function dealt(q)
    pile.deal("deck", state.hand[1], 1, q)
    local slot = state.hand[1][1]
    return if type(slot) == "table" then slot.card else "unseen"
end
function drawn(q)
    pile.fill("deck", {bite = 2, claw = 1, dawn = 1}, "nights")
    return pile.draw("deck", q)
end
"#;

/// Every kind of question with each of its keys.
const QUESTIONS: &[&str] = &[
    "choose {prompt = 'Which?', options = {'a', 'b', 'c'}}",
    "choose {prompt = 'Which?', options = {'a'}}",
    "choose {prompt = 'Which?', options = {'a'}, obvious = true}",
    "choose {prompt = 'Which?', options = {'a', 'b'}, obvious = true, seat = 2, secret = true, rule = 'The night'}",
    "choose {prompt = 'Who?', options = {seat_id(1), seat_id(2)}, labels = {Ann = 'the first'}}",
    "choose {prompt = 'Which?', options = {'a', 'b'}, labels = function(id) return 'the ' .. id end, why = function(refuse) refuse('c', 'it is far') end}",
    "choose_space {prompt = 'Where?', options = {'A1', 'B2', 'stop'}}",
    "choose_space {prompt = 'Where?', options = {'A1'}, obvious = true}",
    "choose_many {prompt = 'Which?', options = {'a', 'b', 'c'}}",
    "choose_many {prompt = 'Which?', options = {'a', 'b', 'c'}, least = 2}",
    "choose_many {prompt = 'Which?', options = {'a', 'b', 'c'}, most = 1}",
    "choose_many {prompt = 'Which?', options = {'a', 'b'}, least = 1, most = 9}",
    "choose_many {prompt = 'Which?', options = {'a', 'b'}, most = 0}",
    "choose_many {prompt = 'Which?', options = {'a', 'b'}, each = 2}",
    "choose_many {prompt = 'Which?', options = {'a', 'b'}, each = {a = 3}}",
    "choose_many {prompt = 'Which?', options = {'a', 'b'}, each = {a = 3, b = 2}, least = 2, most = 2}",
    "choose_many {prompt = 'Which?', options = {'a', 'b'}, each = {a = 3, b = 2}, least = 5, obvious = true}",
    "choose_many {prompt = 'Which?', options = {'a'}, each = 3, least = 1, obvious = true}",
    "choose_many {prompt = 'Which?', options = {'a'}, each = 3, least = 2, most = 2, obvious = true}",
    "choose_many {prompt = 'Which?', options = {'a', 'b'}, least = 2, most = 7, obvious = true}",
    "choose_many {prompt = 'Which?', options = {'a', 'b', 'c'}, check = function(all) if #all == 2 then return 'not two' end end}",
    "choose_many {prompt = 'Which?', options = {'a'}, each = 3, least = 1, obvious = true, check = function(all) if #all > 1 then return 'one' end end}",
    "choose_order {prompt = 'In which order?', options = {'a', 'b'}, check = function(all) if all[1] ~= 'b' then return 'b is first' end end}",
    "choose_number {prompt = 'How many?', most = 5}",
    "choose_number {prompt = 'How many?', least = 2, most = 4}",
    "choose_number {prompt = 'How many?', least = -2, most = 0}",
    "choose_number {prompt = 'How many?', least = 3, most = 3}",
    "choose_order {prompt = 'In which order?', options = {'a', 'b', 'c'}}",
    "choose_order {prompt = 'In which order?', options = {'a'}}",
    "confirm {prompt = 'Is it?'}",
    "confirm {prompt = 'Is it?', yes = 'it is', no = 'it is not', seat = 1}",
    "ask_all({{kind = 'choose', prompt = 'Which?', options = {'a', 'b', 'c'}}})[1]",
    "ask_all({{kind = 'choose', prompt = 'Which?', options = {'a'}, obvious = true}})[1]",
    "ask_all({[2] = {kind = 'choose_space', prompt = 'Where?', options = {'A1', 'B2'}, secret = true}})[2]",
    "ask_all({{kind = 'choose_many', prompt = 'Which?', options = {'a', 'b'}, each = {a = 3}}}, {changeable = true})[1]",
    "ask_all({{kind = 'choose_many', prompt = 'Which?', options = {'a', 'b'}, least = 2, most = 7, obvious = true}})[1]",
    "ask_all({{kind = 'choose_number', prompt = 'How many?', least = 2, most = 4}})[1]",
    "ask_all({{kind = 'choose_order', prompt = 'In which order?', options = {'a', 'b', 'c'}}})[1]",
    "ask_all({{kind = 'confirm', prompt = 'Is it?'}}, {reveal = false})[1]",
    "ask_all({{kind = 'roll', die = 'd4', dice = 2}})[1]",
    "roll {}",
    "roll {die = 'd4', dice = 2, seat = 1, prompt = 'Roll.'}",
    "roll {die = 'coin', dice = 2}",
    "roll {die = 'luck', dice = 2}",
    "roll_one {die = 'd3'}",
    "roll_one {die = 'luck', prompt = 'Luck?'}",
    "drawn {prompt = 'Which card?'}",
    "drawn {prompt = 'Which card?', seat = 1, secret = true}",
    "drawn {prompt = 'Which card?', only = function(card) return card ~= 'bite' end}",
    "drawn {prompt = 'Which card?', obvious = true, only = function(card) return card == 'dawn' end}",
    "(function() pile.fill('deck', {bite = 1, claw = 2}, 'nights') return pile.reveal(state.deck[1], {prompt = 'Which card?'}) end)()",
    "(function() pile.fill('deck', {bite = 1, claw = 2}, 'nights') return pile.peek('deck', 2, 1) end)()",
    "(function() pile.fill('deck', {bite = 1, claw = 2}, 'nights') return dealt() end)()",
    "(function() pile.fill('deck', {bite = 1, claw = 2, dawn = 1}, 'nights') return dealt {only = function(card) return card ~= 'claw' end} end)()",
    "map(counts.choose {prompt = 'Who dies?', from = {a = 2, b = 1}, number = 2})",
    "map(counts.choose {prompt = 'Who dies?', from = {a = 2, b = 1}, number = 5})",
    "turns.choose {prompt = 'Who?', unsure = 'roll', lot = 'for it'}",
    "turns.by_lot(turns.from(2), {prompt = 'Who?'})",
    "(faces.choose {prompt = 'Which die?', throw = {{id = 'R', name = 'the red dice', die = 'd6', faces = {4, 1, 4}}}} or {id = 'none'}).id",
];

/// A game that asks this so many times, each time from the start.
fn asks(question: &str, times: usize) -> String {
    format!(
        "{TOOLS}\nfunction steps.setup()
    for _ = 1, {times} do
        state.deck, state.hand[1] = {{}}, {{}}
        table.insert(state.said, told({question}))
    end
    return 'over'
end\n"
    )
}

fn script(question: &str) -> String {
    asks(question, 1)
}

/// What the script was told.
fn said(state: &serde_json::Value) -> BTreeSet<String> {
    let all = state["said"].as_array().expect("a list").iter();
    all.map(|said| said.as_str().expect("a text").to_owned()).collect()
}

/// All lists of these words, each as often as it may be there and once more.
fn lists(options: &[Choice]) -> Vec<Vec<String>> {
    options.iter().fold(vec![Vec::new()], |lists, choice| {
        let with = |list: &Vec<String>| {
            let longer = |times| list.iter().cloned().chain(std::iter::repeat_n(choice.id.clone(), times)).collect();
            (0..=choice.most + 1).map(longer).collect::<Vec<Vec<String>>>()
        };
        lists.iter().flat_map(with).collect()
    })
}

/// All ways to take so many of these words, one after another.
fn rows(words: &[String], length: usize) -> Vec<Vec<String>> {
    (0..length).fold(vec![Vec::new()], |rows, _| {
        let with = |row: &Vec<String>| {
            words.iter().map(|word| [row.as_slice(), std::slice::from_ref(word)].concat()).collect::<Vec<Vec<String>>>()
        };
        rows.iter().flat_map(with).collect()
    })
}

/// What people might type: all that is legal, and some that is not.
fn typed(request: &Request) -> Vec<String> {
    let ids = |options: &[Choice]| options.iter().map(|choice| choice.id.clone()).collect::<Vec<String>>();
    let joined = |rows: Vec<Vec<String>>| rows.into_iter().map(|row| row.join(" ")).collect::<Vec<String>>();
    match &request.kind {
        QuestionKind::Choose { options, .. }
        | QuestionKind::Dealer { options, .. }
        | QuestionKind::Draw { options, .. } => ids(options),
        QuestionKind::ChooseMany { options, .. } => {
            joined(lists(options)).into_iter().map(|text| if text.is_empty() { "none".into() } else { text }).collect()
        }
        QuestionKind::Number { least, most } => (least - 1..=most + 1).map(|number| number.to_string()).collect(),
        QuestionKind::Order { options } => joined(rows(&ids(options), options.len())),
        QuestionKind::Confirm { .. } => vec!["yes".to_owned(), "no".to_owned()],
        QuestionKind::Roll { die, dice, .. } => {
            let faces: BTreeSet<String> = die.faces().map(|face| face.text).collect();
            joined(rows(&faces.into_iter().collect::<Vec<String>>(), *dice))
        }
    }
}

/// How a table of the small game begins.
fn start(custody: Custody) -> Start {
    table(&script("1"), custody).expect("a table").start().clone()
}

/// What the script can be told where people answer.
fn by_people(game: &Game, start: &Start, so_far: &[String]) -> BTreeSet<String> {
    let mut played = opened(game, start.clone(), Vec::new()).unwrap_or_else(|problem| panic!("{}", told(&problem)));
    for text in so_far {
        match answer(&mut played, text) {
            Ok(()) => {}
            Err(Problem::Refused(_)) => return BTreeSet::new(),
            Err(problem) => panic!("`{text}`: {}", told(&problem)),
        }
    }
    let Some(request) = played.request().cloned() else {
        return said(&played.state(Viewer::Referee).expect("a state"));
    };
    let all = typed(&request);
    all.into_iter().flat_map(|text| by_people(game, start, &[so_far, &[text]].concat())).collect()
}

/// The rules of a game at a table where the referee rolls.
fn rules_of(game: &Game) -> ScriptRules {
    rules(game, &start(Custody::App)).0
}

#[test]
fn bots_pick_all_that_is_legal_and_nothing_else() {
    const FEW: Patience<'_> = Patience::steps(10);
    let people = start(Custody::Ask);
    for question in QUESTIONS {
        let mut legal = by_people(&game(&script(question)), &people, &[]);
        assert!(!legal.is_empty(), "{question}");
        if question.contains("dealt") {
            // A referee that deals sees what it deals.
            assert!(legal.remove(UNSEEN), "{question}");
        }
        let mut rules = rules_of(&game(&asks(question, 400)));
        rules.play_with_bot(1, &FEW).unwrap_or_else(|fault| panic!("the fast bot: {question}: {fault}"));
        assert_eq!(said(&rules.state().expect("a state")), legal, "the fast bot: {question}");
        rules.check_with_bot(1, &FEW).unwrap_or_else(|fault| panic!("chance: {question}: {fault}"));
        assert_eq!(said(&rules.state().expect("a state")), legal, "chance: {question}");
    }
}

/// What people cannot be asked.
const NO_QUESTIONS: &[&str] = &[
    "choose {promt = 'Which?', options = {'a', 'b'}}",
    "choose {prompt = 'Which?', options = {'a', 'b'}, note = 'x'}",
    "choose {prompt = 'Which?'}",
    "choose {prompt = 'Which?', options = {}}",
    "choose {prompt = 'Which?', options = {'a', 'a'}}",
    "choose {prompt = 'Which?', options = {'two words'}}",
    "choose {prompt = 'Which?', options = {'a'}, rule = 'Nights'}",
    "choose {prompt = 'Which?', options = {'a'}, seat = 3}",
    "choose {prompt = 'Which?', options = {'a'}, secret = true}",
    "choose {prompt = 'Which?', options = {'a'}, labels = function() return '\\27' end}",
    "choose {options = {'a'}}",
    "choose_many {prompt = 'Which?', options = {'a'}, least = 2}",
    "choose_many {prompt = 'Which?', options = {'a'}, each = 0}",
    "choose_number {prompt = 'How many?'}",
    "choose_number {prompt = 'How many?', least = 3, most = 1}",
    "choose_order {prompt = 'In which order?', options = {}}",
    "confirm {prompt = 'Is it?', yes = 5}",
    "roll {die = 'd6000'}",
    "roll {die = 'd6', dice = 0}",
    "say('{seat} laughs', 9)",
    "say('\\27[2J')",
];

#[test]
fn what_is_no_question_for_people_is_none_for_check() {
    for question in NO_QUESTIONS {
        let script = script(question);
        let Err(Problem::Fault(people)) = table(&script, Custody::Ask) else { panic!("people are asked: {question}") };
        let bots = rules_of(&game(&script)).check_with_bot(1, &Patience::steps(10)).expect_err(question);
        assert_eq!((bots.message, bots.hint, bots.trace), (people.message, people.hint, people.trace), "{question}");
    }
}

#[test]
fn a_fast_bot_says_what_people_are_told_where_it_cannot_answer() {
    let cannot = [
        "choose {prompt = 'Which?'}",
        "choose {prompt = 'Which?', options = {}}",
        "choose_many {prompt = 'Which?', options = {'a'}, least = 2}",
        "choose_number {prompt = 'How many?'}",
        "choose_number {prompt = 'How many?', least = 3, most = 1}",
        "choose_order {prompt = 'In which order?', options = {}}",
        "roll {die = 'd6000'}",
    ];
    for question in cannot {
        let script = script(question);
        let Err(Problem::Fault(people)) = table(&script, Custody::Ask) else { panic!("{question}") };
        let bot = rules_of(&game(&script)).play_with_bot(1, &Patience::steps(10)).expect_err(question);
        assert_eq!((bot.message, bot.trace), (people.message, people.trace), "{question}");
    }
}

#[test]
fn a_random_game_is_stopped_when_patience_ends() {
    let script = format!(
        "{TOOLS}\nfunction steps.setup() return 'lead' end\nfunction steps.lead() return 'follow' end
function steps.follow() return if confirm {{prompt = 'Again?'}} then 'lead' else 'follow' end"
    );
    let last = |names: &[&str]| Some(names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>());
    let mut rules = rules_of(&game(&script));
    let checked = rules.check_with_bot(1, &Patience::steps(500)).expect("a game");
    assert_eq!((checked.steps, checked.unfinished), (500, last(&["lead", "follow"])));
    let begun = rules.check_with_bot(1, &Patience::steps(2)).expect("a game");
    assert_eq!((begun.steps, begun.unfinished), (2, last(&["setup", "lead"])));
    let fast = rules.play_with_bot(1, &Patience::steps(2_500)).expect("a game");
    assert_eq!((fast.steps, fast.unfinished.is_some()), (2_500, true));
    let seconds = std::cell::Cell::new(0);
    let clock = || std::time::Duration::from_secs(seconds.replace(seconds.get() + 1));
    let patience = Patience::steps(1_000_000).seconds(7, &clock);
    assert_eq!(rules.check_with_bot(1, &patience).expect("a game").steps, 7);
    seconds.set(0);
    // The fast bot looks at the clock only now and then.
    let patience = Patience::steps(1_000_000).seconds(2, &clock);
    assert_eq!(rules.play_with_bot(1, &patience).expect("a game").steps, 32);
}
