//! What lies on a face: text in its size and place, icons on the baseline, pictures in their boxes.

use std::collections::HashSet;

use tablewright::inside::diag::Diagnostics;
use tablewright::inside::layout::face::{GlyphRun, Layer};
use tablewright::inside::layout::{Fonts, LaidComponent, Studio};
use tablewright::inside::load::{WithTemplates, load_game};
use tablewright::inside::model::MemoryAssets;
use tablewright::inside::render::face_svg;

/// The first component of a game with one template and these rows.
fn laid(rows: &str, svg: &str) -> LaidComponent {
    let game = format!(
        "title: T\nstyles:\n  big: {{size: 12pt, shrink: 6pt}}\n  alike: {{size: 12pt, shrink: 6pt, together: true}}\n\
         components:\n  deck: {{kind: cards, rows: {rows}, front: {{template: faces/a.svg}}}}\n"
    );
    let assets = WithTemplates(
        MemoryAssets::new()
            .with("game.yaml", game)
            .with("art/a.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'><rect width='20' height='10' fill='currentColor'/></svg>")
            .with("faces/a.svg", format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>{svg}</svg>")),
    );
    let (game, mut found) = load_game(&assets, "t");
    let game = game.expect("a game");
    let fonts = Fonts::load(&assets, &mut found);
    let laid = Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ());
    assert_eq!(found.to_string(), Diagnostics::new().to_string());
    laid
}

fn slots(laid: &LaidComponent, piece: usize) -> &[Vec<Layer>] {
    match &laid.pieces[piece].front.layers[0] {
        Layer::Art { slots, .. } => slots,
        other => panic!("{other:?}"),
    }
}

fn runs(layers: &[Layer]) -> Vec<&GlyphRun> {
    let mut runs = Vec::new();
    for layer in layers {
        if let Layer::Glyphs(run) = layer {
            runs.push(run);
        }
    }
    runs
}

fn points(run: &GlyphRun) -> f32 {
    run.size * 72.0 / 25.4
}

#[test]
fn text_wraps_and_changes_style_inside_a_line() {
    let laid = laid(
        "[{id: a}]",
        "<rect data-text='one **two** *three* four five six seven eight nine ten eleven' x='5' y='5' width='30' height='60'/>",
    );
    let runs = runs(&slots(&laid, 0)[0]);
    let baselines: std::collections::BTreeSet<String> = runs.iter().map(|run| format!("{:.2}", run.origin.1)).collect();
    assert!(baselines.len() >= 2, "several lines");
    let fonts: std::collections::BTreeSet<_> = runs.iter().map(|run| &run.cut).collect();
    assert_eq!(fonts.len(), 3, "regular, bold and italic");
    assert!(runs.iter().all(|run| run.origin.0 >= 5.0 && run.origin.0 + run.advance <= 35.5));
    let letters: String = runs.iter().flat_map(|run| run.text.chars()).filter(|c| !c.is_whitespace()).collect();
    assert_eq!(letters, "onetwothreefourfivesixseveneightnineteneleven");
}

#[test]
fn long_text_shrinks_alone_or_together() {
    let rows = format!("[{{id: a, t: Short.}}, {{id: b, t: '{}'}}]", "many words ".repeat(24));
    let boxed = |style: &str| {
        format!("<rect data-text='{{{{ t }}}}' data-style='{style}' x='5' y='5' width='40' height='30'/>")
    };
    let alone = laid(&rows, &boxed("big"));
    let sizes = |laid: &LaidComponent| [0, 1].map(|piece| points(runs(&slots(laid, piece)[0])[0]));
    let [short, long] = sizes(&alone);
    assert!((short - 12.0).abs() < 0.01 && long < 11.0, "{short} {long}");
    let [short, long] = sizes(&laid(&rows, &boxed("alike")));
    assert!((short - long).abs() < 0.001 && long < 11.0, "{short} {long}");
}

#[test]
fn icons_stand_on_the_baseline_in_the_colour_of_the_text() {
    let laid = laid(
        "[{id: a}]",
        "<rect data-text='Roll :die-6: now' data-colour='accent' x='5' y='5' width='50' height='10'/>",
    );
    let layers = &slots(&laid, 0)[0];
    let baseline = runs(layers)[0].origin.1;
    let icon = layers.iter().flat_map(Layer::seen).find_map(|layer| match layer {
        Layer::Art { art, transform, .. } => Some((art, transform)),
        _ => None,
    });
    let (art, transform) = icon.expect("an icon");
    let bottom = transform.0[5] + art.tree.size().height() * transform.0[3];
    let size = runs(layers)[0].size;
    assert!(bottom > baseline && bottom < baseline + size * 0.3, "{bottom} {baseline}");
    assert!(art.svg.contains("#8C2F39"), "the colour of the text: {}", art.svg);
}

#[test]
fn pictures_fit_inside_or_cover_their_box() {
    let picture = |fit: &str| {
        let laid = laid(
            "[{id: a}]",
            &format!(
                "<rect data-image='art/a.svg' data-fit='{fit}' data-tint='accent' x='10' y='10' width='20' height='20'/>"
            ),
        );
        match &slots(&laid, 0)[0][0] {
            Layer::Art { transform, clip, .. } => (transform.0, *clip),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(picture("contain"), ([1.0, 0.0, 0.0, 1.0, 10.0, 15.0], None));
    assert_eq!(picture("cover"), ([2.0, 0.0, 0.0, 2.0, 0.0, 10.0], Some([10.0, 10.0, 20.0, 20.0])));
}

#[test]
fn parts_are_shown_only_when_a_field_says_so() {
    let laid = laid(
        "[{id: a, wild: true}, {id: b, wild: false}, {id: c}]",
        "<g data-if='wild'><text x='5' y='9'>Wild</text></g><text x='5' y='20'>{{ id }}</text>",
    );
    let texts = [0, 1, 2]
        .map(|piece| slots(&laid, piece).iter().map(|layers| runs(layers)[0].text.clone()).collect::<Vec<_>>());
    assert_eq!(texts, [vec!["Wild", "a"], vec!["b"], vec!["c"]]);
}

#[test]
fn a_face_that_never_varies_is_laid_out_once() {
    let laid = laid("[{id: a}, {id: b}]", "<text x='5' y='9'>Same</text>");
    let [one, other] = [0, 1].map(|piece: usize| std::ptr::from_ref(&*laid.pieces[piece].front));
    assert_eq!(one, other);
}

#[test]
fn pictures_share_no_ids_in_an_exported_face() {
    let gradient = |rule: &str| {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'>{rule}<linearGradient id='fade'>\
             <stop stop-color='currentColor'/><stop offset='1' stop-color='#fff'/></linearGradient>\
             <rect class='sky' width='20' height='10' fill='url(#fade)'/></svg>"
        )
    };
    let box_of = |href: &str, tint: &str| {
        format!("<rect x='5' y='5' width='20' height='10' data-image='{href}' data-tint='{tint}'/>")
    };
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 63.5 88.9'>{}{}{}{}</svg>",
        box_of("art/a b.svg", "#ff0000"),
        box_of("art/a b.svg", "#0000ff"),
        box_of("art/a-b.svg", "#ff0000"),
        box_of("art/styled.svg", "#ff0000"),
    );
    let assets = WithTemplates(
        MemoryAssets::new()
            .with("game.yaml", "title: T\ncomponents:\n  deck: {kind: cards, qty: 1, front: {template: faces/a.svg}}\n")
            .with("art/a b.svg", gradient(""))
            .with("art/a-b.svg", gradient(""))
            .with("art/styled.svg", gradient("<style>.sky {fill: url(#fade)}</style>"))
            .with("faces/a.svg", svg),
    );
    let (game, mut found) = load_game(&assets, "t");
    let game = game.expect("a game");
    let fonts = Fonts::load(&assets, &mut found);
    let laid = Studio::new(&game, &assets, &fonts).lay_out(0, &mut found, &|| ());
    assert_eq!(found.to_string(), "");
    let exported = face_svg(&laid.pieces[0].front, &fonts).expect("a drawing");
    assert!(!exported.contains("<style"), "{exported}");
    let drawing = resvg::usvg::roxmltree::Document::parse(&exported).expect("an SVG");
    let ids: Vec<&str> = drawing.descendants().filter_map(|node| node.attribute("id")).collect();
    let apart: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!((ids.len(), apart.len()), (4, 4), "{ids:?}");
    for id in ids {
        assert_eq!(exported.matches(&format!("url(#{id})")).count(), 1, "{id} in {exported}");
    }
}
