//! Nobody sees what others hold: cards that a viewer may not know are exchanged for others, in tables of every game in the
//! middle of play, and nothing that this viewer is shown may change.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::GAMES;
use crate::support::table::{AT, game, rules, start, table, usual_options};
use serde_json::{Value, json};
use tablewright::inside::dice::Chance;
use tablewright::inside::model::Game;
use tablewright::inside::referee::{
    Answer, Move, Rules as _, Seat, Start, Table, Together, Viewer, What, answer_by_chance,
};
use tablewright::inside::rules::ScriptRules;

/// Cards that one viewer may not know, by the component they belong to: where they are, and what they are.
type Hidden = BTreeMap<String, Vec<(String, String)>>;

/// Which component a card belongs to.
fn components(game: &Game) -> BTreeMap<String, String> {
    let cards =
        game.components.iter().flat_map(|part| part.pieces.iter().map(|piece| (piece.id.clone(), part.id.clone())));
    cards.collect()
}

/// Goes through a state and what is left of it for a viewer, and collects the cards that are gone.
fn hidden(state: &Value, seen: &Value, at: &str, known: &BTreeMap<String, String>, found: &mut Hidden) {
    let card = state.get("card").unwrap_or(state).as_str();
    if let Some(component) = card.and_then(|card| known.get(card)).filter(|_| seen.is_number()) {
        let place = if state.is_object() { format!("{at}/card") } else { at.to_owned() };
        found.entry(component.clone()).or_default().push((place, card.unwrap_or_default().to_owned()));
        return;
    }
    match state {
        Value::Object(fields) => {
            for (name, inner) in fields {
                hidden(inner, &seen[name], &format!("{at}/{name}"), known, found);
            }
        }
        Value::Array(items) => {
            for (n, inner) in items.iter().enumerate() {
                hidden(inner, seen.get(n).unwrap_or(&Value::Null), &format!("{at}/{n}"), known, found);
            }
        }
        _ => {}
    }
}

/// The same state with another card of its component in the place of every hidden one; none when there is none.
fn exchanged(state: &Value, hidden: &Hidden, known: &BTreeMap<String, String>) -> Option<Value> {
    let mut other = state.clone();
    for (component, cards) in hidden {
        let all: Vec<&String> = known.iter().filter(|(_, of)| *of == component).map(|(card, _)| card).collect();
        for (place, card) in cards {
            let at = all.iter().position(|id| *id == card).expect("a card of it");
            *other.pointer_mut(place).expect("its place") = json!(all[(at + 1) % all.len()]);
        }
    }
    (other != *state).then_some(other)
}

/// Everything that a viewer is shown of a state.
fn shown(rules: &mut ScriptRules, state: &Value, viewer: Viewer) -> String {
    rules.put(state, "setup").unwrap_or_else(|fault| panic!("{fault}"));
    let scene = rules.show(viewer).unwrap_or_else(|fault| panic!("{fault}"));
    // Before the end the score tells what everybody may know.
    let score = rules.score().unwrap_or_else(|fault| panic!("{fault}"));
    format!("{}\n{scene:?}\n{score:?}", rules.schema().redacted(state, viewer))
}

/// Looks at a table with the eyes of everybody; gives how many exchanges there were.
fn look(table: &mut Table, rules: &mut ScriptRules, known: &BTreeMap<String, String>) -> usize {
    let state = table.state(Viewer::Referee).expect("a state");
    let seats = table.start().players.len();
    let mut exchanges = 0;
    for viewer in std::iter::once(Viewer::Everybody).chain((0..seats).map(|seat| Viewer::Seat(Seat(seat)))) {
        let mut found = Hidden::new();
        hidden(&state, &rules.schema().redacted(&state, viewer), "", known, &mut found);
        let Some(other) = exchanged(&state, &found, known) else { continue };
        assert_eq!(shown(rules, &state, viewer), shown(rules, &other, viewer), "{viewer:?}: {found:?}");
        exchanges += 1;
    }
    exchanges
}

/// What was dealt in secret is read by nobody else, neither in its own line nor in what came of it.
fn read_the_log(table: &Table) -> usize {
    let log = table.log(Viewer::Everybody);
    let mut dealt = 0;
    for entry in table.entries() {
        let What::Answer(answered) = &entry.what else { continue };
        if !answered.secret || !matches!(answered.answer, Answer::Draw(_)) {
            continue;
        }
        dealt += 1;
        for line in log.iter().filter(|line| line.seq == entry.seq) {
            let says_nothing = if line.is_entry {
                line.text.ends_with(": in secret")
            } else {
                // A card that has to be played at once is played openly; a box that is called by a letter is no word.
                let who = answered.asked.as_deref().unwrap_or_default();
                let openly =
                    [format!("{who}: {}", answered.told), format!("the event {} happens for {who}", answered.told)];
                openly.iter().any(|told| line.text.starts_with(told))
                    || answered.told.len() < 4
                    || !line.text.contains(&answered.told)
            };
            assert!(says_nothing, "entry {}: {}, and it was {}", entry.seq, line.text, answered.told);
        }
    }
    dealt
}

#[test]
fn nobody_is_shown_what_others_hold() {
    const ANSWERS: usize = 600;
    const EVERY: usize = 40;
    let mut with_secrets = Vec::new();
    for name in GAMES {
        let game = game(name);
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(name).join("rules.luau").is_file());
        let known = components(&game);
        let (mut exchanges, mut dealt) = (0, 0);
        for seats in [3, 4] {
            let start = start(&game, seats, &usual_options(&game), 5 + seats as u64);
            let (mut looking, _desk) = rules(&game, &start);
            let mut live = table(&game, &start, &[]);
            let mut chance = Chance::from_seed(seats as u64);
            for number in 0..ANSWERS {
                let Some((by, text)) = live.move_by_chance(&mut chance) else { break };
                live.answer(&Move { by: by.as_deref(), text: &text, number: None }, AT)
                    .unwrap_or_else(|problem| panic!("{problem:?}"));
                // A game of few decisions is looked at more often.
                if number % EVERY == 0 || live.entries().len() < EVERY {
                    exchanges += look(&mut live, &mut looking, &known);
                }
            }
            dealt += read_the_log(&live);
        }
        if exchanges > 0 {
            // There everybody begins with the same cards, and nothing is dealt.
            assert!(dealt > 0 || name == "lantern-harbour", "{name}: nothing was dealt in secret");
            with_secrets.push(name);
        }
    }
    // In these, people hold cards that others do not know.
    assert_eq!(with_secrets, ["lantern-harbour", "salt-roads", "zombie-plague", "zombie-town"]);
}

/// What a viewer is shown of a game that goes on from a state, question after question, up to one that somebody else is
/// asked in secret.
fn followed(game: &Game, from: (&Start, &Value, &str), viewer: Viewer, seed: u64) -> Vec<String> {
    const QUESTIONS: usize = 24;
    let (start, state, step) = from;
    let (rules, queue) = rules(game, start);
    let placed = (state.clone(), step.to_owned());
    let Ok(mut table) = Table::place(start.clone(), Box::new(rules), queue, placed, AT) else { return Vec::new() };
    let (mut chance, mut views) = (Chance::from_seed(seed), Vec::new());
    for _ in 0..QUESTIONS {
        let Ok(view) = table.view(viewer) else { break };
        views.push(view.json().to_string());
        let Some(request) = table.request() else { break };
        if request.secret && request.seat.map(Viewer::Seat) != Some(viewer) {
            break;
        }
        let text = answer_by_chance(request, &mut chance);
        let are_several = table.together().is_some_and(Together::are_several);
        let by = request.seat.filter(|_| are_several).map(|seat| table.name(seat).to_owned());
        // With cards that lie somewhere else already a script may come to no end.
        if table.answer(&Move { text: &text, by: by.as_deref(), ..Move::default() }, AT).is_err() {
            break;
        }
    }
    views
}

/// Whether a question comes, to whom and in which order, tells nobody what others hold: the same game goes on with other
/// cards in their hands, and is the same for everybody else until they are asked.
#[test]
fn nobody_learns_from_what_is_asked_what_others_hold() {
    const ANSWERS: usize = 4_000;
    const ENOUGH: usize = 40;
    const EVERY: usize = 3;
    for name in ["zombie-plague", "zombie-town"] {
        let game = game(name);
        let known = components(&game);
        let start = start(&game, 3, &usual_options(&game), 11);
        let mut live = table(&game, &start, &[]);
        let (mut chance, mut compared, mut questions) = (Chance::from_seed(3), 0, 0);
        for number in 0..ANSWERS {
            let Some((by, text)) = live.move_by_chance(&mut chance).filter(|_| compared < ENOUGH) else { break };
            let given = Move { text: &text, by: by.as_deref(), ..Move::default() };
            live.answer(&given, AT).unwrap_or_else(|problem| panic!("{problem:?}"));
            let Some((_, at)) = live.beginnings().pop().filter(|_| number % EVERY == 0) else { continue };
            for viewer in [Viewer::Everybody, Viewer::Seat(Seat(number / EVERY % 3))] {
                let mut found = Hidden::new();
                hidden(&at.state, &live.schema().redacted(&at.state, viewer), "", &known, &mut found);
                let Some(other) = exchanged(&at.state, &found, &known) else { continue };
                let follow = |state| followed(&game, (&start, state, &at.step), viewer, number as u64);
                let (one, two) = (follow(&*at.state), follow(&other));
                for (n, (one, two)) in one.iter().zip(&two).enumerate() {
                    assert_eq!(one, two, "{name}, answer {number}, question {n}, {viewer:?}: {found:?}");
                    questions += 1;
                }
                compared += 1;
            }
        }
        assert!(compared > 10 && questions > compared * 2, "{name}: {compared} tables, {questions} questions");
    }
}
