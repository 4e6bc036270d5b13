//! Templates: SVG as it was drawn, its expressions, and the values of one piece filled in. Says where text, pictures and
//! boards go, and lays nothing out.

pub mod bind;
mod bind_slots;
mod bind_text;
mod engine;
pub mod expr;
mod parts;
pub mod read;
pub mod scope;
pub mod side;
pub mod slot;
pub mod style_check;
pub mod svg_check;
pub mod xml;
mod xml_bounds;
