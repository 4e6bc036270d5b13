//! The report as one page that needs nothing else: the verdict, plots with the same figures as tables below them, and what the
//! figures mean.

use super::figures::{count, estimate_told, number, percent, share_told};
use super::plots;
use super::statistics::{Estimate, Spread};
use super::summary::{SECONDS_PER_DECISION, SECONDS_PER_THROW, Summary, WinLine};
use super::verdict::{chance_told, verdict};

const STYLE: &str = "
:root{color-scheme:light}
body{font:16px/1.5 system-ui,sans-serif;color:#111;background:#fff;max-width:52rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.9rem;line-height:1.2;margin:0}h2{margin:2.4rem 0 .4rem;font-size:1.25rem;border-top:2px solid #111;padding-top:.5rem}
p.under{color:#444;margin:.2rem 0 1rem}ol.verdict{padding-left:1.4rem;font-size:1.05rem}ol.verdict li{margin:.5rem 0}
figure{margin:.6rem 0}svg{max-width:100%;height:auto;display:block}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{text-align:right;padding:.22rem .5rem;border-bottom:1px solid #ddd;vertical-align:top}
th{border-bottom:1px solid #111}td{white-space:nowrap}th:first-child,td:first-child{text-align:left}td:first-child{white-space:normal}
td.text,th.text{text-align:left}tr.never td{font-style:italic}details summary{cursor:pointer;margin:.4rem 0}
@media print{body{margin:0;max-width:none}h2{break-after:avoid}figure,tr{break-inside:avoid}}";
/// So many answers are drawn, and so many are in the table that is open.
const DRAWN: usize = 16;
/// An answer that was legal less often says little.
const OFTEN: u64 = 30;

/// The whole page; equal rows give equal bytes.
#[must_use]
pub fn report_html(summary: &Summary) -> String {
    let mut page = Page::begun(&format!("Playtest of {}", summary.version.game));
    page.text("p class=\"under\"", &subtitle(summary));
    page.raw("<ol class=\"verdict\">");
    for sentence in verdict(summary) {
        page.text("li", &sentence);
    }
    page.raw("</ol>\n");
    page.text("p class=\"under\"", "In brackets stand intervals: 19 of 20 of them hold the true figure.");
    wins(&mut page, summary);
    lengths(&mut page, summary);
    tension(&mut page, summary);
    answers(&mut page, summary);
    cards(&mut page, summary);
    rest(&mut page, summary);
    page.ended()
}

fn subtitle(summary: &Summary) -> String {
    let version = &summary.version;
    let options = if version.options.is_empty() { String::new() } else { format!(" Options: {}.", version.options) };
    let players: Vec<String> =
        summary.lineups.iter().map(|(who, games)| format!("{who} ({})", count(*games))).collect();
    format!(
        "{} games at a table of {}, version {}, seeds {}. Players: {}.{options}",
        count(summary.games),
        version.seats,
        version.hash,
        summary.seeds,
        players.join(", "),
    )
}

/// A page that is written.
#[derive(Default)]
pub(super) struct Page {
    text: String,
}

impl Page {
    /// A page with its title.
    pub(super) fn begun(title: &str) -> Self {
        let mut page = Self::default();
        page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
        page.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">");
        page.raw(&format!("<title>{}</title><style>{STYLE}</style></head><body>\n", escaped(title)));
        page.raw(&format!("<h1>{}</h1>\n", escaped(title)));
        page
    }

    pub(super) fn ended(mut self) -> String {
        self.raw("</body></html>\n");
        self.text
    }

    pub(super) fn raw(&mut self, html: &str) {
        self.text.push_str(html);
    }

    pub(super) fn text(&mut self, tag: &str, text: &str) {
        let name = tag.split(' ').next().unwrap_or(tag);
        self.raw(&format!("<{tag}>{}</{name}>\n", escaped(text)));
    }

    pub(super) fn heading(&mut self, text: &str, under: &str) {
        self.text("h2", text);
        self.text("p class=\"under\"", under);
    }

    pub(super) fn figure(&mut self, svg: &str, told: &str) {
        if !svg.is_empty() {
            let svg = svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{}\" ", escaped(told)), 1);
            self.raw(&format!("<figure>{svg}</figure>\n"));
        }
    }

    /// A table; rows that begin with a `!` are of what never came.
    pub(super) fn table(&mut self, headings: &[&str], rows: &[Vec<String>]) {
        self.raw("<table><thead><tr>");
        for heading in headings {
            self.raw(&format!("<th>{}</th>", escaped(heading)));
        }
        self.raw("</tr></thead><tbody>\n");
        for row in rows {
            let never = row.first().is_some_and(|first| first.starts_with('!'));
            self.raw(if never { "<tr class=\"never\">" } else { "<tr>" });
            for cell in row {
                self.raw(&format!("<td>{}</td>", escaped(cell.trim_start_matches('!'))));
            }
            self.raw("</tr>\n");
        }
        self.raw("</tbody></table>\n");
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn wins(page: &mut Page, summary: &Summary) {
    if summary.judged == 0 {
        return;
    }
    let chance = summary.evenness.map_or_else(
        || "There are too few games to say whether seats are alike.".to_owned(),
        |chance| format!("If seats were alike, they would come out so far apart in {}.", chance_told(chance)),
    );
    let under = format!(
        "The share of games that a seat wins, alone or with others. The line is where all seats would be alike. {chance}"
    );
    page.heading("Who wins, by seat", &under);
    bars(page, &summary.seats, Some(summary.even));
    if summary.nobody + summary.shared > 0 {
        let told = format!(
            "Nobody won {} games ({}), and several won {} together.",
            count(summary.nobody),
            percent(summary.nobody as f64 / summary.judged as f64),
            count(summary.shared)
        );
        page.text("p", &told);
    }
    if summary.kinds.len() > 1 {
        let under = "The share of its own games that a kind of player wins. Kinds change seats from game to game, so that no seat helps one of them.";
        page.heading("Who wins, by how it plays", under);
        bars(page, &summary.kinds, Some(summary.even));
    }
}

fn bars(page: &mut Page, lines: &[WinLine], even: Option<f64>) {
    let drawn: Vec<(String, Estimate)> =
        lines.iter().filter_map(|line| Some((line.who.clone(), line.share?))).collect();
    page.figure(
        &plots::shares(&drawn, even, "of the games"),
        "shares of wins with their intervals, as in the table below",
    );
    let row = |line: &WinLine| {
        let share = line.share.map_or_else(|| "-".to_owned(), |share| share_told(&share));
        vec![line.who.clone(), count(line.wins.games), count(line.wins.won), count(line.wins.shared), share]
    };
    let rows: Vec<Vec<String>> = lines.iter().map(row).collect();
    page.table(&["", "games", "won", "of these shared", "share, with its interval"], &rows);
}

fn lengths(page: &mut Page, summary: &Summary) {
    if summary.lengths.is_empty() {
        return;
    }
    let under = format!(
        "Of the games that ended. Minutes are an estimate: {SECONDS_PER_DECISION} seconds for each decision, {SECONDS_PER_THROW} for each throw of dice and each card."
    );
    page.heading("How long it takes", &under);
    page.figure(
        &plots::histogram(&summary.decisions, 1.0, "decisions in a game"),
        "how many games took how many decisions",
    );
    let rows: Vec<Vec<String>> = summary.lengths.iter().map(|(name, spread)| spread_row(name, spread)).collect();
    page.table(&SPREAD, &rows);
    if summary.stopped > 0 {
        page.text("p", &format!("{} games were stopped before their end:", count(summary.stopped)));
        let rows: Vec<Vec<String>> =
            summary.stopped_at.iter().map(|(step, games)| vec![step.clone(), count(*games)]).collect();
        page.table(&["at the step", "games"], &rows);
    }
}

const SPREAD: [&str; 8] =
    ["", "mean", "deviation", "least", "a quarter has less", "middle", "three quarters have less", "most"];

fn spread_row(name: &str, spread: &Spread) -> Vec<String> {
    let mut row = vec![name.to_owned(), estimate_told(&spread.mean), number(spread.deviation)];
    row.extend(spread.quarters.iter().map(|quarter| number(*quarter)));
    row
}

fn tension(page: &mut Page, summary: &Summary) {
    if !summary.has_points() {
        return;
    }
    page.heading(
        "Points, and how close it is",
        "Points at the end of games. The margin is by how many the first is ahead of the second.",
    );
    page.figure(
        &plots::histogram(&summary.all_points, 0.5, "points of a seat"),
        "how often a seat had how many points",
    );
    page.figure(
        &plots::histogram(&summary.margins, 0.5, "points by which the first is ahead"),
        "how often the first was ahead by how much",
    );
    let mut rows: Vec<Vec<String>> = summary.points.iter().map(|(seat, spread)| spread_row(seat, spread)).collect();
    let more = [
        ("margin", &summary.margin),
        ("changes of the lead", &summary.lead_changes),
        ("points the winner was behind once", &summary.behind),
    ];
    rows.extend(more.iter().filter_map(|(name, spread)| Some(spread_row(name, spread.as_ref()?))));
    page.table(&SPREAD, &rows);
    if let Some(decided) = &summary.decided {
        page.heading("When it is decided", "The share of the turns after which nobody but the winner led any more. The lead is looked at when another seat has to decide.");
        page.figure(
            &plots::histogram(&summary.decided_at, 0.1, "percent of the turns"),
            "after which share of its turns games were decided",
        );
        let mut row = spread_row("share of the turns", decided);
        row.iter_mut()
            .skip(1)
            .zip([decided.mean.value, decided.deviation].iter().chain(&decided.quarters))
            .for_each(|(cell, figure)| *cell = percent(*figure));
        page.table(&SPREAD, &[row]);
        if let Some(comebacks) = &summary.comebacks {
            page.text("p", &format!("The winner was behind once in {} of the games.", share_told(comebacks)));
        }
    }
}

fn answers(page: &mut Page, summary: &Summary) {
    if summary.answers.is_empty() {
        return;
    }
    let under = "Answers by what they are, and not where: a space of the board is a star. How much more often those win who give an answer at least once, than those who could and never do. This goes with winning, and need not be why. With so many answers, one in twenty looks telling by chance alone.";
    page.heading("What people choose", under);
    let mut telling: Vec<_> = summary.answers.iter().filter(|line| line.legal >= OFTEN).collect();
    let size = |line: &&&super::summary::AnswerLine| line.difference.map_or(0.0, |d| d.low.max(-d.high));
    telling.sort_by(|a, b| size(&b).total_cmp(&size(&a)));
    let drawn: Vec<(String, Estimate)> = telling
        .iter()
        .filter_map(|line| Some((format!("{}: {}", line.heading, line.answer), line.difference?)))
        .take(DRAWN)
        .collect();
    if !drawn.is_empty() {
        page.figure(
            &plots::differences(&drawn, "wins with the answer, less wins without it"),
            "differences as in the table below",
        );
    }
    let row = |line: &super::summary::AnswerLine| {
        let mark = if line.chosen == 0 { "!" } else { "" };
        let told = |share: Option<Estimate>| share.map_or_else(|| "-".to_owned(), |share| percent(share.value));
        let difference = line.difference.map_or_else(
            || "-".to_owned(),
            |d| format!("{:+.1}% ({:+.1}% to {:+.1}%)", d.value * 100.0, d.low * 100.0, d.high * 100.0),
        );
        vec![
            format!("{mark}{}: {}", line.heading, line.answer),
            count(line.legal),
            count(line.chosen),
            percent(line.chosen as f64 / line.legal.max(1) as f64),
            told(line.with),
            told(line.without),
            difference,
        ]
    };
    let headings = ["answer", "legal", "chosen", "of these", "wins with", "wins without", "difference"];
    let rows: Vec<Vec<String>> = summary.answers.iter().map(row).collect();
    let never = summary.answers.iter().filter(|line| line.chosen == 0).count();
    page.raw(&format!("<details open><summary>{} answers, {never} of them never chosen</summary>\n", rows.len()));
    page.table(&headings, &rows);
    page.raw("</details>\n");
}

fn cards(page: &mut Page, summary: &Summary) {
    if summary.cards.is_empty() {
        return;
    }
    page.heading(
        "Cards and pieces that were drawn",
        "How often each came out of a pile, and how often those won who got it at least once.",
    );
    let row = |line: &super::summary::CardLine| {
        let won = line.won.map_or_else(|| "-".to_owned(), |won| share_told(&won));
        vec![line.card.clone(), count(line.drawn), won]
    };
    let rows: Vec<Vec<String>> = summary.cards.iter().map(row).collect();
    page.raw(&format!(
        "<details{}><summary>{} of them</summary>\n",
        if rows.len() <= 40 { " open" } else { "" },
        rows.len()
    ));
    page.table(&["", "drawn", "those who got it win"], &rows);
    page.raw("</details>\n");
}

fn rest(page: &mut Page, summary: &Summary) {
    if !summary.measures.is_empty() {
        page.heading("What the script measured", "In a game, with `measure`.");
        let rows: Vec<Vec<String>> = summary.measures.iter().map(|(name, spread)| spread_row(name, spread)).collect();
        page.table(&SPREAD, &rows);
    }
    if !summary.never_reached.is_empty() {
        page.heading(
            "Headings of the rules that no game reached",
            "The script cites them in questions, dice or the score, and none of these came up.",
        );
        let rows: Vec<Vec<String>> = summary.never_reached.iter().map(|heading| vec![heading.clone()]).collect();
        page.table(&["heading"], &rows);
    }
}
