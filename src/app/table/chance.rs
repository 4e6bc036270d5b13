//! What is left to chance at a table, by kind: all dice, all decks. Hands nothing over itself.

use crate::dice::Die;

use super::session::Session;

impl Session {
    /// All dice, or all decks, where people say no more than that; none where they name one, or mean everything.
    pub fn all_of_a_kind(&mut self, of: Option<&str>) -> Vec<String> {
        let wants_dice = match of {
            Some("dice" | "die" | "all dice") => true,
            Some("cards" | "decks" | "all cards") => false,
            _ => return Vec::new(),
        };
        let own: Vec<String> = self.game.play.dice.iter().map(|(name, _)| name.clone()).collect();
        let is_die = |name: &String| own.contains(name) || name == "coin" || Die::numbered(name).is_some();
        // Rules with a fault are told where they are played.
        let all = self.table.left_to_chance().unwrap_or_default();
        // Every game has a coin; most never throw one.
        let is_thrown = |name: &String| name != "coin" || own.contains(name) || self.script.text.contains("coin");
        all.into_iter().filter(is_thrown).filter(|name| is_die(name) == wants_dice).collect()
    }
}
