//! What several faces have in common: held once, and known by what is in it, never by where it lies in memory.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// What something looks like, as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub(super) u128);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// What can be seen, and so has a fingerprint.
pub trait Look {
    /// A number that differs when anything to be seen differs, and is the same on every machine when nothing does. Names
    /// and places in the game do not count.
    fn fingerprint(&self) -> Fingerprint;
}

/// A thing that many hold. Two of them are equal when they look the same, however they came about; their fingerprint is
/// taken once.
#[derive(Debug)]
pub struct Common<T>(Arc<(Fingerprint, T)>);

impl<T: Look> Common<T> {
    /// Takes its fingerprint.
    #[must_use]
    pub fn new(thing: T) -> Self {
        Self(Arc::new((thing.fingerprint(), thing)))
    }
}

impl<T> Common<T> {
    /// What it looks like.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        self.0.0
    }
}

impl<T> Deref for Common<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.1
    }
}

impl<T> Clone for Common<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> PartialEq for Common<T> {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint() == other.fingerprint()
    }
}

impl<T> Eq for Common<T> {}

impl<T> Hash for Common<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint().hash(state);
    }
}
