//! Many names of squares as ranges, `A1-A8`, and names with a number, `Moon 1 to 10`. Words only; what lies between two
//! squares is for the board to say.

/// A square by its name: letters and a number as in `B12`, or two numbers as in `5,2`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Square {
    column: Axis,
    row: u32,
}

/// The name of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Axis {
    Letter(char),
    Number(u32),
}

/// Names that end in numbers which follow each other, together: `Moon 1 to 10`; all others as they are.
pub fn in_runs(names: &[String]) -> Vec<String> {
    let numbered = |name: &'_ str| {
        let (head, number) = name.rsplit_once(' ')?;
        Some((head.to_owned(), number.parse::<u32>().ok()?))
    };
    let follows = |one: &String, next: &String| {
        numbered(one).zip(numbered(next)).is_some_and(|(one, next)| one.0 == next.0 && one.1 + 1 == next.1)
    };
    let told = |run: &[String]| match (run, run.last().and_then(|last| numbered(last))) {
        ([first, ..], Some((_, last))) if run.len() >= LEAST => vec![format!("{first} to {last}")],
        (few, _) => few.to_vec(),
    };
    names.chunk_by(follows).flat_map(told).collect()
}

/// A range has at least so many squares.
const LEAST: usize = 3;

/// Names of squares in a row or a column together, in whichever way fewer names are left; all others as they are.
pub fn in_ranges(names: &[String]) -> Vec<String> {
    let along_row = runs(names, |one, next| one.row == next.row && one.column.is_before(&next.column));
    let mut by_column = names.to_vec();
    by_column.sort_by_key(|name| square(name).map(|square| (square.column.number(), square.row)));
    let along_column = runs(&by_column, |one, next| one.column == next.column && one.row + 1 == next.row);
    if along_column.len() < along_row.len() { along_column } else { along_row }
}

fn runs(names: &[String], goes_on: fn(&Square, &Square) -> bool) -> Vec<String> {
    let follows =
        |one: &String, next: &String| square(one).zip(square(next)).is_some_and(|(one, next)| goes_on(&one, &next));
    let told = |run: &[String]| match run {
        [first, .., last] if run.len() >= LEAST => vec![format!("{first}-{last}")],
        few => few.to_vec(),
    };
    names.chunk_by(follows).flat_map(told).collect()
}

impl Axis {
    const fn number(&self) -> u32 {
        match self {
            Self::Letter(letter) => *letter as u32,
            Self::Number(number) => *number,
        }
    }

    fn is_before(&self, next: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(next) && self.number() + 1 == next.number()
    }
}

fn square(name: &str) -> Option<Square> {
    if let Some((column, row)) = name.split_once(',') {
        return Some(Square { column: Axis::Number(column.parse().ok()?), row: row.parse().ok()? });
    }
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    Some(Square { column: Axis::Letter(letter), row: name[1..].parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::{in_ranges, in_runs};

    #[test]
    fn squares_in_a_row_or_a_column_stand_together() {
        let told = |names: &str| in_ranges(&names.split(' ').map(str::to_owned).collect::<Vec<_>>()).join(" ");
        assert_eq!(told("A1 B1 C1 E1 A2 B2"), "A1-C1 E1 A2 B2");
        assert_eq!(told("A1 B1 A2 B2 A3 B3"), "A1-A3 B1-B3");
        assert_eq!(told("1,1 2,1 3,1 1,2"), "1,1-3,1 1,2");
        assert_eq!(told("HP A1 B1 C1 5"), "HP A1-C1 5");
        assert_eq!(told("Lyon Über"), "Lyon Über");
        let moons = ["Moon 1", "Moon 2", "Moon 3", "Shell 4", "Tea"].map(str::to_owned);
        assert_eq!(in_runs(&moons), ["Moon 1 to 3", "Shell 4", "Tea"]);
    }
}
