//! One side of a component, made ready: its template read, its texts compiled, every name in them checked, and the
//! values that expressions see for each piece.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::Value;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText, meant_or_known};
use crate::expressions::{Columns, Expressions, Names, Origin, Program, ROW, Scope};
use crate::model::{AssetError, Assets, Component, FieldText, Game, Kind, Piece, Skin, svg_path, usable_name};
use crate::units::Length;

use super::bind::{Binding, Bound, bind};
use super::drawing_text::drawing_text;
use super::read::{Field, Purpose, Template, read_template};

/// The folder of the templates that are ready in the binary.
const READY: &str = "templates";

/// One side of a component, ready to be drawn for each piece.
pub struct SideTemplate<'c> {
    /// The component.
    pub component: &'c Component,
    /// Its place in the game.
    pub index: usize,
    /// `front` or `back`.
    pub name: &'static str,
    /// The columns that any row has.
    row: Columns,
    /// Whether anything on this side looks at all columns together.
    has_group: bool,
    /// Fields that a column of their name does not fill.
    own: BTreeSet<String>,
    /// The template.
    pub template: Template,
    /// Where a ready template is asked for; nothing when it is a file of the game.
    asked_at: Option<Place>,
    /// Compiled texts of the template.
    drawing: Expressions,
    /// Compiled texts of the game file.
    filling: Expressions,
    fields: Vec<(String, Program)>,
    /// What the template may know about the side: sizes and the shape to cut.
    face: Value,
    /// The game folder as it is shown in places.
    root: String,
    /// Put before every id, when several drawings share a piece.
    pub prefix: String,
    /// Whether it is seen in a mirror.
    pub mirrored: bool,
}

/// What every expression of a game may use.
#[derive(Clone)]
pub struct Shared {
    /// The values.
    pub scope: Value,
    /// Their names, with those that are known of a piece.
    pub names: Names,
    /// Their names where there is no piece, as in a picture.
    pub everywhere: Names,
    /// The names of all columns that rows of any component have.
    pub columns: BTreeSet<String>,
}

impl<'c> SideTemplate<'c> {
    /// Makes a side ready; what is wrong with it goes to `found`.
    pub fn prepare(
        (component, index): (&'c Component, usize),
        (name, skin): (&'static str, &Skin),
        row: Columns,
        assets: &dyn Assets,
        shared: &Shared,
        found: &mut Diagnostics,
    ) -> Option<Self> {
        let source = found.accept(template_source(skin, assets))?;
        let mut drawing = Expressions::default();
        let read = read_template((&skin.template.text, Purpose::Template), &source, &mut drawing, found);
        let template = found.accept(read)?;
        let mut filling = Expressions::default();
        let known = names_of_rows(component, &row, shared);
        let fields = compile_fields(skin, &template, &known, &mut filling, found);
        check_required(&template, skin, &row, found);
        template.check_names(&mut drawing, &known_names(&template, skin, known), found);
        let face = face_values(component, name);
        let own = if name == "back" { own_fields(component, skin, &template, &row) } else { BTreeSet::new() };
        let mut has_group = fields.iter().any(|(_, program)| filling.uses_any(program, |name| name == ROW));
        template.programs(&mut |program, _| has_group |= drawing.uses_any(program, |name| name == ROW));
        Some(Self {
            component,
            index,
            name,
            has_group: has_group && row.has_group(),
            row,
            own,
            asked_at: is_ready(&skin.template.text).then(|| skin.template.place.clone()),
            template,
            drawing,
            filling,
            fields,
            face,
            root: assets.shown(""),
            prefix: String::new(),
            mirrored: false,
        })
    }

    /// How far its art runs over the trim.
    #[must_use]
    pub fn bleed(&self) -> Length {
        self.component.bleed_of(self.name)
    }

    /// Whether anything on this side can differ from piece to piece.
    #[must_use]
    pub fn varies(&self) -> bool {
        let of_row = |name: &str| self.row.contains(name) || matches!(name, "id" | "qty" | ROW);
        let mut varies = self.fields.iter().any(|(_, program)| self.filling.uses_any(program, of_row));
        // What the skin fills in is looked at above, whatever column has its name.
        let drawn = |name: &str| {
            of_row(name) && !self.own.contains(name) && !self.fields.iter().any(|(field, _)| field == name)
        };
        self.template.programs(&mut |program, _| varies |= self.drawing.uses_any(program, drawn));
        varies
    }

    /// Whether anything on this side uses a column, by its heading or the name made of it.
    #[must_use]
    pub fn uses_column(&self, heading: &str) -> bool {
        let usable = usable_name(heading);
        // The whole row has all columns; `row.Name` is one of them.
        let is_it = |path: &str| {
            let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
            let name = match rest {
                Some(rest) if first == ROW => rest.split('.').next().unwrap_or(rest),
                None if first == ROW => return true,
                _ => first,
            };
            name == heading || name == usable
        };
        let mut uses = self.fields.iter().any(|(_, program)| self.filling.uses_path(program, is_it));
        self.template.programs(&mut |program, _| uses |= self.drawing.uses_path(program, is_it));
        uses
    }

    /// The template with these values filled in.
    pub fn bind(&self, scope: &Value, found: &mut Diagnostics) -> Option<Bound> {
        let how = Binding {
            expressions: &self.drawing,
            size: self.component.size,
            bleed: self.bleed(),
            prefix: &self.prefix,
            colour: None,
            root: &self.root,
            mirrored: self.mirrored,
            no_folds: self.no_folds(),
            is_inner: false,
            purpose: Purpose::Template,
        };
        let bound = bind(&self.template, scope, &how, found);
        found.accept(bound)
    }

    /// Boxes, dice and standees are folded as their kind says; backs are printed behind the folds of their fronts.
    fn no_folds(&self) -> Option<&'static str> {
        if self.component.net().is_some() {
            Some("this kind of component has its folds already")
        } else {
            (self.name == "back").then_some("the folds of a piece are those of its front")
        }
    }

    /// The values that the template sees for one piece: its fields over its row over what all share.
    pub fn scope(&self, piece: &Piece, shared: &Shared, found: &mut Diagnostics) -> Value {
        let mut scope = Scope::over(shared.scope.clone());
        scope.set("face", self.face.clone(), Origin::Nowhere);
        for field in self.template.fields.iter().flatten() {
            set_default(field, &mut scope);
        }
        set_row(&mut scope, self.component, piece, (&self.row, self.has_group));
        let row = scope.finish();
        let mut filled = Scope::over(row.clone());
        for field in self.template.fields.iter().flatten().filter(|field| self.own.contains(&field.name)) {
            set_default(field, &mut filled);
        }
        for (name, program) in &self.fields {
            match found.accept(self.filling.text(program, &row)).flatten() {
                Some(text) => filled.set_text(name, &text, Origin::Given(self.filling.place(program, &row))),
                None => filled.set_unknown(name),
            }
        }
        filled.finish()
    }

    /// These problems where people can do something about them: not in a template that is ready, but where it is asked
    /// for.
    #[must_use]
    pub fn told(&self, found: Diagnostics) -> Diagnostics {
        let Some(asked_at) = &self.asked_at else { return found };
        let file = self.template.place.path();
        found.placed(|place| if place.path() == file { asked_at.used_at(&place, None) } else { place })
    }
}

/// Fills a field with what it holds when nobody fills it in.
fn set_default(field: &Field, scope: &mut Scope) {
    let text = field.default.as_deref().unwrap_or("");
    let origin = if text.is_empty() { Origin::Nowhere } else { Origin::Default(field.place.clone()) };
    scope.set_text(&field.name, text, origin);
}

/// Whether a template is one of those in the binary.
fn is_ready(name: &str) -> bool {
    template_path(name).strip_prefix(READY).is_some_and(|rest| rest.starts_with('/'))
}

/// What a back may leave open comes from its own skin: rows say how fronts differ. A back with the template of the front is
/// meant to be like it.
fn own_fields(component: &Component, skin: &Skin, template: &Template, row: &Columns) -> BTreeSet<String> {
    if skin.template.text == component.front.template.text {
        return BTreeSet::new();
    }
    let fields = template.fields.iter().flatten().filter(|field| row.contains(field.name.as_str()));
    fields.filter(|field| field.default.is_some()).map(|field| field.name.clone()).collect()
}

/// A bare name is one of the shared templates; anything else is a path in the game folder.
fn template_path(name: &str) -> String {
    if name.contains(['/', '.']) { name.to_owned() } else { format!("{READY}/{name}.svg") }
}

/// The file of a template.
///
/// # Errors
/// When there is none, or it is no text.
pub fn template_source(skin: &Skin, assets: &dyn Assets) -> Result<Arc<SourceText>, Diagnostic> {
    let name = &skin.template.text;
    let path = template_path(name);
    let text = match assets.read(&path) {
        Ok(bytes) => drawing_text(&bytes, &path).map(Cow::into_owned),
        Err(error) if path == *name => Err(error.diagnostic(&path)),
        Err(error) => Err(missing_template(name, assets, &error)),
    };
    let text = text.map_err(|diagnostic| diagnostic.at(&skin.template.place))?;
    Ok(Arc::new(SourceText::new(assets.shown(&path), text)))
}

fn missing_template(name: &str, assets: &dyn Assets, error: &AssetError) -> Diagnostic {
    let AssetError::Missing { .. } = error else { return error.diagnostic(name) };
    let known = assets.list(READY).unwrap_or_default();
    let stems = known.iter().filter_map(|path| path.strip_prefix(READY)?.strip_prefix('/')?.strip_suffix(".svg"));
    Diagnostic::error(format!("there is no template `{name}`")).maybe_hint(meant_or_known(name, stems))
}

fn compile_fields(
    skin: &Skin,
    template: &Template,
    known: &Names,
    filling: &mut Expressions,
    found: &mut Diagnostics,
) -> Vec<(String, Program)> {
    let mut fields = Vec::new();
    for (name, field) in &skin.fields {
        if let Some(declared) = &template.fields
            && !declared.iter().any(|known| known.name == *name)
        {
            let hint = meant_or_known(name, declared.iter().map(|field| field.name.as_str()));
            let message = format!("the template `{}` has no field `{name}`", template.name);
            found.push(Diagnostic::error(message).at(&field.place).maybe_hint(hint));
        }
        let Some(program) = found.accept(filling.compile(&field.text, &field.place, name)) else { continue };
        filling.check_names(&program, known, &mut |diagnostic| found.push(diagnostic));
        fields.push((name.clone(), program));
    }
    fields
}

fn check_required(template: &Template, skin: &Skin, row: &Columns, found: &mut Diagnostics) {
    for field in template.fields.iter().flatten() {
        let filled = skin.fields.iter().any(|(name, _)| *name == field.name) || row.contains(field.name.as_str());
        if field.default.is_none() && !filled {
            let message = format!("the template `{}` needs the field `{}`", template.name, field.name);
            let hint = format!("add `{}: ...` beside `template`, or a column `{}`", field.name, field.name);
            found.push(Diagnostic::error(message).at(&skin.template.place).hint(hint));
        }
    }
}

/// Every name that the template may use.
fn known_names(template: &Template, skin: &Skin, mut known: Names) -> Names {
    let fields = template.fields.iter().flatten().map(|field| field.name.as_str());
    let filled = skin.fields.iter().map(|(name, _)| name.as_str());
    for name in fields.chain(filled) {
        known.add(name);
    }
    known
}

/// Every name that a text of the game file may use for a piece.
pub fn names_of_rows(component: &Component, row: &Columns, shared: &Shared) -> Names {
    let mut known = shared.names.clone();
    // Components share templates, and texts over `extends`: whose rows lack a column is seen in none of these.
    if let Some(first) = component.pieces.first().filter(|piece| !piece.fields.is_empty()) {
        let told =
            format!("rows of others have it, and those of `{}`, in {}, have not", component.id, first.place.path());
        known.tell_missed(&shared.columns, told);
    }
    row.names().for_each(|name| known.add(name));
    if row.has_group() {
        known.add_group(ROW, row.all().map(str::to_owned));
    }
    known
}

/// The values of a row over what all share, where no template is known yet.
pub fn row_scope(component: &Component, piece: &Piece, row: &Columns, shared: &Shared) -> Value {
    let mut scope = Scope::over(shared.scope.clone());
    set_row(&mut scope, component, piece, (row, row.has_group()));
    scope.finish()
}

/// Adds what a row says; all of it together only where that is asked for.
fn set_row(scope: &mut Scope, component: &Component, piece: &Piece, (row, has_group): (&Columns, bool)) {
    let in_row = || Origin::Given(piece.place.clone());
    let titled = Origin::Default(component.place.clone());
    scope.set("component", Value::from(component.title.clone()), titled);
    scope.set_text("id", &piece.id, in_row());
    scope.set("qty", Value::from(piece.quantity), in_row());
    // What has no place of its own was given by nobody in particular.
    let given = |field: &FieldText| {
        let place = field.place.clone();
        if place == piece.place { Origin::Default(place) } else { Origin::Given(place) }
    };
    if has_group {
        scope.set(ROW, row.group(&piece.fields, given), in_row());
    }
    // A column that this row leaves out is empty, not unknown.
    for name in row.all() {
        scope.set_text(name, "", in_row());
    }
    row.set(scope, &piece.fields, given);
}

/// What every expression of a game may use: its palette and what it says about itself.
#[must_use]
pub fn shared_values(game: &Game) -> Shared {
    let mut everywhere = Names::default();
    everywhere.add_group("palette", game.palette.names().map(str::to_owned));
    let about = [
        ("title", &game.title),
        ("subtitle", &game.subtitle),
        ("version", &game.version),
        ("players", &game.players),
        ("time", &game.time),
        ("summary", &game.summary),
    ];
    everywhere.add_group("game", about.map(|(name, _)| name.to_owned()));
    let mut names = everywhere.clone();
    let measures = ["width", "height", "bleed", "safe", "frame", "side", "shape", "shape_bleed", "shape_safe"];
    names.add_group("face", measures.map(str::to_owned));
    for name in ["component", "id", "qty"] {
        names.add(name);
    }
    let mut palette = Scope::named("a colour of this game");
    for name in game.palette.names() {
        let colour = game.palette.get(name).map(|colour| colour.to_string()).unwrap_or_default();
        palette.set(name, Value::from(colour), Origin::Nowhere);
    }
    let mut told = Scope::default();
    for (name, text) in about {
        let place = game.place(name).cloned();
        told.set(name, Value::from(text.as_str()), place.map_or(Origin::Nowhere, Origin::Given));
    }
    let mut scope = Scope::default();
    scope.set("palette", palette.finish(), Origin::Nowhere);
    scope.set("game", told.finish(), Origin::Nowhere);
    let firsts = game.components.iter().filter_map(|component| component.pieces.first());
    let columns =
        firsts.flat_map(|piece| &piece.fields).flat_map(|(heading, _)| [heading.clone(), usable_name(heading)]);
    Shared { scope: scope.finish(), names, everywhere, columns: columns.collect() }
}

/// What a template may know about the side it draws.
fn face_values(component: &Component, side: &str) -> Value {
    let mut face = Scope::default();
    let mut set = |name: &str, value: Value| face.set(name, value, Origin::Nowhere);
    let path = |inset: Length| Value::from(svg_path(&component.outline.path(component.size, inset)));
    set("width", Value::from(component.size.width.mm()));
    set("height", Value::from(component.size.height.mm()));
    let bleed = component.bleed_of(side);
    set("bleed", Value::from(bleed.mm()));
    set("safe", Value::from(component.safe.mm()));
    let frame = if let Kind::Board(board) = &component.kind { board.frame } else { Length::ZERO };
    set("frame", Value::from(frame.mm()));
    set("side", Value::from(side));
    set("shape", path(Length::ZERO));
    set("shape_bleed", path(-bleed));
    set("shape_safe", path(component.safe));
    face.finish()
}
