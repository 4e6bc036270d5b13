//! What people say around an answer: whose it is, `why can't I`, `I rolled a four`, how many of which face, and the card they turned up.

use crate::support::Tool;

const LODGE: &str = r#"
declare {said = is.list(is.text(), 99), heap = is.pile("strangers")}
local function say(text) table.insert(state.said, text) end
function steps.setup()
    pile.fill("heap", {keeper = 1, drummer = 1}, "strangers")
    return "turn"
end
function steps.turn()
    local what = choose {seat = 1, prompt = "What do you do?", options = {"flip", "throw", "lodge", "meet", "lamp", "trip", "done"},
        why = function(refuse) refuse("swim", "the water is cold") end}
    if what == "flip" then
        say(table.concat(roll {seat = 1, prompt = "for the day", die = "coin", dice = 6}, "+"))
    elseif what == "throw" then
        say("d20:" .. roll_one {seat = 1, prompt = "for luck", die = "d20"})
    elseif what == "lodge" then
        local labels = {trapper = "Trapper's Bungalow", plain = "Plain House"}
        for bed = 1, 2 do
            say(choose {seat = 1, prompt = words("Which card lies at bed {}?", bed), options = {"trapper", "plain"}, labels = labels})
        end
    elseif what == "lamp" then
        say(choose {seat = 1, prompt = "Do you light the lamp?", options = {"light", "keep"}})
    elseif what == "trip" then
        say(confirm {seat = 1, prompt = "The ghost steps on D3. Do you use the trap?"} and "tripped" or "left")
    elseif what == "meet" then
        local labels = {keeper = "the Bee Keeper", drummer = "the Drummer"}
        say(pile.draw("heap", {seat = 1, prompt = "Who is it that you have turned up?", labels = labels}))
        say("d20:" .. roll_one {seat = 1, prompt = "to greet", die = "d20"})
    else
        say(choose {seat = 1, prompt = "Who walks?", options = {"ghost", "owl"}})
    end
    return "other"
end
function steps.other()
    say(choose {seat = 2, prompt = "What does Bob do?", options = {"sing", "hum"}})
    return "turn"
end
function show()
    return {status = words("said: {}", table.concat(state.said, " ")), seats = {"a lantern", "a drum"}}
end
"#;

fn told(typed: &str) -> (String, String) {
    let tool = Tool::refereed(LODGE);
    tool.run("referee new ./game --players Ann,Bob --dice table").succeeds();
    let said = tool.type_into("referee play --lines", &format!("{typed}\nq\n")).succeeds().stdout();
    let json = tool.run("referee show --json").succeeds().stdout();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    (said, json["status"].as_str().expect("a line").to_owned())
}

#[test]
fn who_says_it_may_be_said_and_others_are_told_who_is_asked() {
    assert_eq!(told("Ann: done\nann: owl").1, "said: owl");
    let (said, status) = told("Bob: done");
    assert_eq!(status, "said: ");
    assert!(said.contains("> Bob: done\nit is Ann who is asked, and not Bob\n  What do you do?\n"), "{said}");
}

#[test]
fn why_is_asked_as_people_ask() {
    for typed in ["why swim", "why not swim", "why can't I swim?", "why cant we swim", "why can I not swim"] {
        let (said, _) = told(typed);
        assert!(said.contains("the water is cold"), "{typed}: {said}");
    }
}

#[test]
fn faces_are_told_as_people_say_them() {
    assert_eq!(told("flip\n4 heads 2 tails").1, "said: heads+heads+heads+heads+tails+tails");
    assert_eq!(told("flip\n2 heads and four tails").1, "said: heads+heads+tails+tails+tails+tails");
    assert_eq!(told("flip\nall tails").1, "said: tails+tails+tails+tails+tails+tails");
    assert_eq!(told("throw\nI rolled a 14").1, "said: d20:14");
    assert_eq!(told("throw\nrolled four").1, "said: d20:4");
    for typed in [
        "I got a 4",
        "4!",
        "4 I think",
        "it's a 4",
        "4, please",
        "a four, got it!",
        "the d20 shows 4",
        "I rolled 4, that makes 19",
        "one is a 4",
        "rolls 4",
    ] {
        assert_eq!(told(&format!("throw\n{typed}")).1, "said: d20:4", "{typed}");
    }
    // A number that is no die is none.
    for typed in ["the owl gets a 4", "I rolled a 4, ouch", "Ann's owl: it is a 4"] {
        assert_eq!(told(&format!("throw\n{typed}")).1, "said: d20:4", "{typed}");
    }
    let (said, status) = told("throw\n21");
    assert!(status == "said: " && said.contains("d20 has no face `21`"), "{said}");
    for typed in ["the one with the hat", "4 lamps", "owl 4"] {
        assert_eq!(told(&format!("throw\n{typed}")).1, "said: ", "{typed}");
    }
    // One side that is counted tells of the other; one by one each has to be told.
    assert_eq!(told("flip\n4 heads").1, "said: heads+heads+heads+heads+tails+tails");
    let (said, status) = told("flip\nheads heads heads heads");
    assert_eq!(status, "said: ");
    assert!(said.contains("6 coins are rolled here, and 4 faces were told"), "{said}");
}

#[test]
fn a_yes_or_a_no_may_stand_in_a_sentence() {
    for typed in ["yes", "sure", "use it", "I use the trap", "yes, I'll use it", "of course", "yep, use the trap on D3"]
    {
        assert_eq!(told(&format!("trip\n{typed}")).1, "said: tripped", "{typed}");
    }
    for typed in ["no", "no, not now", "I don't use it", "let it be", "nah", "not yet", "no thanks, not this time"] {
        assert_eq!(told(&format!("trip\n{typed}")).1, "said: left", "{typed}");
    }
    // What somebody does not ask is answered, and told why it is none.
    assert!(told("trip\ndo it").0.contains("`do it` is not yes or no"));
    // What says both, or names something else, is neither.
    for typed in ["yes and no", "the lamp", "yes, the lamp", "D3", "it"] {
        assert_eq!(told(&format!("trip\n{typed}")).1, "said: ", "{typed}");
    }
}

#[test]
fn a_name_of_somebody_is_not_cut_off_before_its_thing() {
    assert_eq!(told("lodge trapper's bungalow, plain").1, "said: trapper plain");
    let (said, status) = told("lodge trapper's house");
    assert_eq!(status, "said: ", "{said}");
    let expected = "
> lodge trapper's house
`trapper's house` is not one of the answers
  asked then: Which card lies at bed 1?
";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn nobody_who_names_something_is_offered_to_be_done() {
    let (said, status) = told("owl");
    assert_eq!(status, "said: ");
    assert!(!said.contains("done owl"), "{said}");
}

#[test]
fn the_card_that_was_turned_up_may_be_told_on_the_line_that_turned_it() {
    assert_eq!(told("meet keeper 20").1, "said: keeper d20:20");
    let (said, status) = told("meet nobody");
    assert_eq!(status, "said: ", "{said}");
}

#[test]
fn people_are_looked_for_and_asked_after() {
    let (said, status) = told("where is Bob?\nscore Bob\nlook\nwhere is cleo");
    assert_eq!(status, "said: ");
    assert!(said.contains("> where is Bob?\nBob: a drum\n> score Bob\n"), "{said}");
    assert!(!said.contains("`score Bob`") && !said.contains("whose eyes"), "{said}");
    assert!(said.contains("> where is cleo\nnothing on the table is called `cleo`\n"), "{said}");
}

#[test]
fn a_turn_is_ended_in_one_phrase_and_a_no_declines() {
    assert_eq!(told("I end my turn\nowl").1, "said: owl");
    assert_eq!(told("end the turn\nowl").1, "said: owl");
    assert_eq!(told("lamp\nno").1, "said: keep");
    for typed in ["we're done", "I'm done", "that's it, I'm done", "that's all", "we stop here", "done"] {
        assert_eq!(told(&format!("{typed}\nowl")).1, "said: owl", "{typed}");
    }
    // Whoever ends something says so last.
    let (said, status) = told("owl, swim and done");
    assert_eq!(status, "said: ");
    assert!(!said.contains("takes `done"), "{said}");
}

#[test]
fn who_has_answered_something_else_than_they_meant_says_so_or_is_told_how_to_take_it_back() {
    for typed in ["no, I meant 6", "oops, that was a 6", "take that back, I meant 6", "sorry, we meant 6, undo"] {
        assert_eq!(told(&format!("throw\n5\n{typed}")).1, "said: d20:6", "{typed}");
    }
    for typed in ["oops, undo that", "sorry, that was wrong, undo", "take that back"] {
        assert_eq!(told(&format!("throw\n5\n{typed}")).1, "said: ", "{typed}");
    }
    let (said, status) = told("throw\n5\noops");
    assert_eq!(status, "said: d20:5");
    let hint = "answers nothing that is asked now\n  `undo` takes back the last answer, so that it can be given anew\n";
    assert!(said.contains(&format!("> oops\n`oops` {hint}")), "{said}");
}

#[test]
fn things_are_looked_for_where_people_have_them() {
    let (said, _) = told("where is the drum?\nwho is winning?");
    assert!(said.contains("> where is the drum?\nBob: a drum\n> who is winning?\n"), "{said}");
    assert!(!said.contains("`who is winning"), "{said}");
}
