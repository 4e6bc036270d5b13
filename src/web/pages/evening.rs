//! How the evening went: what happened lately, turn times and dice, the result as a sheet of paper and for other programs.

use maud::{Markup, html};
use serde_json::{Value, json};

use crate::referee::{Contender, Score, Seat, View};

use crate::web::addresses::qr_path;

use super::score;

/// Where the app that keeps scores takes a play from.
const SCORE_APP: &str = "https://app.bgstatsapp.com/createPlay.html?data=";
/// It takes no longer links.
const LONGEST_LINK: usize = 8_000;

/// What is known of a play.
pub struct Play<'p> {
    /// The game: its id, title and version.
    pub game: (&'p str, &'p str, &'p str),
    /// The name of the table.
    pub table: &'p str,
    /// When it began and when something happened last, in UTC: `2026-01-01T20:15:00Z`.
    pub times: (&'p str, &'p str),
    /// As everybody sees it.
    pub view: &'p View,
    /// The score, if there is one.
    pub score: Option<&'p Score>,
    /// The seat that had the first turn.
    pub begins: Option<usize>,
}

/// One player in the result.
struct Row {
    name: String,
    team: Option<String>,
    place: usize,
    points: Option<i64>,
    is_winner: bool,
}

impl Play<'_> {
    fn rows(&self) -> Vec<Row> {
        let (standings, winners) = match self.score {
            Some(score) => (score.standings(), score.winners()),
            None => (Vec::new(), Vec::new()),
        };
        let row = |(n, name): (usize, &String)| {
            let seat_itself = Seat(n);
            let who = self.score.map_or(Contender::Seat(seat_itself), |score| score.contender(seat_itself));
            let standing = standings.iter().find(|standing| standing.who == who);
            let team = self.score.filter(|_| matches!(who, Contender::Team(_)));
            Row {
                name: name.clone(),
                team: team.map(|score| self.view.contender(score, who).to_owned()),
                place: standing.map_or(0, |standing| standing.place),
                points: standing.filter(|standing| standing.total.is_certain()).map(|standing| standing.total.least),
                is_winner: self.view.over && winners.contains(&who),
            }
        };
        let names: Vec<String> = self.view.seats.iter().map(|seat| seat.name.clone()).collect();
        names.iter().enumerate().map(row).collect()
    }

    /// The players as they are placed; those without a place come last.
    fn rows_by_place(&self) -> Vec<Row> {
        let mut rows = self.rows();
        rows.sort_by_key(|row| (row.place == 0, row.place));
        rows
    }

    /// Whole minutes from the first to the last entry.
    fn minutes(&self) -> Option<i64> {
        let second = |at: &str| at.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_second);
        Some((second(self.times.1)? - second(self.times.0)?).max(0) / 60)
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let player = |row: &Row| json!({ "name": row.name, "team": row.team, "place": row.place, "points": row.points, "winner": row.is_winner });
        json!({
            "game": { "id": self.game.0, "title": self.game.1, "version": self.game.2 },
            "table": self.table,
            "began": self.times.0,
            "ended": self.times.1,
            "minutes": self.minutes(),
            "over": self.view.over,
            "players": self.rows().iter().map(player).collect::<Vec<_>>(),
            "score": self.score.map(|score| self.view.score_json(score)),
        })
    }

    /// As a table for spreadsheets. What a spreadsheet would take for a formula is told to be text.
    pub fn csv(&self) -> String {
        let cell = |text: &str| {
            let text =
                if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
            format!("\"{}\"", text.replace('"', "\"\""))
        };
        let mut lines = vec!["game,table,began,name,team,place,points,winner,over".to_owned()];
        for row in self.rows() {
            let points = row.points.map(|points| points.to_string()).unwrap_or_default();
            let team = row.team.unwrap_or_default();
            let told = [self.game.1, self.table, self.times.0, &row.name, &team].map(cell).join(",");
            lines.push(format!("{told},{},{points},{},{}", row.place, row.is_winner, self.view.over));
        }
        lines.join("\r\n") + "\r\n"
    }

    /// The link by which an app that keeps scores takes the result; nothing before the end, or where it takes no such link.
    pub fn score_link(&self) -> Option<String> {
        if !self.view.over {
            return None;
        }
        let player = |(seat, row): (usize, &Row)| {
            let mut told = json!({
                "name": row.name, "sourcePlayerId": row.name.to_lowercase(), "winner": row.is_winner, "startPlayer": self.begins == Some(seat),
                "rank": row.place,
            });
            if let Some(points) = row.points {
                told["score"] = json!(points.to_string());
            }
            if let Some(team) = &row.team {
                told["team"] = json!(team);
            }
            told
        };
        let rows = self.rows();
        let told = json!({
            "sourceName": "Tablewright",
            "sourcePlayId": format!("{}-{}", self.table, self.times.0),
            "playDate": self.times.0.replace('T', " ").trim_end_matches('Z'),
            "durationMin": self.minutes().unwrap_or(0),
            "game": {
                "name": self.game.1, "sourceGameId": self.game.0, "highestWins": true,
                "noPoints": rows.iter().all(|row| row.points.is_none()),
            },
            "players": rows.iter().enumerate().map(player).collect::<Vec<_>>(),
        });
        let data: String = form_urlencoded::byte_serialize(told.to_string().as_bytes()).collect();
        // What follows a question mark may have a plus for a blank; readers of links differ, and all know this.
        let link = format!("{SCORE_APP}{}", data.replace('+', "%20"));
        (link.len() < LONGEST_LINK).then_some(link)
    }
}

/// What happened lately and how long it took, and where the result goes.
pub fn evening(play: &Play<'_>, recap: &str, statistics: &str) -> Markup {
    html! {
        header.bar { a.home href="/" aria-label="All seats and screens" { "☰" } h1 { "The evening" } }
        main.evening id="main" {
            section.panel { h2 { "Where we are" } div.prose { (lines(recap)) } }
            @if let Some(score) = play.score { section.panel { h2 { "Score" } (score::score(play.view, score)) } }
            section.panel { h2 { "In numbers" } div.prose { (lines(statistics)) } }
            section.panel { h2 { "Keep the result" }
                p.links {
                    a.button href="/sheet" { "Sheet to print" } " "
                    a.button href="/export.json" { "JSON" } " "
                    a.button href="/export.csv" { "CSV" }
                }
                @if let Some(link) = play.score_link() { (score_app(&link)) }
                @else { p.hint { "When the game is over, a link for the app that keeps your scores is here." } }
            }
        }
    }
}

fn score_app(link: &str) -> Markup {
    html! {
        p { a.button href=(link) rel="noreferrer" { "To the score app (BG Stats)" } }
        @if let Some((path, side)) = qr_path(link) {
            svg.qr viewBox={ "0 0 " (side) " " (side) } role="img" aria-label="QR code of the link for the score app" {
                rect width=(side) height=(side) fill="#fff" {}
                path d=(path) fill="#000" {}
            }
        }
    }
}

/// Lines of text as they are told in a terminal; what is set in goes on with the line before.
fn lines(text: &str) -> Markup {
    html! { @for line in text.lines() {
        p.set-in[line.starts_with(' ')] { (line.trim()) }
    } }
}

/// The result as a sheet to print.
pub fn sheet(play: &Play<'_>) -> Markup {
    html! {
        main.sheet id="main" {
            header { h1 { (play.game.1) } p { "Table " (play.table) " · " (play.times.0.split('T').next().unwrap_or_default())
                @if let Some(minutes) = play.minutes() { " · " (minutes) " minutes" } } }
            @if !play.view.over { p.hint { "The game is not over: this is how it stands." } }
            table {
                thead { tr { th scope="col" { "Place" } th scope="col" { "Player" } th scope="col" { "Points" } } }
                tbody { @for row in play.rows_by_place() { tr.winner[row.is_winner] {
                    td { @if row.place > 0 { (row.place) } }
                    td { (row.name) @if let Some(team) = &row.team { " (" (team) ")" } @if row.is_winner { " ★" } }
                    td { @if let Some(points) = row.points { (points) } }
                } } }
            }
            @if let Some(score) = play.score { (score::score(play.view, score)) }
            p.no-print { a.button href="/evening" { "Back" } }
        }
    }
}
