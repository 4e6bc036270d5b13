//! Plain data between reading and drawing: what a game is made of. Knows no YAML, no files and no drawing.

mod assets;
mod board;
mod colour;
mod component;
mod game;
mod lint;
mod name;
mod outline;
mod paper;
mod sizes;
mod style;

pub use assets::{AssetError, Assets, MemoryAssets};
pub use board::{Adjacency, Board, Cell, Space, SpaceId, Terrain};
pub use colour::{Colour, Palette};
pub use component::{Component, FieldText, Kind, Piece, Skin};
pub use game::{Credit, Game};
pub use lint::{Allowance, ColourCode, Lint};
pub use name::slug;
pub use outline::{Outline, PathStep, svg_path};
pub use paper::{PaperSize, Sheet};
pub use sizes::{SIZES, named_size};
pub use style::{Align, Fit, Style};
