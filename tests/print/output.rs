//! Files in the output folder appear whole: also when two print at once, and never where a link leads.

use std::fs;
use std::process::{Child, Command, Stdio};

use crate::support::{Tool, names_in};

const CARDS: &str =
    "  night: {kind: cards, front: {template: card-classic, title: \"{{ id }}\"}, rows: [{id: bite}]}\n";

#[test]
fn those_who_print_at_once_do_not_meet() {
    let tool = Tool::with_game(CARDS);
    tool.run("print ./game --output alone").succeeds();
    let start = || -> Child {
        Command::new(env!("CARGO_BIN_EXE_tablewright"))
            .args(["print", "./game"])
            .current_dir(tool.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs")
    };
    for _ in 0..4 {
        let started: Vec<Child> = (0..5).map(|_| start()).collect();
        for child in started {
            let output = child.wait_with_output().expect("it ends");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let (alone, together) = (tool.path().join("alone/game"), tool.path().join("output/game"));
        assert_eq!(names_in(&together), names_in(&alone));
        for name in names_in(&alone) {
            assert!(fs::read(together.join(&name)).unwrap() == fs::read(alone.join(&name)).unwrap(), "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_where_a_link_leads() {
    use std::os::unix::fs::symlink;
    let tool = Tool::with_game(CARDS).file("letter.txt", "dear").file("output/game/game-a4.json.part", "left over");
    let (letter, output) = (tool.path().join("letter.txt"), tool.path().join("output/game"));
    for link in ["game-a4.pdf", "game-a4.pdf.part", "game-a4.json", "game-a4.2.part"] {
        symlink(&letter, output.join(link)).expect("a link");
    }
    for _ in 0..2 {
        tool.run("print ./game").succeeds();
        assert_eq!(fs::read_to_string(&letter).unwrap(), "dear");
        let info = fs::symlink_metadata(output.join("game-a4.pdf")).unwrap();
        assert!(info.is_file(), "the PDF takes the place of the link");
    }
}

/// A folder that came with a game may hold links where its output goes.
#[cfg(unix)]
#[test]
fn nothing_is_written_where_a_link_among_the_output_leads() {
    use std::os::unix::fs::symlink;
    let tool = Tool::with_game(CARDS);
    let elsewhere = tool.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).expect("a folder");
    let is_refused = |link: &str, command: &str| {
        let path = tool.path().join(link);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        symlink(&elsewhere, &path).expect("a link");
        let told = format!("error: `{link}` is a link, and nothing is written where it leads");
        let ran = tool.run(command);
        assert_eq!(ran.code(), Some(1));
        for part in [told.as_str(), "help: remove it, or name another folder by its whole path"] {
            assert!(ran.stderr().contains(part), "{}", ran.stderr());
        }
        std::fs::remove_file(path).expect("the link");
        assert!(std::fs::read_dir(&elsewhere).expect("a folder").next().is_none());
    };
    is_refused("output/game", "print ./game");
    is_refused("output/game/png/night", "export ./game --to png");
    std::fs::remove_dir_all(tool.path().join("output")).expect("the output");
    is_refused("output", "print ./game");
    symlink(&elsewhere, tool.path().join("mine")).expect("a link");
    let own = tool.path().join("mine");
    tool.run(&format!("print ./game --output {}", own.display())).succeeds();
}
