//! The figures of a booklet: pictures from files and tables that are drawn, each made once, and laid into a column with
//! what is written below. Knows nothing of where in the text they stand.

use std::sync::Arc;

use percent_encoding::percent_decode_str;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText};
use crate::geom::Affine;
use crate::layout::box_fit::BoxFit;
use crate::layout::common::Common;
use crate::layout::face::{Face, Layer};
use crate::layout::picture::Picture;
use crate::layout::pieces::slots::report_marks;
use crate::layout::studio::Studio;
use crate::layout::table::{Tables, part_alone, part_of_table};
use crate::layout::text::lines::{TextLine, stacked_height};
use crate::layout::text::rich::{Block, Marks, parse};
use crate::model::{Colour, Component, Diagram, FigureWidth, Kind};

use super::flow::FlowLine;
use super::parts::{BookletPart, BookletText, PictureMark, read_booklet};

/// Between a picture and what is written below, in millimetres.
const ABOVE_CAPTION: f32 = 1.4;
/// Around a figure, in millimetres.
pub const AROUND_FIGURE: f32 = 3.0;
/// No figure is made smaller than this to fit its column, in millimetres.
const LEAST: f32 = 5.0;
/// How wide a column on a screen is, in millimetres.
const SCREEN_COLUMN: f32 = 150.0;
/// How high a sign is drawn for a screen, which makes it as high as its words, in millimetres.
const SIGN: f32 = 5.0;

/// A figure before it has a place.
#[derive(Debug)]
pub struct Figure {
    /// What is seen.
    pub what: Drawn,
    /// What is written below; empty when nothing is.
    pub caption: Vec<Block>,
    /// How wide it is meant to be.
    width: Option<FigureWidth>,
}

/// What is seen of a figure.
#[derive(Debug, Clone)]
pub enum Drawn {
    /// A picture.
    Picture(Picture),
    /// A table.
    Table(Common<Face>),
}

/// A figure where it lies in its column.
#[derive(Debug, Clone)]
pub struct Drawing {
    what: Drawn,
    /// Left, top, width, height.
    rect: [f32; 4],
}

/// The figures of a booklet in their order; one that cannot be drawn is told and missing.
pub fn figures(
    studio: &Studio<'_>,
    component: &Component,
    (source, text, diagrams): (&Arc<SourceText>, &BookletText, &[Diagram]),
    found: &mut Diagnostics,
) -> Vec<Option<Figure>> {
    let mut tables = Tables::new(studio);
    let mut figures = Vec::new();
    for part in &text.parts {
        match part {
            BookletPart::Picture(mark) => figures.push(picture(studio, source, mark, found)),
            // What is wrong with a block was told when the game was loaded.
            BookletPart::Table(at) => {
                let diagram = diagrams.iter().find(|diagram| diagram.at == *at);
                figures.push(diagram.and_then(|diagram| table(&mut tables, component, diagram, found)));
            }
            BookletPart::Text(_) | BookletPart::Contents(_) | BookletPart::PageBreak => {}
        }
    }
    figures
}

/// The figures of a booklet for screens, in their order and each as a face of its own; what is wrong with one was told when the
/// booklet was set.
pub fn booklet_figures(studio: &Studio<'_>, component: &Component) -> Vec<Option<Common<Face>>> {
    let Kind::Booklet { text: path, diagrams } = &component.kind else { return Vec::new() };
    let Ok(bytes) = studio.assets().read(path) else { return Vec::new() };
    let text = String::from_utf8_lossy(&bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let read = read_booklet(text, Marks::as_typed(studio.game()));
    let source = Arc::new(SourceText::new(studio.assets().shown(path), text.to_owned()));
    let figures = figures(studio, component, (&source, &read, diagrams), &mut Diagnostics::new());
    let alone = |(number, figure): (usize, Option<Figure>)| {
        let figure = figure?;
        let [width, height] = figure.size_in(SCREEN_COLUMN);
        match figure.what {
            Drawn::Table(face) => Some(face),
            Drawn::Picture(picture) => {
                let layer = picture.within([0.0, 0.0, width, height], BoxFit::CONTAIN);
                Some(Common::new(part_alone(format!("{}/figure-{number}", component.id), [width, height], layer)))
            }
        }
    };
    figures.into_iter().enumerate().map(alone).collect()
}

/// A sign of the game that stands among words, for screens; none if it cannot be drawn, which was told when the booklet was set.
pub fn sign_face(studio: &Studio<'_>, name: &str) -> Option<Common<Face>> {
    let path = studio.game().icons.get(name)?;
    let picture = studio.context().pictures.icon(path, Colour::BLACK, &mut Diagnostics::new()).ok()?;
    let [width, height] = picture.size();
    let size = [SIGN * width / height, SIGN];
    let layer = picture.within([0.0, 0.0, size[0], size[1]], BoxFit::CONTAIN);
    Some(Common::new(part_alone(format!("sign-{name}"), size, layer)))
}

fn picture(
    studio: &Studio<'_>,
    source: &Arc<SourceText>,
    mark: &PictureMark,
    found: &mut Diagnostics,
) -> Option<Figure> {
    let written = Place::new(source, mark.at.start, mark.at.end);
    let width = match &mark.width {
        Some(width) => {
            let place = written.showing(width);
            Some(found.accept(FigureWidth::parse(width).map_err(|no| no.at(&place)))?)
        }
        None => None,
    };
    let caption = if mark.caption.spans.is_empty() { Vec::new() } else { vec![Block::Text(mark.caption.clone())] };
    // Programs that write links put signs in place of blanks; a file may be called so, too.
    let decoded = percent_decode_str(&mark.path).decode_utf8().ok();
    let is_written_so = || studio.assets().read(&mark.path).is_ok();
    let path = decoded.filter(|path| *path != mark.path && !is_written_so()).unwrap_or_else(|| (&*mark.path).into());
    match studio.context().pictures.get(&path, None, found) {
        Ok(picture) => Some(Figure { what: Drawn::Picture(picture), caption, width }),
        Err(problems) => {
            let place = written.showing(&mark.path);
            for problem in problems {
                found.push(problem.or_at(&place));
            }
            None
        }
    }
}

fn table(
    tables: &mut Tables<'_, '_>,
    component: &Component,
    diagram: &Diagram,
    found: &mut Diagnostics,
) -> Option<Figure> {
    let studio = tables.studio();
    let mut own = Diagnostics::new();
    let face = tables.lay_out(diagram.board, &diagram.placed, &diagram.pointers, &mut own);
    let face = face.map(|face| {
        let id = format!("{}/{}", component.id, diagram.place.line());
        // Board and pieces are those of the edition already; what marks the table is not.
        let face = match studio.edition() {
            Some(mut edition) => edition.face(&face, false, &mut own),
            None => face,
        };
        Face { id, ..part_of_table(studio, diagram.board, face, &diagram.crop, &mut own) }
    });
    for problem in &own {
        found.push(problem.clone().or_at(&diagram.place));
    }
    let mut caption = Vec::new();
    if let Some(written) = &diagram.caption {
        let (blocks, unknown) = parse(&written.text, Marks::of(studio.game()));
        report_marks(studio.context(), &unknown, &written.place, found);
        caption = blocks;
    }
    Some(Figure { what: Drawn::Table(Common::new(face?)), caption, width: diagram.width })
}

impl Figure {
    /// Width and height in millimetres, in a column of a width.
    fn size_in(&self, column: f32) -> [f32; 2] {
        let ([width, height], usual) = match &self.what {
            Drawn::Picture(picture) => (picture.size(), column),
            Drawn::Table(face) => {
                let size = [face.size.width.mm_f32(), face.size.height.mm_f32()];
                (size, size[0].min(column))
            }
        };
        let wide = self.width.map_or(usual, |width| width.in_column(column));
        [wide, wide * height / width.max(f32::MIN_POSITIVE)]
    }

    /// The figure in a column of a width, with its caption already set.
    #[must_use]
    pub fn line(&self, column: f32, caption: Vec<TextLine>) -> FlowLine {
        let [width, height] = self.size_in(column);
        let drawing = Drawing { what: self.what.clone(), rect: [(column - width) / 2.0, 0.0, width, height] };
        let text = TextLine { gap: AROUND_FIGURE, height, ..TextLine::default() };
        FlowLine { text, caption, drawing: Some(drawing), ..FlowLine::default() }.with_height()
    }
}

impl FlowLine {
    /// What a caption takes below its picture.
    fn below(&self) -> f32 {
        if self.caption.is_empty() { 0.0 } else { ABOVE_CAPTION + stacked_height(&self.caption) }
    }

    fn with_height(mut self) -> Self {
        if let Some(drawing) = &self.drawing {
            self.text.height = drawing.rect[3] + self.below();
        }
        self
    }

    /// The same with a picture that is small enough for a column of this height.
    #[must_use]
    pub fn fitted(mut self, height: f32) -> Self {
        let room = (height - self.below()).max(LEAST);
        if let Some(Drawing { rect: [x, _, w, h], .. }) = &mut self.drawing
            && *h > room
        {
            let narrower = *w * room / *h;
            *x += (*w - narrower) / 2.0;
            (*w, *h) = (narrower, room);
        }
        self.with_height()
    }

    /// The layer of its picture, with the upper left of the line at a point.
    pub fn picture(&self, [left, top]: [f32; 2]) -> Option<Layer> {
        let Drawing { what, rect: [x, y, w, h] } = self.drawing.as_ref()?;
        let rect = [left + x, top + y, *w, *h];
        Some(match what {
            Drawn::Picture(picture) => picture.within(rect, BoxFit::CONTAIN),
            Drawn::Table(face) => {
                let scale = w / face.size.width.mm_f32().max(f32::MIN_POSITIVE);
                Layer::Face { face: face.clone(), transform: Affine([scale, 0.0, 0.0, scale, rect[0], rect[1]]) }
            }
        })
    }

    /// How far below the upper end of the line its caption begins.
    #[must_use]
    pub fn caption_top(&self) -> f32 {
        self.drawing.as_ref().map_or(0.0, |drawing| drawing.rect[3] + ABOVE_CAPTION)
    }
}

/// Told of every picture that stands among words.
pub fn misplaced(source: &Arc<SourceText>, text: &BookletText, found: &mut Diagnostics) {
    for range in &text.misplaced {
        let message = "a picture stands on a line of its own, with an empty line above and below";
        let hint = "among words there are icons, as in `:coin:`";
        found.push(Diagnostic::error(message).at(&Place::new(source, range.start, range.end)).hint(hint));
    }
}
