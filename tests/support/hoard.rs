//! A small game with rules that use most of what a script may say.

use super::Tool;

pub const GAME: &str = r#"title: Hoard
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

pub const RULES: &str =
    "# Hoard\n\n## Your turn\n\nTake coins.\n\n## The dragon\n\nIt wakes.\n\n## Scoring\n\nCoins.\n";

pub const SCRIPT: &str = r#"declare {
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
    state.coins[state.active] += count
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

/// The game with this script.
pub fn hoard_with(script: &str) -> Tool {
    Tool::new().file("hoard/game.yaml", GAME).file("hoard/RULES.md", RULES).file("hoard/rules.luau", script)
}

/// The game with these scenarios.
pub fn hoard(scenarios: &str) -> Tool {
    hoard_with(SCRIPT).file("hoard/scenarios/a.yaml", scenarios)
}

/// The script with coins from nowhere.
pub fn greedy() -> String {
    SCRIPT.replace("+= count", "+= count + 1")
}
