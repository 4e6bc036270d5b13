//! Hands, markets, discard piles and what lies before people: dealt at once, moved by name, refilled, shown to those who may
//! see it, drawn without a board, and taken for nothing else than they are.

use crate::support::Tool;
use crate::support::table::{AT, rules, start, table};
use serde_json::{Value, json};
use tablewright::inside::diag::Diagnostics;
use tablewright::inside::dice::Chance;
use tablewright::inside::layout::{Fonts, Studio, TableScene, lay_out_zones};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::{Game, MemoryAssets};
use tablewright::inside::referee::{Move, Rules as _, Seat, Slot, Table, Viewer};
use tablewright::inside::render::face_svg;

/// Tricks in partnerships: a card is passed to the left, suits are followed, the highest takes all.
const TRICKS: [&str; 2] = [
    r#"
title: Tricks
version: "1"
players: 4
teams:
  - {name: North and South, seats: [1, 3]}
  - {name: East and West, seats: [2, 4]}
table:
  middle: [trick, won]
  seats: [hand]
  hidden: [deck]
  names: {trick: card}
components:
  cards:
    kind: cards
    size: 44mm x 68mm
    front: {template: card-classic, title: "{{ id }}"}
    back: {template: card-back, title: Tricks}
    rows:
      - {id: oak-1}
      - {id: oak-2}
      - {id: oak-3}
      - {id: oak-4}
      - {id: elm-1}
      - {id: elm-2}
      - {id: elm-3}
      - {id: elm-4}
      - {id: ash-1}
      - {id: ash-2}
      - {id: ash-3}
      - {id: ash-4}
      - {id: fir-1}
      - {id: fir-2}
      - {id: fir-3}
      - {id: fir-4}
"#,
    r#"
declare {
    deck = is.pile("cards"),
    hand = is.each_seat(is.hand("cards")),
    trick = is.each_seat(is.tableau("cards", 1)),
    won = is.discard("cards"),
    leader = is.seat(1),
    active = is.seat(1),
    tricks = is.each_seat(is.whole(0, 4)),
}

law("sixteen cards", function()
    if #state.pools == 0 then return true end
    local count = pile.count("deck") + pile.count("won")
    for seat = 1, seats do count += pile.count(state.hand[seat]) + pile.count(state.trick[seat]) end
    return count, 16
end)

function suit_of(card)
    return string.split(card, "-")[1]
end

function rank_of(card)
    return tonumber(string.split(card, "-")[2])
end

function steps.setup()
    pile.fill("deck", "cards")
    pile.deal_all {from = "deck", to = "hand", each = 4}
    return "pass"
end

function steps.pass()
    local questions, passed = {}, {}
    for seat = 1, seats do
        local _, untold = pile.holds(state.hand[seat])
        if untold > 0 then
            passed[seat] = pile.take(state.hand[seat])
        else
            questions[seat] = {
                kind = "choose_many", prompt = "Which card do you pass to the left?", secret = true,
                options = cards_in(state.hand[seat]), least = 1, most = 1,
            }
        end
    end
    for _ in pairs(questions) do
        for seat, chosen in pairs(ask_all(questions, {reveal = false})) do
            passed[seat] = pile.move(state.hand[seat], chosen[1], {}, seat)
        end
        break
    end
    for seat = 1, seats do pile.put(state.hand[next_seat(seat)], passed[seat], next_seat(seat)) end
    say("everybody passes a card to the left")
    return "play"
end

function cards_in(hand)
    local ids = {}
    for _, slot in ipairs(hand) do table.insert(ids, pile.reveal(slot)) end
    return ids
end

function steps.play()
    local seat, hand = state.active, state.hand[state.active]
    local first = state.trick[state.leader][1]
    local follows = function(card) return first == nil or suit_of(card) == suit_of(first) end
    local card = pile.choose(hand, {
        seat = seat, prompt = "Which card do you play?", only = pile.holds(hand, follows) > 0 and follows or nil,
    })
    pile.move(hand, card, state.trick[seat])
    say("{seat} plays {}", seat, card)
    state.active = next_seat(seat)
    return state.active == state.leader and "take" or "play"
end

function steps.take()
    local best = state.leader
    for seat = 1, seats do
        local card, winning = state.trick[seat][1], state.trick[best][1]
        if suit_of(card) == suit_of(winning) and rank_of(card) > rank_of(winning) then best = seat end
    end
    for seat = 1, seats do pile.put("won", pile.take(state.trick[seat])) end
    say("{seat} takes the trick", best)
    state.tricks[best] += 1
    state.leader, state.active = best, best
    return pile.count(state.hand[best]) > 0 and "play" or "over"
end

function show()
    local told = {}
    for seat = 1, seats do told[seat] = words("{trick}", state.tricks[seat]) end
    return {status = words("{seat} plays", state.active), seats = told}
end

function score()
    local lines = {}
    for seat = 1, seats do
        table.insert(lines, {seat = seat, what = "tricks", points = state.tricks[seat], field = "tricks." .. name_of(seat)})
    end
    return {lines = lines}
end
"#,
];

/// A market that fills up again, from a deck that the old wares come back into, and a reserve that only its owner sees.
const MARKET: [&str; 2] = [
    r#"
title: Market
version: "1"
players: 2-4
components:
  wares:
    kind: cards
    size: 44mm x 68mm
    front: {template: card-classic, title: "{{ id }}"}
    back: {template: card-back, title: Market}
    rows: [{id: silk, qty: 3}, {id: salt, qty: 3}, {id: tea, qty: 3}, {id: wool, qty: 3}]
  coin: {kind: tokens, size: 12mm, rows: [{id: coin, qty: 20}], front: {template: token, text: "1"}}
"#,
    r#"
declare {
    deck = is.pile("wares"),
    market = is.row("wares", 3),
    old = is.discard("wares", {into = "deck", keep = 1}),
    reserve = is.each_seat(is.hand("wares", 4)),
    coins = is.each_seat(is.whole(0, 20, 5)),
    turn = is.whole(0, 99),
}

law("twelve wares", function()
    local count = pile.count("deck") + pile.count("market") + pile.count("old")
    for seat = 1, seats do count += pile.count(state.reserve[seat]) end
    return count, 12
end)

function steps.setup()
    pile.fill("deck", "wares")
    pile.refill("market", "deck")
    pile.deal_all {from = "deck", to = "reserve", each = 1, prompt = "Deal a reserve to each."}
    return "turn"
end

function steps.turn()
    local seat = state.turn % seats + 1
    local what = choose {seat = seat, prompt = "Which ware do you sell?", options = counts.keys(counts.of(state.market)), obvious = true}
    pile.move("market", what, "old")
    state.coins[seat] += state.coins[seat] < 20 and 1 or 0
    for _, card in ipairs(pile.refill("market", "deck")) do say("{} comes", card) end
    state.turn += 1
    return state.turn < 30 and "turn" or "over"
end

function show()
    local zones = {}
    for seat = 1, seats do
        table.insert(zones, {zone = "coins", seat = seat, pieces = {{draw = "coin", name = "coin", count = state.coins[seat]}}})
    end
    return {status = words("turn {}", state.turn), zones = zones}
end
"#,
];

const EXAMPLES: &str = r"
- name: the order in a hand does not matter
  when:
    - then: {step: play, state: {hand.Ann: [unknown, unknown, unknown, unknown]}}
    - draw: oak-1
  then: {asks: Bob, state: {trick.Ann: [oak-1], hand.Ann: [unknown, unknown, unknown]}}

- name: who has the suit has to follow
  given:
    step: play
    state: {hand.Ann: [elm-1, oak-1], hand.Bob: [elm-2, oak-2], hand.Cleo: [ash-1], hand.Dan: [ash-2], leader: Ann, active: Ann}
  when:
    - Ann: elm-1
    - refused: oak-2
    - Bob: elm-2
  then: {state: {hand.Ann: [oak-1], hand.Bob: [oak-2], trick: {Ann: [elm-1], Bob: [elm-2]}}}

- name: a hand is a hand in any order, whoever has seen its cards
  given:
    step: play
    state: {hand.Ann: [elm-1, oak-1], hand.Bob: [elm-2], hand.Cleo: [{card: ash-1, seen: [Cleo]}, ash-3], hand.Dan: [ash-2]}
  when:
    - Ann: elm-1
  then: {state: {hand.Cleo: [ash-3, ash-1], hand.Bob: [elm-2]}}
";

fn tool(game: [&str; 2]) -> Tool {
    Tool::new().file("game/game.yaml", game[0]).file("game/rules.luau", game[1])
}

/// A game and what it is drawn with.
fn loaded(game: [&str; 2]) -> (Game, WithTemplates<MemoryAssets>) {
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game[0]).with("rules.luau", game[1]));
    let (game, found) = load_game(&assets, "cards");
    assert!(!found.has_errors(), "{found}");
    (game.expect("a game"), assets)
}

#[test]
fn random_games_of_cards_keep_their_laws_and_play_again_the_same() {
    for (game, seats) in [(TRICKS, 4), (MARKET, 2), (MARKET, 4)] {
        let tool = tool(game);
        tool.run("check ./game").says("./game: nothing is wrong\n");
        tool.run(&format!("playtest ./game --games 12 --seats {seats} --check")).succeeds();
    }
}

#[test]
fn examples_do_not_mind_the_order_of_a_hand() {
    let tool = tool(TRICKS).file("game/scenarios/tricks.yaml", EXAMPLES);
    tool.run("test ./game").says("3 passed, 0 failed\n");
    let wrong = EXAMPLES.replace("hand.Cleo: [ash-3, ash-1], hand", "hand.Cleo: [ash-3, ash-2], hand");
    let tool = tool.file("game/scenarios/tricks.yaml", wrong);
    tool.run("test ./game")
        .refuses(&["`hand.Cleo` is [{card: ash-1, seen: [Cleo]}, ash-3], and [ash-3, ash-2] was expected"]);
}

#[test]
fn who_deals_is_asked_once() {
    let tool = tool(TRICKS);
    let new = "referee new ./game --players Ann,Bob,Cleo,Dan --dice";
    // Who has the deck is not asked at all.
    tool.run(&format!("{new} table --table people")).succeeds();
    tool.run("referee log --table people").says(
        "    1  the table: Deal 4 cards to each. people deal, and nobody tells the referee\n        everybody passes a card to the left\n",
    );
    tool.run(&format!("{new} ask --table asked")).succeeds();
    tool.run("referee answer unseen --table asked").succeeds();
    tool.run("referee log --table asked").says(
        "    1  the table: Deal 4 cards to each. people deal, and nobody tells the referee\n        everybody passes a card to the left\n",
    );
    // A hand that nobody told is asked for as it is played, and only of people.
    tool.run("referee answer deal --table asked --seat Ann")
        .refuses(&["this card lies on your table, and only you can see which it is"]);
    tool.run("referee answer oak-3 --table asked --seat Ann").succeeds();
    tool.run(&format!("{new} ask --table told")).succeeds();
    tool.run("referee answer tell --table told").succeeds();
    tool.run("referee answer oak-1,elm-2 --table told --seat Ann")
        .refuses(&["4 cards are dealt here, and 2 are told", "understood: `oak-1`, `elm-2`; nothing is done yet"]);
    tool.run_words(&["referee", "answer", "fir-1 oak-1 elm-2 oak-2", "--table", "told", "--seat", "Ann"]).succeeds();
    tool.run_words(&["referee", "answer", "fir-1 fir-2 fir-3 fir-4", "--table", "told", "--seat", "Bob"])
        .refuses(&["it cannot be `fir-1`, by what the referee was told before"]);
    tool.run("referee answer unseen --table told --seat Bob").succeeds();
    tool.run("referee answer deal --table told --seat Cleo").succeeds();
    let seen = |seat: &str| -> Vec<Value> {
        let told: Value =
            serde_json::from_str(&tool.run(&format!("referee show --json --table told{seat}")).stdout()).expect("JSON");
        let zones = told["zones"].as_array().expect("zones").clone();
        zones.into_iter().filter(|zone| zone["zone"] == "hand").map(|zone| zone["holds"].clone()).collect()
    };
    let backs = json!([{"id": null, "count": 4}]);
    assert_eq!(seen(""), [backs.clone(), backs.clone(), backs.clone(), json!([])]);
    let own: Vec<Value> =
        ["oak-1", "oak-2", "elm-2", "fir-1"].map(|id| json!({"id": id, "name": id, "count": 1})).into();
    assert_eq!(seen(" --seat Ann")[0], Value::Array(own));
    assert_eq!(seen(" --seat Bob")[..2], [backs.clone(), backs]);
}

#[test]
fn a_market_fills_up_from_what_was_thrown_away() {
    let tool = tool(MARKET).file(
        "game/scenarios/market.yaml",
        "- laws: once they hold\n- name: the old wares are shuffled, and the top one stays\n  given:\n    step: turn\n    \
         state: {market: [silk, salt, tea], old: [wool, silk, salt], deck: []}\n  when:\n    - Ann: tea\n    - draw: silk\n  \
         then:\n    state: {market: [silk, salt, silk], old: [tea], deck: [unknown, unknown]}\n    \
         says: [the old is shuffled: it is the deck again, silk comes]\n"
            .replace("[the old is shuffled: it is the deck again, silk comes]", "[\"the old is shuffled: it is the deck again\", silk comes]"),
    );
    tool.run("test ./game").says("1 passed, 0 failed\n");
    tool.run("referee new ./game --players Ann,Bob --dice ask --table m").succeeds();
    tool.run_words(&["referee", "answer", "silk salt*2", "--table", "m"]).succeeds();
    tool.run("referee answer unseen --table m").succeeds();
    tool.run("referee show --table m").says(
        "Market · table m · after entry 2\nturn 0\n\non the table:  market: silk, 2 salt; deck: 7 cards; old: empty\n\
         Ann:           coins: 5 coin; reserve: 1 card\nBob:           coins: 5 coin; reserve: 1 card\n\n    \
         1  the table: Which 3 cards come? silk, salt 2 times (typed)\n    \
         2  the table: Deal a reserve to each. people deal, and nobody tells the\n       referee\n\n\
         Ann: Which ware do you sell?\n  salt\n  silk\n",
    );
}

#[test]
fn what_cannot_be_is_said_with_its_place() {
    let [game, script] = MARKET;
    let told = |game: &str, script: &str, words: &[&str]| {
        let tool = tool([game, script]);
        tool.run("check ./game").refuses(words);
    };
    let with = |a: &str, b: &str| {
        assert!(script.contains(a), "{a}");
        script.replace(a, b)
    };
    told(
        game,
        &with("each = 1", "each = 9"),
        &["9 cards for each of 2 players are 18, and there are 9; deal fewer", "pile.deal_all"],
    );
    told(game, &with("each = 1", "eahc = 1"), &["`pile.deal_all` has no `eahc`; did you mean `each`?"]);
    told(
        game,
        &with("into = \"deck\"", "into = \"dekc\""),
        &["the field `old` becomes `dekc`, which is no pile of the state", "did you mean `deck`?"],
    );
    told(game, &with("keep = 1", "kepe = 1"), &["the field `old` has no `kepe`", "did you mean `keep`?"]);
    told(
        game,
        &with("is.each_seat(is.hand(\"wares\", 4))", "is.hand(\"wares\", 4)"),
        &["the field `reserve` is a hand that belongs to no seat"],
    );
    told(
        game,
        &with("draw = \"coin\"", "draw = \"coins\""),
        &["a zone of `show` draws `coins`, and there is no such piece", "known here: `coin/coin`"],
    );
    told(
        game,
        &with("pieces = {{", "cards = {\"slik\"}, pieces = {{"),
        &["`show` lays `slik` into `coins`, and no piece is called so", "did you mean `silk`?"],
    );
    told(
        game,
        &with("is.row(\"wares\", 3)", "is.row(\"warez\", 3)"),
        &["the field `market` is of `warez`, and no component is called so", "did you mean `wares`?"],
    );
    told(
        game,
        &with("what, \"old\"", "what, \"reserve\""),
        &["`reserve` is a pile for every seat: say whose, as in `state.hand[seat]`", "rules.luau:27"],
    );
    told(game, &with("what, \"old\"", "what, nil"), &["a pile is needed here, not nothing"]);
    told(game, &with("zone = \"coins\",", "zone = \"coins\", kind = \"heap\","), &["a zone cannot be a `heap`"]);
    told(
        &format!("table: {{middle: [marcet]}}\n{game}"),
        script,
        &["the rules have no zone `marcet`", "did you mean `market`?", "game.yaml:1:18"],
    );
    told(&format!("table: {{middle: [deck], hidden: [deck]}}\n{game}"), script, &["the zone `deck` has two places"]);
    told(&format!("table: {{midle: [deck]}}\n{game}"), script, &["unknown key `midle`", "did you mean `middle`?"]);
}

#[test]
fn cards_of_another_deck_are_laid_nowhere() {
    let tool = tool(MARKET);
    tool.run("referee new ./game --players Ann,Bob --dice app").succeeds();
    tool.run("referee adjust old=[coin] --reason lost")
        .refuses(&["`coin` is no card of `wares`", "known here: `salt`, `silk`"]);
    tool.run("referee adjust old=[slik] --reason lost")
        .refuses(&["no card of this game is called `slik`", "did you mean `silk`?"]);
    let given = "- name: coins\n  given: {step: turn, state: {old: [coin]}}\n  then: {asks: Ann}\n";
    let tool = tool.file("game/scenarios/coins.yaml", given);
    tool.run("test ./game").refuses(&["`coin` is no card of `wares`"]);
}

#[test]
fn sentences_have_cards_as_they_are_called() {
    let named = MARKET[0].replace("{id: silk,", "{id: silk, name: Old silk,");
    let script = MARKET[1].replace(
        "for _, card in ipairs(pile.refill(\"market\", \"deck\")) do say(\"{} comes\", card) end",
        "news(what)",
    );
    let news = "\nfunction news(what)\n    pile.refill(\"market\", \"deck\")\n    say(\"{ware} sold, {ware} bought, {ware}, {ware}\", what, \
                {\"silk\", \"tea\"}, 2, {})\nend\n";
    let tool = tool([&named, &format!("{script}{news}")]);
    tool.run("referee new ./game --players Ann,Bob --dice app --seed 1").succeeds();
    let shown = tool.run("referee show --json").succeeds().stdout();
    let asked: Value = serde_json::from_str(&shown).expect("JSON");
    let ware = asked["request"]["options"][0]["id"].as_str().expect("a ware").to_owned();
    let called = if ware == "silk" { "Old silk".to_owned() } else { ware.clone() };
    let said = tool.run(&format!("referee answer {ware}")).succeeds().stdout();
    let wanted = format!("{called} sold, Old silk and tea bought, 2 wares, nothing");
    assert!(said.contains(&wanted), "{said}");
}

#[test]
fn a_table_without_a_board_has_a_picture() {
    let tool = tool(TRICKS);
    tool.run("referee new ./game --players Ann,Bob,Cleo,Dan --dice app --seed 3 --table t").succeeds();
    tool.run("referee picture all.svg --table t").succeeds();
    tool.run("referee picture ann.svg --seat Ann --table t").succeeds();
    let [all, ann] =
        ["all.svg", "ann.svg"].map(|file| std::fs::read_to_string(tool.path().join(file)).expect("a picture"));
    // Backs for everybody, and for Ann her own four cards.
    let fronts = |svg: &str| svg.matches("-front</title>").count();
    assert_eq!((fronts(&all), fronts(&ann)), (0, 4));
}

/// Cards that one viewer may not know, exchanged for others of the same deck.
fn exchanged(state: &Value, seen: &Value, ids: &[String], found: &mut usize) -> Value {
    let slot = Slot::read(state).filter(|slot| seen.is_number() && slot.card().is_some());
    match (state, slot) {
        (_, Some(slot)) => {
            let card = slot.card().expect("a card");
            let at = ids.iter().position(|id| id == card).expect("a card of the deck");
            *found += 1;
            let card = ids[(at + 1) % ids.len()].clone();
            match slot {
                Slot::Seen { by, .. } => Slot::Seen { card, by }.json(),
                _ => Slot::Card(card).json(),
            }
        }
        (Value::Object(fields), _) => Value::Object(
            fields.iter().map(|(name, inner)| (name.clone(), exchanged(inner, &seen[name], ids, found))).collect(),
        ),
        (Value::Array(items), _) => {
            let one = |(n, inner): (usize, &Value)| exchanged(inner, seen.get(n).unwrap_or(&Value::Null), ids, found);
            items.iter().enumerate().map(one).collect()
        }
        (other, _) => other.clone(),
    }
}

/// Everything that a viewer is shown of a state: the scene with its zones, and the picture of them.
fn shown(game: &Game, assets: &WithTemplates<MemoryAssets>, table: &Table, state: &Value, viewer: Viewer) -> String {
    let (mut rules, _queue) = rules(game, table.start());
    rules.put(state, "setup").unwrap_or_else(|fault| panic!("{fault}"));
    let scene = rules.show(viewer).unwrap_or_else(|fault| panic!("{fault}"));
    let mut found = Diagnostics::new();
    let fonts = Fonts::load(assets, &mut found);
    let studio = Studio::new(game, assets, &fonts);
    let of = TableScene { board: None, zones: &scene.zones, seats: table.start().players.clone(), viewer: 0 };
    let face = lay_out_zones(&studio, of, &mut found).unwrap_or_else(|| panic!("{found}"));
    format!("{}\n{scene:?}\n{}", rules.schema().redacted(state, viewer), face_svg(&face, &fonts).expect("a drawing"))
}

#[test]
fn nobody_is_shown_what_lies_face_down() {
    for (cards, seats) in [(TRICKS, 4), (MARKET, 3)] {
        let (game, assets) = loaded(cards);
        let ids: Vec<String> = game.components[0].pieces.iter().map(|piece| piece.id.clone()).collect();
        let start = start(&game, seats, &[], 5);
        let mut live = table(&game, &start, &[]);
        let (mut chance, mut exchanges) = (Chance::from_seed(2), 0);
        for number in 0..12 {
            let Some((by, text)) = live.move_by_chance(&mut chance) else { break };
            live.answer(&Move { by: by.as_deref(), text: &text, number: None }, AT)
                .unwrap_or_else(|problem| panic!("{problem:?}"));
            if number % 4 != 0 {
                continue;
            }
            let state = live.state(Viewer::Referee).expect("a state");
            for viewer in [Viewer::Everybody, Viewer::Seat(Seat(number % seats))] {
                let mut found = 0;
                let other = exchanged(&state, &live.schema().redacted(&state, viewer), &ids, &mut found);
                assert_eq!(
                    shown(&game, &assets, &live, &state, viewer),
                    shown(&game, &assets, &live, &other, viewer),
                    "{viewer:?}"
                );
                exchanges += found;
            }
        }
        assert!(exchanges > 10, "{exchanges} cards were exchanged");
    }
}
