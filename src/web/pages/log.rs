//! What happened, in sentences.

use maud::{Markup, html};

use crate::referee::LogLine;

/// The last lines; whoever may take back gets a way back to each entry, and sees what was taken back, too. On small screens it
/// would hide what stands.
pub fn log(all: &[LogLine], most: usize, back: bool) -> Markup {
    let told: Vec<&LogLine> = all.iter().rev().filter(|line| back || line.taken_back_by.is_none()).take(most).collect();
    html! {
        @if all.is_empty() { p.empty { "Nothing has happened yet." } }
        ol.log reversed[false] {
            @for line in told {
                li.entry[line.is_entry].said[!line.is_entry].gone[line.taken_back_by.is_some()] {
                    @if line.is_entry { span.seq { (line.seq) } " " }
                    span.what { (line.text) }
                    @if let Some(by) = line.taken_back_by { " " span.by { "(taken back by entry " (by) ")" } }
                    @if back && line.is_entry && line.taken_back_by.is_none() {
                        form.back method="post" action="/undo" data-deed="" {
                            input type="hidden" name="to" value=(line.seq);
                            button.small type="submit" { "Back to here" span.unseen { ": entry " (line.seq) } }
                        }
                    }
                }
            }
        }
    }
}
