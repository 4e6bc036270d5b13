//! Lines about somebody or something else than is asked: another's figure goes nowhere, what is no roll is none, and what should have been
//! rolled is no roll that comes next.

use super::lines::told_by;

/// A fox of Ann's and an owl of Bob's that walk in turn; the fox jumps with a die behind each step, and again behind a low one.
const WOOD: &str = r#"
declare {fox = is.space("B2"), owl = is.space("C3"), told = is.list(is.text()), gate = is.flag(true)}
local function tell(line)
    state.told = table.clone(state.told)
    table.insert(state.told, line)
end
function steps.setup()
    return "fox"
end
function steps.fox()
    state.fox = choose_space {seat = 1, prompt = "Where does the fox go?", options = board.neighbours[state.fox]}
    tell("fox " .. state.fox)
    if state.gate and confirm {seat = 1, prompt = "A gate stands open there. Do you shut it?", yes = "shut it", no = "leave it open"} then
        state.gate = false
    end
    local jump = roll {seat = 1, prompt = "to jump, for the fox"}[1]
    if jump < 3 then
        tell("low " .. jump)
        jump = roll {seat = 1, prompt = "to land, for the fox"}[1]
    end
    tell("jump " .. jump)
    return "owl"
end
function steps.owl()
    state.owl = choose_space {seat = 2, prompt = "Where does the owl go?", options = board.neighbours[state.owl]}
    tell("owl " .. state.owl)
    return "fox"
end
function show()
    return {status = table.concat(state.told, ", "), pieces = {
        {at = state.fox, name = "fox", mark = "f", seat = 1}, {at = state.owl, name = "owl", mark = "o", seat = 2},
        {at = "A3", name = "mouse", mark = "m", count = 4}}}
end
"#;

fn told(typed: &str) -> (String, String) {
    told_by(WOOD, "table", &format!("{typed}\nq\n"))
}

#[track_caller]
fn refused(typed: &str, why: &str) {
    let (said, _) = told(typed);
    assert!(said.contains(why), "{said}");
}

#[test]
fn nobody_else_goes_for_who_is_asked() {
    for line in ["owl B1", "the owl goes to B1", "owl to B1"] {
        let (said, status) = told(line);
        assert_eq!(status, "", "{line}: {said}");
        assert!(said.contains("`owl` is Bob's, and it is Ann who is asked\n"), "{said}");
    }
    assert_eq!(told("fox to B1").1, "fox B1");
    assert_eq!(told("B1, no, 4").1, "fox B1, jump 4");
}

#[test]
fn what_is_no_roll_is_none() {
    refused("B1\nno\n5?", "`5?` tells no dice: it is not said what came up\n");
    refused("B1\nno\nmaybe a 5", "`maybe a 5` tells no dice: it is not said what came up\n");
    refused("B1\nno\n4 mouse", "`4 mouse` says how many there are, and tells no die\n");
    refused("B1\nno\nowl 5", "`owl` does not roll these dice\n");
    assert_eq!(told("B1\nno\nfox 5").1, "fox B1, jump 5");
}

#[test]
fn what_should_have_been_rolled_is_not_rolled_next() {
    let (said, status) = told("B1\nno\n2\nundo that, I meant 5");
    assert_eq!(status, "fox B1, jump 5", "{said}");
}

#[test]
fn what_is_left_alone_is_a_no() {
    assert_eq!(told("B1, leave the gate, 4").1, "fox B1, jump 4");
    assert_eq!(told("B1\nwe leave the gate\n4").1, "fox B1, jump 4");
}
