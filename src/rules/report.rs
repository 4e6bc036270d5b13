//! What a script reports when it is looked at: the scene, the score and what can be counted.

use mlua::{FromLua, Table, Value as Luau};

use crate::diag::meant_or_known;
use crate::model::{Pointers, Pose};
use crate::referee::{Contender, Count, Misfit, Points, Rung, Scene, ScenePiece, Schema, Score, ScoreLine, Team, Type};

use super::convert::{kind_of, text, whole};
use super::doors::{for_people, seat_of};
use super::fault::Misuse;
use super::world::World;

/// More pieces, spaces and lines there are not on the largest board.
const MOST_ON_BOARD: usize = 40_000;
/// More lines nobody reads.
const MOST_LINES: usize = 5_000;

/// What `show` gave.
pub fn scene(table: &Table, world: &World) -> mlua::Result<Scene> {
    only(table, "what `show` gives", &["status", "seats", "pieces", "lit", "lines", "zones"])?;
    let status = word(table, "status")?.unwrap_or_default();
    let seats = with_teams(table.raw_get::<Option<Vec<String>>>("seats")?.unwrap_or_default(), world);
    let pieces: Option<Table> = table.raw_get("pieces")?;
    let mut scene = Scene { status, seats, pieces: Vec::new(), pointers: pointers(table, world)?, zones: Vec::new() };
    for piece in listed::<Table>(pieces.as_ref(), MOST_ON_BOARD, "`pieces`")? {
        let piece = scene_piece(&piece, world)?;
        place(&piece.at, world)?;
        if piece.count > 0 {
            scene.pieces.push(piece);
        }
    }
    Ok(scene)
}

/// What is said of each seat, with its team where the script does not name it.
fn with_teams(mut told: Vec<String>, world: &World) -> Vec<String> {
    for team in &world.teams {
        for seat in &team.seats {
            told.resize(told.len().max(seat.0 + 1), String::new());
            let text = &mut told[seat.0];
            if !text.contains(&team.name) {
                *text = if text.is_empty() { team.name.clone() } else { format!("{}; {text}", team.name) };
            }
        }
    }
    told
}

/// What stands in a list, as far as there are not more than anybody looks at.
fn listed<T: FromLua>(list: Option<&Table>, most: usize, what: &str) -> mlua::Result<Vec<T>> {
    let Some(list) = list else { return Ok(Vec::new()) };
    if list.raw_len() > most {
        return Err(Misuse::error(format!("{what} has more than {most} entries")));
    }
    list.sequence_values().collect()
}

/// Pieces are on a space, or on what lies between two.
fn place(at: &str, world: &World) -> mlua::Result<()> {
    let (spaces, edges) = (world.spaces(), world.edges());
    if spaces.contains(at) || edges.contains(at) {
        return Ok(());
    }
    // Spaces and edges are called too differently to be taken for each other.
    let names = if at.contains('-') && !edges.is_empty() { edges } else { spaces };
    let what = if edges.is_empty() { "no space" } else { "neither a space nor an edge" };
    let hint = meant_or_known(at, names.iter().map(String::as_str));
    Err(Misuse::hinted(format!("`show` puts a piece on `{at}`, which is {what}"), hint))
}

/// What `show` points out on the board.
fn pointers(table: &Table, world: &World) -> mlua::Result<Pointers> {
    let space = |value: Luau, what: &str| {
        let id = text(&value).ok_or_else(|| Misuse::error(format!("{what} of `show` needs the name of a space")))?;
        if world.spaces().contains(&id) {
            return Ok(id);
        }
        let hint = meant_or_known(&id, world.spaces().iter().map(String::as_str));
        Err(Misuse::hinted(format!("{what} of `show` names `{id}`, which is no space"), hint))
    };
    let mut pointers = Pointers::default();
    let (lit, lines): (Option<Table>, Option<Table>) = (table.raw_get("lit")?, table.raw_get("lines")?);
    for id in listed(lit.as_ref(), MOST_ON_BOARD, "`lit`")? {
        pointers.lit.push(space(id, "`lit`")?);
    }
    for line in listed::<Table>(lines.as_ref(), MOST_ON_BOARD, "`lines`")? {
        only(&line, "a line of `show`", &["from", "to"])?;
        pointers.lines.push((space(line.raw_get("from")?, "a line")?, space(line.raw_get("to")?, "a line")?));
    }
    Ok(pointers)
}

fn scene_piece(table: &Table, world: &World) -> mlua::Result<ScenePiece> {
    only(table, "a piece of `show`", &["at", "count", "name", "mark", "draw", "seat", "label", "pose"])?;
    let name = word(table, "name")?.ok_or_else(|| Misuse::error("a piece of `show` needs a `name`"))?;
    let count: Luau = table.raw_get("count")?;
    let seat: Luau = table.raw_get("seat")?;
    Ok(ScenePiece {
        at: word(table, "at")?.ok_or_else(|| Misuse::error("a piece of `show` needs `at`"))?,
        count: whole(&count).map_or(1, |count| usize::try_from(count).unwrap_or(0)),
        mark: word(table, "mark")?.unwrap_or_else(|| name.chars().take(1).collect()),
        name,
        draw: word(table, "draw")?,
        seat: if seat.is_nil() { None } else { Some(seat_of(&seat, world)?) },
        label: word(table, "label")?,
        pose: pose(table)?,
    })
}

fn pose(table: &Table) -> mlua::Result<Pose> {
    let Some(said) = word(table, "pose")? else { return Ok(Pose::default()) };
    Pose::ALL.into_iter().find(|pose| pose.word() == said).ok_or_else(|| {
        let words = Pose::ALL.map(Pose::word);
        let message = format!("a piece cannot be `{said}`: it is `{}`", words.join("`, `"));
        Misuse::hinted(message, meant_or_known(&said, words))
    })
}

/// What `score` gave.
pub fn score(table: &Table, world: &World, schema: &Schema) -> mlua::Result<Score> {
    only(table, "what `score` gives", &["lines", "ladder", "best", "winners", "because", "about", "field", "teams"])?;
    let has = |key: &str| table.raw_get::<Luau>(key).is_ok_and(|value| !value.is_nil());
    if !["lines", "ladder", "winners"].into_iter().any(has) {
        let hint = "give `lines`, each with `points`, or `winners`";
        return Err(Misuse::hinted("the score has no result", Some(hint.to_owned())));
    }
    let mut score = Score { seats: world.players.len(), teams: score_teams(table, world)?, ..Score::default() };
    let lines: Option<Table> = table.raw_get("lines")?;
    for line in listed::<Table>(lines.as_ref(), MOST_LINES, "the score")? {
        let line = score_line(&line, &score, (world, schema))?;
        score.lines.push(line);
    }
    let ladder: Option<Table> = table.raw_get("ladder")?;
    for rung in listed::<Table>(ladder.as_ref(), MOST_LINES, "`ladder`")? {
        let rung = score_rung(&rung, &score)?;
        score.ladder.push(rung);
    }
    score.lowest_wins = match word(table, "best")?.as_deref() {
        None | Some("highest") => false,
        Some("lowest") => true,
        Some(other) => return Err(Misuse::error(format!("`best` of a score is `highest` or `lowest`, not `{other}`"))),
    };
    let winners: Option<Table> = table.raw_get("winners")?;
    if let Some(winners) = winners {
        let seats = winners.sequence_values::<Luau>().map(|seat| seat_of(&seat?, world));
        let mut winners: Vec<Contender> = seats.map(|seat| Ok(score.contender(seat?))).collect::<mlua::Result<_>>()?;
        winners.sort_unstable();
        winners.dedup();
        score.winners = Some(winners);
    }
    score.because = word(table, "because")?;
    score.about = word(table, "about")?;
    score.fields = score_fields(table, schema)?;
    Ok(score)
}

/// Who plays together: as the script says now, or else as the game does.
fn score_teams(table: &Table, world: &World) -> mlua::Result<Vec<Team>> {
    let Some(said) = table.raw_get::<Option<Table>>("teams")? else { return Ok(world.teams.clone()) };
    let mut teams: Vec<Team> = Vec::new();
    for team in listed::<Table>(Some(&said), MOST_LINES, "`teams`")? {
        only(&team, "a team of the score", &["name", "seats"])?;
        let name = word(&team, "name")?.ok_or_else(|| Misuse::error("a team of the score needs a `name`"))?;
        let seats: Option<Table> = team.raw_get("seats")?;
        let seats = listed::<Luau>(seats.as_ref(), MOST_LINES, "`seats` of a team")?;
        let seats: Vec<_> = seats.iter().map(|seat| seat_of(seat, world)).collect::<mlua::Result<_>>()?;
        if seats.is_empty() {
            return Err(Misuse::error(format!("nobody is in the team `{name}`")));
        }
        let taken = teams.iter().flat_map(|other| &other.seats).find(|seat| seats.contains(seat));
        if let Some(seat) = taken {
            return Err(Misuse::error(format!("{} is in two teams", world.players[seat.0])));
        }
        teams.push(Team { name, seats });
    }
    Ok(teams)
}

/// Whose a line of the score is: a seat's, or a team's as a whole.
fn whose(table: &Table, score: &Score, world: &World) -> mlua::Result<Contender> {
    let (seat, team): (Luau, Luau) = (table.raw_get("seat")?, table.raw_get("team")?);
    match (seat.is_nil(), whole(&team)) {
        (false, None) if team.is_nil() => seat_of(&seat, world).map(Contender::Seat),
        (true, Some(number)) => {
            let team = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let team = team.filter(|team| *team < score.teams.len());
            team.map(Contender::Team).ok_or_else(|| Misuse::error(format!("there is no team {number}")))
        }
        _ => Err(Misuse::error("a line of the score is of a `seat`, or of a `team` by its number")),
    }
}

fn score_line(table: &Table, score: &Score, (world, schema): (&World, &Schema)) -> mlua::Result<ScoreLine> {
    only(table, "a line of the score", &["seat", "team", "what", "points", "rule", "about", "field"])?;
    let points: Luau = table.raw_get("points")?;
    let rule = word(table, "rule")?;
    if let Some(rule) = rule.as_ref().filter(|rule| !world.headings.is_empty() && !world.headings.contains(rule)) {
        let hint = meant_or_known(rule, world.headings.iter().map(String::as_str));
        return Err(Misuse::hinted(format!("the printed rules have no heading `{rule}`"), hint));
    }
    Ok(ScoreLine {
        whose: whose(table, score, world)?,
        what: word(table, "what")?.ok_or_else(|| Misuse::error("a line of the score needs `what`"))?,
        points: score_points(&points)?,
        rule,
        about: word(table, "about")?,
        fields: score_fields(table, schema)?,
    })
}

fn is_field(path: &str, schema: &Schema, what: &str) -> mlua::Result<()> {
    let wrong =
        |misfit: Misfit| Misuse::hinted(format!("{what} counts `{path}`, which is no field of the state"), misfit.hint);
    // A place of a pile counts as well, `hold.2`.
    let is_place = |(pile, place): &(&str, &str)| {
        place.parse::<usize>().is_ok_and(|place| place > 0) && matches!(schema.find(pile), Ok(Type::Pile(_)))
    };
    let field = path.rsplit_once('.').filter(is_place).map_or(path, |(pile, _)| pile);
    schema.find(field).map(|_| ()).map_err(wrong)
}

/// The fields of the state that a line counts, or that decide: one, or a list.
fn score_fields(table: &Table, schema: &Schema) -> mlua::Result<Vec<String>> {
    let field = |value: &Luau| {
        let path = text(value).ok_or_else(|| Misuse::error("`field` of the score is a field or a list of them"))?;
        is_field(&path, schema, "the score").map(|()| path)
    };
    match table.raw_get("field")? {
        Luau::Nil => Ok(Vec::new()),
        Luau::Table(fields) => fields.sequence_values::<Luau>().map(|one| field(&one?)).collect(),
        one => Ok(vec![field(&one)?]),
    }
}

fn score_points(value: &Luau) -> mlua::Result<Points> {
    let wrong = || Misuse::error("`points` is a whole number, or a least and a most");
    match value {
        Luau::Table(range) => {
            let (least, most): (Luau, Luau) = (range.raw_get(1)?, range.raw_get(2)?);
            let (least, most) = whole(&least).zip(whole(&most)).ok_or_else(wrong)?;
            Ok(Points { least, most })
        }
        other => whole(other).map(Points::exactly).ok_or_else(wrong),
    }
}

fn score_rung(table: &Table, score: &Score) -> mlua::Result<Rung> {
    let (what, best): (Luau, Luau) = (table.raw_get(1)?, table.raw_get(3)?);
    let values: Option<Vec<i64>> = table.raw_get(2)?;
    let fewest = match text(&best).as_deref() {
        None if best.is_nil() => false,
        Some("most") => false,
        Some("fewest") => true,
        _ => return Err(Misuse::error("a rung of the ladder is won by the `most` or the `fewest`")),
    };
    match (text(&what), values) {
        (Some(what), Some(values)) if values.len() == score.contenders().len() => Ok(Rung { what, values, fewest }),
        _ => {
            let each = if score.teams.is_empty() { "seat" } else { "team, and then for each seat that is in none" };
            let message = format!("a rung of the ladder is a text and a list with a whole number for each {each}");
            Err(Misuse::error(message))
        }
    }
}

/// What `audit` gave.
pub fn counts(table: &Table, schema: &Schema) -> mlua::Result<Vec<Count>> {
    let mut counts = Vec::new();
    for row in listed::<Table>(Some(table), MOST_LINES, "`audit`")? {
        let (what, count, field): (Luau, Luau, Luau) = (row.raw_get(1)?, row.raw_get(2)?, row.raw_get(3)?);
        match (text(&what), whole(&count)) {
            (Some(what), Some(count)) => {
                let field = text(&field);
                if let Some(path) = &field {
                    is_field(path, schema, "a count of `audit`")?;
                }
                counts.push(Count { what, count, field });
            }
            _ => return Err(Misuse::error("a count of `audit` is a text, a whole number and perhaps a field")),
        }
    }
    Ok(counts)
}

fn word(table: &Table, key: &str) -> mlua::Result<Option<String>> {
    let value: Luau = table.raw_get(key)?;
    match text(&value) {
        Some(word) => for_people(&format!("`{key}`"), &word).map(|()| Some(word)),
        None if !value.is_nil() => Err(Misuse::error(format!("`{key}` must be a text, not {}", kind_of(&value)))),
        None => Ok(None),
    }
}

/// Refuses a table with another key than these.
pub fn only(table: &Table, what: &str, keys: &[&str]) -> mlua::Result<()> {
    for pair in table.pairs::<Luau, Luau>() {
        let (key, _) = pair?;
        let key = text(&key).unwrap_or_else(|| "a number".to_owned());
        if !keys.contains(&key.as_str()) {
            return Err(Misuse::hinted(format!("{what} has no `{key}`"), meant_or_known(&key, keys.iter().copied())));
        }
    }
    Ok(())
}
