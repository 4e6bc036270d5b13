//! Drawings that unfold, reach or paint over more than any drawing needs.

use super::{each, tile, tile_after, within_bounds};

const WHOLE: &str = "width='60' height='60'";

/// A mask, clip or pattern whose two rectangles each refer to the next of its kind.
fn doubling(element: &str, attribute: &str, more: &str) -> String {
    let one = |n: usize| {
        let next = if n < 19 { format!("{attribute}='url(#m{})'", n + 1) } else { String::new() };
        format!("<{element} id='m{n}' {more}><rect {WHOLE} {next}/><rect {WHOLE} {next}/></{element}>")
    };
    let all: String = (0..20).map(one).collect();
    format!("{all}<rect {WHOLE} {attribute}='url(#m0)'/>")
}

#[track_caller]
fn refused(drawing: &str, sentence: &str) {
    within_bounds(&tile(drawing), "print ./game --contact-sheet").refused(sentence);
}

#[test]
fn numbers_beyond_any_drawing_are_told_where_they_stand() {
    let told = |drawing: &str, said: &str| refused(drawing, &format!("error: {said} is too large"));
    told("<circle cx='30' cy='30' r='1e9'/>", "`r=\"1e9\"`");
    told("<path d='M1e38 1e38L-1e38 3e38z'/>", "`d=\"M1e38 1e38L-1e38 3e38z\"`");
    told("<g transform='scale(1e20)'><circle r='9'/></g>", "`transform=\"scale(1e20)\"`");
    refused(
        "<circle cx='30' cy='30' r='1e9'/>",
        "error: `r=\"1e9\"` is too large: no drawing is 1000000 units wide\n --> ./game/faces/a.svg:1:88\n",
    );
}

#[test]
fn what_reaches_far_beyond_the_drawing_is_refused() {
    let far = "reaches more than 1000 times its size beyond it";
    refused(
        "<circle id='sun' cx='30' cy='30' r='90000'/>",
        &format!("`faces/a.svg` cannot be drawn: `sun` in it {far}"),
    );
    refused("<g transform='scale(999)'><g transform='scale(999)'><circle r='9'/></g></g>", far);
}

#[test]
fn tiles_of_patterns_are_not_much_larger_than_the_drawing() {
    let fill = format!("<rect {WHOLE} fill='url(#p)'/>");
    let said = "a tile of its pattern `p` is more than 2 times as large as it is";
    for frame in ["width='200000' height='200000'", "width='10' height='10' patternTransform='scale(100000)'"] {
        refused(
            &format!("<pattern id='p' {frame} patternUnits='userSpaceOnUse'><circle r='9'/></pattern>{fill}"),
            said,
        );
    }
}

#[test]
fn what_refers_to_what_refers_is_counted_before_it_is_unfolded() {
    let said = "it has more than 500000 elements once what it repeats and refers to is unfolded";
    refused(&doubling("mask", "mask", ""), said);
    refused(&doubling("clipPath", "clip-path", ""), said);
    refused(&doubling("pattern", "fill", "width='10' height='10' patternUnits='userSpaceOnUse'"), said);
    let uses = |n: usize| format!("<g id='u{n}'>{}</g>", format!("<use href='#u{}'/>", n - 1).repeat(10));
    refused(&format!("<g id='u0'><path d='M0 0H9'/></g>{}", (1..9).map(uses).collect::<String>()), said);
    let corners = "L1 1L2 2".repeat(5_000);
    let arrow = "<rect width='9' height='9'/>".repeat(1_000);
    refused(&format!("<marker id='k'>{arrow}</marker><path marker-mid='url(#k)' d='M0 0{corners}'/>"), said);
    let stops = "<stop offset='0.5' stop-color='red'/>".repeat(20_000);
    let filled = format!("<rect {WHOLE} fill='url(#g)'/>").repeat(500);
    refused(&format!("<linearGradient id='g'>{stops}</linearGradient>{filled}"), said);
    let by_class = format!("<style>.c {{mask: url(#m0)}}</style>{}", doubling("mask", "mask", ""));
    refused(&by_class, said);
}

#[test]
fn what_refers_to_itself_or_too_deep_is_refused() {
    refused("<mask id='m'><rect width='9' height='9' mask='url(#m)'/></mask>", "cannot be drawn");
    refused("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>", "`b` in it refers to itself");
    let chain = |n: usize| format!("<mask id='m{n}'><rect {WHOLE} mask='url(#m{})'/></mask>", n + 1);
    let chain: String = (0..1_000).map(chain).collect();
    refused(&chain, "its elements, with those they refer to, are nested more than 400 deep");
    refused(&format!("{}{}", "<g id='/>'>".repeat(50_000), "</g>".repeat(50_000)), "nested more than 200 deep");
}

#[test]
fn a_drawing_is_not_painted_over_again_and_again() {
    let said = "its groups, masks, clips, patterns and filters paint all of it over more than 200 times";
    let many = |one: &str| one.repeat(3_000);
    refused(
        &format!(
            "<mask id='m'><rect {WHOLE} fill='white'/></mask>{}",
            many("<rect width='60' height='60' mask='url(#m)'/>")
        ),
        said,
    );
    let blur = "<filter id='f'><feGaussianBlur stdDeviation='3'/></filter>";
    refused(&format!("{blur}{}", many("<rect width='60' height='60' filter='url(#f)'/>")), said);
    let long = "<feGaussianBlur stdDeviation='2'/>".repeat(1_000);
    refused(&format!("<filter id='f'>{long}</filter><rect {WHOLE} filter='url(#f)'/>"), said);
    let faded = format!("{}<rect {WHOLE}/>{}", "<g opacity='0.9'>".repeat(150), "</g>".repeat(150));
    refused(&faded.repeat(100), said);
}

#[test]
fn rules_are_not_held_against_more_elements_than_there_is_time_for() {
    let rules = each(20_000, |n| format!(".c{n} {{fill: red}}\n"));
    let drawing = format!("<style>{rules}</style>{}", "<rect class='c1' width='9' height='9'/>".repeat(20_000));
    refused(&drawing, "there are too many rules in its `<style>` for so many elements");
}

#[test]
fn a_rule_of_very_many_values_that_are_none_ends_in_time() {
    let values = "fill: nowhere; ".repeat(100_000);
    refused(&format!("<style>.k {{ {values} }}</style><rect class='k' {WHOLE}/>"), "`fill: nowhere` is not a colour");
    within_bounds(&tile(&format!("<rect {WHOLE} style='fill: red; {values}'/>")), "print ./game").survived();
    let values = "fill: red; ".repeat(100_000);
    refused(
        &format!("<style>.k {{ {values} }}</style><rect class='k' {WHOLE}/>"),
        "there are too many rules in its `<style>`",
    );
    refused(&format!("<rect {WHOLE} style='{values}'/>"), "a `style` in it has more values than there is time for");
}

#[test]
fn entities_are_short_texts() {
    let entities = |value: &str, drawing: &str, sentence: &str| {
        let before = format!("<!DOCTYPE svg [<!ENTITY a \"{value}\">]>");
        within_bounds(&tile_after(&before, drawing), "print ./game").refused(sentence);
    };
    let unfold = "its entities unfold to more than 4 MB";
    entities(&"x".repeat(100_000), &format!("<rect id='{}'/>", "&a;".repeat(20_000)), unfold);
    entities(&"x".repeat(2_000_000), &format!("<text>{}</text>", "&a;".repeat(200)), unfold);
    entities("<rect/>", "&a;", "an entity holds elements or other entities");
    entities("&b;&b;", "&a;", "an entity holds elements or other entities");
}

#[test]
fn a_wide_blur_and_fine_dashes_end_in_time() {
    let blur = "<filter id='f' x='-1000%' y='-1000%' width='3000%' height='3000%'>\
                <feGaussianBlur stdDeviation='100000'/></filter>";
    let dash = "<path d='M0 0L60 60' stroke='red' stroke-dasharray='0.00001'/>";
    within_bounds(&tile(&format!("{blur}<rect {WHOLE} filter='url(#f)'/>{dash}")), "print ./game").survived();
}
