//! Everything that can be typed into `referee play` beside answers, and what it says to wrong input.

mod support;

use support::{Tool, same_as_golden};

const GAME: &str = "\
title: Night Watch
version: \"1\"
players: 2-3
components:
  yard: {kind: board, board: board.yaml, front: board-classic}
";

const BOARD: &str = "\
cell: 20mm
picture: |
  . . .
  . # .
legend:
  \".\": {terrain: path}
  \"#\": {terrain: well, enter: false}
";

const RULES: &str = r#"
declare {
    active = is.seat(1),
    lamps = is.map(is.space, is.whole(0, 3)),
    oil = is.each_seat(is.whole(0, 9, 5)),
    burnt = is.whole(0, 10),
    bed = is.each_seat(is.own(is.maybe(is.space))),
}

law("10 drops of oil", function()
    return total(state.oil) + total(state.lamps) + state.burnt, 10
end)

places = {}
for _, space in ipairs(board.spaces) do
    if board.enter[space] then table.insert(places, space) end
end

function steps.setup()
    say("night falls")
    return "bed"
end

function steps.bed()
    local seat = state.active
    state.bed[seat] = choose_space {
        seat = seat, secret = true, prompt = "Where do you sleep?", rule = "Beds", options = places,
        why = function(refuse) refuse("B2", "it is wet in there", "Beds") end,
    }
    tell(seat, "your bed is on {}", state.bed[seat])
    state.active = next_seat(seat)
    return state.active == 1 and "turn" or "bed"
end

function steps.turn()
    return choose {
        seat = state.active, prompt = "What now?", rule = "Your turn", options = {"u", "bet", "tidy", "share", "rest"},
        labels = {u = "Use a lamp", bet = "Bet some oil", tidy = "Tidy up", share = "Fill lamps", rest = "End the night"},
        why = function(refuse)
            refuse("sleep", "nobody sleeps tonight", "Your turn", "Sleep")
            refuse("eat", "nobody sleeps tonight", "Your turn")
        end,
    }
end

function light(space)
    state.oil[state.active] -= 1
    add(state.lamps, space, 1)
    say("{seat} lights a lamp on {}", state.active, space)
end

function next_turn()
    state.active = next_seat(state.active)
    return "turn"
end

function steps.u()
    light(choose_space { seat = state.active, prompt = "Where does it stand?", options = places })
    return next_turn()
end

function steps.share()
    local spaces = choose_many {
        seat = state.active, prompt = "Which lamps?", options = {"A1", "B1"}, least = 1, most = 2, each = 2,
    }
    for _, space in ipairs(spaces) do light(space) end
    return next_turn()
end

function steps.bet()
    local drops = choose_number { seat = state.active, prompt = "How many drops?", least = 1, most = state.oil[state.active] }
    local heads = 0
    for _, face in ipairs(roll { die = "coin", dice = drops, seat = state.active, prompt = "one for each drop" }) do
        if face == "heads" then heads += 1 end
    end
    local burns = drops - heads
    if burns > 0 and confirm { prompt = "Does everybody agree?", yes = "it burns", no = "it does not" } then
        state.oil[state.active] -= burns
        state.burnt += burns
        say_about("burnt", "{drop} burn", burns)
    end
    return next_turn()
end

function steps.tidy()
    local order = choose_order { seat = state.active, prompt = "In which order?", options = {"broom", "rag"} }
    say("first the {}", order[1])
    return next_turn()
end

function steps.rest()
    return "over"
end

function score()
    local lines = {}
    for seat = 1, seats do
        table.insert(lines, { seat = seat, what = words("{drop}", state.oil[seat]), points = state.oil[seat], rule = "The end" })
    end
    table.insert(lines, { seat = 1, what = "the smell", points = {-1, 0}, about = "burnt" })
    return { lines = lines, ladder = {{"the brighter lamps", {1, 1}}} }
end

function audit()
    return {{"drops burnt", state.burnt, "burnt"}, {"lamps on the board", total(state.lamps)}, {"oil of Ann", state.oil[1], "oil.Ann"}}
end

function show()
    local pieces = {}
    for space, count in pairs(state.lamps) do table.insert(pieces, {at = space, count = count, name = "lamp", mark = "l"}) end
    local seats_told = {}
    for seat = 1, seats do
        seats_told[seat] = words("{drop} of oil{}", state.oil[seat], state.bed[seat] and ", bed on " .. state.bed[seat] or "")
    end
    return { status = words("{drop} burnt", state.burnt), seats = seats_told, pieces = pieces }
end
"#;

fn watch(custody: &str) -> Tool {
    let tool = Tool::new().file("game/game.yaml", GAME).file("game/board.yaml", BOARD).file("game/rules.luau", RULES);
    tool.run(&format!("referee new game --players Ann,Bob --dice {custody} --seed 4 --table night")).succeeds();
    tool
}

/// A table where Ann sleeps on A1 and Bob on C2.
fn awake(custody: &str) -> Tool {
    let tool = watch(custody);
    tool.run("referee answer A1").succeeds();
    tool.run("referee answer C2").succeeds();
    tool
}

/// What is said after the first screen, without the farewell.
fn talk(tool: &Tool, lines: &str) -> String {
    let said = tool.type_into("referee play", lines).succeeds().stdout();
    let start = said.find("\n> ").map_or(0, |at| at + 1);
    let end = said.rfind("The table is kept").expect("a farewell");
    said[start..end].to_owned()
}

#[track_caller]
fn says(tool: &Tool, lines: &str, expected: &str) {
    assert_eq!(talk(tool, lines).trim(), expected.trim());
}

#[test]
fn a_night_at_the_table() {
    let lines = "A1\n\nB2\n? B2\nA1\n\nC2\nh\nbet\n4\n\nyes\nu\nC1\nshow\n";
    let said = watch("ask").type_into("referee play", lines).succeeds().stdout();
    same_as_golden("night-played.txt", &said);
}
