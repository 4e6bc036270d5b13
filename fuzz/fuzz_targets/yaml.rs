//! The YAML files of a game, and of the printers of a person.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright_fuzz::{chosen, kit};

/// A game that has each of them.
const GAME: &str =
    "title: T\nversion: \"1\"\ncomponents:\n  yard: {kind: board, board: board.yaml, front: board-classic}\n";
const BOARD: &str = "cell: 20mm\npicture: |\n  . .\nlegend:\n  \".\": {terrain: grass}\n";

fuzz_target!(|data: &[u8]| {
    let Some((which, text)) = chosen(data) else { return };
    let file = ["game.yaml", "board.yaml", "templates.yaml"][which % 3];
    kit::read(
        tablewright::inside::model::MemoryAssets::new()
            .with("game.yaml", GAME)
            .with("board.yaml", BOARD)
            .with(file, text),
    );
});
