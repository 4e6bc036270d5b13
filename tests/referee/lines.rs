//! A line that answers several questions of one seat: an action and what it is done with, a walk from place to place.

use crate::support::Tool;

/// Two figures that walk, and an action with a place and a number.
const YARD: &str = r#"
declare {at = is.each_seat(is.maybe(is.space())), set = is.list(is.text(), 99), left = is.whole(0, 9)}
function steps.setup()
    state.at[1], state.at[2] = "A1", "C3"
    return "turn"
end
function steps.turn()
    local what = choose {seat = 1, prompt = "What do you do?", options = {"set", "walk", "roll"}, labels = {set = "set traps"}}
    if what == "roll" then
        roll_one {seat = 1, prompt = "for luck"}
    elseif what == "set" then
        local space = choose_space {seat = 1, prompt = "Where?", options = {"A2", "B2"}}
        table.insert(state.set, space .. " " .. choose_number {seat = 1, prompt = "How many?", most = 5})
    else
        return "first"
    end
    return "turn"
end
function steps.first()
    state.at[1] = choose_space {seat = 1, prompt = "Where does the ghost go from " .. state.at[1] .. "?", options = board.neighbours[state.at[1]]}
    state.left += 1
    return if state.left < 3 then "first" else "second"
end
function steps.second()
    state.at[2] = choose_space {seat = 1, prompt = "Where does the owl go?", options = board.neighbours[state.at[2]]}
    return "over"
end
function show()
    return {status = words("{} and {}, set: {}", state.at[1] or "nowhere", state.at[2] or "nowhere", table.concat(state.set, ", "))}
end
"#;

fn told(typed: &str) -> (String, String) {
    told_by(YARD, "app", typed)
}

#[test]
fn an_action_and_what_it_is_done_with() {
    let (said, status) = told("set a2 3\nset, B2, 1\nset traps b2 5\nq\n");
    assert_eq!(status, "A1 and C3, set: A2 3, B2 1, B2 5", "{said}");
}

#[test]
fn a_walk_stays_with_its_figure() {
    assert_eq!(told("walk b1 b2\nc2\nq\n").1, "C2 and C3, set: ");
    let (said, status) = told("walk a2 b2 c2 c3\nwalk\na2 b2 b3 b3\nq\n");
    assert_eq!(status, "A1 and C3, set: ");
    let expected = "
> walk a2 b2 c2 c3
`c3` is no answer to what Ann is asked then: Where does the owl go?
Nothing was done: `yes` takes `walk a2 b2 c2`.
";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("Nothing was done: `yes` takes `a2 b2 b3`.\n"), "{said}");
}

#[test]
fn a_line_that_cannot_be_does_nothing() {
    let (said, status) = told("set c3 2\nset a2 9\nset a2 2 2\nroll a2\nq\n");
    assert_eq!(status, "A1 and C3, set: ");
    let expected = "
> set c3 2
`c3` is not one of the answers
  asked then: Where?
  legal there: `A2`, `B2`
Nothing was done: `yes` takes `set`.
> set a2 9
`9` is not one of the answers
  asked then: How many?
  legal there: a number from 0 to 5
Nothing was done: `yes` takes `set a2`.
";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn yes_takes_what_a_line_could_have_been() {
    assert_eq!(told("set a2 3\nsett b2 1\nyes\nq\n").1, "A1 and C3, set: A2 3, B2 1");
    assert_eq!(told("walk\na2 b2 b3 b3\nyes\nq\n").1, "B3 and C3, set: ");
    assert_eq!(told("walk\na2 b2 b3 b3\nno\nq\n").1, "A1 and C3, set: ");
    assert_eq!(told("walk\na2-b2\nq\n").1, "B2 and C3, set: ");
}

/// Figures that act by name, as long as they can: whoever is the only one is not asked for.
const PEN: &str = r#"
declare {at = is.list(is.space(), 3), luck = is.whole(0, 6), left = is.whole(0, 9)}
function steps.setup()
    state.at = {"A1", "C3", "B1"}
    return "turn"
end
local function why(refuse)
    for _, name in ipairs {"owl", "cat"} do refuse(name, "it is asleep") end
end
function steps.turn()
    local what = choose {seat = 1, prompt = "What do you do?", options = {"move", "shoot", "herd"}}
    if what == "herd" then return "herd" end
    local who = choose {seat = 1, prompt = "Who does it?", options = {"ghost"}, obvious = true, why = why}
    if what == "move" then
        state.at[1] = choose_space {seat = 1, prompt = "Where does it go?", options = board.neighbours[state.at[1]]}
    else
        state.luck = roll_one {seat = 1, prompt = "for luck"}
    end
    return "turn"
end
function steps.herd()
    local from = choose_space {seat = 1, prompt = 3 - state.left .. " to herd: from which space?", options = state.at}
    local to = choose_space {seat = 1, prompt = "Where does the one on " .. from .. " step?", options = board.neighbours[from]}
    state.at[table.find(state.at, from)] = to
    state.left += 1
    return if state.left < 3 then "herd" else "over"
end
function show()
    return {status = words("{}, luck {}", table.concat(state.at, " "), state.luck)}
end
"#;

fn told_in_pen(typed: &str) -> (String, String) {
    let tool = Tool::refereed(PEN);
    tool.run("referee new ./game --players Ann,Bob --dice table").succeeds();
    let said = tool.type_into("referee play --lines", typed).succeeds().stdout();
    let json = tool.run("referee show --json").succeeds().stdout();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    (said, json["status"].as_str().expect("a line").to_owned())
}

#[test]
fn what_can_only_be_one_thing_may_be_named() {
    assert_eq!(told_in_pen("move ghost a2\nmove b2\nmove\nghost c2\nshoot ghost\n4\nq\n").1, "C2 C3 B1, luck 4");
    let (said, status) = told_in_pen("move owl a2\nshoot cat\nq\n");
    assert_eq!(status, "A1 C3 B1, luck 0");
    assert!(said.contains("`owl` is not legal: it is asleep"), "{said}");
    assert!(said.contains("`cat` is not legal: it is asleep"), "{said}");
    let expected = "`cat` is not legal: it is asleep\n  legal there: `ghost`\nNothing was done: `yes` takes `shoot`.\n";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn one_line_moves_several_figures() {
    assert_eq!(told_in_pen("herd a1 a2 c3 c2 b1 b2\nq\n").1, "A2 C2 B2, luck 0");
    assert_eq!(told_in_pen("herd\na1 a2 c3 c2\nq\n").1, "A2 C2 B1, luck 0");
    assert_eq!(told_in_pen("herd a1 a2 a1 b1\nq\n").1, "A1 C3 B1, luck 0");
}

/// Dice of two kinds, a payment that is asked in secret, and boxes whose names are two numbers.
const MARKET: &str = r#"
declare {said = is.list(is.text(), 99), hand = is.each_seat(is.list(is.text(), 9), {unseen_by = "others"})}
function steps.setup()
    state.hand[1] = {"salt", "stone"}
    return "turn"
end
local function say(text) table.insert(state.said, text) end
function steps.turn()
    local what = choose {seat = 1, prompt = "What do you do?", options = {"roll", "pay", "rest"},
        why = function(refuse) refuse("attack", "no horde of yours is standing") end}
    if what == "roll" then
        say(table.concat(roll {seat = 1, prompt = "for the zombies", die = "d8", dice = 2}, "+"))
        say("d6:" .. roll_one {seat = 1, prompt = "for the place", die = "d6"})
        say("d6:" .. roll_one {seat = 1, prompt = "for the place once more", die = "d6"})
    elseif what == "pay" then
        say(choose {seat = 1, prompt = "What do you pay?", options = state.hand[1], secret = true})
    end
    return "turn"
end
function show()
    return {status = words("said: {}", table.concat(state.said, " "))}
end
"#;

/// What is said at a table of these rules where people roll or are asked who does, and what comes of it.
pub fn told_by(rules: &str, dice: &str, typed: &str) -> (String, String) {
    told_at(&Tool::refereed(rules), dice, typed)
}

/// What is said to lines at a table of Ann and Bob, and how it stands then.
pub fn told_at(tool: &Tool, dice: &str, typed: &str) -> (String, String) {
    tool.run(&format!("referee new ./game --players Ann,Bob --dice {dice}")).succeeds();
    let said = tool.type_into("referee play --lines", typed).succeeds().stdout();
    let json = tool.run("referee show --json").succeeds().stdout();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    (said, json["status"].as_str().expect("a line").to_owned())
}

fn told_at_market(typed: &str) -> (String, String) {
    told_by(MARKET, "table", typed)
}

#[test]
fn dice_of_several_kinds_are_told_on_one_line() {
    let (said, status) = told_at_market("roll\n3 5 4\n2\nq\n");
    assert_eq!(status, "said: 3+5 d6:4 d6:2", "{said}");
    let (said, status) = told_at_market("roll\n3 5 4 2\n3 5 9\n3 5\nq\n");
    assert_eq!(status, "said: 3+5");
    assert!(
        said.contains("2 d8 are rolled here, and more faces were told"),
        "one more of the same dice is a slip: {said}"
    );
    assert!(said.contains("d6 has no face `9`"), "{said}");
}

#[test]
fn a_secret_answer_may_be_named_on_the_line_that_leads_to_it() {
    assert_eq!(told_at_market("pay stone\nq\n").1, "said: stone");
    let (said, status) = told_at_market("pay gold\nq\n");
    assert_eq!(status, "said: ");
    assert!(said.contains("`gold` is no answer: Ann is asked in secret then\n"), "{said}");
    assert!(!said.contains("stone"), "nobody hears what Ann holds: {said}");
}

#[test]
fn nobody_finds_out_what_somebody_holds_by_asking_what_could_be_answered() {
    let asked = |lines: [&str; 3], what: &str| {
        let [one, other, alone] = lines.map(|line| line.replace("WHAT", what));
        let (said, status) = told_at_market(&format!("{one}\n{other}\n{alone}\nno\nq\n"));
        assert_eq!(status, "said: ", "{said}");
        said.replace(what, "WHAT")
    };
    let lines = ["can I pay WHAT?", "why can't I pay WHAT", "WHAT"];
    assert_eq!(asked(lines, "stone"), asked(lines, "gold"));
}

#[test]
fn a_line_that_begins_with_a_slip_is_told_so() {
    let (said, _) = told_at_market("attack B1\nrset now\nq\n");
    assert!(said.contains("`attack` is not legal: no horde of yours is standing"), "{said}");
    assert!(said.contains("Did you mean `rest now`? `yes` takes it."), "{said}");
}

#[test]
fn who_has_dice_is_told_and_changed_for_all_of_them() {
    let (said, _) = told_at_market("custody d6 app\ncustody\ncustody ask\ncustody\nq\n");
    assert!(said.contains("d8: you roll or deal, and tell it"), "{said}");
    assert!(said.contains("d6: the referee rolls or deals"), "{said}");
    assert!(said.contains("d6, d8: asked each time") || said.contains("d8, d6: asked each time"), "{said}");
}

/// Tools that are dealt one by one, a yes in words of its own, a gift that is named before its giver, and somebody else's turn.
const FAIR: &str = r#"
declare {said = is.list(is.text(), 99), heap = is.pile("tools")}
local function say(text) table.insert(state.said, text) end
function steps.setup()
    pile.fill("heap", {spade = 1, rake = 1, hoe = 1, trap = 1}, "tools")
    local names = {spade = "Double Spade", rake = "the Rake, 15", hoe = "the Hoe, 7", trap = "Enhanced Traps, 4"}
    for seat = 1, seats do
        say(pile.draw("heap", {seat = seat, prompt = words("Which tool does {seat} get?", seat), labels = names, nth = seat, of = seats}))
    end
    return "turn"
end
function steps.turn()
    local what = choose {seat = 1, prompt = "What do you do?", options = {"fight", "move", "arm", "rest"}, labels = {fight = "Fight a zombie", move = "Move a step"}}
    if what == "fight" then
        say(table.concat(roll {seat = 1, prompt = "to hit", die = "d6", dice = 2}, "+"))
        say(confirm {seat = 1, prompt = "Missed. Once more?", yes = "shoot again", no = "done shooting"} and "again" or "done")
    elseif what == "move" then
        say(choose_space {seat = 1, prompt = "Where do you go?", options = {"B1", "B2", "C3"}})
    elseif what == "arm" then
        local gun = choose {seat = 1, prompt = "Which gun?", options = {"carbine", "pistol"}}
        say(gun .. "/" .. choose {seat = 1, prompt = "Who gets it?", options = {"hank"}, obvious = true})
    else
        say(tostring(choose_number {seat = 2, prompt = "How long?", most = 9}))
    end
    return "turn"
end
function show()
    return {status = words("said: {}", table.concat(state.said, " "))}
end
"#;

fn told_at_fair(typed: &str) -> (String, String) {
    told_by(FAIR, "ask", typed)
}

#[test]
fn what_is_dealt_one_by_one_is_told_on_one_line_and_the_question_says_of_how_many() {
    let (said, status) = told_at_fair("spade rake\nq\n");
    assert_eq!(status, "said: spade rake", "{said}");
    let expected = "
Ann: Which tool does Ann get? (1 of 2)
  type what was dealt, or `deal`: the referee does; `custody tools app`: always
";
    assert!(said.contains(expected), "{said}");
    let (said, status) = told_at_fair("spade flail\nbook\nq\n");
    assert_eq!(status, "said: ", "all or none: {said}");
    let expected = "
> spade flail
`flail` is not one of the answers
  asked then: Which tool does Bob get? (2 of 2)
  what was dealt is wanted, as it is printed
  legal there: `hoe`, `rake`, `trap`
Nothing was done: `yes` takes `spade`.
> book
`book` is not one of the answers
  what was dealt is wanted, as it is printed
";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn all_that_is_dealt_next_is_left_to_the_referee_and_taken_back_at_once() {
    for typed in ["deal all", "you deal all of them", "deal the rest, please"] {
        let (said, status) = told_at_fair(&format!("{typed}\nq\n"));
        assert_eq!(status.split(' ').count(), 3, "{typed}: {said}");
        let (said, status) = told_at_fair(&format!("{typed}\nundo\nq\n"));
        assert_eq!(status, "said: ", "{typed}: {said}");
    }
    for typed in ["you deal it", "deal it for me", "you"] {
        let (said, status) = told_at_fair(&format!("{typed}\nq\n"));
        assert_eq!(status.split(' ').count(), 2, "{typed}: {said}");
    }
    // Where something is to be decided there is nothing to roll.
    let (said, _) = told_at_fair("spade rake\nroll all\nq\n");
    assert!(said.contains("> roll all\nthere is nothing to roll or deal now\n"), "{said}");
}

#[test]
fn a_slip_in_a_part_of_a_name_is_offered() {
    for (typed, status) in [
        ("enhnaced\nyes\nrkae\nyes\n", "said: trap rake"),
        ("dbl spade\nyes\nhoe\n", "said: spade hoe"),
        ("spade enhnaced\nyes\n", "said: spade trap"),
        ("enhnaced hoe\nyes\n", "said: trap hoe"),
        ("axe\nyes\n", "said: "),
        ("enhanced traps, 4\nthe rake, 15\n", "said: trap rake"),
    ] {
        let (said, found) = told_at_fair(&format!("{typed}q\n"));
        assert_eq!(found, status, "{typed}: {said}");
    }
    let (said, _) = told_at_fair("enhnaced\nq\n");
    let expected = "Nothing is quite called `enhnaced`. Did you mean `trap` (Enhanced Traps, 4)?\n`yes` takes it.\n";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_yes_or_no_is_said_in_the_words_beside_it() {
    for (typed, status) in
        [("again", "again"), ("shoot again", "again"), ("done", "done"), ("no", "done"), ("shooting", "")]
    {
        let (said, found) = told_at_fair(&format!("spade rake\nfight 3 4\n{typed}\nq\n"));
        assert_eq!(found, format!("said: spade rake 3+4 {status}").trim_end(), "{typed}: {said}");
    }
}

#[test]
fn things_are_named_in_any_order_and_the_verb_of_the_question_counts_for_nothing() {
    for (typed, status) in [
        ("arm hank carbine", "carbine/hank"),
        ("arm hank with the pistol", "pistol/hank"),
        ("go to b2", "B2"),
        ("i move to c3", "C3"),
        ("move\ngo b1", "B1"),
        ("move\ni go to the b1", "B1"),
        ("attack 2 5\nagain", "2+5 again"),
    ] {
        let (said, found) = told_at_fair(&format!("spade rake\n{typed}\nq\n"));
        assert_eq!(found, format!("said: spade rake {status}"), "{typed}: {said}");
    }
}

#[test]
fn what_is_left_of_a_line_for_somebody_else_takes_two_lines() {
    let (said, status) = told_at_fair("spade rake\nrest 5\nyes\n5\nq\n");
    assert_eq!(status, "said: spade rake 5", "{said}");
    let expected = "
> rest 5
`5` is no answer to what Bob is asked then: How long?
Nothing was done: `yes` takes `rest`.
> yes
";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn whoever_wants_to_be_done_in_the_middle_is_told_how_to_go_back() {
    let (said, status) = told_at_fair("spade rake\nmove\ndone\ncancel\nrest\n3\nq\n");
    assert_eq!(status, "said: spade rake 3", "{said}");
    assert!(said.contains("`undo` takes back what led to this question"), "{said}");
}

#[test]
fn words_that_join_names_count_for_nothing() {
    assert_eq!(told("set a2 and then 3, please\nq\n").1, "A1 and C3, set: A2 3");
    assert_eq!(told("walk b1 and b2 then c2\nq\n").1, "C2 and C3, set: ");
}

#[test]
fn what_is_done_may_be_left_out_where_one_action_takes_the_line() {
    let (said, status) = told("a2 3\nyes\nq\n");
    assert_eq!(status, "A1 and C3, set: A2 3", "{said}");
    let offer = "`a2 3` does not say what is done. Did you mean `set a2 3`? `yes` takes it.\n";
    assert!(said.contains(offer), "{said}");
    // Nothing is kept of what was only tried.
    let (said, status) = told("a2 3\nno\na2 9\nq\n");
    assert_eq!(status, "A1 and C3, set: ", "{said}");
    assert!(said.contains("> a2 9\n`a2 9` is not one of the answers\n"), "{said}");
}

#[test]
fn a_line_is_taken_back_as_a_whole() {
    let (said, status) = told("set a2 3\nset b2 1\nundo\nq\n");
    assert_eq!(status, "A1 and C3, set: A2 3", "{said}");
    assert!(said.contains("> undo\ntaken back: Ann: How many? 1\ntaken back: Ann: Where? B2\n"), "{said}");
    assert_eq!(told("set\na2\n3\nundo\nq\n").1, "A1 and C3, set: ");
    assert_eq!(told("set a2 3\nset b2 1\nundo\nredo 3\nq\n").1, "A1 and C3, set: A2 3, B2 1");
}

/// An action with the only target there is, and a die that the referee throws at once.
const DUEL: &str = r#"
declare {luck = is.whole(0, 6), left = is.whole(0, 9)}
function steps.setup() return "turn" end
function steps.turn()
    choose {seat = 1, prompt = "What do you do?", options = {"attack", "rest"}}
    local why = function(refuse) refuse("C1", "it is not beside you") end
    local at = choose_space {seat = 1, prompt = "Whom do you attack?", options = {"B1"}, labels = {B1 = "B1 (the grey ghost)"},
        obvious = true, why = why}
    state.luck = roll_one {die = "d6", seat = 1, prompt = "to attack " .. at}
    state.left += 1
    return "defend"
end
function steps.defend()
    choose {seat = 2, prompt = "Who defends?", options = {"owl", "cat"}}
    return "turn"
end
function show() return {status = words("{} attacks", state.left)} end
"#;

#[test]
fn what_names_something_else_than_the_only_target_does_nothing() {
    let told = |typed: &str| told_by(DUEL, "app", typed);
    for line in ["attack", "attack B1", "attack the ghost", "attack the grey ghost", "attack grey ghost please"] {
        assert_eq!(told(&format!("{line}\nq\n")).1, "1 attacks", "{line}");
    }
    let (said, status) = told("attack C1\nq\n");
    assert_eq!(status, "0 attacks", "{said}");
    assert!(
        said.contains("`C1` (the grey ghost) is not legal") || said.contains("`C1` is not legal: it is not beside you"),
        "{said}"
    );
    assert!(said.contains("Nothing was done: `yes` takes `attack`.\n"), "{said}");
    for line in ["attack the well", "attack with cheese"] {
        let (said, status) = told(&format!("{line}\nq\n"));
        assert_eq!(status, "0 attacks", "{said}");
        assert!(said.contains("nothing that could be meant there\n"), "{said}");
        assert!(said.contains("Nothing was done: `yes` takes `attack`.\n"), "{said}");
    }
    assert_eq!(told("attack the well\nyes\nq\n").1, "1 attacks");
}

#[test]
fn the_only_target_is_known_by_its_name_though_others_have_none() {
    // The name of a square that is refused is a fault of the script, which nobody meets who is not asked.
    let rules = DUEL.replace(
        "labels = {B1 = \"B1 (the grey ghost)\"}",
        "labels = function(space) return words(\"{} (the {} ghost)\", space, ({B1 = \"grey\"})[space]) end",
    );
    assert_eq!(told_by(&rules, "app", "attack the grey ghost\nq\n").1, "1 attacks");
    assert_eq!(told_by(&rules, "app", "attack B1\nq\n").1, "1 attacks");
}
