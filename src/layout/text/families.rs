//! Which font is meant by what people and programs write: a family, a list of them as on the web, the name that programs have
//! for one cut, or only a kind of font. Knows names, and no glyphs.

/// What stands for the families that are only kinds of fonts.
const KINDS: &[(&str, &str)] = &[
    ("sans-serif", "Barlow"),
    ("system-ui", "Barlow"),
    ("ui-sans-serif", "Barlow"),
    ("ui-rounded", "Barlow"),
    ("cursive", "Barlow"),
    ("serif", "Crimson Text"),
    ("ui-serif", "Crimson Text"),
    ("monospace", "Courier Prime"),
    ("ui-monospace", "Courier Prime"),
    ("fantasy", "Bangers"),
];

/// The family that stands for a kind of fonts, as `serif` is one.
#[must_use]
pub fn of_kind(word: &str) -> Option<&'static str> {
    KINDS.iter().find(|(kind, _)| kind.eq_ignore_ascii_case(word)).map(|(_, family)| *family)
}

/// The names in a list such as `"Open Sans", Arial, sans-serif`, in their order.
pub fn listed(written: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let parts = written.split(move |letter: char| {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if open == letter => quote = None,
            _ => {}
        }
        letter == ',' && quote.is_none()
    });
    parts.map(|name| name.trim().trim_matches(['"', '\'']).trim()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{listed, of_kind};

    #[test]
    fn lists_are_taken_apart() {
        let names = |written| listed(written).collect::<Vec<_>>();
        assert_eq!(names("\"Open Sans\", 'Tom, Dick' ,serif"), ["Open Sans", "Tom, Dick", "serif"]);
        assert_eq!(names("Barlow Condensed"), ["Barlow Condensed"]);
        assert_eq!(names(" , \"\","), Vec::<&str>::new());
    }

    #[test]
    fn kinds_have_a_font() {
        assert_eq!(of_kind("Serif"), Some("Crimson Text"));
        assert_eq!(of_kind("Barlow"), None);
    }
}
