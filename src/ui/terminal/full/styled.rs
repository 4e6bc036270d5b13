//! Texts with colours of our own as the terminal library wants them. Nothing else in a text steers anything.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};

use crate::diag::visible;
use crate::ui::terminal::marks::{BOLD, Hue, LEGAL, NEW, USUAL};
use crate::ui::terminal::shown::at_own_code;

/// Lines, with their colours if there are any on this terminal.
pub fn styled(text: &str, colour: bool) -> Text<'static> {
    Text::from(text.lines().map(|line| styled_line(line, colour)).collect::<Vec<_>>())
}

fn styled_line(line: &str, colour: bool) -> Line<'static> {
    let mut spans = Vec::new();
    let mut style = Style::default();
    let mut rest = line;
    while let Some((before, code, after)) = at_own_code(rest) {
        push(&mut spans, before, style);
        style = switched(style, code, colour);
        rest = after;
    }
    push(&mut spans, rest, style);
    Line::from(spans)
}

fn push(spans: &mut Vec<Span<'static>>, text: &str, style: Style) {
    if !text.is_empty() {
        spans.push(Span::styled(visible(text).into_owned(), style));
    }
}

fn switched(style: Style, code: &str, with_colour: bool) -> Style {
    match code {
        USUAL => Style::default(),
        BOLD => style.add_modifier(Modifier::BOLD),
        NEW => style.add_modifier(Modifier::REVERSED),
        LEGAL => style.add_modifier(Modifier::UNDERLINED),
        _ if !with_colour => style,
        _ => Hue::ALL.into_iter().find(|hue| hue.escape() == code).map_or(style, |hue| style.fg(colour(hue))),
    }
}

const fn colour(hue: Hue) -> Color {
    match hue {
        Hue::Red => Color::Red,
        Hue::Green => Color::Green,
        Hue::Yellow => Color::Yellow,
        Hue::Blue => Color::Blue,
        Hue::Magenta => Color::Magenta,
        Hue::Cyan => Color::Cyan,
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::{Color, Modifier};

    use super::styled_line;

    #[test]
    fn only_codes_of_our_own_have_an_effect() {
        let line = styled_line("a\u{1b}[31m3z\u{1b}[0m \u{1b}[7mR\u{1b}[0m\u{1b}[2J\u{7}", true);
        let told: Vec<(&str, Option<Color>, bool)> = line
            .spans
            .iter()
            .map(|span| (&*span.content, span.style.fg, span.style.add_modifier.contains(Modifier::REVERSED)))
            .collect();
        let expected = [("a", None, false), ("3z", Some(Color::Red), false), (" ", None, false), ("R", None, true)];
        assert_eq!(told[..4], expected);
        assert_eq!(told[4].0, "␛[2J␇");
    }
}
