//! The rules of the table's own copy of the game, to be read and searched.

use maud::{Markup, html};

use crate::app::table::{Paragraph, Picture, Section};
use crate::model::slug;

use super::art;

/// All sections, or those in which something stands.
pub fn rules(sections: &[Section], figures: &[Option<Picture>], find: &str) -> Markup {
    let wanted = find.trim().to_lowercase();
    let shown: Vec<&Section> = sections.iter().filter(|section| wanted.is_empty() || has(section, &wanted)).collect();
    html! {
        header.bar { a.home href="/" aria-label="All seats and screens" { "☰" } h1 { "Rules" } }
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
            @for one in shown { (section(one, figures)) }
        }
    }
}

fn section(section: &Section, figures: &[Option<Picture>]) -> Markup {
    html! {
        section id=(slug(&section.heading)) {
            @match section.level {
                0 => {},
                1 | 2 => h2 { (section.heading) },
                3 => h3 { (section.heading) },
                _ => h4 { (section.heading) },
            }
            @for one in &section.paragraphs { (paragraph(one, figures, &section.heading)) }
        }
    }
}

fn paragraph(one: &Paragraph, figures: &[Option<Picture>], heading: &str) -> Markup {
    match one {
        Paragraph::Text { marker: Some(marker), depth, text } => {
            html! { p.item data-depth=(depth) { span.marker { (marker) } " " (text) } }
        }
        Paragraph::Text { marker: None, depth, text } => html! { p data-depth=(depth) { (text) } },
        Paragraph::Figure(number, caption) => figure(figures.get(*number).and_then(Option::as_ref), caption, heading),
        Paragraph::Table(rows) => html! {
            div.scroll tabindex="0" role="group" aria-label="Table" { table {
                @for (n, row) in rows.iter().enumerate() { tr {
                    @for cell in row { @if n == 0 { th scope="col" { (cell) } } @else { td { (cell) } } }
                } }
            } }
        },
    }
}

/// A picture with what stands below it; what stands nowhere is told by the heading.
fn figure(picture: Option<&Picture>, caption: &str, heading: &str) -> Markup {
    html! {
        figure {
            @if let Some(picture) = picture {
                @let [w, h] = picture.size.map(|side| (side * 4.0).round());
                @let told = if caption.is_empty() { format!("Picture: {heading}") } else { String::new() };
                img src=(art(&picture.name)) width=(w) height=(h) alt=(told) loading="lazy";
            }
            @if !caption.is_empty() { figcaption { (caption) } }
        }
    }
}

fn has(section: &Section, wanted: &str) -> bool {
    let in_text = |paragraph: &Paragraph| match paragraph {
        Paragraph::Text { text, .. } | Paragraph::Figure(_, text) => text.to_lowercase().contains(wanted),
        Paragraph::Table(rows) => rows.iter().flatten().any(|cell| cell.to_lowercase().contains(wanted)),
    };
    section.heading.to_lowercase().contains(wanted) || section.paragraphs.iter().any(in_text)
}
