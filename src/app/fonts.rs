//! The fonts that texts of a game can be set in, and a sheet that shows them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::diag::Diagnostics;
use crate::disk::Disk;
use crate::impose::single_pages;
use crate::layout::{FontFamily, Fonts, Studio, escaped};
use crate::load::{WithTemplates, load_game};
use crate::model::MemoryAssets;
use crate::render::pdf::{DocumentInfo, DrawnPdf, draw_pdf};

use super::kit::save::{FileSet, below};
use super::kit::unwritten;
use super::open::{WhichGame, lay_out, open};
use super::progress::Unwatched;

/// Fonts to list, and a sheet of them to make.
#[derive(Debug, Clone, Default)]
pub struct FontsRequest {
    /// For which game; without one, those that every game has.
    pub game: Option<WhichGame>,
    /// The folder for the sheet, when one is wanted.
    pub output: Option<PathBuf>,
}

/// The fonts there are.
pub struct ListedFonts {
    /// Every family, in the order of their names.
    pub families: Vec<FontFamily>,
    /// The sheet, when one was wanted.
    pub sheet: Option<PathBuf>,
    /// What is wrong with files of fonts.
    pub found: Diagnostics,
}

/// Families on one page of the sheet.
const ON_A_PAGE: usize = 9;
/// How far one family is from the next, in millimetres.
const STEP: usize = 30;
/// What is seen of fonts that have these letters.
const WORDS: &str = "Roll five dice & run for 27 hexes!";
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 ?!&%";

impl FontsRequest {
    /// Lists the fonts, and writes the sheet.
    ///
    /// # Errors
    /// When there is no such game, or the sheet cannot be made.
    pub fn run(&self) -> Result<ListedFonts, Diagnostics> {
        let (name, fonts, found) = match &self.game {
            None => {
                let mut found = Diagnostics::new();
                let fonts = Fonts::load(&WithTemplates(MemoryAssets::new()), &mut found);
                ("tablewright".to_owned(), fonts, found)
            }
            Some(which) => {
                let opened = open(which)?;
                (opened.game.id, opened.fonts, opened.found)
            }
        };
        let families = fonts.listed_families();
        let sheet = self.output.as_deref().map(|output| write_sheet(output, &name, &fonts, &families)).transpose()?;
        Ok(ListedFonts { families, sheet, found })
    }
}

/// The sheet is a game of its own: a piece for each page.
fn write_sheet(output: &Path, name: &str, fonts: &Fonts, families: &[FontFamily]) -> Result<PathBuf, Diagnostics> {
    let pages: Vec<&[FontFamily]> = families.chunks(ON_A_PAGE).collect();
    let mut files = MemoryAssets::new().with("game.yaml", game_text(pages.len()));
    for (number, page) in pages.iter().enumerate() {
        files = files.with(&format!("page-{}.svg", number + 1), page_text(page, fonts));
    }
    let assets = WithTemplates(files);
    let (game, mut found) = load_game(&assets, name);
    let Some(game) = game else { return Err(found) };
    let laid = lay_out(&Studio::new(&game, &assets, fonts), &[], &Unwatched, &mut found);
    let Some((part, component)) = laid.first().zip(game.components.first()).filter(|_| !found.has_errors()) else {
        return Err(found);
    };
    let info = DocumentInfo { title: format!("Fonts of {name}"), ..DocumentInfo::default() };
    let drawn = draw_pdf(&single_pages(component, part), fonts, &info);
    let bytes = drawn.and_then(DrawnPdf::into_bytes).map_err(unwritten)?;
    let path = below(output, &Path::new(name).join(format!("{name}-fonts.pdf")))?;
    let disk = Disk::default();
    let mut set = FileSet::on(&disk);
    set.save(&path, &bytes)?;
    set.finish()?;
    Ok(path)
}

fn game_text(pages: usize) -> String {
    let rows: Vec<String> = (1..=pages).map(|page| format!("{{page: {page}}}")).collect();
    format!(
        "title: Fonts\nversion: \"1\"\ncomponents:\n  fonts: {{kind: cards, size: 210mm x 297mm, bleed: 0mm, rows: [{}], \
         front: \"page-{{{{ page }}}}.svg\"}}\n",
        rows.join(", ")
    )
}

fn page_text(families: &[FontFamily], fonts: &Fonts) -> String {
    let mut svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 210 297'>".to_owned();
    for (number, family) in families.iter().enumerate() {
        let top = 18 + number * STEP;
        let words = fonts.shown(family, WORDS);
        let letters = fonts.shown(family, LETTERS);
        let name = literal(&family.name);
        let told = literal(&family.told());
        let _ = write!(
            svg,
            "<rect x='15' y='{}' width='180' height='0.15' fill='#999'/>\
             <text x='15' y='{top}' font-family='Barlow' font-weight='bold' font-size='3.6'>{name}</text>\
             <text x='195' y='{top}' text-anchor='end' font-family='Barlow' font-size='3'>{told}</text>\
             <g font-family=\"'{name}'\"><text x='15' y='{}' font-size='9'>{}</text>\
             <text x='15' y='{}' font-size='3.7'>{}</text></g>",
            top - 6,
            top + 10,
            literal(&words),
            top + 17,
            literal(&letters),
        );
    }
    svg + "</svg>"
}

/// A text that stands in a template as it is: names of fonts may hold anything.
fn literal(text: &str) -> String {
    escaped(text).replace('{', "{{ '{' }}")
}
