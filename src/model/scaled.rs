//! A game in another size, as far as it matters for where its pieces lie on paper and what is said of them.

use super::net::BoxSize;
use super::{Board, Component, Form, Game, Kind, PointMap};

impl Game {
    /// The same with all components `times` as large.
    #[must_use]
    pub fn scaled(&self, times: f64) -> Self {
        Self { components: self.components.iter().map(|component| component.scaled(times)).collect(), ..self.clone() }
    }
}

impl Component {
    /// The same `times` as large.
    fn scaled(&self, times: f64) -> Self {
        let kind = match &self.kind {
            Kind::Board(board) => Kind::Board(Box::new(board.scaled(times))),
            Kind::Tuckbox(tuckbox) => {
                let mut tuckbox = tuckbox.clone();
                let BoxSize { face, depth } = tuckbox.inner;
                tuckbox.inner = BoxSize { face: face.scaled(times), depth: depth.scaled(times) };
                tuckbox.card = tuckbox.card.scaled(times);
                Kind::Tuckbox(tuckbox)
            }
            Kind::Standee(standee) => {
                let mut standee = standee.clone();
                standee.figure = standee.figure.scaled(times);
                Kind::Standee(standee)
            }
            Kind::Die(die) => {
                let mut die = die.clone();
                die.edge = die.edge.scaled(times);
                Kind::Die(die)
            }
            other => other.clone(),
        };
        Self {
            kind,
            size: self.size.scaled(times),
            bleed: self.bleed.scaled(times),
            back_bleed: self.back_bleed.scaled(times),
            safe: self.safe.scaled(times),
            ..self.clone()
        }
    }
}

impl Board {
    /// The same `times` as large.
    fn scaled(&self, times: f64) -> Self {
        let form = match &self.form {
            Form::Map(map) => {
                let mut map: PointMap = map.clone();
                map.size = map.size.scaled(times);
                for at in map.places.iter_mut().filter_map(|place| place.at.as_mut()) {
                    (at.x, at.y) = (at.x.scaled(times), at.y.scaled(times));
                }
                Form::Map(map)
            }
            Form::Cells(_) => self.form.clone(),
        };
        Self { cell: self.cell.scaled(times), frame: self.frame.scaled(times), form, ..self.clone() }
    }
}
