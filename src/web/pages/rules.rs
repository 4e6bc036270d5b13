//! The rules of the table's own copy of the game, to be read and searched.

use maud::{Markup, html};

use std::collections::BTreeMap;

use crate::app::table::{Paragraph, Picture, Section, Word, Words};
use crate::layout::sign_told;
use crate::model::slug;

use super::art;

/// What is drawn in the rules.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    /// The figures in their order; nothing for one that cannot be drawn.
    pub figures: Vec<Option<Picture>>,
    /// The signs among words, by name.
    pub signs: BTreeMap<String, Picture>,
}

/// All sections, or those in which something stands; with ways back to the seats of whoever reads.
pub fn rules(sections: &[Section], drawn: &Figures, find: &str, own: &[(usize, String)]) -> Markup {
    let wanted = find.trim().to_lowercase();
    let shown: Vec<&Section> = sections.iter().filter(|section| wanted.is_empty() || has(section, &wanted)).collect();
    html! {
        header.bar {
            a.home href="/" aria-label="All seats and screens" { "☰" }
            h1 { "Rules" }
            @for (seat, name) in own { a.button.small href={ "/seat/" (seat) } { "Back to " (name) } }
        }
        main.rules id="main" {
            form.find role="search" method="get" action="/rules" {
                label { "Find in the rules" input type="search" name="find" value=(find) id="find"; }
                button.choice type="submit" { "Find" }
            }
            @if wanted.is_empty() {
                nav.contents aria-label="Contents" { ol { @for section in sections {
                    @if !section.heading.is_empty() && section.level < 3 { li.deep[section.level > 1] {
                        a href={ "#" (slug(&section.heading)) } { (section.heading) } } }
                } } }
            } @else if shown.is_empty() { p.empty role="status" { "Nothing in the rules says “" (find) "”." } }
            @for one in shown { (section(one, drawn)) }
        }
    }
}

fn section(section: &Section, drawn: &Figures) -> Markup {
    html! {
        section id=(slug(&section.heading)) {
            @match section.level {
                0 => {},
                1 | 2 => h2 { (section.heading) },
                3 => h3 { (section.heading) },
                _ => h4 { (section.heading) },
            }
            @for one in &section.paragraphs { (paragraph(one, drawn, &section.heading)) }
        }
    }
}

fn paragraph(one: &Paragraph, drawn: &Figures, heading: &str) -> Markup {
    match one {
        Paragraph::Text { marker: Some(marker), depth, text } => {
            html! { p.item data-depth=(depth) { span.marker { (marker) } " " (words(text, drawn)) } }
        }
        Paragraph::Text { marker: None, depth, text } => html! { p data-depth=(depth) { (words(text, drawn)) } },
        Paragraph::Figure(number, caption) => {
            figure(drawn.figures.get(*number).and_then(Option::as_ref), (caption, drawn), heading)
        }
        Paragraph::Table(rows) => html! {
            div.scroll tabindex="0" role="group" aria-label="Table" { table {
                @for (n, row) in rows.iter().enumerate() { tr {
                    @for cell in row { @if n == 0 { th scope="col" { (words(cell, drawn)) } } @else { td { (words(cell, drawn)) } } }
                } }
            } }
        },
    }
}

/// A picture with what stands below it; what stands nowhere is told by the heading.
fn figure(picture: Option<&Picture>, (caption, drawn): (&Words, &Figures), heading: &str) -> Markup {
    html! {
        figure {
            @if let Some(picture) = picture {
                @let [w, h] = picture.size.map(|side| (side * 4.0).round());
                @let told = if caption.is_empty() { format!("Picture: {heading}") } else { String::new() };
                img src=(art(&picture.name)) width=(w) height=(h) alt=(told) loading="lazy";
            }
            @if !caption.is_empty() { figcaption { (words(caption, drawn)) } }
        }
    }
}

/// A line with its signs as high as the words; one that cannot be drawn is told by its name.
fn words(words: &Words, drawn: &Figures) -> Markup {
    html! {
        @for word in &words.0 {
            @match word {
                Word::Text(text) => { (text) },
                Word::Sign(name) => {
                    @if let Some(picture) = drawn.signs.get(name) {
                        @let [w, h] = picture.size.map(|side| (side * 4.0).round());
                        img.sign src=(art(&picture.name)) width=(w) height=(h) alt=(sign_told(name));
                    } @else { "[" (sign_told(name)) "]" }
                },
            }
        }
    }
}

fn has(section: &Section, wanted: &str) -> bool {
    let in_text =
        |paragraph: &Paragraph| paragraph.words().iter().any(|words| words.to_string().to_lowercase().contains(wanted));
    section.heading.to_lowercase().contains(wanted) || section.paragraphs.iter().any(in_text)
}
