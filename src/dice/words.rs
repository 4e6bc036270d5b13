//! How a roll is written: in words that are read as the same roll again.

use std::fmt;

use super::expression::{Dropped, Explode, Expression, Pool, Rolls, Rounding, Sort};
use super::faces::Die;

/// What stands before a part of a sum.
pub(super) const fn sign(place: usize, away: bool) -> &'static str {
    match (place, away) {
        (0, false) => "",
        (0, true) => "-",
        (_, false) => " + ",
        (_, true) => " - ",
    }
}

/// How tightly an expression holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hold {
    Sum,
    Product,
    Alone,
}

impl Expression {
    const fn hold(&self) -> Hold {
        match self {
            Self::Sum(_) => Hold::Sum,
            Self::Product(_) | Self::Quotient(..) => Hold::Product,
            Self::Number(_) | Self::Pool(_) | Self::Group(..) | Self::Absolute(_) => Hold::Alone,
        }
    }

    /// In brackets, unless it holds together at least so tightly.
    fn inside(&self, hold: Hold) -> String {
        if self.hold() < hold { format!("({self})") } else { self.to_string() }
    }
}

impl fmt::Display for Rolls {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.times > 1 {
            write!(out, "{} times ", self.times)?;
        }
        write!(out, "{}", self.expression)?;
        self.label.as_ref().map_or(Ok(()), |label| write!(out, " # {label}"))
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(out, "{number}"),
            Self::Pool(pool) => write!(out, "{pool}"),
            Self::Sum(parts) => parts.iter().enumerate().try_for_each(|(place, (away, part))| {
                write!(out, "{}{}", sign(place, *away), part.inside(Hold::Product))
            }),
            Self::Product(parts) => parts.iter().enumerate().try_for_each(|(place, part)| {
                // What is multiplied or divided first needs no brackets.
                if place == 0 {
                    write!(out, "{}", part.inside(Hold::Product))
                } else {
                    write!(out, " * {}", part.inside(Hold::Alone))
                }
            }),
            Self::Quotient(of, by, rounding) => {
                write!(out, "{} / {} rounded {rounding}", of.inside(Hold::Product), by.inside(Hold::Alone))
            }
            Self::Group(parts, dropped) => write_group(out, parts, *dropped),
            Self::Absolute(of) => write!(out, "abs({of})"),
        }
    }
}

fn write_group(out: &mut fmt::Formatter<'_>, parts: &[Expression], dropped: Dropped) -> fmt::Result {
    let texts: Vec<String> = parts.iter().map(Expression::to_string).collect();
    let (texts, count) = (texts.join(", "), u32::try_from(parts.len()).unwrap_or(u32::MAX));
    match (dropped.lowest, dropped.highest) {
        (away, 0) if away + 1 == count => write!(out, "max({texts})"),
        (0, away) if away + 1 == count => write!(out, "min({texts})"),
        _ => write!(out, "{{{texts}}}{}", kept(dropped, count)),
    }
}

/// ` keep highest 3`; nothing where all count.
fn kept(dropped: Dropped, count: u32) -> String {
    let kept = dropped.kept(count);
    match (dropped.lowest, dropped.highest) {
        (0, 0) => String::new(),
        (_, 0) => format!(" keep highest {kept}"),
        (0, _) => format!(" keep lowest {kept}"),
        (lowest, highest) if lowest == highest => format!(" keep middle {kept}"),
        (lowest, highest) => format!(" drop lowest {lowest} drop highest {highest}"),
    }
}

impl fmt::Display for Rounding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Down => "down",
            Self::Up => "up",
            Self::Nearest => "nearest",
        })
    }
}

impl fmt::Display for Explode {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match (self.compound, self.penetrate) {
            (false, false) => "explode",
            (true, false) => "compound",
            (false, true) => "penetrate",
            (true, true) => "compound penetrate",
        };
        write!(out, "{how} {}", self.faces)
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count != 1 {
            write!(out, "{}", self.count)?;
        }
        write!(out, "{}", self.die)?;
        if matches!(self.die, Die::Numbered(sides) if Die::may_be_tens(sides)) {
            write!(out, " sides")?;
        }
        if let Some(reroll) = &self.reroll {
            write!(out, " reroll {}{}", if reroll.always { "all " } else { "" }, reroll.faces)?;
        }
        if self.unique {
            write!(out, " unique")?;
        }
        if let Some(explode) = &self.explode {
            write!(out, " {explode}")?;
        }
        if let Some(minimum) = self.minimum {
            write!(out, " minimum {minimum}")?;
        }
        if let Some(maximum) = self.maximum {
            write!(out, " maximum {maximum}")?;
        }
        write!(out, "{}", kept(self.dropped, self.count))?;
        if let Some(counted) = &self.counted {
            write!(out, " count {counted}")?;
        }
        match self.sort {
            None => Ok(()),
            Some(Sort::Ascending) => write!(out, " sort ascending"),
            Some(Sort::Descending) => write!(out, " sort descending"),
        }
    }
}
