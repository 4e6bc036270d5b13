//! The power goes, or the process is killed, while kits are printed: every file is whole, as it was before or as it is to be,
//! and what was acknowledged is there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use crate::support::power::{Recorder, Tree, at_any_instant};
use crate::support::{Tool, names_in};
use tablewright::app::{CutFormat, KitRequest, Unwatched, WhichGame};
use tablewright::inside::dice::Chance;

/// A deck of so many different cards, and a print of it with everything that may lie beside the PDF.
fn deck(cards: usize) -> String {
    let rows: Vec<String> = (0..cards).map(|n| format!("{{id: c{n}}}")).collect();
    let front = "{template: card-classic, title: '{{ id }}'}";
    format!("  deck: {{kind: cards, front: {front}, rows: [{}]}}\n", rows.join(", "))
}

fn request(tool: &Tool) -> KitRequest {
    let game = WhichGame::new(tool.path().join("game").to_str().expect("a path"), "components");
    let mut request = KitRequest::of(game, tool.path().join("output"));
    request.cut_files = Some(CutFormat::Svg);
    request.contact_sheet = true;
    request
}

fn print(tool: &Tool, recorder: &Arc<Recorder>) -> Result<(), tablewright::app::Diagnostics> {
    let request = request(tool);
    let mut ready = request.make(&Unwatched).expect("a game").watched(recorder.clone());
    assert!(!ready.found.has_errors(), "{}", ready.found);
    ready.take_kits().into_iter().try_for_each(|kit| ready.write(kit).map(drop))
}

/// What is in the folder of a kit, by name.
type Files = BTreeMap<PathBuf, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let named = |name: String| (PathBuf::from(&name), fs::read(folder.join(&name)).expect("a file"));
    names_in(folder).into_iter().map(named).collect()
}

#[test]
fn the_power_goes_while_a_kit_is_printed_again() {
    let tool = Tool::with_game(&deck(2));
    let recorder = Arc::new(Recorder::default());
    let kit = tool.path().join("output/game");
    print(&tool, &recorder).expect("a kit");
    let (first, first_at) = (files(&kit), recorder.count());
    let tool = tool.file("game/game.yaml", format!("title: Small\nversion: \"2\"\ncomponents:\n{}", deck(3)));
    print(&tool, &recorder).expect("a kit");
    let (second, second_at) = (files(&kit), recorder.count());
    assert_eq!(first.len(), 4, "PDF, manifest, picture of the pages, file for a cutting machine: {:?}", first.keys());
    assert!(first.keys().eq(second.keys()) && first.iter().all(|(name, bytes)| second[name] != *bytes));

    let mut looked = 0;
    at_any_instant(&recorder.deeds_below(tool.path()), &[first_at, second_at], |tree, known, told| {
        looked += 1;
        let inside = |name: &Path| tree.get(&Path::new("output/game").join(name)).cloned().flatten();
        for name in first.keys() {
            let bytes = inside(name);
            let is = |files: &Files| bytes.as_ref() == Some(&files[name]);
            let fits = match known {
                0 => bytes.is_none() || is(&first),
                1 => is(&first) || is(&second),
                _ => is(&second),
            };
            assert!(fits, "{told}: {} after {known} prints", name.display());
        }
        let is_of = |files: &Files, extension: &str| {
            let name =
                files.keys().find(|name| name.extension().is_some_and(|e| e == extension)).expect("there is one");
            inside(name).as_ref() == Some(&files[name])
        };
        // What says that something was printed is never there before it is.
        assert!(!is_of(&second, "json") || is_of(&second, "pdf"), "{told}");
        assert!(!is_of(&first, "json") || is_of(&first, "pdf") || is_of(&second, "pdf"), "{told}");
        assert!(only_parts_beside(tree, &first), "{told}");
    });
    println!("{} deeds, {looked} states of the disk", recorder.count());
    assert!(looked > 50, "{looked}");
}

/// Nothing but files that were under way.
fn only_parts_beside(tree: &Tree, kit: &Files) -> bool {
    let mut files = tree.iter().filter(|(_, bytes)| bytes.is_some()).filter_map(|(path, _)| path.file_name());
    files.all(|name| kit.contains_key(Path::new(name)) || name.to_string_lossy().ends_with(".part"))
}

#[test]
fn a_disk_that_fails_leaves_no_half_of_a_kit() {
    let watched = Arc::new(Recorder::default());
    print(&Tool::with_game(&deck(1)), &watched).expect("a kit");
    for number in 0..watched.count() {
        let tool = Tool::with_game(&deck(1));
        let refused = print(&tool, &Recorder::failing_at([number])).expect_err("it fails");
        assert!(refused.to_string().contains("the disk is gone"), "{number}: {refused}");
        let kit = tool.path().join("output/game");
        assert!(!kit.exists() || names_in(&kit).is_empty(), "{number}: {:?}", names_in(&kit));
        print(&tool, &Arc::default()).expect("a kit, when the disk is there again");
    }
}

/// So many times; `.ci/run` asks for more.
fn kills() -> u64 {
    std::env::var("TABLEWRIGHT_CRASHES").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

#[test]
fn a_process_that_is_killed_leaves_whole_files() {
    let tool = Tool::with_game(&deck(1));
    let began = std::time::Instant::now();
    tool.run("print game --contact-sheet").succeeds();
    let lasts = u32::try_from(began.elapsed().as_micros()).expect("a short print");
    let kit = tool.path().join("output/game");
    let old = files(&kit);
    let tool = tool.file("game/game.yaml", format!("title: Small\nversion: \"2\"\ncomponents:\n{}", deck(2)));
    let other =
        Tool::with_game("").file("game/game.yaml", fs::read(tool.path().join("game/game.yaml")).expect("it is there"));
    other.run("print game --contact-sheet").succeeds();
    let new = files(&other.path().join("output/game"));
    let mut chance = Chance::from_seed(8);
    for _ in 0..kills() {
        let mut child = tool.command("print game --contact-sheet").stdout(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_micros(u64::from(chance.below(lasts))));
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        for (name, bytes) in files(&kit).into_iter().filter(|(name, _)| name.extension().is_none_or(|e| e != "part")) {
            assert!(old.get(&name) == Some(&bytes) || new.get(&name) == Some(&bytes), "{} is torn", name.display());
        }
    }
    tool.run("print game --contact-sheet").succeeds();
    assert!(new.iter().all(|(name, bytes)| files(&kit)[name] == *bytes));
}

#[test]
fn several_prints_at_once_do_not_meet() {
    let tool = Tool::with_game(&deck(2));
    let start =
        || tool.command("print game --contact-sheet --cut-files svg").stdout(Stdio::null()).spawn().expect("it runs");
    let children: Vec<_> = std::iter::repeat_with(start).take(6).collect();
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    let kit = tool.path().join("output/game");
    let together = files(&kit);
    fs::remove_dir_all(&kit).expect("it is there");
    tool.run("print game --contact-sheet --cut-files svg").succeeds();
    assert_eq!(together, files(&kit));
}

/// Of those who print into a folder that none of them has yet, whoever fails takes it away from nobody.
#[test]
fn a_print_that_fails_is_in_nobodys_way() {
    for _ in 0..6 {
        let tool = Tool::with_game(&deck(1)).file("bad/game.yaml", "title: Bad\nzz: 1\n");
        let start = |game: &str| {
            let mut command = tool.command(&format!("print {game} --output out/x/y"));
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs")
        };
        let (mut bad, mut good) = (start("bad"), start("game"));
        assert!(!bad.wait().expect("it ends").success());
        assert!(good.wait().expect("it ends").success());
        assert!(tool.path().join("out/x/y/game/game-a4.pdf").is_file());
    }
    let alone = Tool::new().file("bad/game.yaml", "title: Bad\nzz: 1\n");
    assert_eq!(alone.run("print bad --output out/x/y").code(), Some(1));
    assert!(!alone.path().join("out").exists());
}
