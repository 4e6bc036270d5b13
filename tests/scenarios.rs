//! Scenarios: every key of the format, what is said when an example does not come out, and what `check` finds in a script.

mod support;

use std::path::Path;

use support::{Ran, Tool, run_in_project};

const GAME: &str = r#"title: Hoard
version: "1"
players: 2-3
options:
  greedy: {note: Coins come from nowhere}
  length: {least: 1, most: 5, usual: 3}
dice:
  claw: [hit, hit, miss]
components:
  finds:
    kind: cards
    front: {template: card-classic, title: "{{ id }}"}
    rows: [{id: ring, qty: 2}, {id: crown}]
  rules: {kind: booklet, text: RULES.md, front: booklet-page}
"#;

const RULES: &str = "# Hoard\n\n## Your turn\n\nTake coins.\n\n## The dragon\n\nIt wakes.\n\n## Scoring\n\nCoins.\n";

const SCRIPT: &str = r#"declare {
    active = is.seat(1),
    coins = is.each_seat(is.whole(0, 9)),
    chest = is.whole(0, 9, 9),
    mood = is.one_of({"quiet", "loud"}),
    dragon = is.maybe(is.record { awake = is.flag(), near = is.seat() }),
    found = is.list(is.text(), 9),
    lairs = is.map(is.one_of({"cave", "cliff"}), is.whole(1, 3)),
    deck = is.pile("finds"),
}

law("nine coins", function()
    return state.chest + total(state.coins), 9
end)

function steps.setup()
    pile.fill(state.deck, "finds")
    return "turn"
end

function steps.turn()
    if state.chest == 0 then return "over" end
    local actions = {"take", "hide"}
    if pile.count(state.deck) > 0 then table.insert(actions, "dig") end
    if total(state.lairs) == 0 then table.insert(actions, "sing") end
    return choose {
        seat = state.active, prompt = "What do you do?", rule = "Your turn", options = actions,
        why = function(refuse)
            refuse("flee", "nobody flees from a sleeping dragon", "The dragon")
            refuse("nap", "there is no time")
        end,
    }
end

function steps.take()
    local count = choose_number { seat = state.active, prompt = "How many coins?", least = 1, most = math.min(3, state.chest) }
    -- Before the next answer the law does not hold.
    state.chest -= count
    local heard = confirm { seat = next_seat(state.active), prompt = "Did you hear that?" }
    state.mood = if heard then "loud" else "quiet"
    add(state.coins, state.active, if options.greedy then count + 1 else count)
    say("{seat} takes {coin}", state.active, count)
    return "next"
end

function steps.dig()
    local faces = roll { die = "claw", dice = 2, seat = state.active, prompt = "Dig!" }
    if contains(faces, "hit") then
        table.insert(state.found, pile.draw(state.deck, { seat = state.active, prompt = "What is it?" }))
        say("{seat} finds something", state.active)
    else
        state.dragon = { awake = true, near = state.active }
        say("the dragon wakes up")
    end
    return "next"
end

function steps.sing()
    local tunes = choose_many {
        seat = state.active, prompt = "Where do you sing?", options = {"cave", "cliff"}, each = 2, most = 3,
    }
    for _, tune in ipairs(tunes) do add(state.lairs, tune, 1) end
    return "next"
end

function steps.hide()
    local who = choose { prompt = "Who hides best?", options = {seat_id(1), seat_id(2)} }
    say("{seat} hides", seat_of(who))
    return "next"
end

function steps.next()
    state.active = next_seat(state.active)
    return "turn"
end

function adjusted()
    return "turn"
end

function score()
    local lines = {}
    for seat = 1, seats do
        local points = state.coins[seat]
        table.insert(lines, { seat = seat, what = words("{coin}", points), points = points, rule = "Scoring" })
    end
    return { lines = lines }
end
"#;

fn hoard_with(script: &str) -> Tool {
    Tool::new().file("hoard/game.yaml", GAME).file("hoard/RULES.md", RULES).file("hoard/rules.luau", script)
}

fn hoard(scenarios: &str) -> Tool {
    hoard_with(SCRIPT).file("hoard/scenarios/a.yaml", scenarios)
}

/// Plays scenarios that do not come out.
#[track_caller]
fn failing(scenarios: &str, said: &str) {
    hoard(scenarios).run("test hoard").fails(1, said);
}

#[test]
fn every_key_can_come_out() {
    let scenarios = r#"
- name: from the start
  when:
    - then: {asks: Ann, prompt: "What do you do?", step: turn, legal: [hide, sing, dig, take]}
    - then: {state: {deck: [unknown, unknown, unknown], chest: 9}}
    - refused: flee
      by: Ann
      because: nobody flees from a sleeping dragon
      rule: The dragon
    - refused: take
      by: Bob
      because: it is Ann who is asked now, not Bob
    - Ann: take
    - then: {asks: Ann, legal: [1..3]}
    - Ann: 3
    - then: {asks: Bob, legal: [yes, no], step: take, state: {chest: 6, coins: {Ann: 0}}}
    - Bob: yes
    - Bob: dig
    - then: {legal: [hit, miss]}
    - roll: [hit, miss]
    - draw: ring
    - take
    - undo: 1
    - adjust: {chest: 5, coins.Bob: 1}
    - sing
    - Ann: [cave, cave, cliff]
  then:
    asks: Bob
    state:
      coins: {Ann: 3, Bob: 1}
      mood: loud
      dragon: none
      found: [ring]
      lairs: {cave: 2, cliff: 1}
      deck: [unknown, unknown]
    legal includes: [dig]
    legal excludes: [flee, sing]
    refused: {nap: there is no time}
    score: {Ann: 3, Bob: 1}
    winners: [Ann]
    says: ["Ann takes 3 coins", "Bob finds something"]

- name: the dragon wakes up
  rule: The dragon
  given:
    players: [Eve, Al, Ed]
    options: {length: 4, greedy: yes}
    step: dig
    state: {active: Al, chest: 2, coins.Ed: 7, lairs: {cliff: 3}, deck: [ring, crown], dragon: {near: Eve}}
  when:
    - then: {state: {dragon: {awake: no, near: Eve}}}
    - roll: miss miss
  then:
    state: {dragon: {awake: yes}, dragon.near: Al, lairs.cave: none, lairs: {cliff: 3}, deck: [ring, crown]}
    asks: Ed

- name: the rules are told
  when:
    - adjust: {chest: 0, coins: {Ann: 4, Bob: 5}}
      triggers: yes
  then: {asks: nobody, step: over, winners: [Bob], legal: []}

- name: nobody in particular, and none at all
  given: {step: hide}
  when:
    - then: {asks: table, legal: [Ann, Bob]}
    - Bob
    - Bob: sing
    - Bob: []
  then: {state: {lairs: {}}}
"#;
    hoard(scenarios).run("test hoard").says("4 passed, 0 failed\n");
}

#[test]
fn what_is_there_instead_is_told_for_every_check() {
    failing(
        r"
- name: nothing is as it should be
  rule: Your turn
  given: {step: turn, state: {coins.Ann: 9, chest: 0, lairs: {cave: 2}, found: [ring]}}
  then:
    asks: Bob
    step: turn
    state: {coins: {Ann: 8, Bob: 0}, mood: loud, dragon: {near: Bob}, lairs: {cliff: 1}, found: []}
    legal includes: [take]
    score: {Ann: 3}
    winners: [Ann, Bob]
    says: [Ann takes 3 coins]
",
        r"
failed: nothing is as it should be (Your turn)
error: nobody is asked, and Bob was expected
 --> hoard/scenarios/a.yaml:6:11
  |
6 |     asks: Bob
  |           ^^^
  |
  = help: the game is over: nobody is asked
error: the step is `over`, and `turn` was expected
 --> hoard/scenarios/a.yaml:7:11
  |
7 |     step: turn
  |           ^^^^
  |
  = help: the game is over: nobody is asked
error: `coins.Ann` is 9, and 8 was expected
 --> hoard/scenarios/a.yaml:8:26
  |
8 |     state: {coins: {Ann: 8, Bob: 0}, mood: loud, dragon: {near: Bob}, lairs: {cliff: 1}, found: []}
  |                          ^
error: `mood` is quiet, and loud was expected
 --> hoard/scenarios/a.yaml:8:44
  |
8 |     state: {coins: {Ann: 8, Bob: 0}, mood: loud, dragon: {near: Bob}, lairs: {cliff: 1}, found: []}
  |                                            ^^^^
error: `dragon` is none, and {awake: no, near: Bob} was expected
 --> hoard/scenarios/a.yaml:8:58
  |
8 |     state: {coins: {Ann: 8, Bob: 0}, mood: loud, dragon: {near: Bob}, lairs: {cliff: 1}, found: []}
  |                                                          ^
",
    );
}
