//! The print jobs of a game file: on what paper and how its kit is laid out when nobody says otherwise.

use crate::diag::{Diagnostic, Diagnostics, meant_or_known};
use crate::model::{Backs, BigBoards, Booklets, FieldText, Ink, JobWishes, Paper, PrintLayout, Wish};

use super::fields::Fields;
use super::yaml::{Key, Node, Value};

/// Reads all print jobs. Names are what a job can ask for with `only`, if all of them are known.
pub fn read_jobs(entries: &[(Key, Node)], names: Option<&[&str]>, found: &mut Diagnostics) -> Vec<(String, JobWishes)> {
    let job = |(key, node): &(Key, Node)| (key.name.clone(), read_job(key, node, names, found).unwrap_or_default());
    entries.iter().map(job).collect()
}

fn read_job(key: &Key, node: &Node, names: Option<&[&str]>, found: &mut Diagnostics) -> Option<JobWishes> {
    let mut fields = Fields::open(node, &format!("the print job `{}`", key.name), found)?;
    let papers = some_texts(&mut fields, "paper");
    let only = some_texts(&mut fields, "only");
    let grid = fields.text("grid");
    let image_dots = fields.text("image-dpi");
    let scale = fields.text("scale");
    let (margin, overlap) = (fields.node("margin"), fields.node("overlap"));
    let mut wishes = JobWishes {
        papers: None,
        backs: fields.choice("backs", &Backs::WORDS),
        wish: fields.choice("wish", &Wish::WORDS),
        grid: None,
        margin: fields.distance("margin"),
        overlap: fields.distance("overlap"),
        boards: fields.choice("boards", &BigBoards::WORDS),
        share_sheets: fields.flag("share sheets"),
        booklets: fields.choice("booklets", &Booklets::WORDS),
        ink: fields.choice("ink", &Ink::WORDS),
        image_dots: None,
        scale: None,
        only: None,
    };
    let papers: Vec<Paper> = papers.iter().filter_map(|name| read_paper(name, fields.found())).collect();
    wishes.papers = (!papers.is_empty()).then_some(papers);
    wishes.grid = grid.and_then(|field| fields.found().accept(told(&field, JobWishes::grid_of)));
    wishes.image_dots = image_dots.and_then(|field| fields.found().accept(told(&field, JobWishes::image_dots_of)));
    wishes.scale = scale.and_then(|field| fields.found().accept(told(&field, JobWishes::scale_of)));
    fields.finish();
    check_lengths(&mut wishes, (margin, overlap), found);
    if let Some(names) = names {
        check_only(&only, names, found);
    }
    wishes.only = (!only.is_empty()).then(|| only.into_iter().map(|name| name.text).collect());
    Some(wishes)
}

/// Whether the paper of the job has room for its margin, and for tiles that overlap as it says.
fn check_lengths(wishes: &mut JobWishes, (margin, overlap): (Option<&Node>, Option<&Node>), found: &mut Diagnostics) {
    let mut papers = wishes.papers.clone().unwrap_or_else(|| vec![Paper::A4]);
    if let (Some(length), Some(node)) = (wishes.margin, margin) {
        let with_margin: Result<Vec<Paper>, _> = papers.iter().map(|paper| paper.with_margin(length)).collect();
        match with_margin {
            Ok(with_margin) => papers = with_margin,
            Err(wrong) => {
                found.push(wrong.at(&node.place));
                wishes.margin = None;
            }
        }
    }
    let Some(node) = overlap else { return };
    if let Err(wrong) = papers.iter().try_for_each(|paper| PrintLayout::of(*paper, wishes).check_overlap()) {
        found.push(wrong.at(&node.place));
        wishes.overlap = None;
    }
}

fn check_only(only: &[FieldText], names: &[&str], found: &mut Diagnostics) {
    for name in only.iter().filter(|name| !names.contains(&name.text.as_str())) {
        let message = format!("there is no component or kind `{}` in this game", name.text);
        let hint = meant_or_known(&name.text, names.iter().copied());
        found.push(Diagnostic::error(message).at(&name.place).maybe_hint(hint));
    }
}

/// An empty list would mean all there is, which nobody writes it for.
fn some_texts(fields: &mut Fields<'_, '_>, key: &'static str) -> Vec<FieldText> {
    let texts = fields.texts(key);
    if let Some(Node { value: Value::List(items), place }) = fields.node(key)
        && items.is_empty()
    {
        let problem = Diagnostic::error(format!("`{key}` is an empty list")).at(place);
        fields.found().push(problem.hint("name what you want, or leave the key out"));
    }
    texts
}

fn read_paper(name: &FieldText, found: &mut Diagnostics) -> Option<Paper> {
    found.accept(Paper::parse(&name.text).map_err(|why| why.at(&name.place)))
}

fn told<T>(field: &FieldText, read: fn(&str) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
    read(&field.text).map_err(|wrong| wrong.at(&field.place))
}
