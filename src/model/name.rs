//! Names as they stand in ids, file names and expressions.

/// A name made of lower-case letters, digits and hyphens.
#[must_use]
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') && c != '\'' && c != '’' {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// A heading as a name that expressions can use: small letters, digits and `_`, as in `card_cost`; empty when it has
/// neither letters nor digits.
#[must_use]
pub fn usable_name(heading: &str) -> String {
    let name = slug(heading).replace('-', "_");
    if name.starts_with(|first: char| first.is_numeric()) { format!("_{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::{slug, usable_name};

    #[test]
    fn slugs_are_plain() {
        assert_eq!(slug("Ann's Big — House!"), "anns-big-house");
        assert_eq!(slug("..."), "");
    }

    #[test]
    fn headings_become_names() {
        assert_eq!(usable_name("Card Cost (in €)"), "card_cost_in");
        assert_eq!(usable_name("2nd cost"), "_2nd_cost");
        assert_eq!(usable_name("#"), "");
    }
}
