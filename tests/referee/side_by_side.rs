//! Several who are asked at once, at a terminal and from the command line: who answers, and who reads what.

use crate::support::{Tool, same_as_golden};
use serde_json::{Value, json};

/// All pay at once, in secret or not, and then the one who pays most goes on.
const PAYING: &str = r#"
declare {coins = is.each_seat(is.whole(0, 9, 5)), paid = is.each_seat(is.whole(0, 9))}
function steps.setup()
    local questions = {}
    for seat = 1, seats do
        questions[seat] = {kind = "choose_number", prompt = "What do you pay?", most = state.coins[seat], secret = SECRET}
    end
    state.paid = ask_all(questions, HOW)
    say("The pot holds {coin}.", total(state.paid))
    choose {seat = 1, prompt = "And now?", options = {"on"}}
    return "over"
end
function show()
    return {status = "An auction"}
end
"#;

fn tool(secret: bool, how: &str) -> Tool {
    let tool = Tool::refereed(&PAYING.replace("SECRET", &secret.to_string()).replace("HOW", how));
    tool.run("referee new ./game --players Ann,Bob,Cleo").succeeds();
    tool
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn answers_come_from_the_command_line_in_any_order() {
    let tool = tool(true, "{}");
    let shown = json_of(&tool.run("referee show --json --seat Bob").succeeds().stdout());
    assert_eq!((shown["asked"].clone(), shown["request"]["kind"].clone()), (json!("Bob"), json!("number")));
    tool.run("referee answer 3 --seat Bob").succeeds();
    let shown = json_of(&tool.run("referee show --json").succeeds().stdout());
    assert_eq!(shown["request"], Value::Null);
    let waiting =
        |seat: &str, answered: bool| json!({"seat": seat, "answered": answered, "secret": true, "request": null});
    assert_eq!(shown["waiting"], json!([waiting("Ann", false), waiting("Bob", true), waiting("Cleo", false)]));
    tool.run("referee answer 4").refuses_in_words(
        "error: Ann and Cleo are asked at once: whose answer is this?\n |\n = help: say whose it is: `--seat` and the name\n\n1 error",
    );
    tool.run("referee answer 4 --seat Bob").refuses_in_words(
        "error: Bob has answered already, and Ann and Cleo have not yet\n |\n = help: `undo Bob` takes the answer back, at the \
         command line `undo --seat Bob`\n\n1 error",
    );
    let told = tool.run("referee answer 5 --seat Cleo").succeeds().stdout();
    assert!(!told.contains('5'), "nothing of it is told: {told}");
    tool.run("referee undo --seat Bob").succeeds();
    tool.run("referee answer 1 --seat Bob").succeeds();
    let told = tool.run("referee answer 0 --seat Ann").succeeds().stdout();
    assert!(told.contains("told to everybody: What do you pay? Ann 0, Bob 1, Cleo 5"), "{told}");
    assert!(told.contains("The pot holds 6 coins."), "{told}");
    let list = tool.run("referee list").succeeds().stdout();
    assert!(list.contains("Ann"), "{list}");
}

/// What a conversation says, a line for each.
#[track_caller]
fn said(tool: &Tool, typed: &str) -> String {
    tool.type_into("referee play --lines", typed).succeeds().stdout()
}

#[test]
fn at_the_terminal_each_answers_when_the_others_look_away() {
    let tool = tool(true, "{}");
    let told = said(&tool, "?\n3\nlook\nBob\n4\nbob\nAnn: 3\nAnn\n2\nlook\n1\nq\n");
    same_as_golden("side_by_side_secret.txt", &told);
}

#[test]
fn at_the_terminal_anybody_answers_what_is_open() {
    let tool = tool(false, "{changeable = true}");
    let told = said(&tool, "Bob: 4\nCleo\n3\nBob: 5\nundo Cleo\nundo Dora\nBob\n2\nAnn: 1\nCleo: 0\nq\n");
    same_as_golden("side_by_side_open.txt", &told);
}
