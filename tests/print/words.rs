//! Words that look different from those around them, quotes, and words that are divided: from a game folder to paper.

use tablewright::inside::layout::Fonts;
use tablewright::inside::layout::Studio;
use tablewright::inside::layout::face::{GlyphRun, Layer};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::MemoryAssets;
use tablewright::inside::render::face_svg;

/// What one card of a game says: what was wrong, what stands on it, and its drawing.
struct Seen {
    told: String,
    runs: Vec<GlyphRun>,
    svg: String,
}

fn seen(head: &str, text: &str) -> Seen {
    set_in("{size: 9pt}", head, text)
}

/// The same in a style.
fn set_in(style: &str, head: &str, text: &str) -> Seen {
    let game = format!(
        "title: T\n{head}\npalette: {{rust: '#A8442C', night: '#14212B'}}\nstyles:\n  loud: {{size: 18pt, weight: bold, \
         outline: night, outline width: 0.4mm}}\n  narrow: {style}\ncomponents:\n  deck: {{kind: cards, rows: [{{id: a, \
         text: {text}}}], front: {{template: a.svg}}}}\n"
    );
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>\
               <rect data-text='{{ text }}' data-style='narrow' x='5' y='5' width='24' height='75'/></svg>";
    let assets = WithTemplates(MemoryAssets::new().with("game.yaml", game).with("a.svg", svg));
    let (game, mut found) = load_game(&assets, "t");
    let game = game.expect("a game");
    let mut fonts = Fonts::load(&assets, &mut found);
    fonts.settle(&game, &mut found);
    let laid = Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ());
    let Some(piece) = laid.pieces.first() else {
        return Seen { told: found.to_string(), runs: Vec::new(), svg: String::new() };
    };
    let Layer::Art { slots, .. } = &piece.front.layers[0] else { panic!("{:?}", piece.front.layers) };
    let run = |layer: &Layer| if let Layer::Glyphs(run) = layer { Some(run.clone()) } else { None };
    let runs = slots.iter().flatten().filter_map(run).collect();
    Seen { told: found.to_string(), runs, svg: face_svg(&piece.front, &fonts).expect("it can be drawn") }
}

fn read(head: &str, text: &str) -> String {
    let seen = seen(head, text);
    assert_eq!(seen.told, "");
    seen.runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join("|")
}

#[test]
fn words_have_a_colour_or_a_style_of_their_own() {
    let Seen { told, runs, svg } = seen("", "'Lose [two]{rust} [NOW]{loud}'");
    assert_eq!(told, "");
    let told: Vec<(&str, String, bool)> = runs
        .iter()
        .filter(|run| !run.text.trim().is_empty())
        .map(|run| (run.text.trim(), run.colour.to_string(), run.outline.is_some()))
        .collect();
    let (black, rust) = ("#000000".to_owned(), "#A8442C".to_owned());
    assert_eq!(told, [("Lose", black.clone(), false), ("two", rust, false), ("NOW", black, true)]);
    let loud = runs.iter().find(|run| run.text == "NOW").expect("it is there");
    assert!((loud.size - 18.0 * 25.4 / 72.0).abs() < 0.01, "{}", loud.size);
    assert!(
        svg.contains("stroke=\"#14212B\" stroke-width=\"0.8\" stroke-linejoin=\"round\" paint-order=\"stroke\""),
        "{svg}"
    );
}

#[test]
fn a_look_that_is_not_there_is_told() {
    let told = seen("", "'Lose [two]{rusty}'").told;
    let places: Vec<&str> = told.lines().filter(|line| !line.contains('|')).map(str::trim).collect();
    assert_eq!(
        places,
        [
            "error: there is no colour and no text style `rusty` for these words",
            "--> game.yaml:8:54",
            "= help: did you mean `rust`?",
            "= help: used in a.svg:1 as `data-text`",
            "",
        ]
    );
}

#[test]
fn no_short_word_stands_alone_on_a_last_line() {
    let words = ["owl", "bat", "cat", "dog", "elk", "fox", "hen"];
    for count in 8..30 {
        let text: Vec<&str> = words.into_iter().cycle().take(count).collect();
        let told = read("", &format!("'{}'", text.join(" ")));
        let lines: Vec<&str> = told.split('|').map(str::trim).collect();
        assert!(lines.len() > 1 && lines.iter().all(|line| line.contains(' ')), "{count}: {told}");
    }
    // Words that no shorter lines can join stay as they are.
    assert_eq!(read("", "'complicated extraordinarily'").matches('|').count(), 1);
    let justified = set_in("{size: 9pt, align: justify}", "", "'owl bat cat dog elk fox hen owl bat cat dog'");
    assert_eq!(justified.told, "");
}

#[test]
fn quotes_are_those_of_the_language() {
    assert_eq!(read("", "'\"It''s\" a 12\" board'"), "“It’s” a 12\" board");
    assert_eq!(read("lang: de", "'\"Los!\" geht''s'"), "„Los!“ geht’s");
    assert_eq!(read("quotes: straight", "'\"Go!\" it''s'"), "\"Go!\" it's");
    assert_eq!(read("", "'`\"as typed\"`'"), "\"as typed\"");
}

#[test]
fn words_are_divided_where_their_language_divides_them() {
    let lines = |head: &str| {
        let Seen { told, runs, .. } =
            set_in("{size: 9pt, hyphenate: true}", head, "'An extraordinarily complicated barricade'");
        (told, runs.iter().map(|run| run.text.clone()).collect::<Vec<_>>().join("|"))
    };
    assert_eq!(lines("lang: en"), (String::new(), "An extraordinar|-|ily complicated |barricade".to_owned()));
    let first =
        |told: String| told.lines().filter(|line| !line.contains('|')).map(str::trim).collect::<Vec<_>>().join("; ");
    assert_eq!(
        first(lines("").0),
        "error: the style `narrow` divides words, and nobody says of which language; --> game.yaml:6:11; = help: say it in \
         `game.yaml`, as in `lang: en`; "
    );
    assert_eq!(
        first(lines("lang: ja").0),
        "error: the style `narrow` divides words, and for `ja` it is not known where; --> game.yaml:6:11; = help: leave \
         `hyphenate` out, and write `&shy;` where a word may be divided; "
    );
}

/// Who copies a word or hears it gets all of its letters, and none that nobody sees.
#[test]
fn a_word_that_could_be_divided_within_a_ligature_is_read_whole() {
    let seen = set_in("{size: 7pt, hyphenate: true}", "lang: en", "'The offline office waffles'");
    let glyphs: Vec<&str> =
        seen.runs.iter().flat_map(|run| run.glyphs.iter().map(|glyph| run.text_of(glyph))).collect();
    assert_eq!(glyphs.concat(), "The offline office waffles");
    assert!(glyphs.contains(&"ffl") && glyphs.contains(&"ffi") && !glyphs.contains(&""), "{glyphs:?}");
}

#[test]
fn a_line_around_letters_has_a_colour() {
    assert_eq!(
        set_in("{size: 9pt, outline width: 1mm}", "", "'x'").told,
        "error: `outline width` needs `outline`, the colour of the line\n --> game.yaml:6:38\n  |\n6 |   narrow: {size: 9pt, \
         outline width: 1mm}\n  |                                      ^^^\n\n"
    );
}
