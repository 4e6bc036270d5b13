//! Lays out a whole game: every skin prepared once, every piece bound, set and drawn, one face for each different side.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use minijinja::value::Value;

use crate::diag::{Diagnostic, Diagnostics, SourceText, did_you_mean};
use crate::geom::{Affine, Size};
use crate::model::{Assets, Component, Game, Kind, Piece, Skin, svg_path};
use crate::units::Length;

use super::bind::{Binding, Bound, Slot, SlotKind, bind};
use super::board::board_layers;
use super::booklet::Flow;
use super::expr::{Expressions, Names, Program, Scope};
use super::face::{Face, Layer};
use super::fonts::Fonts;
use super::picture::Pictures;
use super::rich;
use super::slots::{Desk, TextDraft, draft_text, image_layer, line_layers, stack};
use super::template::{Template, read_template};
use super::typeset::{TextLook, Typesetter};

/// A booklet of more pages than this is a mistake in a template.
const MOST_PAGES: usize = 400;

/// A component with all its faces.
#[derive(Debug)]
pub struct LaidComponent {
    /// Its place in [`Game::components`].
    pub component: usize,
    /// Its pieces, or the pages of a booklet.
    pub pieces: Vec<LaidPiece>,
}

/// A piece with its faces.
#[derive(Debug, Clone)]
pub struct LaidPiece {
    /// Its id in the component.
    pub id: String,
    /// How many of it there are.
    pub quantity: usize,
    /// The side that faces up.
    pub front: Arc<Face>,
    /// The other side, if it is printed.
    pub back: Option<Arc<Face>>,
}

/// A skin with its template read and its texts compiled.
struct Prepared {
    template: Template,
    /// Compiled texts of the template.
    drawing: Expressions,
    /// Compiled texts of the game file.
    filling: Expressions,
    fields: Vec<(String, Program)>,
}

/// Everything needed to lay out faces of one game.
pub struct Studio<'a> {
    game: &'a Game,
    assets: &'a dyn Assets,
    fonts: &'a Fonts,
    pictures: Pictures<'a>,
    /// What every expression may use.
    scope: Value,
    names: Names,
}

impl<'a> Studio<'a> {
    /// A studio for one game.
    #[must_use]
    pub fn new(game: &'a Game, assets: &'a dyn Assets, fonts: &'a Fonts) -> Self {
        let (scope, names) = shared_scope(game);
        let pictures = Pictures::new(assets, scope.clone(), names.clone());
        Self { game, assets, fonts, pictures, scope, names }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'a Game {
        self.game
    }

    pub(super) fn desk(&self) -> Desk<'_> {
        Desk { game: self.game, fonts: self.fonts, pictures: &self.pictures }
    }

    /// Lays out one component; `step` is called after every piece.
    pub fn lay_out(&self, index: usize, found: &mut Diagnostics, step: &(dyn Fn() + Sync)) -> LaidComponent {
        let component = &self.game.components[index];
        let pieces = match &component.kind {
            Kind::Booklet { text } => self.booklet(component, text, found),
            _ => self.pieces(component, found, step),
        };
        LaidComponent { component: index, pieces }
    }

    fn pieces(&self, component: &Component, found: &mut Diagnostics, step: &(dyn Fn() + Sync)) -> Vec<LaidPiece> {
        let fields: BTreeSet<&str> =
            component.pieces.iter().flat_map(|piece| piece.fields.iter().map(|(name, _)| name.as_str())).collect();
        let mut sides = Vec::new();
        for (side, skin) in [("front", Some(&component.front)), ("back", component.back.as_ref())] {
            let Some(skin) = skin else { continue };
            let Some(prepared) = self.prepare(skin, &fields, found) else { continue };
            sides.push((side, self.faces(component, &prepared, side, &fields, found, step)));
        }
        let mut faces = sides.into_iter();
        let Some((_, fronts)) = faces.next().filter(|(side, _)| *side == "front") else { return Vec::new() };
        let mut backs = faces.next().map(|(_, backs)| backs.into_iter());
        let piece = |(piece, front): (&Piece, Option<Arc<Face>>)| {
            let back = backs.as_mut().and_then(Iterator::next).flatten();
            Some(LaidPiece { id: piece.id.clone(), quantity: piece.quantity, front: front?, back })
        };
        component.pieces.iter().zip(fronts).filter_map(piece).collect()
    }

    /// Reads a skin's template and compiles its texts.
    fn prepare(&self, skin: &Skin, row: &BTreeSet<&str>, found: &mut Diagnostics) -> Option<Prepared> {
        let path = template_path(&skin.template.text);
        let bytes = match self.assets.read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                found.push(self.missing_template(&skin.template.text, &path, &error).at(&skin.template.place));
                return None;
            }
        };
        let Ok(text) = String::from_utf8(bytes.to_vec()) else {
            found.push(Diagnostic::error(format!("`{path}` is not UTF-8 text")).at(&skin.template.place));
            return None;
        };
        let source = Arc::new(SourceText { path: self.assets.shown(&path), text });
        let mut drawing = Expressions::default();
        let template = match read_template(&skin.template.text, &source, &mut drawing, found) {
            Ok(template) => template,
            Err(diagnostic) => {
                found.push(diagnostic);
                return None;
            }
        };
        let mut filling = Expressions::default();
        let fields = self.compile_fields(skin, &template, row, &mut filling, found);
        check_required(&template, skin, row, found);
        self.check_template_names(&template, skin, row, &drawing, found);
        Some(Prepared { template, drawing, filling, fields })
    }

    fn missing_template(&self, name: &str, path: &str, error: &crate::model::AssetError) -> Diagnostic {
        if path != name {
            let known = self.assets.list("templates");
            let stems: Vec<&str> =
                known.iter().filter_map(|p| p.strip_prefix("templates/")?.strip_suffix(".svg")).collect();
            let hint = did_you_mean(name, stems.iter().copied());
            return Diagnostic::error(format!("there is no template `{name}`")).maybe_hint(hint);
        }
        error.diagnostic(path)
    }

    fn compile_fields(
        &self,
        skin: &Skin,
        template: &Template,
        row: &BTreeSet<&str>,
        filling: &mut Expressions,
        found: &mut Diagnostics,
    ) -> Vec<(String, Program)> {
        let mut known = self.names.clone();
        row.iter().for_each(|name| known.add(name));
        let mut fields = Vec::new();
        for (name, field) in &skin.fields {
            if let Some(declared) = &template.fields
                && !declared.iter().any(|known| known.name == *name)
            {
                let hint = did_you_mean(name, declared.iter().map(|field| field.name.as_str()));
                let message = format!("the template `{}` has no field `{name}`", template.name);
                found.push(Diagnostic::error(message).at(&field.place).maybe_hint(hint));
            }
            match filling.compile(&field.text, &field.place) {
                Ok(program) => {
                    filling.check_names(&program, &known, &mut |diagnostic| found.push(diagnostic));
                    fields.push((name.clone(), program));
                }
                Err(diagnostic) => found.push(diagnostic),
            }
        }
        fields
    }

    fn check_template_names(
        &self,
        template: &Template,
        skin: &Skin,
        row: &BTreeSet<&str>,
        drawing: &Expressions,
        found: &mut Diagnostics,
    ) {
        let mut known = self.names.clone();
        let fields = template.fields.iter().flatten().map(|field| field.name.as_str());
        let filled = skin.fields.iter().map(|(name, _)| name.as_str());
        fields.chain(filled).chain(row.iter().copied()).for_each(|name| known.add(name));
        template.programs(&mut |program, loops| {
            let mut known = known.clone();
            loops.iter().for_each(|name| known.add(name));
            drawing.check_names(program, &known, &mut |diagnostic| found.push(diagnostic));
        });
    }

    /// One face for every piece.
    fn faces(
        &self,
        component: &Component,
        prepared: &Prepared,
        side: &str,
        row: &BTreeSet<&str>,
        found: &mut Diagnostics,
        step: &(dyn Fn() + Sync),
    ) -> Vec<Option<Arc<Face>>> {
        let work = |typesetter: &mut Typesetter<'_>, piece: &Piece| {
            let mut own = Diagnostics::new();
            let draft = self.draft(component, prepared, side, piece, row, typesetter, &mut own);
            step();
            (draft, own)
        };
        let drafts = self.in_parallel(&component.pieces, work);
        let mut ready = Vec::with_capacity(drafts.len());
        let mut told = Told::default();
        for (piece, (draft, own)) in component.pieces.iter().zip(drafts) {
            told.add(&piece.id, own);
            ready.push(draft);
        }
        told.tell(component, found);
        let common = common_scales(&ready);
        let mut typesetter = Typesetter::new(self.fonts);
        let mut known: HashMap<String, Arc<Face>> = HashMap::new();
        let mut finished = Vec::with_capacity(ready.len());
        for draft in ready {
            let face = draft.map(|draft| {
                let id = draft.id.clone();
                let same = draft.is_fixed.then(|| known.get("").cloned()).flatten();
                same.unwrap_or_else(|| {
                    let fixed = draft.is_fixed;
                    let face = Arc::new(draft.finish(self.desk(), &mut typesetter, &common, found));
                    known.insert(if fixed { String::new() } else { id }, Arc::clone(&face));
                    face
                })
            });
            finished.push(face);
        }
        finished
    }

    /// Runs `work` over all items on all processors, in order.
    fn in_parallel<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&mut Typesetter<'_>, &T) -> R + Sync,
    ) -> Vec<R> {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if threads == 1 || items.len() < 16 {
            let mut typesetter = Typesetter::new(self.fonts);
            return items.iter().map(|item| work(&mut typesetter, item)).collect();
        }
        let chunk = |part: &[T]| {
            let mut typesetter = Typesetter::new(self.fonts);
            part.iter().map(|item| work(&mut typesetter, item)).collect::<Vec<R>>()
        };
        std::thread::scope(|scope| {
            let parts = items.chunks(items.len().div_ceil(threads));
            let running: Vec<_> = parts.map(|part| scope.spawn(|| chunk(part))).collect();
            // A panic in a thread is a panic here.
            let joined = running.into_iter().map(|thread| thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why)));
            joined.flatten().collect()
        })
    }

    #[allow(clippy::too_many_arguments, reason = "everything a piece is made from")]
    fn draft(
        &self,
        component: &Component,
        prepared: &Prepared,
        side: &str,
        piece: &Piece,
        row: &BTreeSet<&str>,
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> Option<Draft> {
        let scope = self.piece_scope(component, prepared, side, piece, row, found);
        let bound = self.bind_piece(component, prepared, &scope, found)?;
        let mut draft = Draft::new(component, piece, side, self.art_layer(component, prepared, &bound, found)?);
        draft.component = self.game.components.iter().position(|known| known.id == component.id).unwrap_or(0);
        // A side without anything of the row's is the same for all pieces.
        draft.is_fixed = row.is_empty() || !prepared.uses_row(row);
        for slot in &bound.slots {
            draft.slots.push(self.fill(component, slot, bound.unit, typesetter, found));
        }
        Some(draft)
    }

    fn bind_piece(
        &self,
        component: &Component,
        prepared: &Prepared,
        scope: &Value,
        found: &mut Diagnostics,
    ) -> Option<Bound> {
        let how = Binding {
            expressions: &prepared.drawing,
            size: component.size,
            bleed: component.bleed,
            prefix: "",
            colour: None,
        };
        match bind(&prepared.template, scope, &how, found) {
            Ok(bound) => Some(bound),
            Err(diagnostic) => {
                found.push(diagnostic);
                None
            }
        }
    }

    fn art_layer(
        &self,
        component: &Component,
        prepared: &Prepared,
        bound: &Bound,
        found: &mut Diagnostics,
    ) -> Option<Layer> {
        let over = component.bleed.mm_f32();
        match self.pictures.art(&prepared.template.name, bound.svg.clone()) {
            Ok(art) => Some(Layer::Art {
                art,
                transform: Affine::translate(-over, -over),
                slots: Vec::new(),
                unit: bound.unit,
                clip: None,
            }),
            Err(why) => {
                found.push(Diagnostic::error(why).at(&prepared.template.place));
                None
            }
        }
    }

    fn fill(
        &self,
        component: &Component,
        slot: &Slot,
        unit: f32,
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> Filling {
        let desk = self.desk();
        match &slot.kind {
            SlotKind::Text(text) => match draft_text(desk, typesetter, slot, text, unit, found) {
                Some(draft) => Filling::Text(Box::new(draft)),
                None => Filling::Layers(Vec::new()),
            },
            SlotKind::Line(text) => Filling::Layers(line_layers(desk, typesetter, slot, text, unit, found)),
            SlotKind::Image(image) => {
                Filling::Layers(image_layer(desk, slot, image, unit, found).into_iter().collect())
            }
            SlotKind::Board => match &component.kind {
                Kind::Board(board) => Filling::Layers(board_layers(desk, typesetter, board, slot, unit, found)),
                _ => {
                    let message = format!("`{}` is no board, and its template draws one", component.id);
                    found.push(Diagnostic::error(message).at(&slot.place));
                    Filling::Layers(Vec::new())
                }
            },
            SlotKind::Flow(_) => {
                let message = format!("`{}` is no booklet, and its template has a `data-flow`", component.id);
                found.push(Diagnostic::error(message).at(&slot.place));
                Filling::Layers(Vec::new())
            }
        }
    }

    fn piece_scope(
        &self,
        component: &Component,
        prepared: &Prepared,
        side: &str,
        piece: &Piece,
        row: &BTreeSet<&str>,
        found: &mut Diagnostics,
    ) -> Value {
        let mut scope = Scope::over(Some(self.scope.clone()));
        scope.set("face", face_values(component, side));
        scope.set("component", Value::from(component.title.clone()));
        scope.set_text("id", &piece.id);
        scope.set("qty", Value::from(piece.quantity));
        for field in prepared.template.fields.iter().flatten() {
            scope.set_text(&field.name, field.default.as_deref().unwrap_or(""));
        }
        // A column that this row leaves out is empty, not unknown.
        row.iter().filter(|name| !piece.fields.iter().any(|(known, _)| known == *name)).for_each(|name| scope.set_text(name, ""));
        piece.fields.iter().for_each(|(name, field)| scope.set_text(name, &field.text));
        let row_scope = scope.finish();
        let mut filled = Scope::over(Some(row_scope.clone()));
        for (name, program) in &prepared.fields {
            match prepared.filling.text(program, &row_scope) {
                Ok(text) => filled.set_text(name, &text),
                Err(diagnostic) => found.push(diagnostic),
            }
        }
        filled.finish()
    }

    /// A face for a skin that belongs to no component, such as the first page.
    pub(super) fn single(
        &self,
        skin: &Skin,
        size: Size,
        extra: &[(&str, String)],
        found: &mut Diagnostics,
    ) -> Option<(Face, Vec<Slot>)> {
        let piece = Piece { id: String::new(), quantity: 1, fields: Vec::new(), place: skin.template.place.clone() };
        let component = Component {
            id: "contents".into(),
            title: "Contents".into(),
            kind: Kind::Mat,
            size,
            outline: crate::model::Outline::Rect { corner: Length::ZERO },
            bleed: Length::ZERO,
            safe: Length::ZERO,
            stock: String::new(),
            note: String::new(),
            pieces: Vec::new(),
            front: skin.clone(),
            back: None,
            place: skin.template.place.clone(),
        };
        let row: BTreeSet<&str> = extra.iter().map(|(name, _)| *name).collect();
        let fields = extra.iter().map(|(name, text)| {
            let field = crate::model::FieldText { text: text.clone(), place: skin.template.place.clone() };
            ((*name).to_owned(), field)
        });
        let piece = Piece { fields: fields.collect(), ..piece };
        let prepared = self.prepare(skin, &row, found)?;
        let mut typesetter = Typesetter::new(self.fonts);
        let scope = self.piece_scope(&component, &prepared, "front", &piece, &row, found);
        let bound = self.bind_piece(&component, &prepared, &scope, found)?;
        let mut draft = Draft::new(&component, &piece, "front", self.art_layer(&component, &prepared, &bound, found)?);
        let mut open = Vec::new();
        for slot in &bound.slots {
            if matches!(slot.kind, SlotKind::Flow(_)) {
                open.push(Slot { rect: slot.rect.map(|side| side / bound.unit), ..slot.clone() });
                draft.slots.push(Filling::Layers(Vec::new()));
            } else {
                draft.slots.push(self.fill(&component, slot, bound.unit, &mut typesetter, found));
            }
        }
        Some((draft.finish(self.desk(), &mut typesetter, &BTreeMap::new(), found), open))
    }

    fn booklet(&self, component: &Component, text: &str, found: &mut Diagnostics) -> Vec<LaidPiece> {
        let page_names: BTreeSet<&str> = ["page", "pages"].into();
        let Some(prepared) = self.prepare(&component.front, &page_names, found) else { return Vec::new() };
        let Ok(bytes) = self.assets.read(text) else { return Vec::new() };
        let source = String::from_utf8_lossy(&bytes).into_owned();
        let mut typesetter = Typesetter::new(self.fonts);
        // The first pass learns how many pages there are, the second prints the number.
        let mut pages = 0;
        for _ in 0..2 {
            let mut trial = Diagnostics::new();
            let laid = self.booklet_pages(component, &prepared, &source, pages, &mut typesetter, &mut trial);
            if laid.len() == pages || trial.has_errors() {
                found.extend(trial);
                return laid;
            }
            pages = laid.len();
        }
        self.booklet_pages(component, &prepared, &source, pages, &mut typesetter, found)
    }

    fn booklet_pages(
        &self,
        component: &Component,
        prepared: &Prepared,
        source: &str,
        pages: usize,
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> Vec<LaidPiece> {
        let mut laid: Vec<LaidPiece> = Vec::new();
        let mut flow: Option<Flow> = None;
        loop {
            let page = laid.len() + 1;
            let piece = page_piece(component, page, pages);
            let row: BTreeSet<&str> = ["page", "pages"].into();
            let scope = self.piece_scope(component, prepared, "front", &piece, &row, found);
            let Some(bound) = self.bind_piece(component, prepared, &scope, found) else { return laid };
            let Some(art) = self.art_layer(component, prepared, &bound, found) else { return laid };
            let mut draft = Draft::new(component, &piece, "front", art);
            for slot in &bound.slots {
                let SlotKind::Flow(look) = &slot.kind else {
                    draft.slots.push(self.fill(component, slot, bound.unit, typesetter, found));
                    continue;
                };
                let rect = slot.rect.map(|side| side / bound.unit);
                let flow = flow.get_or_insert_with(|| {
                    let style = look.style.as_deref().unwrap_or("body");
                    Flow::new(self.flowed(source, style, slot, rect[2], typesetter, found))
                });
                let lines = flow.take(rect[3]);
                draft.slots.push(Filling::Layers(stack(self.desk(), &lines, [rect[0], rect[1]], found)));
            }
            let face = Arc::new(draft.finish(self.desk(), typesetter, &BTreeMap::new(), found));
            laid.push(LaidPiece { id: piece.id, quantity: 1, front: face, back: None });
            if flow.as_ref().is_none_or(Flow::is_done) || page >= MOST_PAGES {
                return laid;
            }
        }
    }

    /// The lines of a booklet at the width of its first column.
    fn flowed(
        &self,
        source: &str,
        style: &str,
        slot: &Slot,
        width: f32,
        typesetter: &mut Typesetter<'_>,
        found: &mut Diagnostics,
    ) -> Vec<super::typeset::Line> {
        let Some(style) = self.game.styles.get(style) else {
            let hint = did_you_mean(style, self.game.styles.keys().map(String::as_str));
            let message = format!("there is no text style `{style}`");
            found.push(Diagnostic::error(message).at(&slot.place).maybe_hint(hint));
            return Vec::new();
        };
        let (blocks, unknown) = rich::parse(source, &self.game.icons);
        super::slots::report_icons(self.desk(), &unknown, &slot.place, found);
        let mut shaped = typesetter.shape(&blocks, TextLook { style, styles: &self.game.styles });
        super::slots::report_missing(&shaped, &slot.place, found);
        typesetter.lines(&mut shaped, width, 1.0)
    }
}

fn page_piece(component: &Component, page: usize, pages: usize) -> Piece {
    let field = |number: usize| crate::model::FieldText { text: number.to_string(), place: component.place.clone() };
    Piece {
        id: format!("page-{page}"),
        quantity: 1,
        fields: vec![("page".into(), field(page)), ("pages".into(), field(pages))],
        place: component.place.clone(),
    }
}

impl Prepared {
    /// Whether anything on this side can differ from row to row.
    fn uses_row(&self, row: &BTreeSet<&str>) -> bool {
        let mut uses = false;
        let mut see = |expressions: &Expressions, program: &Program| {
            uses |= expressions.uses_any(program, |name| row.contains(name) || matches!(name, "id" | "qty"));
        };
        self.fields.iter().for_each(|(_, program)| see(&self.filling, program));
        self.template.programs(&mut |program, _| see(&self.drawing, program));
        uses
    }
}

/// A piece whose text is measured but not yet placed.
struct Draft {
    id: String,
    component: usize,
    size: Size,
    bleed: Length,
    outline: crate::model::Outline,
    art: Layer,
    slots: Vec<Filling>,
    is_fixed: bool,
}

/// What goes into a slot.
enum Filling {
    Layers(Vec<Layer>),
    Text(Box<TextDraft>),
}

impl Draft {
    fn new(component: &Component, piece: &Piece, side: &str, art: Layer) -> Self {
        Self {
            id: format!("{}/{}-{side}", component.id, crate::model::slug(&piece.id)),
            component: 0,
            size: component.size,
            bleed: component.bleed,
            outline: component.outline,
            art,
            slots: Vec::new(),
            is_fixed: false,
        }
    }

    fn finish(
        self,
        desk: Desk<'_>,
        typesetter: &mut Typesetter<'_>,
        common: &CommonScales,
        found: &mut Diagnostics,
    ) -> Face {
        let fill = |filling| match filling {
            Filling::Layers(layers) => layers,
            Filling::Text(mut text) => {
                let scale = if text.together { common.get(&text.slot).copied() } else { None };
                let scale = scale.unwrap_or(text.scale);
                text.place(desk, typesetter, scale, found)
            }
        };
        let filled: Vec<Vec<Layer>> = self.slots.into_iter().map(fill).collect();
        let mut art = self.art;
        if let Layer::Art { slots, .. } = &mut art {
            *slots = filled;
        }
        Face { id: self.id, component: self.component, size: self.size, bleed: self.bleed, outline: self.outline, layers: vec![art] }
    }
}

/// The problems of many pieces, each once, with the pieces that have it.
#[derive(Default)]
struct Told(Vec<(Diagnostic, Vec<String>)>);

impl Told {
    fn add(&mut self, piece: &str, own: Diagnostics) {
        for diagnostic in &own {
            match self.0.iter_mut().find(|(known, _)| known == diagnostic) {
                Some((_, pieces)) => pieces.push(piece.to_owned()),
                None => self.0.push((diagnostic.clone(), vec![piece.to_owned()])),
            }
        }
    }

    /// What all pieces share needs no names; the rest names a few.
    fn tell(self, component: &Component, found: &mut Diagnostics) {
        const NAMED: usize = 4;
        for (mut diagnostic, pieces) in self.0 {
            if pieces.len() < component.pieces.len() {
                let names: Vec<String> = pieces.iter().take(NAMED).map(|id| format!("`{id}`")).collect();
                let more = if pieces.len() > NAMED { format!(" and {} more", pieces.len() - NAMED) } else { String::new() };
                diagnostic.message = format!("{}: {}{more} of `{}`", diagnostic.message, names.join(", "), component.id);
            }
            found.push(diagnostic);
        }
    }
}

/// A scale for each slot, by its place in the template.
type CommonScales = BTreeMap<usize, f32>;

/// The smallest scale of each slot whose texts shrink together.
fn common_scales(drafts: &[Option<Draft>]) -> CommonScales {
    let mut common = CommonScales::new();
    for draft in drafts.iter().flatten() {
        for filling in &draft.slots {
            if let Filling::Text(text) = filling
                && text.together
            {
                let least = common.entry(text.slot).or_insert(1.0_f32);
                *least = least.min(text.scale);
            }
        }
    }
    common
}

fn check_required(template: &Template, skin: &Skin, row: &BTreeSet<&str>, found: &mut Diagnostics) {
    for field in template.fields.iter().flatten() {
        let filled = skin.fields.iter().any(|(name, _)| *name == field.name) || row.contains(field.name.as_str());
        if field.default.is_none() && !filled {
            let message = format!("the template `{}` needs the field `{}`", template.name, field.name);
            let hint = format!("add `{}: ...` beside `template`, or a column `{}`", field.name, field.name);
            found.push(Diagnostic::error(message).at(&skin.template.place).hint(hint));
        }
    }
}

/// A bare name is one of the shared templates; anything else is a path in the game folder.
fn template_path(name: &str) -> String {
    if name.contains(['/', '.']) { name.to_owned() } else { format!("templates/{name}.svg") }
}

fn shared_scope(game: &Game) -> (Value, Names) {
    let mut names = Names::default();
    names.add_group("palette", game.palette.names().map(str::to_owned));
    let words = ["title", "subtitle", "version", "players", "time", "summary"];
    names.add_group("game", words.map(str::to_owned));
    let measures = ["width", "height", "bleed", "safe", "side", "shape", "shape_bleed", "shape_safe"];
    names.add_group("face", measures.map(str::to_owned));
    ["component", "id", "qty"].iter().for_each(|name| names.add(name));

    let mut palette = Scope::default();
    for name in game.palette.names() {
        let colour = game.palette.get(name).map(|colour| colour.to_string()).unwrap_or_default();
        palette.set(name, Value::from(colour));
    }
    let texts = [&game.title, &game.subtitle, &game.version, &game.players, &game.time, &game.summary];
    let mut about = Scope::default();
    for (word, text) in words.iter().zip(texts) {
        about.set(word, Value::from(text.as_str()));
    }
    let mut scope = Scope::default();
    scope.set("palette", palette.finish());
    scope.set("game", about.finish());
    (scope.finish(), names)
}

/// What a template may know about the side it draws.
fn face_values(component: &Component, side: &str) -> Value {
    let mut face = Scope::default();
    let path = |inset: Length| Value::from(svg_path(&component.outline.path(component.size, inset)));
    face.set("width", Value::from(component.size.width.mm()));
    face.set("height", Value::from(component.size.height.mm()));
    face.set("bleed", Value::from(component.bleed.mm()));
    face.set("safe", Value::from(component.safe.mm()));
    face.set("side", Value::from(side));
    face.set("shape", path(Length::ZERO));
    face.set("shape_bleed", path(-component.bleed));
    face.set("shape_safe", path(component.safe));
    face.finish()
}
