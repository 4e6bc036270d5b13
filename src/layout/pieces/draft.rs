//! A piece whose texts are measured but not yet placed, as long as texts of one deck have to agree on a size.

use std::collections::BTreeMap;

use crate::diag::Diagnostics;
use crate::geom::Size;
use crate::model::{Outline, Piece, slug};
use crate::units::Length;

use super::slots::{SlotContext, TextDraft};
use crate::layout::face::{Face, Layer};
use crate::layout::template::bind_lines::PieceLines;
use crate::layout::template::side::SideTemplate;
use crate::layout::text::typeset::Typesetter;

/// A piece whose texts wait for their size.
pub struct Draft {
    id: String,
    component: usize,
    size: Size,
    bleed: Length,
    safe: Length,
    outline: Outline,
    lines: PieceLines,
    art: Layer,
    slots: Vec<Filling>,
}

/// What goes into a slot.
pub enum Filling {
    /// Layers that are done.
    Layers(Vec<Layer>),
    /// Text that waits for its size.
    Text(Box<TextDraft>),
}

/// A scale for each slot whose texts shrink together, by the slot's place in the template.
pub type CommonScales = BTreeMap<usize, f32>;

impl Draft {
    /// A piece with its drawing and its lines, and what goes into the slots.
    #[must_use]
    pub fn new(side: &SideTemplate<'_>, piece: &Piece, (art, lines): (Layer, PieceLines), slots: Vec<Filling>) -> Self {
        let component = side.component;
        Self {
            id: format!("{}/{}-{}", component.id, slug(&piece.id), side.name),
            component: side.index,
            size: component.size,
            bleed: component.bleed_of(side.name),
            safe: component.safe,
            outline: component.outline,
            lines,
            art,
            slots,
        }
    }

    /// Places all texts.
    pub fn finish(
        self,
        context: SlotContext<'_>,
        typesetter: &Typesetter<'_>,
        common: &CommonScales,
        found: &mut Diagnostics,
    ) -> Face {
        let fill = |filling| match filling {
            Filling::Layers(layers) => layers,
            Filling::Text(mut text) => {
                let agreed = if text.together { common.get(&text.slot).copied() } else { None };
                let scale = agreed.unwrap_or(text.scale);
                text.place(context, typesetter, scale, found)
            }
        };
        let filled: Vec<Vec<Layer>> = self.slots.into_iter().map(fill).collect();
        let mut art = self.art;
        if let Layer::Art { slots, .. } = &mut art {
            *slots = filled;
        }
        Face {
            id: self.id,
            component: self.component,
            size: self.size,
            bleed: self.bleed,
            safe: self.safe,
            outline: self.outline,
            folds: self.lines.folds,
            cut: self.lines.cut,
            layers: vec![art],
        }
    }
}

/// The smallest scale of each slot whose texts shrink together.
#[must_use]
pub fn common_scales(drafts: &[Option<Draft>]) -> CommonScales {
    let mut common = CommonScales::new();
    let fillings = drafts.iter().flatten().flat_map(|draft| &draft.slots);
    for filling in fillings {
        if let Filling::Text(text) = filling
            && text.together
        {
            let least = common.entry(text.slot).or_insert(1.0);
            *least = least.min(text.scale);
        }
    }
    common
}
