//! Teams: who plays together, as `game.yaml` or the script says, and what scores, ladders and results make of them.

use crate::support::Tool;
use crate::support::played::{BOARD, GAME, RULES};

/// Four seats that count tricks; what `score` gives is put in.
const TRICKS: &str = r#"
declare {tricks = is.each_seat(is.whole(0, 99)), coins = is.each_seat(is.whole(0, 99))}
function steps.setup()
    local what = choose {prompt = "What comes?", options = {"end", "words"}}
    if what == "words" then
        for seat = 1, seats do
            local own = team_of(seat)
            say("{seat}: {} with {}", seat, if own then teams[own].name else "alone", if #partners(seat) > 0 then names(partners(seat)) else "nobody")
        end
    end
    return "over"
end
function names(list)
    local all = {}
    for _, seat in ipairs(list) do
        table.insert(all, name_of(seat))
    end
    return table.concat(all, " and ")
end
function lines()
    local all = {}
    for seat = 1, seats do
        table.insert(all, {seat = seat, what = "tricks", points = state.tricks[seat], field = "tricks." .. name_of(seat)})
    end
    return all
end
function score()
    SCORE
end
"#;

fn tool(teams: &str, score: &str) -> Tool {
    Tool::new()
        .file("game/game.yaml", GAME.replace("players: 2-4\n", &format!("players: 2-4\n{teams}")))
        .file("game/board.yaml", BOARD)
        .file("game/RULES.md", RULES)
        .file("game/rules.luau", TRICKS.replace("SCORE", score))
}

const PAIRS: &str = "teams:\n  - {name: North and South, seats: [1, 3]}\n  - {name: East and West, seats: [2, 4]}\n";

#[test]
fn a_team_has_the_points_of_its_seats_and_its_own() {
    let score = r#"local all = lines()
    table.insert(all, {team = 2, what = "the last trick", points = 10})
    return {lines = all}"#;
    let tool = tool(PAIRS, score);
    tool.run("referee new ./game --players Ann,Bob,Cleo,Dan").succeeds();
    tool.run("referee adjust tricks.Ann=4 tricks.Bob=1 tricks.Cleo=5 tricks.Dan=2 --reason counted").succeeds();
    tool.run("referee answer words").succeeds();
    tool.run("referee score").says(
        "1. East and West (Bob and Dan): 13 points\n         1  Bob: tricks (entry 1)\n         2  Dan: tricks (entry 1)\n        \
         10  the last trick\n2. North and South (Ann and Cleo): 9 points\n         4  Ann: tricks (entry 1)\n         5  \
         Cleo: tricks (entry 1)\n\nEast and West win.\n",
    );
    let log = tool.run("referee log").succeeds().stdout();
    assert!(log.contains("Ann: North and South with Cleo"), "{log}");
    let list = tool.run("referee list").succeeds().stdout();
    assert!(list.contains("East and West won"), "{list}");
    let json = tool.run("referee score --json").succeeds().stdout();
    for part in [
        "\"team\": \"East and West\"",
        "\"seat\": \"Bob\"",
        "\"teams\": [",
        "\"winners\": [\n    \"East and West\"\n  ]",
    ] {
        assert!(json.contains(part), "{part}: {json}");
    }
}

#[test]
fn ladders_compare_teams_and_say_who_wins_by_fewest() {
    let score = r#"return {lines = lines(), ladder = {{"fewer coins", {7, 4}, "fewest"}, {"more hats", {9, 1}}}}"#;
    let tool = tool(PAIRS, score);
    tool.run("referee new ./game --players Ann,Bob,Cleo,Dan").succeeds();
    tool.run("referee answer end").succeeds();
    let told = tool.run("referee score").succeeds().stdout();
    assert!(told.ends_with("Equal on points, so this counts: fewer coins (East and West 4, North and South\n7).\n\nEast and West win.\n"), "{told}");
}

#[test]
fn one_against_all_and_all_against_the_game() {
    let ghost = "teams:\n  - {name: The ghost, seats: 1}\n  - {name: The hunters}\n";
    let tool = tool(ghost, "return {winners = teams[2].seats, because = \"the ghost is caught\"}");
    tool.run("referee new ./game --players Ann,Bob,Cleo").succeeds();
    tool.run("referee answer end").succeeds();
    tool.run("referee score").says("\nThe hunters win: the ghost is caught.\n");
    let told = tool.run("games ./game").succeeds().stdout();
    assert!(told.contains("Teams: The ghost (seat 1); The hunters (all others)."), "{told}");

    let together = self::tool("teams:\n  - {name: The village}\n", "return {winners = {}, because = \"night fell\"}");
    together.run("referee new ./game --players Ann,Bob").succeeds();
    together.run("referee answer end").succeeds();
    together.run("referee score").says("\nNobody wins: night fell.\n");
    let told = together.run("games ./game").succeeds().stdout();
    assert!(told.contains("Teams: The village, all against the game."), "{told}");
}

#[test]
fn the_script_may_say_who_plays_together() {
    let score = r#"return {
        teams = {{name = "Reds", seats = {1, 2}}}, lines = lines(), ladder = {{"more hats", {1, 0}}},
    }"#;
    let tool = tool("", score);
    tool.run("referee new ./game --players Ann,Bob,Cleo").succeeds();
    tool.run("referee adjust tricks.Bob=2 tricks.Cleo=2 --reason counted").succeeds();
    tool.run("referee answer end").succeeds();
    tool.run("referee score").says(
        "1. Reds (Ann and Bob): 2 points\n         0  Ann: tricks\n         2  Bob: tricks (entry 1)\n2. Cleo: 2 points\n         \
         2  tricks (entry 1)\nEqual on points, so this counts: more hats (Reds 1, Cleo 0).\n\nReds win.\n",
    );
}

#[test]
fn examples_speak_of_teams() {
    let scenarios = r"
- name: teams
  given:
    players: [Ann, Bob, Cleo, Dan]
    state: {tricks: {Ann: 1, Bob: 4, Cleo: 1}}
    step: setup
  when:
    - end
  then: {score: {north and south: 2, East and West: 4, Ann: 1}, winners: [East and West]}
";
    tool(PAIRS, "return {lines = lines()}")
        .file("game/scenarios/all.yaml", scenarios)
        .run("test ./game")
        .says("1 passed, 0 failed\n");
    let wrong =
        scenarios.replace("winners: [East and West]", "winners: [East and Wast]").replace("south: 2", "south: 3");
    tool(PAIRS, "return {lines = lines()}").file("game/scenarios/all.yaml", wrong).run("test ./game").fails(
        1,
        r"
failed: teams
error: north and south has 2 points, and 3 was expected
 --> ./game/scenarios/all.yaml:9:35
  |
9 |   then: {score: {north and south: 3, East and West: 4, Ann: 1}, winners: [East and Wast]}
  |                                   ^
  |
  = help: 1 for tricks, 1 for tricks
error: nobody called `East and Wast` sits at this table
 --> ./game/scenarios/all.yaml:9:75
  |
9 |   then: {score: {north and south: 3, East and West: 4, Ann: 1}, winners: [East and Wast]}
  |                                                                           ^^^^^^^^^^^^^
  |
  = help: did you mean `East and West`?
",
    );
}

#[test]
fn teams_that_cannot_be_are_told() {
    let teams = "teams:\n  - {name: Reds, seats: [1, 0, 9]}\n  - {name: reds, seats: [1, x]}\n  - {name: \"\", seats: 2}\n  - {name: Blues}\n  - {name: Pinks}\n  - {nam: Greens}\n  - {name: Late, seats: 4}\n";
    let told = tool(teams, "return {lines = {}}").run("check ./game").stderr();
    let messages: Vec<&str> =
        told.lines().filter(|line| line.starts_with("error") || line.contains("= help")).collect();
    assert_eq!(
        messages,
        [
            "error: `0` is no seat: the first is 1",
            "error: `x` is no seat: the first is 1",
            "error: a team needs `name`",
            "error: unknown key `nam`",
            "   = help: did you mean `name`?",
            "error: there is no seat 9: at most 4 can play",
            "error: two teams are called `reds`",
            "error: seat 1 is in `Reds` already",
            "error: a team needs a name",
            "error: `Blues` and `Pinks` both have all seats that are left",
            "   = help: name the seats of one of them",
            "error: with 2 players nobody is in the team `Blues`",
            "error: with 2 players nobody is in the team `Pinks`",
            "error: with 2 players nobody is in the team `Late`",
        ]
    );
    let told = tool("teams: pairs\n", "return {lines = {}}").run("check ./game").stderr();
    assert!(told.starts_with("error: `teams` is a list, and this is a text\n"), "{told}");
}

#[test]
fn scores_that_cannot_be_are_told() {
    let wrong = [
        ("{lines = {{team = 3, what = \"a\", points = 1}}}", "there is no team 3"),
        (
            "{lines = {{team = 1, seat = 1, what = \"a\", points = 1}}}",
            "a line of the score is of a `seat`, or of a `team` by its number",
        ),
        ("{lines = {{what = \"a\", points = 1}}}", "a line of the score is of a `seat`, or of a `team` by its number"),
        ("{lines = {}, teams = {{name = \"Reds\", seats = {}}}}", "nobody is in the team `Reds`"),
        (
            "{lines = {}, teams = {{name = \"Reds\", seats = {1}}, {name = \"Blues\", seats = {1}}}}",
            "Ann is in two teams",
        ),
        ("{lines = {}, teams = {{seats = {1}}}}", "a team of the score needs a `name`"),
        (
            "{lines = {}, ladder = {{\"hats\", {1, 2}, \"least\"}}}",
            "a rung of the ladder is won by the `most` or the `fewest`",
        ),
        (
            "{lines = {}, ladder = {{\"hats\", {1, 2, 3, 4}}}}",
            "a rung of the ladder is a text and a list with a whole number for each team, and then for each seat that is in none",
        ),
    ];
    for (score, message) in wrong {
        let tool = tool(PAIRS, &format!("return {score}"));
        tool.run("referee new ./game --players Ann,Bob,Cleo,Dan").succeeds();
        tool.run("referee score").refuses(&[message]);
    }
}
