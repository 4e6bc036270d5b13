//! Values of cells as people see them: numbers without what only machines see, dates and times as ISO writes them.

/// A number with the figures that a spreadsheet keeps.
pub fn number_text(number: f64) -> String {
    // Sums are a little off in their last places: spreadsheets show fifteen.
    let kept: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    if kept == 0.0 { "0".to_owned() } else { kept.to_string() }
}

/// A number as `000`, `0%` or `0.0%` show it; none where the format is another one.
pub fn formatted(number: f64, format: &str) -> Option<String> {
    let is_zeros = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign == b'0');
    if is_zeros(format) && format.len() > 1 {
        let sign = if number.round() < 0.0 { "-" } else { "" };
        return Some(format!("{sign}{:0>width$.0}", number.abs().round(), width = format.len()));
    }
    let figures = format.strip_suffix('%')?;
    let decimals = match figures.split_once('.') {
        None if figures == "0" => 0,
        Some(("0", decimals)) if is_zeros(decimals) => decimals.len(),
        _ => return None,
    };
    Some(format!("{:.decimals$}%", number * 100.0))
}

/// `2026-03-01T00:00:00` as `2026-03-01`, with the time of day only when there is one; `PT14H30M00S` as `14:30`.
pub fn iso_text(text: &str) -> String {
    if let Some(seconds) = iso_duration(text) {
        return duration_text(seconds);
    }
    let is_date = |date: &str| !date.is_empty() && date.chars().all(|sign| sign.is_ascii_digit() || sign == '-');
    let Some((date, time)) = text.split_once('T').filter(|(date, _)| is_date(date)) else { return text.to_owned() };
    let time = time.split('.').next().unwrap_or(time);
    match time.strip_suffix(":00").unwrap_or(time) {
        "00:00" => date.to_owned(),
        time => format!("{date} {time}"),
    }
}

/// A number of seconds as hours and minutes, and the seconds if there are any.
pub fn duration_text(seconds: f64) -> String {
    let sign = if seconds < 0.0 { "-" } else { "" };
    // More than a million hours are no time, and written as the most there are.
    let whole = number_of(seconds.abs().round().min(3_600_000_000.0));
    let (hours, minutes, seconds) = (whole / 3_600, whole / 60 % 60, whole % 60);
    let rest = if seconds == 0 { String::new() } else { format!(":{seconds:02}") };
    format!("{sign}{hours:02}:{minutes:02}{rest}")
}

/// A whole number that was reckoned with as a float.
fn number_of(whole: f64) -> u64 {
    format!("{whole:.0}").parse().unwrap_or(0)
}

/// The seconds of `PT14H30M00S`.
fn iso_duration(text: &str) -> Option<f64> {
    let mut rest = text.strip_prefix("PT")?;
    let mut seconds = 0.0;
    for (letter, worth) in [('H', 3_600.0), ('M', 60.0), ('S', 1.0)] {
        if let Some((number, after)) = rest.split_once(letter) {
            seconds += number.parse::<f64>().ok().filter(|number| number.is_finite())? * worth;
            rest = after;
        }
    }
    rest.is_empty().then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_are_seen() {
        let texts = [3.0, 0.1 + 0.2, -0.0, 1.5, 1e20, 2.0 / 3.0].map(number_text);
        assert_eq!(texts, ["3", "0.3", "0", "1.5", "100000000000000000000", "0.666666666666667"]);
    }

    #[test]
    fn simple_formats_show_what_the_spreadsheet_shows() {
        for (number, format, seen) in [
            (7.0, "000", Some("007")),
            (-7.0, "000", Some("-007")),
            (1234.0, "000", Some("1234")),
            (0.5, "0%", Some("50%")),
            (0.125, "0.0%", Some("12.5%")),
            (7.0, "0", None),
            (7.0, "General", None),
            (7.0, "0.00", None),
            (7.0, "#,##0.00 €", None),
        ] {
            assert_eq!(formatted(number, format).as_deref(), seen, "{format}");
        }
    }

    #[test]
    fn dates_and_times_are_iso() {
        assert_eq!(iso_text("2026-03-01T00:00:00"), "2026-03-01");
        assert_eq!(iso_text("2026-03-01T14:30:00.000"), "2026-03-01 14:30");
        assert_eq!(iso_text("2026-03-01T14:30:05"), "2026-03-01 14:30:05");
        assert_eq!(iso_text("2026-03-01"), "2026-03-01");
        assert_eq!(iso_text("PT14H30M00S"), "14:30");
        assert_eq!(iso_text("PT100H00M05S"), "100:00:05");
        assert_eq!(iso_text("The Tower"), "The Tower");
        assert_eq!(duration_text(-90.0), "-00:01:30");
    }
}
