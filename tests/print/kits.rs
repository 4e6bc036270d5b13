//! The kits that come with the tool: nothing is wrong with them, and what is in the box is what their games need.

use std::path::Path;

use crate::support::run_in_project;
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};

/// Components, and how many pieces they have together.
type Needed = &'static [(&'static [&'static str], usize)];

/// What the rules of each game ask for, counted apart from its folder: the components that make it up, and how many
/// pieces they have together.
const NEEDED: [(&str, Needed); 7] = [
    (
        "boffing-zombies",
        &[
            (&["zombies", "bystanders", "tools"], 52),
            (&["candy"], 60),
            (&["candy-fives"], 12),
            (&["trick-or-treaters"], 6),
            (&["mats"], 6),
        ],
    ),
    (
        "lantern-harbour",
        &[(&["lanterns"], 4 * 10), (&["cargo"], 12), (&["captains"], 4), (&["holds"], 2), (&["aids"], 4)],
    ),
    ("salt-roads", &[(&["ground"], 54), (&["red", "blue", "yellow", "white"], 4 * 12), (&["aids"], 4), (&["map"], 1)]),
    (
        "zombie-plague",
        &[
            (&["equipment"], 24),
            (&["zombie-cards"], 16),
            (&["figures"], 4 + 19),
            (&["chips-red", "chips-blue", "chips-green", "chips-yellow"], 32),
            (&["chits"], 24),
            (&["barriers"], 12),
            (&["power-nails"], 1),
            (&["piles"], 2 * 12),
            (&["markers"], 24),
            (&["characters"], 4),
            (&["attack-stickers", "defence-stickers"], 6 * (10 + 8)),
        ],
    ),
    (
        "zombie-rancher",
        &[
            (&["zombies"], 30),
            (&["bait"], 5),
            (&["traps-red", "traps-blue", "traps-green", "traps-yellow"], 4 * 22),
            (&["pens"], 4),
            (&["specialties"], 6),
        ],
    ),
    (
        "zombie-town",
        &[
            (&["action"], 102),
            (&["combat"], 30),
            (&["houses"], 12),
            (&["players"], 6),
            (&["zombies"], 100),
            (&["pawns"], 6),
            (&["chips"], 24),
            (&["stands"], 12),
        ],
    ),
    (
        "zombie-wars",
        &[
            (&["townies", "spares"], 50 + 4 * 3 + 12),
            (&["heroes-8"], 8),
            (&["heroes-10"], 10),
            (&["heroes-12"], 10),
            (&["heroes-20"], 4),
            (&["super-cop"], 1),
            (&["luck"], 7),
            (&["trackers"], 4),
            (&["breeds"], 10),
            (&["pawns", "hourglass"], 4 * 6 + 1),
        ],
    ),
];

#[test]
fn nothing_is_wrong_with_any_kit() {
    // Each takes its time.
    std::thread::scope(|scope| {
        for (game, _) in NEEDED {
            scope.spawn(|| run_in_project(&["check", game, "--strict"]).succeeds());
        }
    });
}

#[test]
fn the_boxes_hold_what_the_games_need() {
    for (name, needed) in NEEDED {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(name);
        let (game, _) = load_game(&WithTemplates(DiskAssets::new(folder)), name);
        let game = game.expect("a game");
        for (ids, count) in needed {
            let of = |id: &&str| {
                let component = game.components.iter().find(|component| component.id == *id);
                let component = component.unwrap_or_else(|| panic!("{name} has no `{id}`"));
                component.pieces.iter().map(|piece| piece.quantity).sum::<usize>()
            };
            assert_eq!(ids.iter().map(of).sum::<usize>(), *count, "{name}: {ids:?}");
        }
    }
}
