//! What was said and what happened, oldest first, in lines that fit; what was secret can be forgotten. Draws nothing.

use crate::ui::terminal::canvas::width_of;
use crate::ui::terminal::lines::set_hanging;
use crate::ui::terminal::story::IN_STORY;

/// More lines than this are not kept: the log has them all.
const MOST_LINES: usize = 4_000;

/// A line, and whether it happened at the table or was only said.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Told {
    text: String,
    has_happened: bool,
}

/// All that was said.
#[derive(Debug, Default)]
pub struct Talk {
    lines: Vec<Told>,
    /// How many lines there were when the last line was typed that everybody may know of.
    public: usize,
    /// Where it begins what was said, and did not only happen, since a line was typed.
    said_from: Option<usize>,
    /// Where the line is that was typed last.
    typed_at: Option<usize>,
    /// Whether what was said since is why that line did nothing.
    is_refusal: bool,
}

impl Talk {
    /// Something was said to people: they should read all of it.
    pub fn say(&mut self, text: &str) {
        self.said_from.get_or_insert(self.lines.len());
        self.add(text, false);
    }

    /// A line did nothing: people should read why, and it goes with the next line.
    pub fn refuse(&mut self, text: &str) {
        let is_first = self.said_from.is_none();
        self.is_refusal |= is_first;
        self.said_from.get_or_insert(self.lines.len());
        self.add(text, false);
    }

    /// Something happened: its end is enough.
    pub fn happened(&mut self, text: &str) {
        self.is_refusal &= text.is_empty();
        self.add(text, true);
    }

    /// How many lines there are.
    pub const fn len(&self) -> usize {
        self.lines.len()
    }

    /// Leaves only so many lines.
    pub fn truncate(&mut self, length: usize) {
        self.lines.truncate(length);
        self.public = self.public.min(length);
        self.said_from = self.said_from.filter(|from| *from < length);
        self.typed_at = self.typed_at.filter(|at| *at < length);
    }

    fn add(&mut self, text: &str, has_happened: bool) {
        self.lines.extend(text.lines().map(|line| Told { text: line.to_owned(), has_happened }));
        let over = self.lines.len().saturating_sub(MOST_LINES);
        self.lines.drain(..over);
        self.public = self.public.saturating_sub(over);
        self.said_from = self.said_from.map(|from| from.saturating_sub(over));
        self.typed_at = self.typed_at.and_then(|at| at.checked_sub(over));
    }

    /// Somebody typed a line: what was said before it is read.
    pub fn answered(&mut self, line: Option<&str>, is_secret: bool) {
        // Of a line of which nothing came nothing is to be told.
        if let Some(at) = self.typed_at.filter(|at| at + 1 == self.lines.len()) {
            self.truncate(at);
        }
        if let Some(said) = self.said_from.take().filter(|_| std::mem::take(&mut self.is_refusal)) {
            let from = self.typed_at.filter(|at| at + 1 == said).unwrap_or(said);
            self.lines.truncate(from);
            self.public = self.public.min(from);
        }
        if !is_secret {
            self.typed_at = line.map(|_| self.lines.len());
            self.add(line.unwrap_or_default(), false);
            self.public = self.lines.len();
        }
    }

    /// A page that was read can be asked for again; what happened stays.
    pub fn forget_page(&mut self) {
        let Some(from) = self.said_from.take() else { return };
        let kept = self.lines.split_off(from.min(self.lines.len()));
        self.lines.extend(kept.into_iter().filter(|line| line.has_happened));
        self.public = self.public.min(self.lines.len());
    }

    /// What was said last in these words is no longer so.
    pub fn unsay(&mut self, text: &str) {
        let said: Vec<&str> = text.lines().collect();
        let is_it = |at: &usize| self.lines[*at..].iter().zip(&said).all(|(line, said)| line.text == *said);
        let Some(from) = (0..=self.lines.len().saturating_sub(said.len())).rev().find(is_it) else { return };
        let gone = said.len().min(self.lines.len() - from);
        self.lines.drain(from..from + gone);
        let moved = |at: &mut usize| *at = if *at > from { at.saturating_sub(gone).max(from) } else { *at };
        std::iter::once(&mut self.public).chain(&mut self.said_from).chain(&mut self.typed_at).for_each(moved);
    }

    /// What came of an answer says what was answered.
    pub fn forget_answer(&mut self) {
        if let Some(at) = self.typed_at.take().filter(|at| at + 1 == self.lines.len()) {
            self.lines.truncate(at);
            self.public = self.public.min(at);
        }
    }

    /// Leaves nothing of what was said since the last line that everybody may know of.
    pub fn forget_secrets(&mut self) {
        self.lines.truncate(self.public);
        self.said_from = None;
    }

    /// What was said since a line was typed, behind that line, in lines that fit; and where of all lines it begins.
    pub fn reply(&self, width: usize) -> Option<(usize, Vec<String>)> {
        let said = self.said_from.filter(|from| *from < self.lines.len())?;
        let from = self.typed_at.filter(|at| at + 1 == said).unwrap_or(said);
        Some((from, set(&self.lines[from..], width)))
    }

    /// All lines before one of them, set as those of `told`.
    pub fn told_before(&self, until: usize, width: usize) -> Vec<String> {
        set(&self.lines[..until.min(self.lines.len())], width)
    }

    /// How many columns the widest line has that people should read and that cannot be broken: of a drawing, or of columns.
    pub fn widest_said(&self) -> usize {
        let from = self.said_from.unwrap_or(self.lines.len());
        let stays_whole = |text: &str| text.contains('\u{1b}') || text.trim_start().contains("  ");
        let whole = self.lines[from..].iter().filter(|line| stays_whole(&line.text));
        whole.map(|line| width_of(&line.text)).max().unwrap_or(0)
    }

    /// What came before what people should read now, set as `told`.
    pub fn told_before_said(&self, width: usize) -> Vec<String> {
        self.told_before(self.said_from.unwrap_or(self.lines.len()), width)
    }

    /// How many lines came since somebody typed one that everybody may know of; none before the first.
    pub fn news(&self, width: usize) -> usize {
        let from = if self.public == 0 { self.lines.len() } else { self.public };
        set(&self.lines[from.min(self.lines.len())..], width).len()
    }

    /// All lines, where those that are too long are broken between words, and the first of those that people have to read.
    pub fn told(&self, width: usize) -> (Vec<String>, Option<usize>) {
        let mut told = Vec::with_capacity(self.lines.len());
        let mut from = None;
        for (n, line) in self.lines.iter().enumerate() {
            if self.said_from == Some(n) {
                from = Some(told.len());
            }
            told.extend(fitting(&line.text, width));
        }
        (told, from)
    }
}

fn set(lines: &[Told], width: usize) -> Vec<String> {
    lines.iter().flat_map(|line| fitting(&line.text, width)).collect()
}

/// A line in lines that fit, the later ones set in a little further than what follows it. A drawing is as wide as it is.
fn fitting(line: &str, width: usize) -> Vec<String> {
    if line.contains('\u{1b}') || width_of(line) <= width {
        return vec![line.to_owned()];
    }
    let (head, indent) = head_of(line);
    set_hanging((&line[..head], indent), &line[head..], width).lines().map(str::to_owned).collect()
}

/// How much of a line stands before its text, and where its later lines begin: behind blanks, and the number of an entry between them,
/// all lines of an entry are set in as far.
fn head_of(line: &str) -> (usize, usize) {
    let blanks = line.len() - line.trim_start().len();
    let figures = line[blanks..].chars().take_while(char::is_ascii_digit).count();
    let is_entry = blanks > 0 && figures > 0 && line[blanks + figures..].starts_with("  ");
    let head = if is_entry { blanks + figures + 2 } else { blanks };
    (head, if is_entry || blanks == IN_STORY { IN_STORY + 1 } else { head })
}

#[cfg(test)]
mod tests {
    use super::Talk;

    #[test]
    fn what_was_said_in_secret_is_forgotten() {
        let mut talk = Talk::default();
        talk.happened("a ghost comes\n");
        talk.answered(Some("> look Ann\n"), false);
        talk.say("Ann holds a\nflame thrower\n");
        assert_eq!(talk.told(80).1, Some(2));
        let reply = ["> look Ann", "Ann holds", "a", "flame", "thrower"].map(str::to_owned).to_vec();
        assert_eq!(talk.reply(10), Some((1, reply)));
        assert_eq!(talk.told_before(1, 80), ["a ghost comes"]);
        talk.answered(Some("> "), true);
        talk.forget_secrets();
        assert_eq!(talk.told(80), (vec!["a ghost comes".to_owned(), "> look Ann".to_owned()], None));
        assert_eq!(talk.told(7).0, ["a ghost", "comes", "> look", "Ann"]);
        talk.happened("the ghost goes\n");
        assert_eq!((talk.news(80), talk.news(9)), (1, 2));
        talk.happened("   12  Ann: a ghost goes home\n");
        assert_eq!(talk.told(20).0[3..], ["   12  Ann: a ghost", "       goes home"]);
    }

    #[test]
    fn a_refusal_goes_with_the_next_line() {
        let mut talk = Talk::default();
        talk.happened("a ghost comes\n");
        talk.answered(Some("> fly\n"), false);
        talk.refuse("nobody flies\n");
        assert_eq!(talk.reply(80).map(|(_, lines)| lines.len()), Some(2));
        talk.answered(Some("> go\n"), false);
        assert_eq!(talk.told(80).0, ["a ghost comes", "> go"]);
        talk.refuse("two ways lead there\n");
        talk.say("north and south\n");
        talk.answered(Some("> north\n"), false);
        assert_eq!(talk.told(80).0, ["a ghost comes", "> north"]);
    }

    #[test]
    fn what_is_no_longer_so_is_not_read_any_more() {
        let mut talk = Talk::default();
        talk.happened("a ghost comes\n");
        talk.say("Ann wins.\n3 points\n");
        talk.answered(Some("> undo\n"), false);
        talk.say("taken back: a ghost\n");
        talk.unsay("Ann wins.\n3 points\n");
        let left = ["a ghost comes", "> undo", "taken back: a ghost"].map(str::to_owned).to_vec();
        assert_eq!(talk.told(80), (left.clone(), Some(2)));
        assert_eq!(talk.news(80), 1);
        talk.unsay("Bob wins.\n");
        assert_eq!(talk.told(80).0, left);
    }
}
