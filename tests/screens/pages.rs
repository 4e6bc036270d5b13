//! What stands on pages: the figures of the rules, all boards that are played on, the result of an evening.

use super::client::{Asked, Reply, Server};
use crate::support::Tool;
use crate::support::played::BOARD;

const GAME: &str = r#"
title: Small
version: "1"
players: 2-3
icons: {red-mark: art/red.svg}
components:
  yard: {kind: board, title: The yard, board: board.yaml, bleed: 3mm, front: board-classic}
  cellar: {kind: board, title: The cellar, board: cellar.yaml, front: board-classic}
  booklet: {kind: booklet, text: RULES.md, front: booklet-page}
"#;
const CELLAR: &str = "cell: 10mm\nsize: 60mm x 40mm\nplaces:\n  Crypt: {at: [30mm, 20mm]}\n";
const RULES: &str = "# Small\n\n## Setting up\n\nSit down at :red-mark: now.\n\n![A red square.](art/red.svg \"40mm\")\n\n![](art/red.svg)\n\n\
                     ## The yard\n\n```board\nboard: yard\n```\n\nIt is green.\n";
const RED: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"40\">\
                   <rect width=\"40\" height=\"40\" fill=\"#d00\"/></svg>";
/// Bob begins, and it is over once both have gone somewhere.
const SCRIPT: &str = r#"declare {n = is.whole(0, 9), at = is.each_seat(is.maybe(is.space()))}
function steps.setup() return "turn" end
function steps.turn()
    local seat = seats - state.n
    if state.n == 0 then say_round("round {} begins", 1) end
    state.at[seat] = choose_space {seat = seat, prompt = "Where to?", options = {"A1", "B2", "Crypt"}}
    state.n += 1
    return state.n < 2 and "turn" or "over"
end
function show()
    local pieces = {}
    for seat = 1, seats do
        if state.at[seat] then table.insert(pieces, {at = state.at[seat], name = "walker"}) end
    end
    return {status = "round 1", pieces = pieces}
end
function score()
    return {lines = {{seat = 1, what = "steps", points = 3}, {seat = 2, what = "steps", points = 5}}}
end
"#;

fn served() -> (Tool, Server) {
    let tool = Tool::new()
        .file("game/game.yaml", GAME)
        .file("game/board.yaml", BOARD)
        .file("game/cellar.yaml", CELLAR)
        .file("game/RULES.md", RULES)
        .file("game/art/red.svg", RED)
        .file("game/rules.luau", SCRIPT);
    tool.run("referee new game --players Ann,Bob --seed 4 --table party").succeeds();
    let server = Server::start(tool.path(), "party");
    (tool, server)
}

fn answer(server: &Server, key: &str, seat: &str, text: &str) {
    let reply = server.ask(&Asked::post(server, "/answer", &[("seat", seat), ("answer", text)]).by(server, key));
    assert_eq!(reply.status, 200, "{}", reply.text());
}

fn unpacked(picture: &Reply) -> String {
    let mut svg = String::new();
    let mut packed = flate2::read::GzDecoder::new(&picture.body[..]);
    std::io::Read::read_to_string(&mut packed, &mut svg).expect("an SVG");
    svg
}

#[test]
fn the_board_lies_where_its_spaces_are_tapped() {
    let (_tool, server) = served();
    let page = server.get("/table").text();
    let between = |text: &str, from: &str, to: &str| {
        let (_, rest) = text.split_once(from).expect("a beginning");
        rest.split_once(to).expect("an end").0.to_owned()
    };
    let numbers = |text: &str| text.split(' ').map(|n| n.parse::<f64>().expect("a number")).collect::<Vec<_>>();
    let tapped = numbers(&between(&page, "<svg class=\"board\" viewBox=\"", "\""));
    let drawing = unpacked(&server.get(&between(&page, "<image href=\"", "\"")));
    // With its bleed it would be larger, and shrink beneath the spaces.
    assert_eq!(numbers(&between(&drawing, "viewBox=\"", "\"")), tapped);
}

#[test]
fn the_rules_have_their_figures() {
    let (_tool, server) = served();
    let page = server.get("/rules").text();
    let figures: Vec<&str> = page.split("<figure>").skip(1).filter_map(|rest| rest.split("</figure>").next()).collect();
    assert_eq!(figures.len(), 3, "{page}");
    assert!(
        figures[0].contains("alt=\"\"") && figures[0].ends_with("<figcaption>A red square.</figcaption>"),
        "{}",
        figures[0]
    );
    assert!(figures[1].contains("alt=\"Picture: Setting up\""), "{}", figures[1]);
    assert!(figures[2].contains("alt=\"Picture: The yard\""), "{}", figures[2]);
    // A sign among words is drawn, and has its name for whoever hears it.
    let (_, sign) = page.split_once("Sit down at <img class=\"sign\"").expect("a sign");
    let (sign, after) = sign.split_once('>').expect("the end of it");
    assert!(sign.contains("alt=\"red mark\"") && after.starts_with(" now."), "{sign}{after}");
    for figure in figures.into_iter().chain([sign]) {
        let address = figure.split("src=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a picture");
        let picture = server.get(address);
        assert_eq!((picture.status, picture.head("content-type")), (200, Some("image/svg+xml")));
        // It runs nothing, also when it is looked at by itself.
        let policy = picture.head("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'") && policy.contains("sandbox"), "{policy}");
        assert_eq!(picture.head("content-encoding"), Some("gzip"));
        let svg = unpacked(&picture);
        assert!(svg.starts_with("<svg ") && !svg.contains("<script"), "{svg}");
    }
    // What is looked for stands below a picture.
    let found = server.get("/rules?find=red+square").text();
    assert!(found.contains("<figcaption>A red square.</figcaption>") && !found.contains("It is green."));
}

#[test]
fn all_boards_that_are_played_on_are_there() {
    let (_tool, server) = served();
    let [ann, bob] = [server.seated(&[0]), server.seated(&[1])];
    let boards = |address: &str, key: &str| {
        let page = server.ask(&Asked::get(address).by(&server, key)).text();
        ["The yard", "The cellar"].map(|name| page.contains(&format!("aria-label=\"{name}\"")))
    };
    // Bob may go into the cellar; nobody else has anything to do with it yet.
    assert_eq!(boards("/seat/1", &bob), [true, true]);
    assert_eq!(boards("/seat/0", &ann), [true, false]);
    assert_eq!(boards("/watch", ""), [true, false]);
    answer(&server, &bob, "1", "Crypt");
    assert_eq!(boards("/watch", ""), [false, true]);
    answer(&server, &ann, "0", "B2");
    assert_eq!(boards("/watch", ""), [true, true]);
}

#[test]
fn the_result_says_who_began() {
    let (_tool, server) = served();
    let [ann, bob] = [server.seated(&[0]), server.seated(&[1])];
    assert!(!server.get("/evening").text().contains("bgstatsapp"));
    answer(&server, &bob, "1", "A1");
    answer(&server, &ann, "0", "B2");
    let page = server.get("/evening").text();
    let link =
        page.split("https://app.bgstatsapp.com/createPlay.html?data=").nth(1).and_then(|rest| rest.split('"').next());
    let data: String =
        form_urlencoded::parse(format!("data={}", link.expect("a link")).as_bytes()).next().expect("data").1.into();
    let play: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    let players = play["players"].as_array().expect("players").iter();
    let told: Vec<_> = players
        .map(|one| (one["name"].as_str(), one["startPlayer"].as_bool(), one["winner"].as_bool(), one["score"].as_str()))
        .collect();
    assert_eq!(
        told,
        [(Some("Ann"), Some(false), Some(false), Some("3")), (Some("Bob"), Some(true), Some(true), Some("5"))]
    );
}
