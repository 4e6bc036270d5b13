//! `tablewright roll` and `tablewright odds`: dice without a game.

use clap::Args;
use num_bigint::BigUint;
use num_integer::Integer as _;
use rand::TryRng as _;
use rand::rngs::SysRng;
use serde_json::{Value, json};

use crate::diag::{Diagnostic, count_of};
use crate::dice::{self, Chance, Expression, Fate, NoOdds, Odds, Reading, Rolled, RolledPool, Rolls};

use super::draws::draw_odds;
use super::outcome::Outcome;
use super::report::{say, say_json, tell};

/// What comes less often has no chance that two digits could show.
const RARE: f64 = 0.000_05;
/// So many such results in a row are told together.
const MANY_RARE: usize = 4;
/// How many letters the longest bar has.
const LONGEST_BAR: f64 = 40.0;
/// Longer fractions say less than a percentage.
pub(super) const LONGEST_FRACTION: usize = 13;

/// Arguments of `roll`.
#[derive(Debug, Args)]
pub struct RollArgs {
    /// What to roll: 2d6+1, "d20 + 7 advantage", "4d6 keep highest 3", "5d10 count 8+", "max(d6, d8)", "3 times d20", "3d{hit, hit, miss}", "2d6 # damage"
    #[arg(required = true, allow_negative_numbers = true)]
    pub roll: Vec<String>,
    /// The same number gives the same roll; without it, chance decides
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `odds`.
#[derive(Debug, Args)]
pub struct OddsArgs {
    /// What would be rolled, as for `roll`, or drawn: "2 of 5 hearts in 13 of 52", "at least 1 of 4 aces in 5 of 52"
    #[arg(required = true, allow_negative_numbers = true)]
    pub roll: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs the verb `roll`.
pub fn roll(arguments: &RollArgs) -> Outcome {
    let reading = match read(&arguments.roll) {
        Ok(reading) => reading,
        Err(outcome) => return outcome,
    };
    let rolls = &reading.rolls;
    let Some(seed) = arguments.seed.or_else(|| SysRng.try_next_u64().ok()) else {
        let message = "this machine gives no random numbers";
        return refuse(Diagnostic::error(message).hint("choose one yourself with `--seed`"));
    };
    let mut chance = Chance::from_seed(seed);
    let mut once = || dice::roll(&rolls.expression, &mut |sides| chance.below(sides));
    let rolled: Vec<Rolled> = (0..rolls.times).map(|_| once()).collect();
    if arguments.json {
        let all: Vec<Value> = rolled.iter().map(rolled_json).collect();
        let (label, notes) = (&rolls.label, notes(&reading));
        say_json(&json!({ "roll": rolls.to_string(), "label": label, "notes": notes, "seed": seed, "rolls": all }));
    } else {
        say(&format!("{rolls}:"));
        say_notes(&reading);
        for rolled in &rolled {
            say(&format!("  {}", told(&rolls.expression, rolled)));
        }
    }
    Outcome::Done
}

/// Words on the command line are one roll, with quotes or without.
fn read(words: &[String]) -> Result<Reading, Outcome> {
    dice::parse(&words.join(" ")).map_err(refuse)
}

/// How it was read, where others would read it otherwise.
fn notes(reading: &Reading) -> Vec<String> {
    reading.notes.iter().map(ToString::to_string).collect()
}

fn say_notes(reading: &Reading) {
    for note in notes(reading) {
        say(&note);
    }
}

/// `6 5 3 (1) = 14`.
fn told(expression: &Expression, rolled: &Rolled) -> String {
    let throws = match rolled {
        Rolled::Pool(pool) => pool.to_string(),
        other => other.to_string(),
    };
    match (rolled.total(), expression) {
        (None, _) => format!("{throws}: {}", tally(rolled)),
        (Some(total), Expression::Pool(pool)) if pool.counted.is_some() => format!("{throws} = {total} counted"),
        (Some(total), _) if throws == total.to_string() => throws,
        (Some(total), _) => format!("{throws} = {total}"),
    }
}

/// `2 hit, 1 miss`: how often each face came up.
fn tally(rolled: &Rolled) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    let throws = rolled.pools().into_iter().flat_map(|pool| &pool.throws).filter(|thrown| thrown.fate == Fate::Kept);
    for thrown in throws {
        match counts.iter_mut().find(|(face, _)| *face == thrown.face.text) {
            Some((_, count)) => *count += 1,
            None => counts.push((thrown.face.text.clone(), 1)),
        }
    }
    counts.iter().map(|(face, count)| format!("{count} {face}")).collect::<Vec<_>>().join(", ")
}

fn rolled_json(rolled: &Rolled) -> Value {
    let dice: Vec<Value> = rolled.pools().into_iter().map(pool_json).collect();
    json!({ "total": rolled.total(), "dice": dice })
}

fn pool_json(pool: &RolledPool) -> Value {
    let throw = |thrown: &dice::Throw| {
        json!({
            "die": thrown.die,
            "face": thrown.face.text,
            "value": thrown.face.value,
            "kept": thrown.fate == Fate::Kept,
            "rerolled": thrown.fate == Fate::Rerolled,
            "counted": thrown.counted,
        })
    };
    json!({ "total": pool.total, "throws": pool.throws.iter().map(throw).collect::<Vec<_>>() })
}

/// Runs the verb `odds`.
pub fn odds(arguments: &OddsArgs) -> Outcome {
    let text = arguments.roll.join(" ");
    if dice::is_draw(&text) {
        return draw_odds(&text, arguments.json);
    }
    let reading = match read(&arguments.roll) {
        Ok(reading) => reading,
        Err(outcome) => return outcome,
    };
    let expression = &reading.rolls.expression;
    let odds = match dice::odds(expression) {
        Ok(odds) => odds,
        Err(why) => {
            let message = match why {
                NoOdds::TooMany => format!("`{expression}` has too many outcomes to list"),
                other => other.to_string(),
            };
            return refuse(Diagnostic::error(message).hint(why.hint()));
        }
    };
    if arguments.json {
        say_json(&odds_json(&reading, &odds));
    } else {
        say_odds(&reading, &odds);
    }
    Outcome::Done
}

/// Says what is wrong.
pub(super) fn refuse(diagnostic: Diagnostic) -> Outcome {
    tell(&diagnostic.into())
}

fn say_odds(reading: &Reading, odds: &Odds) {
    let rolls = &reading.rolls;
    let results = count_of(odds.ways.len(), "result");
    let (average, deviation) = (rounded(odds.average()), rounded(odds.deviation()));
    let once = Rolls { times: 1, ..rolls.clone() };
    say(&format!("{once}: {results}, {average} on average, give or take {deviation}"));
    say_notes(reading);
    if rolls.times > 1 {
        say(&format!("(of one roll; {} of them are rolled)", rolls.times));
    }
    say_table(odds);
    if odds.is_cut_off {
        let bound = if odds.left_out() < 1e-9 { "billion" } else { "million" };
        say(&format!("longer chains of explosions are left out: together less than one chance in a {bound}"));
    }
}

/// A line for each result; many that hardly ever come, one after another, share a line.
pub(super) fn say_table(odds: &Odds) {
    let fractions: Vec<String> = odds.ways.values().map(|ways| fraction(ways, &odds.all)).collect();
    let wide = fractions.iter().map(String::len).max().unwrap_or(0);
    let wide = if wide > LONGEST_FRACTION { 0 } else { wide.max("odds".len()) };
    let column = odds.ways.keys().map(|result| result.to_string().len()).max().unwrap_or(0).max("result".len());
    let head = if wide == 0 { String::new() } else { format!("  {:>wide$}", "odds") };
    say(&format!("{:>column$}{head}    chance  at least", "result"));
    let most = odds.ways.values().max().map_or(1.0, |ways| odds.chance(ways));
    let at_least = odds.at_least();
    let row = |(result, ways, fraction): &(&i64, &BigUint, String)| {
        let chance = odds.chance(ways);
        let more = at_least.get(result).map_or(0.0, |ways| odds.chance(ways));
        let fraction = if wide == 0 { String::new() } else { format!("  {fraction:>wide$}") };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 40")]
        let bar = "#".repeat((chance / most * LONGEST_BAR).round() as usize);
        say(format!("{result:>column$}{fraction}  {}  {}  {bar}", percent(chance), percent(more)).trim_end());
    };
    let rows: Vec<_> = odds.ways.iter().zip(fractions).map(|((result, ways), of)| (result, ways, of)).collect();
    let is_rare = |ways: &BigUint| odds.chance(ways) < RARE;
    for run in rows.chunk_by(|one, next| is_rare(one.1) && is_rare(next.1)) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        if run.len() < MANY_RARE {
            run.iter().for_each(row);
            continue;
        }
        let together: f64 = run.iter().map(|(_, ways, _)| odds.chance(ways)).sum();
        let count = run.len();
        say(&format!("{} to {}: {count} results, together {}", first.0, last.0, percent(together).trim_start()));
    }
}

/// Each result and its chance.
pub(super) fn results_json(odds: &Odds) -> Value {
    let at_least = odds.at_least();
    let result = |(result, ways): (&i64, &BigUint)| {
        json!({
            "result": result,
            "odds": fraction(ways, &odds.all),
            "chance": odds.chance(ways),
            "at_least": at_least.get(result).map(|ways| odds.chance(ways)),
        })
    };
    json!(odds.ways.iter().map(result).collect::<Vec<_>>())
}

fn odds_json(reading: &Reading, odds: &Odds) -> Value {
    json!({
        "roll": reading.rolls.expression.to_string(),
        "label": reading.rolls.label,
        "notes": notes(reading),
        "average": odds.average(),
        "deviation": odds.deviation(),
        "cut_off": odds.is_cut_off,
        "left_out": odds.left_out(),
        "results": results_json(odds),
    })
}

/// In lowest terms.
pub(super) fn fraction(part: &BigUint, whole: &BigUint) -> String {
    let common = part.gcd(whole);
    format!("{}/{}", part / &common, whole / &common)
}

/// Eight letters wide: `  2.78 %`; what is there, but next to nothing, is not 0.
pub(super) fn percent(chance: f64) -> String {
    if chance < RARE { "< 0.01 %".to_owned() } else { format!("{:>6.2} %", chance * 100.0) }
}

/// With as many digits as say something.
pub(super) fn rounded(number: f64) -> String {
    let text = format!("{number:.2}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        // What is next to nothing has no sign.
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn what_is_next_to_nothing_has_no_sign() {
        let told = [-0.0, -0.004, -0.006, 0.004, -10.0, 3.5].map(rounded);
        assert_eq!(told, ["0", "0", "-0.01", "0", "-10", "3.5"]);
    }
}
