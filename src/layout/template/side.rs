//! One side of a component, made ready: its template read, its texts compiled, every name in them checked, and the
//! values that expressions see for each piece.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::Value;

use crate::diag::{Diagnostic, Diagnostics, SourceText, meant_or_known};
use crate::model::{AssetError, Assets, Component, Game, Kind, Piece, Skin, svg_path};
use crate::units::Length;

use super::bind::{Binding, Bound, bind};
use super::expr::{Expressions, Names, Program, Scope};
use super::read::{Template, read_template};

/// One side of a component, ready to be drawn for each piece.
pub struct Side<'c> {
    /// The component.
    pub component: &'c Component,
    /// Its place in the game.
    pub index: usize,
    /// `front` or `back`.
    pub name: &'static str,
    /// The names of all columns that any row has.
    row: BTreeSet<&'c str>,
    /// Fields that a column of their name does not fill, with their defaults.
    own: Vec<(String, String)>,
    /// The template.
    pub template: Template,
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
    /// Their names.
    pub names: Names,
}

impl<'c> Side<'c> {
    /// Makes a side ready; what is wrong with it goes to `found`.
    pub fn prepare(
        (component, index): (&'c Component, usize),
        (name, skin): (&'static str, &Skin),
        row: BTreeSet<&'c str>,
        assets: &dyn Assets,
        shared: &Shared,
        found: &mut Diagnostics,
    ) -> Option<Self> {
        let source = template_source(skin, assets, found)?;
        let mut drawing = Expressions::default();
        let read = read_template(&skin.template.text, &source, &mut drawing, found);
        let template = found.accept(read)?;
        let mut filling = Expressions::default();
        let fields = compile_fields(skin, &template, &row, shared, &mut filling, found);
        check_required(&template, skin, &row, found);
        check_names(&template, skin, &row, (&mut drawing, shared), found);
        let face = face_values(component, name);
        let own = if name == "back" { own_fields(component, skin, &template, &row) } else { Vec::new() };
        Some(Self {
            component,
            index,
            name,
            row,
            own,
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
        let of_row = |name: &str| self.row.contains(name) || matches!(name, "id" | "qty");
        let mut varies = self.fields.iter().any(|(_, program)| self.filling.uses_any(program, of_row));
        // What the skin fills in is looked at above, whatever column has its name.
        let drawn =
            |name: &str| of_row(name) && !self.is_own(name) && !self.fields.iter().any(|(field, _)| field == name);
        self.template.programs(&mut |program, _| varies |= self.drawing.uses_any(program, drawn));
        varies
    }

    fn is_own(&self, name: &str) -> bool {
        self.own.iter().any(|(field, _)| field == name)
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
        scope.set("face", self.face.clone());
        scope.set("component", Value::from(self.component.title.clone()));
        scope.set_text("id", &piece.id);
        scope.set("qty", Value::from(piece.quantity));
        for field in self.template.fields.iter().flatten() {
            scope.set_text(&field.name, field.default.as_deref().unwrap_or(""));
        }
        // A column that this row leaves out is empty, not unknown.
        for name in &self.row {
            scope.set_text(name, "");
        }
        for (name, field) in &piece.fields {
            scope.set_text(name, &field.text);
        }
        let row = scope.finish();
        let mut filled = Scope::over(row.clone());
        for (name, default) in &self.own {
            filled.set_text(name, default);
        }
        for (name, program) in &self.fields {
            if let Some(text) = found.accept(self.filling.text(program, &row)) {
                filled.set_text(name, &text);
            }
        }
        filled.finish()
    }
}

/// What a back may leave open comes from its own skin: rows say how fronts differ. A back with the template of the front is
/// meant to be like it.
fn own_fields(component: &Component, skin: &Skin, template: &Template, row: &BTreeSet<&str>) -> Vec<(String, String)> {
    if skin.template.text == component.front.template.text {
        return Vec::new();
    }
    let fields = template.fields.iter().flatten().filter(|field| row.contains(field.name.as_str()));
    fields.filter_map(|field| Some((field.name.clone(), field.default.clone()?))).collect()
}

/// A bare name is one of the shared templates; anything else is a path in the game folder.
fn template_path(name: &str) -> String {
    if name.contains(['/', '.']) { name.to_owned() } else { format!("templates/{name}.svg") }
}

fn template_source(skin: &Skin, assets: &dyn Assets, found: &mut Diagnostics) -> Option<Arc<SourceText>> {
    let name = &skin.template.text;
    let path = template_path(name);
    let text = match assets.read(&path) {
        Ok(bytes) => {
            String::from_utf8(bytes.to_vec()).map_err(|_| Diagnostic::error(format!("`{path}` is not UTF-8 text")))
        }
        Err(error) if path == *name => Err(error.diagnostic(&path)),
        Err(error) => Err(missing_template(name, assets, &error)),
    };
    let text = found.accept(text.map_err(|diagnostic| diagnostic.at(&skin.template.place)))?;
    Some(Arc::new(SourceText { path: assets.shown(&path), text }))
}

fn missing_template(name: &str, assets: &dyn Assets, error: &AssetError) -> Diagnostic {
    let AssetError::Missing { .. } = error else { return error.diagnostic(name) };
    let known = assets.list("templates").unwrap_or_default();
    let stems = known.iter().filter_map(|path| path.strip_prefix("templates/")?.strip_suffix(".svg"));
    Diagnostic::error(format!("there is no template `{name}`")).maybe_hint(meant_or_known(name, stems))
}

fn compile_fields(
    skin: &Skin,
    template: &Template,
    row: &BTreeSet<&str>,
    shared: &Shared,
    filling: &mut Expressions,
    found: &mut Diagnostics,
) -> Vec<(String, Program)> {
    let mut known = shared.names.clone();
    for name in row {
        known.add(name);
    }
    let mut fields = Vec::new();
    for (name, field) in &skin.fields {
        if let Some(declared) = &template.fields
            && !declared.iter().any(|known| known.name == *name)
        {
            let hint = meant_or_known(name, declared.iter().map(|field| field.name.as_str()));
            let message = format!("the template `{}` has no field `{name}`", template.name);
            found.push(Diagnostic::error(message).at(&field.place).maybe_hint(hint));
        }
        let Some(program) = found.accept(filling.compile(&field.text, &field.place)) else { continue };
        filling.check_names(&program, &known, &mut |diagnostic| found.push(diagnostic));
        fields.push((name.clone(), program));
    }
    fields
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

fn check_names(
    template: &Template,
    skin: &Skin,
    row: &BTreeSet<&str>,
    (drawing, shared): (&mut Expressions, &Shared),
    found: &mut Diagnostics,
) {
    let mut known = shared.names.clone();
    let fields = template.fields.iter().flatten().map(|field| field.name.as_str());
    let filled = skin.fields.iter().map(|(name, _)| name.as_str());
    for name in fields.chain(filled).chain(row.iter().copied()) {
        known.add(name);
    }
    template.programs(&mut |program, loops| {
        let mut known = known.clone();
        for name in loops {
            known.add(name);
        }
        drawing.check_names(program, &known, &mut |diagnostic| found.push(diagnostic));
    });
}

/// What every expression of a game may use: its palette and what it says about itself.
#[must_use]
pub fn shared_values(game: &Game) -> Shared {
    let mut names = Names::default();
    names.add_group("palette", game.palette.names().map(str::to_owned));
    let about = [
        ("title", &game.title),
        ("subtitle", &game.subtitle),
        ("version", &game.version),
        ("players", &game.players),
        ("time", &game.time),
        ("summary", &game.summary),
    ];
    names.add_group("game", about.map(|(name, _)| name.to_owned()));
    let measures = ["width", "height", "bleed", "safe", "frame", "side", "shape", "shape_bleed", "shape_safe"];
    names.add_group("face", measures.map(str::to_owned));
    for name in ["component", "id", "qty"] {
        names.add(name);
    }
    let mut palette = Scope::named("a colour of this game");
    for name in game.palette.names() {
        let colour = game.palette.get(name).map(|colour| colour.to_string()).unwrap_or_default();
        palette.set(name, Value::from(colour));
    }
    let mut told = Scope::default();
    for (name, text) in about {
        told.set(name, Value::from(text.as_str()));
    }
    let mut scope = Scope::default();
    scope.set("palette", palette.finish());
    scope.set("game", told.finish());
    Shared { scope: scope.finish(), names }
}

/// What a template may know about the side it draws.
fn face_values(component: &Component, side: &str) -> Value {
    let mut face = Scope::default();
    let path = |inset: Length| Value::from(svg_path(&component.outline.path(component.size, inset)));
    face.set("width", Value::from(component.size.width.mm()));
    face.set("height", Value::from(component.size.height.mm()));
    let bleed = component.bleed_of(side);
    face.set("bleed", Value::from(bleed.mm()));
    face.set("safe", Value::from(component.safe.mm()));
    let frame = if let Kind::Board(board) = &component.kind { board.frame } else { Length::ZERO };
    face.set("frame", Value::from(frame.mm()));
    face.set("side", Value::from(side));
    face.set("shape", path(Length::ZERO));
    face.set("shape_bleed", path(-bleed));
    face.set("shape_safe", path(component.safe));
    face.finish()
}
