//! What the async side asks of the thread that owns the table, and what it gets back. Plain data only.

use std::sync::Arc;

use tokio::sync::{oneshot, watch};

/// A screen that people look at. What one of them shows is the same for all who may see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Screen {
    /// The board for all, on something large.
    Table,
    /// The same for a phone without a seat.
    Watch,
    /// What one seat may see.
    Seat(usize),
    /// Whoever keeps the table.
    Host,
    /// Who sits where, for those who come.
    Join,
}

/// A screen as it is now. Its parts are HTML, by the ids of the elements that they fill.
#[derive(Debug)]
pub struct Frame {
    /// Grows with every change.
    pub version: u64,
    /// The parts.
    pub parts: Vec<(&'static str, String)>,
    /// All of it as an event.
    pub event: Vec<u8>,
    /// What differs from an older one, by its version, as an event.
    pub since: Option<(u64, Vec<u8>)>,
}

impl Frame {
    /// A screen; `before` is the one that was sent last, to which most of it is equal.
    pub fn new(version: u64, parts: Vec<(&'static str, String)>, before: Option<&Self>) -> Self {
        let event = |parts: &mut dyn Iterator<Item = &(&'static str, String)>| {
            let parts: serde_json::Map<String, serde_json::Value> =
                parts.map(|(id, html)| ((*id).to_owned(), html.as_str().into())).collect();
            let data = serde_json::json!({ "version": version, "parts": parts });
            format!("id: {version}\nevent: frame\ndata: {data}\n\n").into_bytes()
        };
        let since = before.filter(|before| before.version != version).map(|before| {
            let is_new = |(id, html): &&(&'static str, String)| before.part(id) != html;
            (before.version, event(&mut parts.iter().filter(is_new)))
        });
        Self { version, event: event(&mut parts.iter()), since, parts }
    }

    /// What a browser needs that has the screen of a version: nothing, what differs, or all of it.
    pub fn since(&self, known: Option<u64>) -> Option<&[u8]> {
        match &self.since {
            _ if known == Some(self.version) => None,
            Some((before, changes)) if known == Some(*before) => Some(changes),
            _ => Some(&self.event),
        }
    }

    /// The HTML of a part.
    pub fn part(&self, id: &str) -> &str {
        self.parts.iter().find(|(known, _)| *known == id).map_or("", |(_, html)| html)
    }
}

/// Newer frames of a screen; it ends when the screen is somebody else's.
pub type Frames = watch::Receiver<Option<Arc<Frame>>>;

/// What somebody wants.
#[derive(Debug)]
pub enum Deed {
    /// A whole page.
    Page(Page),
    /// The frames of a screen.
    Follow(Screen),
    /// A seat, or several; those who know the word need not be asked.
    Join { seats: Vec<usize>, word: String },
    /// The power of who keeps the table, by its key.
    Enter { key: String },
    /// Whoever has a device with several seats in their hands says which of them they play.
    Open { seat: usize },
    /// A seat is given back.
    Leave { seat: usize },
    /// An answer of a seat, or of nobody in particular, meant for a state.
    Answer { seat: Option<usize>, number: Option<u64>, text: String },
    /// Why something is no answer for a seat.
    Why { seat: usize, id: String },
    /// Something is taken back; `seen` says that whoever asks knows what that means.
    Undo { seat: Option<usize>, to: Option<u64>, seen: bool },
    /// And done again.
    Redo { seat: Option<usize> },
    /// Something is written down.
    Note { seat: Option<usize>, text: String },
    /// What only who keeps the table may do.
    Host(HostDeed),
}

/// What only who keeps the table may do.
#[derive(Debug)]
pub enum HostDeed {
    /// Lets somebody have the seats they asked for, or does not.
    Admit { request: u64, is_welcome: bool },
    /// Takes a seat back from a device.
    Free { seat: usize },
    /// Gives a seat to the device that has another.
    Hand { seat: usize, to: usize },
    /// Sets the word that lets people in.
    Word(String),
    /// Says who has a die or deck, or all.
    Custody { of: Option<String>, to: String },
    /// Sets something to what is on the table, in words.
    Adjust { text: String, reason: String },
    /// Compares counts, each with its place in the list.
    Audit(Vec<(usize, String)>),
}

/// A whole page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Page {
    /// The first one: who sits where, and where one can go from here.
    Home,
    /// A live screen.
    Live(Screen),
    /// The rules, perhaps with what is looked for.
    Rules { find: String },
    /// How the evening went.
    Evening,
    /// The result as a sheet of paper.
    Sheet,
    /// Results for other programs.
    Export(Export),
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Export {
    /// For programs.
    Json,
    /// For spreadsheets.
    Csv,
}

/// What comes of it.
#[derive(Debug)]
pub enum Reply {
    /// A whole page.
    Html(String),
    /// A file.
    File { kind: &'static str, name: String, bytes: Vec<u8> },
    /// The frames of a screen.
    Frames(Frames),
    /// It is done, in a few sentences, or nothing that has to be said.
    Done(Vec<String>),
    /// It is not done, and why. It is no fault of the program.
    Refused(Vec<String>),
    /// It is not theirs to do.
    Forbidden(&'static str),
    /// Somewhere else now; a key for the device comes with it where it got one.
    Go { to: String, key: Option<String> },
}

/// An order, with the key of the device it comes from.
#[derive(Debug)]
pub struct Order {
    /// The key; without one, it is a stranger.
    pub key: Option<String>,
    /// What they want.
    pub deed: Deed,
    /// Where the reply goes.
    pub reply: oneshot::Sender<Reply>,
}

#[cfg(test)]
mod tests {
    use super::Frame;

    #[test]
    fn whoever_has_the_screen_before_gets_what_differs() {
        let parts = |log: &str| vec![("top", "Ann".to_owned()), ("log", log.to_owned())];
        let one = Frame::new(7, parts("nothing"), None);
        let two = Frame::new(9, parts("something"), Some(&one));
        let told = |known| two.since(known).map(|event| String::from_utf8_lossy(event).into_owned());
        let whole = r#"{"parts":{"log":"something","top":"Ann"},"version":9}"#;
        let event = |data: &str| Some(format!("id: 9\nevent: frame\ndata: {data}\n\n"));
        assert_eq!(told(None), event(whole));
        assert_eq!(told(Some(6)), event(whole));
        assert_eq!(told(Some(7)), event(r#"{"parts":{"log":"something"},"version":9}"#));
        assert_eq!(told(Some(9)), None);
    }
}
