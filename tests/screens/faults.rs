//! What goes wrong on an evening: two phones on one seat, answers that come twice, late or torn, a phone that leaves with its hand,
//! and a server that ends with pages left open.

use std::io::Write as _;
use std::net::Shutdown;

use super::client::{Asked, Server};
use crate::support::Tool;

/// Ann and Bob take turns to say a number, each with a secret word before.
const SCRIPT: &str = r#"declare {n = is.whole(0, 99999), sum = is.whole(0, 999999)}
function steps.setup() return "turn" end
function steps.turn()
    state.sum += choose_number {seat = 1 + state.n % seats, prompt = "How many?", least = 0, most = 9}
    state.n += 1
    return "turn"
end
function show() return {status = state.n .. " answers, " .. state.sum} end
"#;

pub fn served() -> (Tool, Server) {
    let tool = Tool::refereed(SCRIPT);
    tool.run("referee new game --players Ann,Bob --seed 4 --table party").succeeds();
    let server = Server::start(tool.path(), "party");
    (tool, server)
}

/// An answer of a seat that is meant for a state.
fn answer(server: &Server, key: &str, seat: &str, (number, text): (u64, &str)) -> (u16, String) {
    let number = number.to_string();
    let fields = [("seat", seat), ("number", number.as_str()), ("answer", text)];
    server.ask(&Asked::post(server, "/answer", &fields).by(server, key)).told()
}

fn done() -> (u16, String) {
    (200, "{\"ok\":true,\"told\":[]}".to_owned())
}

fn refused(text: &str) -> (u16, String) {
    (409, serde_json::json!({"ok": false, "told": [text]}).to_string())
}

fn status(tool: &Tool) -> String {
    let shown = tool.run("referee show --table party --json").succeeds().stdout();
    let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
    format!("{}: {}", shown["number"], shown["status"].as_str().unwrap_or_default())
}

/// What a phone is told whose owner was slower than another.
const LATE: &str = "somebody was faster: it was answered before you tapped, and what is asked now stands here";

#[test]
fn of_two_phones_on_one_seat_one_counts_and_the_other_is_told() {
    let (tool, server) = served();
    let key = server.seated(&[0]);
    let mut screens = [0, 1].map(|_| server.follow(&Asked::get("/live/seat/0").by(&server, &key)));
    for screen in &mut screens {
        assert!(screen.frame().is_some_and(|frame| frame.contains("Ann: How many?")));
    }
    let both = std::thread::scope(|scope| {
        let sent = [5, 7].map(|text| {
            let (server, key) = (&server, &key);
            scope.spawn(move || answer(server, key, "0", (0, &text.to_string())))
        });
        sent.map(|sent| sent.join().expect("an answer"))
    });
    let mut told = both.to_vec();
    told.sort();
    assert_eq!(told, [done(), refused(LATE)]);
    let kept = if both[0] == done() { 5 } else { 7 };
    assert_eq!(status(&tool), format!("1: 1 answers, {kept}"));
    // Both see what is asked now.
    for screen in &mut screens {
        assert!(screen.next_frame().is_some_and(|frame| frame.contains("Bob: How many?")));
    }
}

#[test]
fn what_comes_twice_or_late_counts_once() {
    let (tool, server) = served();
    let [ann, bob] = [server.seated(&[0]), server.seated(&[1])];
    assert_eq!(answer(&server, &ann, "0", (0, "5")), done());
    // The same again, as after a reply that was lost on the way.
    for _ in 0..3 {
        assert_eq!(answer(&server, &ann, "0", (0, "5")), refused(LATE));
    }
    assert_eq!(answer(&server, &bob, "1", (1, "3")), done());
    // It lay in a pocket for a while: Ann is asked again, and did not mean this question.
    assert_eq!(answer(&server, &ann, "0", (0, "9")), refused(LATE));
    assert_eq!(answer(&server, &ann, "0", (99, "9")), refused(LATE));
    assert_eq!(answer(&server, &bob, "1", (2, "9")), refused("it is Ann who is asked now, not Bob"));
    assert_eq!(status(&tool), "2: 2 answers, 8");
}

#[test]
fn a_request_that_is_cut_off_is_none() {
    let (tool, server) = served();
    let key = server.seated(&[0]);
    let sent = Asked::post(&server, "/answer", &[("seat", "0"), ("number", "0"), ("answer", "5")]).by(&server, &key);
    let bytes = sent.bytes(server.port, "1.1");
    for cut in (1..bytes.len()).step_by(7) {
        let mut stream = server.connect().expect("a connection");
        stream.write_all(&bytes[..cut]).expect("it is sent");
        stream.shutdown(Shutdown::Both).expect("it is cut off");
    }
    assert_eq!(status(&tool), "0: 0 answers, 0");
    assert_eq!(server.ask(&sent).told(), done());
    assert_eq!(status(&tool), "1: 1 answers, 5");
}

#[test]
fn a_phone_that_leaves_takes_nothing_with_it() {
    let (_tool, server) = served();
    let [ann, bob] = [server.seated(&[0]), server.seated(&[1])];
    let mut screen = server.follow(&Asked::get("/live/seat/0").by(&server, &ann));
    assert!(screen.frame().is_some());
    // The host hands the seat to Bob's phone, which has both from now on.
    let hand = [("seat", "0"), ("to", "1")];
    let by_host = |fields: &[(&str, &str)]| {
        server.ask(&Asked::post(&server, "/host/hand", fields).by(&server, &server.host)).told()
    };
    assert_eq!(by_host(&hand), done());
    assert_eq!(screen.next_frame(), None, "the old phone's screen has ended");
    assert_eq!(server.ask(&Asked::get("/seat/0").by(&server, &ann)).status, 303);
    assert_eq!(answer(&server, &ann, "0", (0, "5")).0, 403);
    let page = server.ask(&Asked::get("/seat/1").by(&server, &bob)).text();
    // Whoever plays on a phone with two seats says who they are, and again when it is passed on; nothing is seen before.
    assert!(page.contains("Pass the phone to Bob") && !page.contains("part-question"), "{page}");
    let seat = |seat: &str| server.ask(&Asked::get(&format!("/seat/{seat}")).by(&server, &bob)).text();
    let opened = server.ask(&Asked::post(&server, "/open", &[("seat", "1")]).by(&server, &bob)).told();
    assert_eq!(opened, (200, "{\"ok\":true,\"to\":\"/seat/1\"}".to_owned()));
    assert!(seat("1").contains("part-question") && seat("0").contains("Pass the phone to Ann"));
    assert!(!seat("0").contains("part-question"));
    // The way back of a browser leads to the seat that was open before: its curtain has fallen meanwhile.
    assert!(seat("1").contains("Pass the phone to Bob"));
    let foreign = server.ask(&Asked::post(&server, "/open", &[("seat", "0")]).by(&server, &ann));
    assert_eq!(foreign.status, 403);
    assert_eq!(answer(&server, &bob, "0", (0, "5")), done());
    for gone in [[("seat", "0"), ("to", "7")], [("seat", "9"), ("to", "1")]] {
        assert_eq!(by_host(&gone), refused("there is no such phone any more"));
    }
    // A phone that gives its seats back has none.
    for seat in ["0", "1"] {
        let left = server.ask(&Asked::post(&server, "/leave", &[("seat", seat)]).by(&server, &bob));
        assert_eq!(left.told(), (200, "{\"ok\":true,\"to\":\"/\"}".to_owned()));
    }
    assert_eq!(server.ask(&Asked::get("/seat/1").by(&server, &bob)).status, 303);
}

#[test]
fn a_screen_of_an_earlier_run_is_never_taken_for_a_new_one() {
    let (tool, server) = served();
    let known = |server: &Server| {
        let frame = server.follow(&Asked::get("/live/table")).frame().expect("a frame");
        serde_json::from_str::<serde_json::Value>(&frame).expect("JSON")["version"].as_u64().expect("a version")
    };
    let before = known(&server);
    server.kill();
    // Something happens meanwhile at the command line.
    tool.run("referee answer 4 --table party").succeeds();
    let server = Server::start_at(tool.path(), "party", server.port).expect("the port is free");
    let mut again = server.follow(&Asked::get(&format!("/live/table?known={before}")));
    let frame = again.frame().expect("the screen as it is now");
    assert!(frame.contains("1 answers, 4"), "{frame}");
    assert!(known(&server) > before);
}

#[test]
fn while_it_is_served_nobody_else_writes_to_the_table() {
    let (tool, server) = served();
    let refused = tool.run("referee note hello --table party");
    assert_eq!(refused.code(), Some(1));
    assert!(refused.stderr().contains("another Tablewright"), "{}", refused.stderr());
    assert_eq!(status(&tool), "0: 0 answers, 0");
    server.kill();
    tool.run("referee note hello --table party").succeeds();
}
