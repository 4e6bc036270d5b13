//! What people type without looking anything up, and what they are told: letters of places, ranges, one thing after another,
//! reasons in pages, what only the rules know.

use crate::support::Tool;

const GAME: &str = "\
title: Ghost Yard
version: \"1\"
players: 2
components:
  yard: {kind: board, board: board.yaml, front: board-classic}
table:
  fields: {ghosts: ghosts, people.life: life}
";

const BOARD: &str = "\
cell: 20mm
columns: A..L
rows: 1..3
picture: |
  . . . . . . . . . . . .
  . h a . . . . . . . . .
  . . . . . . . . . . . .
legend:
  \".\": {terrain: grass}
  h: {terrain: well, mark: h}
  a: {terrain: shed, mark: a}
";

const RULES: &str = r#"
declare {
    ghosts = is.map(is.space, is.whole(0, 3)),
    people = is.each_seat(is.record { life = is.whole(0, 9, 3), now = is.flag() }),
    deed = is.text("none"),
}

function steps.setup()
    local homes = choose_many { seat = 1, prompt = "Where do ghosts wait?", options = board.spaces, least = 9, most = 9 }
    for _, space in ipairs(homes) do add(state.ghosts, space, 1) end
    return "search"
end

function steps.search()
    choose {
        seat = 1, prompt = "What is searched near F2?", options = {"well", "rest"}, labels = {well = "h: the well", rest = "nothing"},
        why = function(refuse)
            refuse("shed", "it is locked", "Searching", "a: the shed")
            for _, space in ipairs(board.spaces) do
                refuse(space, space == "F2" and "you stand there" or "it is empty", "Searching")
            end
    for n = 1, 12 do refuse("thing" .. n, words("reason {} is a long one", n), "Searching") end
        end,
    }
    return "hide"
end

function steps.hide()
    local hidden = ask_all({
        [1] = { kind = "choose", secret = true, prompt = "Where do you hide?", options = {"cellar", "attic"} },
    }, { reveal = false })
    say("a stair creaks: somebody is in the {}", hidden[1])
    roll { die = "d6", seat = 2, prompt = "for the night" }
    return "search"
end

function show()
    local shown = {}
    for space, count in pairs(state.ghosts) do
        table.insert(shown, { at = space, count = count, name = "ghost", mark = "g" })
    end
    return { pieces = shown }
end
"#;

/// A table of this game, of which as much is played as these lines say.
fn table(dice: &str, lines: &str) -> Tool {
    let tool = new_table((GAME, RULES), dice);
    if !lines.is_empty() {
        tool.type_into("referee play", lines).succeeds();
    }
    tool
}

/// A new table of a game in the yard.
fn new_table((game, rules): (&str, &str), dice: &str) -> Tool {
    let tool = Tool::new().file("game/game.yaml", game).file("game/board.yaml", BOARD).file("game/rules.luau", rules);
    tool.run(&format!("referee new game --players Ann,Bob --dice {dice} --table yard")).succeeds();
    tool
}

/// What is said after the first prompt, and before the farewell.
fn talk(tool: &Tool, lines: &str) -> String {
    let said = tool.type_into("referee play", lines).succeeds().stdout();
    let start = said.find("\n> ").map_or(0, |at| at + 1);
    said[start..said.rfind("The table is kept").expect("a farewell")].to_owned()
}

/// The squares on which ghosts wait.
const HOMES: &str = "A1-H1 C3\n";

#[test]
fn many_squares_are_told_and_typed_as_ranges() {
    let said = table("app", "").type_into("referee play", "A1-H1\nC3\n").succeeds().stdout();
    assert!(said.contains("  choose 9; `A1-L1` is all from one to the other\n  A1-L1  A2-L2  A3-L3\n"), "{said}");
    let said = table("app", "").type_into("referee play", "a1 to h1 and C3\n").succeeds().stdout();
    assert!(said.contains("    1  Ann: Where do ghosts wait? A1, B1, C1, D1, E1, F1, G1, H1, C3\n"), "{said}");
    let said = table("app", "").type_into("referee play", "A1-H1\nC3\n").succeeds().stdout();
    // What is missing is added, without a sign for it.
    let expected = "Type what is missing, one after another or in one line: it is added.\n> C3\n";
    assert!(said.contains(expected), "{said}");
    assert!(said.contains("    1  Ann: Where do ghosts wait? A1, B1, C1, D1, E1, F1, G1, H1, C3\n"), "{said}");
    let said = talk(&table("app", ""), "A1-B2\nL3-H3 A1-A4\n");
    assert!(said.contains("> A1-B2\n`A1-B2` is not one of the answers\n"), "{said}");
    assert!(said.contains("`A1-A4` is not one of the answers\n"), "{said}");
}

#[test]
fn letters_of_places_are_no_commands() {
    let tool = table("app", HOMES);
    let said = talk(&tool, "a\nb\nhelp\nh\n");
    assert!(said.contains("> a\n`shed` (a: the shed) is not legal: it is locked\n"), "{said}");
    assert!(said.contains("> b\n`b` "), "{said}");
    assert!(said.contains("> help\nAnswer with a name"), "{said}");
    assert!(said.contains("> h\n    2  Ann: What is searched near F2? h: the well\n"), "{said}");
}

#[test]
fn reasons_come_in_pages_and_the_nearest_first() {
    let tool = table("app", HOMES);
    let said = talk(&tool, "?\n? more\n? more\n? G2\n");
    let pages: Vec<&str> = said.split("> ?").collect();
    let first = pages[1];
    assert!(first.starts_with("\n  shed: a: the shed\n      it is locked (rules: Searching)\n"), "{first}");
    assert!(first.contains("`? more` shows "), "{first}");
    assert!(pages[1..4].iter().all(|page| page.lines().count() <= 24), "{said}");
    let all = said.find("you stand there").zip(said.find("it is empty"));
    assert!(all.is_some_and(|(own, others)| own < others), "{said}");
    assert!(
        said.contains("\n  C1-I1, D2, E2, G2, H2, D3-H3 and 19 more\n      it is empty (rules: Searching)\n"),
        "{said}"
    );
    assert!(said.contains("> ? G2\n  G2\n      it is empty (rules: Searching)\n"), "{said}");
}

#[test]
fn places_and_pieces_are_looked_at() {
    let tool = table("app", HOMES);
    let said = talk(&tool, "look a1\nlook B2\nlook well\nlook ghost\nlook nobody\n");
    let expected = "> look a1\nA1: ghost\n> look B2\nB2 (well): nothing lies there\n> look well\nB2 (well): nothing lies there\n\
        > look ghost\nghost on A1, ghost on B1, ";
    assert!(said.contains(expected), "{said}");
    let said_in_words = talk(&tool, "where is the ghost?\nwhat is on b2\nwho is on a1\nwhere is bob\n");
    assert!(said_in_words.contains("> where is the ghost?\nghost on A1, ghost on B1, "), "{said_in_words}");
    assert!(
        said_in_words.contains("> what is on b2\nB2 (well): nothing lies there\n> who is on a1\nA1: ghost\n"),
        "{said_in_words}"
    );
    assert!(said_in_words.contains("> where is bob\nnothing on the table is called `bob`\n"), "{said_in_words}");
    assert!(said.contains("> look nobody\nnobody called `nobody` sits at this table\n"), "{said}");
}

#[test]
fn fields_without_words_are_for_whoever_wants_all() {
    let tool = table("app", HOMES);
    let said = talk(&tool, "adjust\n");
    assert!(said.contains("ghosts on A1: 1") && said.contains("life of Ann: 3"), "{said}");
    assert!(!said.contains("deed") && !said.contains("now of"), "{said}");
    assert!(said.contains("`adjust --all` also shows 3 fields of the rules that have no words of people.\n"), "{said}");
    let all = talk(&tool, "adjust --all\n");
    assert!(all.contains("deed: none") && all.contains("now of Ann: no"), "{all}");
    let listed = tool.run("referee adjust").succeeds().stdout();
    assert!(!listed.contains("deed"), "{listed}");
    assert!(tool.run("referee adjust --all").succeeds().stdout().contains("deed: none"));
    let wrong = GAME.replace("people.life", "people.lief").replace("ghosts: ghosts, ", "gosts: ghosts, ");
    let tool = tool.file("game/game.yaml", wrong);
    tool.run("check game").refuses(&["the rules declare no field `people.lief`", "did you mean `ghosts`?"]);
}

#[test]
fn an_undo_says_what_comes_again_and_who_knows_a_secret() {
    let tool = table("app", HOMES);
    let said = talk(&tool, "h\nlook\ncellar\nundo\nyes\n");
    assert!(said.contains("taken back: Bob: for the night: "), "{said}");
    let secret = "others know by now what Ann answered in secret: answer the same, or anew if all\nagree\n";
    assert!(said.contains(secret), "{said}");
    let redo =
        "`redo` does it again, with the same dice and cards; whoever answers anew has\nthem rolled and dealt anew\n";
    assert!(said.contains(redo), "{said}");
    // Where people roll, they tell the same dice or others: nothing comes by itself.
    let said = talk(&table("table", HOMES), "h\nlook\ncellar\n4\nundo\n");
    assert!(said.contains("`redo` does it again\n"), "{said}");
}

#[test]
fn whoever_is_asked_another_secret_goes_on_alone() {
    let rules = r#"
declare { count = is.whole(0, 99) }
function steps.setup()
    for _, seat in ipairs({1, 1, 2, 1}) do
        state.count += choose_number { seat = seat, secret = true, prompt = "How many?", most = 9 }
    end
end
"#;
    let tool = new_table((GAME, rules), "table");
    let said = talk(&tool, "look\n3\n4\n5\nbob\n6\nlook\n7\n");
    let asked: Vec<&str> =
        said.lines().filter(|line| line.ends_with("How many?") || line.contains("eyes only")).collect();
    let closed = |name: &str| format!("For {name}'s eyes only: type `look` when the others look away.");
    assert_eq!(
        asked,
        ["Ann: How many?", "Ann: How many?", &closed("Bob"), "Bob: How many?", &closed("Ann"), "Ann: How many?"],
        "{said}"
    );
    // The line that came while Bob had not looked yet was no answer of his.
    assert!(said.contains("everybody would read this answer"), "{said}");
}

#[test]
fn a_common_die_stands_in_for_one_with_a_sign() {
    let rules = r#"
declare { clicks = is.whole(0, 99) }
function steps.setup()
    for _, face in ipairs(roll { die = "combat", dice = 4, seat = 1, prompt = "to attack" }) do
        if face == "klik" then state.clicks += 1 end
    end
    say("{} clicks", state.clicks)
    return "over"
end
"#;
    for (faces, lines, told) in [
        ("klik, 2, 3, 4, 5, 6", "1 k 1 6\n", "Ann: to attack: klik klik klik 6"),
        ("klik, 2, 3, 4, 5, 6", "1161\n", "Ann: to attack: klik klik 6 klik"),
        // Its figures are elsewhere, or none: nobody can say which face a common die would show.
        ("klik, 1, 2, 3, 4, 5", "2 2 1 6\n", "combat has no face `6`"),
        ("klik, klik, hit, miss", "k k 1 1\n", "combat has no face `1`"),
    ] {
        let tool = new_table((&format!("{GAME}dice:\n  combat: [{faces}]\n"), rules), "table");
        let said = talk(&tool, lines);
        assert!(said.contains(told), "{told}\n{said}");
    }
}

#[test]
fn tables_are_listed_in_lines_that_fit() {
    let tool = table("app", "");
    let name = "a-table-with-a-rather-long-name-of-an-evening-in-november";
    tool.run(&format!("referee new game --players Annabel,Bartholomew --table {name}")).succeeds();
    let said = tool.run("referee list").succeeds().stdout();
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    assert!(
        said.contains("\n  Annabel's turn: Where do ghosts wait?\n") || said.contains("  Annabel's turn: Where"),
        "{said}"
    );
}
