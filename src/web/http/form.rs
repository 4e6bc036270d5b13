//! What comes in a form or behind a question mark, and the key in a cookie. All of it is bounded, and what is odd is left out.

use std::borrow::Cow;

/// More fields of a form are not read.
const MOST_FIELDS: usize = 512;

/// The fields of a form, in their order.
#[derive(Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// As a browser writes them.
    pub fn of(bytes: &[u8]) -> Self {
        let all = form_urlencoded::parse(bytes).take(MOST_FIELDS);
        Self(all.map(|(name, value)| (Cow::into_owned(name), Cow::into_owned(value))).collect())
    }

    /// A field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The text of a field; nothing where it is not there.
    pub fn text(&self, name: &str) -> String {
        self.get(name).unwrap_or_default().to_owned()
    }

    /// A field that is a number.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.get(name)?.parse().ok()
    }

    /// All numbers of a field that may come several times.
    pub fn numbers<T: std::str::FromStr>(&self, name: &str) -> Vec<T> {
        self.0.iter().filter(|(known, _)| known == name).filter_map(|(_, value)| value.parse().ok()).collect()
    }

    /// Fields whose names begin so and go on with a number.
    pub fn numbered(&self, start: &str) -> Vec<(usize, String)> {
        let of = |(name, value): &(String, String)| Some((name.strip_prefix(start)?.parse().ok()?, value.clone()));
        self.0.iter().filter_map(of).collect()
    }
}

/// The key in the cookies of a request: so many figures and letters as a key has, and nothing else.
pub fn key_in(cookies: &str, name: &str) -> Option<String> {
    let value =
        cookies.split(';').filter_map(|cookie| cookie.trim().split_once('=')).find(|(known, _)| *known == name)?.1;
    let is_key = value.len() == 32 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_key.then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Fields, key_in};

    #[test]
    fn fields_are_read_as_browsers_write_them() {
        let fields = Fields::of(b"seat=1&seat=2&text=5+5%202&count-3=7&count-x=1&seat=zz");
        assert_eq!(fields.numbers::<usize>("seat"), [1, 2]);
        assert_eq!(fields.get("text"), Some("5 5 2"));
        assert_eq!(fields.numbered("count-"), [(3, "7".to_owned())]);
        assert_eq!(Fields::of(&b"a=1&".repeat(10_000)).numbers::<u8>("a").len(), 512);
    }

    #[test]
    fn only_a_key_is_a_key() {
        let key = "0123456789abcdef0123456789abcdef";
        assert_eq!(key_in(&format!("other=1; seat-8017={key}"), "seat-8017").as_deref(), Some(key));
        for odd in ["seat-8017=", "seat-8017=../../etc", "seat-80=0123456789abcdef0123456789abcdef", "", ";;;=="] {
            assert_eq!(key_in(odd, "seat-8017"), None);
        }
    }
}
