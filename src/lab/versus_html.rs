//! Two or more kinds of games with the same seeds as one page that needs nothing else: what differs, by how much, and whether that
//! can be chance.

use super::compare::{Line, Versus};
use super::figures::{count, number, percent};
use super::html::Page;
use super::plots;
use super::statistics::Estimate;

/// The whole page; `game` is what was played. Equal games give equal bytes.
#[must_use]
pub fn versus_html(versus: &Versus, game: &str) -> String {
    let mut page = Page::begun(&format!("Playtests of {game} with the same seeds"));
    let under = format!(
        "Both sides play the same seeds, so that chance is as alike as it can be, and differences are those of pairs. In brackets is where 19 of 20 such intervals hold the true difference. {} questions were asked at once: how often chance alone does something is said for all of them together (Holm).",
        versus.questions()
    );
    page.text("p class=\"under\"", &under);
    page.raw("<ol class=\"verdict\">");
    for sentence in sentences(versus) {
        page.text("li", &sentence);
    }
    page.raw("</ol>\n");
    for (name, games, lines) in &versus.others {
        side(&mut page, &versus.first, name, *games, lines);
    }
    page.ended()
}

/// What there is to say of each side.
fn sentences(versus: &Versus) -> Vec<String> {
    let one = |(name, games, lines): &(String, u64, Vec<Line>)| {
        let telling: Vec<&str> = lines.iter().filter(|line| line.is_telling()).map(|line| line.what.as_str()).collect();
        if telling.is_empty() {
            return format!(
                "In {} games nothing tells {name} from {}: what differs may be chance.",
                count(*games),
                versus.first
            );
        }
        format!("In {} games {name} differs from {} in {}.", count(*games), versus.first, telling.join(", "))
    };
    versus.others.iter().map(one).collect()
}

fn side(page: &mut Page, first: &str, name: &str, games: u64, lines: &[Line]) {
    page.heading(
        &format!("{first} and {name}"),
        &format!("{} games with the same seeds. The difference is {name} less {first}.", count(games)),
    );
    let shares: Vec<(String, Estimate)> =
        lines.iter().filter(|line| line.is_share).map(|line| (line.what.clone(), line.difference)).collect();
    if !shares.is_empty() {
        page.figure(
            &plots::differences(&shares, &format!("{name} less {first}")),
            "differences of shares with their intervals, as in the table below",
        );
    }
    let row = |line: &Line| {
        let figure = |figure: f64| if line.is_share { percent(figure) } else { number(figure) };
        let signed = |value: f64| if value > 0.0 { format!("+{}", figure(value)) } else { figure(value) };
        let Estimate { value, low, high } = line.difference;
        vec![
            line.what.clone(),
            figure(line.means.0),
            figure(line.means.1),
            format!("{} ({} to {})", signed(value), signed(low), signed(high)),
            line.meaning(),
        ]
    };
    let rows: Vec<Vec<String>> = lines.iter().map(row).collect();
    page.table(&["", first, name, "difference", ""], &rows);
}
