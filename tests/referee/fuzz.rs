//! Random input for everything that reads what people or disks give: no panic, and what is accepted fits. With
//! `PROPTEST_CASES` it is more; inputs that look for new ways through the code are made in `fuzz/`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::support::played::{CARDS, answer, any_answer, game, opened, sealed, table_of, told};
use proptest::prelude::*;
use serde_json::{Value, json};
use tablewright::inside::dice::{Chance, Die, parse};
use tablewright::inside::model::Game;
use tablewright::inside::referee::{
    Choice, Custody, Entry, Journal, Misfit, PileOf, QuestionKind, Refused, Request, Schema, Seat, Start, Type, Viewer,
    chance_answer, entry_line, get, read_answer, read_journal, start_line,
};

/// A short run, unless somebody asks for more.
fn cases(few: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: wanted.map_or(few, |wanted: u32| (wanted / (256 / few.min(256)).max(1)).max(1)),
        ..ProptestConfig::default()
    }
}

/// A table that was played for a while, with the game it is for.
fn played() -> &'static (Game, Start, Vec<Entry>) {
    static PLAYED: OnceLock<(Game, Start, Vec<Entry>)> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let small = game(CARDS);
        let mut table = table_of(&small, Custody::Ask, 3).unwrap_or_else(|problem| panic!("{}", told(&problem)));
        let mut chance = Chance::from_seed(9);
        for _ in 0..25 {
            let request = table.request().expect("a question").clone();
            answer(&mut table, &any_answer(&request, &mut chance))
                .unwrap_or_else(|problem| panic!("{}", told(&problem)));
        }
        table.note("a note", None, "");
        table.custody(Some("d6"), Custody::App, "").expect("custody");
        let (start, entries) = (table.start().clone(), table.entries().to_vec());
        (small, start, entries)
    })
}

fn lines() -> Vec<String> {
    let (_, start, entries) = played();
    let mut lines = vec![serde_json::to_string(start).expect("JSON")];
    lines.extend(entries.iter().map(|entry| serde_json::to_string(entry).expect("JSON")));
    lines
}

fn bytes_of(start: &Start, entries: &[Entry]) -> Vec<u8> {
    let (mut text, mut seal) = start_line(start).expect("a line");
    for entry in entries {
        let (line, next) = entry_line(entry, seal).expect("a line");
        text.push_str(&line);
        seal = next;
    }
    text.into_bytes()
}

/// A change to a text or to bytes: where, how much goes, and what comes instead.
fn change<T: Clone>(items: &mut Vec<T>, (at, gone, new): (usize, usize, Vec<T>)) {
    let from = at % (items.len() + 1);
    let to = (from + gone).min(items.len());
    items.splice(from..to, new);
}

/// What stands in journals, to be put where it does not belong.
fn shard() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("-1".to_owned()),
        Just("18446744073709551615".to_owned()),
        Just("null".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
        Just("\"rune-a\"".to_owned()),
        Just("\"undo\":{\"to\":0}".to_owned()),
        Just("\"custody\":{\"to\":\"app\"}".to_owned()),
        Just("1e308".to_owned()),
        "[a-z0-9\",:{}\\[\\]]{0,6}",
        any::<String>(),
    ]
}

fn entry_shard() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0_u64..40).prop_map(|to| json!({ "undo": { "to": to } })),
        Just(json!({ "undo": { "to": u64::MAX } })),
        Just(json!({ "custody": { "to": "table" } })),
        Just(json!({ "custody": { "of": "runes", "to": "app" } })),
        any::<String>().prop_map(|text| json!({ "note": text })),
        any::<String>().prop_map(|version| json!({ "upgrade": { "version": version } })),
        (field_path(), value()).prop_map(|(path, value)| {
            let set = json!({ path: value });
            json!({ "adjust": { "set": set, "at_step": set, "reason": "so" } })
        }),
        any_answer_json().prop_map(|answer| json!({ "answer": { "prompt": "?", "told": "?", "answer": answer } })),
    ]
}

fn any_answer_json() -> impl Strategy<Value = Value> {
    let word = prop_oneof![Just("rune-a".to_owned()), Just("draw".to_owned()), Just("B2".to_owned()), any::<String>()];
    prop_oneof![
        word.clone().prop_map(|id| json!({ "choose": id })),
        prop::collection::vec(word.clone(), 0..4).prop_map(|ids| json!({ "choose-many": ids })),
        prop::collection::vec(word.clone(), 0..4).prop_map(|ids| json!({ "order": ids })),
        any::<i64>().prop_map(|number| json!({ "number": number })),
        any::<bool>().prop_map(|yes| json!({ "confirm": yes })),
        prop::collection::vec(word.clone(), 0..4)
            .prop_map(|faces| json!({ "roll": faces.iter().map(|face| json!({ "face": face, "typed": true })).collect::<Vec<_>>() })),
        word.prop_map(|card| json!({ "draw": { "face": card, "typed": false } })),
    ]
}

fn field_path() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => prop::sample::select(vec![
            "turn", "active", "mode", "loud", "motto", "deck", "hand", "tiles", "bait", "gifts", "points", "past", "lure", "vault",
            "pools", "Ann", "Bob", "A1", "B2", "1", "2", "0", "who", "what", "steps", "at", "marks", "cards", "first",
        ]).prop_map(str::to_owned),
        1 => "[a-zA-Z0-9. ]{0,4}",
        1 => any::<String>(),
    ];
    prop::collection::vec(part, 1..4).prop_map(|parts| parts.join("."))
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0_i64..9).prop_map(Value::from),
        Just(json!(1.5)),
        prop::sample::select(vec!["Ann", "B2", "calm", "rune-a", "yes", "5"]).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(
                (prop::sample::select(vec!["Ann", "Bob", "B2", "card", "seen", "who", "steps"]), inner),
                0..4
            )
            .prop_map(|fields| Value::Object(
                fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
            )),
        ]
    })
}

/// One field of every type, some in others.
fn schema() -> Schema {
    let whole = || Type::Whole { least: -3, most: 99, start: 0 };
    let space = || Type::Space { start: None };
    let seat = || Type::Seat { start: Seat(0) };
    let text = || Type::Text { start: String::new() };
    let fields = vec![
        ("turn", whole()),
        ("loud", Type::Flag { start: true }),
        ("motto", text()),
        ("mode", Type::OneOf { words: vec!["calm".into(), "wild".into()], start: "calm".into() }),
        ("active", seat()),
        ("at", Type::Space { start: Some("A1".into()) }),
        ("deck", Type::Pile(PileOf::default())),
        ("hand", Type::EachSeat(Box::new(Type::Own(Box::new(Type::Pile(PileOf::default())))))),
        ("points", Type::EachSeat(Box::new(Type::Maybe(Box::new(whole()))))),
        ("past", Type::List(Box::new(Type::Record(vec![("who".into(), seat()), ("what".into(), text())])), 3)),
        ("bait", Type::Map(Box::new(space()), Box::new(whole()))),
        ("gifts", Type::Map(Box::new(seat()), Box::new(Type::List(Box::new(whole()), 2)))),
        ("lure", Type::Maybe(Box::new(Type::Record(vec![("steps".into(), whole()), ("at".into(), space())])))),
        ("vault", Type::Hidden(Box::new(Type::List(Box::new(whole()), 9)))),
    ];
    Schema {
        fields: fields.into_iter().map(|(name, of)| (name.to_owned(), of)).collect(),
        seats: vec!["Ann".into(), "Bob".into()],
        spaces: ["A1", "A2", "B1", "B2"].map(str::to_owned).into(),
        ..Schema::default()
    }
}

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let id = prop_oneof![
        4 => prop::sample::select(vec!["A1", "a1", "HP", "3", "12h", "none", "x", "roll", "yes", "stop", "äb", "_"]).prop_map(str::to_owned),
        1 => "[a-z0-9]{1,5}",
        1 => "\\PC{1,4}",
    ];
    prop::collection::vec((id, "[a-zA-Z][a-zA-Z ]{0,7}", 1_usize..5), 1..7).prop_map(|all| {
        let mut options: Vec<Choice> = Vec::new();
        for (id, label, most) in all {
            if !options.iter().any(|known| known.id == id) {
                options.push(Choice { id, label, most, also: Vec::new() });
            }
        }
        options
    })
}

fn die() -> impl Strategy<Value = (String, Die)> {
    prop_oneof![
        (2_u32..40).prop_map(|sides| (format!("d{sides}"), Die::Numbered(sides))),
        Just(("coin".to_owned(), Die::Custom(faces(&["heads", "tails"])))),
        Just(("odd".to_owned(), Die::Custom(faces(&["1", "1", "12", "h", "hit", "äh", "_"])))),
    ]
}

fn faces(texts: &[&str]) -> Vec<tablewright::inside::dice::DieFace> {
    texts
        .iter()
        .map(|text| tablewright::inside::dice::DieFace { text: (*text).to_owned(), value: text.parse().ok() })
        .collect()
}

fn kind() -> impl Strategy<Value = QuestionKind> {
    prop_oneof![
        (choices(), any::<bool>()).prop_map(|(options, places)| QuestionKind::Choose { options, places }),
        (choices(), 0_usize..4, 0_usize..9).prop_map(|(options, least, more)| {
            let all: usize = options.iter().map(|choice| choice.most).sum();
            let most = (least + more).min(all);
            QuestionKind::ChooseMany { options, least: least.min(most), most }
        }),
        (any::<i32>(), 0_i64..20)
            .prop_map(|(least, more)| QuestionKind::Number { least: i64::from(least), most: i64::from(least) + more }),
        choices().prop_map(|options| QuestionKind::Order { options }),
        Just(QuestionKind::Confirm { yes: "go".into(), no: "stay".into() }),
        (die(), 1_usize..12).prop_map(|((name, die), dice)| QuestionKind::Roll { name, die, dice }),
        choices().prop_map(|options| QuestionKind::Draw {
            deck: "runes".into(),
            options,
            elsewhere: BTreeMap::new(),
            held: false,
            by_app: false,
            cards: 1,
        }),
    ]
}

fn request() -> impl Strategy<Value = Request> {
    (kind(), any::<bool>(), prop::collection::vec("[a-zA-Z0-9]{1,3}", 0..3)).prop_map(|(kind, secret, ids)| {
        let refused =
            |id: String| Refused { label: id.clone(), id, reason: "it is red".into(), rule: Some("The night".into()) };
        let is_free = |id: &String| !kind.options().iter().any(|choice| choice.id == *id);
        let refused = ids.into_iter().filter(is_free).map(refused).collect();
        let places = std::sync::Arc::default();
        Request {
            seat: Some(Seat(0)),
            prompt: "Which?".into(),
            rule: None,
            secret,
            aloud: None,
            timer: None,
            refused,
            places,
            kind,
        }
    })
}

/// What people might type, in and out of sense.
fn typed() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(vec![
            "A1", "a1", "HP", "HP*3", "3xHP", "none", "-", "_", "__", "roll", "deal", "yes", "N", "go", "5", "552", "12h", "4t", "heads",
            "h", "-1", "99999999999999999999", "*", "x", "x*x", "9*", ",", "äb*2", "18446744073709551615xA1", "A1*18446744073709551615",
        ]).prop_map(str::to_owned),
        2 => "[0-9a-z_*x,]{0,6}",
        1 => any::<String>(),
        1 => ("[a-zA-Z0-9_]", 1_usize..3_000).prop_map(|(letter, times)| letter.repeat(times)),
    ];
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

fn misfit_is_told(misfit: &Misfit) {
    assert!(!misfit.to_string().is_empty());
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_bytes_are_read_as_a_journal_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_journal(&bytes);
    }

    #[test]
    fn a_changed_journal_is_shorter_or_refused(changes in prop::collection::vec((any::<usize>(), 0_usize..50, prop::collection::vec(any::<u8>(), 0..20)), 1..4)) {
        let (_, start, entries) = played();
        let whole = bytes_of(start, entries);
        let mut bytes = whole.clone();
        for one in changes {
            change(&mut bytes, one);
        }
        match read_journal(&bytes) {
            // What is read is what was written, up to where it was torn.
            Ok(Journal { start: read, entries: kept, whole: length, .. }) => {
                prop_assert_eq!(&read, start);
                prop_assert!(entries.starts_with(&kept));
                prop_assert!(whole.starts_with(&bytes[..length]));
            }
            Err(damage) => prop_assert!((1..=entries.len() + 2 + bytes.len()).contains(&damage.line) && !damage.why.is_empty()),
        }
    }

    #[test]
    fn lines_with_right_checksums_are_understood_or_refused(line in any::<usize>(), changes in prop::collection::vec((any::<usize>(), 0_usize..12, shard()), 1..4)) {
        let mut lines = lines();
        let at = line % lines.len();
        let mut text: Vec<char> = lines[at].chars().collect();
        for (place, gone, new) in changes {
            change(&mut text, (place, gone, new.chars().collect()));
        }
        lines[at] = text.into_iter().filter(|c| *c != '\n').collect();
        if let Err(damage) = read_journal(&sealed(&lines)) {
            prop_assert_eq!(damage.line, at + 1);
        }
    }

    #[test]
    fn an_answer_that_is_read_fits_the_question(request in request(), text in typed(), seed in any::<u64>()) {
        let mut chance = Chance::from_seed(seed);
        match read_answer(&request, &text, &mut |end| chance.below(end)) {
            Ok(answer) => {
                prop_assert_eq!(answer.check(&request), Ok(()));
                prop_assert!(!answer.told(&request.kind).is_empty());
            }
            Err(refusal) => {
                prop_assert!(!refusal.message().is_empty());
                prop_assert!(refusal.message().chars().count() < 300, "{}", refusal.message());
                prop_assert!(!refusal.hints.is_empty());
            }
        }
        if let Some(answer) = chance_answer(&request.kind, &mut |end| chance.below(end)) {
            prop_assert_eq!(answer.check(&request), Ok(()));
        }
    }

    #[test]
    fn a_field_that_is_set_fits_what_is_declared(path in field_path(), value in value()) {
        let schema = schema();
        let mut state = schema.start();
        let before = state.clone();
        match schema.set(&mut state, &path, value.clone()) {
            Ok(()) => {
                prop_assert_eq!(schema.check(&state), Ok(()), "{} = {}", path, value);
                prop_assert_eq!(get(&state, &path).unwrap_or(&Value::Null), &value);
            }
            Err(misfit) => {
                misfit_is_told(&misfit);
                prop_assert_eq!(&state, &before, "nothing is set in part");
            }
        }
        for viewer in [Viewer::Everybody, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(7)), Viewer::Referee] {
            let _ = schema.redacted(&state, viewer);
            let _ = schema.may_see(&path, &value, viewer);
        }
    }

    #[test]
    fn a_field_that_is_read_fits_what_is_declared(path in field_path(), text in prop_oneof![typed(), value().prop_map(|value| value.to_string())]) {
        let schema = schema();
        match schema.read(&path, &text) {
            Ok(value) => {
                let mut state = schema.start();
                if schema.set(&mut state, &path, value).is_ok() {
                    prop_assert_eq!(schema.check(&state), Ok(()));
                }
            }
            Err(misfit) => misfit_is_told(&misfit),
        }
    }

    #[test]
    fn any_state_is_checked(state in value()) {
        if let Err(misfit) = schema().check(&state) {
            misfit_is_told(&misfit);
        }
        let _ = schema().redacted(&state, Viewer::Everybody);
    }

    #[test]
    fn dice_are_read_or_refused(text in prop_oneof![
        any::<String>(),
        "[0-9dDkKhHlLrRxX!+*%(){},.<>=: -]{0,24}",
        prop::collection::vec(prop::sample::select(vec![
            "2d6", "d%", "d20", "4d6kh3", "d{a,b}", "+", "-", "*", "keep", "highest", "lowest", "drop", "explode", "reroll", "1", "on",
            "99999999999", "x", "times", "count", "at", "least", "4", "best", "of", "(", ")", ",", "d0", "0d6", "!", "d6!",
        ]), 0..8).prop_map(|words| words.join(" ")),
    ]) {
        match parse(&text) {
            Ok(reading) => {
                let canonical = reading.rolls.to_string();
                let again = parse(&canonical);
                prop_assert!(again.is_ok(), "`{}` is `{}`, which cannot be read", text, canonical);
                prop_assert_eq!(again.map(|again| again.rolls), Ok(reading.rolls));
            }
            Err(diagnostic) => prop_assert!(!diagnostic.render(false).is_empty()),
        }
    }
}

proptest! {
    #![proptest_config(cases(32))]

    /// Journals that say something that never happened: the table opens, or says which entry does not fit.
    #[test]
    fn a_table_opens_or_says_what_does_not_fit(at in any::<usize>(), gone in 0_usize..3, new in prop::collection::vec(entry_shard(), 1..4)) {
        let (small, start, entries) = played();
        let mut lines: Vec<Value> = entries.iter().map(|entry| serde_json::to_value(entry).expect("JSON")).collect();
        change(&mut lines, (at, gone, new));
        for (n, line) in lines.iter_mut().enumerate() {
            line["seq"] = json!(n + 1);
            line["at"] = json!("");
        }
        let mut texts = vec![serde_json::to_string(start).expect("JSON")];
        texts.extend(lines.iter().map(Value::to_string));
        let journal = read_journal(&sealed(&texts));
        prop_assert!(journal.is_ok(), "{:?}", journal.err());
        let Journal { start, entries, .. } = journal.expect("it was looked at");
        match opened(small, start, entries) {
            Ok(mut table) => {
                for viewer in [Viewer::Everybody, Viewer::Seat(Seat(1))] {
                    prop_assert!(table.view(viewer).is_ok());
                }
            }
            Err(problem) => prop_assert!(!told(&problem).is_empty()),
        }
    }

    /// Whatever people type at a table, it is an answer or nothing has happened.
    #[test]
    fn a_table_survives_whatever_is_typed(texts in prop::collection::vec((typed(), any::<bool>()), 1..12), seed in any::<u64>()) {
        let (small, start, entries) = played();
        let mut table = match opened(small, start.clone(), entries.clone()) {
            Ok(table) => table,
            Err(problem) => panic!("{}", told(&problem)),
        };
        let mut chance = Chance::from_seed(seed);
        for (text, is_legal) in texts {
            let Some(request) = table.request().cloned() else { break };
            let before = table.entries().len();
            let text = if is_legal { any_answer(&request, &mut chance) } else { text };
            match answer(&mut table, &text) {
                Ok(()) => prop_assert!(table.entries().len() > before),
                Err(problem) => {
                    prop_assert!(!is_legal, "{}", told(&problem));
                    prop_assert_eq!(table.entries().len(), before);
                    prop_assert_eq!(table.request(), Some(&request));
                }
            }
        }
    }
}
