//! What every answer says to browsers: nothing of it is kept, framed, guessed or run that is not from here.

use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};

use super::body::Sent;
use super::shelf::Item;

/// What a page may load: from here, and nothing that stands in the page itself.
const PAGES: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
                     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// A drawing runs nothing and loads nothing, also when it is looked at by itself.
const DRAWINGS: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

fn put(heads: &mut HeaderMap, name: header::HeaderName, value: &'static str) {
    heads.insert(name, HeaderValue::from_static(value));
}

/// An answer with what every answer says.
fn answer(status: StatusCode, kind: &'static str, body: Sent) -> Response<Sent> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let heads = response.headers_mut();
    put(heads, header::CONTENT_TYPE, kind);
    put(heads, header::CONTENT_SECURITY_POLICY, PAGES);
    put(heads, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    // Forms that are sent without a script say where they are from; nobody else hears of it.
    put(heads, header::REFERRER_POLICY, "same-origin");
    put(heads, header::CACHE_CONTROL, "no-store");
    put(heads, header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    put(heads, header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    put(heads, header::HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    response
}

/// A page.
pub fn page(status: StatusCode, html: String) -> Response<Sent> {
    answer(status, "text/html; charset=utf-8", Sent::whole(html))
}

/// A sentence.
pub fn sentence(status: StatusCode, text: &str) -> Response<Sent> {
    answer(status, "text/plain; charset=utf-8", Sent::whole(format!("{text}\n")))
}

/// Sentences for a script, and where to go.
pub fn told(status: StatusCode, json: String) -> Response<Sent> {
    answer(status, "application/json", Sent::whole(json))
}

/// Events.
pub fn stream(body: Sent) -> Response<Sent> {
    answer(StatusCode::OK, "text/event-stream", body)
}

/// Somewhere else.
pub fn elsewhere(to: &str) -> Response<Sent> {
    let mut response = answer(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", Sent::whole(""));
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

/// A file to keep.
pub fn file(kind: &'static str, name: &str, bytes: Vec<u8>) -> Response<Sent> {
    let mut response = answer(StatusCode::OK, kind, Sent::whole(bytes));
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')).collect();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{plain}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// What is the same for everybody.
pub fn item(item: &Item) -> Response<Sent> {
    let mut response = answer(StatusCode::OK, item.kind, Sent::whole(item.bytes.clone()));
    let heads = response.headers_mut();
    if item.is_packed {
        put(heads, header::CONTENT_ENCODING, "gzip");
    }
    if item.kind == "image/svg+xml" {
        put(heads, header::CONTENT_SECURITY_POLICY, DRAWINGS);
    }
    put(heads, header::CACHE_CONTROL, if item.is_lasting { "public, max-age=31536000, immutable" } else { "no-cache" });
    response
}

/// A key for the device: no script sees it, and no other site sends it.
pub fn give_key(response: &mut Response<Sent>, name: &str, key: &str) {
    let cookie = format!("{name}={key}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
}
