//! The frame around every page: what a browser loads, where one can go, and where news of a screen come from.

use maud::{DOCTYPE, Markup, html};

/// What is the same on all pages of a table.
#[derive(Debug, Clone)]
pub struct Shell {
    /// The title of the game.
    pub game: String,
    /// The language of the game.
    pub language: String,
}

/// A page.
pub struct PageOf<'p> {
    /// What it is called, in front of the game.
    pub title: &'p str,
    /// Its kind, for its looks.
    pub kind: &'static str,
    /// Where its news come from.
    pub live: Option<String>,
    /// The state that it shows.
    pub version: u64,
    /// What is in it.
    pub body: Markup,
}

impl Shell {
    /// A whole page.
    pub fn page(&self, page: &PageOf<'_>) -> String {
        let is_from_right = ["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]
            .iter()
            .any(|language| self.language.split('-').next() == Some(language));
        let markup = html! {
            (DOCTYPE)
            html lang=(if self.language.is_empty() { "en" } else { &self.language }) dir=(if is_from_right { "rtl" } else { "ltr" }) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (page.title) " · " (self.game) }
                    link rel="stylesheet" href="/look.css";
                    link rel="stylesheet" href="/theme.css";
                    link rel="icon" href="/icon.svg";
                    script type="module" src="/screen.js" {}
                }
                body data-screen=(page.kind) data-live=[page.live.as_ref()] data-version=(page.version) {
                    a.skip href="#main" { "To the table" }
                    (page.body)
                    p.unseen id="heard" role="log" aria-live="polite" {}
                    div.told id="told" role="status" aria-live="polite" {}
                    div.stage id="stage" aria-hidden="true" {}
                }
            }
        };
        markup.into_string()
    }
}
