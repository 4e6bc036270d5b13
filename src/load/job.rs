//! The print jobs of a game file: on what paper and how its kit is laid out when nobody says otherwise.

use crate::diag::{Diagnostic, Diagnostics};
use crate::model::{Backs, BigBoards, FieldText, Ink, JobWishes, Paper, Wish};

use super::fields::Fields;
use super::yaml::{Key, Node, Value};

/// Reads all print jobs.
pub fn read_jobs(entries: &[(Key, Node)], found: &mut Diagnostics) -> Vec<(String, JobWishes)> {
    let job = |(key, node): &(Key, Node)| (key.name.clone(), read_job(key, node, found).unwrap_or_default());
    entries.iter().map(job).collect()
}

fn read_job(key: &Key, node: &Node, found: &mut Diagnostics) -> Option<JobWishes> {
    let mut fields = Fields::open(node, &format!("the print job `{}`", key.name), found)?;
    let papers = some_texts(&mut fields, "paper");
    let only = some_texts(&mut fields, "only");
    let grid = fields.text("grid");
    let scale = fields.text("scale");
    let mut wishes = JobWishes {
        papers: None,
        backs: fields.choice("backs", &Backs::WORDS),
        wish: fields.choice("wish", &Wish::WORDS),
        grid: None,
        margin: fields.distance("margin"),
        overlap: fields.distance("overlap"),
        boards: fields.choice("boards", &BigBoards::WORDS),
        ink: fields.choice("ink", &Ink::WORDS),
        scale: None,
        only: (!only.is_empty()).then(|| only.into_iter().map(|name| name.text).collect()),
    };
    let papers: Vec<Paper> = papers.iter().filter_map(|name| read_paper(name, fields.found())).collect();
    wishes.papers = (!papers.is_empty()).then_some(papers);
    wishes.grid = grid.and_then(|field| told(&field, JobWishes::grid_of(&field.text), fields.found()));
    wishes.scale = scale.and_then(|field| told(&field, JobWishes::scale_of(&field.text), fields.found()));
    fields.finish();
    Some(wishes)
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

fn told<T>(field: &FieldText, read: Result<T, String>, found: &mut Diagnostics) -> Option<T> {
    read.map_err(|message| found.push(Diagnostic::error(message).at(&field.place))).ok()
}
