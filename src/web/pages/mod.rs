//! Screens as HTML, from a `View` and what is printed. Whatever people or games have written is escaped by the templates. There
//! is no style and no script inside of a page: both are files.

pub mod board;
pub mod evening;
pub mod flash;
pub mod home;
pub mod host;
pub mod log;
pub mod phone;
pub mod question;
pub mod rules;
pub mod score;
pub mod shell;
pub mod zones;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::model::slug;

/// The address of a heading of the rules.
pub fn rule_address(rule: &str) -> String {
    format!("/rules#{}", slug(rule))
}

/// A link to a heading of the rules.
pub fn rule_link(rule: &str) -> Markup {
    html! { a.rule href=(rule_address(rule)) { "Rules: " (rule) } }
}

/// What came of something, for a browser without scripts, with a way back.
pub fn refusal(lines: &[String], back: &str) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Tablewright" }
                link rel="stylesheet" href="/look.css";
                link rel="stylesheet" href="/theme.css";
            }
            body { main.home id="main" { section.panel {
                @for line in lines { p { (line) } }
                p { a.choice.go href=(back) { "Back" } }
            } } }
        }
    };
    markup.into_string()
}

/// The address of a picture.
pub fn art(name: &str) -> String {
    format!("/art/{name}.svg")
}

/// A length for a drawing.
pub fn mm(length: f32) -> PreEscaped<String> {
    PreEscaped(format!("{length:.2}"))
}
