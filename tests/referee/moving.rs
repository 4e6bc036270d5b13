//! What lies elsewhere on the table than the referee believed: moved in words, by what it is called and where it was.

use crate::support::Tool;

const GAME: &str = "\
title: Ghost Yard
version: \"1\"
players: 2
components:
  yard: {kind: board, board: board.yaml, front: board-classic}
table:
  fields: {ghosts: ghosts, hunters: hunters, hunters.at: square, stalls: stalls, stalls.rope: ropes, rats: rats, rats.at: place, signs: sign}
";

const BOARD: &str = "\
cell: 20mm
columns: A..F
rows: 1..3
picture: |
  . . . . . .
  . . . . . .
  . . . . . .
legend:
  \".\": {terrain: grass}
";

const RULES: &str = r#"
declare {
    ghosts = is.map(is.space, is.whole(0, 9)),
    hunters = is.map(is.one_of {"maren", "otto"}, is.record { at = is.space }),
    rats = is.map(is.one_of {"rat:1", "rat:2", "rat:3"}, is.record { at = is.maybe(is.space) }),
    signs = is.map(is.space, is.one_of {"lamp", "gate"}),
    stalls = is.map(is.space, is.map(is.one_of {"rope", "lamp"}, is.whole(0, 9))),
}

function steps.setup()
    state.ghosts.A1 = 3
    state.hunters.maren, state.hunters.otto = { at = "B1" }, { at = "C1" }
    state.signs.B2, state.signs.D2 = "lamp", "gate"
    state.stalls.D1 = { rope = 2 }
    state.rats["rat:1"], state.rats["rat:2"], state.rats["rat:3"] = { at = "F3" }, { at = "F3" }, { at = "E3" }
    return "wait"
end

function steps.wait()
    choose { seat = 1, prompt = "What now?", options = {"wait", "rest"} }
    return "wait"
end

function show()
    local told = {}
    for at, count in pairs(state.ghosts) do table.insert(told, { at = at, count = count, name = "ghost", mark = "g" }) end
    return { pieces = told }
end
"#;

/// What is said to this adjustment, and what is behind these fields then.
#[track_caller]
fn adjusted(wish: &str, fields: &[(&str, serde_json::Value)]) -> String {
    let tool = Tool::new().file("game/game.yaml", GAME).file("game/board.yaml", BOARD).file("game/rules.luau", RULES);
    tool.run("referee new game --players Ann,Bob --dice app --table yard").succeeds();
    let said = tool.type_into("referee play", &format!("adjust {wish}\n")).succeeds().stdout();
    let shown = tool.run("referee show --json").succeeds().stdout();
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    for (field, value) in fields {
        let at = field.split('.').fold(&shown["state"], |value, step| &value[step]);
        assert_eq!(at, value, "{field}: {said}");
    }
    said
}

#[test]
fn what_has_a_place_is_moved_by_its_name_or_its_place() {
    use serde_json::json;
    for wish in ["maren to E2", "Maren: E2", "B1: E2", "B1 to E2", "square of maren to E2", "maren on B1 to E2", "the maren at b1 to e2"]
    {
        let said = adjusted(&format!("{wish} because we looked"), &[("hunters.maren.at", json!("E2"))]);
        assert!(said.contains("we looked"), "{said}");
    }
    // All of one kind are the same, wherever they are told apart.
    adjusted("rat on E3 to E2 because we looked", &[("rats.rat:3.at", json!("E2")), ("rats.rat:1.at", json!("F3"))]);
    let said = adjusted("hunters to E2 because we looked", &[("hunters.maren.at", json!("B1"))]);
    let hint = "error: `hunters` may be several things\n  say which, as it is called here: `square of maren: B1`, ";
    assert!(said.replace("\n  ", " ").contains(&hint.replace("\n  ", " ")), "{said}");
}

#[test]
fn what_is_counted_is_moved_by_how_many() {
    use serde_json::json;
    for (wish, left, there) in
        [("ghost on A1 to B2", 2, 1), ("2 ghosts from A1 to B2", 1, 2), ("two ghosts A1 to B2", 1, 2)]
    {
        adjusted(&format!("{wish} because we looked"), &[("ghosts.A1", json!(left)), ("ghosts.B2", json!(there))]);
    }
    adjusted("3 ghosts from A1 to B2 because x", &[("ghosts.A1", json!(null)), ("ghosts.B2", json!(3))]);
    adjusted("two ropes D1 to B2 because x", &[("stalls.D1", json!(null)), ("stalls.B2.rope", json!(2))]);
    adjusted("ropes on B3: 4 because x", &[("stalls.B3.rope", json!(4))]);
    let said = adjusted("4 ghosts from A1 to B2 because x", &[("ghosts.A1", json!(3))]);
    assert!(said.contains("`ghosts on A1` is 3: so many cannot be moved"), "{said}");
}

#[test]
fn a_colon_is_not_missed_where_all_is_plain() {
    use serde_json::json;
    adjusted("ghosts on A1 2 because one fell off", &[("ghosts.A1", json!(2))]);
    adjusted("ghosts on A1 to 1 because two fell off", &[("ghosts.A1", json!(1))]);
    adjusted("ghosts on A1 is 1 because two fell off", &[("ghosts.A1", json!(1))]);
    let said = adjusted("A1: ghost because it is there", &[("ghosts.A1", json!(3))]);
    assert!(said.contains("`A1` is a place, and not what lies there"), "{said}");
    assert!(said.contains("can be set: `ghosts on A1`"), "{said}");
}

#[test]
fn names_go_in_any_order_and_what_lies_on_a_place_moves_as_a_whole() {
    use serde_json::json;
    for wish in ["square of maren: E2", "maren's square: E2", "maren square E2", "square maren to E2"] {
        adjusted(&format!("{wish} because we looked"), &[("hunters.maren.at", json!("E2"))]);
    }
    for wish in ["lamp B2 to C2", "B2 to C2", "B2: C2", "sign on B2 to C2", "the lamp from B2 to C2"] {
        adjusted(&format!("{wish} because it fell"), &[("signs.B2", json!(null)), ("signs.C2", json!("lamp"))]);
    }
    let said = adjusted("lamp B2 to D2 because it fell", &[("signs.B2", json!("lamp"))]);
    assert!(said.contains("on `D2` there is gate already"), "{said}");
}

#[test]
fn how_many_there_are_is_said_in_any_order() {
    use serde_json::json;
    for wish in ["2 ghosts on A1", "A1: 2 ghosts", "there are 2 ghosts on A1", "A1 has two ghosts", "A1 ghosts 2"] {
        adjusted(&format!("{wish} because one fell off"), &[("ghosts.A1", json!(2))]);
    }
    for wish in ["1 ghost on B3", "B3: one ghost", "there is 1 ghost on B3"] {
        adjusted(&format!("{wish} because it flew"), &[("ghosts.B3", json!(1)), ("ghosts.A1", json!(3))]);
    }
    let said = adjusted("blue ghost to C3 because it flew", &[("ghosts.A1", json!(3))]);
    assert!(said.contains("nothing that can be set is called `blue ghost`\n  `adjust` alone lists"), "{said}");
}

#[test]
fn each_of_several_has_its_own_reason_or_all_have_one() {
    use serde_json::json;
    let both = [("ghosts.A1", json!(2)), ("ghosts.B3", json!(1))];
    adjusted("ghosts on A1: 2 because of the cat, ghosts on B3: 1 because of the cat", &both);
    let said = adjusted("A1: 2 ghosts because one fell, B3: 1 ghost because it is there", &both);
    assert!(said.contains("one fell; it is there"), "{said}");
    adjusted("ghosts on A1: 2, ghosts on B3: 1 because of the cat", &both);
}

#[test]
fn what_is_one_of_a_kind_is_not_counted() {
    use serde_json::json;
    let said = adjusted("sign on E1: 2 because we looked", &[("signs.E1", json!(null))]);
    assert!(said.contains("`sign on E1` is one thing, and not 2\n  set each by itself, as `lamp` or `gate`\n"), "{said}");
    let said = adjusted("sign on E1: 1 because we looked", &[("signs.E1", json!(null))]);
    assert!(said.contains("`sign on E1` is a kind of thing, and not how many\n  which is it: `lamp` or `gate`?\n"), "{said}");
    adjusted("sign on B2: 0 because it fell", &[("signs.B2", json!(null))]);
}
