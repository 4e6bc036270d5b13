//! Lines about several: pieces that go one way, players who are named one after another, dice told behind what they are rolled for,
//! and who stays while others go.

use super::lines::told_by;

/// Four ghosts that go one step each, and a roll that Ann and Bob make.
const MOOR: &str = r#"
declare {
    at = is.map(is.text(), is.space()),
    gone = is.map(is.text(), is.flag(false)),
    turn = is.seat(1),
}
local function waiting()
    local found = {}
    for _, id in ipairs {"a", "b", "c", "d"} do
        if not state.gone[id] then table.insert(found, id) end
    end
    return found
end
function steps.setup()
    state.at.a, state.at.b, state.at.c, state.at.d = "A1", "A2", "B1", "B2"
    state.turn = 1
    return "menu"
end
function steps.menu()
    local labels = {ghosts = "Ghosts move", fight = "Fight", bell = "Ring for somebody", done = "End the turn"}
    local what = choose {seat = state.turn, prompt = "What do you do?", options = {"ghosts", "fight", "bell", "done"}, labels = labels}
    if what == "ghosts" then
        state.gone = {}
        return "walk"
    elseif what == "fight" then
        local whom = choose {seat = state.turn, prompt = "Whom do you fight?", options = {"miller"}}
        local own = roll {seat = state.turn, prompt = "for the fight"}
        local other = roll {prompt = "for the miller"}
        say("{} to {} against the {}", own[1], other[1], whom)
    elseif what == "bell" then
        local whom = choose {seat = state.turn, prompt = "Who is rung for?", options = {"Ann", "Bob"}}
        say("the bell rings for {}", whom)
    else
        state.turn = state.turn % 2 + 1
        say("somebody else has the turn")
    end
    return "menu"
end
function steps.walk()
    local from = {}
    for _, id in ipairs(waiting()) do table.insert(from, state.at[id]) end
    if #from == 0 then return "menu" end
    table.insert(from, "done")
    local at = choose_space {seat = state.turn, prompt = "Which ghost walks next?", options = from, labels = {done = "the others stay"}}
    if at == "done" then
        say("the rest stay")
        return "menu"
    end
    for _, id in ipairs(waiting()) do
        if state.at[id] == at and not state.gone[id] then
            state.at[id] = choose_space {seat = state.turn, prompt = words("Where does the ghost on {} go?", at), options = board.neighbours[at]}
            state.gone[id] = true
            break
        end
    end
    return "walk"
end
function show()
    local pieces = {}
    for _, id in ipairs {"a", "b", "c", "d"} do
        table.insert(pieces, {at = state.at[id], name = "ghost", mark = "g"})
    end
    return {status = words("{} {} {} {}", state.at.a, state.at.b, state.at.c, state.at.d), pieces = pieces}
end
"#;

fn told(typed: &str) -> (String, String) {
    told_by(MOOR, "table", typed)
}

#[test]
fn several_go_one_way_in_one_line() {
    for line in ["B1 and B2 go right", "B1, B2 one to the right", "B1 and B2 walk 1 east"] {
        let (said, status) = told(&format!("ghosts\n{line}\nq\n"));
        assert_eq!(status, "A1 A2 C1 C2", "{line}: {said}");
    }
    let (said, status) = told("ghosts\nall ghosts down\nq\n");
    assert_eq!(status, "A2 A3 B2 B3", "{said}");
}

#[test]
fn one_that_stays_ends_nothing_for_the_others() {
    for line in ["that one stays there", "the one on A1 stays put", "it stays where it is"] {
        let (said, _) = told(&format!("ghosts\n{line}\nq\n"));
        assert!(said.contains("Whoever stays needs no answer."), "{line}: {said}");
        assert!(!said.contains("the rest stay\n"), "{line}: {said}");
    }
    for line in ["all others stay", "the rest stay where they are", "leave the others", "nobody else moves"] {
        let (said, _) = told(&format!("ghosts\nA1 down\n{line}\nq\n"));
        assert!(said.contains("the rest stay\n"), "{line}: {said}");
    }
    // What is said besides counts all the same.
    for line in ["A1 A2, the others stay", "B2 stays, A1 A2, the others stay", "B1 stays, A1 down, nobody else moves"] {
        let (said, status) = told(&format!("ghosts\n{line}\nq\n"));
        assert!(status.starts_with("A2 A2") && said.contains("the rest stay\n"), "{line}: {said}");
    }
    let (said, _) = told("ghosts\nboth ghosts on B2 stay\nq\n");
    assert!(!said.contains("the rest stay\n"), "{said}");
    // At a menu these say nothing of the turn.
    let (said, _) = told("all others stay\nq\n");
    assert!(!said.contains("somebody else has the turn"), "{said}");
}

#[test]
fn dice_are_told_behind_what_they_are_rolled_for() {
    for line in ["fight 4 1", "I fight, I rolled a 4, the ghost a 1", "fight, rolled 4 and 1"] {
        let (said, _) = told(&format!("{line}\nq\n"));
        assert!(said.contains("4 to 1 against the miller"), "{line}: {said}");
    }
}

#[test]
fn back_takes_nothing_of_somebody_else_without_a_yes() {
    let (said, _) = told("done\ncancel\nno\nq\n");
    let expected = "
> cancel
Bob has begun nothing yet; the last line was Ann's: Ann: What do you do? End the
turn. `yes` takes that back.
> no
Nothing was taken back.
";
    assert!(said.contains(expected), "{said}");
    let (said, _) = told("ghosts\ncancel\nq\n");
    assert!(said.contains("taken back: Ann: What do you do? Ghosts move"), "{said}");
}

#[test]
fn again_is_the_line_before_once_more() {
    let (said, _) = told("bell Bob\nagain\nq\n");
    assert_eq!(said.matches("the bell rings for Bob").count(), 2, "{said}");
}

#[test]
fn somebody_who_is_not_asked_is_let_do_it_with_a_yes() {
    let (said, _) = told("Bob rings\nyes\nq\n");
    assert!(said.contains("It is Ann who is asked now. `bell Bob` lets Bob: `yes` takes it."), "{said}");
    assert!(said.contains("the bell rings for Bob"), "{said}");
}

#[test]
fn what_is_handed_over_may_be_said_in_a_sentence() {
    let (said, _) = told("from now on you roll the dice\nq\n");
    assert!(said.contains("the referee has `d6` from now on") && !said.contains("`nights`"), "{said}");
}

/// A fight of two, who roll one after the other.
const DUEL: &str = r#"
declare {told = is.text("")}
function steps.setup() return "duel" end
function steps.duel()
    local own = roll {die = "d20", seat = 1, prompt = "against Bob (who rolls next)"}
    local other = roll {die = "d20", seat = 2, prompt = "against Ann (who rolled)"}
    state.told = words("{} {}", own[1], other[1])
    return "rest"
end
function steps.rest() choose {seat = 1, prompt = "What else?", options = {"nothing", "more"}} return "rest" end
function show() return {status = state.told} end
"#;

#[test]
fn dice_of_two_go_to_whom_they_are_said_of() {
    for line in
        ["Ann 17, Bob 4", "Bob 4, Ann 17", "Ann rolled 17, Bob 4", "Ann: 17. Bob: 4", "17, and Bob has 4", "17, 4"]
    {
        let (said, status) = told_by(DUEL, "table", &format!("{line}\nq\n"));
        assert_eq!(status, "17 4", "{line}: {said}");
    }
}

/// A card for each player, asked one after another.
const DEAL: &str = r#"
declare {card = is.each_seat(is.text())}
function steps.setup() return "deal" end
function steps.deal()
    for seat = 1, 2 do
        state.card[seat] = choose {seat = seat, prompt = "Which card do you get?", options = {"owl", "bat", "cat"}}
    end
    return "rest"
end
function steps.rest() choose {seat = 1, prompt = "What else?", options = {"nothing", "more"}} return "rest" end
function show() return {status = words("{} {}", state.card[1], state.card[2])} end
"#;

#[test]
fn a_line_says_something_of_each_player_in_any_order() {
    for line in ["Bob got bat, Ann owl", "Ann owl and Bob bat", "owl for Ann, bat for Bob"] {
        let (said, status) = told_by(DEAL, "table", &format!("{line}\nq\n"));
        assert_eq!(status, "owl bat", "{line}: {said}");
    }
    let (said, status) = told_by(DEAL, "table", "Bob got bat, Ann elk\nq\n");
    assert_eq!(status, " ", "{said}");
}

#[test]
fn the_rest_and_the_last_one_go_a_way() {
    for line in ["the rest go right", "the others all go one to the right", "the remaining ghosts 1 east"] {
        let (said, status) = told(&format!("ghosts\nA1 down\n{line}\nq\n"));
        assert_eq!(status, "A2 B2 C1 C2", "{line}: {said}");
    }
    for line in ["the last one goes right", "and the last one 1 to the right", "last one one right"] {
        let (said, status) = told(&format!("ghosts\nA1 A2\nA2 A3\nB1 C1\n{line}\nq\n"));
        assert_eq!(status, "A2 A3 C1 C2", "{line}: {said}");
    }
    let (said, status) = told("ghosts\nA1 down\nthe last one goes right\nq\n");
    assert_eq!(status, "A2 A2 B1 B2", "three are left: {said}");
}

/// A lamp lighter who goes up to two squares, and does something there.
const STROLL: &str = r#"
declare {at = is.maybe(is.space())}
function steps.setup()
    state.at = "A1"
    return "walk"
end
function steps.walk()
    state.at = choose_space {seat = 1, prompt = "Where does the lighter go, or what first?", options = {"A2", "B1", "B2", "C1", "done"}}
    return "menu"
end
function steps.menu()
    local what = choose {seat = 1, prompt = "What does the lighter do there?", options = {"light", "done"}}
    say("on {}: {}", state.at, what)
    return "after"
end
function steps.after()
    choose {seat = 1, prompt = "And then?", options = {"home", "done"}}
    return "after"
end
function show()
    local pieces = {}
    if state.at then pieces[1] = {at = state.at, name = "lighter", mark = "L", seat = 1} end
    return {status = words("at {}", state.at or "A1"), pieces = pieces}
end
"#;

/// Each of these lines alone, and where the lighter is then.
fn each_leads_to(wanted: &str, lines: &[&str]) {
    for line in lines {
        let (said, status) = told_by(STROLL, "table", &format!("{line}\nq\n"));
        assert_eq!(status, wanted, "{line}: {said}");
    }
}

#[test]
fn a_way_round_leads_to_one_space() {
    each_leads_to(
        "at B2",
        &["down one and right one", "the lighter goes one right, one down", "right and then 1 down"],
    );
    each_leads_to("at C1", &["two to the right", "the lighter goes 2 squares to the east"]);
}

#[test]
fn what_is_passed_on_the_way_needs_no_name() {
    each_leads_to(
        "at C1",
        &["into the kitchen to C1", "the lighter goes through the door, c1", "to the well at C1", "C1, along the wall"],
    );
    each_leads_to("at A1", &["not through the door, C1"]);
}

#[test]
fn whoever_has_gone_somewhere_may_be_done_there_on_the_same_line() {
    for line in ["C1, done", "two squares east, done", "the lighter goes two squares east, done"] {
        let (said, _) = told_by(STROLL, "table", &format!("{line}\nq\n"));
        assert!(said.contains("on C1: done"), "{line}: {said}");
        assert!(said.contains("And then?"), "nothing else ends: {line}: {said}");
    }
}

/// Two ghosts, and a well that none of them enters.
const WELL: &str = r#"
declare {at = is.map(is.text(), is.space()), gone = is.map(is.text(), is.flag(false))}
function steps.setup()
    state.at.a, state.at.b = "A1", "B1"
    return "walk"
end
function steps.walk()
    local from = {}
    for _, id in ipairs {"a", "b"} do
        if not state.gone[id] then table.insert(from, state.at[id]) end
    end
    table.insert(from, "done")
    local at = choose_space {seat = 1, prompt = "Which ghost walks next?", options = from}
    for _, id in ipairs {"a", "b"} do
        if state.at[id] == at and not state.gone[id] then
            local to = {}
            for _, beside in ipairs(board.neighbours[at]) do
                if beside ~= "C1" then table.insert(to, beside) end
            end
            state.at[id] = choose_space {seat = 1, prompt = words("Where does the ghost on {} go?", at), options = to,
                why = function(refuse) refuse("C1", "nobody enters the well") end}
            state.gone[id] = true
            break
        end
    end
    return "walk"
end
function show()
    local pieces = {}
    for _, id in ipairs {"a", "b"} do table.insert(pieces, {at = state.at[id], name = "ghost", mark = "g"}) end
    return {status = words("{} {}", state.at.a, state.at.b), pieces = pieces}
end
"#;

#[test]
fn of_several_the_one_is_told_that_cannot() {
    for line in ["B1 and A1 go right", "they all go right", "all ghosts one to the right"] {
        let (said, status) = told_by(WELL, "table", &format!("{line}\nq\n"));
        assert_eq!(status, "A1 B1", "{line}: {said}");
        assert!(said.contains("nobody enters the well"), "{line}: {said}");
    }
}
