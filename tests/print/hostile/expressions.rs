//! Expressions that make much out of little, or are longer than they look.

use super::{tile, within_bounds};

/// An expression where a condition stands: carried out, and nothing shown.
#[track_caller]
fn refused(expression: &str, sentence: &str) {
    let tool = tile(&format!("<rect width='9' height='9' data-if=\"{expression}\"/>"));
    within_bounds(&tool, "check ./game").refused(sentence);
    let tool = tile(&format!("<rect width='9' height='9' data-text=\"{{{{ {expression} }}}}\"/>"));
    within_bounds(&tool, "check ./game").refused(sentence);
}

const TOO_MUCH: &str =
    "error: wrong expression: it has more than 50000 letters in hand, and a value in a list counts as 8";

#[test]
fn texts_and_lists_are_repeated_within_bounds() {
    for expression in [
        "'x' * 100000000",
        "2 * 10**8 * 'x'",
        "'x' * (9 * 10**7) ~ 'x' * 10**8",
        "[0] * 10**8 == [0] * 10**8",
        "5 in [0] * 10**8",
        "([0] * 100000000)|length",
        "(([['x' * 100] * 100] * 100) * 100)|string|length",
        "[(1, 2) * 50000000]",
    ] {
        refused(expression, TOO_MUCH);
    }
}

#[test]
fn filters_work_on_no_more_than_a_card_needs() {
    for expression in [
        "range(100000)|list|map('upper')|list",
        "range(5000)|map('string')|join('y' * 1000)",
        "(['ab'] * 2000)|map('join', 'y' * 30000)|list|length",
        "('x' * 40000)|join('y' * 40000)",
    ] {
        refused(expression, TOO_MUCH);
    }
    let again = "|upper|lower".repeat(8);
    refused(&format!("('x' * 40000){again}"), "its filters and products have more than 500000 letters to do with");
}

#[test]
fn an_expression_is_as_long_as_it_is_whatever_it_quotes() {
    let long = "an expression is at most 600 letters long, and a text has at most 100";
    refused(&format!("'}}}}' ~ {}1", "1 ~ ".repeat(100_000)), long);
    refused(&format!("{{'a': {{}}}} ~ {}1", "1 ~ ".repeat(100_000)), long);
    refused(&format!("{}1{}", "(".repeat(200), ")".repeat(200)), "template exceeds maximum recursion limits");
}

#[test]
fn filters_that_are_not_here_are_told() {
    refused("'x'|indent(100000000)", "wrong expression: filter indent is unknown");
    refused("'x'|replace('', 'y' * 9)", "wrong expression: filter replace is unknown");
    refused("'x'|format", "wrong expression: filter format is unknown");
}

#[test]
fn products_are_what_they_were() {
    let shown = "{{ 2 * 3 }} {{ '-' * 3 }} {{ 2 + 1.5 * 2 ** 2 * 3 - -1 * 2 }} {{ [1, 2] * 2 }} {{ (7 // 2 * 2) % 4 }}";
    let tool = tile(&format!("<rect width='60' height='60' data-image=\"{shown}\"/>"));
    within_bounds(&tool, "check ./game").refused("cannot use `6 --- 22.0 [1, 2, 1, 2] 2`");
}

#[test]
fn a_field_that_is_a_book_is_no_value() {
    let tool = tile("<rect width='60' height='60' data-text='{{ note }}'/>");
    let long = "word ".repeat(20_000);
    let game = format!(
        "title: T\ncomponents:\n  t: {{kind: tiles, size: 60mm, rows: [{{note: '{long}'}}], front: faces/a.svg}}\n"
    );
    within_bounds(&tool.file("game/game.yaml", game), "check ./game").refused("`note` has more than 50000 letters");
}
