//! Who goes where in one line, as people say it: several at once, ways with how far they lead, who stays, and where it ends.

use super::lines::told_at;
use crate::support::Tool;

/// Goats that walk up to three steps each: two on A1, one on B3 and one on C1. Ann's home is on A4; on B1 there is a bell, and it is
/// asked whether it rings.
const HILL: &str = r#"
declare {
    goats = is.map(is.space(), is.whole(0, 9)),
    went = is.map(is.space(), is.whole(0, 9)),
    at = is.maybe(is.space()),
    left = is.whole(0, 3),
    turn = is.seat(1),
}
function steps.setup()
    state.goats.A1, state.goats.B3, state.goats.C1 = 2, 1, 1
    state.turn = 1
    return "menu"
end
function steps.menu()
    local what = choose {seat = state.turn, prompt = "What do you do?", options = {"goats", "done"}, labels = {goats = "Goats walk", done = "End the turn"}}
    if what == "goats" then return "who" end
    say("{}'s turn is over", state.turn)
    state.turn = state.turn % 2 + 1
    return "menu"
end
function steps.who()
    local from = {}
    for _, space in ipairs(board.spaces) do
        if (state.goats[space] or 0) > 0 then table.insert(from, space) end
    end
    if #from == 0 then return "menu" end
    table.insert(from, "done")
    local at = choose_space {seat = state.turn, prompt = "Which goat walks next?", options = from, labels = {done = "the others stay"}}
    if at == "done" then
        say("the others stay")
        return "menu"
    end
    state.goats[at] = state.goats[at] - 1
    state.at, state.left = at, 3
    return "walk"
end
function steps.walk()
    local to = {}
    for _, space in ipairs(board.neighbours[state.at]) do table.insert(to, space) end
    table.insert(to, "done")
    local next = state.left > 0 and choose_space {seat = state.turn, prompt = words("Where does the goat from {} step? {} left", state.at, state.left), options = to, labels = {done = "it stays here"}} or "done"
    if next == "done" then
        state.went[state.at] = (state.went[state.at] or 0) + 1
        return "who"
    end
    state.at, state.left = next, state.left - 1
    if next == "B1" then
        local rings = confirm {seat = state.turn, prompt = "A goat is at your bell. Do you ring it?", yes = "ring the bell", no = "let it pass"}
        say(rings and "the bell rings" or "no bell")
    end
    return "walk"
end
function show()
    local pieces, there = {}, {}
    for _, space in ipairs(board.spaces) do
        local here = (state.goats[space] or 0) + (state.went[space] or 0)
        if here > 0 then table.insert(pieces, {at = space, name = "goat", mark = "g", count = here}) end
        if (state.went[space] or 0) > 0 then table.insert(there, words("{}:{}", space, state.went[space])) end
    end
    table.insert(pieces, {at = "A4", name = "Ann's home", mark = "H", seat = 1})
    table.insert(pieces, {at = "B1", name = "bell", mark = "b", seat = 1})
    return {status = table.concat(there, " "), pieces = pieces}
end
"#;

fn told(typed: &str) -> (String, String) {
    told_on(HILL, typed)
}

fn told_on(rules: &str, typed: &str) -> (String, String) {
    let board =
        "cell: 20mm\npicture: |\n  . . . .\n  . . . .\n  . . . .\n  . . . .\nlegend:\n  \".\": {terrain: grass}\n";
    let tool = Tool::refereed(rules).file("game/board.yaml", board);
    told_at(&tool, "table", &format!("goats\n{typed}\nq\n"))
}

#[test]
fn what_is_asked_at_the_end_of_a_way_is_answered_behind_it() {
    let rules = HILL.replace("Do you ring it?", "Do you use it?").replace("ring the bell", "use the bell");
    for line in ["C1 to B1, use it", "C1 B1, use it", "C1 goes to B1, use the bell", "C1 to B1 and use it"] {
        let (said, _) = told_on(&rules, line);
        assert!(said.contains("the bell rings\n"), "{line}: {said}");
    }
    let (said, _) = told_on(&rules, "C1 to B1, let it pass");
    assert!(said.contains("no bell\n"), "{said}");
}

#[test]
fn a_line_of_who_goes_where_loses_no_step_and_nobody() {
    for (line, there) in [
        ("both from A1 to A2, A3, A4", "A4:2"),
        ("both A1s go down three", "A4:2"),
        ("the A1 ones go A2 A3 and A4", "A4:2"),
        ("two from A1 walk down to A2 and stay there", "A2:2"),
        ("C1 goes C2, C3 and C4, and B3 stays", "C4:1"),
        ("B3 to B4 and stays there, C1 down and then right and stops", "D2:1 B4:1"),
        ("C1 goes two squares down and stays there", "C3:1"),
        ("one from A1 to A2, A3, then home", "A4:1"),
        ("C1 goes three down, the other one from B3 stays put", "C4:1"),
        ("Ann: C1 down down down", "C4:1"),
        ("A1 and C1 go two down and stay there", "A3:1 C3:1"),
        ("A1, B3 and C1 all go one down and stay", "A2:1 C2:1 B4:1"),
    ] {
        let (said, status) = told(line);
        assert_eq!(status, there, "{line}: {said}");
    }
}

#[test]
fn whoever_is_on_the_way_may_be_told_to_stay_before_others_go() {
    for (line, there) in [
        ("C1 C2\nthat's far enough, B3 to B4 and stop there", "C2:1 B4:1"),
        ("C1 C2\nstays there. B3 goes one left and stays", "C2:1 A3:1"),
        ("C1 C2\nC3 and stays, the others don't move", "C3:1"),
    ] {
        let (said, status) = told(line);
        assert_eq!(status, there, "{line}: {said}");
    }
    let (said, _) = told("C1 C2\nC3 and stays, the others don't move");
    assert!(said.contains("the others stay\n"), "{said}");
}

#[test]
fn a_walk_and_the_end_of_the_turn_are_said_in_one_line() {
    let (said, _) = told("C1 C2 and stays, the others stay and that's my turn");
    assert!(said.contains("1's turn is over"), "{said}");
}

#[test]
fn onto_something_says_where_and_does_not_decide_what_is_asked_there() {
    let (said, _) = told("C1 goes left to B1 onto my bell");
    assert!(
        said.contains("Do you ring it?") && !said.contains("the bell rings") && !said.contains("no bell\n"),
        "{said}"
    );
    let (said, _) = told("C1 to B1, ring the bell");
    assert!(said.contains("the bell rings"), "{said}");
}

#[test]
fn a_word_that_is_no_part_of_an_errand_stops_all_of_it() {
    for line in ["both from A1 to A2, if they can", "C1 to C2 but not B3", "both from A1 to Q7"] {
        let (said, status) = told(line);
        assert_eq!(status, "", "{line}: {said}");
    }
}
