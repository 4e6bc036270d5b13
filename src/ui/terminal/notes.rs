//! What a board has no room for, told beside it: lists of which every entry stays whole. Knows no board.

use super::canvas::width_of;
use super::lines::set_in;

/// Stands for entries that were left out.
const MORE: &str = "...";

/// Something that is told of a board in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What it is about; nothing where the entry says it.
    head: String,
    entries: Vec<String>,
}

impl Note {
    /// A list of entries below a head, such as `in full`; none without entries.
    pub fn list(head: &str, entries: Vec<String>) -> Option<Self> {
        (!entries.is_empty()).then(|| Self { head: format!("{head}: "), entries })
    }

    /// All of it in lines of at most so many columns.
    pub fn lines(&self, width: usize) -> Vec<String> {
        self.lines_of(self.entries.len(), width)
    }

    /// As many entries as have room in so many lines.
    pub fn fitting(&self, (width, room): (usize, usize)) -> Vec<String> {
        let counts = (0..=self.entries.len()).rev();
        let fits = counts.map(|count| self.lines_of(count, width)).find(|lines| lines.len() <= room);
        fits.unwrap_or_default()
    }

    fn lines_of(&self, count: usize, width: usize) -> Vec<String> {
        let is_all = count == self.entries.len();
        let last = count.saturating_sub(1);
        let separated =
            |(n, entry): (usize, &String)| if n == last && is_all { entry.clone() } else { format!("{entry},") };
        let entries = self.entries.iter().take(count).enumerate().map(separated);
        let mut lines = vec![self.head.trim_end().to_owned()];
        for entry in entries.chain((!is_all).then(|| MORE.to_owned())) {
            match lines.last_mut() {
                Some(line) if width_of(line) + 1 + width_of(&entry) <= width => {
                    line.push_str(if line.is_empty() { "" } else { " " });
                    line.push_str(&entry);
                }
                _ => lines.push(entry),
            }
        }
        lines.retain(|line| !line.is_empty());
        // Only an entry that is longer than a line is broken.
        lines.iter().flat_map(|line| set_in("", line, width).lines().map(str::to_owned).collect::<Vec<_>>()).collect()
    }
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Self { head: String::new(), entries: vec![text] }
    }
}

#[cfg(test)]
mod tests {
    use super::Note;

    #[test]
    fn entries_stay_whole() {
        let note = Note::list("in full", ["A1 3z R", "B2 z", "C3 2z G"].map(str::to_owned).to_vec()).expect("entries");
        assert_eq!(note.lines(40), ["in full: A1 3z R, B2 z, C3 2z G"]);
        assert_eq!(note.lines(20), ["in full: A1 3z R,", "B2 z, C3 2z G"]);
        assert_eq!(note.fitting((27, 1)), ["in full: A1 3z R, B2 z, ..."]);
        assert_eq!(note.fitting((20, 1)), ["in full: ..."]);
        assert_eq!(note.fitting((20, 0)), [""; 0]);
        assert_eq!(Note::from("no space touches another".to_owned()).lines(14), ["no space", "touches", "another"]);
        assert_eq!(Note::list("in full", Vec::new()), None);
    }
}
