//! The files for cutting machines that stand beside the PDF of a kit.

use std::fs;
use std::path::{Path, PathBuf};

use crate::diag::{Diagnostic, Diagnostics};
use crate::impose::{Kit, Page, Section};
use crate::render::{cut_dxf, cut_svg};

use super::request::CutFormat;
use super::save::FileSet;

/// Puts the marks on the pages by which a machine finds them.
pub fn register(kit: &mut Kit, found: &mut Diagnostics) {
    let covered = kit.register();
    let runs = runs(&covered);
    let pages = match &runs[..] {
        [] => return,
        [one] if covered.len() == 1 => format!("page {one} has"),
        [run] => format!("pages {run} have"),
        [most @ .., last] => format!("pages {} and {last} have", most.join(", ")),
    };
    let message = format!("{pages} pieces where the registration marks stand, so a machine will not find them");
    let hint = "cut these pages by hand, or take a larger paper";
    found.push(Diagnostic::warning(message).hint(hint));
}

/// Says which parts lie otherwise on their sheets than in `plain`, the same kit without marks for a machine, and why.
pub fn tell_changes(kit: &Kit, plain: &Kit, found: &mut Diagnostics) {
    let others = |section: &Section| plain.sections.iter().find(|other| other.components == section.components);
    for section in &kit.sections {
        let both = section.fit.as_ref().zip(others(section).and_then(|other| other.fit.as_ref()));
        let Some((_, fit)) = both.filter(|(fit, other)| !fit.lies_like(other)) else {
            continue;
        };
        let message = format!("`{}` lies otherwise on its sheets than without `--cut-files`", section.title);
        let hint =
            format!("the registration marks take three corners of every sheet; without them: {}", fit.arranged());
        found.push(Diagnostic::note(message).hint(hint));
    }
}

/// Three numbers in a row, or more, are told as `2 to 4`.
pub(super) fn runs(numbers: &[usize]) -> Vec<String> {
    let follow = |run: &[usize]| match run {
        [one] => vec![one.to_string()],
        [one, next] => vec![one.to_string(), next.to_string()],
        [first, .., last] => vec![format!("{first} to {last}")],
        [] => Vec::new(),
    };
    numbers.chunk_by(|one, next| *next == *one + 1).flat_map(follow).collect()
}

/// The files of a kit: where each goes and which page it is of.
pub fn cut_files<'k>(kit: &'k Kit, format: Option<CutFormat>, pdf: &Path) -> Vec<(PathBuf, &'k Page)> {
    let Some(format) = format else { return Vec::new() };
    let stem = pdf.file_stem().unwrap_or_default().to_string_lossy();
    let pages = kit.sections.iter().flat_map(|section| &section.pages).zip(1..);
    let file = |(page, number): (&'k Page, usize)| {
        (pdf.with_file_name(format!("{stem}-cut-{number}.{}", format.extension())), page)
    };
    pages.filter(|(page, _)| page.is_cut()).map(file).collect()
}

/// Writes all of them.
pub fn save_cut_files(kit: &Kit, format: CutFormat, pdf: &Path, set: &mut FileSet<'_>) -> Result<(), Diagnostic> {
    cut_files(kit, Some(format), pdf).iter().try_for_each(|(path, page)| {
        let text = match format {
            CutFormat::Svg => cut_svg(page),
            CutFormat::Dxf => cut_dxf(page),
        };
        set.save(path, text.as_bytes())
    })
}

/// Removes files of an earlier print of this kit that had more pages: a machine would cut what is not on the sheet.
pub fn remove_older(kit: &Kit, format: CutFormat, pdf: &Path) {
    let files = cut_files(kit, Some(format), pdf);
    let start = format!("{}-cut-", pdf.file_stem().unwrap_or_default().to_string_lossy());
    let is_ours = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let number =
            name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(format.extension())?.strip_suffix('.'));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let Some(beside) = pdf.parent().and_then(|folder| fs::read_dir(folder).ok()) else { return };
    for path in beside.flatten().map(|entry| entry.path()) {
        if is_ours(&path) && !files.iter().any(|(new, _)| new.file_name() == path.file_name()) {
            let _ = fs::remove_file(path);
        }
    }
}
