//! What lines say in passing, and of whom: words that start no action, walks of which nobody said who goes, several players with
//! what their figures are called, offers that mean what was said, questions about what is legal.

use super::lines::told_by;

/// A lodge with two figures, a guest who can be left, cards that can be stored, and owls that fly.
const LODGE: &str = r#"
declare {
    at = is.map(is.text(), is.space()),
    owls = is.map(is.text(), is.space()),
    gone = is.map(is.text(), is.flag(false)),
    guest = is.flag(true), stored = is.whole(0, 9), flown = is.whole(0, 9), left = is.whole(0, 9),
}
local FIGURES = {"Maren", "Otto"}
function steps.setup()
    state.owls.a, state.owls.b, state.owls.c = "A1", "B2", "C3"
    return "begin"
end
function steps.begin()
    for seat, name in ipairs(FIGURES) do
        state.at[name] = choose_space {seat = seat, prompt = words("Where does {} begin?", name), options = {"A2", "B1", "C1", "C2"}}
    end
    return "menu"
end
function steps.menu()
    local options, labels = {"store", "fly", "hordes", "done"}, {leave = "Leave a guest in the lodge", store = "Store cards here",
        fly = "Owls fly", hordes = "Divide the owls", done = "End the turn"}
    if state.guest then table.insert(options, 1, "leave") end
    local what = choose {seat = 1, prompt = "2 actions left: what do you do?", options = options, labels = labels}
    if what == "leave" then
        choose {seat = 1, prompt = "Whom do you leave?", options = {"lotte"}, labels = {lotte = "Lotte"}}
        state.guest = false
        state.left += 1
    elseif what == "store" then
        state.stored += 1
    elseif what == "hordes" then
        local labels = {["1"] = "one horde of three owls", ["2"] = "two hordes, 2 and 1", ["3"] = "three"}
        say("{} of them", choose {seat = 1, prompt = "Into how many hordes do you divide them?", options = {"1", "2", "3"}, labels = labels})
    elseif what == "fly" then
        state.gone = {}
        return "fly"
    else
        return "help"
    end
    return "menu"
end
function steps.fly()
    local from = {}
    for _, id in ipairs {"a", "b", "c"} do
        if not state.gone[id] then table.insert(from, state.owls[id]) end
    end
    if #from == 0 then return "menu" end
    table.insert(from, "done")
    local at = choose_space {seat = 1, prompt = "Which owl flies?", options = from, labels = {done = "the others stay"}}
    if at == "done" then return "menu" end
    for _, id in ipairs {"a", "b", "c"} do
        if state.owls[id] == at and not state.gone[id] then
            local free = {}
            for _, space in ipairs(board.neighbours[at]) do
                if space ~= "C2" then table.insert(free, space) end
            end
            local to = choose_space {seat = 1, prompt = words("Where does the owl on {} fly?", at), options = free, why = function(refuse)
                refuse("C2", "a cat sits there")
            end}
            state.owls[id], state.gone[id], state.flown = to, true, state.flown + 1
            break
        end
    end
    return "fly"
end
function steps.help()
    local helps = confirm {seat = 2, prompt = "Does Otto help?", yes = "help", no = "do not help"}
    say("Otto {}", if helps then "helps" else "rests")
    local dice = roll {seat = 1, prompt = "for the lamps", dice = 4, die = "d6"}
    say("{} {} {} {}", dice[1], dice[2], dice[3], dice[4])
    return "menu"
end
function show()
    local pieces = {}
    for _, id in ipairs {"a", "b", "c"} do
        table.insert(pieces, {at = state.owls[id], name = "owl", mark = "o"})
    end
    for seat, name in ipairs(FIGURES) do
        if state.at[name] then table.insert(pieces, {at = state.at[name], name = name, mark = string.sub(name, 1, 1), seat = seat}) end
    end
    local status = words("{} {} {}, stored {}, left {}", state.owls.a, state.owls.b, state.owls.c, state.stored, state.left)
    return {status = status, pieces = pieces, seats = {"Maren", "Otto"}}
end
"#;

fn told(typed: &str) -> (String, String) {
    told_by(LODGE, "table", &format!("{typed}q\n"))
}

/// The same once both figures stand on the board.
fn begun(typed: &str) -> (String, String) {
    told(&format!("A2\nC1\n{typed}"))
}

#[test]
fn figures_stand_for_their_players_before_they_are_on_the_board() {
    for line in
        ["Maren on A2, Otto on C1", "Otto C1 and Maren A2", "Maren begins on A2, then Otto on C1", "A2 then Bob C1"]
    {
        let (said, _) = told(&format!("{line}\n"));
        assert!(said.contains("2 actions left"), "{line}: {said}");
    }
    let (said, _) = told("Ann A2, Bob B2\n");
    let expected = "
`B2` is not one of the answers
  legal now: `A2`, `B1`, `C1`, `C2`
nothing was done, because of Bob's `B2`
";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn what_is_said_in_passing_starts_nothing() {
    let (said, status) = begun("leave Lotte here\n");
    assert!(status.ends_with("stored 0, left 1"), "{status}: {said}");
    let (said, status) = begun("Ann leaves the lodge\n");
    assert!(status.ends_with("left 0") || said.contains("Whom do you leave"), "{status}: {said}");
    // Alone it is asked for.
    let (said, status) = begun("store\n");
    assert!(status.ends_with("stored 1, left 0"), "{status}: {said}");
}

#[test]
fn a_number_with_a_word_of_the_question_is_that_number() {
    for line in ["3 hordes", "three hordes", "3"] {
        let (said, _) = begun(&format!("hordes\n{line}\n"));
        assert!(said.contains("\n        3 of them\n"), "{line}: {said}");
    }
}

#[test]
fn who_goes_need_not_be_said_where_only_one_can() {
    let (said, status) = begun("fly\nB2 B3\nB1\n");
    assert!(status.starts_with("B1 B3 C3"), "only one can: {said}");
    let (said, status) = begun("fly\nB2 B3\nA2\n");
    assert!(said.contains("Nothing was done: `yes` takes `A1 A2`."), "Maren stands there: {said}");
    assert!(status.starts_with("A1 B3 C3"), "{status}");
    let (said, status) = begun("fly\nA3, done\n");
    assert!(said.contains("`A3` is not one of the answers"), "nobody can: {said}");
    assert!(status.starts_with("A1 B2 C3"), "{status}");
    let (said, status) = begun("fly\nB1\n");
    let expected = "\nmore than one can go to `B1`: `A1`, `B2`\n  say first who goes: `B2 B1`\n";
    assert!(said.contains(expected), "{said}");
    assert!(status.starts_with("A1 B2 C3"), "{status}");
    let (said, _) = begun("fly\nC2\n");
    assert!(said.contains("from `B2`: a cat sits there") && said.contains("from `C3`: a cat sits there"), "{said}");
}

#[test]
fn a_yes_is_what_is_done() {
    for line in ["Otto helps", "help", "yes, he helps", "helps"] {
        let (said, _) = begun(&format!("done\n{line}\n"));
        assert!(said.contains("\n        Otto helps\n"), "{line}: {said}");
    }
}

#[test]
fn several_dice_of_a_face_are_told_as_people_read_them_out() {
    for line in ["two 4s, 5 and 6", "6, 5, two 4s", "Maren rolls 4 4 5 6", "4 4 5, and a 6 for Otto"] {
        let (said, _) = begun(&format!("done\nno\n{line}\n"));
        assert!(said.contains("\n        4 4 5 6\n") || said.contains("\n        6 5 4 4\n"), "{line}: {said}");
    }
    let (said, _) = begun("done\nno\n6 and three ones\n");
    assert!(said.contains("\n        6 1 1 1\n"), "{said}");
}

#[test]
fn next_to_somebody_is_no_way_to_the_right() {
    let (said, status) = begun("fly\nB2 right next to Maren\n");
    assert!(!status.contains("C2"), "{status}: {said}");
}

#[test]
fn what_should_have_been_said_is_answered_only_where_it_counts() {
    let (said, status) = begun("store\ntake that back, leave Lotte\n");
    assert!(status.ends_with("stored 0, left 1"), "{status}: {said}");
    let (said, status) = begun("store\nstore\ntake that back, sing a song\n");
    let told = "Nothing was taken back: `sing a song` answers nothing there. `yes` takes back\nthe last line alone";
    assert!(said.contains(told), "{said}");
    assert!(status.ends_with("stored 2, left 0"), "{status}");
    let (said, status) = begun("store\nstore\ntake that back, sing a song\nyes\n");
    assert!(status.ends_with("stored 1, left 0"), "{status}: {said}");
    // What was taken back already is not taken back once more.
    let (said, status) = begun("store\nstore\nundo\nI meant leave Lotte\n");
    assert!(status.ends_with("stored 1, left 1"), "{status}: {said}");
}

#[test]
fn who_asks_without_a_mark_does_nothing_and_who_lets_something_pass_ends_nothing() {
    for line in
        ["can I store", "may we store cards", "could Ann store cards", "let it pass", "pass it", "he lets them pass"]
    {
        let (said, status) = begun(&format!("{line}\n"));
        assert!(status.ends_with("stored 0, left 0") && !said.contains("do? End the turn"), "{line}: {status}: {said}");
    }
    let (said, _) = begun("can I store\n");
    assert!(said.contains("`store` is legal"), "{said}");
}

#[test]
fn questions_about_what_is_legal_list_it() {
    for line in
        ["what can I do", "What can I do?", "how far can I go", "where can I fly", "which places are still free"]
    {
        let (said, _) = begun(&format!("{line}\n"));
        assert!(said.contains("what do you do? Legal now: `leave`"), "{line}: {said}");
    }
    let (said, _) = begun("whos turn is it\nwhats the score\nwe forgot an owl\n");
    assert!(said.contains("Ann's turn: 2 actions left"), "{said}");
    assert!(said.contains("`adjust` and what is otherwise sets the referee right"), "{said}");
    let (said, _) = begun("pause\nstore\n");
    assert!(said.contains("The table is kept") && !said.contains("> store"), "{said}");
}
