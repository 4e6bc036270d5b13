//! The places of a template that pieces lie on: which components they name, and that the game has these. Whether the pieces
//! fit is for the lint to say.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use minijinja::value::Value;
use resvg::usvg::{Group, Node};

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::layout::face::{Art, Holds};
use crate::model::{Component, FieldText, Kind};
use crate::units::Length;

use super::bind::Binder;
use super::read::Element;
use super::xml::escaped;

/// What can be such a place.
const HOLDERS: [&str; 3] = ["rect", "circle", "ellipse"];
/// A place is so much larger than its pieces, unless it says how much.
const PLAY: Length = Length::from_mm(1);

impl Binder<'_> {
    /// A group around a place for pieces, one for each component that may lie there; how many groups there are.
    pub(super) fn open_holds(&mut self, element: &Element, scope: &Value) -> usize {
        let names = self.optional_data(element, "holds", scope);
        let play = self.optional_data(element, "play", scope);
        let Some(FieldText { text: names, place }) = names else { return 0 };
        let wrong = if !HOLDERS.contains(&element.name.as_str()) {
            let message = format!("a `<{}>` cannot be a place for pieces", element.name);
            Some(Diagnostic::error(message).hint("a `<rect>`, a `<circle>` or an `<ellipse>` can"))
        } else if self.around.iter().any(|around| around.obstacle == Some("a definition")) {
            Some(Diagnostic::error("`data-holds` has no effect inside a definition"))
        } else {
            None
        };
        if let Some(wrong) = wrong {
            self.found.push(wrong.at(&element.place));
            return 0;
        }
        let Some(play) = play.map_or(Some(PLAY), |play| self.found.accept(play_of(&play))) else { return 0 };
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let holds: Vec<Holds> = names.map(|name| Holds { component: name.to_owned(), play }).collect();
        for one in &holds {
            let _ = write!(self.out, "<g id=\"{}\">", escaped(&one.id()));
        }
        let count = holds.len();
        self.holds.extend(holds.into_iter().map(|one| (one, place.clone())));
        count
    }
}

fn play_of(written: &FieldText) -> Result<Length, Diagnostic> {
    match written.text.parse::<Length>() {
        Ok(play) if play >= Length::ZERO => Ok(play),
        Ok(play) => {
            Err(Diagnostic::error(format!("`data-play` cannot be negative, and this is {play}")).at(&written.place))
        }
        Err(error) => Err(Diagnostic::error(error.to_string()).at(&written.place).hint(error.hint())),
    }
}

/// Tells every place for pieces that the game does not have, that have no size of their own, or that is not drawn.
pub fn check_holds(holds: &[(Holds, Place)], art: &Art, components: &[Component], found: &mut Diagnostics) {
    if holds.is_empty() {
        return;
    }
    let mut drawn = BTreeSet::new();
    add_places(art.tree.root(), &mut drawn);
    for (one, place) in holds {
        let name = one.component.as_str();
        let problem = match components.iter().find(|part| part.id == name) {
            None => {
                let hint = meant_or_known(name, components.iter().map(|part| part.id.as_str()));
                Diagnostic::error(format!("there is no component `{name}` for this place")).maybe_hint(hint)
            }
            Some(part) if matches!(part.kind, Kind::Booklet { .. } | Kind::Tuckbox(_)) => {
                let message = format!("`{name}` is a {}, and no place holds that", part.kind.name());
                Diagnostic::error(message).hint("name flat pieces, standees or dice")
            }
            Some(_) if !drawn.contains(one.id().as_str()) => {
                let message = format!("the place for `{name}` is not drawn, so nobody sees where it is");
                Diagnostic::error(message).hint("give it a `fill` or a `stroke`")
            }
            Some(_) => continue,
        };
        found.push(problem.at(place).once());
    }
}

/// Whether anything in a group is painted.
fn is_seen(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(inner) => is_seen(inner),
        Node::Path(path) => path.is_visible() && (path.fill().is_some() || path.stroke().is_some()),
        Node::Image(_) | Node::Text(_) => true,
    })
}

/// The ids of all places for pieces of which something is seen.
fn add_places<'g>(group: &'g Group, places: &mut BTreeSet<&'g str>) {
    for node in group.children() {
        if let Node::Group(inner) = node {
            if Holds::of_id(inner.id()).is_some() && is_seen(inner) {
                places.insert(inner.id());
            }
            add_places(inner, places);
        }
    }
}
