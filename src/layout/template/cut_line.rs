//! The line along which a piece is cut when that is not its trim: one closed path inside it, as SVG writes paths.

use svgtypes::{SimplePathSegment, SimplifyingPathParser};

use crate::diag::Diagnostic;
use crate::geom::{Affine, Size};
use crate::model::PathStep;

/// A pair of scissors follows no more bends.
const MOST_STEPS: usize = 2_000;
/// Ends that are no farther apart meet, and lines that are no farther outside of the trim are on it, in millimetres.
const SAME: f32 = 0.05;
/// What is smaller cannot be cut out, in square millimetres.
const SMALLEST: f32 = 4.0;

/// The steps of a path, in the units it is written in.
///
/// # Errors
/// When it is no path, or too long a one.
pub fn steps_of(text: &str) -> Result<Vec<PathStep>, Diagnostic> {
    let mut steps = Vec::new();
    let mut pen = (0.0, 0.0);
    for segment in SimplifyingPathParser::from(text) {
        let segment = segment.map_err(|error| Diagnostic::error(format!("this is no path: {error}")))?;
        let step = step(segment, &mut pen);
        if steps.len() >= MOST_STEPS {
            return Err(Diagnostic::error(format!("a cut of more than {MOST_STEPS} steps is no line to cut along")));
        }
        steps.push(step);
    }
    Ok(steps)
}

fn step(segment: SimplePathSegment, pen: &mut (f32, f32)) -> PathStep {
    // Paths are at most metres long: a drawing with larger numbers is refused before.
    #[allow(clippy::cast_possible_truncation, reason = "half of the figures are more than a printer has")]
    let near = |number: f64| number as f32;
    let from = *pen;
    let (step, to) = match segment {
        SimplePathSegment::MoveTo { x, y } => (PathStep::Move(near(x), near(y)), (near(x), near(y))),
        SimplePathSegment::LineTo { x, y } => (PathStep::Line(near(x), near(y)), (near(x), near(y))),
        SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
            (PathStep::Cubic([x1, y1, x2, y2, x, y].map(near)), (near(x), near(y)))
        }
        SimplePathSegment::Quadratic { x1, y1, x, y } => {
            let ((x1, y1), (x, y)) = ((near(x1), near(y1)), (near(x), near(y)));
            // The same curve with two handles.
            let handle = |end: f32, middle: f32| end + (middle - end) * 2.0 / 3.0;
            let handles = [handle(from.0, x1), handle(from.1, y1), handle(x, x1), handle(y, y1), x, y];
            (PathStep::Cubic(handles), (x, y))
        }
        SimplePathSegment::ClosePath => (PathStep::Close, from),
    };
    *pen = to;
    step
}

/// The steps as millimetres from the corner of the trim.
///
/// # Errors
/// When they make no outline of a piece: open, several, outside of the trim, or next to nothing.
pub fn cut_line(steps: &[PathStep], map: Affine, size: Size) -> Result<Vec<PathStep>, Diagnostic> {
    let mut steps: Vec<PathStep> = steps.iter().map(|step| step.placed(map)).collect();
    let points: Vec<(f32, f32)> = steps.iter().flat_map(|step| points_of(*step)).collect();
    let begins = steps.iter().filter(|step| matches!(step, PathStep::Move(..))).count();
    if begins != 1 || !matches!(steps.first(), Some(PathStep::Move(..))) {
        let message = format!("a cut is one outline, and this path has {begins}");
        return Err(Diagnostic::error(message).hint("holes and windows are cut by hand: draw them"));
    }
    let is_near = |(a, b): (f32, f32), (c, d): (f32, f32)| (a - c).abs() <= SAME && (b - d).abs() <= SAME;
    let ends_meet = points.first().zip(points.last()).is_some_and(|(first, last)| is_near(*first, *last));
    if !matches!(steps.last(), Some(PathStep::Close)) {
        if !ends_meet {
            return Err(Diagnostic::error("this path is no closed outline").hint("end it with `Z`"));
        }
        steps.push(PathStep::Close);
    }
    let (width, height) = (size.width.mm_f32(), size.height.mm_f32());
    let is_inside = |(x, y): &&(f32, f32)| (-SAME..=width + SAME).contains(x) && (-SAME..=height + SAME).contains(y);
    if let Some((x, y)) = corners_of(&steps).iter().find(|point| !is_inside(point)) {
        let message = format!("this cut leaves the piece of {size} at {x:.1}, {y:.1} mm");
        return Err(Diagnostic::error(message).hint("give the component the `size` of the whole outline"));
    }
    if area(&points) < SMALLEST {
        return Err(Diagnostic::error("this cut leaves nothing of the piece"));
    }
    Ok(steps)
}

/// Where a step goes, over its handles.
fn points_of(step: PathStep) -> Vec<(f32, f32)> {
    match step {
        PathStep::Move(x, y) | PathStep::Line(x, y) => vec![(x, y)],
        PathStep::Cubic([a, b, c, d, x, y]) => vec![(a, b), (c, d), (x, y)],
        PathStep::Close => Vec::new(),
    }
}

/// Points of the outline itself; those of curves lie close together.
fn corners_of(steps: &[PathStep]) -> Vec<(f32, f32)> {
    const PARTS: u8 = 16;
    let mut corners = Vec::new();
    let mut pen = (0.0, 0.0);
    for step in steps {
        if let PathStep::Cubic([a, b, c, d, x, y]) = *step {
            let at = |part: u8| {
                let t = f32::from(part) / f32::from(PARTS);
                let (one, two, three, four) = (
                    (1.0 - t) * (1.0 - t) * (1.0 - t),
                    3.0 * (1.0 - t) * (1.0 - t) * t,
                    3.0 * (1.0 - t) * t * t,
                    t * t * t,
                );
                (pen.0 * one + a * two + c * three + x * four, pen.1 * one + b * two + d * three + y * four)
            };
            corners.extend((1..=PARTS).map(at));
        }
        if let Some(to) = points_of(*step).last() {
            corners.push(*to);
            pen = *to;
        }
    }
    corners
}

/// The area that points enclose, in the order in which they stand.
fn area(points: &[(f32, f32)]) -> f32 {
    let next = points.iter().cycle().skip(1);
    let twice: f32 = points.iter().zip(next).map(|((x, y), (to_x, to_y))| x * to_y - to_x * y).sum();
    (twice / 2.0).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Length;

    fn cut(text: &str) -> Result<Vec<PathStep>, String> {
        let size = Size::new(Length::from_mm(20), Length::from_mm(10));
        steps_of(text).and_then(|steps| cut_line(&steps, Affine::IDENTITY, size)).map_err(|wrong| wrong.message)
    }

    #[test]
    fn outlines_are_closed_paths_inside_the_trim() {
        let tab = cut("M0 3 h5 l1 -3 h5 l1 3 H20 v7 H0 z").unwrap();
        assert_eq!((tab.len(), tab.first(), tab.last()), (9, Some(&PathStep::Move(0.0, 3.0)), Some(&PathStep::Close)));
        assert_eq!(cut("M0 0 L20 0 L20 10 L0 0").unwrap().last(), Some(&PathStep::Close));
        assert!(cut("M0 5 A 5 5 0 0 1 10 5 A 5 5 0 0 1 0 5 Z").is_ok());
        for (text, message) in [
            ("M0 0 L20 0 L20 10", "this path is no closed outline"),
            ("M0 0 H20 V10 H0 Z M5 5 H8 V8 Z", "a cut is one outline, and this path has 2"),
            ("", "a cut is one outline, and this path has 0"),
            ("M0 0 H21 V10 H0 Z", "this cut leaves the piece of 20 x 10 mm at 21.0, 0.0 mm"),
            ("M0 0 H1 V1 H0 Z", "this cut leaves nothing of the piece"),
        ] {
            assert_eq!(cut(text), Err(message.to_owned()), "{text}");
        }
        assert!(cut("M0 0 Hx").unwrap_err().starts_with("this is no path: "));
        assert!(cut(&format!("M0 0{}Z", " h1 h-1".repeat(2_000))).unwrap_err().contains("2000 steps"));
    }
}
