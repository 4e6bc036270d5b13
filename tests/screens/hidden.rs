//! Nobody learns from a byte of what is sent what others hold: two tables that differ only in a card that somebody drew in secret
//! give everybody else the same pages, events, pictures, errors and heads. Ports and dates aside; keys are the same in both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::client::{Asked, Reply, Server};
use crate::support::Tool;
use crate::support::table::{AT, NAMES};
use tablewright::app::{NewTable, Session, Tables, WhichGame};
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{Answer, Custody, Move, QuestionKind, Seat, TOLD, UNSEEN, Viewer, answer_by_chance};

/// An answer as it was given: by whom, where that has to be said, and in words.
type Given = (Option<String>, String);

/// A card that was drawn or chosen in secret: with which answer, by which seat, and what else it could have been.
#[derive(Debug, Clone)]
struct Secret {
    answer: usize,
    /// Who knows it; of what was shuffled nobody does.
    seat: Option<usize>,
    card: String,
    /// Other cards, each with the whole answer that tells it instead.
    others: Vec<(String, String)>,
}

/// Two folders with a table each that differ in one card.
struct Twins {
    one: Tool,
    other: Tool,
    /// Who holds the card, if anybody does.
    seat: Option<usize>,
    cards: [String; 2],
}

const SEATS: usize = 3;
const HOST: &str = "00112233445566778899aabbccddeeff";

fn key(seat: usize) -> String {
    format!("{:032x}", 0xabc0 + seat)
}

fn set_up(folder: &Path, game: &Path) -> Session {
    let tables = Tables::new(folder.join("tables"), || AT.to_owned());
    let which = WhichGame::new(&game.display().to_string(), "components");
    let wish = NewTable { named: Some("twin".into()), dice: Custody::Ask, ..NewTable::of(which, &NAMES[..SEATS], 7) };
    tables.set_up(&wish).unwrap_or_else(|found| panic!("{found}"))
}

fn give(session: &mut Session, (by, text): &Given) -> bool {
    session.answer(&Move { by: by.as_deref(), text, number: None }).is_ok()
}

fn in_words(answer: &Answer) -> String {
    let faces = |shown: &[tablewright::inside::referee::Shown]| {
        shown.iter().map(|shown| shown.face.clone()).collect::<Vec<_>>().join(" ")
    };
    match answer {
        Answer::Draw(shown) => shown.face.clone(),
        Answer::Deal(shown) | Answer::Roll(shown) => faces(shown),
        _ => String::new(),
    }
}

/// Plays a game by chance; gives every answer in words, with dice and cards as people would tell them, and what was secret
/// of it.
fn played(session: &mut Session, answers: usize, seed: u64) -> (Vec<Given>, Vec<Secret>) {
    let (mut chance, mut given, mut secrets) = (Chance::from_seed(seed), Vec::new(), Vec::new());
    while given.len() < answers {
        let Some(together) = session.table.together() else { break };
        let Some(request) = together.missing().next().cloned() else { break };
        let several = together.are_several();
        let by = request.seat.filter(|_| several).map(|seat| session.table.name(seat).to_owned());
        let is_random = matches!(request.kind, QuestionKind::Draw { held: false, .. } | QuestionKind::Roll { .. });
        let text = match &request.kind {
            QuestionKind::Dealer { .. } => TOLD.to_owned(),
            _ => answer_by_chance(&request, &mut chance),
        };
        let before = session.table.entries().len();
        if !give(session, &(by.clone(), text.clone())) {
            break;
        }
        let entry = session.table.entries()[before..].iter().find_map(|entry| entry.answer()).expect("an answer");
        let told = if is_random { in_words(&entry.answer) } else { text };
        let options = match &request.kind {
            QuestionKind::Draw { held: false, options, .. } | QuestionKind::Choose { options, .. } => {
                options.as_slice()
            }
            _ => &[],
        };
        if request.secret {
            // Of a whole hand the first card is exchanged.
            let (card, rest) = told.split_once(' ').unwrap_or((&told, ""));
            let is_other = |id: &&String| !told.split(' ').any(|card| card == **id) && *id != UNSEEN;
            let others = options.iter().map(|choice| &choice.id).filter(is_other);
            let others = others.map(|id| (id.clone(), format!("{id} {rest}").trim_end().to_owned()));
            secrets.push(Secret {
                answer: given.len(),
                seat: request.seat.map(|seat| seat.0),
                card: card.to_owned(),
                others: others.collect(),
            });
        }
        given.push((by, told));
    }
    (given, secrets)
}

/// What everybody but a seat is shown, in memory.
fn seen(session: &mut Session, but: Option<usize>) -> Vec<String> {
    let others = (0..SEATS).filter(|seat| Some(*seat) != but).map(|seat| Viewer::Seat(Seat(seat)));
    let all = std::iter::once(Viewer::Everybody).chain(others);
    all.map(|viewer| {
        let view = session.table.view(viewer).expect("a view");
        // What is told of it openly is no secret.
        format!("{} {:?}", view.json(), view.log)
    })
    .collect()
}

fn keep_guests(folder: &Path) {
    let guests: Vec<_> = (0..SEATS).map(|seat| serde_json::json!({"key": key(seat), "seats": [seat]})).collect();
    let list = serde_json::json!({"host": HOST, "guests": guests});
    std::fs::write(folder.join("tables/twin/guests.json"), list.to_string()).expect("guests");
}

/// Two tables of a game after at most so many answers in which only one card is another.
fn twins(game: &Path, answers: usize, seed: u64) -> Option<Twins> {
    let scout = Tool::new();
    let (given, secrets) = played(&mut set_up(scout.path(), game), answers, seed);
    // The latest first: it is the likeliest to be in a hand still; and at least when it is new, nobody has seen it.
    let tried = secrets.iter().rev().take(8).flat_map(|secret| [(secret, given.len()), (secret, secret.answer + 1)]);
    for (secret, until) in tried {
        let one = Tool::new();
        let mut first = set_up(one.path(), game);
        if !given[..until].iter().all(|given| give(&mut first, given)) {
            return None;
        }
        for (card, line) in secret.others.iter().take(3) {
            let other = Tool::new();
            let mut second = set_up(other.path(), game);
            let mut exchanged = given[..until].to_vec();
            exchanged[secret.answer].1.clone_from(line);
            let is_played = exchanged.iter().all(|given| give(&mut second, given));
            if is_played && seen(&mut first, secret.seat) == seen(&mut second, secret.seat) {
                drop((first, second));
                keep_guests(one.path());
                keep_guests(other.path());
                return Some(Twins { one, other, seat: secret.seat, cards: [secret.card.clone(), card.clone()] });
            }
        }
    }
    None
}

/// What does not count: a port is another for every server, of the same length, and the clock goes on while they are asked.
fn plain(server: &Server, reply: &Reply) -> Reply {
    let port = server.port.to_string();
    let text = String::from_utf8_lossy(&reply.body).replace(&port, "PORT");
    let timed = ["turn, ", "the middle one ", "the longest ", "\"ended\": \"", "\"minutes\": ", "2026-01-01 · "];
    let body = timed.into_iter().fold(text.clone(), |text, words| without_time(&text, words));
    // A time may be longer by a figure; what is left is compared by itself.
    let is_timed = body != text;
    let counts = |line: &&str| !(is_timed && line.starts_with("content-length"));
    let heads =
        reply.heads.replace(&port, "PORT").lines().filter(counts).fold(String::new(), |all, line| all + line + "\n");
    Reply { heads, body: body.into_bytes(), status: reply.status }
}

/// Without the time that stands behind these words.
fn without_time(text: &str, words: &str) -> String {
    let mut parts = text.split(words);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || ":-TZ.".contains(c));
        all + words + rest
    })
}

/// The addresses of pictures in what is sent.
fn pictures(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for rest in text.split("/art/").skip(1) {
        if let Some(name) = rest.split(".svg").next().filter(|name| name.len() < 80) {
            found.insert(format!("/art/{name}.svg"));
        }
    }
    found
}

/// Both servers, asked the same things.
struct Compared<'t> {
    servers: [Server; 2],
    twins: &'t Twins,
    pictures: BTreeSet<String>,
    requests: usize,
}

impl Compared<'_> {
    /// Asks both, and holds what comes back against each other.
    fn same(&mut self, asked: impl Fn(&Server) -> Asked, what: &str) {
        let [one, two] = [0, 1].map(|n| {
            let server = &self.servers[n];
            let asked = asked(server);
            let is_live = what.contains("/live/");
            plain(server, &if is_live { server.follow(&asked).first_frame() } else { server.ask(&asked) })
        });
        let at = one.body.iter().zip(&two.body).position(|(a, b)| a != b).unwrap_or(0).saturating_sub(200);
        let near = |reply: &Reply| {
            String::from_utf8_lossy(&reply.body[at.min(reply.body.len())..]).chars().take(600).collect::<String>()
        };
        let cards = &self.twins.cards;
        assert!(
            one == two,
            "{what} ({cards:?}): {} {}\n{}\n\n{}\n{}",
            one.status,
            near(&one),
            one.heads,
            near(&two),
            two.heads
        );
        assert!(one.status != 0, "{what}");
        self.pictures.extend(pictures(&one.text()));
        self.requests += 1;
    }

    /// Everything that somebody with a key can look at.
    fn look(&mut self, name: &str, key: &str, seat: Option<usize>) {
        let mut all = vec![
            "/".to_owned(),
            "/table".into(),
            "/watch".into(),
            "/live/table".into(),
            "/live/watch".into(),
            "/live/join".into(),
            "/rules".into(),
            "/evening".into(),
            "/sheet".into(),
            "/export.json".into(),
            "/export.csv".into(),
            "/host".into(),
            format!("/seat/{}", self.twins.seat.unwrap_or(0)),
        ];
        all.extend(seat.iter().flat_map(|seat| [format!("/seat/{seat}"), format!("/live/seat/{seat}")]));
        if name == "the host" {
            all.push("/live/host".to_owned());
        }
        let whose = seat.or(self.twins.seat).unwrap_or(0);
        let named = [self.twins.cards.clone().to_vec(), vec!["nonsense".to_owned()]].concat();
        all.extend(named.iter().map(|card| format!("/why?seat={whose}&id={card}")));
        for address in all {
            self.same(|server| Asked::get(&address).by(server, key), &format!("{name}: {address}"));
        }
    }

    /// Everything that somebody may try.
    fn try_all(&mut self, name: &str, key: &str, seat: Option<usize>) {
        let own = seat.map(|seat| seat.to_string());
        let holder = self.twins.seat.unwrap_or(0).to_string();
        for card in [self.twins.cards[0].clone(), self.twins.cards[1].clone(), "nonsense".to_owned()] {
            for seat in own.as_deref().into_iter().chain([holder.as_str()]) {
                let fields = [("seat", seat), ("answer", card.as_str())];
                self.same(
                    |server| Asked::post(server, "/answer", &fields).by(server, key),
                    &format!("{name} answers {card} for {seat}"),
                );
            }
        }
        let Some(own) = own else { return };
        // What would be taken back is told, and then it is.
        for fields in [vec![("seat", own.as_str())], vec![("seat", own.as_str()), ("seen", "yes")]] {
            self.same(
                |server| Asked::post(server, "/undo", &fields).by(server, key),
                &format!("{name} takes back {fields:?}"),
            );
        }
        self.same(
            |server| Asked::post(server, "/redo", &[("seat", &own)]).by(server, key),
            &format!("{name} does it again"),
        );
    }
}

/// Everybody who may not know the card looks at both tables, and tries what there is to try. Gives how many requests there were,
/// and whether the one who knows the card sees it.
fn compare(twins: &Twins) -> (usize, bool) {
    let servers = [&twins.one, &twins.other].map(|tool| Server::start(tool.path(), "twin"));
    let mut compared = Compared { servers, twins, pictures: BTreeSet::new(), requests: 0 };
    let others: Vec<usize> = (0..SEATS).filter(|seat| Some(*seat) != twins.seat).collect();
    let held_by = twins.seat.unwrap_or(0);
    // The one who knows it looks first, so that all pictures of it are made.
    let holder = key(held_by);
    let of_holder = [0, 1].map(|n| {
        let server = &compared.servers[n];
        let asked = Asked::get(&format!("/seat/{held_by}")).by(server, &holder);
        plain(server, &server.ask(&asked)).text()
    });
    let lookers: Vec<(String, String, Option<usize>)> = [("a stranger".to_owned(), String::new(), None)]
        .into_iter()
        .chain(others.iter().map(|seat| (NAMES[*seat].to_owned(), key(*seat), Some(*seat))))
        .collect();
    let host = [("the host".to_owned(), HOST.to_owned(), None)];
    for round in 0..2 {
        for (name, key, seat) in lookers.iter().chain(&host) {
            compared.look(name, key, *seat);
            if round == 0 {
                compared.try_all(name, key, *seat);
            }
        }
    }
    let counts = BTreeMap::from([("count-0", "3"), ("count-1", "4")]);
    let counts: Vec<(&str, &str)> = counts.into_iter().collect();
    compared.same(|server| Asked::post(server, "/host/audit", &counts).by(server, HOST), "the host counts");
    for address in compared.pictures.clone() {
        compared.same(|_| Asked::get(&address), &address);
    }
    // Of pictures that only the holder has seen nobody else knows the address: it takes the host's key to make it.
    let secret = pictures(&of_holder[0]).difference(&pictures(&of_holder[1])).cloned().collect::<Vec<_>>();
    assert!(secret.iter().all(|address| !compared.pictures.contains(address)), "{secret:?}");
    (compared.requests, of_holder[0] != of_holder[1])
}

/// The games in which people hold cards that others do not know.
#[test]
fn nobody_learns_from_a_byte_what_others_hold() {
    for (name, answers) in [
        ("lantern-harbour", vec![14, 60]),
        ("salt-roads", vec![24, 90]),
        ("zombie-plague", vec![30]),
        // Just after the first hands were told, and later.
        ("zombie-town", vec![20, 30, 120]),
    ] {
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("components").join(name);
        let (mut tables, mut held, mut requests) = (0, 0, 0);
        for (n, answers) in answers.into_iter().enumerate() {
            let Some(twins) = twins(&game, answers, 3 + n as u64) else { continue };
            let (asked, is_held) = compare(&twins);
            tables += 1;
            held += usize::from(is_held);
            requests += asked;
        }
        println!(
            "{name}: {tables} pairs of tables, in {held} of them somebody holds the card, {requests} requests to each"
        );
        // There the shuffled boxes are hidden from everybody.
        assert!(tables > 0 && (held > 0 || name == "zombie-plague"), "{name}: no card could be exchanged");
    }
}

/// What a picture is called says nothing to who knows the game: another table calls the same picture otherwise.
#[test]
fn the_name_of_a_picture_tells_nobody_which_it_is() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("components/lantern-harbour");
    let names = [HOST, "ffeeddccbbaa99887766554433221100"].map(|host| {
        let tool = Tool::new();
        drop(set_up(tool.path(), &game));
        let list = serde_json::json!({"host": host, "guests": []});
        std::fs::write(tool.path().join("tables/twin/guests.json"), list.to_string()).expect("guests");
        let server = Server::start(tool.path(), "twin");
        let text = server.get("/table").text();
        (pictures(&text), text)
    });
    assert!(!names[0].0.is_empty() && names[0].0.len() == names[1].0.len());
    assert!(names[0].0.is_disjoint(&names[1].0), "{:?}", names[0].0);
}
