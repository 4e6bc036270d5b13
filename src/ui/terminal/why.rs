//! Why not: everything that people might try and may not do, with the reason and the heading of the rules.

use crate::referee::{Meaning, Refused, Request};

use super::lines::set_in;
use super::marks::printable;
use super::ranges::{in_ranges, in_runs};

/// Of one reason so many things are named.
const MOST_NAMED: usize = 16;
/// More squares than this are told row by row.
const FEW: usize = 2;

/// Why not, in parts that fit on a page: what has the same reason stands together, what lies nearest comes first. What is said
/// of things that lie nowhere comes before, in the order of the rules.
pub fn why_not(request: &Request, distance: &dyn Fn(&str) -> usize, width: usize) -> Vec<String> {
    if request.refused.is_empty() {
        let told = format!("The rules name nothing else that could be tried here. Legal now: {}", request.legal());
        return vec![set_in("", &told, width)];
    }
    let mut groups: Vec<(&Refused, Vec<&Refused>)> = Vec::new();
    for refused in &request.refused {
        match groups.iter_mut().find(|(first, _)| first.reason == refused.reason && first.rule == refused.rule) {
            Some((_, same)) => same.push(refused),
            None => groups.push((refused, vec![refused])),
        }
    }
    for (_, same) in &mut groups {
        same.sort_by_key(|refused| distance(&refused.id));
    }
    groups.sort_by_key(|(_, same)| same.first().map(|nearest| distance(&nearest.id)));
    groups.iter().map(|(refused, same)| group(refused, &named(same), width)).collect()
}

/// The nearest of these, and how many more there are; many squares as ranges.
fn named(same: &[&Refused]) -> String {
    let runs = in_runs(&same.iter().map(|refused| name(refused)).collect::<Vec<_>>());
    if runs.len() < same.len() && runs.len() <= MOST_NAMED {
        return listed(&runs);
    }
    let (near, far) = same.split_at(same.len().min(MOST_NAMED));
    let mut names: Vec<String> = near.iter().map(|refused| name(refused)).collect();
    if near.len() > FEW && near.iter().all(|refused| refused.id == refused.label) {
        names.sort_by_key(|name| by_row(name));
        names = in_ranges(&names);
    }
    let more = if far.is_empty() { String::new() } else { format!(" and {} more", far.len()) };
    listed(&names) + &more
}

/// Names side by side; those with a comma of their own need another sign between them.
fn listed(names: &[String]) -> String {
    names.join(if names.iter().any(|name| name.contains(',')) { "; " } else { ", " })
}

/// What squares are sorted by, so that those of a row stand side by side.
fn by_row(name: &str) -> (usize, String) {
    let row = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    (row.parse().unwrap_or(0), name.to_owned())
}

/// As many parts as have room on a page, from one on, and which comes next.
pub fn page(parts: &[String], from: usize, room: usize) -> (String, Option<usize>) {
    let (mut told, mut next) = (String::new(), from);
    for part in &parts[from.min(parts.len())..] {
        // At least one, however long it is.
        if next > from && told.lines().count() + part.lines().count() > room {
            break;
        }
        told.push_str(part);
        next += 1;
    }
    (told, (next < parts.len()).then_some(next))
}

fn group(refused: &Refused, names: &str, width: usize) -> String {
    set_in("  ", names, width) + &set_in("      ", &reason(refused), width)
}

fn reason(refused: &Refused) -> String {
    let rule = refused.rule.as_ref().map(|rule| format!(" (rules: {rule})")).unwrap_or_default();
    printable(&format!("{}{rule}", refused.reason))
}

fn name(refused: &Refused) -> String {
    if refused.label == refused.id {
        printable(&refused.id)
    } else if refused.has_inner_id() {
        printable(&refused.label)
    } else {
        printable(&format!("{}: {}", refused.id, refused.label))
    }
}

/// Why one thing is refused, or that it is not.
pub fn why_not_this(id: &str, request: &Request, width: usize) -> String {
    match request.meaning(id) {
        Meaning::Legal(choice) => set_in("", &printable(&format!("`{}` is legal.", choice.id)), width),
        Meaning::Refused(refused) => group(refused, &name(refused), width),
        Meaning::Part { .. } | Meaning::Several(_) | Meaning::Nothing => {
            let refusal = request.why_not(id);
            let hints = refusal.hints_told();
            set_in("", &refusal.message(), width)
                + &hints.iter().map(|hint| set_in("  ", hint, width)).collect::<String>()
        }
    }
}
