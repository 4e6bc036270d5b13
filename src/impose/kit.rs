//! All pages of a kit in their sections, in the order they are printed.

use crate::model::{Backs, PrintLayout};

use super::arrange::fit::SheetFit;
use super::backs;
use super::page::{Item, Page};

/// Pages that belong together and have one bookmark.
#[derive(Debug, Clone)]
pub struct Section {
    /// Its name.
    pub title: String,
    /// The components in it, by their place in the game.
    pub components: Vec<usize>,
    /// Its pages.
    pub pages: Vec<Page>,
    /// How its pieces fit on the paper.
    pub fit: Option<SheetFit>,
    /// What is on the back of its pages.
    pub behind: Behind,
}

/// What is on the back of the pages of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Behind {
    /// The backs of what lies on them, as far as the print has backs.
    #[default]
    Backs,
    /// The same, whether or not other parts have backs: sheets that are read from both sides.
    OtherSides,
    /// Where the printer prints both sides, the next page: they are read, not cut.
    NextPage,
}

/// All pages of a kit.
#[derive(Debug, Clone)]
pub struct Kit {
    /// The paper it is for, and how it is laid out.
    pub layout: PrintLayout,
    /// Its parts in printing order.
    pub sections: Vec<Section>,
}

impl Kit {
    /// All pages in order.
    pub fn pages(&self) -> impl Iterator<Item = &Page> {
        self.sections.iter().flat_map(|section| &section.pages)
    }

    /// How many pages there are.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.sections.iter().map(|section| section.pages.len()).sum()
    }

    /// How many cuts the whole kit takes.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.pages().map(Page::cuts).sum()
    }

    /// The first and last page of a component, counted from 1.
    #[must_use]
    pub fn pages_of(&self, component: usize) -> Option<(usize, usize)> {
        let mut before = 0;
        for section in &self.sections {
            let count = section.pages.len();
            if section.components.contains(&component) && count > 0 {
                let of = |page: &Page| page.items.iter().any(|item| section.owns(item, component));
                let first = section.pages.iter().position(of).unwrap_or(0);
                let last = section.pages.iter().rposition(of).unwrap_or(count - 1);
                return Some((before + first + 1, before + last + 1));
            }
            before += count;
        }
        None
    }

    /// The pages with fronts of a component, counted from 1, each with the page of its backs where that is one of its own.
    #[must_use]
    pub fn sheets_of(&self, component: usize) -> Vec<(usize, Option<usize>)> {
        let mut before = 1;
        for Section { pages, .. } in self.sections.iter().take_while(|section| !section.has(component)) {
            before += pages.len();
        }
        let Some(section) = self.sections.iter().find(|section| section.has(component)) else { return Vec::new() };
        let is_on = |page: &Page| page.items.iter().any(|item| section.owns(item, component));
        let back = |front: usize| section.pages.iter().position(|page| page.back_of == Some(front) && is_on(page));
        let fronts = section.pages.iter().enumerate().filter(|(_, page)| page.back_of.is_none() && is_on(page));
        fronts.map(|(at, _)| (before + at, back(at).map(|back| before + back))).collect()
    }

    /// Whether any page of a component goes on the back of another.
    #[must_use]
    pub fn has_backs(&self, component: usize) -> bool {
        let pages = self.sections.iter().filter(|section| section.components.contains(&component));
        pages.flat_map(|section| &section.pages).any(|page| page.back_of.is_some() && !page.items.is_empty())
    }

    /// Gives every section its backs; where the printer prints both sides, each sheet gets two.
    pub(super) fn add_backs(&mut self) {
        for section in &mut self.sections {
            let pages = std::mem::take(&mut section.pages);
            let backs = self.layout.backs;
            // What has no room for its backs beyond a fold has them on pages of their own.
            let has_fold = pages.iter().any(|page| page.is_folded);
            let own = if backs == Backs::Gutterfold && !has_fold { Backs::Separate } else { backs };
            section.pages = match section.behind {
                Behind::Backs => backs::with_backs(pages, own),
                Behind::OtherSides if backs.is_duplex() => backs::with_backs(pages, backs),
                Behind::OtherSides => backs::with_backs(pages, Backs::Separate),
                Behind::NextPage => pages,
            };
            if section.behind == Behind::NextPage && backs.is_duplex() {
                backs::fill_up(&mut section.pages, backs);
            }
        }
    }

    /// How many pages come before the kit's own, once it is finished.
    #[must_use]
    pub const fn pages_in_front(&self) -> usize {
        if self.layout.backs.is_duplex() { 2 } else { 1 }
    }
}

impl Section {
    /// A section of pages to be cut.
    #[must_use]
    pub fn new(title: &str, components: Vec<usize>, pages: Vec<Page>) -> Self {
        Self { title: title.to_owned(), components, pages, fit: None, behind: Behind::Backs }
    }

    fn has(&self, component: usize) -> bool {
        self.components.contains(&component) && !self.pages.is_empty()
    }

    /// Faces carry the id of their component before the slash.
    fn owns(&self, item: &Item, component: usize) -> bool {
        self.components.len() == 1 || item.face.component == component
    }
}
