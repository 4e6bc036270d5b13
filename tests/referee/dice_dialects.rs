//! Dice as other tools write them: the facts of their public tests and manuals (a notation, the faces thrown, the total) are
//! held against ours, and where we differ on purpose it stands here with the reason.

use std::iter::once;

use tablewright::inside::dice::{odds, parse, roll};

/// The `rpg-dice-roller` of `GreenImp` and the d20 of Avrae, from their tests; Roll20 and Foundry, from their manuals.
const SAME: &[(&str, &[u32], i64)] = &[
    // rpg-dice-roller: sums, functions, signs.
    ("2d7 + (5d4 * 2)", &[5, 2, 4, 2, 1, 3, 3], 33),
    ("4d6sd", &[4, 6, 5, 1], 16),
    ("1d20+-5", &[20], 15),
    ("1d20--6", &[20], 26),
    ("1d20+0", &[8], 8),
    ("6d10min3max6", &[10, 2, 3, 7, 1, 9], 27),
    ("2d6r<=4", &[4, 6, 5], 11),
    // The same, what becomes of dice; thrown are 8, 4, 2, 1, 6, 10, and then what comes of them, in our order.
    ("6d10!>=8", &[8, 10, 2, 4, 2, 1, 6, 10, 5], 48),
    ("6d10!<3", &[8, 4, 2, 10, 1, 2, 5, 6, 10], 48),
    ("6d10!!>5", &[8, 10, 2, 4, 2, 1, 6, 5, 10, 8, 3], 59),
    ("6d10!p<=4", &[8, 4, 10, 2, 2, 5, 1, 8, 6, 10], 52),
    ("6d10ro<=4", &[8, 4, 10, 2, 2, 1, 5, 6, 10], 41),
    ("6d10rr<=4", &[8, 4, 10, 2, 2, 5, 1, 3, 8, 6, 10], 47),
    ("6d10>=8!>=9", &[4, 5, 6, 3, 10, 6, 8], 2),
    ("6d10!>=9>=8", &[4, 5, 6, 3, 10, 6, 8], 2),
    ("6d10kh2", &[8, 4, 2, 1, 6, 10], 18),
    ("6d10k2", &[8, 4, 2, 1, 6, 10], 18),
    ("6d10kl2", &[8, 4, 2, 1, 6, 10], 3),
    ("6d10d2", &[8, 4, 2, 1, 6, 10], 28),
    ("6d10dl2", &[8, 4, 2, 1, 6, 10], 28),
    ("6d10dh2", &[8, 4, 2, 1, 6, 10], 13),
    // Its groups.
    ("{4d6}", &[4, 5, 1, 3], 13),
    ("{4d6, 2d10, d4}", &[4, 5, 1, 3, 8, 6, 3], 30),
    ("{4d10*2, 5d6+10}k1", &[10, 5, 3, 4, 2, 4, 3, 6, 1], 44),
    ("{4d10*2, 5d6+10}kl1", &[10, 5, 3, 4, 2, 4, 3, 6, 1], 26),
    ("{4d10*2, 5d6+10}d1", &[10, 5, 3, 4, 2, 4, 3, 6, 1], 44),
    ("{4d10*2, 5d6+10}dh1", &[10, 5, 3, 4, 2, 4, 3, 6, 1], 26),
    // d20.
    ("1+1", &[], 2),
    ("(1)", &[], 1),
    ("(1, 1)", &[], 2),
    ("1 + 3 * 6", &[], 19),
    ("(1 + 3) * 6", &[], 24),
    ("1 + (2 + 3)", &[], 6),
    ("+1", &[], 1),
    ("--1", &[], 1),
    ("-+-++---+1", &[], -1),
    ("2 - 2", &[], 0),
    ("15 / 2", &[], 7),
    ("15 // 2", &[], 7),
    ("60 / 1d6", &[4], 15),
    ("(1, 2, 3, 4, 5)kl2", &[], 3),
    ("(1, 2, 3, 4, 5)kh2", &[], 9),
    ("(1, 2, 3, 4, 5)dh1dl1", &[], 9),
    ("(1d4, 2+2, 3d6kl1)kh1", &[3, 6, 5, 6], 5),
    ("1d20rr<20", &[3, 19, 20], 20),
    ("1d20rr>1", &[20, 2, 1], 1),
    ("1d1ro1", &[1, 1], 1),
    ("1d2e2", &[2, 2, 1], 5),
    ("10d6mi6", &[1, 2, 3, 4, 5, 6, 1, 2, 3, 4], 60),
    ("10d6mi10", &[1, 2, 3, 4, 5, 6, 1, 2, 3, 4], 100),
    ("10d6ma1", &[1, 2, 3, 4, 5, 6, 1, 2, 3, 4], 10),
    ("10d6ma0", &[1, 2, 3, 4, 5, 6, 1, 2, 3, 4], 0),
    ("2d6ro<3", &[1, 3, 6], 9),
    ("8d6mi2", &[1, 6, 4, 2, 6, 2, 5, 6], 33),
    ("1d20 advantage", &[3, 17], 17),
    ("1d20+1 adv", &[3, 17], 18),
    ("d20 dis - 1d4", &[3, 17, 1], 2),
    // Roll20 and Foundry.
    ("4dF", &[1, 3, 5, 6], 1),
    ("3d6!!", &[6, 6, 2, 1, 3], 18),
    ("2d6!p", &[6, 6, 3, 1], 14),
    ("floor(11/2)", &[], 5),
    ("ceil(11/2)", &[], 6),
    ("round(11/2)", &[], 6),
    ("round(10/4)", &[], 3),
    ("abs(2d6-12)", &[1, 2], 9),
    ("4d6kh", &[1, 2, 3, 4], 4),
    ("4d6k", &[1, 2, 3, 4], 4),
    ("4d6dl", &[1, 2, 3, 4], 9),
    ("4d6d", &[1, 2, 3, 4], 9),
    ("2d20kl", &[5, 9], 5),
    ("10d6r1", &[1, 1, 2, 3, 4, 5, 6, 1, 6, 2, 3, 4], 36),
    ("4d6min3", &[1, 2, 4, 6], 16),
    ("4d6max5", &[1, 2, 4, 6], 12),
    ("6d6=6", &[6, 6, 1, 2, 3, 4], 2),
    // German, and the numbers of two dice side by side.
    ("2w6+1", &[3, 4], 8),
    ("d66 tens", &[13], 31),
];

/// What others do, what we do, and why.
const DIFFERENT: &[(&str, &[u32], &str, &str, &str)] = &[
    ("4d6k3", &[3, 1, 3, 6], "6 in d20", "12", "elsewhere, and to most people, these are the highest 3"),
    ("2d6r1", &[1, 1, 5, 2], "7 in Roll20", "6", "once, as in Foundry and as most rules say; `rr` until it is another"),
    ("3d6>5", &[5, 6, 1], "2 in Roll20", "1", "`>` is said of more than 5 everywhere else; `>=5` and `5+` are 5 too"),
    ("3d6>=15", &[6, 6, 4], "1 in d20", "no face of a d6 is `15+`", "dice are compared here, not their sum"),
    ("3d6!kh1", &[6, 6, 2, 1], "6 in Roll20", "14", "a die that explodes is one die to the people who threw it"),
    ("max(2 * (d7/2), 1d7)", &[5, 2], "5 in rpg-dice-roller", "4", "each division is rounded by itself, as at a table"),
    ("floor(2.56 * d7)", &[5], "12 in rpg-dice-roller", "numbers are whole here", "`d7 * 256 / 100` says it exactly"),
    (
        "1d20+1.45",
        &[8],
        "9.45 in rpg-dice-roller",
        "numbers are whole here",
        "results are whole, so their odds are a list",
    ),
    (
        "{4d6+5, 20/2d10, d4-1}",
        &[4, 5, 1, 3, 8, 6, 3],
        "21.43 in rpg-dice-roller",
        "21",
        "the division is rounded down",
    ),
    (
        "5d6%2d20",
        &[4, 5, 6, 3, 2, 9, 20],
        "20 in rpg-dice-roller",
        "this is one thing too many",
        "nobody asks a table for remainders",
    ),
    (
        "(4d10^7)*6d(3*2)",
        &[4],
        "a number of 12 digits",
        "a bracket is not closed",
        "nor for powers, nor for dice whose sides are reckoned",
    ),
    (
        "{4d10*5d6}k2",
        &[10, 5, 3, 4, 2, 4, 3, 6, 1],
        "60 in rpg-dice-roller",
        "of one part none can be chosen",
        "what would be multiplied is anybody's guess",
    ),
    ("{4d6}>10", &[4, 5, 1, 3], "1 in rpg-dice-roller", "this is one thing too many", "dice are counted, not sums"),
    (
        "{4d6, 2d10, d4}s",
        &[4, 5, 1, 3, 8, 6, 3],
        "30, sorted",
        "`s` means nothing here",
        "dice are sorted, groups are not",
    ),
    (
        "3d6cs>3cf<3",
        &[5, 4, 1],
        "10, with marks",
        "`cs` means nothing here",
        "marks change no result; count the dice instead",
    ),
    (
        "4d6>4f<3",
        &[5, 6, 1, 2],
        "0 in rpg-dice-roller",
        "`f` means nothing here",
        "take them away: `4d6 count 5+ - 4d6 count 2-` are other dice, so it is refused",
    ),
    ("2d10!<>8", &[4, 5], "44 in rpg-dice-roller", "here should be a face", "name the faces: `!1 or 2 or 3`, or `!7-`"),
    ("6d10!>0", &[1], "cut off after 1,000", "every face explodes, and that never ends", "it never ends"),
    (
        "1d20e<21",
        &[1],
        "refused when it has run on",
        "every face explodes, and that never ends",
        "it is refused before it is thrown",
    ),
    (
        "1d20!>1",
        &[1],
        "19 of 20 faces explode",
        "more than nine of ten faces explode",
        "rolls would be cut short, and then their odds would be wrong",
    ),
    ("d%", &[47], "40 in d20, from 0 to 90", "47", "a d% is from 1 to 100 at every table"),
    ("0d6", &[], "0 in d20", "0 cannot be a number of dice", "no dice are no roll"),
    ("1.5", &[], "1 in d20", "numbers are whole here", "what is cut off would be cut off in silence"),
    ("13 % 2", &[], "1 in d20", "this is one thing too many", "nobody asks a table for remainders"),
    ("10 / 0", &[], "refused in d20 too", "nothing is divided by 0", "the same"),
    ("1001d6", &[], "refused in d20 too", "1001 cannot be a number of dice", "the same"),
    ("6d0", &[], "refused in d20 too", "0 cannot be the number of sides", "the same"),
    ("1 == 1", &[], "1 in d20", "this is one thing too many", "odds say how likely it is"),
    ("(1, 2, 3, 4, 5)k>3", &[], "9 in d20", "this is one thing too many", "highest and lowest are chosen, by number"),
    ("10d6k1ph1", &[1], "the ones but one in d20", "`ph` means nothing here", "`count 1` says how many there are"),
    (
        "((10d6kh5)kl2)kh1",
        &[1, 2, 3, 4, 5, 6, 1, 2, 3, 4],
        "4 in d20",
        "a bracket is not closed",
        "`10d6 drop lowest 6 drop highest 3` says which die it is",
    ),
    ("(1,)", &[], "1 in d20", "here should be dice or a number", "a comma stands between two things"),
    (
        "1d6ra6",
        &[6, 3],
        "9 in d20",
        "`ra` means nothing here",
        "one die of all is thrown once more in no other dialect",
    ),
    (
        "3d6 [fire] + 1d4 [cold]",
        &[1, 2, 3, 4],
        "10 in d20",
        "labels stand at the end",
        "one roll has one label: `# fire and cold`",
    ),
    (
        "1d20 damage",
        &[9],
        "9 in d20",
        "`damage` means nothing here",
        "a word that nobody knows may be a slip: `# damage`",
    ),
    (
        "d66",
        &[13],
        "13 in Roll20, 31 at a table",
        "is `d66` 2 dice of 6 sides, each a digit, or one with 66 sides?",
        "both are meant, so it is asked",
    ),
    ("4d6max5!", &[6, 2, 3, 4, 1], "14 in rpg-dice-roller", "15", "what a die shows decides whether it explodes"),
];

/// Faces that come one after the other.
fn given(faces: &[u32]) -> impl FnMut(u32) -> u32 {
    let mut next = faces.iter();
    move |_| next.next().map_or(0, |face| face - 1)
}

/// The total, or what is wrong.
fn came_of(notation: &str, thrown: &[u32]) -> Result<i64, String> {
    let reading = parse(notation).map_err(|error| error.message)?;
    roll(&reading.rolls.expression, &mut given(thrown)).total().ok_or_else(|| "no number".to_owned())
}

#[test]
fn the_same_as_elsewhere() {
    for (notation, thrown, total) in SAME {
        assert_eq!(came_of(notation, thrown), Ok(*total), "{notation}");
    }
}

#[test]
fn different_on_purpose() {
    for (notation, thrown, theirs, ours, reason) in DIFFERENT {
        match came_of(notation, thrown) {
            Ok(total) => assert_eq!(total.to_string(), *ours, "{notation}, {theirs}: {reason}"),
            Err(said) => assert!(said.starts_with(ours), "{notation} said {said}; {theirs}: {reason}"),
        }
    }
}

/// What a short form is in words, and what is said of it.
#[test]
fn the_echo_says_how_it_was_read() {
    let reroll = "is read so: rolled again once, as in Foundry; in Roll20 and rpg-dice-roller until it is another, which is `rr` here";
    let divide = "is read so: rounded down; in Roll20 and rpg-dice-roller fractions stay; `ceil(..)` rounds up, `round(..)` to the nearest";
    for (short, words, notes) in [
        ("d20 advantage", "2d20 keep highest 1", vec![]),
        ("1d20+7 with disadvantage", "2d20 keep lowest 1 + 7", vec![]),
        ("d20 adv + d4", "2d20 keep highest 1 + d4", vec![]),
        ("2d6 advantage", "2d6 keep highest 1", vec!["`advantage` is read so: these dice are rolled once, and only the best of them counts, or with `disadvantage` the worst; at many tables the better of two sums counts, which is `max(2d6, 2d6)` here".to_owned()]),
        ("4d6k3", "4d6 keep highest 3", vec!["`k3` is read so: so many of the highest count; in d20 (Avrae) the dice that show this number".to_owned()]),
        ("4d6d1", "4d6 keep highest 3", vec![]),
        ("2d6ro1", "2d6 reroll 1", vec![]),
        ("2d6rr", "2d6 reroll all 1", vec![]),
        ("2d6r1", "2d6 reroll 1", vec![format!("`r1` {reroll}")]),
        ("d6!!", "d6 compound 6", vec![]),
        ("d6!p", "d6 penetrate 6", vec![]),
        ("3d6!!pkh2", "3d6 compound penetrate 6 keep highest 2", vec![]),
        ("d100!p", "d100 penetrate 100", vec!["`!p` is read so: further throws are of the same die, and count 1 less; in HackMaster a d20 goes on with d6 and a d100 with d20".to_owned()]),
        ("4dF.1", "4dF.1", vec![]),
        ("4dF.2", "4dF", vec![]),
        ("4dFkh2", "4dF keep highest 2", vec![]),
        ("dF rr!", "dF reroll all -1 explode 1", vec![]),
        ("4dF! - 1", "4dF explode 1 - 1", vec![]),
        ("1d20 +- 5", "d20 - 5", vec![]),
        ("3d6/2", "3d6 / 2 rounded down", vec![format!("`/2` {divide}")]),
        ("floor(3d6/2)", "3d6 / 2 rounded down", vec![]),
        ("round(3d6 / 2) + d4", "3d6 / 2 rounded nearest + d4", vec![]),
        ("max(1d6,1d8)", "max(d6, d8)", vec![]),
        ("{4d6,2d8}kh1", "max(4d6, 2d8)", vec![]),
        ("{4d6,2d8,d20}kl2", "{4d6, 2d8, d20} keep lowest 2", vec![]),
        ("2d20mi10", "2d20 minimum 10", vec![]),
        ("2d20min3", "2d20 minimum 3", vec![]),
        ("4d6u", "4d6 unique", vec![]),
        ("4d6sd", "4d6 sort descending", vec![]),
        ("4d6sakh3", "4d6 keep highest 3 sort ascending", vec![]),
        ("d66 tens", "d66 tens", vec![]),
        ("d66 sides", "d66 sides", vec![]),
        ("2W6", "2d6", vec![]),
        ("5d6 drop both ends", "5d6 keep middle 3", vec![]),
        ("5d6 keep middle", "5d6 keep middle 1", vec![]),
        ("6d6dl1dh2", "6d6 drop lowest 1 drop highest 2", vec![]),
        ("2d6 # damage", "2d6 # damage", vec![]),
        ("3d6!kh1", "3d6 explode 6 keep highest 1", vec!["`!kh1` is read so: all throws of a die are kept or dropped together; in Roll20, Foundry and rpg-dice-roller each throw by itself".to_owned()]),
    ] {
        let reading = parse(short).unwrap_or_else(|error| panic!("{short}: {}", error.message));
        assert_eq!(reading.rolls.to_string(), words, "{short}");
        assert_eq!(reading.notes.iter().map(ToString::to_string).collect::<Vec<_>>(), notes, "{short}");
        let again = parse(words).unwrap_or_else(|error| panic!("{words}: {}", error.message));
        assert_eq!(again.rolls, reading.rolls, "{short}");
    }
}

#[test]
fn what_is_asked_or_refused() {
    for (text, column, said) in [
        ("d66", 1, "is `d66` 2 dice of 6 sides, each a digit, or one with 66 sides? | write `d66 tens` or `d66 sides`"),
        (
            "2d666",
            2,
            "is `d666` 3 dice of 6 sides, each a digit, or one with 666 sides? | write `d666 tens` or `d666 sides`",
        ),
        (
            "d67 tens",
            1,
            "a d67 is not read in tens and units | as in `d66 tens`: two dice of 6 sides, one for the tens, the other for the units",
        ),
        (
            "d20 + d4 advantage",
            10,
            "which dice have it, from `d20` or `d4`? | put it into brackets with its die, as in `(d20 advantage)`",
        ),
        ("5 advantage", 3, "there is no die that could be rolled twice | write `d20 advantage`"),
        ("2d20kh1 advantage", 9, "this was said already | each thing that becomes of dice is said once"),
        ("4d6 d1", 5, "this is one thing too many | put `+`, `-`, `*` or `/` between the parts of a roll"),
        ("d20/0", 5, "nothing is divided by 0, and this can be 0 | divide by what is always more"),
        ("60/(d6 - 1)", 4, "nothing is divided by 0, and this can be 0 | divide by what is always more"),
        (
            "ceil(d6 / 2 * 3)",
            1,
            "each division is rounded by itself here | put only the division into the brackets, as in `ceil(3d6 / 2) * 3`",
        ),
        (
            "3d6 / 2 rounded sideways",
            17,
            "rounded which way? | write `rounded down`, `rounded up` or `rounded nearest`",
        ),
        ("max(d6)", 1, "`max` compares two things or more | put commas between them, as in `max(d6, d8)`"),
        ("abs(d6, d8)", 1, "`abs` is of one thing | write it once for each"),
        ("7d6u", 4, "7 dice cannot all differ | a d6 has 6 different faces"),
        (
            "3d6u!",
            4,
            "dice that all differ are rolled again for nothing else | leave `unique` away, or what else is rolled again",
        ),
        ("5d6 keep middle 2", 5, "2 of 5 are not in the middle | as many are dropped from either end: keep 1 or 3"),
        ("2d6min5max3", 4, "the minimum is above the maximum | write them the other way round"),
        ("2d6 [fire]", 5, "labels stand at the end | write `2d6 # damage`"),
        (
            "3#d20",
            1,
            "there are no dice before `#` | a label stands after dice, as in `2d6 # damage`; `3 times d20` rolls several times",
        ),
        ("d20*2.5", 6, "numbers are whole here | write a fraction, as in `d8 * 5 / 2`"),
        ("1000000*1000000*1000000", 1, "the result can be larger than any table keeps count of | multiply less"),
        ("100 times 1000d6!", 1, "these are more dice than anyone reads | roll fewer dice, or fewer times"),
        (
            "d{hit, miss}sd",
            13,
            "faces with names are not higher or lower | only numbers can be kept, dropped, sorted or bounded",
        ),
    ] {
        let error = parse(text).expect_err(text);
        let column_of = error.place.as_ref().map(tablewright::inside::diag::Place::column);
        let told: Vec<&str> = once(error.message.as_str()).chain(error.hints.iter().map(String::as_str)).collect();
        assert_eq!((column_of, told.join(" | ").as_str()), (Some(column), said), "{text}");
    }
    let uneven = odds(&parse("2d{0, 0, 1}u").expect("a roll").rolls.expression).expect_err("none");
    assert_eq!(uneven.to_string(), "dice that all differ have odds only where every face is as likely");
}
