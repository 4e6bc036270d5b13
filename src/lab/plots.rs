//! Plots as SVG: bars with intervals, histograms, and differences with intervals. Dark on white, so that grey tells the same.

use plotters::prelude::{
    ChartBuilder, Circle, Color as _, DrawingAreaErrorKind, IntoDrawingArea as _, IntoFont as _, PathElement, RGBColor,
    Rectangle, SVGBackend, ShapeStyle, WHITE,
};

use super::figures::{number, percent};
use super::statistics::Estimate;
use super::tally::Numbers;

/// One dark colour for what is told, one lighter for what it is held against: they differ in grey, too.
const DARK: RGBColor = RGBColor(0, 84, 136);
const LINE: RGBColor = RGBColor(20, 20, 20);
const FAINT: RGBColor = RGBColor(222, 222, 222);
const MARK: RGBColor = RGBColor(208, 96, 0);
const FONT: (&str, i32) = ("sans-serif", 13);
const WIDTH: u32 = 680;
/// Histograms have no more bars.
const MOST_BARS: i64 = 40;
/// Longer labels are cut.
const LONGEST_LABEL: usize = 44;

/// What drawing into a text can fail with: nothing that happens.
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

fn svg(height: u32, draw: impl FnOnce(&mut String) -> Drawn) -> String {
    let mut text = String::with_capacity(8 * height as usize);
    // A text takes all that is written; a plot that cannot be drawn is left out, and its table is there.
    if draw(&mut text).is_err() { String::new() } else { text }
}

/// A bar for each share with its interval, and a line where all would be alike.
#[must_use]
pub fn shares(bars: &[(String, Estimate)], even: Option<f64>, what: &str) -> String {
    let most = bars.iter().map(|(_, share)| share.high).fold(even.unwrap_or(0.0), f64::max);
    let top = (most * 1.15).clamp(0.05, 1.0);
    let count = bars.len() as f64;
    svg(260, |text| {
        let root = SVGBackend::with_string(text, (WIDTH, 260)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(32)
            .y_label_area_size(64)
            .build_cartesian_2d(-0.5..count - 0.5, 0.0..top)?;
        let label = |x: &f64| name_at(bars, *x);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(FAINT)
            .light_line_style(WHITE)
            .axis_style(LINE)
            .label_style(FONT.into_font())
            .x_labels(bars.len() * 2 + 1)
            .x_label_formatter(&label)
            .y_labels(6)
            .y_label_formatter(&|y| percent(*y))
            .y_desc(what)
            .draw()?;
        chart.draw_series(bars.iter().enumerate().map(|(at, (_, share))| {
            let x = at as f64;
            Rectangle::new([(x - 0.3, 0.0), (x + 0.3, share.value)], DARK.mix(0.55).filled())
        }))?;
        for (at, (_, share)) in bars.iter().enumerate() {
            let x = at as f64;
            let lines = [
                [(x, share.low), (x, share.high)],
                [(x - 0.06, share.low), (x + 0.06, share.low)],
                [(x - 0.06, share.high), (x + 0.06, share.high)],
            ];
            chart.draw_series(lines.map(|line| PathElement::new(line, ShapeStyle::from(&LINE).stroke_width(2))))?;
        }
        if let Some(even) = even {
            let line = [(-0.5, even), (count - 0.5, even)];
            chart.draw_series([PathElement::new(line, ShapeStyle::from(&MARK).stroke_width(2))])?;
        }
        root.present()
    })
}

/// The name of the bar in the middle of which something is.
fn name_at(bars: &[(String, Estimate)], x: f64) -> String {
    let near = x.round();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was looked at")]
    let at = (near >= 0.0 && (x - near).abs() < 0.01).then_some(near as usize);
    at.and_then(|at| bars.get(at)).map_or_else(String::new, |(name, _)| name.clone())
}

/// Bins of a histogram: where the first begins, how wide each is, and how many are in each.
fn bins(numbers: &Numbers) -> Option<(i64, i64, Vec<u64>)> {
    let (least, most) = (*numbers.0.keys().next()?, *numbers.0.keys().next_back()?);
    let range = most.saturating_sub(least).saturating_add(1);
    let wide = range.div_euclid(MOST_BARS) + i64::from(range % MOST_BARS != 0);
    // Bins begin at whole numbers of their width, so that alike reports have alike bins.
    let wide = round_width(wide);
    let first = least.div_euclid(wide) * wide;
    let bins = usize::try_from((most - first) / wide + 1).ok()?;
    let mut counts = vec![0; bins];
    for (number, times) in &numbers.0 {
        let bin = usize::try_from((number - first) / wide).unwrap_or(0);
        counts[bin.min(bins - 1)] += times;
    }
    Some((first, wide, counts))
}

/// 1, 2, 5, 10, 20 .. and not less than this.
fn round_width(wide: i64) -> i64 {
    let mut power = 1_i64;
    loop {
        for step in [1, 2, 5] {
            if step * power >= wide {
                return step * power;
            }
        }
        match power.checked_mul(10) {
            Some(next) => power = next,
            None => return wide,
        }
    }
}

/// How many games had how much of something; numbers are times a factor.
#[must_use]
pub fn histogram(numbers: &Numbers, factor: f64, what: &str) -> String {
    // Points are kept twice as large; where there are no halves, bars stand close.
    let halved = || Numbers(numbers.0.iter().map(|(number, times)| (number / 2, *times)).collect());
    let is_even = factor < 1.0 && numbers.0.keys().all(|number| number % 2 == 0);
    let (numbers, factor) = if is_even { (halved(), factor * 2.0) } else { (numbers.clone(), factor) };
    let Some((first, wide, counts)) = bins(&numbers) else { return String::new() };
    let all: u64 = counts.iter().sum();
    let share = |count: u64| count as f64 / all as f64;
    let top = counts.iter().map(|count| share(*count)).fold(0.0, f64::max) * 1.1;
    let (from, step) = (first as f64 * factor, wide as f64 * factor);
    // A number alone stands in the middle of its bar.
    let from = if wide == 1 { from - step / 2.0 } else { from };
    let to = from + step * counts.len() as f64;
    svg(240, |text| {
        let root = SVGBackend::with_string(text, (WIDTH, 240)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(from..to, 0.0..top)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(FAINT)
            .light_line_style(WHITE)
            .axis_style(LINE)
            .label_style(FONT.into_font())
            .x_labels(9)
            .x_label_formatter(&|x| number(*x))
            .y_labels(5)
            .y_label_formatter(&|y| percent(*y))
            .x_desc(what)
            .y_desc("of the games")
            .draw()?;
        chart.draw_series(counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(at, count)| {
            let left = from + step * at as f64;
            Rectangle::new([(left + step * 0.04, 0.0), (left + step * 0.96, share(*count))], DARK.mix(0.75).filled())
        }))?;
        root.present()
    })
}

/// Differences with their intervals, one below the other; nothing is no difference.
#[must_use]
pub fn differences(lines: &[(String, Estimate)], what: &str) -> String {
    let count = lines.len() as f64;
    let far = lines.iter().map(|(_, line)| line.low.abs().max(line.high.abs())).fold(0.02, f64::max) * 1.05;
    let height = 70 + 22 * u32::try_from(lines.len()).unwrap_or(0);
    let named: Vec<(String, Estimate)> = lines.iter().map(|(name, line)| (shortened(name), *line)).collect();
    svg(height, |text| {
        let root = SVGBackend::with_string(text, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(300)
            .build_cartesian_2d(-far..far, -0.5..count - 0.5)?;
        let label = |y: &f64| name_at(&named, count - 1.0 - *y);
        chart
            .configure_mesh()
            .disable_y_mesh()
            .bold_line_style(FAINT)
            .light_line_style(WHITE)
            .axis_style(LINE)
            .label_style(FONT.into_font())
            .y_labels(lines.len() * 2 + 1)
            .y_label_formatter(&label)
            .x_labels(7)
            .x_label_formatter(&|x| format!("{:+.0}%", x * 100.0))
            .x_desc(what)
            .draw()?;
        chart.draw_series([PathElement::new(
            [(0.0, -0.5), (0.0, count - 0.5)],
            ShapeStyle::from(&MARK).stroke_width(2),
        )])?;
        for (at, (_, line)) in lines.iter().enumerate() {
            let y = count - 1.0 - at as f64;
            let bar = [(line.low, y), (line.high, y)];
            chart.draw_series([PathElement::new(bar, ShapeStyle::from(&LINE).stroke_width(2))])?;
            chart.draw_series([Circle::new((line.value, y), 4, DARK.filled())])?;
        }
        root.present()
    })
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_LABEL {
        return name.to_owned();
    }
    let kept: String = name.chars().take(LONGEST_LABEL - 2).collect();
    format!("{kept} ..")
}

#[cfg(test)]
mod tests {
    use super::{Numbers, bins, histogram, round_width};

    #[test]
    fn bins_hold_all_and_are_of_round_width() {
        let mut numbers = Numbers::default();
        (-7..500).for_each(|number| numbers.add(number));
        let (first, wide, counts) = bins(&numbers).unwrap();
        assert_eq!((first, wide), (-20, 20));
        assert_eq!(counts.iter().sum::<u64>(), 507);
        assert_eq!([round_width(1), round_width(3), round_width(11)], [1, 5, 20]);
        assert!(histogram(&numbers, 0.5, "points").contains("<svg"));
        assert_eq!(histogram(&Numbers::default(), 1.0, "points"), "");
    }
}
