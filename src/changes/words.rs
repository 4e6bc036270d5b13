//! Differences as lines a person reads: what happened to several pieces alike is said once.

use crate::diag::count_of;

use super::compare::{Changes, ComponentChange, PieceChange, What};

/// More names than this are only counted.
const NAMED: usize = 6;
/// A text longer than this is shown around its difference.
const SHOWN: usize = 60;
/// What stays readable before the difference.
const BEFORE: usize = 20;

impl Changes {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.title.is_none() && self.version.is_none() && self.components.is_empty()
    }

    /// All differences, each component under a line with its name.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let about = |name: &str, pair: &Option<(String, String)>| {
            pair.as_ref().map(|(from, to)| format!("{name} from \"{from}\" to \"{to}\""))
        };
        let game = about("title", &self.title).into_iter().chain(about("version", &self.version));
        game.chain(self.components.iter().flat_map(ComponentChange::lines)).collect()
    }
}

impl ComponentChange {
    fn lines(&self) -> Vec<String> {
        let name = format!("{} (`{}`)", self.title, self.id);
        if self.is != "changed" {
            return vec![format!("{name}: {}, {}", self.is, count_of(self.total, "piece"))];
        }
        let title = self.title_before.as_ref().map(|before| format!("title from \"{before}\" to \"{}\"", self.title));
        let kind = self.kind.as_ref().map(|(from, to)| format!("kind from `{from}` to `{to}`"));
        let pieces = alike(&self.pieces).into_iter().map(|(what, ids)| self.line(what, &ids));
        let all = title.into_iter().chain(kind).chain(pieces).map(|line| format!("  {line}"));
        std::iter::once(name).chain(all).collect()
    }

    fn line(&self, what: &What, ids: &[&str]) -> String {
        let who = match ids.len() {
            all if all > NAMED && all == self.different => format!("all {all} pieces"),
            many if many > NAMED => format!("{} and {} more", quoted(&ids[..NAMED]), many - NAMED),
            _ => quoted(ids),
        };
        format!("{who}: {}", what.words())
    }
}

/// Every difference once, with the pieces that have it, in the order they come.
fn alike(changes: &[PieceChange]) -> Vec<(&What, Vec<&str>)> {
    let mut first = std::collections::BTreeMap::new();
    let mut found: Vec<(&What, Vec<&str>)> = Vec::new();
    for PieceChange { id, what } in changes {
        let at = *first.entry(what).or_insert(found.len());
        if at == found.len() {
            found.push((what, Vec::new()));
        }
        found[at].1.push(id);
    }
    found
}

fn quoted(ids: &[&str]) -> String {
    ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}

impl What {
    fn words(&self) -> String {
        let copies = |word: &str, quantity: usize| match quantity {
            1 => word.to_owned(),
            other => format!("{word}, {other} copies"),
        };
        match self {
            Self::New { quantity } => copies("new", *quantity),
            Self::Gone { quantity } => copies("gone", *quantity),
            Self::Renamed { from } => format!("was called `{from}`"),
            Self::Quantity { from, to } => format!("quantity from {from} to {to}"),
            Self::Field { name, from, to } => {
                let (from, to) = around_difference(from, to);
                format!("`{name}` from \"{from}\" to \"{to}\"")
            }
            Self::Look { side } => (*side).to_owned(),
        }
    }
}

/// Two texts, each on one line, and when they are long only the part in which they begin to differ.
fn around_difference(from: &str, to: &str) -> (String, String) {
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (from, to) = (line(from), line(to));
    let same = from.chars().zip(to.chars()).take_while(|(a, b)| a == b).count();
    (part(&from, same), part(&to, same))
}

fn part(text: &str, same: usize) -> String {
    let count = text.chars().count();
    if count <= SHOWN {
        return text.to_owned();
    }
    let start = same.saturating_sub(BEFORE).min(count - SHOWN);
    let shown: String = text.chars().skip(start).take(SHOWN).collect();
    let (before, after) = (if start > 0 { "…" } else { "" }, if start + SHOWN < count { "…" } else { "" });
    format!("{before}{shown}{after}")
}

#[cfg(test)]
mod tests {
    use super::around_difference;

    #[test]
    fn long_texts_are_shown_where_they_differ() {
        let (before, after) = (format!("{}one{}", "é".repeat(80), "x".repeat(90)), "é".repeat(80) + "two");
        let (from, to) = around_difference(&before, &after);
        assert_eq!(from, format!("…{}one{}…", "é".repeat(20), "x".repeat(37)));
        assert_eq!(to, format!("…{}two", "é".repeat(57)));
        assert_eq!(around_difference("a\n b", ""), ("a b".into(), String::new()));
    }
}
