//! What has just come up, large for a moment: dice and cards, and that somebody has taken something back.

use maud::{Markup, html};

use crate::app::table::{Picture, Printed};
use crate::referee::{Answer, Entry, What};

use super::zones::card;

/// What came up with an entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Flash {
    seq: u64,
    who: Option<String>,
    said: Option<String>,
    dice: Vec<String>,
    cards: Vec<(String, Option<Picture>)>,
}

impl Flash {
    /// What everybody saw come up, if anything.
    pub fn of(entry: &Entry, printed: &mut Printed<'_, '_>) -> Option<Self> {
        let (seq, dice, cards) = (entry.seq, Vec::new(), Vec::new());
        let answered = entry.answer().filter(|answered| !answered.secret)?;
        let mut flash = Self { seq, who: answered.asked.clone(), said: None, dice, cards };
        let shown = match &answered.answer {
            Answer::Roll(shown) => {
                flash.dice = shown.iter().map(|shown| shown.face.clone()).collect();
                return (!flash.dice.is_empty()).then_some(flash);
            }
            Answer::Draw(shown) => std::slice::from_ref(shown),
            Answer::Deal(shown) => shown,
            _ => return None,
        };
        let cards = shown.iter().map(|shown| (shown.face.clone(), printed.piece(&shown.face)));
        flash.cards = cards.filter(|(_, picture)| picture.is_some()).collect();
        (!flash.cards.is_empty()).then_some(flash)
    }

    /// That somebody has taken something back, with the first of it, if this entry says so.
    pub fn of_undo(entry: &Entry, all: &[Entry]) -> Option<Self> {
        let (What::Undo { to }, Some(who)) = (&entry.what, &entry.by) else { return None };
        let mut taken = all.iter().filter(|one| one.seq > *to && one.seq < entry.seq && one.answer().is_some());
        let first = taken.next()?.told();
        let more = match taken.count() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let said = Some(format!("{who} took back: {first}{more}"));
        Some(Self { seq: entry.seq, who: None, said, dice: Vec::new(), cards: Vec::new() })
    }

    /// As HTML; scripts show it when its number is new.
    pub fn html(&self) -> Markup {
        html! {
            div.flash data-flash=(self.seq) {
                @if let Some(who) = &self.who { p.who { (who) } }
                @if let Some(said) = &self.said { p.who { (said) } }
                div.dice { @for face in &self.dice { (die(face)) } }
                div.cards { @for (name, picture) in &self.cards { @if let Some(picture) = picture { (card(picture, name)) } } }
            }
        }
    }
}

/// A die with spots, where it is one that has them.
fn die(face: &str) -> Markup {
    const SPOTS: [&[(u8, u8)]; 6] = [
        &[(1, 1)],
        &[(0, 0), (2, 2)],
        &[(0, 0), (1, 1), (2, 2)],
        &[(0, 0), (2, 0), (0, 2), (2, 2)],
        &[(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
        &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
    ];
    let spots = face.parse::<usize>().ok().and_then(|number| SPOTS.get(number.checked_sub(1)?));
    html! {
        svg.die viewBox="0 0 40 40" role="img" aria-label=(face) {
            rect x="1.5" y="1.5" width="37" height="37" rx="7" {}
            @match spots {
                Some(spots) => @for (x, y) in *spots { circle cx=(10 + x * 10) cy=(10 + y * 10) r="3.6" {} },
                None => text x="20" y="26" textLength=[(face.chars().count() > 4).then_some("32")] lengthAdjust="spacingAndGlyphs" { (face) },
            }
        }
    }
}
