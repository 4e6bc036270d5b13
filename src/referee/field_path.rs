//! Where in a state something is: a chain of names that becomes text only when it is told, as nearly always nothing is wrong.

use std::fmt;

/// A field of a state, such as `hand.Bob`.
#[derive(Debug, Clone, Copy)]
pub struct FieldPath<'a> {
    outer: Option<&'a FieldPath<'a>>,
    name: Name<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Name<'a> {
    Word(&'a str),
    Place(usize),
}

impl<'a> FieldPath<'a> {
    /// A field at the top, or a whole path that is text already.
    #[must_use]
    pub const fn new(name: &'a str) -> Self {
        Self { outer: None, name: Name::Word(name) }
    }

    /// A field inside of this one.
    #[must_use]
    pub const fn field(&'a self, name: &'a str) -> Self {
        Self { outer: Some(self), name: Name::Word(name) }
    }

    /// An item of this list, from 1.
    #[must_use]
    pub const fn item(&'a self, place: usize) -> Self {
        Self { outer: Some(self), name: Name::Place(place) }
    }
}

impl fmt::Display for FieldPath<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outer) = self.outer {
            write!(out, "{outer}.")?;
        }
        match self.name {
            Name::Word(name) => write!(out, "{name}"),
            Name::Place(place) => write!(out, "{place}"),
        }
    }
}
