//! Lines as people say them: sentences whose subject stands before the verb, ways that lead up, and questions to the referee.

use super::lines::told_by;

/// Two hordes that walk, fight and merge, and a horde of somebody else.
const TOWN: &str = r#"
declare {
    at = is.map(is.text(), is.space()),
    size = is.map(is.text(), is.whole(0, 9)),
    turn = is.seat(1),
}
function steps.setup()
    state.at.R1, state.at.R2, state.at.B1 = "B2", "B2", "C2"
    state.size.R1, state.size.R2, state.size.B1 = 4, 2, 3
    state.turn = 1
    return "turn"
end
function steps.turn()
    local are_together = state.at.R1 == state.at.R2
    local options = if are_together then {"move", "attack", "merge", "done"} else {"move", "attack", "done"}
    local labels = {move = "Move a horde", attack = "Attack a horde", merge = "Merge two hordes", done = "End the turn"}
    local what = choose {seat = state.turn, prompt = "What do your hordes do?", options = options, labels = labels}
    if what == "move" then
        local which = choose {seat = state.turn, prompt = "Which horde moves?", options = {"R1", "R2"}}
        state.at[which] = choose_space {
            seat = state.turn, prompt = words("Where does horde {} go from square {}?", which, state.at[which]),
            options = board.neighbours[state.at[which]],
            why = function(refuse) refuse("D4", "it is too far") end,
        }
    elseif what == "attack" then
        local which = choose {seat = state.turn, prompt = "Which horde attacks?", options = {"R1", "R2"}}
        local whom = choose_space {seat = state.turn, prompt = "Whom?", options = {"B1", "C2", "D2"}}
        say("{} attacks on {}", which, whom)
    elseif what == "merge" then
        local from = choose {seat = state.turn, prompt = "Which horde gives?", options = {"R2"}, labels = {R2 = "R2"}}
        local to = choose {seat = state.turn, prompt = "Which horde gets it?", options = {"R1"}, labels = {R1 = "R1"}}
        say("{} goes into {}", from, to)
    else
        state.turn = state.turn % 2 + 1
        say("somebody else has the turn")
    end
    return "turn"
end
function show()
    local pieces = {}
    for _, horde in ipairs {"R1", "R2", "B1"} do
        table.insert(pieces, {at = state.at[horde], name = "horde " .. horde, mark = horde, seat = if horde == "B1" then 2 else 1})
    end
    return {status = words("R1 on {}, R2 on {}", state.at.R1, state.at.R2), pieces = pieces}
end
function audit()
    return {{"zombies in hordes", 9}, {"hordes", 3}}
end
"#;

/// What was said to lines, and how the table stands then.
fn told(typed: &str) -> (String, String) {
    told_by(TOWN, "app", typed)
}

#[test]
fn the_subject_of_a_sentence_may_stand_before_its_verb() {
    for line in [
        "R1 moves to a2",
        "I move R1 to a2",
        "Ann moves R1 to A2",
        "move R1 left",
        "R1 goes left",
        "R1 walks west",
        "now R1 moves a2",
        "R1 goes west to a2",
        "okay then Ann takes R1 and goes back out to A2",
        "the horde R1 goes left",
    ] {
        let (said, status) = told(&format!("{line}\nq\n"));
        assert_eq!(status, "R1 on A2, R2 on B2", "{line}: {said}");
    }
    let (said, _) = told("R1 attacks the horde on C2\nq\n");
    assert!(said.contains("R1 attacks on C2\n"), "{said}");
}

#[test]
fn a_sentence_that_names_what_is_not_there_does_nothing() {
    for line in [
        "R1 moves to D4",
        "R1 moves to a",
        "R1 does not move to a2",
        "R1 goes east to a2",
        "R1 moves to a2 or b1",
        "Bob moves R1 to a2",
        "R1 attacks the ghost on C2",
    ] {
        let (said, status) = told(&format!("{line}\nq\n"));
        assert_eq!(status, "R1 on B2, R2 on B2", "{line}: {said}");
        assert!(!said.contains("attacks on"), "{line}: {said}");
    }
}

#[test]
fn a_way_may_say_how_far_and_a_corner_where_it_is() {
    for (line, at) in [
        ("R1 goes one square left", "A2"),
        ("move R1 1 step up", "B1"),
        ("move R1\nup", "B1"),
        ("move R1 one left", "A2"),
        ("R1 goes up 1", "B1"),
        ("move R1 left once", "A2"),
        ("move R1\n1 left", "A2"),
    ] {
        let (said, status) = told(&format!("{line}\nq\n"));
        assert_eq!(status, format!("R1 on {at}, R2 on B2"), "{line}: {said}");
    }
    let (said, status) = told("R1 goes two squares left\nq\n");
    assert_eq!(status, "R1 on B2, R2 on B2", "{said}");
    // From B2 it goes to A2, B1, B3 and C2: none of these is in a corner, and from C2 none of its own.
    let (said, status) = told("move R1\ntop left\nq\n");
    assert_eq!(status, "R1 on B2, R2 on B2", "{said}");
}

#[test]
fn what_was_nearly_said_is_offered_and_done_with_a_yes() {
    for line in ["R1 gallops, it moves to a2", "Ann moves horde R1 towards A2 happily"] {
        let (said, status) = told(&format!("{line}\nq\n"));
        assert_eq!(status, "R1 on B2, R2 on B2", "{line}: {said}");
        let (said, status) = told(&format!("{line}\nyes\nq\n"));
        assert_eq!(status, "R1 on A2, R2 on B2", "{line}: {said}");
    }
    // Of what cannot be, or is turned round, nothing is offered without it.
    for line in ["R1 gallops and moves to D4", "R1 gallops and does not move to A2", "R1 gallops, it moves to A2 or B1"]
    {
        let (said, status) = told(&format!("{line}\nyes\nq\n"));
        assert_eq!(status, "R1 on B2, R2 on B2", "{line}: {said}");
    }
}

#[test]
fn whose_a_piece_is_that_cannot_be_meant_is_told() {
    let (said, status) = told("B1 goes left\nq\n");
    assert_eq!(status, "R1 on B2, R2 on B2", "{said}");
    assert!(
        said.contains("> B1 goes left\n`B1` is Bob's, and it is Ann who is asked\n  What do your hordes do?\n"),
        "{said}"
    );
}

#[test]
fn what_goes_into_what_is_not_turned_round() {
    let (said, _) = told("merge R2 into R1\nq\n");
    assert!(said.contains("R2 goes into R1\n"), "{said}");
    let (said, _) = told("merge R1 into R2\nq\n");
    let expected = "
> merge R1 into R2
`R1` is not one of the answers
  asked then: Which horde gives?
";
    assert!(said.contains(expected), "{said}");
    assert!(!said.contains("goes into"), "{said}");
}

#[test]
fn lines_are_taken_back_one_by_one_and_the_turn_as_a_whole() {
    let (said, status) = told("move R1 a2\nmove R2 b1\nundo 2\nyes\nq\n");
    assert_eq!(status, "R1 on B2, R2 on B2", "{said}");
    let (said, status) = told("done\ndone\nmove R1 a2\nmove R2 b1\nundo my turn\nyes\nq\n");
    assert_eq!(status, "R1 on B2, R2 on B2", "{said}");
    let (said, _) = told("done\nundo to the beginning of my turn\nundo the last move\nq\n");
    let expected = "
> undo to the beginning of my turn
nothing was answered in this turn yet
  `undo` takes back the last answer, whoever gave it
> undo the last move
taken back: Ann: What do your hordes do? End the turn
";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn people_ask_how_many_and_why_not() {
    let (said, _) = told("how many hordes are there?\nhow many zombies are left\nwhere are my hordes\nq\n");
    let expected = "
> how many hordes are there?
zombies in hordes: 9
hordes: 3
> how many zombies are left
zombies in hordes: 9
> where are my hordes
horde R1 on B2, horde R2 on B2
";
    assert!(said.contains(expected), "{said}");
    let (said, status) =
        told("why can't I move R1 to D4?\ncan I move R1 to a2?\nwhy can't R1 attack the horde on D4\nq\n");
    let expected = "
> why can't I move R1 to D4?
`D4` is not legal: it is too far
  asked then: Where does horde R1 go from square B2?
";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("> can I move R1 to a2?\n`move R1 to a2` is legal: `yes` does it.\n"), "{said}");
    assert_eq!(status, "R1 on B2, R2 on B2", "{said}");
}

#[test]
fn whoever_is_not_asked_is_told_so_and_small_talk_counts_for_nothing() {
    let (said, _) = told("Bob moves R1 to a2\nokay done\nq\n");
    let expected = "
> Bob moves R1 to a2
it is Ann who is asked, and not Bob
  What do your hordes do?
";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("somebody else has the turn\n"), "{said}");
    let (said, status) = told("move R1\nshe steps to a2\nwhose turn is it?\nq\n");
    assert_eq!(status, "R1 on A2, R2 on B2", "{said}");
    assert!(
        said.contains("> whose turn is it?\nR1 on A2, R2 on B2\nAnn's turn: What do your hordes do?\n> q"),
        "{said}"
    );
}

#[test]
fn going_on_ends_nothing_without_a_yes() {
    let (said, _) = told("next\nyes\nhelp undo\nq\n");
    assert!(said.contains("> next\n`done` (End the turn) goes on: `yes` takes it.\n> yes\n"), "{said}");
    assert!(said.contains("somebody else has the turn\n"), "{said}");
    assert!(
        said.contains("> help undo\nundo takes back the last line; u 3 three; undo turn; u #12 all after it\n"),
        "{said}"
    );
}

#[test]
fn a_refusal_names_the_word_that_is_wrong() {
    let (said, _) = told("Ann moves R1 to D4\nAnn moves R1 to the harbour\nq\n");
    assert!(said.contains("> Ann moves R1 to D4\n`D4` is not legal: it is too far\n"), "{said}");
    assert!(said.contains("> Ann moves R1 to the harbour\n`harbour` is not one of the answers\n"), "{said}");
}

#[test]
fn nothing_is_ended_in_passing() {
    let (said, _) = told("turn\nq\n");
    let expected = "
> turn
Nothing is quite called `turn`. Did you mean `done` (End the turn)? `yes` takes
it.
";
    assert!(said.contains(expected), "{said}");
    for line in ["end", "end turn", "end the turn", "that's it", "stop", "I'm done"] {
        let (said, _) = told(&format!("{line}\nq\n"));
        assert!(said.contains("somebody else has the turn"), "{line}: {said}");
    }
    for line in ["that's enough", "stay", "no more"] {
        let (said, _) = told(&format!("{line}\nq\n"));
        assert!(said.contains("\n`done` (End the turn) goes on: `yes` takes it.\n"), "{line}: {said}");
        assert!(!said.contains("somebody else has the turn"), "{line}: {said}");
    }
}

#[test]
fn what_should_have_been_said_is_said_with_undo() {
    let (said, status) = told("move R1 a2\nundo that, I meant move R1 c2\nq\n");
    assert_eq!(status, "R1 on C2, R2 on B2", "{said}");
    let (said, status) = told("move R1 a2\nundo, i meant: move R1 c2\nq\n");
    assert_eq!(status, "R1 on C2, R2 on B2", "{said}");
}

#[test]
fn what_is_asked_in_a_sentence_is_no_answer() {
    let (said, status) = told("how do I harvest?\nwhere can I move\nscore?\nq\n");
    assert_eq!(status, "R1 on B2, R2 on B2", "{said}");
    let expected = "
> how do I harvest?
the referee knows no answer to `how do I harvest?`
";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("> score?\nThere is nothing to score.\n"), "{said}");
}

#[test]
fn who_stays_does_not_go() {
    let script = r#"
declare {at = is.text(), turn = is.seat(1)}
function steps.setup() state.at, state.turn = "B2", 1 return "turn" end
function steps.turn()
    local who = choose {seat = state.turn, prompt = "Who steps onto its square?", options = {"owl", "nobody"}}
    if who == "owl" then state.at = "C2" end
    choose {seat = state.turn, prompt = "What else?", options = {"stay"}, obvious = true}
    state.turn = state.turn % 2 + 1
    return "turn"
end
function show() return {status = state.at} end
"#;
    for line in ["owl stays", "the owl stays where it is"] {
        let (said, status) = told_by(script, "app", &format!("{line}\nq\n"));
        assert_eq!(status, "B2", "{line}: {said}");
        assert!(!said.contains("`yes` takes `owl"), "{line}: {said}");
    }
    assert_eq!(told_by(script, "app", "owl\nq\n").1, "C2");
}
