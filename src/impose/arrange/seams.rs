//! Where to divide what is larger than the paper: as few parts as possible, seams where they cut through the least.

use crate::units::{Length, parts_of};

/// Seams are tried in steps this long, and at the edges of what they should not cut through.
const STEP: Length = Length::from_um(500);
/// Cutting through one thing is worse than being this far from an even division.
const WORSE_THAN: Length = Length::from_mm(1_000);

/// A stretch that a seam should not run through, such as a row of a board's spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// Where it starts.
    pub start: Length,
    /// Where it ends.
    pub end: Length,
}

impl Whole {
    /// Whether a seam runs through it.
    #[must_use]
    pub fn is_cut_at(&self, seam: Length) -> bool {
        self.start < seam && seam < self.end
    }
}

/// A length that is divided.
#[derive(Debug, Clone, Copy)]
pub struct Division<'a> {
    /// All of it.
    pub whole: Length,
    /// The longest part that fits on a sheet.
    pub room: Length,
    /// How much of a part the next one covers; less than half of `room`.
    pub overlap: Length,
    /// What seams should not run through.
    pub keep: &'a [Whole],
}

/// The starts and ends of the parts: each next one starts at its seam and covers the end of the one before.
#[must_use]
pub fn divide(division: &Division<'_>) -> Vec<(Length, Length)> {
    let Division { whole, overlap, .. } = *division;
    let seams = seams(division);
    let starts = std::iter::once(Length::ZERO).chain(seams.iter().copied());
    let ends = seams.iter().map(|seam| *seam + overlap).chain([whole]);
    starts.zip(ends).collect()
}

/// Seams one after the other, each at the place that costs least together with the cheapest places of those before.
fn seams(division: &Division<'_>) -> Vec<Length> {
    let Division { whole, room, overlap, keep } = *division;
    let kept = Kept::of(keep);
    let count = if whole <= room { 1 } else { parts_of((whole - overlap).um(), (room - overlap).um()) };
    let step = room - overlap;
    // Each row of the table: places, their cost, and the place before that leads there most cheaply.
    let mut table: Vec<Vec<(Length, i64, usize)>> = vec![vec![(Length::ZERO, 0, 0)]];
    for number in 1..count {
        let earliest = whole - room - step * (count - 1 - number);
        let places = kept.places(earliest.max(Length::from_um(1)), step * number);
        let even = (whole - overlap) * number / count;
        let before = table.last().map_or(&[][..], Vec::as_slice);
        let row = places.into_iter().filter_map(|place| {
            let reached = before.iter().enumerate().filter(|(_, (from, ..))| *from < place && place - *from <= step);
            let (index, (_, cost, _)) = reached.min_by_key(|(_, (_, cost, _))| *cost)?;
            Some((place, cost + kept.cost(place, even), index))
        });
        let row = row.collect();
        table.push(row);
    }
    let mut seams = Vec::new();
    let last = table.last().map_or(&[][..], Vec::as_slice);
    let mut index = (0..last.len()).min_by_key(|index| last[*index].1).unwrap_or(0);
    for row in table.iter().skip(1).rev() {
        let Some(&(place, _, before)) = row.get(index) else { break };
        seams.push(place);
        index = before;
    }
    seams.reverse();
    seams
}

/// What is kept whole, so that it is quickly told how much of it a seam runs through.
struct Kept {
    starts: Vec<Length>,
    ends: Vec<Length>,
    /// The same of all that has a width, which alone can be cut through.
    wide_starts: Vec<Length>,
    wide_ends: Vec<Length>,
}

impl Kept {
    fn of(keep: &[Whole]) -> Self {
        let sorted = |least: Length, of: fn(&Whole) -> Length| {
            let mut all: Vec<Length> = keep.iter().filter(|whole| whole.end - whole.start >= least).map(of).collect();
            all.sort_unstable();
            all
        };
        let thinnest = Length::from_um(1);
        Self {
            starts: sorted(Length::ZERO, |whole| whole.start),
            ends: sorted(Length::ZERO, |whole| whole.end),
            wide_starts: sorted(thinnest, |whole| whole.start),
            wide_ends: sorted(thinnest, |whole| whole.end),
        }
    }

    /// The places worth trying between two lengths, in order.
    fn places(&self, from: Length, to: Length) -> Vec<Length> {
        let steps = (0..=(to - from).fits(STEP)).map(|step| from + STEP * step);
        let inside = |edges: &[Length]| {
            let (first, last) = (edges.partition_point(|edge| *edge < from), edges.partition_point(|edge| *edge <= to));
            let mut inside = edges.get(first..last).unwrap_or_default().to_vec();
            inside.dedup();
            inside
        };
        let mut places: Vec<Length> =
            steps.chain([inside(&self.starts), inside(&self.ends)].concat()).chain([to]).collect();
        places.sort();
        places.dedup();
        places
    }

    fn cost(&self, place: Length, even: Length) -> i64 {
        let begun = self.wide_starts.partition_point(|start| *start < place);
        let cut = begun - self.wide_ends.partition_point(|end| *end <= place);
        WORSE_THAN.um() * i64::try_from(cut).unwrap_or(i64::MAX / WORSE_THAN.um()) + (place - even).abs().um()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mm(millimetres: i64) -> Length {
        Length::from_mm(millimetres)
    }

    #[test]
    fn seams_run_between_spaces() {
        // Twelve squares of 30 mm on sheets of 200 mm: the even division would cut the seventh.
        let keep: Vec<Whole> = (0..12).map(|n| Whole { start: mm(30 * n), end: mm(30 * n + 30) }).collect();
        let division = Division { whole: mm(360), room: mm(200), overlap: mm(5), keep: &keep };
        assert_eq!(divide(&division), [(mm(0), mm(185)), (mm(180), mm(360))]);
        // With nothing to keep whole it is even.
        let even = divide(&Division { keep: &[], ..division });
        assert_eq!(even, [(mm(0), Length::from_um(182_500)), (Length::from_um(177_500), mm(360))]);
    }

    proptest::proptest! {
        #[test]
        fn what_a_seam_runs_through_is_counted(
            keep in proptest::collection::vec((0_i64..50, 0_i64..9), 0..20), place in 0_i64..60,
        ) {
            let whole = |(start, length)| Whole { start: mm(start), end: mm(start + length) };
            let keep: Vec<Whole> = keep.into_iter().map(whole).collect();
            let cut = keep.iter().filter(|whole| whole.is_cut_at(mm(place))).count();
            let cost = Kept::of(&keep).cost(mm(place), mm(place));
            proptest::prop_assert_eq!(cost, WORSE_THAN.um() * i64::try_from(cut).unwrap());
        }

        #[test]
        fn parts_cover_all_and_fit(
            whole in 100_000_i64..1_500_000, room in 100_000_i64..400_000, overlap in 0_i64..40_000,
            keep in proptest::collection::vec((0_i64..1_400_000, 1_000_i64..90_000), 0..30),
        ) {
            let keep: Vec<Whole> = keep
                .into_iter()
                .map(|(start, length)| Whole { start: Length::from_um(start), end: Length::from_um(start + length) })
                .collect();
            let um = Length::from_um;
            let division = Division { whole: um(whole), room: um(room), overlap: um(overlap), keep: &keep };
            let parts = divide(&division);
            let fewest = if whole <= room { 1 } else { parts_of(whole - overlap, room - overlap) };
            proptest::prop_assert_eq!(i64::try_from(parts.len()).unwrap(), fewest);
            proptest::prop_assert_eq!(parts.first().unwrap().0, Length::ZERO);
            proptest::prop_assert_eq!(parts.last().unwrap().1, um(whole));
            for (start, end) in &parts {
                proptest::prop_assert!(*end - *start <= um(room) && start < end);
            }
            for pair in parts.windows(2) {
                proptest::prop_assert_eq!(pair[0].1 - pair[1].0, um(overlap));
            }
        }
    }
}
