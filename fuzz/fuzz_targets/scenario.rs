//! Worked examples in YAML, read and played.
#![no_main]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use libfuzzer_sys::fuzz_target;
use tablewright::inside::diag::Diagnostics;
use tablewright::inside::load::read_scenarios;
use tablewright::inside::model::{Game, MemoryAssets};
use tablewright::inside::referee::{AnswerQueue, Custody, Fault, OpenRules, Start, Vocabulary, play_scenario};
use tablewright::inside::rules::{ScriptRules, SharedAsker, WallClock, World};
use tablewright_fuzz::is_told;
use tablewright_fuzz::played::{YARD, game, start};

thread_local! {
    static SMALL: Game = game(YARD);
    static WORDS: Vocabulary = SMALL.with(|small| {
        let world = World::new(small, Vec::new(), BTreeMap::new());
        Vocabulary::new(["yard".to_owned()], world.labels().map(str::to_owned), world.quantities())
    });
}

fuzz_target!(|data: &[u8]| {
    SMALL.with(|small| {
        let files = MemoryAssets::new().with("scenarios/a.yaml", data);
        let mut found = Diagnostics::new();
        let scenarios = read_scenarios(&files, "scenarios", &small.play, &mut found);
        is_told(&found);
        let script = small.play.script.clone().expect("it has one");
        for scenario in scenarios.iter().take(3) {
            let open = |start: &Start| -> Result<OpenRules, Fault> {
                let queue = AnswerQueue::new(start.players.clone(), start.hands.clone(), start.seed);
                let queue = Rc::new(RefCell::new(queue));
                let asker: SharedAsker = queue.clone();
                let world = World::new(small, start.players.clone(), start.options.clone());
                Ok((Box::new(ScriptRules::load(&script.text, world, asker, WallClock::start())?), queue))
            };
            WORDS.with(|words| play_scenario(scenario, start(Custody::Table, 1), words, open));
        }
    });
});
