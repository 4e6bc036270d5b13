//! The least and the most an expression can come to, without its odds: what is divided by must not be 0, and no result may
//! be larger than what is reckoned with exactly.

use super::expression::{Expression, Pool};
use super::faces::DieFace;
use super::roll::LONGEST_CHAIN;

/// The bounds of all results; a pool may not reach its own.
pub fn range(expression: &Expression) -> (i64, i64) {
    match expression {
        Expression::Number(number) => (*number, *number),
        Expression::Pool(pool) => pool_range(pool),
        Expression::Sum(parts) => parts.iter().fold((0, 0), |(least, most), (away, part)| {
            let (low, high) = range(part);
            let (low, high) = if *away { (high.saturating_neg(), low.saturating_neg()) } else { (low, high) };
            (least.saturating_add(low), most.saturating_add(high))
        }),
        Expression::Product(parts) => {
            parts.iter().fold((1, 1), |sofar, part| corners(sofar, range(part), i64::saturating_mul))
        }
        Expression::Quotient(of, by, rounding) => corners(range(of), range(by), |of, by| rounding.divide(of, by)),
        Expression::Group(parts, dropped) => {
            // With any part higher the result is not lower.
            let (low, high): (Vec<i64>, Vec<i64>) = parts.iter().map(range).unzip();
            (dropped.sum(&low), dropped.sum(&high))
        }
        Expression::Absolute(of) => match range(of) {
            (low, high) if low >= 0 => (low, high),
            (low, high) if high <= 0 => (high.saturating_neg(), low.saturating_neg()),
            (low, high) => (0, high.max(low.saturating_neg())),
        },
    }
}

fn corners((a, b): (i64, i64), (c, d): (i64, i64), join: impl Fn(i64, i64) -> i64) -> (i64, i64) {
    let all = [join(a, c), join(a, d), join(b, c), join(b, d)];
    (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
}

fn pool_range(pool: &Pool) -> (i64, i64) {
    let chain = i64::try_from(if pool.explode.is_some() { LONGEST_CHAIN } else { 1 }).unwrap_or(i64::MAX);
    let dice = i64::from(pool.dropped.kept(pool.count));
    if pool.counted.is_some() {
        return (0, dice.saturating_mul(if pool.is_compound() { 1 } else { chain }));
    }
    // What a throw counts as does not sink when it shows more.
    let counts_as = |value: i64, further: bool| pool.counts_as(DieFace::number(value), further).value.unwrap_or(0);
    let (low, high) = pool.die.range().unwrap_or((0, 0));
    let (low, high) = (counts_as(low, pool.explode.is_some()), counts_as(high, false));
    let once = |value: i64| value.saturating_mul(dice);
    let always = |value: i64| once(value).saturating_mul(chain);
    (once(low).min(always(low)), once(high).max(always(high)))
}
