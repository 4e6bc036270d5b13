//! The server is killed at random instants while people answer and screens look on: every answer that was acknowledged is there
//! afterwards, at most the one in flight is more, and every screen comes back. `TABLEWRIGHT_KILLS=300` kills more often.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::client::{Asked, Server};
use crate::support::Tool;
use tablewright::inside::dice::Chance;

/// Answers bring dice of the referee's own, which are entries as well.
const SCRIPT: &str = r#"declare {n = is.whole(0, 99999), sum = is.whole(0, 999999)}
function steps.setup() return "turn" end
function steps.turn()
    local number = choose_number {seat = 1 + state.n % seats, prompt = "How many?", least = 0, most = 9}
    state.n, state.sum = state.n + 1, state.sum + number
    if number == 9 then roll {die = "d6", dice = 2, prompt = "Nine."} end
    return "turn"
end
function show() return {status = state.n .. " answers, " .. state.sum} end
"#;

/// What screens show of the table.
fn shown(text: &str) -> Option<(usize, u64)> {
    let (before, after) = text.split_once(" answers, ")?;
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let count: String =
        before.chars().rev().take_while(char::is_ascii_digit).collect::<Vec<_>>().into_iter().rev().collect();
    Some((count.parse().ok()?, digits(after).parse().ok()?))
}

/// Answers one question after another until nobody is there any more; gives what was acknowledged.
fn play(
    server: &Server,
    key: &str,
    (mut count, mut sum): (usize, u64),
    (chance, done): (&mut Chance, &AtomicUsize),
) -> (usize, u64) {
    loop {
        let number = chance.below(10);
        let (seat, text) = ((count % 2).to_string(), number.to_string());
        let reply = server.ask(&Asked::post(server, "/answer", &[("seat", &seat), ("answer", &text)]).by(server, key));
        if reply.status != 200 {
            assert_eq!(reply.status, 0, "{}", reply.text());
            return (count, sum);
        }
        (count, sum) = (count + 1, sum + u64::from(number));
        done.fetch_add(1, Ordering::SeqCst);
    }
}

/// Where screens are, and whose.
fn screens(server: &Server, key: &str) -> [Asked; 4] {
    [("/live/seat/0", key), ("/live/seat/1", key), ("/live/table", ""), ("/live/host", server.host.as_str())]
        .map(|(address, key)| Asked::get(address).by(server, key))
}

#[test]
fn what_was_acknowledged_is_there_after_every_kill() {
    let kills = std::env::var("TABLEWRIGHT_KILLS").map_or(4, |kills| kills.parse().expect("a number"));
    let tool = Tool::refereed(SCRIPT);
    tool.run("referee new game --players Ann,Bob --dice app --seed 4 --table party").succeeds();
    let mut server = Server::start(tool.path(), "party");
    let key = server.seated(&[0, 1]);
    let (mut chance, mut known) = (Chance::from_seed(1), (0, 0));
    let (mut acknowledged, mut more, mut longest) = (0, 0, Duration::ZERO);
    for kill in 0..kills {
        let mut looking: Vec<_> = screens(&server, &key).iter().map(|asked| server.follow(asked)).collect();
        let over = AtomicBool::new(false);
        // Some time after some answers, however fast the machine is just now.
        let (wanted, after) = (chance.below(8) as usize, Duration::from_micros(u64::from(chance.below(15_000))));
        let done = AtomicUsize::new(0);
        let port = server.port;
        let answered = std::thread::scope(|scope| {
            let (server, key, over, done) = (&server, &key, &over, &done);
            let mut chance = Chance::from_seed(1_000 + kill);
            let playing = scope.spawn(move || play(server, key, known, (&mut chance, done)));
            for screen in &mut looking {
                // All of them look until the server is gone.
                scope.spawn(move || {
                    screen.frame();
                    while screen.next_frame().is_some() {}
                    assert!(over.load(Ordering::SeqCst), "a screen ended while the server was there");
                });
            }
            while done.load(Ordering::SeqCst) < wanted && !playing.is_finished() {
                sleep(Duration::from_millis(1));
            }
            sleep(after);
            over.store(true, Ordering::SeqCst);
            server.kill();
            playing.join().expect("whoever plays is told")
        });
        let began = Instant::now();
        let again = Server::start_at(tool.path(), "party", port).expect("the same port");
        // Every screen is back by itself, with the key it had, and shows the same.
        let seen: Vec<_> = screens(&again, &key)
            .iter()
            .map(|asked| again.follow(asked).frame().and_then(|frame| shown(&frame)).expect("a screen"))
            .collect();
        longest = longest.max(began.elapsed());
        assert!(seen.iter().all(|one| *one == seen[0]), "kill {kill}: {seen:?}");
        let (count, sum) = seen[0];
        let is_kept = (count, sum) == answered || count == answered.0 + 1 && sum >= answered.1 && sum < answered.1 + 10;
        assert!(is_kept, "kill {kill}: {answered:?} was acknowledged, {seen:?} is there");
        acknowledged += answered.0 - known.0;
        more += count - answered.0;
        known = (count, sum);
        server = again;
    }
    assert!(acknowledged > 0, "nothing was answered");
    println!(
        "{kills} kills: {acknowledged} answers acknowledged, none lost; {more} in flight were kept; back within {longest:?}"
    );
}
