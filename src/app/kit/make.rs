//! Makes a kit: everything is laid out, looked at and turned into bytes before the first file is written, and then written
//! whole or not at all.

use std::path::{Path, PathBuf};

use crate::app::open::{OpenGame, in_size, lay_out, open};
use crate::app::printers::calibrate_for;
use crate::app::progress::Progress;
use crate::changes::Manifest;
use crate::diag::{Diagnostic, Diagnostics};
use crate::disk::Disk;
use crate::impose::{Kit, impose};
use crate::layout::{Fonts, LaidComponent, Studio, taken};
use crate::lint::{Subject, lint};
use crate::model::{Backs, Game, JobWishes, Paper, PrintLayout};
use crate::render::pdf::{DocumentInfo, DrawnPdf, Shrunk, Unwritten, WrittenPdf, draw_pdf};
use crate::render::{contact_sheet, page_ink};

use super::assemble::assemble;
use super::cut_files::{cut_files, register, remove_older, save_cut_files, tell_changes};
use super::manifest::{Since, changed_since, save_manifest};
use super::request::KitRequest;
use super::save::{FileSet, Unsaved, below};
use super::wishes::{JobChoice, layouts};

/// Drawings nest, and so does what looks at them.
const STACK: usize = 16 << 20;
/// The names of a part of a kit have no more letters in the name of its file, which has 255 at most with all that is added.
const LONGEST_NAMES: usize = 120;
/// So many letters tell one list of names from others.
const NUMBER: usize = 8;
/// Of each side of a component so many faces are looked at closely; `check` looks at all of them.
const A_FEW: usize = 24;

/// Kits that are made, one for each paper, and not yet written.
pub struct ReadyKits<'r> {
    request: &'r KitRequest,
    /// The game they are of.
    pub game: Game,
    wishes: JobWishes,
    manifest: Manifest,
    /// What is in them.
    pub laid: Vec<LaidComponent>,
    /// What they are compared with, when only what changed is wished for.
    pub since: Option<Since>,
    /// Everything found; with an error there are no kits.
    pub found: Diagnostics,
    kits: Vec<MadeKit>,
    disk: Disk,
}

/// A kit with all that is made of it before anything is written.
pub struct MadeKit {
    /// The kit.
    pub kit: Kit,
    pdf: DrawnPdf,
    /// The picture of all its pages, where it is wished for.
    contact_sheet: Option<Vec<u8>>,
    /// How much ink each page takes, in percent of the paper.
    ink: Vec<f32>,
}

/// A kit that was written.
pub struct WrittenKit {
    /// The kit.
    pub kit: Kit,
    /// Where it is.
    pub path: PathBuf,
    /// How large the file is.
    pub bytes: u64,
    /// Pictures that were finer than anybody sees, or is asked to see.
    pub shrunk: Shrunk,
    /// How much ink each page takes, in percent of the paper.
    pub ink: Vec<f32>,
    /// The picture of all its pages.
    pub contact_sheet: Option<PathBuf>,
    /// The files for a cutting machine beside it.
    pub cut_files: Vec<PathBuf>,
}

impl KitRequest {
    /// Makes the kits, and writes nothing. What is wrong is in [`ReadyKits::found`].
    ///
    /// # Errors
    /// The problems that leave no game to work with.
    pub fn make(&self, progress: &dyn Progress) -> Result<ReadyKits<'_>, Diagnostics> {
        let mut opened = open(&self.game)?;
        let mut found = std::mem::take(&mut opened.found);
        let wishes = JobChoice { job: self.job.as_deref(), wishes: &self.wishes }.over(&opened.game, &mut found);
        opened.game.choose(wishes.ink.unwrap_or_default());
        let layouts = layouts(&wishes, &[Paper::A4], &mut found);
        let studio = Studio::new(&opened.game, &opened.assets, &opened.fonts);
        let mut laid = lay_out(&studio, wishes.only.as_deref().unwrap_or(&[]), progress, &mut found);
        let manifest = Manifest::of(&opened.game, &laid);
        let since = self.only_changed((&opened, &wishes), &manifest, &mut laid, progress, &mut found);
        let mut kits = Vec::new();
        if !(since.is_some() && laid.is_empty()) || found.has_errors() {
            let (sized, in_its_size) = in_size(&opened.game, laid, wishes.scale);
            laid = in_its_size;
            let arranged = self.kits((&studio, &sized), &laid, &layouts, since.as_ref(), &mut found);
            if !found.has_errors() {
                kits = self.drawn(arranged, &opened, &laid, &mut found);
            }
            if self.strict {
                found.be_strict();
            }
        }
        let game = opened.game;
        Ok(ReadyKits { request: self, game, wishes, manifest, laid, since, found, kits, disk: Disk::default() })
    }

    /// A kit for each layout, made for the printer and the cutting machine that are named.
    fn kits(
        &self,
        (studio, sized): (&Studio<'_>, &Game),
        laid: &[LaidComponent],
        layouts: &[PrintLayout],
        since: Option<&Since>,
        found: &mut Diagnostics,
    ) -> Vec<Kit> {
        let free_corners = self.cut_files.is_some();
        let mut kits = Vec::new();
        for layout in layouts {
            let mut kit = assemble((studio, sized), laid, &PrintLayout { free_corners, ..*layout }, found);
            if let Some(printer) = &self.printer {
                calibrate_for(&mut kit, printer, found);
            }
            if free_corners {
                tell_changes(&kit, &impose(sized, laid, layout, &mut Diagnostics::new()), found);
                register(&mut kit, found);
            }
            if let Some(since) = since {
                kit.mark_changes(&since.name);
            }
            kits.push(kit);
        }
        kits
    }

    /// Leaves only what changed, where that is wished for, unless something is wrong already.
    fn only_changed(
        &self,
        (opened, wishes): (&OpenGame, &JobWishes),
        manifest: &Manifest,
        laid: &mut Vec<LaidComponent>,
        progress: &dyn Progress,
        found: &mut Diagnostics,
    ) -> Option<Since> {
        let value = self.changed_since.as_ref().filter(|_| !found.has_errors())?;
        let only = wishes.only.as_deref().unwrap_or(&[]);
        changed_since(value, (manifest, &opened.folder), only, laid, progress).map_err(|wrong| found.extend(wrong)).ok()
    }

    /// Makes the files, and at the same time looks at what is on them: both take about as long.
    fn drawn(
        &self,
        kits: Vec<Kit>,
        opened: &OpenGame,
        laid: &[LaidComponent],
        found: &mut Diagnostics,
    ) -> Vec<MadeKit> {
        let OpenGame { game, fonts, .. } = opened;
        let look = || {
            let mut seen = Diagnostics::new();
            lint(&Subject { game, laid, kits: &kits, fonts, is_all: false, faces_a_side: A_FEW }, &mut seen);
            (seen, kits.iter().map(|kit| page_ink(kit, fonts)).collect::<Vec<_>>())
        };
        let ((seen, inks), pdfs) = beside(look, || {
            kits.iter().map(|kit| draw_pdf(kit, fonts, &self.information(game, kit))).collect::<Result<Vec<_>, _>>()
        });
        found.extend(seen);
        let pdfs = match pdfs {
            Ok(pdfs) => pdfs,
            Err(why) => {
                found.push(unwritten(why));
                return Vec::new();
            }
        };
        let mut made = Vec::new();
        for ((kit, ink), pdf) in kits.into_iter().zip(inks).zip(pdfs) {
            let contact_sheet = self.request_sheet(&kit, fonts, found);
            found.extend(told_pixels(&pdf.as_pixels));
            for fault in &pdf.faults {
                found.push(fault.diagnostic());
            }
            made.push(MadeKit { kit, pdf, contact_sheet, ink });
        }
        made
    }

    /// The picture of all pages, where it is wished for.
    fn request_sheet(&self, kit: &Kit, fonts: &Fonts, found: &mut Diagnostics) -> Option<Vec<u8>> {
        let sheet = self.contact_sheet.then(|| contact_sheet(kit, fonts).map_err(Diagnostic::error))?;
        found.accept(sheet)
    }

    fn information(&self, game: &Game, kit: &Kit) -> DocumentInfo {
        DocumentInfo {
            title: format!("{} {} ({})", game.title, game.edition(), kit.layout.paper.title()),
            author: game.credits.iter().map(|credit| credit.names.clone()).collect::<Vec<_>>().join("; "),
            subject: game.subtitle.clone(),
            language: game.language.clone(),
            timestamp: self.date,
        }
    }
}

impl ReadyKits<'_> {
    /// The same with somebody who watches the disk.
    #[cfg(feature = "inside")]
    #[doc(hidden)]
    #[must_use]
    pub fn watched(self, watch: std::sync::Arc<dyn crate::disk::Watch>) -> Self {
        Self { disk: self.disk.watched(watch), ..self }
    }

    /// Whether nothing changed since the state that was named, so that there is nothing to print.
    #[must_use]
    pub fn are_nothing_new(&self) -> bool {
        self.since.is_some() && self.laid.is_empty() && !self.found.has_errors()
    }

    /// The kits, to be written one after the other.
    pub fn take_kits(&mut self) -> Vec<MadeKit> {
        if self.found.has_errors() { Vec::new() } else { std::mem::take(&mut self.kits) }
    }

    /// Writes a kit, and beside it its manifest and what machines cut by; all of it or nothing.
    ///
    /// # Errors
    /// What the disk said.
    pub fn write(&self, made: MadeKit) -> Result<WrittenKit, Diagnostics> {
        let file = Path::new(&self.game.id).join(self.file_name(&made.kit.layout));
        let path = below(&self.request.output, &file)?;
        let mut files = FileSet::on(&self.disk);
        let MadeKit { kit, pdf, contact_sheet, ink } = made;
        let WrittenPdf { bytes, shrunk } = self.save_kit(&kit, (pdf, contact_sheet), &path, &mut files)?;
        files.finish()?;
        if let Some(format) = self.request.cut_files {
            remove_older(&kit, format, &path);
        }
        let cut_files = cut_files(&kit, self.request.cut_files, &path).into_iter().map(|(path, _)| path).collect();
        let contact_sheet = self.request.contact_sheet.then(|| contact_sheet_path(&path));
        Ok(WrittenKit { kit, path, bytes, shrunk, ink, contact_sheet, cut_files })
    }

    /// Saves all files of a kit: the PDF after what stands beside it, and last what says that it was printed.
    fn save_kit(
        &self,
        kit: &Kit,
        (pdf, contact_sheet): (DrawnPdf, Option<Vec<u8>>),
        path: &Path,
        files: &mut FileSet<'_>,
    ) -> Result<WrittenPdf, Diagnostic> {
        if let Some(format) = self.request.cut_files {
            save_cut_files(kit, format, path, files)?;
        }
        if let Some(sheet) = contact_sheet {
            files.save(&contact_sheet_path(path), &sheet)?;
        }
        let written = files.save_with(path, |file| pdf.write(file).map_err(unsaved))?;
        files.settle()?;
        save_manifest(&self.manifest, kit.layout.paper, path, files)?;
        Ok(written)
    }

    /// A part of a kit, and one with its backs elsewhere, has a name of its own, so that it does not replace the whole.
    fn file_name(&self, layout: &PrintLayout) -> String {
        let mut parts = vec![self.game.id.clone()];
        parts.extend(self.wishes.only.as_deref().map(|names| shortened(names, LONGEST_NAMES)).unwrap_or_default());
        parts.extend(self.request.changed_since.as_ref().map(|_| "changed".to_owned()));
        parts.push(layout.paper.name());
        if layout.backs != Backs::default() {
            let word = Backs::WORDS.iter().find(|(_, backs)| *backs == layout.backs).map_or("", |(word, _)| word);
            parts.push(if layout.backs == Backs::None { "no-backs".to_owned() } else { word.to_owned() });
        }
        format!("{}{}.pdf", parts.join("-"), self.game.ink.suffix())
    }
}

/// The names of a part of a kit as they stand in the name of its file: where they are too long for one, the first of them, how
/// many more there are, and a number that differs when any of them does.
fn shortened(names: &[String], most: usize) -> Vec<String> {
    let whole = names.join("-");
    if whole.len() <= most {
        return names.to_vec();
    }
    let mut end = taken(names.join(",").as_bytes()).to_string();
    end.truncate(NUMBER);
    let mut room = most - "-and-9999-more-".len() - end.len();
    let fits = |name: &&String| {
        let fits = name.len() < room;
        room = room.saturating_sub(name.len() + 1);
        fits
    };
    let mut kept: Vec<String> = names.iter().take_while(fits).cloned().collect();
    kept.push(format!("and-{}-more-{end}", names.len() - kept.len()));
    kept
}

/// What to say of a document that cannot be written.
pub fn unwritten(why: Unwritten) -> Diagnostic {
    match why {
        Unwritten::Font(why) => Diagnostic::error(why).hint("its file is broken: take another one of this font"),
        Unwritten::Picture(name, trouble) => trouble.told(&name),
        Unwritten::Disk(error) => Diagnostic::error(error.to_string()),
        Unwritten::Ours(why) => Diagnostic::bug(why),
    }
}

/// The same while it is saved, where the disk is told of in its own words.
fn unsaved(why: Unwritten) -> Unsaved {
    match why {
        Unwritten::Disk(error) => Unsaved::Disk(error),
        other => Unsaved::Told(Box::new(unwritten(other))),
    }
}

/// `game-a4-contact-sheet.png` beside `game-a4.pdf`.
fn contact_sheet_path(pdf: &Path) -> PathBuf {
    let stem = pdf.file_stem().unwrap_or_default().to_string_lossy();
    pdf.with_file_name(format!("{stem}-contact-sheet.png"))
}

/// A word about every drawing that lost its vectors.
fn told_pixels(drawings: &[String]) -> Diagnostics {
    let mut found = Diagnostics::new();
    for name in drawings {
        let message = format!("a part of `{name}` is printed as pixels at 300 dots per inch");
        let hint = "filters, masks and transparent gradients have no counterpart in PDF";
        found.push(Diagnostic::note(message).hint(hint));
    }
    found
}

/// Does two things at once; one after the other when the machine has no thread to spare.
fn beside<A: Send, B>(first: impl Fn() -> A + Sync, second: impl FnOnce() -> B) -> (A, B) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, &first);
        let second = second();
        // A panic there is a panic here.
        let first = match thread {
            Ok(thread) => thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why)),
            Err(_) => first(),
        };
        (first, second)
    })
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn long_lists_of_names_have_short_ones_of_their_own() {
        let names: Vec<String> = (0..60).map(|number| format!("component-{number}")).collect();
        let short = shortened(&names, 120).join("-");
        assert!(short.len() <= 120, "{short}");
        assert!(short.starts_with("component-0-component-1-component-2-"), "{short}");
        assert!(short.contains("-and-52-more-"), "{short}");
        assert_eq!(short, shortened(&names, 120).join("-"), "the same list has the same name");
        assert_ne!(short, shortened(&[&names[..59], &["other".to_owned()]].concat(), 120).join("-"));
        assert_eq!(shortened(&names[..3], 120), names[..3]);
        assert_eq!(shortened(&["x".repeat(300)], 120).len(), 1);
    }
}
