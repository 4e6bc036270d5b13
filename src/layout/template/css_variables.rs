//! Values of styles that name other values: `var(--ink, black)` and `light-dark(white, black)`, as browsers read them on white
//! paper. Knows one value for each name in a drawing; what is said of it otherwise elsewhere is left as it is written.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// So many values may name one another.
const DEEPEST: usize = 16;
/// A value that grows longer is none.
const LONGEST: usize = 10_000;
/// What begins the name of a variable.
const OWN: &str = "--";

/// What the variables of a drawing hold; nothing for those that hold several things.
#[derive(Debug, Default)]
pub struct Variables(BTreeMap<String, Option<String>>);

impl Variables {
    /// All that are declared in these styles.
    pub fn of<'s>(styles: impl IntoIterator<Item = &'s str>) -> Self {
        let mut known = Self::default();
        for style in styles.into_iter().filter(|style| style.contains(OWN)) {
            for declared in style.split(['{', '}', ';']) {
                let Some((name, value)) = declared.split_once(':') else { continue };
                let (name, value) = (name.trim(), value.trim());
                if name.starts_with(OWN) {
                    let held = known.0.entry(name.to_owned()).or_insert_with(|| Some(value.to_owned()));
                    *held = held.take().filter(|held| held == value);
                }
            }
        }
        known
    }

    /// A value without names of others, as far as it is known what they hold.
    #[must_use]
    pub fn resolved<'v>(&self, value: &'v str) -> Cow<'v, str> {
        let mut value = Cow::Borrowed(value);
        for _ in 0..DEEPEST {
            let Some(next) = self.one_resolved(&value).filter(|next| next.len() < LONGEST) else { break };
            value = Cow::Owned(next);
        }
        value
    }

    /// The same with the innermost function in place of which something else is meant; none where there is no such.
    fn one_resolved(&self, value: &str) -> Option<String> {
        let begins = ["var(", "light-dark("].into_iter().filter_map(|name| Some((value.rfind(name)?, name)));
        let (at, name) = begins.max()?;
        let inside = &value[at + name.len()..];
        let end = end_of_bracket(inside)?;
        let (first, second) = parted(&inside[..end]);
        let held = if name == "var(" { self.held(first, second)? } else { first };
        Some(format!("{}{held}{}", &value[..at], &inside[end + 1..]))
    }

    fn held<'h>(&'h self, name: &str, otherwise: Option<&'h str>) -> Option<&'h str> {
        match self.0.get(name) {
            Some(held) => held.as_deref(),
            None => otherwise,
        }
    }
}

/// Whether a declaration is that of a variable.
#[must_use]
pub fn is_variable(name: &str) -> bool {
    name.starts_with(OWN)
}

/// Where the bracket ends that is open at the beginning of a text.
fn end_of_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, sign)| match sign {
        '(' => {
            depth += 1;
            None
        }
        ')' if depth == 0 => Some(at),
        ')' => {
            depth -= 1;
            None
        }
        _ => None,
    })
}

/// What stands before the first comma that is in no bracket, and what behind it.
fn parted(text: &str) -> (&str, Option<&str>) {
    let mut depth = 0_usize;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return (text[..at].trim(), Some(text[at + 1..].trim())),
            _ => {}
        }
    }
    (text.trim(), None)
}

#[cfg(test)]
mod tests {
    use super::Variables;

    #[test]
    fn what_is_named_stands_in_place_of_its_name() {
        let known = Variables::of([":root{--ink: #123; --own: var(--ink); --two: red}", "--two: blue"]);
        let told = |value: &str| known.resolved(value).into_owned();
        assert_eq!(told("var(--ink)"), "#123");
        assert_eq!(told("var( --own , red)"), "#123");
        assert_eq!(told("var(--nobody, var(--ink))"), "#123");
        assert_eq!(told("light-dark(rgb(0, 0, 0), rgb(255, 255, 255))"), "rgb(0, 0, 0)");
        assert_eq!(told("0 0 2px light-dark(var(--ink), white)"), "0 0 2px #123");
        for left in ["var(--two, green)", "var(--nobody)", "var(", "light-dark", "#09c"] {
            assert_eq!(told(left), left);
        }
        let round = Variables::of(["--a: var(--b); --b: var(--a)"]);
        assert!(round.resolved("var(--a)").starts_with("var("), "ends");
    }
}
