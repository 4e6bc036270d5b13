//! Manifests, prints of only what changed, and what `diff` says, word for word.

use std::path::Path;
use std::process::Command;

use tablewright::inside::diag::Diagnostics;
use tablewright::inside::geom::{Point, Rect, Size};
use tablewright::inside::impose::{CHANGE_BAR, Kit, MarkKind, Page, impose};
use tablewright::inside::layout::{Fonts, Studio};
use tablewright::inside::load::{DiskAssets, WithTemplates, load_game};
use tablewright::inside::model::{LEAST_MARGIN, Paper, PrintLayout};
use tablewright::inside::units::Length;

use crate::support::{Ran, Tool};

const GAME: &str = r#"title: Small
version: "1"
components:
  deck:
    kind: cards
    title: Weather
    rows:
      - {id: fog, qty: 2, text: Nobody sees a thing., cost: 1}
      - {id: gale, text: Everybody stays in.}
      - {id: calm, text: Row out.}
    front: {template: card-classic, title: "{{ id }}", text: "{{ text }}"}
  coins:
    kind: tokens
    size: 15mm
    qty: 4
    front: {template: token, colour: accent}
"#;

fn small() -> Tool {
    Tool::new().file("game/game.yaml", GAME)
}

/// The same game with texts replaced.
fn edited(tool: Tool, changes: &[(&str, &str)]) -> Tool {
    let mut text = GAME.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    tool.file("game/game.yaml", text)
}

fn json(tool: &Tool, file: &str) -> serde_json::Value {
    serde_json::from_slice(&bytes(tool, file)).unwrap()
}

fn bytes(tool: &Tool, file: &str) -> Vec<u8> {
    std::fs::read(tool.path().join(file)).unwrap()
}

const KIT: &str = "output/game/game-a4.json";
const SINCE_KIT: &str = "print ./game --changed-since output/game/game-a4.json";

/// Where git is found, and a home without anybody's settings.
fn git_variables(tool: &Tool) -> Vec<(&'static str, String)> {
    let path = std::env::var("PATH").unwrap();
    let folder = tool.path().canonicalize().unwrap().display().to_string();
    let above = tool.path().canonicalize().unwrap().parent().unwrap().display().to_string();
    vec![("PATH", path), ("HOME", folder), ("GIT_CEILING_DIRECTORIES", above), ("GIT_CONFIG_NOSYSTEM", "1".into())]
}

fn git(tool: &Tool, arguments: &[&str]) -> String {
    let date = "2001-02-03T04:05:06Z";
    let people = [
        ("GIT_AUTHOR_NAME", "Ann"),
        ("GIT_AUTHOR_EMAIL", "ann@example.org"),
        ("GIT_AUTHOR_DATE", date),
        ("GIT_COMMITTER_NAME", "Ann"),
        ("GIT_COMMITTER_EMAIL", "ann@example.org"),
        ("GIT_COMMITTER_DATE", date),
    ];
    let output = Command::new("git")
        .args(arguments)
        .current_dir(tool.path())
        .env_clear()
        .envs(git_variables(tool))
        .envs(people)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
}

/// Everything so far under this tag.
fn tagged(tool: Tool, tag: &str) -> Tool {
    git(&tool, &["init", "-q", "."]);
    git(&tool, &["add", "-A"]);
    git(&tool, &["commit", "-q", "-m", "state"]);
    git(&tool, &["tag", tag]);
    tool
}

fn run_with_git(tool: &Tool, arguments: &str) -> Ran {
    let variables = git_variables(tool);
    let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    tool.run_with(&variables, arguments)
}

#[track_caller]
fn says(ran: &Ran, code: i32, stdout: &str, stderr: &str) {
    assert_eq!(ran.stderr().trim_end(), stderr.trim_matches('\n'));
    assert_eq!(ran.stdout().trim_end(), stdout.trim_matches('\n'));
    assert_eq!(ran.code(), Some(code));
}

#[test]
fn every_print_writes_a_manifest_that_any_machine_would_write() {
    let tool = small();
    tool.run("print ./game").succeeds();
    let manifest = json(&tool, KIT);
    assert_eq!(manifest["format"], 1);
    assert_eq!([&manifest["game"], &manifest["version"], &manifest["paper"]], ["game", "1", "a4"]);
    let deck = &manifest["components"][0];
    assert_eq!([&deck["id"], &deck["title"], &deck["kind"]], ["deck", "Weather", "cards"]);
    let fog = &deck["pieces"][0];
    assert_eq!((&fog["id"], &fog["quantity"]), (&"fog".into(), &2.into()));
    assert_eq!(fog["fields"], serde_json::json!({ "text": "Nobody sees a thing.", "cost": "1" }));
    assert_eq!(fog["front"].as_str().unwrap().len(), 32);
    assert!(fog["back"].is_null());

    let other = Tool::new().file("far/away/game/game.yaml", GAME);
    other.run("print game --components far/away").succeeds();
    assert_eq!(bytes(&tool, KIT), bytes(&other, KIT));
    tool.run("print ./game --only coins --paper letter").succeeds();
    let part = json(&tool, "output/game/game-coins-letter.json");
    assert_eq!(part["components"].as_array().unwrap().len(), 1);
    assert_eq!(part["paper"], "letter");
}

#[test]
fn only_what_changed_is_printed() {
    let tool = small();
    tool.run("print ./game").succeeds();
    let before = bytes(&tool, KIT);
    let tool = edited(tool, &[("qty: 2", "qty: 5"), ("Everybody stays in.", "Stay in."), ("qty: 4", "qty: 3")]);
    let ran = tool.run(SINCE_KIT).succeeds();
    let said: Vec<String> = ran.stdout().lines().map(str::to_owned).collect();
    assert_eq!(said[..3], ["Small 1 for A4", "  page 1           What is in the box", "  page 2           Weather"]);
    assert!(said[5].starts_with("output/game/game-changed-a4.pdf (2 pages, "), "{said:?}");
    let gone = ["take out of the box what only `game-a4.json` had:", "  1 x `coins` of `coins`"];
    assert_eq!(said[7..], gone);
    assert_eq!(before, bytes(&tool, KIT), "the manifest of the kit stays");

    let report: serde_json::Value =
        serde_json::from_str(&tool.run(&format!("{SINCE_KIT} --json")).succeeds().stdout()).unwrap();
    assert_eq!(report["changed_since"], "game-a4.json");
    let gone = serde_json::json!([{ "component": "coins", "piece": "coins", "quantity": 1 }]);
    assert_eq!(report["gone"], gone);
    let deck = &report["kits"][0]["components"][0];
    // Three more of the fog, and the one gale.
    assert_eq!((&deck["id"], &deck["pieces"], &deck["different"]), (&"deck".into(), &4.into(), &2.into()));

    let manifest = json(&tool, "output/game/game-changed-a4.json");
    assert_eq!(manifest["components"].as_array().unwrap().len(), 2, "it tells the whole state");
    let again = tool.run("print ./game --changed-since output/game/game-changed-a4.json");
    says(&again, 0, "nothing to print has changed since `game-changed-a4.json`, so nothing is written", "");
}

#[test]
fn nothing_changed_and_nothing_is_written() {
    let tool = small();
    tool.run("print ./game").succeeds();
    says(&tool.run(SINCE_KIT), 0, "nothing to print has changed since `game-a4.json`, so nothing is written", "");
    let report: serde_json::Value = serde_json::from_str(&tool.run(&format!("{SINCE_KIT} --json")).stdout()).unwrap();
    let same = serde_json::json!({ "game": "game", "file": null, "changed_since": "game-a4.json", "gone": [] });
    assert_eq!(report, same);
    // What nobody sees on a piece needs no paper, nor does a row of another name.
    let tool = edited(tool, &[("cost: 1", "cost: 3"), ("title: Weather", "title: Skies")]);
    says(&tool.run(SINCE_KIT), 0, "nothing to print has changed since `game-a4.json`, so nothing is written", "");
    let tool = edited(tool, &[("      - {id: calm, text: Row out.}\n", "")]);
    let gone = "nothing to print has changed since `game-a4.json`, so nothing is written
take out of the box what only `game-a4.json` had:
  1 x `calm` of `deck`";
    says(&tool.run(SINCE_KIT), 0, gone, "");
    says(
        &tool.run(&format!("{SINCE_KIT} --only coins")),
        0,
        "nothing to print has changed since `game-a4.json`, so nothing is written",
        "",
    );
    assert!(!tool.path().join("output/game/game-changed-a4.pdf").exists());
}

#[test]
fn rows_without_names_may_move() {
    let deck = |rows: &str| {
        format!(
            "title: Small\nversion: \"1\"\ncomponents:\n  deck:\n    kind: cards\n    rows:\n{rows}    front: {{template: card-classic, title: \"{{{{ word }}}}\"}}\n"
        )
    };
    let row = |word: &str| format!("      - {{word: {word}}}\n");
    let tool = Tool::new().file("game/game.yaml", deck(&(row("one") + &row("two"))));
    tool.run("print ./game").succeeds();
    let tool = tool.file("game/game.yaml", deck(&(row("one") + &row("half") + &row("two"))));
    let report: serde_json::Value =
        serde_json::from_str(&tool.run(&format!("{SINCE_KIT} --json")).succeeds().stdout()).unwrap();
    assert_eq!((&report["kits"][0]["components"][0]["pieces"], &report["gone"]), (&1.into(), &serde_json::json!([])));
    let words = "Deck (`deck`)\n  `deck-2`: new\n  `deck-3`: was called `deck-2`";
    says(&tool.run(&format!("diff {KIT} ./game")), 0, words, "");
}

#[test]
fn a_booklet_is_printed_by_its_sheets() {
    let game = "title: Small\nversion: \"1\"\ncomponents:\n  rules: {kind: booklet, text: RULES.md, front: {template: booklet-page}}\n";
    let text = |last: &str| format!("{}\n\n{last}\n", "# Rules\n\nA paragraph of rules.\n\n".repeat(70));
    let tool = Tool::new().file("game/game.yaml", game).file("game/RULES.md", text("The end."));
    tool.run("print ./game").succeeds();
    let pages = json(&tool, KIT)["components"][0]["pieces"].as_array().unwrap().len();
    assert!(pages >= 4, "{pages}");
    let tool = tool.file("game/RULES.md", text("The very end."));
    let report: serde_json::Value =
        serde_json::from_str(&tool.run(&format!("{SINCE_KIT} --json")).succeeds().stdout()).unwrap();
    assert_eq!(report["kits"][0]["components"][0]["pieces"], 1);
    // The page is on the outermost sheet or the next one, whose other pages come with it.
    assert_eq!(report["kits"][0]["sections"][1]["pages"], 2);
    let words = format!("Rules (`rules`)\n  `page-{pages}`: its look changed");
    says(&tool.run(&format!("diff {KIT} ./game")), 0, &words, "");
}

#[test]
fn a_git_revision_is_a_state_too() {
    let tool = tagged(small(), "first");
    let tool = edited(tool, &[("Row out.", "Row far out.")]);
    let nothing = run_with_git(&tool, "print ./game --changed-since first --only coins");
    assert_eq!(nothing.code(), Some(0), "{}", nothing.stderr());
    let said = nothing.stdout();
    let name = said.strip_prefix("nothing to print has changed since `first (").unwrap();
    let (commit, rest) = name.split_once(')').unwrap();
    assert!(commit.len() == 7 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{commit}");
    assert_eq!(rest.trim_end(), "`, so nothing is written");
    // Whoever types the commit need not read it twice.
    let typed = run_with_git(&tool, &format!("print ./game --changed-since {commit} --only coins"));
    assert_eq!(
        typed.stdout().trim_end(),
        format!("nothing to print has changed since `{commit}`, so nothing is written")
    );

    let report = run_with_git(&tool, "print ./game --changed-since first --json").succeeds().stdout();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["kits"][0]["components"].as_array().unwrap().len(), 1);
    assert_eq!(report["kits"][0]["components"][0]["pieces"], 1);

    let words = "Weather (`deck`)\n  `calm`: `text` from \"Row out.\" to \"Row far out.\"";
    says(&run_with_git(&tool, "diff first:./game ./game"), 0, words, "");
    says(&run_with_git(&tool, "diff first:game game --components ."), 0, words, "");
    // The folder may be gone by now.
    std::fs::rename(tool.path().join("game"), tool.path().join("elsewhere")).unwrap();
    says(&run_with_git(&tool, "diff first:game ./elsewhere --components ."), 0, words, "");
}

#[test]
fn what_git_cannot_give_is_said() {
    let tool = small();
    let since = "print ./game --changed-since v9";
    run_with_git(&tool, since).fails(
        1,
        "
error: the folder `./game` is not in a git repository, and `v9` is no file
 |
 = help: name the `.json` file beside an earlier PDF

1 error",
    );
    let tool = tagged(Tool::new().file("other.txt", ""), "early");
    let tool = tagged(tool.file("game/game.yaml", GAME.replace("kind: tokens", "kind: tokns")), "wrong");
    let tool = tool.file("game/game.yaml", GAME);
    let similar = run_with_git(&tool, "print ./game --changed-since earyl");
    similar.refuses(&["there is no git revision `earyl`", "did you mean `early`?"]);
    for name in ["v9", "v9.json", "--exec=date"] {
        let message = format!(
            "
error: there is no git revision `{name}`, and no manifest of that name
 |
 = help: name a commit, a tag or a branch that git knows, or the `.json` file beside an earlier PDF

1 error"
        );
        run_with_git(&tool, &format!("print ./game --changed-since={name}")).fails(1, &message);
    }
    run_with_git(&tool, "print ./game --changed-since early").fails(
        1,
        "
error: the folder `./game` has no files in the git revision `early`
 |
 = help: name a later revision, or a manifest

1 error",
    );
    run_with_git(&tool, "print ./game --changed-since wrong").fails(
        1,
        "
error: `kind` cannot be `tokns`
  --> wrong:./game/game.yaml:13:11
   |
13 |     kind: tokns
   |           ^^^^^
   |
   = help: did you mean `tokens`?

error: the game cannot be laid out as it was in the revision `wrong`
 |
 = help: name a revision in which `check` found nothing wrong

2 errors",
    );
}

/// The object that a revision names, and its file when it is kept loose.
fn object(tool: &Tool, revision: &str) -> std::path::PathBuf {
    let name = git(tool, &["rev-parse", revision]);
    tool.path().join(".git/objects").join(&name[..2]).join(&name[2..])
}

#[test]
fn a_repository_can_run_nothing() {
    let tool = tagged(small().file("game/art.txt", "not needed"), "first");
    let tool = edited(tool, &[("Row out.", "Row far out.")]);
    let run = tool.path().join("it-ran");
    let command = format!("touch {} #", run.display());
    for (name, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", "ssh://example.org/game"),
        ("protocol.allow", "always"),
        ("core.sshCommand", &command),
        ("core.fsmonitor", &command),
        ("core.pager", &command),
        ("core.askPass", &command),
        ("credential.helper", &format!("!{command}")),
        ("diff.external", &command),
        ("filter.run.process", &command),
        ("filter.run.smudge", &command),
        ("diff.run.textconv", &command),
        ("alias.ls-tree", &format!("!{command}")),
        ("uploadpack.packObjectsHook", &command),
    ] {
        git(&tool, &["config", name, value]);
    }
    let tool = tool.file(".git/info/attributes", "* filter=run diff=run\n");
    std::fs::remove_file(object(&tool, "first:game/game.yaml")).unwrap();
    run_with_git(&tool, "diff first:game game --components .").fails(
        1,
        "
error: cannot use `game.yaml`: it cannot be read: the git repository has it only elsewhere

error: the game cannot be laid out as it was in the revision `first`
 |
 = help: name a revision in which `check` found nothing wrong

2 errors",
    );
    run_with_git(&tool, "print ./game --changed-since first");
    assert!(!run.exists(), "a command of the repository ran");
}

#[test]
fn git_itself_is_not_needed() {
    let tool = tagged(small(), "first");
    let tool = edited(tool, &[("Row out.", "Row far out.")]);
    git(&tool, &["commit", "-q", "-a", "-m", "second"]);
    git(&tool, &["tag", "-a", "-m", "words", "second"]);
    git(&tool, &["checkout", "-q", "-b", "far"]);
    git(&tool, &["worktree", "add", "-q", "--detach", "beside"]);
    let words = "Weather (`deck`)\n  `calm`: `text` from \"Row out.\" to \"Row far out.\"";
    let says_it = |arguments: &str| says(&tool.run_with(&[("PATH", "/nowhere")], arguments), 0, words, "");
    for revisions in ["first:game second:game", "HEAD~1:game HEAD:game", "second^:game refs/heads/far:game"] {
        says_it(&format!("diff {revisions}"));
    }
    says_it("diff first:beside/game second:beside/game");
    git(&tool, &["gc", "-q", "--prune=now"]);
    git(&tool, &["pack-refs", "--all"]);
    says_it("diff first:game second:game");
    let short = &git(&tool, &["rev-parse", "first"])[..9];
    says_it(&format!("diff {short}:game far:game"));
}

#[test]
fn damaged_and_foreign_manifests_are_refused() {
    let refused = |content: &str, message: &str| {
        small().file("old.json", content).run("print ./game --changed-since old.json").fails(1, message);
    };
    refused(
        "{\n  \"format\": 1,\n  \"game\": ",
        "
error: this is not a manifest: EOF while parsing a value
 --> old.json:3:10
  |
3 |   \"game\": 
  |          ^
  |
  = help: a manifest is the `.json` file that `print` writes beside its PDF

1 error",
    );
    refused(
        "{\"name\": \"left-pad\"}",
        "
error: this is not a manifest: it has no `format`
 --> old.json:1:1
  |
1 | {\"name\": \"left-pad\"}
  | ^
  |
  = help: a manifest is the `.json` file that `print` writes beside its PDF

1 error",
    );
    refused(
        "{\n  \"format\": 7\n}",
        "
error: the manifest has the format `7`, and this program reads `1`
 --> old.json:2:3
  |
2 |   \"format\": 7
  |   ^^^^^^^^
  |
  = help: name a git revision instead, or print the whole kit once more

1 error",
    );
    refused(
        "{\"format\": 1, \"game\": \"game\", \"title\": \"Small\", \"version\": 1, \"components\": []}",
        "
error: this is not a manifest: invalid type: integer `1`, expected a string
 --> old.json:1:60
  |
1 | {\"format\": 1, \"game\": \"game\", \"title\": \"Small\", \"version\": 1, \"components\": []}
  |                                                            ^
  |
  = help: a manifest is the `.json` file that `print` writes beside its PDF

1 error",
    );
    refused(
        "{\"format\": 1, \"game\": \"chess\", \"title\": \"Chess\", \"version\": \"1\", \"components\": []}",
        "
error: this is the manifest of the game `chess`, not of `game`
 --> old.json:1:23
  |
1 | {\"format\": 1, \"game\": \"chess\", \"title\": \"Chess\", \"version\": \"1\", \"components\": []}
  |                       ^^^^^^^
  |
  = help: if the folder only got another name, write that name here

1 error",
    );
    let nested = format!("{{\"format\": {}", "[".repeat(100_000));
    for content in
        ["", "[]", "\u{feff}{}", "\0", nested.as_str(), "{\"format\": 1, \"components\": 3}", "{\"format\": null}"]
    {
        small()
            .file("old.json", content)
            .run("print ./game --changed-since old.json")
            .refuses(&["this is not a manifest"]);
    }
    let latin = small().file("old.json", [b'{', 0xE9, b'}']);
    latin.run("print ./game --changed-since old.json").refuses(&["cannot use `old.json`: it is not UTF-8 text"]);
    // Numbers as large as they get break nothing.
    let tool = small();
    tool.run("print ./game").succeeds();
    let huge =
        String::from_utf8(bytes(&tool, KIT)).unwrap().replace("\"quantity\": 1", "\"quantity\": 18446744073709551615");
    assert!(tool.file("old.json", huge).run("diff old.json ./game").succeeds().stdout().contains("quantity from 18"));
}

#[test]
fn diff_says_everything_in_words() {
    let tool = small();
    tool.run("print ./game").succeeds();
    says(&tool.run(&format!("diff {KIT} ./game")), 0, &format!("nothing differs between `{KIT}` and `./game`"), "");
    let tool = edited(
        tool,
        &[
            ("title: Small", "title: Smaller"),
            ("version: \"1\"", "version: \"2\""),
            ("title: Weather", "title: Skies"),
            ("qty: 2, text: Nobody sees a thing., cost: 1", "qty: 3, text: Nobody sees a thing., rare: yes"),
            ("      - {id: gale, text: Everybody stays in.}\n", "      - {id: hail, qty: 2, text: Run.}\n"),
            ("colour: accent", "colour: second"),
        ],
    );
    let more = "  aids: {kind: reference, size: 90mm x 60mm, qty: 2, front: {template: mat-plain, title: Aid}}\n";
    let text = String::from_utf8(bytes(&tool, "game/game.yaml")).unwrap() + more;
    let tool = tool.file("game/game.yaml", text);
    let words = r#"
title from "Small" to "Smaller"
version from "1" to "2"
Skies (`deck`)
  title from "Weather" to "Skies"
  `fog`: quantity from 2 to 3
  `fog`: `cost` from "1" to ""
  `fog`: `rare` from "" to "yes"
  `hail`: new, 2 copies
  `gale`: gone
Coins (`coins`)
  `coins`: its look changed
Aids (`aids`): new, 2 pieces"#;
    says(&tool.run(&format!("diff {KIT} ./game")), 0, words, "");
    let back = tool.run(&format!("diff ./game {KIT}")).succeeds().stdout();
    assert!(back.ends_with("Aids (`aids`): gone, 2 pieces\n"), "{back}");

    let told: serde_json::Value =
        serde_json::from_str(&tool.run(&format!("diff {KIT} ./game --json")).succeeds().stdout()).unwrap();
    assert_eq!(told["changes"]["version"], serde_json::json!(["1", "2"]));
    let fog = &told["changes"]["components"][0]["pieces"][0];
    assert_eq!(*fog, serde_json::json!({ "id": "fog", "is": "quantity", "from": 2, "to": 3 }));
}

#[test]
fn diff_says_it_once_for_many() {
    let deck = |template: &str, back: &str| {
        format!(
            "title: Small\nversion: \"1\"\ncomponents:\n  deck:\n    kind: cards\n    rows:\n      - each: {{n: 1..9}}\n    front: {{template: {template}, title: \"{{{{ n }}}}\"}}\n{back}"
        )
    };
    let tool = Tool::new().file("old/game.yaml", deck("card-classic", "")).file(
        "new/game.yaml",
        deck("card-classic", "    back: {template: card-back}\n").replace("title: \"{{", "title: \"No {{"),
    );
    let ran = tool.run("diff ./old ./new").succeeds();
    assert_eq!(
        ran.stdout(),
        "Deck (`deck`)\n  all 9 pieces: its front looks different\n  all 9 pieces: it has a back now\n"
    );
}

#[test]
fn states_that_are_none_are_named() {
    says(
        &small().run("diff gmae game --components ."),
        1,
        "",
        "
error: there is no game `gmae`
 |
 = help: did you mean `game`?
 = help: a state is a manifest file, a game, or `REVISION:GAME` for a game in a git revision

1 error",
    );
}

fn changed_kit(paper: Paper) -> Kit {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("components/zombie-rancher");
    let assets = WithTemplates(DiskAssets::new(folder));
    let (game, mut found) = load_game(&assets, "zombie-rancher");
    let game = game.unwrap();
    let fonts = Fonts::load(&assets, &mut found);
    let studio = Studio::new(&game, &assets, &fonts);
    let laid: Vec<_> = (0..game.components.len()).map(|n| studio.lay_out(n, &mut found, &|| ())).collect();
    let mut kit = impose(&game, &laid, &PrintLayout::on(paper), &mut Diagnostics::new());
    kit.finish(&game, None);
    kit.mark_changes("last week");
    kit
}

fn bars(page: &Page) -> Vec<Rect> {
    let half = CHANGE_BAR / 2;
    let bar =
        |from: Point, to: Point| Rect::new(Point::new(from.x - half, from.y), Size::new(CHANGE_BAR, to.y - from.y));
    page.marks.iter().filter(|mark| mark.kind == MarkKind::Change).map(|mark| bar(mark.from, mark.to)).collect()
}

#[test]
fn change_bars_stay_in_the_margin_and_clear_of_everything() {
    for paper in [Paper::A4, Paper::LETTER] {
        let kit = changed_kit(paper);
        for page in kit.sections.iter().flat_map(|section| &section.pages) {
            let bars = bars(page);
            assert!(!bars.is_empty(), "{}", page.labels[0].text);
            assert!(page.labels.iter().any(|label| label.text.ends_with(" · new or changed since last week")));
            for bar in bars {
                assert!(page.sheet.whole().grown(-LEAST_MARGIN).contains(bar), "{bar:?}");
                assert!(bar.right() < page.bleed_box().left(), "{bar:?}");
                assert!(
                    page.items
                        .iter()
                        .any(|item| item.painted().top() < bar.bottom() && bar.top() < item.painted().bottom())
                );
                for mark in page.marks.iter().filter(|mark| mark.kind == MarkKind::Cut) {
                    let (left, right) = (mark.from.x.min(mark.to.x), mark.from.x.max(mark.to.x));
                    let (top, bottom) = (mark.from.y.min(mark.to.y), mark.from.y.max(mark.to.y));
                    let air = Length::from_um(150);
                    let line = Rect::new(Point::new(left, top), Size::new(right - left, bottom - top)).grown(air);
                    assert!(!line.overlaps(bar), "{mark:?} {bar:?}");
                }
            }
        }
    }
}

#[test]
fn line_ends_are_no_change() {
    let csv = "id,text\nfog,\"Nobody sees\n a thing.\"\n";
    let game = "title: Small\nversion: \"1\"\ncomponents:\n  deck: {kind: cards, data: deck.csv, front: {template: card-classic, title: A, text: \"{{ text }}\"}}\n";
    let tool = Tool::new().file("old/game.yaml", game).file("old/deck.csv", csv);
    let tool = tool.file("new/game.yaml", game).file("new/deck.csv", csv.replace('\n', "\r\n"));
    says(&tool.run("diff ./old ./new"), 0, "nothing differs between `./old` and `./new`", "");
}
