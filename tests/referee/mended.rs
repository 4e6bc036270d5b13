//! Dice of a line that were told wrong, and lines that were refused, are mended; no word of a line is dropped; what is done is meant by
//! the noun it is done with, and a way by where somebody stands.

use super::lines::told_at;
use crate::support::Tool;

/// A fox on B2 that walks, fights the hens, and sets and trips traps: one of Ann's lies on C3. Bob says which hen is caught.
const FARM: &str = r#"
declare {at = is.maybe(is.space()), told = is.list(is.text()), traps = is.map(is.space(), is.flag(false))}
local function tell(line)
    state.told = table.clone(state.told)
    table.insert(state.told, line)
    return "menu"
end
function steps.setup()
    state.at, state.traps = "B2", {C3 = true}
    return "menu"
end
function steps.menu()
    local what = choose {seat = 1, prompt = "What do you do?", options = {"move", "attack", "set", "trip", "done"},
        labels = {move = "Move the fox", attack = "Attack on a square", set = "Set a trap", trip = "Trip a trap", done = "End the turn"}}
    return if what == "done" then tell("over") else what
end
function steps.move()
    local to = choose_space {seat = 1, prompt = words("To which square does the fox move from square {}?", state.at), options = board.neighbours[state.at]}
    state.at = to
    return tell("to " .. to)
end
function steps.attack()
    choose {seat = 1, prompt = "What does the fox attack?", options = {"hens"}, labels = {hens = "all the hens"}, obvious = true}
    local own = roll {seat = 1, prompt = "to attack, for the fox", dice = 2, die = "d6"}
    local theirs = roll {prompt = "for the hens", dice = 3, die = "d6"}
    local line = table.concat(own, "") .. ":" .. table.concat(theirs, "")
    if own[1] == 6 then
        local caught = choose_many {seat = 2, prompt = "Which hen is caught?", options = {"white", "brown"}, labels = {white = "the white hen", brown = "the brown hen"}, least = 1, most = 1}
        line = line .. " " .. caught[1]
    end
    return tell(line)
end
local function spaces(has)
    local found = {}
    for _, space in ipairs(board.spaces) do
        if (state.traps[space] or false) == has then table.insert(found, space) end
    end
    return found
end
function steps.set()
    local at = choose_space {seat = 1, prompt = "Where do you set it?", options = spaces(false)}
    state.traps = table.clone(state.traps)
    state.traps[at] = true
    return tell("set " .. at)
end
function steps.trip()
    return tell("trip " .. choose_space {seat = 1, prompt = "Which do you trip?", options = spaces(true), obvious = false})
end
function show()
    return {status = table.concat(state.told, ", "), pieces = {{at = state.at, name = "fox", mark = "f", seat = 1}, {at = "D4", name = "hens", mark = "h", count = 3}}}
end
"#;

fn told(typed: &str) -> (String, String) {
    told_on(FARM, typed)
}

fn told_on(rules: &str, typed: &str) -> (String, String) {
    let board =
        "cell: 20mm\npicture: |\n  . . . .\n  . . . .\n  . . . .\n  . . . .\nlegend:\n  \".\": {terrain: grass}\n";
    let tool = Tool::refereed(rules).file("game/board.yaml", board);
    told_at(&tool, "table", &format!("{typed}\nq\n"))
}

#[test]
fn dice_inside_a_line_are_mended_alone() {
    for (mended, status) in [
        ("wait, that was a 4 and a 1", "41:235"),
        ("no wait, I rolled 3 3", "33:235"),
        ("oops, they had 2 3 6", "42:236"),
        ("undo that, the hens had 1 1 1", "42:111"),
        ("that was a 5 and a 2, sorry", "52:235"),
        ("sorry, it was 4 4 4 (all of them)", "42:444"),
    ] {
        let (said, now) = told(&format!("attack, 4 2, the hens 2 3 5\n{mended}"));
        assert_eq!(now, status, "{mended}: {said}");
        assert!(said.contains(" is taken back: it was "), "{mended}: {said}");
    }
    // What was decided behind them is done again, where it is still asked.
    let (said, status) = told("attack, 6 2, hens 2 3 5\nbrown\noops, they had 1 1 1");
    assert_eq!(status, "62:111 brown", "{said}");
    let (said, status) = told("attack, 4 2, hens 2 3 5\nwait, that was a 6 and a 2\nBob gives the white hen");
    assert_eq!(status, "62:235 white", "{said}");
}

#[test]
fn what_was_refused_is_what_is_mended() {
    let (said, status) = told("attack, 4 2, hens 2 3 5\nattack, 1 1, hens 2 2 9\nwait, that was a 5");
    assert_eq!(status, "42:235, 11:225", "{said}");
    let (said, status) = told("attack, 4 2, hens 2 3 5\nset bananas\nwait, that was a 5");
    assert_eq!(status, "42:235", "what stood before is left alone: {said}");
    assert!(said.contains("nothing was done of `set bananas`, so that there is nothing to take back"), "{said}");
}

#[test]
fn no_word_of_a_line_with_dice_is_dropped() {
    for line in [
        "attack the geese, I roll 4 2, they 2 3 5",
        "attack geese and i roll 4 2",
        "attack, 4 2, hens 2 3 5. Bob bananas the white hen",
        "attack, 6 2, hens 2 3 5. Bob bananas the white hen",
    ] {
        let (said, status) = told(line);
        assert_eq!(status, "", "{line}: {said}");
    }
    for (line, status) in [
        ("attack the hens, I roll 4 2, they 2 3 5", "42:235"),
        ("Ann attacks, Ann rolled 4 and 2, the hens roll 2 3 5", "42:235"),
        ("attack, 6 2, hens 2 3 5. Bob gives the white hen", "62:235 white"),
        ("attack the hen, 4 2, it has 2 3 5", "42:235"),
    ] {
        let (said, now) = told(line);
        assert_eq!(now, status, "{line}: {said}");
    }
}

#[test]
fn a_noun_means_what_can_be_done_with_it_there() {
    for (line, status) in [
        ("trap on A1", "set A1"),
        ("another trap on A1", "set A1"),
        ("trap at C3", "trip C3"),
        ("Ann traps A1", "set A1"),
    ] {
        let (said, now) = told(line);
        assert_eq!(now, status, "{line}: {said}");
    }
    // What comes under something is no trap that is tripped there.
    let (said, status) = told("trap under C3");
    assert_eq!(status, "", "{said}");
}

#[test]
fn ways_lead_from_where_somebody_stands() {
    for (line, status) in [
        ("the fox goes down", "to B3"),
        ("fox moves down to B3", "to B3"),
        ("move fox right", "to C2"),
        ("move the fox up to B1", "to B1"),
    ] {
        let (said, now) = told(line);
        assert_eq!(now, status, "{line}: {said}");
    }
}

/// A figure on A4 that is asked where it goes, twice from A3.
const LANE: &str = r#"
declare {at = is.maybe(is.space()), first = is.flag(true)}
function steps.setup()
    state.at = "A4"
    return "walk"
end
function steps.walk()
    local to = choose_space {seat = 1, prompt = "Where do you go?", options = {"A3", "B3", "B4"}}
    state.at = to
    if to == "A3" then
        state.at = choose_space {seat = 1, prompt = "From A3 you may go one square further: where?", options = {"A2", "B2", "B3"}}
    end
    return "rest"
end
function steps.rest()
    choose {seat = 1, prompt = "What do you do?", options = {"rest", "done"}}
    return "rest"
end
function show()
    return {status = state.at, pieces = {{at = state.at, name = "Ann", mark = "A", seat = 1}, {at = "A3", name = "bell", mark = "b"}}}
end
"#;

#[test]
fn whoever_goes_a_way_is_not_sent_round_by_another_square() {
    for (line, at) in
        [("goes right", "B4"), ("goes right to B3", "B3"), ("goes up to B3", "B3"), ("A3 and then B3", "B3")]
    {
        let (said, status) = told_on(LANE, line);
        assert_eq!(status, at, "{line}: {said}");
        assert_eq!(said.contains("From A3"), line.starts_with("A3"), "{line}: {said}");
    }
}
