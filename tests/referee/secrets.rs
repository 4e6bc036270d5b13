//! Hidden cards: what nobody knows stays unknown until it is revealed, what cannot be there is refused, and nobody is shown a
//! card that they may not know.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::support::played::{CARDS, answer, any_answer, game, reopened, table, table_of, told};
use serde_json::{Value, json};
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{
    Adjusted, Back, Custody, Move, Problem, QuestionKind, Request, Seat, Table, Viewer,
};

const VIEWERS: [Viewer; 3] = [Viewer::Everybody, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1))];

fn names_of_cards() -> Vec<String> {
    let runes = ('a'..='h').map(|letter| format!("rune-{letter}"));
    runes.chain((1..=5).map(|number| format!("sign-{number}"))).collect()
}

/// The cards in a pile that a viewer sees the front of; `None` is everybody.
fn seen_in(pile: &Value, viewer: Option<&str>) -> Vec<String> {
    let card = |slot: &Value| match slot {
        Value::String(card) => Some(card.clone()),
        Value::Object(slot) => {
            let has_seen = slot["seen"]
                .as_array()
                .is_some_and(|seen| seen.iter().any(|seat| seat.as_str() == viewer && viewer.is_some()));
            slot["card"].as_str().filter(|_| has_seen).map(str::to_owned)
        }
        _ => None,
    };
    pile.as_array().into_iter().flatten().filter_map(card).collect()
}

/// What a viewer may know from what lies on the table now.
fn may_know(state: &Value, viewer: Option<&str>) -> Vec<String> {
    let mut known: Vec<String> =
        ["deck", "discard", "bag"].iter().flat_map(|pile| seen_in(&state[*pile], viewer)).collect();
    known.extend(state["tiles"].as_object().into_iter().flatten().flat_map(|(_, pile)| seen_in(pile, viewer)));
    if let Some(name) = viewer {
        known.extend(seen_in(&state["hand"][name], viewer));
    }
    known
}

/// Everything that a viewer is told: the view, the log, the score, and why answers do not count.
fn all_told(table: &mut Table, viewer: Viewer) -> String {
    let mut text = table.view(viewer).expect("a view").json().to_string();
    let _ = write!(text, "{:?}", table.log(viewer));
    let _ = write!(text, "{:?}", table.would_take_back(tablewright::inside::referee::Back::To(0)));
    if viewer == Viewer::Everybody {
        let _ = write!(text, "{:?}", table.score().expect("a score"));
    }
    let _ = write!(text, "{:?}", table.audit(viewer).expect("counts"));
    let by = match viewer {
        Viewer::Seat(seat) => Some(table.name(seat).to_owned()),
        _ => None,
    };
    let given = Move { by: by.as_deref(), number: None, text: "nonsense" };
    match table.answer(&given, "") {
        Err(problem) => text.push_str(&told(&problem)),
        Ok(()) => panic!("nonsense counts"),
    }
    text
}

#[test]
fn nobody_is_told_what_they_may_not_know() {
    let cards = names_of_cards();
    let small = game(CARDS);
    let mut looked = 0;
    for seed in 0..12 {
        let mut chance = Chance::from_seed(seed + 100);
        let mut table = table_of(&small, Custody::App, seed).unwrap_or_else(|problem| panic!("{}", told(&problem)));
        let mut known: [BTreeSet<String>; 3] = Default::default();
        for round in 0..50 {
            let state = table.state(Viewer::Referee).expect("a state");
            for (known, viewer) in known.iter_mut().zip([None, Some("Ann"), Some("Bob")]) {
                known.extend(may_know(&state, viewer));
            }
            for (known, viewer) in known.iter().zip(VIEWERS) {
                let text = all_told(&mut table, viewer);
                for card in cards.iter().filter(|card| !known.contains(*card)) {
                    assert!(
                        !text.contains(card.as_str()),
                        "seed {seed}, round {round}: {viewer:?} is told of {card}:\n{text}"
                    );
                }
                looked += 1;
            }
            let Some(request) = table.request().cloned() else { break };
            assert!(!matches!(request.kind, QuestionKind::Draw { .. }), "the referee deals itself");
            answer(&mut table, &any_answer(&request, &mut chance))
                .unwrap_or_else(|problem| panic!("{}", told(&problem)));
        }
        assert!(known[1] != known[2], "seed {seed}: they know different things");
        assert!(known[0].len() < known[1].len(), "seed {seed}: everybody knows less than Ann");
    }
    assert!(looked > 1000, "{looked}");
}

#[test]
fn an_adjusted_hand_is_told_to_its_owner_only() {
    let mut table = table(CARDS, Custody::App).unwrap_or_else(|problem| panic!("{}", told(&problem)));
    let wish = |field: &str, value: Value| Adjusted {
        set: [(field.to_owned(), value)].into(),
        at_step: [].into(),
        reason: "it was miscounted".into(),
        triggers: false,
    };
    table.adjust(&wish("hand.Ann", json!(["rune-h"])), None, "").unwrap_or_else(|problem| panic!("{}", told(&problem)));
    table.adjust(&wish("vault", json!([6, 6])), None, "").unwrap_or_else(|problem| panic!("{}", told(&problem)));
    let last =
        |viewer: Viewer| table.log(viewer).iter().rev().take(2).map(|line| line.text.clone()).collect::<Vec<_>>();
    let hidden = "adjusted: hand of Ann, because it was miscounted".to_owned();
    let vault = "adjusted: vault, because it was miscounted".to_owned();
    assert_eq!(last(Viewer::Everybody), [vault.clone(), hidden.clone()]);
    assert_eq!(last(Viewer::Seat(Seat(1))), [vault.clone(), hidden.clone()]);
    assert_eq!(
        last(Viewer::Seat(Seat(0))),
        [vault, "adjusted: hand of Ann: rune-h, because it was miscounted".to_owned()]
    );
    let taken = table
        .undo(tablewright::inside::referee::Back::Times(2), None, "")
        .unwrap_or_else(|problem| panic!("{}", told(&problem)));
    assert_eq!(taken.told[1], hidden);
}

#[test]
fn an_adjusted_hand_tells_nobody_what_was_in_it() {
    let script = "declare {deck = is.pile('runes'), hand = is.each_seat(is.hand('runes'))}
        function steps.setup()
            pile.fill('deck', 'runes')
            pile.deal_all {from = 'deck', to = 'hand', each = 2}
            return 'wait'
        end
        function steps.wait() confirm {prompt = 'Go on?'} return 'turn' end
        function steps.turn() pile.reveal(pile.take('deck'), {prompt = 'What comes?'}) return 'over' end";
    let can_come = |hand: Option<Value>| {
        let mut table = open(script, Custody::App);
        if let Some(hand) = hand {
            let set = [("hand.Bob".to_owned(), hand)].into();
            let wish = Adjusted { set, at_step: [].into(), reason: "it fell".into(), triggers: false };
            let done = table.adjust(&wish, None, "").unwrap_or_else(|problem| panic!("{}", told(&problem)));
            assert_eq!(done.fields, ["hand.Bob"]);
            let log = table.log(Viewer::Everybody);
            assert_eq!(log.last().expect("a line").text, "adjusted: hand of Bob, because it fell");
        }
        table.custody(None, Custody::Table, "").expect("hands");
        answer(&mut table, "yes").expect("an answer");
        let state = table.state(Viewer::Referee).expect("a state");
        let in_pool: u64 = state["pools"][0]["cards"]
            .as_object()
            .into_iter()
            .flat_map(|cards| cards.values())
            .filter_map(Value::as_u64)
            .sum();
        assert_eq!(in_pool, 4, "two and two of eight are dealt: {state}");
        options(&table)
    };
    let before = can_come(None);
    assert_eq!(before.len(), 8, "everybody's cards could come, as far as everybody knows");
    for (n, first) in names_of_cards()[..8].iter().enumerate() {
        for second in &names_of_cards()[n + 1..8] {
            // What Ann holds cannot be held by Bob as well.
            if can_hold(script, first, second) {
                assert_eq!(can_come(Some(json!([first, second]))), before, "{first}, {second}");
            }
        }
    }
}

/// Whether Ann holds neither.
fn can_hold(script: &str, first: &str, second: &str) -> bool {
    let mut table = open(script, Custody::App);
    let hand = table.state(Viewer::Referee).expect("a state")["hand"]["Ann"].to_string();
    !hand.contains(first) && !hand.contains(second)
}

/// A script that does one thing after another with a pile.
fn steps(declared: &str, body: &str) -> String {
    format!(
        "declare {{{declared}, found = is.list(is.text, 50)}}\nfunction steps.setup()\n{body}\nreturn 'over' end\nfunction note(card) table.insert(state.found, card) end\n"
    )
}

fn open(script: &str, custody: Custody) -> Table {
    table(script, custody).unwrap_or_else(|problem| panic!("{}", told(&problem)))
}

fn asked(table: &Table) -> &Request {
    table.request().expect("a question")
}

fn options(table: &Table) -> Vec<(String, usize)> {
    asked(table).kind.options().iter().map(|choice| (choice.id.clone(), choice.most)).collect()
}

fn refused(table: &mut Table, text: &str) -> String {
    match answer(table, text) {
        Err(problem @ Problem::Refused(_)) => told(&problem),
        Err(problem) => panic!("{text}: {}", told(&problem)),
        Ok(()) => panic!("{text} counts"),
    }
}

fn found(table: &mut Table) -> Value {
    table.state(Viewer::Referee).expect("a state")["found"].clone()
}

#[test]
fn a_card_that_cannot_come_says_why() {
    let script = steps(
        "deck = is.pile('nights')",
        "pile.fill('deck', 'nights')\nfor _ = 1, 6 do note(pile.draw('deck', {prompt = 'Which card?'})) end",
    );
    for custody in [Custody::Table, Custody::Ask] {
        let mut table = open(&script, custody);
        let all = [("bite", 2), ("claw", 2), ("horde", 1), ("dawn", 1)].map(|(id, count)| (id.to_owned(), count));
        assert_eq!(options(&table), all);
        assert_eq!(
            refused(&mut table, "boo"),
            "refused: `boo` is not one of the answers\n  what was dealt is wanted, as it is printed\n  legal now: `bite` (up to 2), `claw` (up to 2), `horde`, `dawn`"
        );
        answer(&mut table, "bite").expect("a card");
        answer(&mut table, "The first light").expect("a card by its name");
        let legal = "legal now: `claw` (up to 2), `bite`, `horde`";
        assert_eq!(
            refused(&mut table, "dawn"),
            format!(
                "refused: `dawn` (The first light) is not legal: the only `The first light` is known to be elsewhere\n  {legal}"
            )
        );
        answer(&mut table, "bite").expect("a card");
        assert_eq!(
            refused(&mut table, "bite"),
            "refused: `bite` is not legal: all 2 `bite` are known to be elsewhere\n  legal now: `claw` (up to 2), `horde`"
        );
        answer(&mut table, "deal").expect("the referee deals");
        answer(&mut table, "deal").expect("the referee deals");
        answer(&mut table, "deal").expect("the referee deals");
        assert!(table.request().is_none());
        let mut cards: Vec<String> = serde_json::from_value(found(&mut table)).expect("cards");
        cards.sort();
        assert_eq!(cards, ["bite", "bite", "claw", "claw", "dawn", "horde"]);
    }
}

#[test]
fn the_app_deals_without_a_question_and_the_same_again() {
    let script = steps(
        "deck = is.pile('nights')",
        "pile.fill('deck', 'nights')\nfor _ = 1, 6 do note(pile.draw('deck', {prompt = 'Which card?'})) end",
    );
    let mut orders = BTreeSet::new();
    for seed in 0..6 {
        let small = game(&script);
        let mut table = table_of(&small, Custody::App, seed).expect("a table");
        assert!(table.request().is_none());
        let order = found(&mut table);
        assert_eq!(found(&mut reopened(&small, &table).expect("it opens")), order);
        let mut cards: Vec<String> = serde_json::from_value(order.clone()).expect("cards");
        cards.sort();
        assert_eq!(cards, ["bite", "bite", "claw", "claw", "dawn", "horde"]);
        orders.insert(order.to_string());
    }
    assert!(orders.len() > 3, "it is mixed: {orders:?}");
}

#[test]
fn known_cards_on_top_are_not_asked_again() {
    let body = "pile.fill('deck', 'nights')
local card = pile.draw('deck', {prompt = 'First?'})
pile.put('deck', card)
note(pile.draw('deck', {prompt = 'Never asked'}))
pile.put('deck', card)
local under = pile.draw('deck', {prompt = 'Never asked'})
pile.put_under('deck', under)
for _ = 1, 5 do note(pile.draw('deck', {prompt = 'Next?'})) end
note(pile.draw('deck', {prompt = 'Never asked'}))";
    let mut table = open(&steps("deck = is.pile('nights')", body), Custody::Table);
    answer(&mut table, "horde").expect("a card");
    for card in ["bite", "claw", "bite", "claw", "dawn"] {
        assert_eq!(asked(&table).prompt, "Next?");
        assert!(!options(&table).iter().any(|(id, _)| id == "horde"), "it is known to be at the bottom");
        answer(&mut table, card).expect("a card");
    }
    assert_eq!(found(&mut table), json!(["horde", "bite", "claw", "bite", "claw", "dawn", "horde"]));
}

#[test]
fn shuffling_makes_unknown_again() {
    let body = "pile.fill('deck', 'nights')
for _ = 1, 2 do pile.put('discard', pile.draw('deck', {prompt = 'First?'})) end
for _ = 1, 2 do pile.put('deck', pile.take('discard')) end
pile.shuffle('deck')
note(pile.draw('deck', {prompt = 'Mixed?'}))
for _ = 1, 5 do pile.put('discard', pile.draw('deck', {prompt = 'All?'})) end
pile.shuffle('deck')
while #state.discard > 0 do pile.put('deck', pile.take('discard')) end
pile.shuffle('deck')
note(pile.draw('deck', {prompt = 'Again?'}))";
    let mut table = open(&steps("deck = is.pile('nights'), discard = is.pile('nights')", body), Custody::Table);
    answer(&mut table, "horde").expect("a card");
    answer(&mut table, "bite").expect("a card");
    let all = [("bite", 2), ("claw", 2), ("horde", 1), ("dawn", 1)].map(|(id, count)| (id.to_owned(), count));
    assert_eq!((asked(&table).prompt.as_str(), options(&table)), ("Mixed?", all.to_vec()));
    answer(&mut table, "dawn").expect("a card");
    for card in ["bite", "claw", "bite", "claw", "horde"] {
        answer(&mut table, card).expect("a card");
    }
    let rest = [("bite", 2), ("claw", 2), ("horde", 1)].map(|(id, count)| (id.to_owned(), count));
    assert_eq!((asked(&table).prompt.as_str(), options(&table)), ("Again?", rest.to_vec()));
    let QuestionKind::Draw { deck, .. } = &asked(&table).kind else { panic!("a draw") };
    assert_eq!(deck, "nights", "a pile of known cards that is shuffled is still of its deck");
}

#[test]
fn a_shuffled_pile_knows_its_deck_wherever_it_is() {
    for (declared, pile) in [
        ("deck = is.hidden(is.pile('runes'))", "state.deck"),
        ("deck = is.each_seat(is.own(is.pile('runes')))", "state.deck[2]"),
        ("deck = is.map(is.space, is.pile('runes'))", "state.deck.B2"),
        ("deck = is.list(is.record {one = is.pile('runes')})", "state.deck[1].one"),
        ("deck = is.pile", "state.deck"),
    ] {
        let make = match pile {
            "state.deck.B2" => "state.deck.B2 = {}",
            "state.deck[1].one" => "state.deck[1] = {one = {}}",
            _ => "",
        };
        let body = format!(
            "{make}\npile.put({pile}, 'rune-a')\npile.put({pile}, 'rune-b')\npile.shuffle({pile})\nnote(pile.draw({pile}, {{prompt = 'Which?'}}))"
        );
        let table = open(&steps(declared, &body), Custody::Table);
        let QuestionKind::Draw { deck, options, .. } = &asked(&table).kind else { panic!("a draw") };
        assert_eq!((deck.as_str(), options.len()), ("runes", 2), "{declared}");
    }
}

#[test]
fn piles_of_two_pools_are_mixed_into_one() {
    let body = "pile.fill('deck', 'nights')
pile.fill('deck', 'signs')
state.tile = {pile.take('deck')}
pile.shuffle('deck')
note(pile.draw('deck', {prompt = 'Mixed?'}))
note(pile.reveal(state.tile[1], {prompt = 'The tile?'}))";
    let mut table = open(&steps("deck = is.pile('nights'), tile = is.pile('signs')", body), Custody::Table);
    assert_eq!(options(&table).iter().map(|(_, count)| count).sum::<usize>(), 11, "more is thought possible than is");
    answer(&mut table, "horde").expect("a card");
    assert_eq!(options(&table).iter().map(|(_, count)| count).sum::<usize>(), 10);
    answer(&mut table, "sign-3").expect("a card");
    assert_eq!(found(&mut table), json!(["horde", "sign-3"]));
}

#[test]
fn many_shuffles_need_no_more_room() {
    let body = "for _, row in ipairs(pieces.signs) do pile.put('deck', row.id) end
for _ = 1, 300 do
    pile.shuffle('deck')
    local drawn = {}
    for _ = 1, 5 do table.insert(drawn, pile.draw('deck', {prompt = 'Which?'})) end
    for _, card in ipairs(drawn) do pile.put('deck', card) end
end";
    let mut table = open(&steps("deck = is.pile('signs')", body), Custody::App);
    let state = table.state(Viewer::Referee).expect("a state");
    assert_eq!(state["pools"].as_array().map(Vec::len), Some(1), "{}", state["pools"]);
}

#[test]
fn what_one_seat_looked_at_only_that_seat_sees() {
    let body = "pile.fill('deck', 'nights')
local seen = pile.peek('deck', 2, 1)
tell(1, 'you saw {} and {}', seen[1], seen[2])
confirm {prompt = 'Go on?'}
local again = pile.peek('deck', 1, 2)
confirm {prompt = 'And on?'}
note(pile.draw('deck', {prompt = 'Never asked'}))
pile.put('deck', 'horde', 2)
confirm {prompt = 'Over?'}";
    let mut table = open(&steps("deck = is.pile('nights')", body), Custody::Table);
    assert!(asked(&table).secret);
    assert_eq!(asked(&table).seat, Some(Seat(0)));
    assert_eq!(
        refused(&mut table, "boo"),
        "refused: Ann is asked in secret, and this is no answer to it\n  only Ann is told more: answer as that seat"
    );
    let by_ann = Move { by: Some("Ann"), number: None, text: "boo" };
    assert!(told(&table.answer(&by_ann, "").expect_err("boo is none")).contains("legal now: `bite`"));
    let by_bob = Move { by: Some("Bob"), number: None, text: "bite" };
    let not_bob = told(&table.answer(&by_bob, "").expect_err("Bob is not asked"));
    assert_eq!(not_bob, "refused: it is Ann who is asked now, not Bob\n  asked now: Which card is it?");
    answer(&mut table, "dawn").expect("a card");
    answer(&mut table, "claw").expect("a card");
    let deck = |table: &mut Table, viewer| table.state(viewer).expect("a state")["deck"].clone();
    assert_eq!(deck(&mut table, VIEWERS[0]), json!([0, 0, 0, 0, 0, 0]));
    assert_eq!(deck(&mut table, VIEWERS[1]), json!([0, 0, 0, 0, "claw", "dawn"]));
    assert_eq!(deck(&mut table, VIEWERS[2]), json!([0, 0, 0, 0, 0, 0]));
    answer(&mut table, "yes").expect("an answer");
    assert_eq!(asked(&table).prompt, "And on?", "Bob sees the same card without a question");
    assert_eq!(deck(&mut table, VIEWERS[2]), json!([0, 0, 0, 0, 0, "dawn"]));
    answer(&mut table, "yes").expect("an answer");
    assert_eq!(found(&mut table), json!(["dawn"]), "what was seen on top is drawn");
    assert_eq!(deck(&mut table, VIEWERS[2]), json!([0, 0, 0, 0, 0, "horde"]));
    assert_eq!(deck(&mut table, VIEWERS[1]), json!([0, 0, 0, 0, "claw", 0]));
    let log = |viewer| table.log(viewer).iter().map(|line| line.text.clone()).collect::<Vec<_>>().join("\n");
    assert!(log(VIEWERS[1]).contains("you saw dawn and claw"), "{}", log(VIEWERS[1]));
    for viewer in [VIEWERS[0], VIEWERS[2]] {
        assert!(!log(viewer).contains("dawn") && !log(viewer).contains("claw"), "{}", log(viewer));
        assert!(log(viewer).contains("Ann: in secret"), "{}", log(viewer));
    }
}

/// A game with the cards in people's hands plays to its end too, with the same laws.
#[test]
fn cards_in_the_hands_of_people() {
    for custody in [Custody::Table, Custody::Ask] {
        let mut chance = Chance::from_seed(5);
        let mut table = table(CARDS, custody).unwrap_or_else(|problem| panic!("{}", told(&problem)));
        for round in 0..300 {
            let Some(request) = table.request().cloned() else { break };
            answer(&mut table, &any_answer(&request, &mut chance))
                .unwrap_or_else(|problem| panic!("{round}: {}", told(&problem)));
            assert_eq!(table.broken_laws().expect("laws"), []);
        }
        assert!(table.number() >= 300, "{}", table.number());
    }
}

/// A card that people hold and did not tell of is theirs to tell, whoever has the deck when it is turned over.
#[test]
fn a_card_in_the_hands_of_people_is_not_made_up() {
    let body = "pile.fill('deck', 'nights')
pile.deal('deck', state.hand[1], 1)
pile.deal('deck', state.hand[2], 2)
confirm {prompt = 'Go on?'}
note(pile.reveal(pile.take(state.hand[1]), {seat = 1, prompt = 'What have you got?'}))
note(pile.draw('deck', {prompt = 'On top?'}))
pile.deal(state.hand[2], state.hand[1], 1)
note(pile.reveal(pile.take(state.hand[1]), {prompt = 'And this?'}))
confirm {prompt = 'Over?'}
pile.put('deck', pile.take('deck'))
pile.shuffle('deck')
note(pile.draw('deck', {prompt = 'Mixed?'}))";
    let declared = "deck = is.pile('nights'), hand = is.each_seat(is.own(is.pile('nights')))";
    let small = game(&steps(declared, body));
    let mut table = table_of(&small, Custody::Table, 7).unwrap_or_else(|problem| panic!("{}", told(&problem)));
    assert_eq!(asked(&table).prompt, "Go on?");
    table.custody(None, Custody::App, "").expect("custody");
    answer(&mut table, "yes").expect("an answer");
    assert_eq!((asked(&table).prompt.as_str(), asked(&table).seat), ("What have you got?", Some(Seat(0))));
    assert!(asked(&table).kind.is_held());
    let nobody = "refused: this card lies on your table, and only you can see which it is\n  \
        legal now: `bite` (up to 2), `claw` (up to 2), `horde`, `dawn`";
    for text in ["roll", "deal", "_"] {
        assert_eq!(refused(&mut table, text), nobody);
    }
    answer(&mut table, "horde").expect("a card");
    // The referee deals from the deck, and not what people pass on.
    assert_eq!(asked(&table).prompt, "And this?");
    let drawn = found(&mut table)[1].as_str().expect("a card").to_owned();
    assert_ne!(drawn, "horde");
    let own = ["bite", "claw", "dawn"].into_iter().find(|card| *card != drawn).expect("another one");
    answer(&mut table, own).expect("a card");
    answer(&mut table, "yes").expect("an answer");
    assert_eq!(found(&mut table).as_array().map(Vec::len), Some(4), "what is mixed is of the referee's deck again");
    let again = reopened(&small, &table).unwrap_or_else(|problem| panic!("{}", told(&problem)));
    assert_eq!(again.entries(), table.entries());
}

/// Where people may tell or not, a card that they keep to themselves is not left to chance later.
#[test]
fn a_card_that_was_kept_to_oneself_is_not_left_to_chance() {
    let body = "pile.fill('deck', 'nights')
pile.deal('deck', state.hand[1], 1)
note(pile.reveal(state.hand[1][1], {seat = 1, prompt = 'What have you got?'}))";
    let declared = "deck = is.pile('nights'), hand = is.each_seat(is.own(is.pile('nights')))";
    let mut table = open(&steps(declared, body), Custody::Ask);
    answer(&mut table, "unseen").expect("it stays unseen");
    assert!(refused(&mut table, "deal").starts_with("refused: this card lies on your table"));
    answer(&mut table, "dawn").expect("a card");
    assert_eq!(found(&mut table), json!(["dawn"]));
}

fn strict(script: &str) -> Table {
    let small = game(script);
    let start = table_of(&small, Custody::Ask, 7).expect("a table").start().clone();
    let strict = tablewright::inside::referee::Start { strict: true, ..start };
    crate::support::played::opened(&small, strict, Vec::new()).unwrap_or_else(|problem| panic!("{}", told(&problem)))
}

fn undone(table: &mut Table, back: Back) -> Result<(), String> {
    table.undo(back, None, "").map(drop).map_err(|problem| told(&problem))
}

const BIDS: &str = "declare {bid = is.each_seat(is.own(is.whole(0, 9))), place = is.each_seat(is.own(is.maybe(is.space))), open = is.flag()}
function bid(seat) state.bid[seat] = choose_number {seat = seat, secret = true, prompt = 'How much?', least = 0, most = 9} end
function hide(seat)
    state.place[seat] = choose_space {seat = seat, secret = true, prompt = 'Where?', options = board.spaces}
    local how = state.place[seat] == 'B2' and {'lying', 'standing'} or {'sitting', 'kneeling'}
    choose {seat = seat, secret = true, prompt = 'How?', options = how}
end
function steps.setup() bid(1) return 'second' end
function steps.second() bid(2) return 'hide' end
function steps.hide() hide(1) return 'ready' end
function steps.ready() confirm {prompt = 'Ready?'} return 'open' end
function steps.open()
    if confirm {prompt = 'Open?'} then
        state.open = true
        say(state.bid[1] > state.bid[2] and 'Ann bids more' or 'Bob bids as much or more')
    end
    return 'last'
end
function steps.last() confirm {prompt = 'Over?'} return 'over' end";

const OUT: &str =
    "refused: this table is strict: what Bob answered in secret is out by now (entry 2)\n  `adjust` sets what is wrong";

#[test]
fn a_secret_that_is_out_stays_at_a_strict_table() {
    let mut table = strict(BIDS);
    for text in ["7", "3", "A1", "sitting", "yes"] {
        answer(&mut table, text).expect("an answer");
    }
    // Nobody knows anything yet.
    assert_eq!(undone(&mut table, Back::Times(4)), Ok(()));
    for text in ["3", "B2", "lying", "yes", "yes"] {
        answer(&mut table, text).expect("an answer");
    }
    assert_eq!(asked(&table).prompt, "Over?");
    let (before, lines) = (table.number(), table.log(Viewer::Everybody));
    let out = "what Bob answered in secret is out by now";
    // Neither what was bid nor the moment when it was told can be taken back.
    for back in [Back::To(1), Back::Times(6), Back::Times(1)] {
        let told = undone(&mut table, back).expect_err("it is out");
        assert!(told.contains(out), "{back:?}: {told}");
    }
    assert_eq!((table.number(), table.log(Viewer::Everybody)), (before, lines), "nothing has changed");
    answer(&mut table, "yes").expect("an answer");
    assert_eq!(undone(&mut table, Back::Times(1)), Ok(()), "what came later can be taken back");
    assert!(undone(&mut table, Back::Times(1)).is_err());
}

#[test]
fn a_secret_that_nobody_was_told_can_be_taken_back() {
    let mut table = strict(BIDS);
    for text in ["7", "3", "B2", "lying", "yes", "no", "yes"] {
        answer(&mut table, text).expect("an answer");
    }
    assert!(table.request().is_none(), "the game is over");
    assert_eq!(undone(&mut table, Back::To(2)), Ok(()), "where Ann hides has never come out");
    let mut table = strict(BIDS);
    for text in ["7", "3", "C3", "kneeling", "yes", "yes"] {
        answer(&mut table, text).expect("an answer");
    }
    assert_eq!(undone(&mut table, Back::To(2)), Err(OUT.to_owned()), "but it was asked before the bids were told");
}

#[test]
fn elsewhere_a_secret_can_be_answered_anew() {
    let mut table = table(BIDS, Custody::Ask).expect("a table");
    for text in ["7", "3", "A1", "sitting", "yes", "yes"] {
        answer(&mut table, text).expect("an answer");
    }
    assert_eq!(undone(&mut table, Back::To(0)), Ok(()));
    assert_eq!(asked(&table).prompt, "How much?");
}

/// A script that deals two cards face down, and turns one over.
const DEALS: &str = r#"declare {
    deck = is.pile("finds"),
    hand = is.each_seat(is.own(is.pile("finds"))),
}

function steps.setup()
    pile.fill(state.deck, "finds")
    pile.deal(state.deck, state.hand[1], 1)
    pile.deal(state.deck, state.hand[2], 2)
    say("it is {}", pile.draw(state.deck, {prompt = "Which card is it?", obvious = true}))
    return "over"
end
"#;

#[test]
fn what_one_was_dealt_narrows_nothing_that_others_are_shown() {
    let shown = |dealt: [&str; 2]| -> [String; 2] {
        let tool = crate::support::hoard::hoard_with(DEALS);
        let run = |words: &[&str]| tool.run_words(&[&["referee"], words].concat());
        run(&["new", "hoard", "--players", "Ann,Bob", "--dice", "ask"]).succeeds();
        run(&["answer", dealt[0], "--seat", "Ann"]).succeeds();
        let views = |whose: &[&str]| {
            let all = [&["show", "--json"], whose].concat();
            let log = [&["log", "--json"], whose].concat();
            let text = run(&all).succeeds().stdout() + &run(&log).succeeds().stdout();
            // When something was told is no secret.
            text.lines().filter(|line| !line.contains("\"at\"")).collect::<Vec<_>>().join("\n")
        };
        let first = views(&["--seat", "Bob"]);
        run(&["answer", dealt[1], "--seat", "Bob"]).succeeds();
        [first, views(&[])]
    };
    let [to_bob, to_all] = shown(["ring", "ring"]);
    assert!(to_bob.contains("\"crown\"") && to_bob.contains("\"ring\""), "{to_bob}");
    for dealt in [["crown", "ring"], ["ring", "crown"]] {
        assert_eq!(shown(dealt), [to_bob.clone(), to_all.clone()], "{dealt:?}");
    }
    // Of real cards none comes twice, and somebody was wrong who says so.
    let tool = crate::support::hoard::hoard_with(DEALS);
    tool.run("referee new hoard --players Ann,Bob --dice ask").succeeds();
    tool.run("referee answer crown --seat Ann").succeeds();
    tool.run("referee answer crown --seat Bob").refuses(&[
        "it cannot be `crown`, by what the referee was told before",
        "help: look at the card again; if it is right, take back or `adjust` what was told wrongly",
    ]);
}

/// Whoever counts for everybody learns no more than everybody knows.
#[test]
fn an_audit_is_told_to_a_seat_or_to_everybody() {
    let script = r#"declare {gold = is.hidden(is.whole(0, 9, 7)), hand = is.each_seat(is.own(is.whole(0, 9, 3)))}
function steps.setup() confirm {seat = 1, prompt = "On?"} return "over" end
function audit() return {{"gold", state.gold or 0}, {"hand of Ann", state.hand[1] or 0}} end
"#;
    let mut table = table(script, Custody::Ask).unwrap_or_else(|problem| panic!("{}", told(&problem)));
    let mut counted = |viewer| table.audit(viewer).expect("counts").iter().map(|count| count.count).collect::<Vec<_>>();
    assert_eq!(counted(Viewer::Everybody), [0, 0]);
    assert_eq!(counted(Viewer::Seat(Seat(0))), [0, 3]);
    assert_eq!(counted(Viewer::Seat(Seat(1))), [0, 0]);
}
