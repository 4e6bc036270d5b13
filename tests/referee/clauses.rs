//! Lines of several sentences and clauses, dice told behind an action by whose they are, and players and pieces named where something of
//! theirs is meant.

use super::lines::{told_at, told_by};
use crate::support::Tool;

/// Packs that bite: P1 of Ann with two dogs on A1, Q1 of Bob with three there, and P2 of Ann with one on B2. A bite is rolled for by both;
/// bones are laid on spaces.
const PACKS: &str = r#"
declare {
    at = is.map(is.text(), is.space()),
    bones = is.map(is.space(), is.whole(0, 9)),
    bitten = is.list(is.text()),
    turn = is.seat(1),
}
local size = {P1 = 2, P2 = 1, Q1 = 3}
local owner = {P1 = 1, P2 = 1, Q1 = 2}
function steps.setup()
    state.at.P1, state.at.Q1, state.at.P2 = "A1", "A1", "B2"
    state.turn = 1
    return "menu"
end
local function packs(test)
    local found, labels = {}, {}
    for _, pack in ipairs {"P1", "P2", "Q1"} do
        if test(pack) then
            table.insert(found, pack)
            labels[pack] = words("pack {} on {}", pack, state.at[pack])
        end
    end
    return found, labels
end
function steps.menu()
    local what = choose {seat = state.turn, prompt = "3 actions left: what do you do?", options = {"bite", "move", "bone", "done"},
        labels = {bite = "Bite a pack", move = "Move a pack", bone = "Lay a bone", done = "End the turn"}}
    if what == "done" then
        say("{seat} has ended", state.turn)
        state.turn = state.turn % 2 + 1
        return "menu"
    end
    if what == "bone" then
        local to = choose_space {seat = state.turn, prompt = "On which space do you lay the bone?", options = board.spaces}
        state.bones[to] = (state.bones[to] or 0) + 1
        return "menu"
    end
    local own, names = packs(function(pack) return owner[pack] == state.turn end)
    local who = choose {seat = state.turn, prompt = "Which pack?", options = own, labels = names}
    if what == "move" then
        state.at[who] = choose_space {seat = state.turn, prompt = words("Where does pack {} go from {}?", who, state.at[who]),
            options = board.neighbours[state.at[who]]}
        return "menu"
    end
    local others = packs(function(pack) return owner[pack] ~= state.turn and state.at[pack] == state.at[who] end)
    if #others == 0 then say("nobody is there") return "menu" end
    local whom = choose {seat = state.turn, prompt = "Whom does it bite?", options = {"packs", "bowl"},
        labels = {packs = words("{}: {} dogs", others[1], size[others[1]]), bowl = "the bowl"}}
    local bites = roll {seat = state.turn, prompt = words("to bite, for pack {}", who), dice = size[who], die = "d6"}
    local flees = roll {seat = 3 - state.turn, prompt = words("to flee, for pack {}", others[1]), dice = size[others[1]], die = "d6"}
    table.insert(state.bitten, words("{} {}: {} against {}", who, whom, table.concat(bites, " "), table.concat(flees, " ")))
    return "menu"
end
function show()
    local pieces, there = {}, {}
    for _, pack in ipairs {"P1", "P2", "Q1"} do
        table.insert(pieces, {at = state.at[pack], name = words("pack {}", pack), mark = pack, seat = owner[pack]})
        table.insert(there, words("{} on {}", pack, state.at[pack]))
    end
    for _, space in ipairs(board.spaces) do
        if (state.bones[space] or 0) > 0 then
            table.insert(there, words("bone on {}", space))
            table.insert(pieces, {at = space, name = "bone", mark = "o"})
        end
    end
    for _, bite in ipairs(state.bitten) do table.insert(there, bite) end
    return {status = table.concat(there, ", "), pieces = pieces}
end
"#;

fn told(typed: &str) -> (String, String) {
    let board = "cell: 20mm\npicture: |\n  . . .\n  . . .\nlegend:\n  \".\": {terrain: grass}\n";
    let tool = Tool::refereed(PACKS).file("game/board.yaml", board);
    told_at(&tool, "table", &format!("{typed}\nq\n"))
}

const BEGIN: &str = "P1 on A1, P2 on B2, Q1 on A1";

#[test]
fn dice_behind_an_action_are_told_by_whose_they_are() {
    for line in [
        "P1 bites Bob, 6 4, he has 1 2 3",
        "P1 bites the packs: 6 4. Bob: 1 2 3",
        "bite with P1, six four; packs 1 2 3",
        "P1 bites Q1, I rolled 6 and 4, they 1 2 3",
        "P1 bites bob at A1: 6 4 then 1 2 3",
    ] {
        let (said, status) = told(line);
        assert_eq!(status, format!("{BEGIN}, P1 packs: 6 4 against 1 2 3"), "{line}: {said}");
    }
}

#[test]
fn a_die_of_somebody_else_is_never_taken_for_ones_own() {
    for (line, why) in [
        ("P1 bites the packs, six, they have 4 1 2 3", "to bite, for pack P1: 2 dice are rolled, and 1 was told"),
        ("P1 bites the packs: 6 4 1 then 2 3", "to bite, for pack P1: 2 dice are rolled, and 3 were told"),
    ] {
        let (said, status) = told(line);
        assert_eq!(status, BEGIN, "{line}: {said}");
        assert!(said.contains(why), "{line}: {said}");
    }
}

#[test]
fn clauses_are_answered_one_after_another() {
    for (line, after) in [
        ("move P1 to A2 and lay a bone on C1", "P1 on A2, P2 on B2, Q1 on A1, bone on C1"),
        ("P2 to C2. lay a bone there", "P1 on A1, P2 on C2, Q1 on A1, bone on C2"),
        ("lay bones on B1, C1 and C2", "P1 on A1, P2 on B2, Q1 on A1, bone on B1, bone on C1, bone on C2"),
        ("lay a bone on B1. That's it for me. Bob: move Q1 to B1", "P1 on A1, P2 on B2, Q1 on B1, bone on B1"),
        ("Ann's turn is over", BEGIN),
    ] {
        let (said, status) = told(line);
        assert_eq!(status, after, "{line}: {said}");
    }
    let (said, _) = told("Ann's turn is over");
    assert!(said.contains("Ann has ended"), "{said}");
}

#[test]
fn the_first_clauses_are_offered_where_the_next_does_not_count() {
    let line = "move P1 to A2 and then bake a cake";
    let (said, status) = told(line);
    assert_eq!(status, BEGIN, "{said}");
    assert!(said.contains("Nothing was done: `yes` takes `move P1 to A2`."), "{said}");
    let (said, status) = told(&format!("{line}\nyes"));
    assert_eq!(status, "P1 on A2, P2 on B2, Q1 on A1", "{said}");
}

#[test]
fn whoever_has_a_piece_is_named_for_it() {
    for line in ["move P2 to Q1", "P2 goes over to Bob", "move P2 to bob"] {
        let (said, status) = told(&format!("move P2 to B1\n{line}"));
        assert_eq!(status, "P1 on A1, P2 on A1, Q1 on A1", "{line}: {said}");
    }
}

#[test]
fn how_many_of_one_card_were_dealt_is_said_before_it() {
    const DEAL: &str = r#"
declare {got = is.list(is.text()), heap = is.pile}
function steps.setup()
    pile.fill("heap", {hill = 4, mist = 4, fog = 4}, "nights")
    return "deal"
end
function steps.deal()
    if #state.got == 4 then
        choose {prompt = "All four lie there: what now?", options = {"wait", "look"}}
    end
    table.insert(state.got, pile.draw("heap", {prompt = words("Which card lies on place {}?", #state.got + 1)}))
    return "deal"
end
function show() return {status = table.concat(state.got, ", ")} end
"#;
    for (line, got) in [("two hills, fog, fog", "hill, hill, fog, fog"), ("2x fog, both hill", "fog, fog, hill, hill")]
    {
        let (said, status) = told_by(DEAL, "table", &format!("{line}\nq\n"));
        assert_eq!(status, got, "{line}: {said}");
    }
}
