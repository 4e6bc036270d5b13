//! What attackers would try at a party, and what they are told: each refusal word for word, and the table as it was.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use super::client::{Asked, Events, Reply, Server, key_of};
use crate::support::Tool;

/// Ann and Bob take turns, and each of them keeps a word.
const SCRIPT: &str = r#"declare {n = is.whole(0, 99999), own = is.each_seat(is.own(is.maybe(is.one_of {"left", "right"})))}
function steps.setup() return "hide" end
function steps.hide()
    for seat = 1, seats do
        state.own[seat] = choose {seat = seat, secret = true, prompt = "Which hand?", options = {"left", "right"}}
    end
    return "turn"
end
function steps.turn()
    choose {seat = 1 + state.n % seats, prompt = "Go on?", options = {"go", "stay"}}
    state.n += 1
    return "turn"
end
function show() return {status = "turn " .. state.n} end
"#;

const NOT_YOURS: &str = "{\"ok\":false,\"told\":[\"this seat is not yours: take it on the first page\"]}";
const NOT_HOST: &str = "{\"ok\":false,\"told\":[\"only the host can do this\"]}";
const NOTHING_THERE: &str = "there is nothing at this address; the table begins at /\n";
const NO_NAME_OF_OURS: &str = "this table goes by the address that the terminal shows, and by no other name\n";
const NOT_OUR_PAGE: &str = "this was sent by a page that is not this table's\n";
const TOO_MUCH: &str = "this is more than a table takes at once\n";

/// A table that is served, and the folder that it lies in.
fn served(players: &str) -> (Tool, Server) {
    let tool = Tool::refereed(SCRIPT);
    tool.run_words(&[
        "referee",
        "new",
        "game",
        "--players",
        players,
        "--dice",
        "ask",
        "--seed",
        "4",
        "--table",
        "party",
    ])
    .succeeds();
    let server = Server::start(tool.path(), "party");
    (tool, server)
}

/// What is told, with its status.
#[track_caller]
fn told(reply: &Reply, status: u16, text: &str) {
    assert_eq!(reply.told(), (status, text.to_owned()));
}

#[track_caller]
fn refused(reply: &Reply, text: &str) {
    told(reply, 409, &serde_json::json!({"ok": false, "told": [text]}).to_string());
}

/// It was sent back to the first page.
#[track_caller]
fn sent_away(reply: &Reply) {
    assert_eq!((reply.status, reply.head("location"), reply.text()), (303, Some("/"), String::new()));
}

/// How many entries a table has.
fn entries(tool: &Tool) -> usize {
    std::fs::read_to_string(tool.path().join("tables/party/journal.jsonl")).expect("a journal").lines().count()
}

#[test]
fn without_its_key_nobody_has_a_seat() {
    let (tool, server) = served("Ann,Bob");
    let [ann, bob] = [server.seated(&[0]), server.seated(&[1])];
    assert!(ann != bob && ann.len() == 32 && ann != server.host);
    let before = entries(&tool);
    let wrong = "0".repeat(32);
    let (longer, open) = (format!("{ann}0"), ["", &ann[..31], "../../guests.json", "' or 1=1"]);
    // A stranger, keys that are none, and the key of the other seat.
    for key in open.into_iter().chain([wrong.as_str(), longer.as_str(), bob.as_str()]) {
        let get = |address: &str| server.ask(&Asked::get(address).by(&server, key));
        let post = |address: &str, fields: &[(&str, &str)]| {
            server.ask(&Asked::post(&server, address, fields).by(&server, key))
        };
        sent_away(&get("/seat/0"));
        told(&get("/live/seat/0"), 403, "this seat is not yours: take it on the first page\n");
        told(&get("/why?seat=0&id=left"), 403, "this seat is not yours: take it on the first page\n");
        for (address, fields) in [
            ("/answer", [("seat", "0"), ("answer", "left")]),
            ("/undo", [("seat", "0"), ("seen", "yes")]),
            ("/redo", [("seat", "0"), ("seen", "yes")]),
            ("/note", [("seat", "0"), ("text", "mine")]),
            ("/leave", [("seat", "0"), ("seen", "yes")]),
        ] {
            told(&post(address, &fields), 403, NOT_YOURS);
        }
    }
    assert_eq!(server.ask(&Asked::get("/seat/0").by(&server, &ann)).status, 200);
    assert_eq!(entries(&tool), before, "something was written down");
}

#[test]
fn only_the_host_has_the_powers_of_the_host() {
    let (tool, server) = served("Ann,Bob");
    let ann = server.seated(&[0]);
    let before = entries(&tool);
    for key in ["", &"f".repeat(32), &ann] {
        sent_away(&server.ask(&Asked::get("/host").by(&server, key)));
        told(&server.ask(&Asked::get("/live/host").by(&server, key)), 403, "only the host can do this\n");
        for (address, fields) in [
            ("/host/admit", [("request", "1"), ("welcome", "yes")]),
            ("/host/free", [("seat", "0"), ("seat", "0")]),
            ("/host/hand", [("seat", "0"), ("to", "1")]),
            ("/host/word", [("word", "mine"), ("word", "mine")]),
            ("/host/custody", [("to", "app"), ("of", "d6")]),
            ("/host/adjust", [("text", "n: 5"), ("reason", "mine")]),
            ("/host/audit", [("count-0", "5"), ("count-1", "5")]),
        ] {
            told(&server.ask(&Asked::post(&server, address, &fields).by(&server, key)), 403, NOT_HOST);
        }
    }
    // A seat takes back what it may see, and not to any entry.
    let back = [("seat", "0"), ("to", "0"), ("seen", "yes")];
    told(&server.ask(&Asked::post(&server, "/undo", &back).by(&server, &ann)), 403, NOT_HOST);
    // The host is told what everybody may know, and never answers what is asked in secret.
    let secret = [("seat", "0"), ("answer", "left")];
    let reply = server.ask(&Asked::post(&server, "/answer", &secret).by(&server, &server.host));
    told(&reply, 403, "{\"ok\":false,\"told\":[\"this is asked in secret, or somebody else is asked now\"]}");
    sent_away(&server.get(&format!("/enter/{}", "e".repeat(32))));
    assert_eq!(key_of(&server.get(&format!("/enter/{}", server.host))), Some(server.host.clone()));
    assert_eq!(entries(&tool), before, "something was written down");
}

#[test]
fn other_sites_and_bent_names_get_nowhere() {
    let (tool, server) = served("Ann,Bob");
    let before = entries(&tool);
    let port = server.port;
    let note = || Asked::post(&server, "/note", &[("text", "forged")]).by(&server, &server.host);
    for origin in [
        "http://evil.example",
        "null",
        "",
        "https://localhost",
        &format!("http://localhost:{port}.evil.example"),
        &format!("https://localhost:{port}"),
        &format!("http://127.0.0.1:{port}"),
    ] {
        told(&server.ask(&note().without("origin").head("origin", origin)), 403, NOT_OUR_PAGE);
    }
    told(&server.ask(&note().without("origin")), 403, NOT_OUR_PAGE);
    told(&server.ask(&note().head("origin", "http://evil.example")), 403, NOT_OUR_PAGE);
    told(&server.ask(&note().head("sec-fetch-site", "cross-site")), 403, NOT_OUR_PAGE);
    told(&server.ask(&note().head("sec-fetch-site", "same-site")), 403, NOT_OUR_PAGE);
    // A name that somebody has bent to this address.
    for name in [
        &format!("evil.example:{port}"),
        "localhost",
        "localhost:80",
        &format!("localhost:{port}@evil.example"),
        "",
        &format!("localhost.evil.example:{port}"),
        &format!("[::1]:{port}"),
    ] {
        told(&server.ask(&Asked::get("/").head("host", name)), 421, NO_NAME_OF_OURS);
        told(&server.ask(&Asked::get("/look.css").head("host", name)), 421, NO_NAME_OF_OURS);
        told(&server.ask(&note().head("host", name)), 421, NO_NAME_OF_OURS);
    }
    told(&server.send(b"GET / HTTP/1.1\r\nconnection: close\r\n\r\n"), 421, NO_NAME_OF_OURS);
    let twice = Asked::get("/").head("host", &format!("localhost:{port}")).head("host", "evil.example");
    told(&server.ask(&twice), 421, NO_NAME_OF_OURS);
    // What another site's page fetches, and a link from there, which may lead here.
    let from_elsewhere =
        |mode: &str| Asked::get("/table").head("sec-fetch-site", "cross-site").head("sec-fetch-mode", mode);
    told(&server.ask(&from_elsewhere("no-cors")), 403, "only the pages of this table load this\n");
    assert_eq!(server.ask(&from_elsewhere("navigate")).status, 200);
    for method in ["DELETE", "PUT", "OPTIONS", "PATCH", "TRACE", "BREW"] {
        told(&server.ask(&Asked::get("/").method(method)), 405, "only GET and POST are known here\n");
    }
    assert_eq!(entries(&tool), before, "something was written down");
}

#[test]
fn nothing_but_the_table_is_readable() {
    let (_tool, server) = served("Ann,Bob");
    for address in [
        "/../guests.json",
        "/guests.json",
        "/journal.jsonl",
        "/tables/party/journal.jsonl",
        "/%2e%2e/journal.jsonl",
        "/art/../../guests.json",
        "/art/..%2f..%2fguests.json",
        "/art/%00",
        "//etc/passwd",
        "/etc/passwd",
        "/art/",
        "/font/9999.ttf",
        "/live/seat/99999999999999999999",
        "/seat/-1",
        "/seat/0/../1",
        "/lock",
        "/game/rules.luau",
        "/screen.js/",
        "/.git/config",
        "/join",
        "/answer",
        "/host/word",
        "/live",
        "/why",
        "/why?seat=x&id=left",
    ] {
        told(&server.get(address), 404, NOTHING_THERE);
    }
    told(&server.ask(&Asked::post(&server, "/nowhere", &[]).by(&server, &server.host)), 404, NOTHING_THERE);
    sent_away(&server.ask(&Asked::get("/seat/77").by(&server, &server.host)));
    let reply = server.get("/");
    assert_eq!(
        reply.head("content-security-policy"),
        Some(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
    );
    assert_eq!(reply.head("x-content-type-options"), Some("nosniff"));
    assert_eq!(reply.head("cache-control"), Some("no-store"));
    assert_eq!(reply.head("server"), None);
}

#[test]
fn what_is_too_much_is_not_taken() {
    let (tool, server) = served("Ann,Bob");
    let before = entries(&tool);
    let note = |body: Vec<u8>| Asked::post(&server, "/note", &[]).by(&server, &server.host).body(body);
    // The length that is said is believed, and what comes without one is counted.
    told(&server.ask(&note(Vec::new()).head("content-length", "10000000")), 413, TOO_MUCH);
    told(&server.ask(&note(Vec::new()).head("content-length", "16385")), 413, TOO_MUCH);
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000)).repeat(5);
    let chunked = note(format!("{chunk}0\r\n\r\n").into_bytes()).head("transfer-encoding", "chunked");
    let bytes = chunked_bytes(&chunked, &server);
    told(&server.send(&bytes), 413, TOO_MUCH);
    // All of it at once: it is cut off, or told.
    let flood = server.ask(&note(vec![b'x'; 10_000_000]));
    assert!(flood == Reply::default() || flood.told() == (413, TOO_MUCH.to_owned()), "{flood:?}");
    told(&server.get(&format!("/{}", "x".repeat(2_048))), 414, "this address is too long\n");
    let many = (0..100).fold(Asked::get("/"), |asked, n| asked.head(&format!("x-{n}"), "x"));
    told(&server.ask(&many), 431, "");
    told(&server.ask(&Asked::get("/").head("x-long", &"x".repeat(40_000))), 431, "");
    told(&server.ask(&Asked::get(&format!("/{}", "x".repeat(40_000)))), 431, "");
    told(&server.send(b"\x16\x03\x01 this is no HTTP\r\n\r\n"), 400, "");
    // Of a form with more fields than anybody needs the last are not read.
    let fields = "seat=7&".repeat(2_000) + "text=x";
    refused(&server.ask(&note(fields.into_bytes())), "there is nothing to write down");
    assert_eq!(server.get("/").status, 200);
    assert_eq!(entries(&tool), before, "something was written down");
}

/// With the head of chunks instead of a length.
fn chunked_bytes(asked: &Asked, server: &Server) -> Vec<u8> {
    let text = String::from_utf8(asked.bytes(server.port, "1.1")).expect("text");
    let lines: Vec<&str> = text.split("\r\n").filter(|line| !line.starts_with("content-length")).collect();
    lines.join("\r\n").into_bytes()
}

#[test]
fn words_are_not_guessed() {
    let (_tool, server) = served("Ann,Bob");
    let word = [("word", "lantern")];
    told(
        &server.ask(&Asked::post(&server, "/host/word", &word).by(&server, &server.host)),
        200,
        "{\"ok\":true,\"told\":[]}",
    );
    let join = |word: &str| server.ask(&Asked::post(&server, "/join", &[("seat", "0"), ("word", word)]));
    let first = key_of(&join(" Lantern ")).expect("a key");
    let sees = |key: &str| server.ask(&Asked::get("/seat/0").by(&server, key)).status;
    assert_eq!(sees(&first), 200);
    // Everybody at the table knows the word: it lets nobody into a seat that somebody has.
    let second = key_of(&join("lantern")).expect("a key");
    assert_eq!((sees(&first), sees(&second)), (200, 303));
    refused(&server.ask(&Asked::post(&server, "/join", &[])), "no seat was chosen: tick the name you play as");
    refused(
        &server.ask(&Asked::post(&server, "/join", &[("seat", "5")])),
        "no seat was chosen: tick the name you play as",
    );
    let tried: Vec<Reply> = (0..30).map(|n| join(&format!("guess {n}"))).collect();
    let often = tried.iter().filter(|reply| reply.status == 429).count();
    assert!(often >= 8, "{often}");
    refused(&tried[0], "this is not the table's word: ask for it, or leave it empty");
    told(&tried[29], 429, "that was very often: wait a moment, then try again\n");
    let host = server.get(&format!("/enter/{}", server.host));
    told(&host, 429, "that was very often: wait a moment, then try again\n");
}

#[test]
fn names_and_notes_are_words_and_nothing_else() {
    let (_tool, server) = served("<script>hi</script>,\"><b onclick>'&");
    let ann = server.seated(&[0]);
    let note = "<script>alert(1)</script><img src=x onerror=alert(1)>\"' onload=\"x";
    let reply = server.ask(&Asked::post(&server, "/note", &[("seat", "0"), ("text", note)]).by(&server, &ann));
    told(&reply, 200, "{\"ok\":true,\"told\":[\"it is in the log\"]}");
    // Somebody who waits with a name of their own choice is known by the seat alone.
    assert_eq!(server.ask(&Asked::post(&server, "/join", &[("seat", "1"), ("name", note)])).status, 200);
    let get = |address: &str, key: &str| Asked::get(address).by(&server, key);
    let pages = ["/", "/table", "/watch", "/host", "/rules?find=%3Cscript%3Ehi%22%27", "/evening", "/sheet", "/seat/0"];
    for address in pages {
        let key = if address == "/seat/0" { &ann } else { &server.host };
        let reply = server.ask(&get(address, key));
        assert_eq!(reply.status, 200, "{address}");
        let text = reply.text().replace("<script type=\"module\" src=\"/screen.js\"></script>", "");
        for bad in ["<script", "<img src=x", "<b onclick", " onload=\"", "onerror=alert(1)>", " style=\"", "<style"] {
            assert!(!text.contains(bad), "{address}: {bad}");
        }
        assert!(reply.head("content-security-policy").is_some_and(|policy| !policy.contains("unsafe")), "{address}");
    }
    let frame = server.follow(&get("/live/host", &server.host)).frame().expect("a frame");
    assert!(!frame.contains("<script") && frame.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{frame}");
    let sheet = server.get("/export.csv").text();
    assert!(sheet.contains("\"\"\"><b onclick>'&\""), "{sheet}");
}

/// A connection from another address of this machine.
fn from_another(server: &Server) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, 2), 0))).expect("another address");
        let stream = socket.connect(SocketAddr::from((Ipv4Addr::LOCALHOST, server.port))).await.expect("a connection");
        stream.into_std().expect("a stream")
    });
    stream.set_nonblocking(false).expect("it waits");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("not for ever");
    stream
}

/// Whether a connection has been ended by the server.
fn is_over(stream: &mut TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(20))).expect("not for ever");
    loop {
        match stream.read(&mut [0; 512]) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => {
                return !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut);
            }
        }
    }
}

/// A thousand connections that say nothing, one that says its head a letter at a time, and one whose body never comes: others
/// come in meanwhile, and all of them are cut off.
#[test]
fn who_says_nothing_holds_nobody_up() {
    let (_tool, server) = served("Ann,Bob");
    let ann = server.seated(&[0]);
    let mut news: Events = server.follow(&Asked::get("/live/seat/0").by(&server, &ann));
    assert!(news.frame().is_some());
    let mut slow = server.connect().expect("a connection");
    slow.write_all(b"POST /note HTTP/1.1\r\n").expect("it begins");
    let mut body = server.connect().expect("a connection");
    let port = server.port;
    let head = format!(
        "POST /note HTTP/1.1\r\nhost: localhost:{port}\r\norigin: http://localhost:{port}\r\ncontent-length: 9\r\n\r\ntext"
    );
    body.write_all(head.as_bytes()).expect("it begins");
    let mut idle: Vec<TcpStream> = (0..1_000).filter_map(|_| server.connect().ok()).collect();
    let began = Instant::now();
    let mut other = from_another(&server);
    other
        .write_all(format!("GET / HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\r\n").as_bytes())
        .expect("it is sent");
    let mut text = String::new();
    other.read_to_string(&mut text).expect("it is answered");
    assert!(text.starts_with("HTTP/1.1 200 "), "{text}");
    // The one who looked already is not left out.
    let mut note = from_another(&server);
    let sent = Asked::post(&server, "/note", &[("seat", "0"), ("text", "beside")]).by(&server, &ann);
    note.write_all(&sent.bytes(port, "1.1")).expect("it is sent");
    let frame = news.next_frame().expect("news");
    assert!(frame.contains("beside"));
    while began.elapsed() < Duration::from_secs(14) {
        let _ = slow.write_all(b"x");
        std::thread::sleep(Duration::from_millis(300));
    }
    assert!(is_over(&mut slow), "a head that never ends");
    let mut told = String::new();
    let _ = body.read_to_string(&mut told);
    assert!(told.starts_with("HTTP/1.1 408 ") && told.contains("this took too long to come"), "{told}");
    let left = idle.iter_mut().filter_map(|stream| (!is_over(stream)).then_some(())).count();
    assert_eq!(left, 0, "of {}", idle.len());
}
