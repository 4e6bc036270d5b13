//! What a game's own fonts print: every weight of a variable one, nothing in silence, and help for other fonts. The fonts
//! come from `tests/fonts/make.py`.

use lopdf::{Document, Object};

use crate::support::painted::{Painted, near};
use crate::support::{Ran, Tool};

/// Where the one card of the page lies.
const CARD: (f64, f64) = ((210.0 - 63.5) / 2.0, (297.0 - 88.9) / 2.0);

fn font(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fonts/{name}", env!("CARGO_MANIFEST_DIR"))).expect("a font of the tests")
}

/// A card with this drawing on it, in a game with a font of its own.
fn card(file: &str, svg: &str) -> Tool {
    cards("[{id: one}]", svg).file(&format!("game/fonts/{file}"), font(file))
}

fn cards(rows: &str, svg: &str) -> Tool {
    Tool::with_game(&format!("  deck: {{kind: cards, rows: {rows}, front: {{template: faces/a.svg}}}}\n")).file(
        "game/faces/a.svg",
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>\n{svg}</svg>"),
    )
}

fn pdf(tool: &Tool) -> Vec<u8> {
    tool.run("print ./game").succeeds();
    std::fs::read(tool.path().join("output/game/game-a4.pdf")).expect("a PDF")
}

fn fonts_of(pdf: &[u8]) -> Vec<String> {
    let document = Document::load_mem(pdf).expect("a PDF");
    let fonts = document.objects.values().filter_map(|object| object.as_dict().ok());
    let fonts = fonts.filter(|font| font.get(b"Subtype").and_then(Object::as_name).is_ok_and(|kind| kind == b"Type0"));
    let name = |font: &lopdf::Dictionary| font.get(b"BaseFont").and_then(Object::as_name).map(<[u8]>::to_vec);
    let mut names: Vec<String> =
        fonts.filter_map(|font| name(font).ok()).map(|name| String::from_utf8_lossy(&name[7..]).into_owned()).collect();
    names.sort();
    names
}

/// The left and the right stroke of the letter O whose baseline is so far below the top of the card, so high above it.
fn strokes(page: &Painted, baseline: f64, above: f64) -> [(f64, f64); 2] {
    let all = page.across(CARD.1 + baseline - above);
    let all: Vec<_> = all.into_iter().filter(|(from, _)| (CARD.0..CARD.0 + 63.5).contains(from)).collect();
    <[_; 2]>::try_from(all).expect("two strokes")
}

const OS: &str = "<g font-family='Test Variable' font-size='24' fill='black'>\
    <text x='10' y='22'>O</text><text x='10' y='44' font-weight='bold'>O</text>\
    <text x='10' y='66' font-style='italic'>O</text><text x='10' y='85' font-weight='550'>O</text></g>";

#[test]
fn a_variable_font_prints_the_weight_and_the_slant_that_are_asked_for() {
    let pdf = pdf(&card("variable.ttf", OS));
    let page = Painted::page(&pdf, 2, 300.0);
    let thick = |baseline: f64| {
        let [left, right] = strokes(&page, baseline, 8.4);
        near(left.1 - left.0, right.1 - right.0);
        left.1 - left.0
    };
    let (regular, bold, between) = (thick(22.0), thick(44.0), thick(85.0));
    // The stems of Barlow's O are 71 units of 1000 in regular and 141 in bold.
    near(regular, 24.0 * 0.071);
    near(bold, 24.0 * 0.141);
    near(between, f64::midpoint(regular, bold));
    let leans = |baseline: f64| strokes(&page, baseline, 11.0)[0].0 - strokes(&page, baseline, 6.0)[0].0;
    near(leans(22.0), 0.0);
    near(leans(66.0), 5.0 * 14.0_f64.to_radians().tan());
    let own: Vec<String> = fonts_of(&pdf).into_iter().filter(|name| name.starts_with("Test")).collect();
    assert_eq!(own, ["Test-Variable", "Test-Variable-slnt-14", "Test-Variable-wght550", "Test-Variable-wght700"]);
}

#[test]
fn a_style_that_names_a_cut_prints_it() {
    for (font, wanted) in [
        ("Barlow Bold", "Barlow-Bold"),
        ("Barlow-Italic", "Barlow-Italic"),
        ("Test Variable Bold", "Test-Variable-wght700"),
        ("TestVariable-SemiBold", "Test-Variable-wght600"),
        ("Test Variable Italic", "Test-Variable-slnt-14"),
        ("Test Variable Medium, weight: 700", "Test-Variable-wght700"),
    ] {
        let game = format!(
            "title: T\nstyles: {{own: {{font: {font}, size: 24pt}}}}\ncomponents:\n  deck: {{kind: cards, rows: [{{id: one}}], \
             front: {{template: faces/a.svg}}}}\n"
        );
        let tool = card("variable.ttf", "<rect data-text='Oow' data-style='own' x='5' y='5' width='50' height='30'/>");
        let fonts = fonts_of(&pdf(&tool.file("game/game.yaml", game)));
        assert!(fonts.iter().any(|font| font == wanted), "{font}: {fonts:?}");
    }
    card("variable.ttf", "")
        .file("game/game.yaml", "title: T\nstyles: {own: {font: Test Variable Black}}\ncomponents: {}\n")
        .run("check ./game")
        .refuses(&["there is no font `Test Variable Black` for the style `own`"]);
}

#[test]
fn an_exported_face_has_the_weight_that_is_asked_for() {
    let tool = card("variable.ttf", OS);
    tool.run("export ./game --to svg").succeeds();
    let svg = std::fs::read_to_string(tool.path().join("output/game/svg/deck/one-front.svg")).expect("a face");
    let letters: Vec<&str> = svg.lines().filter(|line| line.contains("aria-label=\"O\"")).collect();
    let shapes = letters.iter().map(|line| line.split(" d=").nth(1).map(|path| path.replace(char::is_numeric, "")));
    assert_eq!(shapes.collect::<std::collections::BTreeSet<_>>().len(), 1, "the same letter");
    let width = |line: &str| {
        let numbers = line.split(" d=").nth(1).unwrap_or_default().split(|c: char| !(c.is_numeric() || c == '.'));
        let numbers: Vec<f32> = numbers.filter_map(|number| number.parse().ok()).collect();
        let across = numbers.chunks_exact(2).map(|point| point[0]);
        across.clone().fold(0.0, f32::max) - across.fold(f32::MAX, f32::min)
    };
    assert!(width(letters[1]) > width(letters[0]) + 0.5, "{letters:?}");
}

const COLOURS: &str = "<text x='5' y='20' font-family='Test Colours' font-size='10'>";

/// What is told of a text in the font that has colours.
fn coloured(text: &str) -> Ran {
    card("colours.ttf", &format!("{COLOURS}{text}</text>")).run("check ./game")
}

#[test]
fn a_character_that_is_only_a_picture_is_not_left_out_in_silence() {
    coloured("E A").fails(
        1,
        &format!(
            "error: Test Colours has `A` (U+0041) only as a picture, which cannot be printed as text\n --> \
             ./game/faces/a.svg:2:1\n  |\n2 | {COLOURS}E A</text></svg>\n  | ^^^^^\n  |\n  = help: use a font that has \
             it as an outline, or draw it and name it under `icons`\n\n1 error"
        ),
    );
    coloured("C").refuses(&["error: Test Colours has `C` (U+0043) only as a picture, which cannot be printed as text"]);
    // A font that helps out with nothing to print is no help either.
    card("colours.ttf", "<text x='5' y='20' font-size='10'>So 😀</text>")
        .run("print ./game")
        .refuses(&["error: Test Colours has `😀` (U+1F600) only as a picture, which cannot be printed as text"]);
}

#[test]
fn colours_that_a_glyph_loses_are_told() {
    let said = coloured("E B").succeeds().stderr();
    let told = "warning: `B` (U+0042) is printed in the colour of the text, without the colours of Test Colours\n";
    assert!(said.starts_with(told), "{said}");
    assert!(said.contains("= help: to print it in colour, draw it and name it under `icons`"), "{said}");
}

#[test]
fn a_broken_glyph_is_refused() {
    coloured("D").refuses(&[
        "error: the glyph of Test Colours for `D` (U+0044) is broken",
        "help: get the file of the font anew, or choose another font",
    ]);
}

#[test]
fn a_font_of_the_game_helps_out_where_a_glyph_is_missing() {
    let sun = "<text x='5' y='20' font-size='10'>So 日</text>";
    cards("[{id: one}]", sun).run("check ./game").refuses(&[
        "error: Barlow Regular has no glyph for `日` (U+65E5)",
        "help: choose another font, or put one that has it into the folder `fonts`, where it helps out",
    ]);
    let names = fonts_of(&pdf(&card("colours.ttf", sun)));
    assert!(names.contains(&"Test-Colours".to_owned()) && names.contains(&"Barlow-Regular".to_owned()), "{names:?}");
}

#[test]
fn a_character_that_is_missing_on_many_cards_is_told_once() {
    let rows = "[{id: a, t: 日 one}, {id: b, t: two 日}, {id: c, t: 日 three}, {id: d, t: four}]";
    let said = cards(rows, "<text x='5' y='20' font-size='10'>{{ t }}</text>").run("check ./game");
    assert_eq!(said.stderr().matches("error:").count(), 1, "{}", said.stderr());
    said.refuses(&["error: Barlow Regular has no glyph for `日` (U+65E5): `a` of `deck`, and in 2 more rows"]);
}

#[test]
fn small_print_is_looked_at_as_well() {
    let tool = Tool::with_game("  deck: {kind: cards, title: 日, front: {template: card-classic, title: A}}\n");
    tool.run("print ./game").refuses(&["has no glyph for `日` (U+65E5)"]);
}

#[test]
fn files_that_are_no_fonts_are_named() {
    let whole = font("variable.ttf");
    let tool = card("variable.ttf", "")
        .file("game/fonts/cut.ttf", &whole[..whole.len() / 2])
        .file("game/fonts/text.otf", "no font")
        .file("game/fonts/web.woff2", "wOF2")
        .file("game/fonts/torn.woff2", &font("variable.woff2")[..300])
        .file("game/fonts/torn.woff", &font("variable.woff")[..300])
        .file("game/fonts/old.pfb", "%!PS")
        .file("game/fonts/licence.txt", "as you like");
    tool.run("check ./game").refuses(&[
        "error: `fonts/cut.ttf` is cut off: the file ends before its table `",
        "error: `fonts/text.otf` is not a font",
        "error: `fonts/web.woff2` cannot be unpacked: it is broken or cut off",
        "error: `fonts/torn.woff2` cannot be unpacked: it is broken or cut off",
        "error: `fonts/torn.woff` cannot be unpacked: it is broken or cut off",
        "error: `fonts/old.pfb` is a kind of font that is not read",
        "help: convert it to `.ttf`, `.otf` or `.woff2`",
        "6 errors",
    ]);
}

#[test]
fn a_picture_of_one_font_does_not_stand_in_the_way_of_the_outline_of_another() {
    let other = format!("{}/templates/fonts/barlow-regular.ttf", env!("CARGO_MANIFEST_DIR"));
    let text = "<text x='10' y='22' font-family='Test Variable' font-size='12'>OA</text>";
    let tool = card("variable.ttf", text).file("game/fonts/colours.ttf", font("colours.ttf"));
    tool.run("check ./game").refuses(&["Test Colours has `A` (U+0041) only as a picture"]);
    let names = fonts_of(&pdf(&tool.file("game/fonts/helpful.ttf", std::fs::read(other).expect("a font"))));
    assert!(names.iter().any(|name| name == "Test-Variable"), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("Test-Colours")), "{names:?}");
}

#[test]
fn a_font_that_was_not_copied_to_its_end_is_refused() {
    let whole = font("variable.ttf");
    for part in [whole.len() - 8, whole.len() / 2, 400] {
        let said = card("variable.ttf", OS).file("game/fonts/variable.ttf", &whole[..part]).run("check ./game");
        said.refuses(&["error: `fonts/variable.ttf` is cut off: the file ends before its table `"]);
    }
}

#[test]
fn a_glyph_of_parts_of_parts_of_parts_is_not_unfolded() {
    let text = |letter: &str| format!("<text x='5' y='20' font-family='Test Nested' font-size='10'>{letter}</text>");
    card("nested.ttf", &text("K")).run("check ./game").succeeds();
    card("nested.ttf", &text("A")).run("check ./game").refuses(&[
        "error: the glyph of Test Nested for `A` (U+0041) is broken",
        "help: get the file of the font anew, or choose another font",
    ]);
}

#[test]
fn a_line_that_is_broken_at_a_soft_hyphen_ends_in_a_hyphen_inside_its_box() {
    let lines = |text: &str, width: u8| -> Vec<Vec<(f64, f64)>> {
        let body = format!(
            "<rect data-text='{text}' x='5' y='5' width='{width}' height='60' data-size='5' data-colour='black'/>"
        );
        let page = Painted::page(&pdf(&cards("[{id: one}]", &body)), 2, 300.0);
        (0..120).map(|line| page.across(CARD.1 + 5.0 + f64::from(line) * 0.25)).collect()
    };
    // But for kerning, it looks as if it were written with a hyphen.
    let alike = |one: &str, other: &str, width: u8| {
        let (one, other) = (lines(one, width), lines(other, width));
        let close = |a: &(f64, f64), b: &(f64, f64)| (a.0 - b.0).abs() < 0.2 && (a.1 - b.1).abs() < 0.2;
        one.iter().zip(&other).all(|(a, b)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b)))
    };
    assert!(alike("Moon&#173;hunters", "Moon-hunters", 18));
    assert!(!alike("Moon&#173;hunters", "Moon hunters", 18));
    // A hyphen where the word is not broken is not seen.
    assert!(alike("Moon&#173;hunters", "Moonhunters", 50));
    for (width, align) in [(18, "left"), (19, "left"), (21, "left"), (25, "left"), (21, "right"), (25, "right")] {
        let body = format!(
            "<rect data-text='Un&#173;seen ghost&#173;hunters meet&#173;ing' x='20' y='5' width='{width}' height='60' \
             data-size='5' data-align='{align}' data-colour='black'/>"
        );
        let page = Painted::page(&pdf(&cards("[{id: one}]", &body)), 2, 300.0);
        for line in 0..120 {
            let across = page.across(CARD.1 + 5.0 + f64::from(line) * 0.25);
            let own = across.into_iter().filter(|(from, _)| (CARD.0..CARD.0 + 63.5).contains(from));
            for (from, to) in own.map(|(from, to)| (from - CARD.0 - 20.0, to - CARD.0 - 20.0)) {
                assert!(from > -0.1 && to < f64::from(width) + 0.1, "{from} to {to} of {width} mm, {align}");
            }
        }
    }
}

#[test]
fn fonts_of_the_web_and_collections_are_read() {
    for file in ["variable.woff", "variable.woff2"] {
        let names = fonts_of(&pdf(&card(file, OS)));
        assert!(names.contains(&"Test-Variable-wght550".to_owned()), "{file}: {names:?}");
    }
    let both = "<text x='10' y='22' font-family='Test First' font-size='24' fill='black'>O</text>\
                <text x='10' y='44' font-family='Test Second' font-size='24' fill='black'>O</text>";
    let pdf = pdf(&card("both.ttc", both));
    let page = Painted::page(&pdf, 2, 300.0);
    let thick = |baseline: f64| strokes(&page, baseline, 8.4)[0].1 - strokes(&page, baseline, 8.4)[0].0;
    near(thick(22.0), 24.0 * 0.071);
    near(thick(44.0), 24.0 * 0.141);
    assert!(fonts_of(&pdf).ends_with(&["Test-First".to_owned(), "Test-Second".to_owned()]), "{:?}", fonts_of(&pdf));
}

#[test]
fn a_game_lists_which_fonts_help_out_and_in_which_order() {
    let text = "<rect data-text='Ann' x='5' y='5' width='50' height='20'/>\
                <text x='10' y='52' font-family='Test Colours' font-size='12'>O</text>";
    let game = |fonts: &str| {
        let said = format!(
            "title: Small\nversion: \"1\"\nfonts: [{fonts}]\ncomponents:\n  deck: {{kind: cards, rows: [{{id: one}}], front: {{template: faces/a.svg}}}}\n"
        );
        card("colours.ttf", text).file("game/game.yaml", said)
    };
    // The first is what texts are set in that ask for nothing else; the next one has what the third has not.
    let names = fonts_of(&pdf(&game("Special Elite, Rye, Barlow")));
    assert!(
        names.contains(&"Special-Elite-Regular".to_owned()) || names.contains(&"Special-Elite".to_owned()),
        "{names:?}"
    );
    game("Rey, Barlow").run("check ./game").refuses(&[
        "error: there is no font `Rey`\n --> ./game/game.yaml:3:9",
        "did you mean `Rye`?",
        "1 error",
    ]);
}

#[test]
fn families_are_named_as_on_the_web() {
    let named = |family: &str, text: &str| {
        let svg = format!("<text x='10' y='22' font-size='12' font-family='{family}'>{text}</text>");
        let names = fonts_of(&pdf(&cards("[{id: one}]", &svg)));
        names.into_iter().filter(|name| !name.starts_with("Barlow-Condensed")).collect::<Vec<_>>().join(" ")
    };
    let usual = named("Barlow", "Ho");
    for (family, font) in [
        ("Nope, &quot;Rye&quot;, serif", "Rye"),
        ("Nope, serif", "Crimson-Text"),
        ("monospace", "Courier-Prime"),
        ("Barlow-Bold", "Barlow-Bold"),
    ] {
        let names = named(family, "Ho");
        assert!(names.contains(font), "{family}: {names}, and usually {usual}");
    }
    cards("[{id: one}]", "<text x='10' y='22' font-family='Barow, Arail'>Ho</text>")
        .run("check ./game")
        .refuses(&["error: there is no font `Barow, Arail`", "did you mean `Barlow`?"]);
}

#[test]
fn a_template_takes_texts_as_drawing_programs_write_them() {
    let height = |svg: &str| {
        let page = Painted::page(&pdf(&cards("[{id: one}]", svg)), 2, 300.0);
        let has_ink = |at: &i32| {
            let across = page.across(CARD.1 + f64::from(*at) * 0.25);
            across.into_iter().any(|(from, to)| from > CARD.0 + 1.0 && to < CARD.0 + 62.0)
        };
        (4..300).filter(has_ink).count()
    };
    let plain = height("<text x='5' y='40' font-size='20' font-weight='bold'>HH</text>");
    assert!((40..80).contains(&plain), "{plain} lines");
    for svg in [
        "<g font-size='10'><text x='5' y='40' style='font-size:2em;font-weight:bold'>HH</text></g>",
        "<g font-size='40'><text x='5' y='40' font-weight='bold' font-size='50%'>HH</text></g>",
        "<text x='5' y='40' style='font: bold 20px Barlow'>HH</text>",
        "<g fill='none'><text x='5' y='40' font-size='20' fill='black' font-weight='bold'>HH</text></g>",
        "<text x='5' y='40' font-size='20' font-weight='bold' letter-spacing='normal'>HH</text>",
        "<text x='5' y='40' font-size='20' font-weight='bold' letter-spacing='0em'>HH</text>",
        "<text x='5' y='40' font-size='20' font-weight='bold' fill='currentColor'>HH</text>",
        "<text x='5 25' y='40' font-size='20' font-weight='bold'>HH</text>",
        "<text x='5' y='40' font-size='20' font-weight='bold' style='text-transform:uppercase'>hh</text>",
        "<text x='5' y='40' font-size='20' font-weight='bold' stroke='black' stroke-width='0.01' \
         style='text-transform:uppercase'>hh</text>",
        "<linearGradient id='g'><stop stop-color='black'/></linearGradient>\
         <text x='5' y='40' font-size='20' font-weight='bold' style='fill:url(#g)'>HH</text>",
    ] {
        let lines = height(svg);
        assert!(lines.abs_diff(plain) <= 1, "{lines} lines, not {plain}: {svg}");
    }
    assert_eq!(height("<text x='5' y='40' font-size='20' fill='none'>HH</text>"), 0);
}

#[test]
fn fonts_are_listed_and_shown_on_a_sheet() {
    let tool = card("variable.woff2", "").file("game/fonts/colours.ttf", font("colours.ttf"));
    let said = tool.run("fonts ./game --sheet").succeeds().stdout();
    for line in [
        "Barlow            bold italic, bold, italic, regular; 525 characters; Latin; in every game; SIL Open Font License\n",
        "Test Colours      regular; 9 characters; emoji; of the game\n",
        "Test Variable     every weight from 400 to 700; 5 characters; of the game\n",
        "output/game/game-fonts.pdf\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
    let pdf = std::fs::read(tool.path().join("output/game/game-fonts.pdf")).expect("a PDF");
    assert_eq!(Document::load_mem(&pdf).expect("a PDF").get_pages().len(), 2);
    assert!(fonts_of(&pdf).contains(&"Test-Variable".to_owned()), "{:?}", fonts_of(&pdf));
    let json: serde_json::Value = serde_json::from_str(&tool.run("fonts --json").succeeds().stdout()).expect("JSON");
    let families = json["families"].as_array().expect("a list");
    assert!(families.iter().all(|family| family["own"] == false && family["licence"] != ""), "{json}");
    Tool::new().run("fonts ./gone").refuses(&["gone"]);
}

#[test]
fn a_font_may_have_any_name() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let (usual, odd) = (wide("Special Elite"), wide("{{ x }} *O'B<"));
    let path = format!("{}/templates/fonts/special-elite-regular.ttf", env!("CARGO_MANIFEST_DIR"));
    let mut bytes = std::fs::read(path).expect("a font");
    for at in 0..bytes.len() - usual.len() {
        if bytes[at..].starts_with(&usual) {
            bytes[at..at + odd.len()].copy_from_slice(&odd);
        }
    }
    let tool = cards("[{id: one}]", "").file("game/fonts/odd.ttf", bytes);
    let said = tool.run("fonts ./game --sheet").succeeds().stdout();
    assert!(said.contains("{{ x }} *O'B<     regular; 368 characters; Latin; of the game; Apache License\n"), "{said}");
    let pdf = std::fs::read(tool.path().join("output/game/game-fonts.pdf")).expect("a sheet");
    assert_eq!(Document::load_mem(&pdf).expect("a PDF").get_pages().len(), 2);
}

#[test]
fn a_font_goes_by_its_family_and_by_the_name_of_a_cut() {
    let sheet = |family: &str, weight: &str| {
        let line = format!("<text x='9' y='30' font-size='9' font-family='{family}' {weight}>Oow</text>");
        let tool = cards("[{id: one}]", &line)
            .file("game/fonts/apart.ttf", font("apart.ttf"))
            .file("game/fonts/joined.ttf", font("joined.ttf"));
        tool.run("export ./game --to svg").succeeds();
        let face = std::fs::read_to_string(tool.path().join("output/game/svg/deck/one-front.svg")).expect("a face");
        face.replace(family, "")
    };
    // One says its family apart, the other only together with the cut that it begins with.
    for (family, cut) in [("Test Apart", "Test Apart Thin"), ("Test Joined", "test joined thin")] {
        let bold = sheet(family, "font-weight='bold'");
        assert_ne!(sheet(family, ""), bold, "{family}");
        assert_eq!(sheet(cut, "font-weight='bold'"), bold, "{cut}");
        assert_ne!(sheet(family, "stroke='#000' font-weight='bold'"), bold);
    }
    let medium = sheet("Barlow Condensed Medium", "");
    assert_eq!(medium, sheet("Barlow Condensed", "font-weight='500'"));
    let listed = cards("[{id: one}]", "").file("game/fonts/a.ttf", font("joined.ttf")).run("fonts ./game").succeeds();
    assert!(listed.stdout().contains("Test Joined  "), "{}", listed.stdout());
}
