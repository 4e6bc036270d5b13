//! `tablewright roll` and `tablewright odds`: dice without a game.

use clap::Args;
use num_bigint::BigUint;
use num_integer::Integer as _;
use rand::TryRng as _;
use rand::rngs::SysRng;
use serde_json::{Value, json};

use crate::diag::{Diagnostic, count_of};
use crate::dice::{self, Chance, Expression, Fate, Odds, Rolled, RolledPool, Rolls};

use super::outcome::Outcome;
use super::report::{say, say_json, tell};

/// How many letters the longest bar has.
const LONGEST_BAR: f64 = 40.0;
/// Longer fractions say less than a percentage.
const LONGEST_FRACTION: usize = 13;

/// Arguments of `roll`.
#[derive(Debug, Args)]
pub struct RollArgs {
    /// What to roll: 2d6+1, "4d6 keep highest 3", "5d10 count 8+", "3 times d20", "3d{hit, hit, miss}"
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
    /// What would be rolled, as for `roll`
    #[arg(required = true, allow_negative_numbers = true)]
    pub roll: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs the verb `roll`.
pub fn roll(arguments: &RollArgs) -> Outcome {
    let rolls = match read(&arguments.roll) {
        Ok(rolls) => rolls,
        Err(outcome) => return outcome,
    };
    let Some(seed) = arguments.seed.or_else(|| SysRng.try_next_u64().ok()) else {
        let message = "this machine gives no random numbers";
        return refuse(Diagnostic::error(message).hint("choose one yourself with `--seed`"));
    };
    let mut chance = Chance::from_seed(seed);
    let mut once = || dice::roll(&rolls.expression, &mut |sides| chance.below(sides));
    let rolled: Vec<Rolled> = (0..rolls.times).map(|_| once()).collect();
    if arguments.json {
        let all: Vec<Value> = rolled.iter().map(rolled_json).collect();
        say_json(&json!({ "roll": rolls.to_string(), "seed": seed, "rolls": all }));
    } else {
        say(&format!("{rolls}:"));
        for rolled in &rolled {
            say(&format!("  {}", told(&rolls.expression, rolled)));
        }
    }
    Outcome::Done
}

/// Words on the command line are one roll, with quotes or without.
fn read(words: &[String]) -> Result<Rolls, Outcome> {
    dice::parse(&words.join(" ")).map_err(refuse)
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
    let rolls = match read(&arguments.roll) {
        Ok(rolls) => rolls,
        Err(outcome) => return outcome,
    };
    if let Expression::Pool(pool) = &rolls.expression
        && !pool.is_number()
    {
        let hint = "say which face to count, as in `count hit`";
        return refuse(Diagnostic::error("faces with names have no odds of their own").hint(hint));
    }
    let Ok(odds) = dice::odds(&rolls.expression) else {
        let message = format!("`{}` has too many outcomes to list", rolls.expression);
        return refuse(Diagnostic::error(message).hint("use fewer dice, or dice with fewer sides"));
    };
    if arguments.json {
        say_json(&odds_json(&rolls.expression, &odds));
    } else {
        say_odds(&rolls, &odds);
    }
    Outcome::Done
}

fn refuse(diagnostic: Diagnostic) -> Outcome {
    tell(&diagnostic.into())
}

fn say_odds(rolls: &Rolls, odds: &Odds) {
    let results = count_of(odds.ways.len(), "result");
    let (average, deviation) = (rounded(odds.average()), rounded(odds.deviation()));
    say(&format!("{}: {results}, {average} on average, give or take {deviation}", rolls.expression));
    if rolls.times > 1 {
        say(&format!("(of one roll; {} of them are rolled)", rolls.times));
    }
    let fractions: Vec<String> = odds.ways.values().map(|ways| fraction(ways, &odds.all)).collect();
    let wide = fractions.iter().map(String::len).max().unwrap_or(0);
    let wide = if wide > LONGEST_FRACTION { 0 } else { wide.max("odds".len()) };
    let column = odds.ways.keys().map(|result| result.to_string().len()).max().unwrap_or(0).max("result".len());
    let head = if wide == 0 { String::new() } else { format!("  {:>wide$}", "odds") };
    say(&format!("{:>column$}{head}    chance  at least", "result"));
    let most = odds.ways.values().max().map_or(1.0, |ways| odds.chance(ways));
    let at_least = odds.at_least();
    for ((result, ways), fraction) in odds.ways.iter().zip(fractions) {
        let chance = odds.chance(ways);
        let more = at_least.get(result).map_or(0.0, |ways| odds.chance(ways));
        let fraction = if wide == 0 { String::new() } else { format!("  {fraction:>wide$}") };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 40")]
        let bar = "#".repeat((chance / most * LONGEST_BAR).round() as usize);
        let line = format!("{result:>column$}{fraction}  {}  {}  {bar}", percent(chance), percent(more));
        say(line.trim_end());
    }
    if odds.is_cut_off {
        say("longer chains of explosions are left out: together less than one chance in a billion");
    }
}

fn odds_json(expression: &Expression, odds: &Odds) -> Value {
    let at_least = odds.at_least();
    let result = |(result, ways): (&i64, &BigUint)| {
        json!({
            "result": result,
            "odds": fraction(ways, &odds.all),
            "chance": odds.chance(ways),
            "at_least": at_least.get(result).map(|ways| odds.chance(ways)),
        })
    };
    json!({
        "roll": expression.to_string(),
        "average": odds.average(),
        "deviation": odds.deviation(),
        "cut_off": odds.is_cut_off,
        "results": odds.ways.iter().map(result).collect::<Vec<_>>(),
    })
}

fn fraction(part: &BigUint, whole: &BigUint) -> String {
    let common = part.gcd(whole);
    format!("{}/{}", part / &common, whole / &common)
}

/// Eight letters wide: `  2.78 %`; what is there, but next to nothing, is not 0.
fn percent(chance: f64) -> String {
    if chance < 0.000_05 { "< 0.01 %".to_owned() } else { format!("{:>6.2} %", chance * 100.0) }
}

/// With as many digits as say something.
fn rounded(number: f64) -> String {
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
