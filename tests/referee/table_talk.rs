//! How friends talk around a table: dice one after another, sums, endings for somebody, answers to offers, questions that begin with a
//! name, ways that lead where nobody may go.

use super::lines::told_by;

/// A lamp lighter on a board, who fights shadows with a lamp, and may roll one die again.
const LAMPS: &str = r#"
declare {at = is.maybe(is.space()), lit = is.whole(0, 9)}
function steps.setup()
    state.at = "B2"
    return "menu"
end
function steps.menu()
    local what = choose {seat = 1, prompt = "Ann comes in: what do you do?", options = {"fight", "card", "walk", "help", "done"},
        labels = {fight = "Fight a shadow", card = "Play the Shadow master", walk = "Walk", help = "Ask for help", done = "End the turn"}}
    if what == "fight" then
        local first = roll_one {seat = 1, prompt = "to catch it, with +2 for the lamp", die = "d20"}
        if first < 10 then
            say("caught with {}, away with {}", first, roll_one {seat = 1, prompt = "to get away, with +3 for the shoes", die = "d20"})
        else
            say("caught with {}", first)
        end
    elseif what == "card" then
        say("{seat} plays the Shadow master", 1)
    elseif what == "walk" then
        state.at = choose_space {seat = 1, prompt = "Where do you go?", options = {"B1", "C2"}, why = function(refuse)
            refuse("A2", "a well is in the way")
        end}
    elseif what == "help" then
        say("helped by {}", choose {seat = 2, prompt = "Ann is hurt: who of you helps?", options = {"bob", "nobody"},
            labels = {bob = "Bob", nobody = "nobody helps"}})
    else
        return "again"
    end
    return "menu"
end
function steps.again()
    local die = choose {seat = 1, prompt = "Lucky, with 3 tokens left: which die do you have rolled again?", options = {"red", "none"},
        labels = {red = "the red die", none = "no die: all stay as they are"}}
    say("rolled again: {}", die)
    return "menu"
end
function show()
    local piece = {at = state.at, name = "lighter", mark = "L", seat = 1}
    return {status = words("at {}", state.at), pieces = {piece}, seats = {"a lamp", "a broom"}}
end
"#;

fn said(typed: &str) -> String {
    told_by(LAMPS, "table", &format!("{typed}q\n")).0
}

#[test]
fn a_number_word_beside_a_figure_is_a_die_of_its_own() {
    for line in ["a one, then a 20", "one then 20", "1, then 20", "a 1 and then a 20"] {
        let told = said(&format!("fight\n{line}\n"));
        assert!(told.contains("caught with 1, away with 20"), "{line}: {told}");
    }
    let told = said("fight\na 20, then a one\n");
    assert!(told.contains("1 d20 is rolled here, and more faces were told"), "nothing is rolled then: {told}");
}

#[test]
fn a_sum_tells_the_die_in_it() {
    for line in ["9 + 2 = 11", "9+2=11, phew, away", "nine plus two is eleven", "that's a 9 plus 2"] {
        let told = said(&format!("fight\n{line}\n5\n"));
        assert!(told.contains("caught with 9, away with 5"), "{line}: {told}");
    }
    let told = said("fight\n9 + 4 = 13\n");
    assert!(!told.contains("caught"), "nothing adds 4 here: {told}");
    for line in ["I got a 12, exactly enough", "12, phew", "rats, a 12"] {
        let told = said(&format!("fight\n{line}\n"));
        assert!(told.contains("caught with 12"), "{line}: {told}");
    }
}

#[test]
fn whatever_ends_a_turn_ends_it_and_plays_no_card() {
    for line in [
        "that's it for me",
        "that's it for Ann",
        "turn over",
        "my turn is over",
        "nope, that's all",
        "that's all from me",
    ] {
        let told = said(&format!("{line}\n"));
        assert!(told.contains("which die do you have rolled again"), "{line}: {told}");
    }
    let told = said("that's it for the shadows\n");
    assert!(told.contains("`that's it for the shadows` is not one of the answers"), "{told}");
}

#[test]
fn whoever_wants_nothing_of_what_is_asked_may_say_so_in_many_ways() {
    for line in ["skip", "pass", "nope", "that's enough", "let it be", "leave them all as they are", "none", "no"] {
        let told = said(&format!("done\n{line}\n"));
        assert!(told.contains("rolled again: none"), "{line}: {told}");
    }
    let told = said("help\nI do\n");
    assert!(told.contains("helped by bob"), "{told}");
}

#[test]
fn a_way_that_leads_where_nobody_may_go_is_told_with_its_reason() {
    for line in ["left", "one left", "it goes one square left"] {
        let told = said(&format!("walk\n{line}\n"));
        assert!(told.contains("a well is in the way"), "{line}: {told}");
    }
}

#[test]
fn an_offer_can_be_taken_with_more_or_left_with_something_else() {
    let told = said("figth\nyes, and a 12\n");
    assert!(told.contains("caught with 12"), "{told}");
    let told = said("figth\nno, rather help\nbob\n");
    assert!(told.contains("helped by bob") && !told.contains("caught"), "{told}");
}

#[test]
fn what_is_asked_may_begin_with_a_name_or_with_talk() {
    for line in
        ["whose turn is it", "who's turn is it", "what's next?", "so, whose turn is it?", "Bob: hey, whose turn is it?"]
    {
        let told = said(&format!("{line}\n"));
        let shown = told.rsplit("> ").nth(1).unwrap_or_default();
        assert!(shown.contains("what do you do?") && !told.contains("is not one of the answers"), "{line}: {told}");
        assert!(!told.contains("no piece"), "{line}: {told}");
    }
    for line in ["show me the score", "can you show the score?"] {
        let told = said(&format!("{line}\n"));
        assert!(told.contains("There is nothing to score."), "{line}: {told}");
    }
}

#[test]
fn a_step_is_taken_back_once_more_and_the_rest_done_again() {
    let told = said("fight\n12\nfight\n13\nundo\nundo once more\nredo the rest\n");
    assert!(told.contains("2 things came back"), "{told}");
    let told = said("fight\n12\nundo\nundo again\nredo it\n");
    assert!(!told.contains("is not how"), "{told}");
}

#[test]
fn who_has_won_and_what_lies_there_is_asked_in_many_ways() {
    for line in ["who won?", "did we win?", "who has won"] {
        let told = said(&format!("{line}\n"));
        assert!(told.contains("There is nothing to score."), "{line}: {told}");
    }
    let told = said("which lighters are on the board?\n");
    assert!(told.rsplit("> ").nth(1).is_some_and(|shown| shown.contains("B2")), "{told}");
    let told = said("how many shadows have we caught?\n");
    assert!(!told.contains("my shadows"), "{told}");
    let told = said("how many lamps does Ann have?\n");
    assert!(told.contains("Ann: a lamp"), "{told}");
}
