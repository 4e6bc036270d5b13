//! Texts that would steer a terminal, turn the way of reading or hide: they are shown, and do nothing.

use super::within_bounds;
use crate::support::Tool;

const NASTY: &str = "a\\u001b[2J\\u001b]0;x\\u0007\\u202eb\\u200bc\\u009b8m";
const SHOWN: &str = "a␛[2J␛]0;x␇<U+202E>b<U+200B>c<U+009B>8m";

/// Nothing that is said hides anything.
#[track_caller]
fn shows_everything(text: &str) {
    let hidden = |sign: &char| sign.is_control() && *sign != '\n' || "\u{202e}\u{200b}\u{2066}\u{feff}".contains(*sign);
    assert_eq!(text.chars().find(hidden), None, "{text:?}");
}

fn nasty() -> Tool {
    let file = format!(
        "title: \"{NASTY}\"\nsubtitle: \"{NASTY}\"\ncredits: {{\"{NASTY}\": \"{NASTY}\"}}\ncomponents:\n  \
         deck: {{kind: cards, title: \"{NASTY}\", note: \"{NASTY}\", rows: [{{title: A, art: \"{NASTY}.svg\"}}], \
         front: card-classic}}\n"
    );
    Tool::new().file("components/game/game.yaml", file)
}

#[test]
fn what_is_said_of_a_game_shows_everything() {
    for verb in ["check game", "games", "print game", "games --json", "check game --json"] {
        let ended = within_bounds(&nasty(), verb);
        shows_everything(&ended.stdout);
        shows_everything(&ended.stderr);
        assert!(verb.ends_with("--json") || format!("{}{}", ended.stdout, ended.stderr).contains(SHOWN), "{verb}");
    }
}

#[test]
fn the_line_that_is_shown_keeps_its_caret_in_place() {
    let file = "title: T\ncomponents:\n  t: {kind: \u{200b}\u{9b}mats, size: 60mm}\n";
    let tool = Tool::new().file("game/game.yaml", file);
    let ended = within_bounds(&tool, "check ./game");
    shows_everything(&ended.stderr);
    assert!(ended.stderr.contains("3 |   t: {kind: \u{fffd}\u{a4}mats, size: 60mm}\n"), "{}", ended.stderr);
}

#[test]
fn json_keeps_what_it_escapes() {
    let ended = within_bounds(&nasty(), "games --json");
    let value: serde_json::Value = serde_json::from_str(&ended.stdout).expect("JSON");
    let title = value[0]["title"].as_str().expect("a title");
    assert_eq!(title, "a\u{1b}[2J\u{1b}]0;x\u{7}\u{202e}b\u{200b}c\u{9b}8m");
}
