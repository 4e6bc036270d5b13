//! What was settled without asking can be named, whatever lies hidden behind it; and no word answers a question that it was not said for:
//! what is taken is not dropped again.

use super::lines::told_by;

/// A shed where one card lies hidden, and an axe that lies about: whoever has more than two tools drops one of them.
const SHED: &str = r#"
declare {heap = is.pile, has = is.list(is.text()), searched = is.flag(false), lies = is.flag(true)}
function steps.setup()
    pile.fill("heap", {CARD = 1}, "finds")
    state.has = {"saw", "rope"}
    return "menu"
end
local function keep_two()
    if #state.has < 3 then return end
    local dropped = choose {seat = 1, prompt = "Ann has more than two tools. Which one is dropped?", options = table.clone(state.has)}
    say("{seat} drops {}", 1, dropped)
    table.remove(state.has, table.find(state.has, dropped))
end
function steps.menu()
    local options = {"done"}
    if state.lies then table.insert(options, 1, "take") end
    if not state.searched then table.insert(options, 1, "search") end
    local what = choose {seat = 1, prompt = "What do you do?", options = options,
        labels = {take = "take what lies here", search = "search a hiding place", done = "end the turn"}}
    if what == "done" then return "menu" end
    return what
end
function steps.search()
    choose {seat = 1, prompt = "Which place do you search?", options = {"shed"}, labels = {shed = "the garden shed"}, obvious = true}
    state.searched = true
    local found = pile.draw("heap", {seat = 1, prompt = "What is in it?"})
    if found ~= "mouse" then table.insert(state.has, found) end
    keep_two()
    return "menu"
end
function steps.take()
    state.lies = false
    table.insert(state.has, "axe")
    keep_two()
    return "menu"
end
function show()
    return {status = table.concat(state.has, ", ") .. if state.searched then ", searched" else ""}
end
"#;

fn with_card(card: &str, typed: &str) -> (String, String) {
    told_by(&SHED.replace("CARD", card), "app", &format!("{typed}\nq\n"))
}

#[test]
fn what_is_named_counts_whatever_is_hidden_behind_it() {
    for line in ["search the garden shed", "search shed", "Ann searches the garden shed"] {
        assert_eq!(with_card("mouse", line).1, "saw, rope, searched", "{line}");
        let (said, status) = with_card("hammer", line);
        assert_eq!(status, "saw, rope, hammer, searched", "{line}: {said}");
        assert!(said.ends_with("goes on with it.\n") && said.contains("Which one is dropped?"), "{line}: {said}");
    }
}

#[test]
fn what_is_taken_is_not_dropped_again() {
    let (said, status) = with_card("mouse", "take the axe");
    assert_eq!(status, "saw, rope, axe", "{said}");
    for line in ["take the axe, drop the rope", "Ann takes the axe and drops the rope", "take axe, drop rope"] {
        let (said, status) = with_card("mouse", line);
        assert_eq!(status, "saw, axe", "{line}: {said}");
    }
    // What cannot be taken is not dropped either.
    let (said, status) = with_card("mouse", "take\nrope\ntake the saw");
    assert_eq!(status, "saw, axe", "{said}");
}
