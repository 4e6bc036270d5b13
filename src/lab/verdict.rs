//! The verdict: what trials say, in five plain sentences, each with its figure.

use super::figures::{count, number, percent, share_told};
use super::summary::{AnswerLine, Summary};

/// Below this, a difference between seats is not taken for chance.
const RARE: f64 = 0.05;
/// An answer that was legal at least so often tells something.
const OFTEN: u64 = 30;

/// Five sentences: whether it is fair, what skill does, how long it takes, how close it is, and what people choose.
#[must_use]
pub fn verdict(summary: &Summary) -> [String; 5] {
    [fairness(summary), skill(summary), length(summary), tension(summary), choices(summary)]
}

fn fairness(summary: &Summary) -> String {
    if summary.judged == 0 {
        return format!("Who wins is not known: of {} games none ended with a score.", count(summary.games));
    }
    let games = count(summary.judged);
    if summary.nobody == summary.judged {
        return format!("Nobody wins: all {games} games ended without a winner.");
    }
    let nobody = if summary.nobody > 0 {
        format!(" Nobody won {} of the games.", percent(summary.nobody as f64 / summary.judged as f64))
    } else {
        String::new()
    };
    let best = summary.seats.iter().max_by_key(|seat| (seat.wins.won, std::cmp::Reverse(&seat.who)));
    let Some((best, share)) = best.and_then(|best| Some((best, best.share?))) else {
        return format!("Who wins is not known, in {games} games.");
    };
    let who = capital(&best.who);
    let (told, even) = (share_told(&share), percent(summary.even));
    match summary.evenness {
        None if summary.seats.len() > 1 => {
            format!("{games} games are too few to say whether seats are alike.{nobody}")
        }
        Some(chance) if chance < RARE => format!(
            "The seats are not alike: {} wins {told} of {games} games, where {even} would be even (by chance alone so far apart in {}).{nobody}",
            best.who,
            chance_told(chance),
        ),
        Some(chance) => format!(
            "No seat is seen to be better: {} wins most, {told} of {games} games, where {even} is even (by chance alone so far apart in {}).{nobody}",
            best.who,
            chance_told(chance),
        ),
        None => format!("{who} wins {told} of {games} games.{nobody}"),
    }
}

/// How often something comes by chance alone.
pub fn chance_told(chance: f64) -> String {
    if chance < 0.0001 {
        "less than one of 10,000 times".to_owned()
    } else {
        format!("{} of all times", percent(chance))
    }
}

fn skill(summary: &Summary) -> String {
    let mut kinds: Vec<_> = summary.kinds.iter().filter_map(|kind| Some((kind, kind.share?))).collect();
    if kinds.len() < 2 {
        let all = summary.lineups.first().map_or("random", |(who, _)| who.split(' ').next().unwrap_or("random"));
        return format!(
            "Skill was not measured: all seats played {}; `--players thinking,random` does it.",
            all.split(':').next().unwrap_or(all)
        );
    }
    kinds.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then_with(|| a.0.who.cmp(&b.0.who)));
    let ((best, high), (worst, low)) = (kinds[0], kinds[kinds.len() - 1]);
    let told = format!(
        "{} wins {} of its games, and {} wins {} of its own",
        best.who,
        share_told(&high),
        worst.who,
        share_told(&low)
    );
    if high.low > low.high {
        format!("Playing well matters: {told}.")
    } else {
        format!("Playing well is not seen to matter: {told}.")
    }
}

fn length(summary: &Summary) -> String {
    let ended = summary.games - summary.stopped;
    let endless = match summary.stopped {
        0 => "all of them ended".to_owned(),
        stopped => format!("{} of {} did not end", count(stopped), count(summary.games)),
    };
    let (Some(minutes), Some(decisions)) = (summary.length("minutes"), summary.length("decisions")) else {
        return format!("How long a game takes is not known: {endless}.");
    };
    format!(
        "A game takes about {} minutes, half of all from {} to {}: {} decisions on average over {} games, and {endless}.",
        number(minutes.quarters[2].round()),
        number(minutes.quarters[1].round()),
        number(minutes.quarters[3].round()),
        number(decisions.mean.value),
        count(ended),
    )
}

fn tension(summary: &Summary) -> String {
    let (Some(margin), Some(decided)) = (&summary.margin, &summary.decided) else {
        return "How close games are is not known: no seat has points, or nobody won.".to_owned();
    };
    let behind = summary.comebacks.map_or(0.0, |share| share.value);
    if !summary.has_points() {
        return "How close games are is not known: the score counts no points.".to_owned();
    }
    let changes = summary.lead_changes.as_ref().map_or(0.0, |changes| changes.mean.value);
    format!(
        "The first is ahead by {} points in the middle game; the lead changes {} times, it is decided after {} of the turns, and {} of the winners were behind once.",
        number(margin.quarters[2]),
        number(changes),
        percent(decided.quarters[2]),
        percent(behind),
    )
}

fn choices(summary: &Summary) -> String {
    let seen: Vec<&AnswerLine> = summary.answers.iter().filter(|line| line.legal >= OFTEN).collect();
    if seen.is_empty() {
        return "What people choose is not known: no answer was legal often enough.".to_owned();
    }
    let never = seen.iter().filter(|line| line.chosen == 0).count();
    let never = match never {
        0 => "each was chosen at least once".to_owned(),
        1 => "one was never chosen".to_owned(),
        never => format!("{never} were never chosen"),
    };
    let telling = |line: &&&AnswerLine| line.difference.is_some_and(|difference| !difference.holds(0.0));
    let strongest = seen.iter().filter(telling).max_by(|a, b| {
        let size = |line: &AnswerLine| line.difference.map_or(0.0, |difference| difference.value.abs());
        size(a).total_cmp(&size(b)).then_with(|| (&b.heading, &b.answer).cmp(&(&a.heading, &a.answer)))
    });
    let with = strongest.and_then(|line| Some((line, line.with?, line.without?))).map_or_else(String::new, |told| {
        let (line, with, without) = told;
        format!(
            "; most goes with `{}` ({}): those who do it win {}, those who could and do not {}",
            line.answer,
            line.heading,
            percent(with.value),
            percent(without.value)
        )
    });
    format!("Of {} answers that were legal often, {never}{with}.", count(seen.len() as u64))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
