//! Faults that only come up while somebody thinks ahead, and what is remembered of cards when a deck is shuffled again.

use crate::support::Tool;
use crate::support::played::game;
use crate::support::table::{rules, start};
use tablewright::inside::rules::{BotPlayer, Budget, Patience};

/// Whoever thinks tries the pit before anybody is there in the game itself.
const PIT: &str = r#"
declare {at = is.whole(0, 9), fallen = is.flag()}
function steps.setup() return "turn" end
function steps.turn()
    local way = choose {seat = state.at % seats + 1, prompt = "Where?", options = {"on", "pit"}}
    state.at += 1
    if way == "pit" then return "falls" end
    return if state.at == 6 then "over" else "turn"
end
function steps.falls()
    local depth = nil
    return depth.name
end
function score() return {lines = {{seat = 1, what = "steps", points = state.at}}} end
"#;

#[test]
fn a_fault_that_is_thought_of_is_told_with_its_seed_and_line() {
    let tool = Tool::refereed(PIT);
    tool.run("playtest game --games 1 --seed 5 --players thinking:8").refuses(&[
        "looking ahead from the step `turn`",
        "depth.name",
        "it was the game with seed 5",
        "game/rules.luau:12",
    ]);
}

/// Where nobody falls in, nobody is told of it.
#[test]
fn what_is_never_tried_is_no_fault() {
    let tool = Tool::refereed(&PIT.replace("options = {\"on\", \"pit\"}", "options = {\"on\", \"up\"}"));
    tool.run("playtest game --games 2 --players thinking:8,random").succeeds();
}

/// Whoever is dealt anew what breaks a law, or what happened differently, has thought of a world that cannot be: no fault. What may
/// be one is told, and ends nothing.
#[test]
fn worlds_that_cannot_be_are_no_faults() {
    let script = r#"
        declare {secret = is.each_seat(is.own(is.whole(0, 9, 5))), at = is.whole(0, 6)}
        law("secrets are five", function() return state.secret[1] == 5 and state.secret[2] == 5 end)
        function steps.setup() return "turn" end
        function steps.turn()
            local seat = state.at % seats + 1
            choose {seat = seat, prompt = "What?", options = {"a", "b"}}
            if state.secret[next_seat(seat)] ~= 5 then error("this cannot be") end
            state.at += 1
            return if state.at == 6 then "over" else "turn"
        end
        function score() return {lines = {{seat = 1, what = "steps", points = state.at}}} end
    "#;
    let tool = Tool::refereed(script);
    tool.run("playtest game --games 3 --players thinking:30").succeeds();
    // Without the law it can.
    let open = script.lines().filter(|line| !line.contains("law(")).collect::<Vec<_>>().join("\n");
    let told = Tool::refereed(&open).run("playtest game --games 3 --players thinking:30").succeeds().stdout();
    assert!(told.contains("met an error of the script: this cannot be (line "), "{told}");
    assert!(told.contains("in the step `turn`, with seed 1 at first"), "{told}");
}

/// Three cards: each of two seats is dealt one, everybody sees the third, and it is shuffled into the deck again. Each then knows
/// what the other one holds.
#[test]
fn what_was_seen_before_a_deck_was_shuffled_again_stays_known() {
    let script = r#"
        declare {
            deck = is.pile("cards"), open = is.pile("cards"), hand = is.each_seat(is.hand("cards", 1)),
            right = is.each_seat(is.whole(0, 9)), at = is.whole(0, 2),
        }
        function steps.setup()
            pile.fill("deck", {bite = 1, claw = 1, dawn = 1}, "cards")
            for seat = 1, seats do pile.deal("deck", state.hand[seat], seat) end
            pile.put("open", pile.draw("deck"))
            return "again"
        end
        function steps.again()
            pile.put("deck", table.remove(state.open))
            pile.shuffle("deck")
            return "guess"
        end
        function steps.guess()
            local seat, other = state.at + 1, 2 - state.at
            local card = choose {seat = seat, prompt = "Which has the other?", options = {"bite", "claw", "dawn"}}
            if card == state.hand[other][1].card then state.right[seat] += 1 end
            measure("right", state.right[seat])
            state.at += 1
            return if state.at == 2 then "over" else "guess"
        end
        function score()
            local lines = {}
            for seat = 1, seats do table.insert(lines, {seat = seat, what = "right", points = state.right[seat]}) end
            return {lines = lines}
        end
    "#;
    let game = game(script);
    let (mut rules, _) = rules(&game, &start(&game, 2, &[], 1));
    for kind in [BotPlayer::Thinking(Budget::Looks(40)), BotPlayer::Greedy] {
        for seed in 0..25 {
            let played = rules.play_trial(seed, &[kind, kind], &Patience::steps(100)).expect("a game");
            assert_eq!(played.measures, [("right".to_owned(), 2)], "{kind}, seed {seed}");
        }
    }
}
