//! Why not: everything that people might try and may not do, with the reason and the heading of the rules.

use crate::referee::{Meaning, Refused, Request};

use super::lines::set_in;
use super::marks::printable;

/// Everything that is refused; what has the same reason stands together.
pub fn why_not(request: &Request, width: usize) -> String {
    if request.refused.is_empty() {
        return set_in(
            "",
            &format!("The rules name nothing else that could be tried here. Legal now: {}", request.legal()),
            width,
        );
    }
    let mut groups: Vec<(&Refused, Vec<String>)> = Vec::new();
    for refused in &request.refused {
        match groups.iter_mut().find(|(first, _)| first.reason == refused.reason && first.rule == refused.rule) {
            Some((_, ids)) => ids.push(name(refused)),
            None => groups.push((refused, vec![name(refused)])),
        }
    }
    groups.iter().map(|(refused, ids)| group(refused, ids, width)).collect()
}

fn group(refused: &Refused, ids: &[String], width: usize) -> String {
    set_in("  ", &ids.join(", "), width) + &set_in("      ", &reason(refused), width)
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
        Meaning::Refused(refused) => group(refused, &[name(refused)], width),
        Meaning::Part { .. } | Meaning::Several(_) | Meaning::Nothing => {
            let refusal = request.why_not(id);
            let hints = refusal.hints_told();
            set_in("", &refusal.message(), width)
                + &hints.iter().map(|hint| set_in("  ", hint, width)).collect::<String>()
        }
    }
}
