//! The solids that dice are made of: exact corners, and faces as what lies flat on their hull.

use crate::math;

/// A point in space.
pub type Corner = [f32; 3];

/// Corners that are off a plane by less than this lie in it; the solids are about two units wide.
const FLAT: f32 = 1e-3;

/// What a die is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solid {
    /// Four triangles.
    Tetrahedron,
    /// Six squares.
    Cube,
    /// Eight triangles.
    Octahedron,
    /// Ten kites, five around each end.
    Trapezohedron,
    /// Twelve pentagons.
    Dodecahedron,
    /// Twenty triangles.
    Icosahedron,
}

impl Solid {
    /// All of them, with how many faces they have.
    pub const ALL: [(usize, Self); 6] = [
        (4, Self::Tetrahedron),
        (6, Self::Cube),
        (8, Self::Octahedron),
        (10, Self::Trapezohedron),
        (12, Self::Dodecahedron),
        (20, Self::Icosahedron),
    ];

    /// How many faces it has.
    #[must_use]
    pub fn sides(self) -> usize {
        Self::ALL.iter().find(|(_, solid)| *solid == self).map_or(0, |(sides, _)| *sides)
    }

    /// Its corners, at a size of its own.
    #[must_use]
    pub fn corners(self) -> Vec<Corner> {
        let golden = f32::midpoint(1.0, 5_f32.sqrt());
        match self {
            Self::Tetrahedron => vec![[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]],
            Self::Cube => signs([1.0, 1.0, 1.0]),
            Self::Octahedron => turns([0.0, 0.0, 1.0]),
            Self::Trapezohedron => kites(),
            Self::Dodecahedron => [signs([1.0, 1.0, 1.0]), turns([0.0, 1.0 / golden, golden])].concat(),
            Self::Icosahedron => turns([0.0, 1.0, golden]),
        }
    }
}

/// A corner with every combination of signs.
fn signs([x, y, z]: Corner) -> Vec<Corner> {
    let both = |value: f32| if value.abs() < FLAT { vec![0.0] } else { vec![value, -value] };
    let of = |x: f32| both(y).into_iter().flat_map(move |y| both(z).into_iter().map(move |z| [x, y, z]));
    both(x).into_iter().flat_map(of).collect()
}

/// A corner with its coordinates taken in turns, and with every combination of signs.
fn turns([x, y, z]: Corner) -> Vec<Corner> {
    [[x, y, z], [z, x, y], [y, z, x]].into_iter().flat_map(signs).collect()
}

/// Two points, and a ring of ten corners between them that goes up and down just so much that the kites are flat.
fn kites() -> Vec<Corner> {
    let step = std::f32::consts::PI / 5.0;
    let up = (1.0 - math::cosf(step)) / (1.0 + math::cosf(step));
    let ring = |n: u8| {
        let angle = step * f32::from(n);
        [math::cosf(angle), math::sinf(angle), if n.is_multiple_of(2) { up } else { -up }]
    };
    [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]].into_iter().chain((0..10).map(ring)).collect()
}

/// The faces of a convex solid: the numbers of their corners, clockwise as seen from outside.
#[must_use]
pub fn faces(corners: &[Corner]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for a in 0..corners.len() {
        for b in a + 1..corners.len() {
            for c in b + 1..corners.len() {
                let known = found.iter().any(|face| [a, b, c].iter().all(|corner| face.contains(corner)));
                if !known && let Some(face) = face_through(corners, [a, b, c]) {
                    found.push(face);
                }
            }
        }
    }
    found
}

/// The face that three corners lie on, unless there are corners on both sides of them.
fn face_through(corners: &[Corner], [a, b, c]: [usize; 3]) -> Option<Vec<usize>> {
    let across = cross(less(corners[b], corners[a]), less(corners[c], corners[a]));
    let unit = times(across, 1.0 / length(across));
    let heights: Vec<f32> = corners.iter().map(|&corner| dot(unit, less(corner, corners[a]))).collect();
    let outward = if heights.iter().all(|&height| height < FLAT) {
        unit
    } else if heights.iter().all(|&height| height > -FLAT) {
        times(unit, -1.0)
    } else {
        return None;
    };
    let flat = (0..corners.len()).filter(|&n| heights[n].abs() < FLAT).collect();
    Some(clockwise(corners, flat, outward))
}

/// Corners of a face in order around its middle.
fn clockwise(corners: &[Corner], mut face: Vec<usize>, outward: Corner) -> Vec<usize> {
    let middle = centre(&face.iter().map(|&n| corners[n]).collect::<Vec<_>>());
    let right = less(corners[face[0]], middle);
    let down = cross(right, outward);
    let angle = |n: usize| {
        let spoke = less(corners[n], middle);
        math::atan2f(dot(spoke, down), dot(spoke, right))
    };
    face.sort_by(|&a, &b| angle(a).total_cmp(&angle(b)));
    face
}

/// The middle of some corners.
#[must_use]
pub fn centre(corners: &[Corner]) -> Corner {
    let sum = corners.iter().fold([0.0; 3], |[x, y, z], [a, b, c]| [x + a, y + b, z + c]);
    times(sum, 1.0 / corners.len() as f32)
}

/// From one point to another.
#[must_use]
pub fn less(to: Corner, from: Corner) -> Corner {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}

/// A direction made longer or shorter.
#[must_use]
pub fn times([x, y, z]: Corner, factor: f32) -> Corner {
    [x * factor, y * factor, z * factor]
}

/// How far two directions go along with each other.
#[must_use]
pub fn dot(a: Corner, b: Corner) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// How long a direction is.
#[must_use]
pub fn length(a: Corner) -> f32 {
    dot(a, a).sqrt()
}

fn cross(a: Corner, b: Corner) -> Corner {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_solid_has_its_faces_and_edges() {
        for (sides, solid) in Solid::ALL {
            let corners = solid.corners();
            let faces = faces(&corners);
            assert_eq!(faces.len(), sides, "{solid:?}");
            let edges = faces.iter().map(Vec::len).sum::<usize>() / 2;
            assert_eq!(corners.len() + sides, edges + 2, "{solid:?}");
            // Every edge is there once in each direction.
            for face in &faces {
                for n in 0..face.len() {
                    let (a, b) = (face[n], face[(n + 1) % face.len()]);
                    let back = |other: &&Vec<usize>| {
                        (0..other.len()).any(|n| (other[n], other[(n + 1) % other.len()]) == (b, a))
                    };
                    assert_eq!(faces.iter().filter(back).count(), 1);
                }
            }
        }
    }
}
