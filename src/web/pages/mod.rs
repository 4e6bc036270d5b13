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

use maud::{Markup, PreEscaped, html};

use crate::model::slug;

/// The address of a heading of the rules.
pub fn rule_address(rule: &str) -> String {
    format!("/rules#{}", slug(rule))
}

/// A link to a heading of the rules.
pub fn rule_link(rule: &str) -> Markup {
    html! { a.rule href=(rule_address(rule)) { "Rules: " (rule) } }
}

/// The address of a picture.
pub fn art(name: &str) -> String {
    format!("/art/{name}.svg")
}

/// A length for a drawing.
pub fn mm(length: f32) -> PreEscaped<String> {
    PreEscaped(format!("{length:.2}"))
}
