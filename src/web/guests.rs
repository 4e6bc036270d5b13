//! Who is who: keys of devices, the seats they have, who keeps the table, and who has asked for a seat. Decides who may do
//! what; knows no HTTP and no rules.

use std::collections::BTreeMap;

use rand::TryRng as _;

use crate::app::table::{Guest, GuestList};

/// A key has so many bytes.
const KEY_BYTES: usize = 16;
/// More devices are not remembered; the oldest without a seat go first.
const MOST_GUESTS: usize = 200;
/// More do not wait for the host.
const MOST_WAITING: usize = 24;

/// Everybody.
#[derive(Debug, Default)]
pub struct Guests {
    /// Those who were let in, as they are kept on the disk.
    pub list: GuestList,
    /// Those who wait for the host, by the number of their request.
    pub waiting: BTreeMap<u64, Waiting>,
    /// Of a device with several seats: in whose hands it is.
    hands: BTreeMap<String, usize>,
    /// Whom the host did not let in, by their keys, and as whom.
    declined: BTreeMap<String, Vec<usize>>,
    next: u64,
}

/// Somebody who has asked for seats.
#[derive(Debug, Clone)]
pub struct Waiting {
    /// The key of the device.
    pub key: String,
    /// The seats.
    pub seats: Vec<usize>,
}

/// A new key: 128 bits that nobody can guess; nothing, if the machine has no chance to give.
pub fn new_key() -> Option<String> {
    let mut bytes = [0; KEY_BYTES];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes).ok()?;
    Some(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// Whether two keys are the same; how long that takes says nothing about where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && !one.is_empty() && differs == 0
}

impl Guests {
    /// Those who were let in before.
    pub fn new(list: GuestList) -> Self {
        Self { list, ..Self::default() }
    }

    /// Whether a key is that of who keeps the table.
    pub fn is_host(&self, key: Option<&str>) -> bool {
        key.is_some_and(|key| is_same(key, &self.list.host))
    }

    /// The seats of a device.
    pub fn seats(&self, key: Option<&str>) -> Vec<usize> {
        self.guest(key).map(|guest| guest.seats.clone()).unwrap_or_default()
    }

    /// Whether a device has a seat.
    pub fn has(&self, key: Option<&str>, seat: usize) -> bool {
        self.guest(key).is_some_and(|guest| guest.seats.contains(&seat))
    }

    /// Whether anybody has a seat.
    pub fn is_taken(&self, seat: usize) -> bool {
        self.list.guests.iter().any(|guest| guest.seats.contains(&seat))
    }

    /// Whether somebody else may have a device in their hands than who plays this seat on it.
    pub fn is_passed_on(&self, key: Option<&str>, seat: usize) -> bool {
        let in_hands = key.and_then(|key| self.hands.get(key));
        self.seats(key).len() > 1 && in_hands != Some(&seat)
    }

    /// Somebody with a device says which of its seats they play.
    pub fn take_in_hand(&mut self, key: &str, seat: usize) {
        if self.hands.len() >= MOST_GUESTS {
            self.hands.clear();
        }
        self.hands.insert(key.to_owned(), seat);
    }

    /// A device is passed on: whoever takes it says who they are, also if it is the same as before.
    pub fn let_go(&mut self, key: Option<&str>) {
        if let Some(key) = key {
            self.hands.remove(key);
        }
    }

    /// A device is not let in.
    pub fn decline(&mut self, waiting: Waiting) {
        if self.declined.len() >= MOST_WAITING {
            self.declined.clear();
        }
        self.declined.insert(waiting.key, waiting.seats);
    }

    /// As whom a device was not let in when it asked last.
    pub fn declined(&self, key: Option<&str>) -> Option<&Vec<usize>> {
        key.and_then(|key| self.declined.get(key))
    }

    /// What a device has asked for and waits for.
    pub fn asked(&self, key: Option<&str>) -> Option<&Waiting> {
        self.waiting.values().find(|waiting| key.is_some_and(|key| is_same(key, &waiting.key)))
    }

    /// Whether a key was given to a device here.
    pub fn is_known(&self, key: &str) -> bool {
        self.is_host(Some(key)) || self.guest(Some(key)).is_some() || self.asked(Some(key)).is_some()
    }

    fn guest(&self, key: Option<&str>) -> Option<&Guest> {
        self.list.guests.iter().find(|guest| key.is_some_and(|key| is_same(key, &guest.key)))
    }

    /// Gives seats to a device; whoever had them has them no more.
    pub fn seat(&mut self, key: &str, seats: &[usize]) {
        for seat in seats {
            self.free(*seat);
        }
        if self.guest(Some(key)).is_none() {
            self.list.guests.push(Guest { key: key.to_owned(), seats: Vec::new() });
        }
        if let Some(guest) = self.list.guests.iter_mut().find(|guest| guest.key == key) {
            guest.seats.extend(seats);
            guest.seats.sort_unstable();
            guest.seats.dedup();
        }
        self.waiting.retain(|_, waiting| waiting.key != key);
        self.declined.remove(key);
        while self.list.guests.len() > MOST_GUESTS {
            self.list.guests.remove(0);
        }
    }

    /// The key of the device that has a seat.
    pub fn holder(&self, seat: usize) -> Option<&str> {
        self.list.guests.iter().find(|guest| guest.seats.contains(&seat)).map(|guest| guest.key.as_str())
    }

    /// The seats of the device that has this one, itself among them.
    pub fn together(&self, seat: usize) -> Vec<usize> {
        self.seats(self.holder(seat))
    }

    /// Takes a seat from whoever has it.
    pub fn free(&mut self, seat: usize) {
        for guest in &mut self.list.guests {
            guest.seats.retain(|own| *own != seat);
        }
        self.list.guests.retain(|guest| !guest.seats.is_empty());
    }

    /// Lets a device wait for the host; nothing when too many wait.
    pub fn wait(&mut self, key: &str, seats: Vec<usize>) -> Option<u64> {
        self.waiting.retain(|_, waiting| waiting.key != key);
        if self.waiting.len() >= MOST_WAITING {
            return None;
        }
        self.declined.remove(key);
        self.next += 1;
        self.waiting.insert(self.next, Waiting { key: key.to_owned(), seats });
        Some(self.next)
    }

    /// Whether a word is the one that lets people in.
    pub fn is_word(&self, word: &str) -> bool {
        let plain = |word: &str| word.trim().to_lowercase();
        self.list.word.as_ref().is_some_and(|known| is_same(&plain(known), &plain(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Guests, new_key};

    #[test]
    fn a_seat_belongs_to_one_device() {
        let mut guests = Guests::default();
        let [ann, bob] = [new_key().unwrap(), new_key().unwrap()];
        assert_ne!(ann, bob);
        assert_eq!(ann.len(), 32);
        guests.seat(&ann, &[0, 2]);
        guests.seat(&bob, &[2]);
        assert_eq!(guests.seats(Some(&ann)), [0]);
        assert!(guests.has(Some(&bob), 2) && !guests.has(None, 2) && !guests.has(Some(""), 0));
        guests.free(0);
        assert!(!guests.is_taken(0) && guests.seats(Some(&ann)).is_empty());
    }

    #[test]
    fn a_device_with_several_seats_is_in_the_hands_of_one() {
        let mut guests = Guests::default();
        guests.seat("a", &[0]);
        assert!(!guests.is_passed_on(Some("a"), 0), "nobody else has it");
        guests.seat("a", &[1]);
        assert!(guests.is_passed_on(Some("a"), 0) && guests.is_passed_on(Some("a"), 1));
        guests.take_in_hand("a", 1);
        assert!(guests.is_passed_on(Some("a"), 0) && !guests.is_passed_on(Some("a"), 1));
        guests.let_go(Some("a"));
        assert!(guests.is_passed_on(Some("a"), 1), "it was on its way to somebody else");
    }

    #[test]
    fn nobody_is_host_without_the_key_and_no_word_lets_nobody_in() {
        let mut guests = Guests::default();
        assert!(!guests.is_host(Some("")) && !guests.is_host(None) && !guests.is_word(""));
        guests.list.host = new_key().unwrap();
        guests.list.word = Some("Lantern".to_owned());
        assert!(guests.is_host(Some(&guests.list.host.clone())) && guests.is_word(" lantern ") && !guests.is_word(""));
    }

    #[test]
    fn only_so_many_wait_and_a_device_waits_once() {
        let mut guests = Guests::default();
        assert!((0..40).filter_map(|n| guests.wait(&format!("key-{n}"), vec![0])).count() == 24);
        guests.waiting.clear();
        guests.wait("a", vec![0]);
        guests.wait("a", vec![1]);
        assert_eq!(guests.waiting.values().map(|one| one.seats.clone()).collect::<Vec<_>>(), [vec![1]]);
    }
}
