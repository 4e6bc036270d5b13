//! What helps whoever writes a script: definitions for an editor, `print`, plurals, timers, and faults with their line.

use std::collections::BTreeSet;
use std::path::Path;

use crate::support::Tool;
use crate::support::hoard::{GAME, RULES, SCRIPT, hoard, hoard_with};

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// `choose` and `pile.fill`: every name of a definition file.
fn defined(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut table = None;
    for line in text.lines() {
        let name = |rest: &str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap().to_owned();
        if let Some(rest) = line.strip_prefix("declare function ") {
            names.insert(name(rest));
        } else if let Some(rest) = line.strip_prefix("declare ") {
            names.insert(name(rest));
            table = line.ends_with('{').then(|| name(rest));
        } else if line == "}" || line.starts_with("export") {
            table = None;
        } else if let (Some(table), Some(rest)) = (&table, line.strip_prefix("    ")) {
            names.insert(format!("{table}.{}", name(rest)));
        }
    }
    names
}

fn definitions() -> String {
    Tool::new().run("types").succeeds().stdout()
}

#[test]
fn every_name_is_in_the_definitions_the_docs_and_the_engine() {
    let defined = defined(&definitions());
    assert!(defined.len() > 100, "{defined:?}");
    // What the engine has: functions of the prelude and the library.
    let code = read("src/rules/prelude.luau") + &read("src/rules/library.luau");
    let functions = code.lines().filter_map(|line| line.trim_start().strip_prefix("function "));
    let names = functions.map(|rest| rest.split('(').next().unwrap().to_owned());
    let hidden = ["bridge.", "inside.", "table.", "string."];
    let offered: BTreeSet<String> = names.filter(|name| !hidden.iter().any(|part| name.starts_with(part))).collect();
    let missing: Vec<_> = offered.difference(&defined).collect();
    assert!(missing.is_empty(), "not in definitions.d.luau: {missing:?}");
    // What the docs have.
    let docs = read("docs/rules-scripts.md");
    let untold: Vec<_> =
        defined.iter().filter(|name| !docs.contains(&format!("`{name}")) && !is_used(&docs, name)).collect();
    assert!(untold.is_empty(), "not in docs/rules-scripts.md: {untold:?}");
    let tables = ["is", "turns", "counts", "faces", "grid", "pile"];
    let told = docs.split('`').skip(1).step_by(2).filter(|span| !span.contains('\n')).flat_map(|span| {
        let parts = span.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
        parts.filter(|part| part.split_once('.').is_some_and(|(table, _)| tables.contains(&table)))
    });
    let strange: BTreeSet<&str> = told.filter(|name| !defined.contains(*name) && !name.ends_with('.')).collect();
    assert!(strange.is_empty(), "not in definitions.d.luau: {strange:?}");
}

/// Whether a name stands in code of the docs.
fn is_used(docs: &str, name: &str) -> bool {
    ["(", " {", " =", "\"", "`", "["].iter().any(|after| docs.contains(&format!("{name}{after}")))
}

#[test]
fn every_defined_name_is_there_for_a_script() {
    let names: Vec<String> = defined(&definitions()).into_iter().filter(|name| name != "board").collect();
    let looks: String = names
        .iter()
        .fold(String::new(), |text, name| text + "    if " + name + " == nil then say(\"" + name + "\") end\n");
    let script = format!("declare {{}}\nfunction steps.setup()\n{looks}    return \"over\"\nend\n");
    hoard_with(&script)
        .file("hoard/scenarios/a.yaml", "- name: all there\n  then: {asks: nobody, step: over}\n")
        .run("test hoard")
        .says("1 passed, 0 failed\n");
}

#[test]
fn the_state_of_a_game_has_its_types() {
    let told = hoard_with(SCRIPT).run("types hoard").succeeds().stdout();
    let state = "declare state: {
    active: Seat,
    chest: number,
    coins: { number },
    deck: { Slot },
    dragon: { awake: boolean, near: Seat }?,
    found: { string },
    lairs: { [(\"cave\" | \"cliff\")]: number? },
    mood: (\"quiet\" | \"loud\"),
";
    assert!(told.contains(state), "{told}");
    hoard_with("declare {").run("types hoard").refuses(&["rules.luau:1"]);
    Tool::new().run("types nothing").refuses(&["nothing"]);
}

/// A script whose setup does this.
fn doing(what: &str) -> String {
    format!("declare {{deck = is.pile(\"finds\")}}\nfunction steps.setup()\n    {what}\n    return \"over\"\nend\n")
}

fn failing(script: &str, said: &str) {
    let tool = hoard_with(script).file("hoard/scenarios/a.yaml", "- name: x\n  then: {asks: nobody}\n");
    tool.run("test hoard").fails(1, said);
}

#[test]
fn what_is_printed_is_heard_by_who_writes_the_script() {
    let script = SCRIPT.replace("    local actions =", "    print(\"chest\", state.chest, {})\n    local actions =");
    let tool =
        hoard_with(&script).file("hoard/scenarios/a.yaml", "- name: x\n  then: {asks: Ann, says not: [chest 9]}\n");
    let ran = tool.run("test hoard");
    assert_eq!((ran.code(), ran.stdout().as_str()), (Some(0), "1 passed, 0 failed\n"));
    let said = "passed: x
note: printed: chest 9 a table
  --> hoard/rules.luau:23:5
   |
23 |     print(\"chest\", state.chest, {})
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^";
    assert!(ran.stderr().starts_with(said), "{}", ran.stderr());
    let outside = doing("") + "function score()\n    print(1)\n    return {lines = {}}\nend\n";
    let tool = hoard_with(&outside).file("hoard/scenarios/a.yaml", "- name: x\n  then: {winners: []}\n");
    tool.run("test hoard").refuses(&["`print` is only heard in steps", "hoard/rules.luau:7"]);
}

#[test]
fn a_surplus_value_and_an_empty_pile_are_faults() {
    failing(
        &doing("say(\"{seat} wins\", 1, 2)"),
        "
failed: x
error: \"{seat} wins\" has fewer places than there are values; write `{}` for each
 --> hoard/rules.luau:3:5
  |
3 |     say(\"{seat} wins\", 1, 2)
  |     ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: it happened in the step `setup`
  = help: it came up at hoard/scenarios/a.yaml:1
",
    );
    failing(
        &doing("pile.fill(state.deck, {}, \"nothing\")"),
        "
failed: x
error: a pile is filled with `nothing`, and there is no card of it
 --> hoard/rules.luau:3:5
  |
3 |     pile.fill(state.deck, {}, \"nothing\")
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: it happened in the step `setup`
  = help: it came up at hoard/scenarios/a.yaml:1
",
    );
    failing(
        &doing("pile.fill(state.deck, \"find\")"),
        "
failed: x
error: there is no component `find`; did you mean `finds`?
 --> hoard/rules.luau:3:5
  |
3 |     pile.fill(state.deck, \"find\")
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: it happened in the step `setup`
  = help: it came up at hoard/scenarios/a.yaml:1
",
    );
}

#[test]
fn a_score_has_a_result() {
    let scored = |score: &str| {
        let script = doing("") + &format!("function score()\n    {score}\nend\n");
        hoard_with(&script).file("hoard/scenarios/a.yaml", "- name: x\n  then: {winners: []}\n")
    };
    scored("return {}").run("test hoard").refuses(&[
        "the score has no result",
        "hoard/rules.luau:6",
        "give `lines`, each with `points`, or `winners`",
    ]);
    scored("local points = 1").run("test hoard").refuses(&["`score` has to give a table", "hoard/rules.luau:6"]);
}

#[test]
fn an_endless_loop_names_its_line_and_step() {
    let tool =
        hoard_with(&doing("while true do end")).file("hoard/scenarios/a.yaml", "- name: x\n  then: {asks: Ann}\n");
    tool.run("test hoard").refuses(&["hoard/rules.luau:3", "it happened in the step `setup`"]);
}

#[test]
fn many_have_the_name_that_the_game_gives() {
    let script = "declare {}\nfunction steps.setup()\n    say(\"{wolf}, {wolf}, {die} and {box}\", 2, 1, 3, 2)\n    return \"over\"\nend\n";
    let game = |plurals: &str| {
        Tool::new()
            .file("hoard/game.yaml", GAME.replace("version: \"1\"", &format!("version: \"1\"\nplurals: {plurals}")))
            .file("hoard/RULES.md", RULES)
            .file("hoard/rules.luau", script)
            .file("hoard/scenarios/a.yaml", "- name: x\n  then: {says: ['2 wolves, 1 wolf, 3 dice and 2 boxes']}\n")
    };
    game("{wolf: wolves, die: dice}").run("test hoard").says("1 passed, 0 failed\n");
    game("{wolf: ''}")
        .run("test hoard")
        .refuses(&["`plurals` does not say what many of `wolf` are called", "write `plurals: {wolf: wolves}`"]);
}

#[test]
fn a_timer_is_shown_and_is_no_rule() {
    let asking = |timer: &str| {
        SCRIPT.replace("prompt = \"What do you do?\",", &format!("prompt = \"What do you do?\", timer = {timer},"))
    };
    let tool = hoard_with(&asking("60"));
    tool.run("referee new hoard --players Ann,Bob --table t").succeeds();
    let shown = tool.run("referee show --table t").succeeds().stdout();
    assert!(shown.contains("Ann: What do you do? (60 seconds)"), "{shown}");
    let json: serde_json::Value =
        serde_json::from_str(&tool.run("referee show --table t --json").succeeds().stdout()).unwrap();
    assert_eq!(json["request"]["timer"], 60);
    let wrong = hoard_with(&asking("0")).file("hoard/scenarios/a.yaml", "- name: x\n  then: {asks: Ann}\n");
    wrong.run("test hoard").refuses(&["`timer` of a question is a number of seconds from 1 to 86400"]);
    hoard("- name: x\n  then: {asks: Ann}\n").run("test hoard").says("1 passed, 0 failed\n");
}
