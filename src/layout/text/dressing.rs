//! `[words]{name}`: words in a colour or in a style of their own. Works on the stretches of a text that has been read; what
//! names nothing stays as it was written.

use super::rich::{Dress, Marks, Span, UnknownMark, WordLook};

/// Carries out every `[words]{name}` in a text.
pub fn dress(spans: &mut Vec<Span>, marks: Marks<'_>, unknown: &mut Vec<UnknownMark>) {
    let has_any = |span: &Span| matches!(span, Span::Words { text, .. } if text.contains("]{"));
    if !spans.iter().any(has_any) {
        return;
    }
    let mut done: Vec<Span> = Vec::with_capacity(spans.len());
    // For each bracket that is open the stretch before which it stands.
    let mut open: Vec<usize> = Vec::new();
    for span in spans.drain(..) {
        let Span::Words { text, look } = span else {
            done.push(span);
            continue;
        };
        let mut rest = text.as_str();
        while let Some(at) = rest.find(['[', ']']) {
            let (before, from) = rest.split_at(at);
            push(&mut done, before, &look);
            if let Some(inside) = from.strip_prefix('[') {
                open.push(done.len());
                push(&mut done, "[", &look);
                rest = inside;
                continue;
            }
            let begun = open.pop();
            let Some((name, after)) = name_after(from) else {
                push(&mut done, "]", &look);
                rest = &from[1..];
                continue;
            };
            let meant = dress_of(name, marks);
            if let (Some(begun), Some(meant)) = (begun, &meant) {
                done.remove(begun);
                done[begun..].iter_mut().for_each(|span| wear(span, meant));
            } else {
                if begun.is_some() {
                    unknown.push(UnknownMark::Look(name.to_owned()));
                }
                push(&mut done, &from[..from.len() - after.len()], &look);
            }
            rest = after;
        }
        push(&mut done, rest, &look);
    }
    *spans = joined(done);
}

/// The name in `]{name}`, and what follows.
fn name_after(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix("]{")?;
    let end = inside.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')))?;
    let is_name = end > 0 && inside[end..].starts_with('}');
    is_name.then(|| (&inside[..end], &inside[end + 1..]))
}

fn dress_of(name: &str, marks: Marks<'_>) -> Option<Dress> {
    let colour = marks.palette.get(name).map(Dress::Colour);
    colour.or_else(|| marks.styles.contains_key(name).then(|| Dress::Style(name.to_owned())))
}

/// What is further inside has been dressed before.
fn wear(span: &mut Span, dress: &Dress) {
    match span {
        Span::Words { look: WordLook { dress: own @ None, .. }, .. } | Span::Icon { dress: own @ None, .. } => {
            *own = Some(dress.clone());
        }
        _ => {}
    }
}

/// Every bracket is a stretch of its own, so that it can be taken away.
fn push(done: &mut Vec<Span>, text: &str, look: &WordLook) {
    if !text.is_empty() {
        done.push(Span::Words { text: text.to_owned(), look: look.clone() });
    }
}

/// Stretches that look alike are one.
fn joined(spans: Vec<Span>) -> Vec<Span> {
    let mut all: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match (all.last_mut(), span) {
            (Some(Span::Words { text, look }), Span::Words { text: more, look: same }) if *look == same => {
                text.push_str(&more);
            }
            (_, span) => all.push(span),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::layout::text::rich::{Block, parse};
    use crate::model::{Colour, Palette, Style};

    fn told(text: &str) -> (String, Vec<UnknownMark>) {
        let mut palette = Palette::default();
        palette.set("rust", Colour::BLACK);
        let styles = BTreeMap::from([("loud".to_owned(), Style::default())]);
        let icons = BTreeMap::from([("coin".to_owned(), String::new())]);
        let (blocks, unknown) = parse(text, Marks { icons: &icons, palette: &palette, styles: &styles, quotes: None });
        let Block::Text(block) = &blocks[0] else { panic!("{blocks:?}") };
        let span = |span: &Span| match span {
            Span::Words { text, look } => {
                let bold = if look.bold { "*" } else { "" };
                match &look.dress {
                    None => format!("{bold}{text}{bold}"),
                    Some(Dress::Colour(_)) => format!("<{bold}{text}{bold}>"),
                    Some(Dress::Style(name)) => format!("<{name}: {bold}{text}{bold}>"),
                }
            }
            Span::Icon { name, dress: None } => format!(":{name}:"),
            Span::Icon { name, dress: Some(_) } => format!("<:{name}:>"),
            Span::Break => "/".to_owned(),
        };
        (block.spans.iter().map(span).collect(), unknown)
    }

    #[test]
    fn words_take_a_colour_or_a_style() {
        for (written, read) in [
            ("Lose [two lives]{rust} now", "Lose <two lives> now"),
            ("[**Bold** and :coin: plain]{rust}", "<*Bold*>< and ><:coin:>< plain>"),
            ("[a [b]{loud} c]{rust}", "<a ><loud: b>< c>"),
            ("**[all]{loud}**", "<loud: *all*>"),
            ("[x] and [y]{rust}", "[x] and <y>"),
            ("an array[3] {rust}", "an array[3] {rust}"),
            ("no ]{rust} begins", "no ]{rust} begins"),
        ] {
            assert_eq!(told(written), (read.to_owned(), Vec::new()), "{written}");
        }
    }

    #[test]
    fn a_name_that_is_none_is_told_and_stays() {
        let (text, unknown) = told("[words]{rusty} and [more]{rust}");
        assert_eq!(text, "[words]{rusty} and <more>");
        assert_eq!(unknown, [UnknownMark::Look("rusty".to_owned())]);
    }
}
