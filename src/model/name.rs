//! Names as they stand in ids and file names.

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

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn slugs_are_plain() {
        assert_eq!(slug("Ann's Big — House!"), "anns-big-house");
        assert_eq!(slug("..."), "");
    }
}
