//! The name of a cell in a sheet, as spreadsheets write it: `C7`.

use std::fmt;

/// Where a cell is in its sheet; names are ordered as people read, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellName {
    /// The row, counted from 1.
    pub row: usize,
    /// The column, counted from 1.
    pub column: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letters(self.column), self.row)
    }
}

/// A, B, .. Z, AA, AB: there is no letter for nothing, so each place counts from 1.
fn letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut left = column;
    while left > 0 {
        letters.push(char::from(b'A' + u8::try_from((left - 1) % 26).unwrap_or(0)));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::CellName;

    #[test]
    fn cells_are_named_as_spreadsheets_do() {
        let names = [1, 26, 27, 52, 53, 702, 703, 16_384].map(|column| CellName { row: 7, column }.to_string());
        assert_eq!(names, ["A7", "Z7", "AA7", "AZ7", "BA7", "ZZ7", "AAA7", "XFD7"]);
    }
}
