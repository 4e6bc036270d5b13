//! Which address is what: from a request to what somebody wants. Nothing that has no place here is found.

use hyper::Method;

use crate::web::orders::{Deed, Export, HostDeed, Page, Screen};

use super::form::Fields;

/// What is asked of the table at an address; nothing, if there is no such address.
pub fn deed(method: &Method, path: &str, fields: &Fields) -> Option<Deed> {
    if *method == Method::GET { read(path, fields) } else { change(path, fields) }
}

fn read(path: &str, fields: &Fields) -> Option<Deed> {
    if let Some(screen) = path.strip_prefix("/live") {
        return Some(Deed::Follow(screen_of(screen)?));
    }
    if let Some(key) = path.strip_prefix("/enter/") {
        return Some(Deed::Enter { key: key.to_owned() });
    }
    let page = match path {
        "/" => Page::Home,
        "/rules" => Page::Rules { find: fields.text("find") },
        "/evening" => Page::Evening,
        "/sheet" => Page::Sheet,
        "/export.json" => Page::Export(Export::Json),
        "/export.csv" => Page::Export(Export::Csv),
        "/why" => return Some(Deed::Why { seat: fields.number("seat")?, id: fields.text("id") }),
        "/join" => return None,
        live => Page::Live(screen_of(live)?),
    };
    Some(Deed::Page(page))
}

fn screen_of(path: &str) -> Option<Screen> {
    match path {
        "/table" => Some(Screen::Table),
        "/watch" => Some(Screen::Watch),
        "/host" => Some(Screen::Host),
        "/join" => Some(Screen::Join),
        _ => path.strip_prefix("/seat/")?.parse().ok().map(Screen::Seat),
    }
}

fn change(path: &str, fields: &Fields) -> Option<Deed> {
    let seat = fields.number("seat");
    Some(match path {
        "/join" => Deed::Join { seats: fields.numbers("seat"), word: fields.text("word") },
        "/open" => Deed::Open { seat: seat? },
        "/leave" => Deed::Leave { seat: seat? },
        "/answer" => {
            // Without scripts it may be typed.
            let typed = fields.get("typed").filter(|typed| !typed.trim().is_empty());
            let text = typed.map_or_else(|| fields.text("answer"), str::to_owned);
            Deed::Answer { seat, number: fields.number("number"), text }
        }
        "/undo" => Deed::Undo { seat, to: fields.number("to"), seen: fields.get("seen").is_some() },
        "/redo" => Deed::Redo { seat },
        "/note" => Deed::Note { seat, text: fields.text("text") },
        "/host/admit" => {
            let is_welcome = fields.get("welcome") == Some("yes");
            Deed::Host(HostDeed::Admit { request: fields.number("request")?, is_welcome })
        }
        "/host/hand" => Deed::Host(HostDeed::Hand { seat: seat?, to: fields.number("to")? }),
        "/host/free" => Deed::Host(HostDeed::Free { seat: seat? }),
        "/host/word" => Deed::Host(HostDeed::Word(fields.text("word"))),
        "/host/custody" => {
            let of = fields.get("of").filter(|of| !of.is_empty()).map(str::to_owned);
            Deed::Host(HostDeed::Custody { of, to: fields.text("to") })
        }
        "/host/adjust" => Deed::Host(HostDeed::Adjust { text: fields.text("text"), reason: fields.text("reason") }),
        "/host/audit" => Deed::Host(HostDeed::Audit(fields.numbered("count-"))),
        _ => return None,
    })
}
