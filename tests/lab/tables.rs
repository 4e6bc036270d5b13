//! Bots at tables of people: they answer at once, by ordinary entries that say so, and people keep their dice.

use std::fs;

use serde_json::Value;

use crate::support::Tool;

const POKER: &str = include_str!("games/poker.luau");

/// Two seats throw and choose in turn.
const DICE: &str = r#"
declare {at = is.whole(0, 99), coins = is.each_seat(is.whole(0, 999)), active = is.seat(1)}
function steps.setup() return "turn" end
function steps.turn()
    local seat = state.active
    local face = roll_one {seat = seat, prompt = "for the coins"}
    local take = choose {seat = seat, prompt = "What is taken?", options = {"nothing", "coins"}}
    if take == "coins" then state.coins[seat] += face end
    state.at += 1
    state.active = next_seat(seat)
    return if state.at == 6 then "over" else "turn"
end
function score()
    local lines = {}
    for seat = 1, seats do table.insert(lines, {seat = seat, what = "coins", points = state.coins[seat]}) end
    return {lines = lines}
end
"#;

/// Both say something at once, in secret.
const AT_ONCE: &str = r#"
declare {at = is.whole(0, 9), right = is.each_seat(is.whole(0, 9))}
function steps.setup() return "turn" end
function steps.turn()
    local questions = {}
    for seat = 1, seats do
        questions[seat] = {kind = "choose_number", prompt = "How many?", least = 0, most = 3, secret = true}
    end
    local said = ask_all(questions)
    for seat = 1, seats do state.right[seat] += if said[seat] == 3 then 1 else 0 end
    state.at += 1
    return if state.at == 2 then "over" else "turn"
end
function score()
    local lines = {}
    for seat = 1, seats do table.insert(lines, {seat = seat, what = "threes", points = state.right[seat]}) end
    return {lines = lines}
end
"#;

fn entries(tool: &Tool, table: &str) -> Vec<String> {
    let journal = fs::read_to_string(tool.path().join(format!("tables/{table}/journal.jsonl"))).expect("a journal");
    journal.lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn a_bot_answers_and_people_roll_its_dice() {
    let tool = Tool::refereed(DICE);
    let new = "referee new game --players Ann,Bob --bot Bob=thinking:30 --dice table --seed 3 --table night";
    let said = tool.run(new).succeeds().stdout();
    assert!(said.contains("Ann"), "{said}");
    // Ann rolls and chooses; then somebody has to roll Bob's die, and Bob chooses by himself.
    for answer in ["4", "nothing"] {
        tool.run(&format!("referee answer {answer} --table night")).succeeds();
    }
    let said = tool.run("referee answer 6 --table night").succeeds().stdout();
    assert!(said.contains("Bob (a bot): What is taken? coins"), "{said}");
    // Of its coins a bot lets nothing lie, and an undo of people takes back the roll that it answered to.
    let bot: Vec<bool> = entries(&tool, "night").iter().map(|entry| entry.contains("\"bot\":true")).collect();
    assert_eq!(bot, [false, false, false, true]);
    let said = tool.run("referee undo --table night").succeeds().stdout();
    assert!(said.contains("Bob"), "{said}");
    let said = tool.run("referee answer 2 --table night").succeeds().stdout();
    assert!(said.contains("Bob (a bot)"), "{said}");
    // What was written down plays again, without anybody thinking.
    let shown = tool.run("referee show --table night").succeeds().stdout();
    assert!(shown.contains("Ann"), "{shown}");
    let log = tool.run("referee log --table night").succeeds().stdout();
    assert!(log.contains("Bob (a bot)"), "{log}");
}

#[test]
fn a_bot_goes_first_and_plays_on_in_a_conversation() {
    let tool = Tool::refereed(DICE);
    tool.run("referee new game --players Cleo,Ann --bot Cleo=greedy --dice app --seed 3 --table night").succeeds();
    // It was its turn at once.
    let first = entries(&tool, "night");
    assert!(first.iter().any(|entry| entry.contains("\"bot\":true")), "{first:?}");
    let said =
        tool.type_into("referee play --table night --lines", "nothing\ncoins\nnothing\nquit\n").succeeds().stdout();
    assert!(said.matches("Cleo (a bot)").count() >= 2, "{said}");
    let score = tool.run("referee score --table night").succeeds().stdout();
    assert!(score.contains("Cleo"), "{score}");
    assert!(tool.run("referee show --table night").succeeds().stdout().contains("over"));
}

#[test]
fn a_bot_holds_cards_and_answers_beside_others() {
    let tool = Tool::refereed(POKER);
    tool.run("referee new game --players Ann,Bob --bot Bob=thinking:10 --dice app --seed 3 --table night").succeeds();
    // Ann bets, Bob sees it or not; each of Ann's questions waits for her.
    for _ in 0..40 {
        let shown = tool.run("referee show --table night --json").succeeds().stdout();
        let shown: Value = serde_json::from_str(&shown).expect("JSON");
        if shown["over"] == true {
            break;
        }
        assert!(!shown["asked"].to_string().contains("\"Bob\""), "{shown}");
        let all = entries(&tool, "night").len() as u64;
        tool.run(&format!("playtest game --table tables/night --answers {} --seed {all}", all + 1)).succeeds();
    }
    assert!(tool.run("referee show --table night").succeeds().stdout().contains("over"));
    let tool = Tool::refereed(AT_ONCE);
    tool.run("referee new game --players Ann,Bob,Cleo --bot Cleo=thinking:60 --seed 3 --table night").succeeds();
    for round in 0..2 {
        tool.run("referee answer 0 --seat Ann --table night").succeeds();
        let said = tool.run("referee answer 1 --seat Bob --table night").succeeds().stdout();
        assert!(said.contains("told to everybody"), "round {round}: {said}");
        assert!(said.contains("Cleo 3"), "round {round}: {said}");
    }
}

#[test]
fn bots_that_cannot_be_are_refused() {
    let tool = Tool::refereed(DICE);
    let new = |bots: &str| tool.run(&format!("referee new game --players Ann,Bob {bots} --table night"));
    new("--bot Cleo=thinking").refuses(&["nobody called `Cleo` plays"]);
    new("--bot Bob=clever").refuses(&["there is no player `clever`"]);
    new("--bot Ann=random --bot Bob=random").refuses(&["somebody has to play", "playtest"]);
    new("--bot Bob=random --bot Bob=greedy").refuses(&["twice"]);
    assert!(!tool.path().join("tables/night").exists());
}
