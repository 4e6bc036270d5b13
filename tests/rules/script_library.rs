//! The library for scripts: what its small tools give, and what they ask people. The scripts are played as tables.

use crate::support::played::{answer, table, told};
use tablewright::inside::referee::{Custody, Table, Viewer};

/// Expressions, and what a script is told they are.
const GIVES: &[(&str, &str)] = &[
    ("turns.nth(2, 1)", "2"),
    ("turns.nth(2, 2)", "1"),
    ("list(turns.from(2))", "2 1"),
    ("list(turns.ids {2, 1})", "Bob Ann"),
    ("turns.by_lot({2}, {prompt = 'nobody rolls for one'})", "2"),
    ("map(counts.of {'a', 'b', 'a'})", "a=2 b=1"),
    ("list(counts.list {b = 1, a = 2})", "a a b"),
    ("list(counts.keys {b = 1, a = 2})", "a b"),
    ("counts.entries {b = 1, a = 2}", "2"),
    ("after(counts.add_all, {a = 1, b = 2}, {b = -2, c = 3})", "a=1 c=3"),
    ("after(counts.take_all, {a = 1, b = 2}, {b = 2, a = 2})", "a=-1"),
    ("faces.at_least({1, 4, 5, 6}, 4)", "3"),
    ("faces.between({1, 4, 5, 6}, 4, 5)", "2"),
    ("faces.showing({1, 4, 4, 6}, 4)", "2"),
    ("faces.showing({'heads', 'tails', 'heads'}, 'heads')", "2"),
    ("faces.lowest {3, 2, 5}", "2"),
    ("faces.highest {3, 2, 5}", "5"),
    ("faces.told {6, 4, 4, 1}", "6 4 4 1"),
    ("list(grid.where(function(space) return board.row[space] == 2 end))", "A2 B2 C2"),
    ("#grid.terrain('grass')", "9"),
    ("#grid.terrain('water')", "0"),
    ("#grid.tagged('home')", "0"),
    ("list(grid.in_use {C3 = 1, A1 = 2, B3 = 0})", "A1 B3 C3"),
    ("grid.at(3, 1)", "C1"),
    ("grid.at(4, 1) == nil", "true"),
    ("grid.at(0, 1) == nil", "true"),
    ("grid.steps('A1', 'C2')", "3"),
    ("grid.king_steps('A1', 'C2')", "2"),
    ("grid.are_diagonal('A1', 'B2')", "true"),
    ("grid.are_diagonal('A1', 'B1')", "false"),
    ("after(grid.move, {A1 = 2}, 'A1', 'B2')", "A1=1 B2=1"),
    ("after(grid.move, {A1 = 2}, 'A1', 'B2', 2)", "B2=2"),
    ("map(pile.cards('nights'))", "bite=2 claw=2 dawn=1 horde=1"),
    ("list(choose_many {options = {'a', 'b'}, each = {a = 2}, least = 3, most = 3, obvious = true})", "a a b"),
    ("list(choose_many {options = {'a'}, each = {a = 5}, least = 3, most = 3, obvious = true})", "a a a"),
    ("choose {options = {'a'}, obvious = true}", "a"),
    ("choose_space {options = {'A1'}, obvious = true}", "A1"),
    ("map(counts.choose {from = {a = 2, b = 1}, number = 5})", "a=2 b=1"),
    ("map(counts.choose {from = {a = 9}, number = 2})", "a=2"),
    ("map(counts.choose {from = {}, number = 2})", ""),
    ("map(counts.choose {from = {a = 2, b = 1}, number = 0})", ""),
];

const TOOLS: &str = r#"
declare {
    deck = is.pile("nights"), forest = is.pile("forest"), hands = is.each_seat(is.own(is.pile("nights"))),
    aside = is.pile("nights"),
}
function list(t) return table.concat(t, " ") end
function map(t)
    local told = {}
    for key, value in pairs(t) do table.insert(told, key .. "=" .. value) end
    return list(told)
end
function after(change, t, ...) change(t, ...) return map(t) end
"#;

/// A table whose setup is these lines.
fn played(lines: &str) -> Table {
    played_with(lines, Custody::Ask)
}

/// A script whose setup is these lines.
fn script(lines: &str) -> String {
    format!("{TOOLS}\nfunction steps.setup()\n    {lines}\nreturn \"over\"\nend\n")
}

fn played_with(lines: &str, custody: Custody) -> Table {
    table(&script(lines), custody).unwrap_or_else(|problem| panic!("{}", told(&problem)))
}

/// What the script said.
fn said(table: &Table) -> Vec<String> {
    table.log(Viewer::Referee).into_iter().filter(|line| !line.is_entry).map(|line| line.text).collect()
}

fn give(table: &mut Table, text: &str) {
    answer(table, text).unwrap_or_else(|problem| panic!("`{text}`: {}", told(&problem)));
}

fn asked(table: &Table) -> (String, String) {
    let request = table.request().expect("a question");
    (request.prompt.clone(), request.legal())
}

#[test]
fn small_tools_give_what_they_say() {
    let lines: Vec<String> = GIVES.iter().map(|(code, _)| format!("say(\"{{}}\", tostring({code}))")).collect();
    let table = played(&lines.join("\n"));
    for ((code, expected), said) in GIVES.iter().zip(said(&table)) {
        assert_eq!(said, *expected, "{code}");
    }
    assert!(table.request().is_none(), "nobody was asked");
}

#[test]
fn nouns_are_one_or_many() {
    let table = played(
        r#"for number = 0, 2 do say("{box}, {fox}, {city}, {day}, {wolf/wolves} and {man at arms/men at arms}", number, number, number, number, number, number) end"#,
    );
    let expected = [
        "0 boxes, 0 foxes, 0 cities, 0 days, 0 wolves and 0 men at arms",
        "1 box, 1 fox, 1 city, 1 day, 1 wolf and 1 man at arms",
        "2 boxes, 2 foxes, 2 cities, 2 days, 2 wolves and 2 men at arms",
    ];
    assert_eq!(said(&table), expected);
}

#[test]
fn a_window_closes_when_all_have_passed() {
    let mut table = played(
        r#"local left = 3
        turns.window(turns.from(2), function(seat)
            if left == 0 then return false end
            local acts = confirm {seat = seat, prompt = words("{seat}, with {} left?", seat, left)}
            if acts then left -= 1 end
            return acts
        end)
        say("closed with {} left", left)"#,
    );
    let mut prompts = Vec::new();
    for typed in ["no", "yes", "yes", "no", "no"] {
        prompts.push(asked(&table).0);
        give(&mut table, typed);
    }
    assert_eq!(
        prompts,
        ["Bob, with 3 left?", "Ann, with 3 left?", "Bob, with 2 left?", "Ann, with 1 left?", "Bob, with 1 left?"]
    );
    assert_eq!(said(&table), ["closed with 1 left"]);
}

#[test]
fn people_say_who_it_is_or_leave_it_to_a_die() {
    let lines = r#"local first = turns.choose {prompt = "Who?", rule = "Setting up", unsure = "roll", lot = "for it"}
        say("{seat}", first)"#;
    let mut table = played(lines);
    assert_eq!(asked(&table), ("Who?".to_owned(), "`Ann`, `Bob`, `random`".to_owned()));
    give(&mut table, "Bob");
    assert_eq!(said(&table), ["Bob"]);

    let mut table = played(lines);
    give(&mut table, "random");
    assert_eq!(asked(&table), ("for it (1 Ann, 2 Bob)".to_owned(), "one d2: 1 or 2".to_owned()));
    give(&mut table, "1");
    assert_eq!(said(&table), ["Ann"]);
}

#[test]
fn casualties_are_chosen_where_there_is_a_choice() {
    let mut table = played(
        r#"say("{}", map(counts.choose {seat = 2, from = {zombie = 3, hero = 1}, number = 2, prompt = "Who dies?", rule = "The night"}))"#,
    );
    assert_eq!(asked(&table), ("Who dies?".to_owned(), "2 of `hero`, `zombie` (up to 2)".to_owned()));
    give(&mut table, "zombie hero");
    assert_eq!(said(&table), ["hero=1 zombie=1"]);
}

const THROW: &str = r#"local throw = {
    {id = "R", name = "the red dice", die = "d6", faces = {4, 1, 4}, seat = 1},
    {id = "B", name = "the blue die", die = "d8", faces = {7}, seat = 2},
}
"#;

#[test]
fn one_die_is_rolled_again() {
    let again = r#"local group, before, now = faces.again {seat = 2, throw = throw, prompt = "Again?", rule = "The night"}
        say("{} {} {}: {}", group and group.id or "none", before or "-", now or "-", faces.told(throw[1].faces))"#;
    let mut table = played(&format!("{THROW}{again}"));
    assert_eq!(asked(&table), ("Again?".to_owned(), "`R:4`, `R:1`, `B:7`, `none`".to_owned()));
    give(&mut table, "R:1");
    assert_eq!(
        asked(&table),
        ("again for the red dice, instead of the 1".to_owned(), "one d6: 1, 2, 3, 4, 5, 6".to_owned())
    );
    give(&mut table, "6");
    assert_eq!(said(&table), ["R 1 6: 4 6 4"]);

    let mut table = played(&format!("{THROW}{again}"));
    give(&mut table, "none");
    assert_eq!(said(&table), ["none - -: 4 1 4"]);
}

#[test]
fn only_some_dice_can_be_chosen() {
    let choose = r#"local group, at = faces.choose {
            seat = 1, throw = throw, prompt = "Which die?", none = "no die at all",
            test = function(group, face) return group.die == "d6" and face > 1 end,
        }
        say("{} {}", group.id, at)
        say("{}", tostring(faces.choose {throw = throw, prompt = "None can be", test = function() return false end}))"#;
    let mut table = played(&format!("{THROW}{choose}"));
    let labels: Vec<String> =
        table.request().expect("a question").kind.options().iter().map(|choice| choice.label.clone()).collect();
    assert_eq!(labels, ["the d6 of the red dice that shows 4", "no die at all"]);
    give(&mut table, "R:4");
    assert_eq!(said(&table), ["R 1", "nil"]);
}

#[test]
fn spaces_are_refused_with_their_reasons() {
    let table = played(
        r#"choose_space {
            prompt = "Where?", options = {"A1"}, why = function(refuse)
                grid.refuse(refuse, "Setting up", function(space)
                    if space == "B2" then return "it is the middle" end
                    if space == "C3" then return "it is far away", "The night" end
                    return nil
                end)
            end,
        }"#,
    );
    let refused = &table.request().expect("a question").refused;
    let told: Vec<String> = refused
        .iter()
        .map(|refused| format!("{}: {} ({})", refused.id, refused.reason, refused.rule.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(told, ["B2: it is the middle (Setting up)", "C3: it is far away (The night)"]);
}

#[test]
fn piles_are_filled_with_what_is_counted() {
    let mut table = played(
        r#"pile.fill("forest", {bear = 2, wolf = 1}, "forest")
        say("{}", map(pile.unseen(state.forest[1])))
        say("{} first", pile.draw("forest", {prompt = "Who comes?"}))
        say("{}", map(pile.unseen(state.forest[1])))"#,
    );
    assert_eq!(asked(&table), ("Who comes?".to_owned(), "`bear` (up to 2), `wolf`".to_owned()));
    give(&mut table, "bear");
    assert_eq!(said(&table), ["bear=2 wolf=1", "bear first", "bear=1 wolf=1"]);
}

const DEAL: &str = r#"pile.fill("deck", "nights")
    pile.deal("deck", state.hands[2], 2, {rule = "Setting up"})
    pile.deal("deck", "aside")
    confirm {prompt = "Dealt?"}"#;

/// The hand of Bob and the card that was put aside, as somebody may see them.
fn dealt(table: &mut Table, viewer: Viewer) -> (String, String) {
    let state = table.state(viewer).expect("a state");
    (state["hands"]["Bob"].to_string(), state["aside"].to_string())
}

/// What somebody may read of the answers, up to the question that waits.
fn read(table: &Table, viewer: Viewer) -> Vec<String> {
    table.log(viewer).into_iter().map(|line| line.text).collect()
}

#[test]
fn the_referee_deals_face_down() {
    let mut table = played_with(DEAL, Custody::App);
    assert_eq!(asked(&table).0, "Dealt?");
    let (hand, aside) = dealt(&mut table, Viewer::Referee);
    assert!(hand.contains("\"seen\":[\"Bob\"]") && aside.contains("\"seen\":[]"), "{hand} {aside}");
    let card = hand.split('"').nth(3).expect("a card").to_owned();
    let bob = Viewer::Seat(tablewright::inside::referee::Seat(1));
    assert_eq!(dealt(&mut table, bob), (format!("[\"{card}\"]"), "[0]".to_owned()));
    for viewer in [Viewer::Everybody, Viewer::Seat(tablewright::inside::referee::Seat(0))] {
        assert_eq!(dealt(&mut table, viewer), ("[0]".to_owned(), "[0]".to_owned()));
        assert_eq!(read(&table, viewer), ["Bob: in secret", "the referee draws: in secret"]);
    }
    let told = if card == "dawn" { "The first light" } else { &card };
    assert_eq!(
        read(&table, bob),
        [format!("Bob: Which card is dealt to you? {told} (in secret)"), "the referee draws: in secret".to_owned()]
    );
}

#[test]
fn people_who_deal_need_not_tell() {
    let mut table = played_with(DEAL, Custody::Table);
    assert_eq!(asked(&table).0, "Dealt?");
    // They lie on the table of people: a number of their own, which is not that of the deck.
    assert_eq!(dealt(&mut table, Viewer::Referee), ("[2]".to_owned(), "[2]".to_owned()));
    assert_eq!(
        read(&table, Viewer::Referee),
        [
            "Bob: Which card is dealt to you? nobody tells the referee (in secret)",
            "the table: Which card is dealt face down? nobody tells the referee (in secret)"
        ]
    );
    // The same from its journal.
    let again =
        crate::support::played::reopened(&crate::support::played::game(&script(DEAL)), &table).expect("the table");
    assert_eq!(asked(&again).0, "Dealt?");
}

#[test]
fn people_who_are_asked_may_tell_or_not() {
    let mut table = played_with(DEAL, Custody::Ask);
    assert_eq!(
        asked(&table),
        (
            "Which card is dealt to you?".to_owned(),
            "`bite` (up to 2), `claw` (up to 2), `horde`, `dawn`, `unseen`".to_owned()
        )
    );
    give(&mut table, "horde");
    give(&mut table, "unseen");
    assert_eq!(
        dealt(&mut table, Viewer::Referee),
        (r#"[{"card":"horde","seen":["Bob"]}]"#.to_owned(), "[2]".to_owned())
    );
}

#[test]
fn a_card_can_be_only_some() {
    let mut table = played(
        r#"pile.fill("deck", "nights")
        local first = pile.draw("deck", {prompt = "Who comes?", only = function(card) return card == "bite" or card == "dawn" end})
        say("{} comes, and the next is {}", first, pile.name(pile.take("deck"), "claw"))
        say("{}", map(pile.unseen(state.deck[1])))"#,
    );
    let refused = answer(&mut table, "claw").err().map(|problem| told(&problem)).unwrap_or_default();
    assert_eq!(
        refused,
        "refused: `claw` is not legal: it cannot be that card here\n  legal now: `bite` (up to 2), `dawn`"
    );
    give(&mut table, "dawn");
    assert_eq!(said(&table), ["dawn comes, and the next is claw", "bite=2 claw=1 horde=1"]);
}

#[test]
fn a_card_that_is_elsewhere_cannot_be_named() {
    let lines = r#"pile.fill("deck", {dawn = 1}, "nights")
    pile.name(state.deck[1], "bite")"#;
    let problem = table(&script(lines), Custody::Ask).err().expect("a fault");
    assert!(told(&problem).starts_with("no `bite` is left that this could be\n"), "{}", told(&problem));
}
