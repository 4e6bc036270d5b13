//! Rolls an expression, and keeps what every die did. The faces come from the caller: an app's dice or people's.

use super::expression::{Expression, Pool, Sort};
use super::faces::DieFace;
use super::rolled::{Fate, Rolled, RolledPool, Throw};

/// A die that explodes longer than this is cut short; with nine faces of ten that is one chance in more than anyone rolls.
pub(super) const LONGEST_CHAIN: usize = 1_000;
/// After so many throws the face comes at once from those that it may be: the odds are the same.
const MOST_TRIES: usize = 100;

/// Gives a number from 0 up to, but not including, the one it is asked with.
type Source<'a> = dyn FnMut(u32) -> u32 + 'a;

/// Rolls an expression.
pub fn roll(expression: &Expression, throw: &mut Source) -> Rolled {
    match expression {
        Expression::Number(number) => Rolled::Number(*number),
        Expression::Pool(pool) => Rolled::Pool(roll_pool(pool, throw)),
        Expression::Sum(parts) => {
            let parts: Vec<(bool, Rolled)> = parts.iter().map(|(away, part)| (*away, roll(part, throw))).collect();
            let signed = |(away, part): &(bool, Rolled)| number(part).saturating_mul(1 - 2 * i64::from(*away));
            let total = parts.iter().map(signed).fold(0, i64::saturating_add);
            Rolled::Sum(parts, total)
        }
        Expression::Product(parts) => {
            let parts: Vec<Rolled> = parts.iter().map(|part| roll(part, throw)).collect();
            let total = parts.iter().map(number).fold(1, i64::saturating_mul);
            Rolled::Product(parts, total)
        }
        Expression::Quotient(of, by, rounding) => {
            let (of, by) = (roll(of, throw), roll(by, throw));
            let total = rounding.divide(number(&of), number(&by));
            Rolled::Quotient(Box::new(of), Box::new(by), total)
        }
        Expression::Group(parts, dropped) => {
            let parts: Vec<Rolled> = parts.iter().map(|part| roll(part, throw)).collect();
            let values: Vec<i64> = parts.iter().map(number).collect();
            Rolled::Group(dropped.of(&values).into_iter().zip(parts).collect(), dropped.sum(&values))
        }
        Expression::Absolute(of) => {
            let of = roll(of, throw);
            let total = number(&of).saturating_abs();
            Rolled::Absolute(Box::new(of), total)
        }
    }
}

/// Only numbers are reckoned with.
fn number(rolled: &Rolled) -> i64 {
    rolled.total().unwrap_or(0)
}

fn roll_pool(pool: &Pool, throw: &mut Source) -> RolledPool {
    let mut dice: Vec<Vec<Throw>> = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for die in 0..usize::try_from(pool.count).unwrap_or(0) {
        dice.push(roll_die(pool, die, &mut seen, throw));
    }
    let values: Vec<i64> = dice.iter().map(|throws| value(throws)).collect();
    let dropped = pool.dropped.of(&values);
    for thrown in dice.iter_mut().zip(dropped).filter(|(_, dropped)| *dropped).flat_map(|(throws, _)| throws) {
        if thrown.fate == Fate::Kept {
            thrown.fate = Fate::Dropped;
        }
    }
    match pool.sort {
        None => {}
        Some(Sort::Ascending) => dice.sort_by_key(|throws| value(throws)),
        Some(Sort::Descending) => dice.sort_by_key(|throws| std::cmp::Reverse(value(throws))),
    }
    let throws: Vec<Throw> = dice.into_iter().flatten().collect();
    let kept = || throws.iter().filter(|thrown| thrown.fate == Fate::Kept);
    let total = match &pool.counted {
        Some(_) => i64::try_from(kept().filter(|thrown| thrown.counted).count()).ok(),
        None => kept().map(|thrown| thrown.face.value).sum(),
    };
    RolledPool { throws, total }
}

/// What all throws of a die come to.
fn value(throws: &[Throw]) -> i64 {
    let counted = throws.iter().filter(|thrown| thrown.fate != Fate::Rerolled);
    counted.map(|thrown| thrown.face.value.unwrap_or(0)).sum()
}

/// One die with all that comes of it; `seen` is what others show.
fn roll_die(pool: &Pool, die: usize, seen: &mut Vec<String>, throw: &mut Source) -> Vec<Throw> {
    let mut throws = Vec::new();
    for further in 0..LONGEST_CHAIN {
        let joined = further > 0 && pool.is_compound();
        let mut put = |face: DieFace, fate: Fate| {
            let counted = fate == Fate::Kept && pool.counted.as_ref().is_some_and(|counted| counted.holds(&face));
            throws.push(Throw { face, fate, die, counted, joined });
        };
        let shown = lasting(pool, seen, throw, &mut |again| put(again, Fate::Rerolled));
        let explodes = pool.explode.as_ref().is_some_and(|explode| explode.faces.holds(&shown));
        if pool.unique {
            seen.push(shown.text.clone());
        }
        put(pool.counts_as(shown, further > 0), Fate::Kept);
        if !explodes {
            break;
        }
    }
    if let (true, Some(counted)) = (pool.is_compound(), &pool.counted) {
        let holds = counted.holds(&DieFace::number(value(&throws)));
        let last = throws.len().saturating_sub(1);
        for (place, thrown) in throws.iter_mut().enumerate() {
            thrown.counted = holds && place == last;
        }
    }
    throws
}

/// Throws until the face is one that stays; those before it go to `again`.
fn lasting(pool: &Pool, seen: &[String], throw: &mut Source, again: &mut dyn FnMut(DieFace)) -> DieFace {
    let is_again = |face: &DieFace| pool.reroll.as_ref().is_some_and(|reroll| reroll.faces.holds(face));
    let once = pool.reroll.as_ref().is_some_and(|reroll| !reroll.always);
    let goes = |face: &DieFace| is_again(face) || (pool.unique && seen.contains(&face.text));
    for tried in 0..MOST_TRIES {
        let face = pool.die.face(throw(pool.die.sides()));
        if (once && tried > 0) || !goes(&face) {
            return face;
        }
        again(face);
    }
    let stays: Vec<DieFace> = pool.die.faces().filter(|face| !goes(face)).collect();
    let index = throw(u32::try_from(stays.len()).unwrap_or(u32::MAX));
    stays.into_iter().nth(index as usize).unwrap_or_else(|| pool.die.face(0))
}
