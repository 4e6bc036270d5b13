//! What is found in good and in bad scripts.

use super::*;

fn read(text: &str) -> Reading {
    Reading::of(&Arc::new(SourceText::new("rules.luau", text)))
}

/// What is wrong, each with its line and what it points at.
fn wrong(text: &str) -> Vec<String> {
    let told = |place: &Place| format!("{}: {}", place.line(), place.text());
    read(text).wrong().iter().flat_map(Diagnostic::places).flatten().map(told).collect()
}

/// Scripts that say nothing they must not.
const GOOD: &[(&str, &str)] = &[
    ("a local with the name of another", "local n = 0\nfunction steps.a()\n    local n = 1\n    n += 1\nend"),
    (
        "a parameter with the name of a variable",
        "local list = {}\nlocal function grow(list)\n    table.insert(list, 1)\nend\nfunction steps.a() grow({}) end",
    ),
    (
        "a loop variable with the name of another",
        "local n = 0\nfunction steps.a()\n    for n = 1, 3 do n += 1 end\nend",
    ),
    ("a loop over names", "local key = 0\nfunction steps.a(t)\n    for key in pairs(t) do key = 1 end\nend"),
    (
        "indented code of the script itself",
        "local list = {}\nfor n = 1, 3 do\n    list[n] = n\nend\nif true then\n    list = {list}\nend",
    ),
    (
        "a function that is only used while it is loaded",
        "local rows = {}\nlocal function row(id)\n    rows[id] = true\nend\nrow('a')\nfunction steps.a() return rows.a end",
    ),
    (
        "a function that makes steps",
        "local made = 0\nlocal function step()\n    made += 1\n    return function() return 'over' end\nend\nsteps.a = step()",
    ),
    ("a function that nobody calls", "local n = 0\nlocal function unused() n += 1 end\nfunction steps.a() end"),
    ("another name for the state", "local now = state\nfunction steps.a() now.pen = 5 end"),
    ("the state in a table", "local all = {now = state}\nfunction steps.a() all.now.pen = 5 end"),
    ("the state put into a table", "local all = {}\nall.now = state\nfunction steps.a() all.now.pen = 5 end"),
    ("a table from somewhere else", "local box = state.box\nfunction steps.a() table.insert(box, 1) end"),
    (
        "a field with the name of a variable",
        "local n = 0\nfunction steps.a()\n    local t = {n = 1}\n    t.n = n\n    state.n = 3\nend",
    ),
    ("a variable that is only compared", "local n = 0\nfunction steps.a()\n    if n == 2 or n ~= 3 then end\nend"),
    (
        "a variable of the step in a function of its own",
        "function steps.a()\n    local n = 0\n    local function more() n += 1 end\n    more()\nend",
    ),
    (
        "a variable that `until` sees",
        "local done = {}\nfunction steps.a()\n    repeat local done = {} until table.remove(done) == nil\nend",
    ),
    (
        "an add of its own",
        "local sum = {}\nfunction steps.a()\n    local function add(t) return t end\n    add(sum)\nend",
    ),
    ("a copy", "local first = {1, 2}\nfunction steps.a()\n    local mine = copy(first)\n    mine[1] = 3\nend"),
    ("long texts", "local text = [==[ for x in t do n = 1 ]] ]=] ]==]\nlocal other = [[\nfor x in t do\n]]"),
    ("long comments", "--[==[ for x in t do ]] ]=]\nn = 1 ]==]\n--[[ for x in t do ]]\nlocal n = 1 -- for x in t do"),
    (
        "texts with values, and texts with values in them",
        "local n = 1\nlocal s = `for x in t do {n} {`in {#{1, 2}} do`} \\{ n = 2 \\``",
    ),
    ("all ways to write a number", "local a = {0x1F, 0b1010, 1_000_000, .5, 5., 1e-3, 0x_f, 0XFFFF}"),
    ("conditions and functions in values", "local f = if true then function(t) for k in pairs(t) do end end else nil"),
    (
        "a loop through one of two",
        "function f(a, b, c)\n    for k in if a then pairs(b) elseif c then ipairs(c) else (pairs(b)) do end\nend",
    ),
    ("a loop through one or the other", "function f(a, b) for k in a and pairs(a) or ipairs(b) do end end"),
    (
        "all that goes in order",
        "function f(t)\n    for k in pairs(t) do end\n    for k in ipairs(t) do end\n    for w in string.gmatch('a', '.') do end\n    for w in ('a'):gmatch('.') do end\n    for p, c in utf8.codes('a') do end\nend",
    ),
    ("a loop over several lines", "function f(t)\n    for key, value\n        in pairs(t)\n    do\n    end\nend"),
    ("a loop through a function", "function f() for x in function() return nil end do end end"),
    (
        "types",
        "type Box<T> = {[string]: T}\nlocal box: Box<number> = {} :: any\nlocal function f<T>(x: T, ...: number): (T, ...number) return x, ... end",
    ),
    ("constants", "const most = 5\nconst function f() return most end\nfunction steps.a() return f() end"),
    (
        "what the parser cannot read",
        "@[deprecated{use = 'b'}] local function a() end\nfunction steps.b(t) for x in t do end end",
    ),
    ("what is no script", "function steps.a( for x in t do end"),
];

#[test]
fn good_scripts_are_left_alone() {
    for (name, script) in GOOD {
        assert_eq!(wrong(script), Vec::<String>::new(), "{name}");
    }
}

/// Scripts that say what they must not, and where.
const BAD: &[(&str, &str, &[&str])] = &[
    ("a step of one line", "local n = 0\nfunction steps.a() n = n + 1 return 'a' end", &["2: n"]),
    ("several variables at once", "local a, b = 0, 0\nfunction steps.a()\n    a, b = b, a\nend", &["3: a", "3: b"]),
    ("one of several", "local a = 0\nfunction steps.a()\n    local b\n    b, state.n, a = 1, 2, 3\nend", &["4: a"]),
    ("texts that grow", "local s = ''\nfunction steps.a()\n    s ..= 'x'\nend", &["3: s"]),
    (
        "all signs that change",
        "local n = 0\nfunction steps.a()\n    n -= 1 n *= 2 n /= 2 n //= 2 n %= 2 n ^= 2\nend",
        &["3: n", "3: n", "3: n", "3: n", "3: n", "3: n"],
    ),
    ("a step with its name in brackets", "local n = 0\nsteps['a'] = function() n = 1 end", &["2: n"]),
    ("a step that is assigned", "local n = 0\nsteps.a = function()\n    n = 1\nend", &["3: n"]),
    ("a step by another name", "local n = 0\nlocal function turn() n += 1 end\nsteps.a = turn", &["2: n"]),
    ("a variable in a block", "do\n    local n = 0\n    function steps.a()\n        n += 1\n    end\nend", &["4: n"]),
    (
        "a variable of a loop",
        "for _, name in ipairs {'a', 'b'} do\n    local n = 0\n    steps[name] = function() n += 1 end\nend",
        &["3: n"],
    ),
    (
        "a function that a step calls",
        "local n = 0\nlocal function more() n += 1 end\nfunction steps.a() more() end",
        &["2: n"],
    ),
    (
        "a function of everybody",
        "local n = 0\nfunction more() n += 1 end\nfunction steps.a() return more() end",
        &["2: n"],
    ),
    (
        "a function of a function",
        "local n = 0\nlocal function first() n += 1 end\nfunction second() first() end\nfunction steps.a() second() end",
        &["2: n"],
    ),
    (
        "a method",
        "local box = {n = 0}\nfunction box:grow() box.n += 1 end\nfunction steps.a() box:grow() end",
        &["2: box.n"],
    ),
    (
        "a method that is declared",
        "local box = {}\nfunction steps.a()\n    function box:grow() end\nend",
        &["3: box:grow"],
    ),
    ("a function that is declared anew", "local more\nfunction steps.a()\n    function more() end\nend", &["3: more"]),
    (
        "a function in a table",
        "local n = 0\nlocal acts = {lure = function() n += 1 end}\nfunction steps.a() acts[state.act]() end",
        &["2: n"],
    ),
    (
        "a function in a table by its name",
        "local n = 0\nlocal acts = {}\nfunction acts.lure() n += 1 end\nfunction acts.set() n += 2 end\nfunction steps.a() acts.set() end",
        &["4: n"],
    ),
    ("a law", "local n = 0\nlaw('all', function()\n    n += 1\n    return true\nend)", &["3: n"]),
    ("show", "local n = 0\nfunction show() n += 1 return {} end", &["2: n"]),
    ("score", "local n = 0\nscore = function() n += 1 return {} end", &["2: n"]),
    (
        "a function within a step",
        "local n = 0\nfunction steps.a()\n    table.sort({}, function(a, b) n += 1 return a < b end)\nend",
        &["3: n"],
    ),
    ("why", "local n = 0\nfunction steps.a()\n    choose {why = function(refuse) n += 1 end}\nend", &["3: n"]),
    (
        "a value in a text",
        "local n = 0\nfunction steps.a()\n    return `{(function() n += 1 return n end)()}`\nend",
        &["3: n"],
    ),
    ("an entry", "local seen = {}\nfunction steps.a()\n    seen[seen[1] or 1] = 5\nend", &["3: seen[seen[1] or 1]"]),
    (
        "an entry of an entry",
        "local seen = {all = {}}\nfunction steps.a()\n    seen.all.last = 5\nend",
        &["3: seen.all.last"],
    ),
    (
        "a table of the library's",
        "local seen = table.create(5, 0)\nfunction steps.a() seen[1] = 5 end",
        &["2: seen[1]"],
    ),
    ("a list that grows", "local seen = {}\nfunction steps.a() table.insert(seen, state.n) end", &["2: seen"]),
    (
        "a list in a table that grows",
        "local seen = {all = {}}\nfunction steps.a() table.insert(seen.all, 1) end",
        &["2: seen.all"],
    ),
    ("counts that grow", "local seen = {}\nfunction steps.a() add(seen, 'a', 1) end", &["2: seen"]),
    ("by another name", "local insert, seen = table.insert, {}\nfunction steps.a() insert(seen, 1) end", &["2: seen"]),
    ("a table", "function f(t)\n    for key in t do end\nend", &["2: t"]),
    ("a table that is given", "function f(t)\n    for key, value in copy(t) do end\nend", &["2: copy(t)"]),
    ("a table in brackets", "function f(t) for key in (t) do end end", &["1: (t)"]),
    ("a table before another", "function f(a, b)\n    for key in a, pairs(b) do end\nend", &["2: a"]),
    ("a list that is written down", "for _, x in {1, 2} do end", &["1: {1, 2}"]),
    (
        "one of two tables",
        "function f(a, b) for k in if a then pairs(a) else b do end end",
        &["1: if a then pairs(a) else b"],
    ),
    ("one table or another", "function f(a, b) for k in a or pairs(b) do end end", &["1: a or pairs(b)"]),
    ("two loops in one line", "function f(a) for k in a do for l in k do end end end", &["1: a", "1: k"]),
    ("a loop in a value", "local f = `{(function(t) for x in t do end end)({})}`", &["1: t"]),
    ("signs of several bytes before it", "local text = 'äöü' -- ß\nfunction f(t) for x in t do end end", &["2: t"]),
    ("lines that end otherwise", "local n = 0\r\nfunction steps.a()\r\n    n += 1\r\nend", &["3: n"]),
];

#[test]
fn what_a_script_must_not_say_is_found_at_its_place() {
    for (name, script, expected) in BAD {
        assert_eq!(wrong(script), *expected, "{name}");
    }
}

fn unknown(text: &str) -> Vec<String> {
    let headings = ["Movement".to_owned(), "The end".to_owned()];
    let place = |wrong: &Diagnostic| wrong.place.as_ref().unwrap().text().to_owned();
    read(text).unknown_headings(&headings).iter().map(place).collect()
}

#[test]
fn headings_are_found_where_they_are_named() {
    let found = [
        (r#"choose { rule = "Movment", prompt = "x" }"#, &["Movment"][..]),
        (r#"refuse("D4", words("{} is, full", 3), "The endd", "D4")"#, &["The endd"]),
        ("local t = { rule = 'Scoring', points = 3 }", &["Scoring"]),
        ("local t = { ['rule'] = [[Scoring]] }", &["Scoring"]),
        ("local t = { rule = [==[Scoring]==] }", &["Scoring"]),
        ("q.rule = 'Scoring' local rule = 'Ends'", &["Scoring", "Ends"]),
        ("local t = { rule = if loud then 'Movment' elseif wild then 'Wild' else 'The end' }", &["Movment", "Wild"]),
        ("local t = { rule = loud and 'Movment' or ('Ends') }", &["Movment", "Ends"]),
        ("local t = {f(function(refuse) refuse(a, b(1, 2), (c and 'Movment')) end)}", &["Movment"]),
        ("refuse('ä', 'ö', 'Ünd')", &["Ünd"]),
    ];
    for (text, expected) in found {
        assert_eq!(unknown(text), expected, "{text}");
    }
}

#[test]
fn other_texts_are_no_headings() {
    for text in [
        r#"choose { rule = "Movement" } -- rule = "Nonsense""#,
        r#"if rule == "Nonsense" then refuse(a, "b", rule) end"#,
        r#"refuse("a", "Nonsense", "The end", "Nonsense") x = { rule = heading .. "x" }"#,
        r#"refuse("a", "b", "The " .. "end") x = { ruler = "Nonsense", rule = "The " .. "end" }"#,
        r#"x = { rule = f("Nonsense"), t = {"Nonsense"} } x.refuse("a", "b", "Nonsense")"#,
        r#"x = { rule = "" } s = [==[ rule = "Nonsense" ]==]"#,
    ] {
        assert_eq!(unknown(text), Vec::<String>::new(), "{text}");
    }
    assert!(read("x = {rule = 'Nonsense'}").unknown_headings(&[]).is_empty());
}

#[test]
fn steps_are_found_however_they_are_written() {
    let reading = read(
        "-- steps.a( is below\nlocal text = 'steps.a('\nfunction steps.a() return 'b' end
steps.b = function() return 'c' end\nsteps['c'], steps[\"d\"] = a, b\nsteps[name] = c",
    );
    let found = |name| reading.step(name).map(|place| (place.line(), place.column(), place.text().to_owned()));
    assert_eq!(found("a"), Some((3, 10, "steps.a".to_owned())));
    assert_eq!(found("b"), Some((4, 1, "steps.b".to_owned())));
    assert_eq!(found("c"), Some((5, 1, "steps['c']".to_owned())));
    assert_eq!(found("d"), Some((5, 13, "steps[\"d\"]".to_owned())));
    assert_eq!(found("name"), None);
}

#[test]
fn a_script_has_a_length() {
    assert!(fits(&"x".repeat(LONGEST)).is_ok());
    assert_eq!(fits(&"x".repeat(LONGEST + 1)).unwrap_err().message, "the script is larger than 1 MB");
}
