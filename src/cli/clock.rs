//! The time, as the journals of tables have it, and how long something is ago. Knows no time zones.

use jiff::Timestamp;

use crate::diag::count_of;

/// The time, to the second, in UTC.
pub fn now() -> String {
    Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// How long something is ago, in words; of what is not a time, the text itself.
pub fn ago(then: &str, now: &str) -> String {
    let [Ok(from), Ok(to)] = [then, now].map(str::parse::<Timestamp>) else { return then.to_owned() };
    let minutes = usize::try_from((to.as_second() - from.as_second()) / 60).unwrap_or(0);
    match (minutes, minutes / 60, minutes / (60 * 24)) {
        (0, ..) => "just now".to_owned(),
        (minutes, 0, _) => format!("{} ago", count_of(minutes, "minute")),
        (_, hours, 0) => format!("{} ago", count_of(hours, "hour")),
        (.., days) => format!("{} ago", count_of(days, "day")),
    }
}

#[cfg(test)]
mod tests {
    use super::ago;

    #[test]
    fn times_are_told_in_words() {
        let told = |then: &str| ago(then, "2026-03-10T20:15:00Z");
        let times = ["2026-03-10T20:14:30Z", "2026-03-10T20:14:00Z", "2026-03-10T18:16:00Z", "2026-03-09T20:15:00Z"];
        assert_eq!(times.map(told), ["just now", "1 minute ago", "1 hour ago", "1 day ago"]);
        assert_eq!(
            ["2025-03-10T20:15:00Z", "2026-03-10T21:00:00Z", "odd"].map(told),
            ["365 days ago", "just now", "odd"]
        );
    }
}
