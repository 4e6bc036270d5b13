//! Plain data between reading and drawing: what a game is made of. Knows no YAML, no files and no drawing.

mod assets;
mod block;
mod board;
mod colour;
mod component;
mod css_colour;
mod diagram;
mod edge;
mod game;
mod ink;
mod job;
mod lattice;
mod lint;
mod map;
mod name;
mod net;
mod outline;
mod paper;
mod piece;
mod placed;
mod play;
mod printer;
mod scaled;
mod scenario;
mod sizes;
mod style;
mod zone;

pub use assets::{AssetError, Assets, Later, MemoryAssets};
pub use block::largest_block;
pub use board::{Adjacency, Board, BoardSide, Form, MOST_COST, Space, SpaceId, Terrain, in_order};
pub use colour::{Colour, Palette, figure_for, light_of};
pub use component::{Component, Kind, MORE_FOR_BACKS};
pub use css_colour::CssColour;
pub use diagram::{Diagram, FigureWidth};
pub use edge::{Declared, EdgeKind, EdgeLook, Side};
pub use game::{Credit, Game};
pub use ink::{Ink, Pattern};
pub use job::{Backs, BigBoards, Booklets, JobWishes, PrintLayout, Wish};
pub use lattice::{Cell, CellShape, Lattice, LatticePoint, Met, Offset};
pub use lint::{Allowance, ColourCode, Lint};
pub use map::{Connection, MapPlace, PointMap};
pub use name::{slug, usable_name};
pub use net::{BARE_EDGE, Bend, Fold, FoldedDie, Net, Panel, Solid, Standee, Tuckbox};
pub use outline::{Outline, PathStep, rect_path, svg_path};
pub use paper::{LEAST_MARGIN, Paper, Sheet};
pub use piece::{FieldText, Piece, Skin};
pub use placed::{PlacedPiece, Pointers, Pose};
pub use play::{GameOption, OptionValues, Play, RandomPlay, Sides, Teams};
pub use printer::{
    Calibration, degrees_of, offset_text, printer_name, printer_offset, printer_rotation, printer_scale,
};
pub use scenario::{
    Chance, Checks, Event, Given, Happening, Laws, Listed, RefusedAnswer, Scenario, Written, WrittenValue,
};
pub use sizes::{LONGEST_SIDE, SIZES, named_size};
pub use style::{Align, Fit, LetterOutline, Style, TRACKING};
pub use zone::{TablePlan, Zone, ZoneKind, ZoneThing};
