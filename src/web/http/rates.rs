//! How often somebody may do something: a bucket for each address that fills up again with time.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// More addresses are not told apart; those that were quiet longest are forgotten.
const MOST: usize = 4_096;

/// Buckets of one size.
#[derive(Debug)]
pub struct Rates {
    /// How much a bucket holds.
    most: f64,
    /// How much comes back in a second.
    per_second: f64,
    buckets: Mutex<BTreeMap<IpAddr, (f64, Instant)>>,
}

impl Rates {
    /// So much at once, and so much in a second.
    pub fn new(most: f64, per_second: f64) -> Self {
        Self { most, per_second, buckets: Mutex::default() }
    }

    /// Whether an address may do it once more.
    pub fn allows(&self, address: IpAddr, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST && !buckets.contains_key(&address) {
            let quiet = buckets.iter().min_by_key(|(_, (_, last))| *last).map(|(address, _)| *address);
            quiet.map(|quiet| buckets.remove(&quiet));
        }
        let (left, last) = buckets.entry(address).or_insert((self.most, now));
        let since = now.saturating_duration_since(*last).as_secs_f64();
        *left = (*left + since * self.per_second).min(self.most);
        *last = now;
        let is_allowed = *left >= 1.0;
        if is_allowed {
            *left -= 1.0;
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::{Duration, Instant};

    use super::Rates;

    #[test]
    fn a_bucket_is_empty_once_and_fills_again() {
        let (rates, now) = (Rates::new(3.0, 1.0), Instant::now());
        let [one, other] = [1, 2].map(|n| IpAddr::V4(Ipv4Addr::new(10, 0, 0, n)));
        assert_eq!((0..5).filter(|_| rates.allows(one, now)).count(), 3);
        assert!(rates.allows(other, now));
        assert!(rates.allows(one, now + Duration::from_secs(1)));
        assert!(!rates.allows(one, now + Duration::from_secs(1)));
    }
}
