//! Templates: SVG as it was drawn, its expressions, and the values of one piece filled in. Says where text, pictures and
//! boards go, and lays nothing out.

pub mod bind;
pub mod bind_holds;
pub mod bind_lines;
mod bind_slots;
mod bind_text;
mod blanks;
mod css_variables;
mod cut_line;
pub mod declarations;
pub mod drawing_text;
pub mod read;
pub mod side;
pub mod slot;
pub mod style_check;
mod style_rules;
pub mod svg_check;
mod text_property;
pub mod variants;
pub mod xml;
mod xml_bounds;
