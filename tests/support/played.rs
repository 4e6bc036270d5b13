//! Small games that are refereed in memory: a script of a few lines, and what comes of it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::thread::sleep;
use std::time::Duration;

use tablewright::app::{Access, Session, Tables};
use tablewright::inside::dice::Chance;
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Game, MemoryAssets};
use tablewright::inside::referee::{
    AnswerQueue, Choice, Custody, Entry, FORMAT, Fault, Hands, Move, Problem, QuestionKind, Request, Start, Table,
    compare_replay,
};
use tablewright::inside::rules::{ScriptRules, SharedAsker, SharedClock, WallClock, World};

/// A board of nine squares, a deck of six cards, a die and a heading.
pub const GAME: &str = r#"
title: Small
version: "1"
players: 2-4
dice:
  luck: [hit, hit, miss]
components:
  yard: {kind: board, board: board.yaml, front: board-classic}
  nights:
    kind: cards
    front: {template: card-classic, title: "{{ id }}"}
    rows: [{id: bite, qty: 2}, {id: claw, qty: 2}, {id: horde, qty: 1}, {id: dawn, qty: 1, name: The first light}]
  runes:
    kind: cards
    front: {template: card-classic, title: "{{ id }}"}
    rows: [{id: rune-a}, {id: rune-b}, {id: rune-c}, {id: rune-d}, {id: rune-e}, {id: rune-f}, {id: rune-g}, {id: rune-h}]
  signs:
    kind: cards
    front: {template: card-classic, title: "{{ id }}"}
    rows: [{id: sign-1}, {id: sign-2}, {id: sign-3}, {id: sign-4}, {id: sign-5}]
  booklet: {kind: booklet, text: RULES.md, front: booklet-page}
"#;
pub const BOARD: &str = "cell: 20mm\npicture: |\n  . . .\n  . . .\n  . . .\nlegend:\n  \".\": {terrain: grass}\n";
pub const RULES: &str = "# Small\n\n## Setting up\n\nSit down.\n\n## The night\n\nCards come.\n";

/// A table to go on with. A program that is just being started by another test may hold a copy of its lock for a moment.
pub fn open_table(tables: &Tables, name: &str) -> Session {
    for _ in 0..100 {
        match tables.open(Some(Path::new(name)), Access::Write) {
            Err(found) if found.to_string().contains("another Tablewright") => sleep(Duration::from_millis(20)),
            opened => return opened.unwrap_or_else(|found| panic!("{found}")),
        }
    }
    panic!("somebody holds the table");
}

/// The small game with a script.
pub fn game(script: &str) -> Game {
    let assets = MemoryAssets::new()
        .with("game.yaml", GAME)
        .with("board.yaml", BOARD)
        .with("RULES.md", RULES)
        .with("rules.luau", script);
    let (game, found) = load_game(&WithTemplates(assets), "small");
    let told: Vec<String> = found.iter().map(|one| one.message.clone()).collect();
    assert!(!found.has_errors(), "{told:?}");
    game.expect("the small game")
}

/// A new table for Ann and Bob.
pub fn table(script: &str, usual: Custody) -> Result<Table, Problem> {
    table_of(&game(script), usual, 7)
}

pub fn table_of(game: &Game, usual: Custody, seed: u64) -> Result<Table, Problem> {
    opened(game, start(usual, seed), Vec::new())
}

/// How a table of the small game begins.
pub fn start(usual: Custody, seed: u64) -> Start {
    Start {
        format: FORMAT,
        game: "small".into(),
        version: "1".into(),
        at: "2026-01-01T00:00:00Z".into(),
        players: vec!["Ann".into(), "Bob".into()],
        options: BTreeMap::new(),
        hands: Hands { usual, named: BTreeMap::new() },
        seed,
        strict: false,
        bots: BTreeMap::new(),
    }
}

/// A new table with another clock.
pub fn table_by(script: &str, usual: Custody, clock: SharedClock) -> Result<Table, Problem> {
    opened_by(&game(script), start(usual, 7), Vec::new(), |queue| queue, clock)
}

/// A table at which the beginning of every step is kept.
pub fn opened_keeping_all(game: &Game, start: Start, entries: Vec<Entry>) -> Result<Table, Problem> {
    opened_by(game, start, entries, AnswerQueue::keeping_all, WallClock::start())
}

/// The table is the same after every step when it is played again from its journal, in an engine that is new.
#[track_caller]
pub fn assert_replays(game: &Game, live: &mut Table, told_of: &str) {
    let again = opened_keeping_all(game, live.start().clone(), live.entries().to_vec());
    let mut again = again.unwrap_or_else(|problem| panic!("{told_of}: {}", told(&problem)));
    if let Err(problem) = compare_replay(live, &mut again) {
        panic!("{told_of}: {}", told(&problem));
    }
    assert_eq!(again.beginnings(), live.beginnings(), "{told_of}");
}

/// The same table from its journal, as if Tablewright was started again.
pub fn reopened(game: &Game, table: &Table) -> Result<Table, Problem> {
    opened(game, table.start().clone(), table.entries().to_vec())
}

pub fn opened(game: &Game, start: Start, entries: Vec<Entry>) -> Result<Table, Problem> {
    opened_by(game, start, entries, |queue| queue, WallClock::start())
}

fn opened_by(
    game: &Game,
    start: Start,
    entries: Vec<Entry>,
    prepared: fn(AnswerQueue) -> AnswerQueue,
    clock: SharedClock,
) -> Result<Table, Problem> {
    let queue = prepared(AnswerQueue::new(start.players.clone(), start.hands.clone(), start.seed));
    let queue = Rc::new(RefCell::new(queue));
    let asker: SharedAsker = queue.clone();
    let world = World::new(game, start.players.clone(), start.options.clone());
    let script = game.play.script.clone().expect("a script");
    let rules = ScriptRules::load(&script.text, world, asker, clock)?;
    Table::open(start, Box::new(rules), queue, entries, "2026-01-01T00:00:01Z")
}

/// One answer, whoever gives it.
pub fn answer(table: &mut Table, text: &str) -> Result<(), Problem> {
    table.answer(&Move { text, ..Move::default() }, "2026-01-01T00:00:02Z")
}

/// Lines with the right checksums, whatever they say.
pub fn sealed(lines: &[String]) -> Vec<u8> {
    let (mut seal, mut bytes) = (0_u64, Vec::new());
    for line in lines {
        let mut sum = xxhash_rust::xxh3::Xxh3::new();
        sum.update(&seal.to_le_bytes());
        sum.update(line.as_bytes());
        seal = sum.digest();
        bytes.extend(format!("{line}\t{seal:016x}\n").into_bytes());
    }
    bytes
}

/// A problem in a few lines.
pub fn told(problem: &Problem) -> String {
    match problem {
        Problem::Fault(fault) => fault_told(fault),
        Problem::Refused(refusal) => format!("refused: {}\n  {}", refusal.message(), refusal.hints_told().join("\n  ")),
        Problem::Diverged { seq, refusal } => {
            format!("entry {seq} does not fit: {}\n  {}", refusal.message(), refusal.hints_told().join("\n  "))
        }
    }
}

fn fault_told(fault: &Fault) -> String {
    let spot = |spot: &tablewright::inside::referee::ScriptPlace| match &spot.function {
        Some(function) => format!("line {} in {function}", spot.line),
        None => format!("line {}", spot.line),
    };
    let mut told = vec![fault.message.clone()];
    told.extend(fault.hint.iter().map(|hint| format!("help: {hint}")));
    if !fault.trace.is_empty() {
        told.push(fault.trace.iter().take(4).map(spot).collect::<Vec<_>>().join(" < "));
    }
    told.extend(fault.step.iter().map(|step| format!("step {step}")));
    told.extend(fault.field.iter().map(|field| format!("field {field}")));
    told.join("\n  ")
}

/// A script with a question of most kinds, that breaks when people say `break`.
pub const YARD: &str = r#"declare {n = is.whole(0, 99), at = is.space("A1"), secret = is.hidden(is.whole(0, 9))}
function steps.setup() return "turn" end
function steps.turn()
    local seat = state.n % seats + 1
    local what = choose {seat = seat, prompt = "What now?", options = {"roll", "walk", "wait", "break", "count", "pack", "dare"}}
    if what == "roll" then roll {die = "d6", dice = 3, seat = seat, prompt = "Roll for luck."} end
    if what == "dare" then confirm {seat = seat, prompt = "Do you dare?"} end
    if what == "count" then choose_number {seat = seat, prompt = "How many?", least = 2, most = 5} end
    if what == "pack" then choose_many {seat = seat, prompt = "What goes along?", options = {"rope", "lamp"}, least = 1, most = 3, each = {rope = 2}} end
    if what == "break" then state.pne = 1 end
    if what == "walk" then
        state.at = choose_space {
            seat = seat, prompt = "Where to?", options = board.neighbours[state.at], rule = "The night",
            why = function(refuse) refuse("C3", "it is too far", "The night") end,
        }
    end
    say("{seat} did {}", seat, what)
    state.n += 1
    return state.n < 90 and "turn" or "over"
end
function show() return {status = "Turn " .. state.n} end
"#;

/// A card game with everything that piles can do: hands, peeks, cards put back, a discard pile that is shuffled, tiles that lie
/// face down, a bag; and a state with every kind of field.
pub const CARDS: &str = r#"
declare {
    turn = is.whole(0, 999), active = is.seat(), mode = is.one_of {"calm", "wild"}, loud = is.flag(), motto = is.text("onwards"),
    deck = is.pile("runes"), discard = is.pile("runes"), bag = is.pile("signs"),
    hand = is.each_seat(is.own(is.pile("runes"))),
    tiles = is.map(is.space, is.pile("signs")),
    bait = is.map(is.space, is.whole(1, 99)), gifts = is.map(is.seat, is.whole(1, 99)),
    points = is.each_seat(is.whole(0, 99)), past = is.list(is.record {who = is.seat(), what = is.text()}, 5),
    lure = is.maybe(is.record {steps = is.whole(0, 6), at = is.space, marks = is.map(is.text, is.whole(1, 99))}),
    vault = is.hidden(is.list(is.whole(1, 6), 9)),
}

law("eight runes", function()
    if #state.pools == 0 then return true end
    local hands = 0
    for seat = 1, seats do hands += #state.hand[seat] end
    return #state.deck + #state.discard + hands, 8
end)

function steps.setup()
    pile.fill("deck", "runes")
    pile.fill("bag", "signs")
    for seat = 1, seats do acts.draw(seat) end
    return "turn"
end

function steps.turn()
    local seat = state.active
    local what = choose {seat = seat, prompt = "What do you do?", options = what_now(seat), rule = "The night"}
    acts[what](seat)
    say("{seat} did {}", seat, what)
    remember(seat, what)
    state.turn += 1
    state.active = next_seat(seat)
    return state.turn < 200 and "turn" or "over"
end

function remember(seat, what)
    table.insert(state.past, {who = seat, what = what})
    if #state.past > 5 then table.remove(state.past, 1) end
end

function what_now(seat)
    local can = {"dice", "bait", "mix"}
    if #state.deck > 0 then table.insert(can, "draw") table.insert(can, "peek") end
    if #state.deck == 0 and #state.discard > 0 then table.insert(can, "reshuffle") end
    if #state.hand[seat] > 0 then table.insert(can, "play") table.insert(can, "back") table.insert(can, "under") end
    if #state.bag > 0 then table.insert(can, "tile") end
    if #face_down() > 0 then table.insert(can, "flip") end
    if state.lure then table.insert(can, "sniff") end
    return can
end

function face_down()
    local found = {}
    for space, tile in pairs(state.tiles) do
        if type(tile[1]) == "number" then table.insert(found, space) end
    end
    return found
end

function from_hand(seat)
    local hand = state.hand[seat]
    local options, each = {}, {}
    for _, card in ipairs(hand) do table.insert(options, card) end
    table.sort(options)
    local card = choose {seat = seat, secret = true, prompt = "Which card?", options = options}
    table.remove(hand, table.find(hand, card))
    return card
end

acts = {
    draw = function(seat)
        local slot = pile.take("deck")
        pile.put(state.hand[seat], pile.reveal(slot, {seat = seat, secret = true, prompt = "Which card do you draw?"}))
    end,
    peek = function(seat)
        local seen = pile.peek("deck", choose_number {seat = seat, prompt = "How many?", least = 1, most = math.min(2, #state.deck)}, seat)
        tell(seat, "on top lies {}", seen[1])
    end,
    play = function(seat)
        local card = from_hand(seat)
        pile.put("discard", card)
        say("{seat} plays {}", seat, card)
    end,
    back = function(seat) pile.put("deck", from_hand(seat), seat) end,
    under = function(seat) pile.put_under("deck", from_hand(seat), seat) end,
    mix = function(seat) pile.shuffle("deck") end,
    reshuffle = function(seat)
        for _ = 1, #state.discard do pile.put("deck", pile.take("discard")) end
        pile.shuffle("deck")
    end,
    tile = function(seat)
        local free = {}
        for _, space in ipairs(board.spaces) do
            if not state.tiles[space] then table.insert(free, space) end
        end
        state.tiles[choose_space {seat = seat, prompt = "Where?", options = free}] = {pile.take("bag")}
    end,
    flip = function(seat)
        local space = choose_space {seat = seat, prompt = "Which tile?", options = face_down()}
        state.tiles[space] = {pile.reveal(state.tiles[space][1], {prompt = "What is it?"})}
    end,
    dice = function(seat)
        local faces = roll {die = "d6", dice = 3, seat = seat, prompt = "Roll."}
        state.points[seat] = total(faces)
        state.lure = {steps = faces[1], at = "B" .. (faces[2] % 3 + 1), marks = {first = faces[2], second = faces[3]}}
        if #state.vault < 9 then table.insert(state.vault, faces[3]) end
        state.loud = roll_one {die = "luck", seat = seat, prompt = "Luck?"} == "hit"
    end,
    bait = function(seat)
        local where = choose_many {seat = seat, prompt = "Where?", options = board.spaces, least = 0, most = 3, each = 2}
        for _, space in ipairs(where) do add(state.bait, space, 1) end
        if confirm {seat = seat, prompt = "A gift?"} then add(state.gifts, next_seat(seat), 1) end
        state.mode = state.mode == "calm" and "wild" or "calm"
    end,
    sniff = function(seat)
        local order = choose_order {seat = seat, prompt = "In which order?", options = {"first", "second"}}
        state.lure.marks[order[1]] = nil
        state.motto = order[2]
        if total(state.lure.marks) == 0 then state.lure = nil end
    end,
}

function show()
    local shown = {status = "turn " .. state.turn .. ", " .. #state.deck .. " in the deck", seats = {}, pieces = {}}
    for seat = 1, seats do
        local text = #state.hand[seat] .. " cards"
        for _, card in ipairs(state.hand[seat]) do
            if type(card) == "string" then text = text .. " " .. card end
        end
        shown.seats[seat] = text
    end
    for space, tile in pairs(state.tiles) do
        table.insert(shown.pieces, {at = space, name = type(tile[1]) == "string" and tile[1] or "face down", mark = "t"})
    end
    return shown
end

function score()
    local lines = {}
    for seat = 1, seats do
        table.insert(lines, {seat = seat, what = "last throw", points = state.points[seat]})
        for _, card in ipairs(state.hand[seat]) do
            table.insert(lines, {seat = seat, what = type(card) == "string" and card or "a card", points = 1})
        end
    end
    return {lines = lines}
end
"#;

fn below(chance: &mut Chance, end: usize) -> usize {
    chance.below(u32::try_from(end).expect("a small number")) as usize
}

fn mixed(chance: &mut Chance, mut ids: Vec<String>) -> Vec<String> {
    for at in (1..ids.len()).rev() {
        ids.swap(at, below(chance, at + 1));
    }
    ids
}

/// A legal answer, as people would type it.
pub fn any_answer(request: &Request, chance: &mut Chance) -> String {
    let all =
        |options: &[Choice]| options.iter().flat_map(|choice| vec![choice.id.clone(); choice.most]).collect::<Vec<_>>();
    match &request.kind {
        QuestionKind::Choose { options, .. } | QuestionKind::Dealer { options, .. } => {
            mixed(chance, all(options))[0].clone()
        }
        // Real cards do not come twice.
        kind @ QuestionKind::Draw { .. } => {
            let all = kind.left().flat_map(|(choice, left)| vec![choice.id.clone(); left]).collect();
            mixed(chance, all)[..kind.cards()].join(" ")
        }
        QuestionKind::ChooseMany { options, least, most } => {
            let count = least + below(chance, most - least + 1);
            let mut ids = mixed(chance, all(options));
            ids.truncate(count);
            if ids.is_empty() { "none".into() } else { ids.join(" ") }
        }
        QuestionKind::Number { least, most } => {
            let count = usize::try_from(most - least + 1).expect("few");
            (least + i64::try_from(below(chance, count)).expect("few")).to_string()
        }
        QuestionKind::Order { options } => mixed(chance, all(options)).join(" "),
        QuestionKind::Confirm { .. } => ["yes", "no"][below(chance, 2)].into(),
        QuestionKind::Roll { die, dice, .. } => {
            let faces: Vec<String> = die.faces().map(|face| face.text).collect();
            (0..*dice).map(|_| faces[below(chance, faces.len())].clone()).collect::<Vec<_>>().join(" ")
        }
    }
}
