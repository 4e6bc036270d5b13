//! SVG as drawing programs write it: letters with all that SVG does with them, rules of a `<style>`, and what is of no use
//! in print.

use crate::support::Tool;
use crate::support::painted::Painted;

const CARD: (f64, f64) = ((210.0 - 63.5) / 2.0, (297.0 - 88.9) / 2.0);

/// One card with a picture of 60 units across and 40 down, a unit a millimetre.
fn picture(attributes: &str, inside: &str) -> Tool {
    game("<rect data-image='art/p.svg' x='1' y='1' width='60' height='40'/>")
        .file("game/art/p.svg", format!("<svg xmlns='http://www.w3.org/2000/svg' {attributes}>\n{inside}\n</svg>"))
}

/// One card with this in its template.
fn game(template: &str) -> Tool {
    Tool::with_game("  deck: {kind: cards, rows: [{id: one, word: HOLLOW}], front: {template: faces/a.svg}}\n").file(
        "game/faces/a.svg",
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>{template}</svg>"),
    )
}

const FRAME: &str = "viewBox='0 0 60 40'";

/// How much of a line of the card is dark, in millimetres.
fn ink(tool: &Tool, y: f64) -> f64 {
    tool.run("print ./game").succeeds();
    let pdf = std::fs::read(tool.path().join("output/game/game-a4.pdf")).expect("a PDF");
    let all = Painted::page(&pdf, 2, 300.0).across(CARD.1 + y);
    let inside = all.into_iter().filter(|(from, to)| *from > CARD.0 && *to < CARD.0 + 63.5);
    inside.map(|(from, to)| to - from).sum()
}

#[track_caller]
fn has_ink(tool: &Tool, y: f64, least: f64, most: f64) {
    let ink = ink(tool, y);
    assert!((least..most).contains(&ink), "{ink} mm at {y}");
}

/// What the one side of the card looks like as SVG.
fn exported(tool: &Tool) -> String {
    tool.run("export ./game --to svg").succeeds();
    std::fs::read_to_string(tool.path().join("output/game/svg/deck/one-front.svg")).expect("a face")
}

#[test]
fn letters_in_a_picture_are_printed() {
    for text in [
        "<text x='5' y='20' font-size='20'>HHHHH</text>",
        "<style>.big { font-size: 20px; font-family: 'Barlow' }</style><text class='big' x='5' y='20'>HHHHH</text>",
        "<text y='20' font-size='20'><tspan x='5 18 31 44'>HHHH</tspan></text>",
        "<path id='way' d='M5 20H60' fill='none'/><text font-size='20'><textPath href='#way'>HHHHH</textPath></text>",
        "<defs><text id='word' font-size='20'>HHHHH</text></defs><use href='#word' x='5' y='20'/>",
        "<switch><foreignObject width='9' height='9'/><g><text x='5' y='20' font-size='20'>HHHHH</text></g></switch>",
    ] {
        // Two stems of each letter, of about two millimetres each.
        has_ink(&picture(FRAME, text), 10.0, 10.0, 35.0);
    }
    has_ink(
        &picture(FRAME, "<text x='5' y='20' font-size='20' fill='none' stroke='black'>HHHHH</text>"),
        10.0,
        10.0,
        50.0,
    );
}

#[test]
fn what_fonts_have_not_is_told_where_it_stands() {
    picture(FRAME, "<text x='5' y='20' font-family='Barow'>H</text>").run("check ./game").fails(
        0,
        "warning: there is no font `Barow`: a text of this drawing is set in `Barlow`\n --> ./game/art/p.svg:2:33\n  |\n2 \
         | <text x='5' y='20' font-family='Barow'>H</text>\n  |                                 ^^^^^\n  |\n  = help: did you \
         mean `Barlow`?\n  = help: put its file into the folder `fonts` of the game, or name another one behind a comma: \
         `sans-serif` is always there\n\n1 warning",
    );
    picture(FRAME, "<text x='5' y='20'>H\u{4e09}</text>")
        .run("check ./game")
        .refuses(&["Barlow Regular has no glyph for `\u{4e09}` (U+4E09)", "game/art/p.svg:2:21"]);
}

#[test]
fn a_template_does_with_letters_what_svg_does() {
    for text in [
        "<text x='5' y='20' dx='1' font-size='20'>{{ word }}</text>",
        "<text x='5' y='20' font-size='20' stroke='black'>{{ word }}</text>",
        "<g stroke='black'><text x='5' y='20' font-size='20'>{{ word }}</text></g>",
        "<text x='5' y='20' font-size='20'>HOL<tspan font-weight='bold'>LOW</tspan></text>",
        "<linearGradient id='g'><stop/></linearGradient><text x='5' y='20' font-size='20' fill='url( \"#g\" )'>{{ word }}</text>",
        "<g id='a'><text x='5' y='20' font-size='20'>{{ word }}</text></g><use href='#a' y='30'/>",
    ] {
        has_ink(&game(text), 14.0, 8.0, 50.0);
    }
    game("<text x='5' y='9' dx='1' data-style='title'>x</text>")
        .run("check ./game")
        .refuses(&["`dx` has no effect on a line of text"]);
}

#[test]
fn a_line_takes_what_rules_say_of_it() {
    let styled = exported(&game(
        "<style>.t{font-size:9px;font-weight:bold} #w{fill:#aa0000} text.t{font-family:Rye}</style>\
         <g class='t'><text id='w' class='t' x='5' y='20'>{{ word }}</text></g>",
    ));
    let plain = exported(&game(
        "<text x='5' y='20' font-size='9' font-weight='bold' fill='#aa0000' font-family='Rye'>{{ word }}</text>",
    ));
    let letters = |svg: &str| {
        let (_, line) = svg.split_once("<path fill=").expect("letters");
        line.lines().next().unwrap_or_default().to_owned()
    };
    assert!(letters(&styled).contains("aria-label=\"HOLLOW\""), "{styled}");
    assert!(letters(&styled) == letters(&plain), "{styled}\n{plain}");
    let apart = |said: &str| letters(&exported(&game(&format!("<text x='5' y='20' {said}>{{{{ word }}}}</text>"))));
    assert_eq!(apart("letter-spacing='1' font-size='9'"), apart("font-size='9' letter-spacing='1'"));
    let own = "<style>.t{fill:#aa0000}</style><text class='t' style='fill:#00aa00' x='5' y='20'>{{ word }}</text>";
    assert!(exported(&game(own)).to_lowercase().contains("#00aa00"));
}

#[test]
fn letters_beyond_all_measure_are_refused() {
    for (said, why) in [
        ("font-size='1501'", "`1501` is not a font size"),
        ("font-size='1e38%'", "`1e38%` is not a font size"),
        ("letter-spacing='infem'", "`infem` is not a distance of letters"),
        ("letter-spacing='NaNem'", "`NaNem` is not a distance of letters"),
        ("letter-spacing='1e30'", "`1e30` is not a distance of letters"),
    ] {
        game(&format!("<text x='5' y='20' {said}>{{{{ word }}}}</text>")).run("check ./game").refuses(&[why]);
    }
}

#[test]
fn notes_of_drawing_programs_are_passed_over_and_slips_are_not() {
    let noted = "<rect data-icon='x' data-image-id='3' data-name='sky' width='30' height='20' y='5'/>";
    has_ink(&picture(FRAME, noted), 10.0, 29.9, 30.1);
    has_ink(&game("<rect data-icon='x' data-licence='y' width='30' height='20' x='5' y='5'/>"), 10.0, 29.9, 30.1);
    game("<rect data-txet='x' width='9' height='9'/>")
        .run("check ./game")
        .refuses(&["unknown attribute `data-txet`", "did you mean `data-text`?"]);
}

#[test]
fn a_picture_of_other_proportions_than_its_view_box_is_fitted_as_svg_says() {
    let square = "<rect width='10' height='10'/>";
    has_ink(&picture("width='60' height='40' viewBox='0 0 10 10'", square), 20.0, 39.9, 40.1);
    has_ink(
        &picture("width='60' height='40' viewBox='0 0 10 10' preserveAspectRatio='none'", square),
        20.0,
        59.9,
        60.1,
    );
}

#[test]
fn links_in_quotes_and_links_written_twice_are_followed() {
    let paint = "<linearGradient id='g'><stop stop-color='black'/></linearGradient>";
    let quoted = format!("{paint}<rect width='30' height='20' fill='url( \"#g\" )'/>");
    has_ink(&picture(FRAME, &quoted), 10.0, 29.9, 30.1);
    let twice = "<defs><rect id='r' width='30' height='20'/></defs>\
                 <use xmlns:x='http://www.w3.org/1999/xlink' x:href='#r' href='#r'/>";
    has_ink(&picture(FRAME, twice), 10.0, 29.9, 30.1);
}

#[test]
fn filters_are_painted_and_those_that_cost_minutes_are_refused() {
    let filtered = |filter: &str| {
        picture(FRAME, &format!("<filter id='f'>{filter}</filter><rect width='30' height='20' filter='url(#f)'/>"))
    };
    has_ink(&filtered("<feMorphology operator='erode' radius='0.1'/>"), 10.0, 29.0, 30.1);
    has_ink(&filtered("<feTurbulence baseFrequency='0.5' numOctaves='2'/>"), 10.0, 1.0, 40.0);
    for costly in
        ["<feMorphology operator='dilate' radius='9'/>", "<feTurbulence baseFrequency='0.5' numOctaves='2000000'/>"]
    {
        filtered(costly).run("check ./game").refuses(&["paint all of it over more than 200 times"]);
    }
}

#[test]
fn a_marker_that_a_rule_gives_one_path_is_no_circle() {
    let marked = "<style>#p{marker:url(#m)}</style><marker id='m'><path d='M0 0h3v3h-3z'/></marker>\
                  <path id='p' d='M5 10H50' stroke='black'/>";
    has_ink(&picture(FRAME, marked), 11.0, 40.0, 60.0);
}

#[test]
fn a_picture_in_a_pattern_and_a_mask_print_with_little_ink() {
    let figma = format!(
        "<pattern id='p' width='1' height='1'><image width='30' height='20' href='{PIXEL}'/></pattern>\
         <mask id='m'><circle cx='9' cy='9' r='9' fill='white'/></mask>\
         <g mask='url(#m)'><rect width='30' height='20' fill='url(#p)'/></g>"
    );
    for ink in ["low", "mono"] {
        picture(FRAME, &figma).run(&format!("print ./game --ink {ink}")).succeeds();
    }
    let repeated = format!("<defs><image id='i' width='9' height='9' href='{PIXEL}'/></defs><use href='#i'/>");
    let told = picture(FRAME, &repeated).run("print ./game --ink low").succeeds().stderr();
    assert!(
        told.contains("warning: pictures that `art/p.svg` repeats, masks or has from other drawings are left out"),
        "{told}"
    );
}

/// A PNG of one black pixel.
const PIXEL: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

#[test]
fn pictures_that_a_drawing_repeats_masks_or_fills_with_stay_in_it() {
    let image = format!("<image id='i' width='30' height='20' preserveAspectRatio='none' href='{PIXEL}'/>");
    for held in [
        format!("<defs>{image}</defs><use href='#i'/>"),
        format!("{image}<use href='#i' y='-2'/>"),
        format!("<pattern id='f' width='1' height='1'>{image}</pattern><rect width='30' height='20' fill='url(#f)'/>"),
        // As Figma writes it.
        format!(
            "<pattern id='f' width='1' height='1' patternContentUnits='objectBoundingBox'>\
             <use href='#p' transform='scale(0.1 0.1)'/></pattern><rect width='30' height='20' fill='url(#f)'/>\
             <defs><image id='p' width='10' height='10' preserveAspectRatio='none' href='{PIXEL}'/></defs>"
        ),
        format!("<filter id='f'><feOffset/></filter><g filter='url(#f)'>{image}</g>"),
        "<filter id='f' x='0' y='0' width='1' height='1'><feImage preserveAspectRatio='none' href='half.svg'/></filter>\
         <rect width='30' height='20' fill='none' filter='url(#f)'/>"
            .to_owned(),
        "<image width='30' height='20' preserveAspectRatio='none' href='half.svg'/>".to_owned(),
        "<image preserveAspectRatio='none' href='data:image/svg+xml,%3Csvg xmlns=\"http://www.w3.org/2000/svg\" \
         width=\"30\" height=\"20\"%3E%3Crect width=\"30\" height=\"20\"/%3E%3C/svg%3E'/>"
            .to_owned(),
    ] {
        let half = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 20'><rect width='30' height='20'/></svg>";
        has_ink(&picture(FRAME, &held).file("game/art/half.svg", half), 10.0, 29.8, 30.2);
    }
    let circle = "<image width='9' height='9' href='p.svg'/>";
    picture(FRAME, circle)
        .run("check ./game")
        .refuses(&["a drawing inside a drawing that is inside another is not printed"]);
}

#[test]
fn files_of_other_encodings_are_drawn() {
    let drawing = |head: &str| {
        format!(
            "{head}<svg xmlns='http://www.w3.org/2000/svg' {FRAME}><rect x='5' y='5' width='50' height='30'/></svg>"
        )
    };
    let wide: Vec<u8> = format!("\u{feff}{}", drawing("")).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin = [drawing("<?xml version='1.0' encoding='ISO-8859-1'?>").as_bytes(), b"<!-- f\xFCr Ann -->"].concat();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, drawing("").as_bytes()).expect("memory");
    for file in [wide, latin, packer.finish().expect("memory")] {
        has_ink(&picture(FRAME, "").file("game/art/p.svg", file), 20.0, 49.0, 51.0);
    }
}

#[test]
fn what_programs_leave_behind_is_passed_over_or_gets_a_hint() {
    let left = "<flowRoot><flowRegion><rect width='9' height='9'/></flowRegion><flowPara> </flowPara></flowRoot>\
                <g style='display:none'><image href='file:///C:/sketch.png' width='9' height='9'/></g>\
                <rect x='5' y='5' width='50' height='30'/>";
    has_ink(&picture(FRAME, left), 20.0, 49.0, 51.0);
    picture(FRAME, "<flowRoot><flowRegion/><flowPara>Wolf</flowPara></flowRoot>").run("check ./game").refuses(&[
        "no browser draws `<flowRoot>`, a text that Inkscape lets flow",
        "in Inkscape: Text > Convert to Text",
        "1 error",
    ]);
    picture(FRAME, "<foreignObject width='9' height='9'/>").run("check ./game").refuses(&[
        "`<foreignObject>` cannot be printed",
        "Figma writes it for a background blur: take that effect away; for other programs, draw texts as texts",
    ]);
    picture(FRAME, "<image href='file:///C:/me/p.svg' width='9' height='9'/>")
        .run("check ./game")
        .refuses(&["cannot use `file:///C:/me/p.svg`", "did you mean `art/p.svg`?"]);
    picture(FRAME, "<image href='..\\faces\\a.svgz' width='9' height='9'/>")
        .run("check ./game")
        .refuses(&["cannot use `faces/a.svgz`: there is no such file", "did you mean `faces/a.svg`?"]);
}

#[test]
fn what_stands_in_another_file_is_told() {
    for (inside, told) in [
        ("<use href='leaf.svg#leaf' width='9' height='9'/>", "`<use>` of `leaf.svg#leaf` draws nothing"),
        ("<g filter='url(leaf.svg#soft)'/>", "`filter: url(leaf.svg#soft)` has no effect here"),
        ("<g style='clip-path: url(\"leaf.svg#round\")'/>", "`clip-path: url(\"leaf.svg#round\")` has no effect here"),
    ] {
        let tool = picture(FRAME, &format!("{inside}<path d='M0 0H60V40H0Z'/>"));
        let said = tool.run("check ./game").succeeds().stderr();
        assert!(said.contains(&format!("warning: {told}")), "{said}");
        assert!(said.contains("nothing is read from another file: copy what has this name into the picture"), "{said}");
    }
}

#[test]
fn a_file_is_found_however_its_accents_are_written() {
    let square = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 60 40'><path d='M5 5H55V35H5Z'/></svg>";
    for (named, kept) in [("lo\u{308}we", "l\u{f6}we"), ("l\u{f6}we", "lo\u{308}we")] {
        let tool = game(&format!("<rect data-image='art/{named}.svg' x='1' y='1' width='60' height='40'/>"));
        has_ink(&tool.file(&format!("game/art/{kept}.svg"), square), 20.0, 49.0, 51.0);
    }
}

#[test]
fn a_group_that_is_faded_or_blended_is_where_it_is_moved_to() {
    let square = "<path d='M0 0H10V10H0Z' fill='#000'/>";
    let ways = ["opacity='0.99'", "style='isolation: isolate'", "style='mix-blend-mode: multiply'"];
    let places = [
        ("transform='translate(40 20)'", 25.0, 10.0),
        ("transform='translate(55 35) rotate(180)'", 30.0, 10.0),
        ("transform='matrix(2 0 0 1 20 20)'", 25.0, 20.0),
    ];
    for way in ways {
        for (place, y, wide) in places {
            let tool = picture(FRAME, &format!("<g {way} {place}>{square}</g>"));
            has_ink(&tool, y + 1.0, wide * 0.98, wide + 0.2);
            let around = picture(FRAME, &format!("<g {place}><g {way} transform='scale(1 1)'>{square}</g></g>"));
            has_ink(&around, y + 1.0, wide * 0.98, wide + 0.2);
        }
    }
}

#[test]
fn level_lines_in_a_colour_that_fades_are_printed() {
    let fading = "<linearGradient id='g' gradientUnits='userSpaceOnUse' x1='5' x2='55'><stop/>\
                  <stop offset='1' stop-opacity='0.9'/></linearGradient>";
    for line in ["<path d='M5 20H55'", "<line x1='5' y1='20' x2='55' y2='20'", "<polyline points='5,20 30,20 55,20'"] {
        let tool = picture(FRAME, &format!("{fading}{line} fill='none' stroke='url(#g)' stroke-width='6'/>"));
        has_ink(&tool, 21.0, 46.0, 50.0);
    }
}

#[test]
fn styles_mean_what_browsers_take_from_them() {
    let square = "<rect class='k' width='20' height='10'/>";
    // A colour is as dark as it is.
    for (style, dark) in [
        ("fill: #000; fill: color(display-p3 0 0 0); transform: translate(20px, 10px)", 20.0),
        ("fill: RebeccaPurple; transform: translate(20px, 10px)", 12.0),
    ] {
        let rule = picture(FRAME, &format!("<style>.k {{ {style} }}</style>{square}"));
        has_ink(&rule, 15.0, dark - 0.5, dark + 0.5);
        let own = picture(FRAME, &square.replace("class='k'", &format!("style='{style}'")));
        has_ink(&own, 15.0, dark - 0.5, dark + 0.5);
    }
    let rule = |rule: &str| picture(FRAME, &format!("<style>.k {{ {rule} }}</style>{square}")).run("check ./game");
    rule("fill: oklch(.7 .2)").refuses(&["`fill: oklch(.7 .2)` is not a colour"]);
    for nothing in ["width: 5px", "clip-path: circle(9px)", "vector-effect: non-scaling-stroke"] {
        let told = rule(nothing).succeeds().stderr();
        assert!(told.contains(&format!("warning: `{nothing}` has no effect here")), "{told}");
    }
}

#[test]
fn a_gradient_keeps_its_inner_circle_beside_letters() {
    let gradient = "<radialGradient id='g' fr='.4'><stop stop-color='red'/><stop offset='1'/></radialGradient>\
        <rect fill='url(#g)' width='60' height='40'/>";
    for (letters, inner) in [("", " fr=\".4\""), ("<text y='20' font-size='9'>H</text>", " fr=\"0.4\"")] {
        let face = exported(&picture(FRAME, &format!("{gradient}{letters}")));
        assert!(face.contains(inner), "{face}");
    }
}

#[test]
fn colours_are_read_in_all_ways_the_web_writes_figures() {
    let square = |said: &str| exported(&game(&format!("<rect width='9' height='9' {said}/>")));
    let red = square("fill='#FF000080'");
    for written in [
        "rgb(255 0 0 / 50%)",
        "rgba(255, 0, 0, 50%)",
        "RGB(100% 0% 0%/.5) ",
        "hsl(0deg 100 50 / 50%)",
        "hwb(0 0% 0% / 50%)",
        "color(srgb 1 none 0 / 0.5)",
    ] {
        assert_eq!(square(&format!("fill='{written}'")), red, "{written}");
        assert_eq!(square(&format!("fill='{{{{ \"{written}\" }}}}'")), red, "{written}");
        let styled = square(&format!("style='fill:{written}'"));
        assert!(styled.contains("fill:#FF000080"), "{written}: {styled}");
    }
}

#[test]
fn letters_are_as_faint_as_their_colour() {
    let line = |said: &str| exported(&game(&format!("<text x='5' y='20' font-size='20' {said}>H</text>")));
    let faint = line("fill='rgb(255 0 0 / 50%)'");
    assert_eq!(faint, line("fill='#ff000080'"));
    assert_ne!(faint, line("fill='#ff0000'"));
    assert_ne!(line("fill-opacity='50%'"), line(""));
    for half in ["fill-opacity='50%'", "style='fill-opacity: 0.5'", "fill='rgb(0 0 0 / .5)'"] {
        let face = line(half);
        assert!(face.contains("<g opacity=\"0.5"), "{half}: {face}");
    }
}

#[test]
fn a_colour_of_the_palette_covers_what_lies_below() {
    let palette = |colour: &str| {
        let game =
            "components:\n  deck: {kind: cards, rows: [{id: one}], front: {template: card-back, colour: rose}}\n";
        let game = format!("title: T\nversion: \"1\"\npalette: {{rose: \"{colour}\"}}\n{game}");
        Tool::new().file("game/game.yaml", game).run("check ./game")
    };
    palette("rgb(255 0 0)").succeeds();
    palette("rgb(255 0 0 / 50%)").fails(
        1,
        r##"
error: one sees through `rgb(255 0 0 / 50%)`, and colours in YAML cover what lies below them
 --> ./game/game.yaml:3:17
  |
3 | palette: {rose: "rgb(255 0 0 / 50%)"}
  |                 ^^^^^^^^^^^^^^^^^^^^
  |
  = help: `"#FF7F7F"` is what it looks like on white paper; in drawings `opacity` makes things faint

1 error"##,
    );
}

#[test]
fn blanks_that_a_style_keeps_are_kept() {
    let wide = |said: &str, words: &str| {
        let text = format!("<text x='5' y='20' font-size='14' stroke='#000' {said}>{words}</text>");
        exported(&picture(FRAME, &text))
    };
    let kept = wide("xml:space='preserve'", "H     H");
    assert_eq!(wide("style='white-space: pre'", "H     H").matches('M').count(), kept.matches('M').count());
    for (said, words) in [("style='white-space: pre'", "H     H"), ("white-space='break-spaces'", "H     H")] {
        let line = |said: &str| exported(&game(&format!("<text x='5' y='20' font-size='9' {said}>{words}</text>")));
        assert_eq!(line(said), line("xml:space='preserve' stroke='none' dx='0'"), "{said}");
    }
    // As drawing programs say it, also of what is around.
    let line =
        |around: &str| exported(&game(&format!("<g {around}><text x='5' y='20' font-size='9'>H     H</text></g>")));
    assert_eq!(line("xml:space='preserve'"), line("style='white-space: pre'"));
    assert_ne!(line("xml:space='preserve'"), line(""));
}

#[test]
fn of_several_languages_one_is_drawn() {
    let text = |words: &str, of: &str| format!("<text x='5' y='20' font-size='9' {of}>{words}</text>");
    let switch = |texts: &[String]| {
        let drawn = exported(&game(&format!("<switch>{}</switch>", texts.concat())));
        drawn.replace("<switch>", "").replace("</switch>", "")
    };
    let plain = exported(&game(&text("English", "")));
    for texts in [
        [text("Deutsch", "systemLanguage='de'"), text("English", "")],
        [text("English", "systemLanguage='fr, en-GB'"), text("Deutsch", "")],
        [text("Deutsch", "requiredExtensions='http://only.one/program'"), text("English", "")],
    ] {
        assert_eq!(switch(&texts), plain);
    }
}

#[test]
fn letters_that_are_not_seen_are_not_printed() {
    let letters = |fill: &str| exported(&game(&format!("<text x='5' y='20' font-size='9' fill='{fill}'>H</text>")));
    assert_eq!(letters("transparent").matches("<path").count(), letters("none").matches("<path").count());
    assert_ne!(letters("transparent"), letters("black"));
}

#[test]
fn marks_in_letters_that_are_drawn_are_told() {
    let said = |text: &str| {
        let tool = Tool::with_game(
            "  deck: {kind: cards, rows: [{id: one, name: \"**Wolf** :star:\"}], front: faces/a.svg}\n",
        )
        .file(
            "game/faces/a.svg",
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>{text}</svg>"),
        );
        tool.run("check ./game").stderr()
    };
    let told = "warning: `**Wolf**` is printed with its signs: this text is drawn, and not set\n";
    assert!(said("<text x='5' y='20' font-size='5' stroke='#000'>{{ name }}</text>").contains(told));
    assert!(!said("<text x='5' y='20' font-size='5'>{{ name }}</text>").contains(told));
}

#[test]
fn a_frame_that_is_lost_with_its_box_is_told() {
    let image = |more: &str| format!("\n<rect data-image='' x='5' y='5' width='20' height='20' {more}/>\n");
    game(&image("rx='2'")).run("check ./game").fails(
        0,
        r"
warning: `rx` of a box for a picture is not drawn
 --> ./game/faces/a.svg:2:60
  |
2 | <rect data-image='' x='5' y='5' width='20' height='20' rx='2'/>
  |                                                            ^
  |
  = help: put it into a `<g>` with a `clip-path` that has the corners

1 warning",
    );
    let said = game(&image("stroke='#000'")).run("check ./game").stderr();
    assert!(said.contains("warning: `stroke` of a box for a picture is not drawn\n"), "{said}");
    game(&image("rx='0' stroke='none' fill='#ccc'")).run("check ./game").says("./game: nothing is wrong\n");
}

#[test]
fn a_width_for_lines_that_do_not_break_is_told() {
    game("\n<text x='5' y='20' style='font-size:5px;inline-size:20px'>Some words</text>\n").run("check ./game").fails(
        0,
        r"
warning: `inline-size: 20px` has no effect here: this text stays on one line
 --> ./game/faces/a.svg:2:41
  |
2 | <text x='5' y='20' style='font-size:5px;inline-size:20px'>Some words</text>
  |                                         ^^^^^^^^^^^
  |
  = help: write a `<tspan>` with `x` and `y` for each line, or use a box with `data-text` in a template

1 warning",
    );
    let placed =
        "<text style='inline-size:20px'><tspan x='5' y='20'>Some</tspan><tspan x='5' y='30'>words</tspan></text>";
    game(placed).run("check ./game").says("./game: nothing is wrong\n");
    game("\n<text x='5' y='20' style='white-space:pre'>Some\nwords</text>").run("check ./game").fails(
        0,
        r"
warning: `white-space: pre` breaks no lines here: a line break is a blank
 --> ./game/faces/a.svg:2:27
  |
2 | <text x='5' y='20' style='white-space:pre'>Some
  |                           ^^^^^^^^^^^
  |
  = help: write a `<tspan>` with `x` and `y` for each line, or use a box with `data-text` in a template

1 warning",
    );
}
