//! Bots that think, at games that are solved.

use crate::support::played::game;
use crate::support::table::{rules, start};
use tablewright::inside::rules::{BotPlayer, Budget, Patience, ScriptRules, TrialGame};

const TIC_TAC_TOE: &str = include_str!("games/tic-tac-toe.luau");
const NIM: &str = include_str!("games/nim.luau");
const CONNECT_FOUR: &str = include_str!("games/connect-four.luau");

fn thinking(looks: u32) -> BotPlayer {
    BotPlayer::Thinking(Budget::Looks(looks))
}

fn rules_of(script: &str) -> ScriptRules {
    let game = game(script);
    rules(&game, &start(&game, 2, &[], 1)).0
}

fn play(rules: &mut ScriptRules, seed: u64, players: [BotPlayer; 2]) -> TrialGame {
    rules.play_trial(seed, &players, &Patience::steps(1_000)).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"))
}

/// How many of so many games the first kind wins, and loses, at both seats in turn.
fn match_of(script: &str, first: BotPlayer, second: BotPlayer, games: u64) -> (u64, u64) {
    let mut rules = rules_of(script);
    let (mut won, mut lost) = (0, 0);
    for seed in 0..games {
        let own = usize::from(seed % 2 == 1);
        let players = if own == 0 { [first, second] } else { [second, first] };
        let winners = play(&mut rules, seed, players).winners.expect("a score");
        won += u64::from(winners.iter().any(|seat| seat.0 == own));
        lost += u64::from(winners.iter().any(|seat| seat.0 != own));
    }
    (won, lost)
}

#[test]
fn thinking_beats_chance_at_games_of_skill() {
    for (name, script, looks) in
        [("tic-tac-toe", TIC_TAC_TOE, 200), ("nim", NIM, 300), ("connect four", CONNECT_FOUR, 60)]
    {
        let (won, lost) = match_of(script, thinking(looks), BotPlayer::Random, 100);
        assert!(won >= 90, "{name}: {won} won and {lost} lost of 100");
    }
}

/// Tic-tac-toe is a draw, and three heaps of 3, 4 and 5 are the first player's.
#[test]
fn who_thinks_long_enough_does_not_lose_what_is_solved() {
    assert_eq!(match_of(TIC_TAC_TOE, thinking(3_000), thinking(3_000), 4), (0, 0));
    assert_eq!(match_of(TIC_TAC_TOE, thinking(3_000), BotPlayer::Random, 20).1, 0);
    let mut rules = rules_of(NIM);
    for seed in 0..6 {
        let players = [thinking(6_000), if seed % 2 == 0 { BotPlayer::Random } else { thinking(500) }];
        let winners = play(&mut rules, seed, players).winners.expect("a score");
        assert_eq!(winners[0].0, 0, "seed {seed}");
    }
}

#[test]
fn who_is_greedy_takes_what_raises_the_score_now() {
    let script = r#"
        declare {coins = is.each_seat(is.whole(0, 99)), left = is.whole(0, 6, 6)}
        function steps.setup() return "turn" end
        function steps.turn()
            local seat = state.left % seats + 1
            local take = choose {seat = seat, prompt = "How many?", options = {"1", "5", "0"}}
            state.coins[seat] += tonumber(take)
            measure("taken by " .. seat, tonumber(take))
            state.left -= 1
            return if state.left == 0 then "over" else "turn"
        end
        function score()
            local lines = {}
            for seat = 1, seats do table.insert(lines, {seat = seat, what = "coins", points = state.coins[seat]}) end
            return {lines = lines}
        end
    "#;
    let played = play(&mut rules_of(script), 3, [BotPlayer::Greedy, BotPlayer::Greedy]);
    assert_eq!(played.points, Some(vec![30, 30]));
    // What is tried in the head is not measured.
    assert_eq!(played.measures, [("taken by 1".to_owned(), 15), ("taken by 2".to_owned(), 15)]);
    assert_eq!(played.decisions, 6);
}

/// A script can say which answers are likely good, and all that play follow it.
#[test]
fn hints_of_the_script_are_heard() {
    let script = format!(
        "{NIM}\nfunction bot(options, question)\n local weights = {{}}\n for _, id in ipairs(options) do weights[id] = if id == \"a3\" then 1 else 0 end\n return weights\nend"
    );
    for seed in 0..5 {
        let played = play(&mut rules_of(&script), seed, [BotPlayer::Random, BotPlayer::Random]);
        let first = played.choices.iter().find(|choice| choice.answer == "a3").expect("it is legal");
        assert_eq!(first.counts[..2], [1, 1]);
    }
}

#[test]
fn the_same_seed_is_the_same_game_and_thinking_changes_no_dice() {
    let script = r#"
        declare {rolled = is.list(is.whole(0, 6), 20), at = is.whole(0, 8)}
        function steps.setup() return "turn" end
        function steps.turn()
            choose {seat = 1, prompt = "What?", options = {"a", "b"}}
            local face = roll_one {}
            table.insert(state.rolled, face)
            measure("face " .. state.at, face)
            state.at += 1
            return if state.at == 8 then "over" else "turn"
        end
        function score() return {lines = {{seat = 1, what = "pips", points = total(state.rolled)}}} end
    "#;
    let mut rules = rules_of(script);
    let first = play(&mut rules, 9, [thinking(20), BotPlayer::Random]);
    assert_eq!(play(&mut rules_of(script), 9, [thinking(20), BotPlayer::Random]), first);
    let more = play(&mut rules, 9, [thinking(50), BotPlayer::Random]);
    assert_eq!(more.measures, first.measures);
}
