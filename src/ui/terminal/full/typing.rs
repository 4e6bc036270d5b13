//! The line that is being typed: its letters, what was typed before, and completion. Draws nothing.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tui_input::Input;
use tui_input::backend::crossterm::EventHandler as _;

use crate::ui::terminal::completion::{common_start, completions};

/// More lines than this are not remembered.
const MOST_REMEMBERED: usize = 1_000;

/// What a key does that is no letter of the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pressed {
    /// The line is whole.
    Line(String),
    /// Somebody wants to leave.
    Leave,
    /// What happened is scrolled by so many pages, up if less than none.
    Page(i16),
    /// The board is scrolled by so many halves of its pane, up if less than none.
    Board(i16),
    /// What letters on the board mean is told.
    Letters,
    /// More of the question is seen.
    Question,
    /// Everything is as usual again.
    Back,
    /// The screen is drawn anew.
    Fresh,
    /// The line is another one, or nothing at all happened.
    Typed,
}

/// The line that is being typed.
#[derive(Debug, Default)]
pub struct Typing {
    /// Its letters.
    pub input: Input,
    /// What it can become, after the last Tab.
    pub offered: Vec<String>,
    before: Vec<String>,
    /// Which of the lines before is shown.
    looked_at: Option<usize>,
}

impl Typing {
    /// What an event means.
    pub fn take(&mut self, event: &Event, words: &[String], is_secret: bool) -> Pressed {
        let Event::Key(key) = event else {
            return if matches!(event, Event::Resize(..)) { Pressed::Fresh } else { Pressed::Typed };
        };
        if key.kind == KeyEventKind::Release {
            return Pressed::Typed;
        }
        if key.code == KeyCode::Tab {
            self.complete(words);
            return Pressed::Typed;
        }
        self.offered.clear();
        self.command(*key, is_secret).unwrap_or_else(|| {
            self.input.handle_event(event);
            Pressed::Typed
        })
    }

    fn command(&mut self, key: KeyEvent, is_secret: bool) -> Option<Pressed> {
        let with_control = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        Some(match key.code {
            KeyCode::Enter => Pressed::Line(self.line(is_secret)),
            // Enter that was pressed before the screen was there.
            KeyCode::Char('j') if with_control => Pressed::Line(self.line(is_secret)),
            KeyCode::Char('c') if with_control => Pressed::Leave,
            KeyCode::Char('d') if with_control && self.input.value().is_empty() => Pressed::Leave,
            KeyCode::Char('l') if with_control => Pressed::Fresh,
            KeyCode::PageUp => Pressed::Page(-1),
            KeyCode::PageDown => Pressed::Page(1),
            KeyCode::Up if with_control => Pressed::Board(-1),
            KeyCode::Down if with_control => Pressed::Board(1),
            KeyCode::Up => self.older(),
            KeyCode::Down => self.newer(),
            KeyCode::F(2) => Pressed::Letters,
            KeyCode::F(3) => Pressed::Question,
            KeyCode::Esc => Pressed::Back,
            _ => return None,
        })
    }

    fn line(&mut self, is_secret: bool) -> String {
        let line = std::mem::take(&mut self.input).value().to_owned();
        self.looked_at = None;
        if !is_secret && !line.trim().is_empty() && self.before.last() != Some(&line) {
            self.before.push(line.clone());
            let over = self.before.len().saturating_sub(MOST_REMEMBERED);
            self.before.drain(..over);
        }
        line
    }

    fn older(&mut self) -> Pressed {
        let at = self.looked_at.unwrap_or(self.before.len());
        self.look_at(at.saturating_sub(1))
    }

    fn newer(&mut self) -> Pressed {
        let at = self.looked_at.map_or(self.before.len(), |at| at + 1);
        self.look_at(at)
    }

    fn look_at(&mut self, at: usize) -> Pressed {
        let line = self.before.get(at).cloned();
        self.looked_at = line.is_some().then_some(at);
        self.input = Input::new(line.unwrap_or_default());
        Pressed::Typed
    }

    /// Writes as much as is sure, and offers the rest.
    fn complete(&mut self, words: &[String]) {
        let value = self.input.value().to_owned();
        let at = value.char_indices().nth(self.input.cursor()).map_or(value.len(), |(at, _)| at);
        let (start, found) = completions(&value[..at], words);
        let sure = match &found[..] {
            [] => return,
            [one] => format!("{one} "),
            _ => common_start(&found).to_owned(),
        };
        self.offered = if found.len() > 1 { found } else { Vec::new() };
        if sure.chars().count() >= value[start..at].chars().count() {
            let begun = format!("{}{sure}", &value[..start]);
            let cursor = begun.chars().count();
            self.input = Input::new(begun + value[at..].trim_start()).with_cursor(cursor);
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

    use super::{Pressed, Typing};

    fn key(code: KeyCode) -> Event {
        Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn type_in(typing: &mut Typing, text: &str, words: &[String]) {
        for letter in text.chars() {
            let code = if letter == '\t' { KeyCode::Tab } else { KeyCode::Char(letter) };
            assert_eq!(typing.take(&key(code), words, false), Pressed::Typed);
        }
    }

    #[test]
    fn names_are_completed_as_far_as_they_are_sure() {
        let words = ["flame thrower", "flare gun", "gas mask"].map(str::to_owned);
        let mut typing = Typing::default();
        type_in(&mut typing, "take fl\t", &words);
        assert_eq!((typing.input.value(), typing.offered.len()), ("take fla", 2));
        type_in(&mut typing, "m\t", &words);
        assert_eq!((typing.input.value(), typing.offered.len()), ("take flame thrower ", 0));
        assert_eq!(typing.take(&key(KeyCode::Enter), &words, false), Pressed::Line("take flame thrower ".to_owned()));
        assert_eq!(typing.input.value(), "");
    }

    #[test]
    fn what_was_typed_comes_back_but_no_secrets() {
        let mut typing = Typing::default();
        for (line, is_secret) in [("one", false), ("hidden", true), ("two", false)] {
            type_in(&mut typing, line, &[]);
            typing.take(&key(KeyCode::Enter), &[], is_secret);
        }
        let mut press = |code: KeyCode| {
            typing.take(&key(code), &[], false);
            typing.input.value().to_owned()
        };
        let up = [press(KeyCode::Up), press(KeyCode::Up), press(KeyCode::Up)];
        assert_eq!(up, ["two", "one", "one"]);
        assert_eq!([press(KeyCode::Down), press(KeyCode::Down)], ["two", ""]);
    }
}
