//! A whole kit from what was laid out: its pages, and the first page that says what is in it.

use crate::diag::{Diagnostic, Diagnostics, all_of, count_of};
use crate::impose::{Kit, Page, Section, SheetFit, impose};
use crate::layout::common::Common;
use crate::layout::face::Face;
use crate::layout::{KitLine, LaidComponent, Studio, face_scaled, lay_out_contents};
use crate::model::{Backs, Component, Game, Kind, Paper, PrintLayout};

use super::cut_files::runs;

/// All pages, the first page included.
pub fn assemble(
    (studio, sized): (&Studio<'_>, &Game),
    laid: &[LaidComponent],
    layout: &PrintLayout,
    found: &mut Diagnostics,
) -> Kit {
    let game = studio.game();
    let mut kit = impose(sized, laid, layout, found);
    let lines: Vec<KitLine> = laid.iter().map(|part| kit_line(&sized.components[part.component], part, &kit)).collect();
    let pages = kit.page_count() + kit.pages_in_front();
    let texts = [
        ("pages", pages.to_string()),
        ("print", first_printed(&kit)),
        ("paper", layout.paper.title()),
        ("stocks", stocks(game, laid, &kit)),
        ("cuts", count_of(kit.cuts(), "cut")),
        ("backs", turning(&kit)),
    ];
    let hint = duplex_hint(&kit);
    let contents = hinted_page(studio, &lines, (&texts, hint.as_deref()), layout.paper)
        .or_else(|| first_page(studio, &lines, &texts, layout.paper, found));
    kit.finish(game, contents.map(Common::new));
    kit
}

/// How much smaller than it is meant to be the first page may become on small paper: at each of these it is tried.
const SMALLER: [f64; 6] = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7];

/// The first page with a hint behind what it says of backs, where that has room: nothing on it becomes smaller for it, and nothing is
/// found that is not found without it.
fn hinted_page(
    studio: &Studio<'_>,
    lines: &[KitLine],
    (texts, hint): (&[(&str, String)], Option<&str>),
    paper: Paper,
) -> Option<Face> {
    let hint = hint?;
    let hinted: Vec<(&str, String)> = texts
        .iter()
        .map(|(name, text)| (*name, if *name == "backs" { format!("{text} {hint}") } else { text.clone() }))
        .collect();
    let room = paper.sheet(false).content().size;
    let laid = |texts: &[(&str, String)]| {
        let mut told = Diagnostics::new();
        let face = lay_out_contents(studio, room, lines, texts, &mut told);
        face.filter(|_| told.is_empty())
    };
    let (plain, hinted) = (laid(texts)?, laid(&hinted)?);
    let sizes = plain.text_sizes();
    hinted.text_sizes().is_subset(&sizes).then_some(hinted)
}

/// The first page; paper that is too small for it has it a little smaller, as all of it is there to be read and nothing to be
/// cut. Where even that is too large, that is told, and not which of its boxes is.
fn first_page(
    studio: &Studio<'_>,
    lines: &[KitLine],
    texts: &[(&str, String)],
    paper: Paper,
    found: &mut Diagnostics,
) -> Option<Face> {
    let meant = |paper: Paper, times: f64| {
        let mut told = Diagnostics::new();
        let room = paper.sheet(false).content().size.scaled(1.0 / times);
        let face = lay_out_contents(studio, room, lines, texts, &mut told);
        (face, told)
    };
    let (face, told) = meant(paper, 1.0);
    // What is wrong on large paper as well is no matter of its size.
    if !told.has_errors() || meant(Paper::A4, 1.0).1.has_errors() {
        found.extend(told);
        return face;
    }
    for times in SMALLER {
        let (smaller, told) = meant(paper, times);
        if !told.has_errors() {
            found.extend(told);
            return smaller.map(|face| face_scaled(&face, times));
        }
    }
    let message = format!("the first page does not fit on {}", paper.title());
    let hint = "take larger paper or a smaller `--margin`, or make a first page of your own with `contents`";
    found.push(Diagnostic::error(message).hint(hint));
    face
}

/// How backs come to lie behind their fronts, in a sentence or two.
fn turning(kit: &Kit) -> String {
    let has_backs = !back_pages(kit).is_empty();
    let folded = kit.pages().any(|page| page.is_folded);
    let fold = || "Fold sheets with a dashed line along it, glue front to back, then cut.".to_owned();
    match kit.layout.backs {
        Backs::DuplexLong if kit.pages().any(Page::has_backs) => {
            "Print on both sides, turned over the long edge.".to_owned()
        }
        Backs::DuplexShort if kit.pages().any(Page::has_backs) => {
            "Print on both sides, turned over the short edge.".to_owned()
        }
        Backs::DuplexLong | Backs::DuplexShort => String::new(),
        Backs::None | Backs::Separate | Backs::Gutterfold => {
            let told = [folded.then(fold), has_backs.then(|| BY_HAND.to_owned())];
            told.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
    }
}

/// What is printed first: all pages, or where backs are turned by hand, all but these.
fn first_printed(kit: &Kit) -> String {
    let pages = kit.page_count() + kit.pages_in_front();
    let backs: Vec<usize> = match kit.layout.backs {
        Backs::DuplexLong | Backs::DuplexShort => Vec::new(),
        Backs::None | Backs::Separate | Backs::Gutterfold => {
            back_pages(kit).into_iter().map(|(_, back)| back).collect()
        }
    };
    if backs.is_empty() {
        return format!("all {pages} pages");
    }
    held_together(&format!("all pages but {} first, on one side only,", all_of(with_steps(&backs))))
}

/// So many pages, every other one, are written out, as they are typed where a part of a file is printed.
const MOST_WRITTEN_OUT: usize = 5;

/// Numbers of pages as they are said: those that follow each other, and every other one, as what they go from and to.
fn with_steps(pages: &[usize]) -> Vec<String> {
    let mut told = Vec::new();
    let mut rest = pages;
    while let Some(first) = rest.first() {
        let as_far = |step: usize| rest.iter().zip(0..).take_while(|(page, at)| **page == first + at * step).count();
        let (next, other) = (as_far(1), as_far(2));
        let count = if next > 1 {
            told.extend(runs(&rest[..next]));
            next
        } else if other > MOST_WRITTEN_OUT {
            told.push(format!("every other page from {first} to {}", rest[other - 1]));
            other
        } else {
            told.push(first.to_string());
            1
        };
        rest = &rest[count..];
    }
    told
}

/// The numbers of pages in a sentence, none of which stands alone at the end or the start of a line.
fn held_together(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_number = |word: &str| word.starts_with(|sign: char| sign.is_ascii_digit());
    let mut held = String::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| words[at]);
        let is_joined = before.is_some_and(|before| {
            *word == "to" || (is_number(word) && matches!(before, "to" | "from" | "and" | "page" | "pages"))
        });
        held.push_str(if at == 0 {
            ""
        } else if is_joined {
            NO_BREAK
        } else {
            " "
        });
        held.push_str(word);
    }
    held
}

/// A space at which no line ends.
const NO_BREAK: &str = "\u{a0}";

/// The pages of all backs, each behind that of its front.
fn back_pages(kit: &Kit) -> Vec<(usize, usize)> {
    let mut before = kit.pages_in_front() + 1;
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for Section { pages, .. } in &kit.sections {
        let backs = pages.iter().enumerate().filter_map(|(at, page)| Some((page.back_of?, at)));
        pairs.extend(backs.map(|(front, back)| (before + front, before + back)));
        before += pages.len();
    }
    pairs
}

/// How backs that are pages of their own come behind their fronts where a printer prints one side at a time.
const BY_HAND: &str = "Then turn the sheets with backs over sideways, like a page of a book, and print on each the page that was left out \
                       behind it.";

/// What whoever has a printer for both sides is told where backs are turned by hand: which pages it prints at once, and over which
/// edge it turns them.
fn duplex_hint(kit: &Kit) -> Option<String> {
    if kit.layout.backs != Backs::Separate {
        return None;
    }
    let is_landscape: Vec<bool> = kit.pages().map(|page| page.sheet.is_landscape()).collect();
    let first = kit.pages_in_front() + 1;
    let pairs = back_pages(kit);
    let over = |landscape: bool, edge: &str| {
        let of_these = pairs.iter().filter(|(front, _)| is_landscape.get(front - first) == Some(&landscape));
        let pages: Vec<Pages> =
            of_these.map(|(front, back)| Pages { first: *front, last: *back, both_sides: true }).collect();
        let runs: Vec<String> = Pages::joined(&pages).iter().map(Pages::range).collect();
        (!runs.is_empty()).then(|| format!("pages\u{a0}{} over the {edge} edge", all_of(runs)))
    };
    let told: Vec<String> = over(false, "long").into_iter().chain(over(true, "short")).collect();
    (!told.is_empty()).then(|| format!("A printer with duplex does both at once: {}.", all_of(told)))
}

/// On which pages a component lies, its backs among them.
fn pages_told(kit: &Kit, component: usize, is_booklet: bool) -> String {
    // The first page comes before all others.
    let front = kit.pages_in_front();
    let pages: Vec<usize> = if is_booklet || kit.layout.backs.is_duplex() {
        kit.pages_of(component).map(|(first, last)| (first..=last).collect()).unwrap_or_default()
    } else {
        kit.sheets_of(component).into_iter().flat_map(|(page, back)| std::iter::once(page).chain(back)).collect()
    };
    let pages: Vec<usize> = pages.into_iter().map(|page| page + front).collect();
    match &pages[..] {
        [] => String::new(),
        [only] => format!("page {only}"),
        several => format!("pages {}", runs(several).join(", ")),
    }
}

fn kit_line(component: &Component, part: &LaidComponent, kit: &Kit) -> KitLine {
    let booklet = matches!(component.kind, Kind::Booklet { .. });
    let mut faces: Vec<Common<Face>> = part.pieces.iter().map(|piece| piece.front.clone()).collect();
    if booklet {
        faces.truncate(1);
    }
    KitLine {
        title: component.title.clone(),
        quantity: if booklet { 1 } else { part.pieces.iter().map(|piece| piece.quantity).sum() },
        details: vec![as_printed(&rounded(&component.measures())), as_printed(&component.note)],
        pages: pages_told(kit, part.component, booklet),
        faces,
    }
}

/// Measures with the sign between them that they have on paper, where terminals have a letter.
fn as_printed(measures: &str) -> String {
    measures.replace(" x ", " × ")
}

/// Measures of which no number is finer than a tenth, which is as finely as anybody measures.
fn rounded(measures: &str) -> String {
    let word = |word: &str| match word.parse::<f64>() {
        Ok(number) if word.split_once('.').is_some_and(|(_, decimals)| decimals.len() > 1) => {
            let tenths = format!("{number:.1}");
            tenths.strip_suffix(".0").map_or_else(|| tenths.clone(), str::to_owned)
        }
        _ => word.to_owned(),
    };
    measures.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// What needs no stock of its own is printed on this.
const PLAIN: &str = "plain paper";

/// What to print each part on, one line a kind of paper, in the order of the pages.
fn stocks(game: &Game, laid: &[LaidComponent], kit: &Kit) -> String {
    let mut lines: Vec<(String, Vec<Pages>)> = Vec::new();
    let front = kit.pages_in_front();
    let first_page = Pages { first: 1, last: 1, both_sides: false };
    for part in laid {
        let stock = joined_first(&game.components[part.component].stock, part.component, kit);
        let pages: Vec<Pages> = if kit.layout.backs.is_duplex() {
            let all = kit.pages_of(part.component).into_iter();
            let both_sides = kit.has_backs(part.component);
            all.map(|(first, last)| Pages { first: first + front, last: last + front, both_sides }).collect()
        } else {
            let sheets = kit.sheets_of(part.component).into_iter();
            let of_sheet = |(page, back): (usize, Option<usize>)| Pages {
                first: page + front,
                last: back.unwrap_or(page) + front,
                both_sides: back.is_some(),
            };
            sheets.map(of_sheet).collect()
        };
        match lines.iter_mut().find(|(known, _)| *known == stock) {
            Some((_, known)) => known.extend(pages),
            None if pages.is_empty() => {}
            None => lines.push((stock, pages)),
        }
    }
    // The first page is read like a booklet.
    match lines.iter_mut().find(|(known, _)| known == PLAIN) {
        Some((_, known)) => known.push(first_page),
        None => lines.push((PLAIN.to_owned(), vec![first_page])),
    }
    let line = |(stock, pages): &(String, Vec<Pages>)| {
        let pages = Pages::joined(pages);
        let of_one = || pages.iter().filter(|pages| !pages.both_sides);
        let first: Vec<&Pages> = if of_one().next().is_some() { of_one().collect() } else { pages.iter().collect() };
        let several = first.len() > 1 || first.iter().any(|pages| pages.first < pages.last);
        format!("- **{stock}:** {} {}\n", if several { "pages" } else { "page" }, Pages::told(&pages))
    };
    lines.iter().map(line).collect()
}

/// The stock of a component. Tiles that overlap are joined before they are glued to anything thick, or every seam would be a
/// step.
fn joined_first(stock: &str, component: usize, kit: &Kit) -> String {
    let overlaps = |section: &Section| {
        section.components.contains(&component) && section.fit.as_ref().is_some_and(SheetFit::has_overlap)
    };
    match stock.strip_prefix("paper glued to ") {
        Some(ground) if kit.sections.iter().any(overlaps) => format!("paper, joined and then glued to {ground}"),
        _ => stock.to_owned(),
    }
}

/// Pages that follow each other and are printed on the same stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pages {
    first: usize,
    last: usize,
    both_sides: bool,
}

impl Pages {
    /// All of them in their order, each page once: several components may share a sheet.
    fn joined(pages: &[Self]) -> Vec<Self> {
        let mut sorted = pages.to_vec();
        sorted.sort_by_key(|pages| (pages.first, std::cmp::Reverse(pages.last)));
        let mut joined: Vec<Self> = Vec::new();
        for pages in sorted {
            match joined.last_mut() {
                Some(before) if before.goes_on_with(&pages) => {
                    before.last = before.last.max(pages.last);
                    before.both_sides |= pages.both_sides;
                }
                _ => joined.push(pages),
            }
        }
        joined
    }

    /// Whether others are among these, or follow and are printed alike.
    const fn goes_on_with(&self, next: &Self) -> bool {
        next.first <= self.last || (next.first == self.last + 1 && next.both_sides == self.both_sides)
    }

    /// All of them; those that are printed on both sides behind the others, so that it is clear which these are.
    fn told(pages: &[Self]) -> String {
        let (both, one): (Vec<&Self>, Vec<&Self>) = pages.iter().partition(|pages| pages.both_sides);
        let list = |pages: &[&Self]| pages.iter().map(|pages| pages.range()).collect::<Vec<_>>().join(", ");
        match (&one[..], &both[..]) {
            (one, []) => list(one),
            ([], both) => format!("{}, on both sides", list(both)),
            (one, both) => format!("{}; on both sides {}", list(one), list(both)),
        }
    }

    fn range(&self) -> String {
        if self.first == self.last { self.first.to_string() } else { format!("{}–{}", self.first, self.last) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pages, held_together, with_steps};

    fn told(pages: &[(usize, usize, bool)]) -> String {
        let pages: Vec<Pages> = pages
            .iter()
            .map(|(first, last, both_sides)| Pages { first: *first, last: *last, both_sides: *both_sides })
            .collect();
        Pages::told(&Pages::joined(&pages))
    }

    #[test]
    fn numbers_of_pages_are_held_together() {
        let told = "pages 15 to 17, every other page from 20 to 28 and 30 and none";
        assert_eq!(
            held_together(told),
            "pages\u{a0}15\u{a0}to\u{a0}17, every other page from\u{a0}20\u{a0}to\u{a0}28 and\u{a0}30 and none"
        );
    }

    #[test]
    fn every_other_page_is_said_in_few_words() {
        assert_eq!(
            with_steps(&[1, 2, 3, 4, 6, 7, 8, 10, 12, 14, 17, 18, 20, 22, 24, 26, 28, 30]),
            ["1 to 4", "6 to 8", "10", "12", "14", "17", "18", "every other page from 20 to 30"]
        );
        assert_eq!(with_steps(&[5]), ["5"]);
    }

    #[test]
    fn every_page_is_named_once_and_in_order() {
        assert_eq!(told(&[(7, 7, false), (28, 29, true), (7, 7, false), (30, 31, true)]), "7; on both sides 28–31");
        assert_eq!(told(&[(5, 5, false), (7, 7, false), (5, 6, true)]), "7; on both sides 5–6");
        assert_eq!(told(&[(2, 3, true), (6, 9, true)]), "2–3, 6–9, on both sides");
        assert_eq!(told(&[(2, 2, false), (4, 7, false)]), "2, 4–7");
    }
}
