//! Connections: how many there are, how long they may take and how much they may send; each request passes the gate and becomes
//! an order.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::{IpAddr, TcpListener as StdListener};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Limited};
use hyper::body::Incoming;
use hyper::header::{self, HeaderMap};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use crate::web::orders::{Deed, Order, Reply};
use crate::web::pages::refusal;

use super::body::Sent;
use super::events::events;
use super::form::{Fields, key_in};
use super::gate::gate;
use super::heads;
use super::rates::Rates;
use super::routes::deed;
use super::shelf::Shelf;

/// So many connections there are at most, and so many from one address.
const MOST_CONNECTIONS: usize = 600;
const MOST_FROM_ONE: usize = 400;
/// A request says what it is within this time, and its body has come within this.
const HEAD_TIME: Duration = Duration::from_secs(10);
const BODY_TIME: Duration = Duration::from_secs(10);
/// So many bytes a head may have, and so many lines.
const HEAD_BYTES: usize = 16 * 1024;
const HEAD_LINES: usize = 64;
/// No form is longer.
const BODY_BYTES: usize = 16 * 1024;
/// No address is longer.
const LONGEST_ADDRESS: usize = 2_048;
/// When the table has not answered by then, something is wrong with it.
const TABLE_TIME: Duration = Duration::from_mins(1);

/// What all connections share.
#[derive(Debug)]
pub struct Doors {
    hosts: Vec<String>,
    cookie: String,
    shelf: Shelf,
    /// How often somebody may change something, and how often knock.
    changes: Rates,
    knocks: Rates,
    from: Mutex<BTreeMap<IpAddr, usize>>,
}

impl Doors {
    /// For a table that goes by these names.
    pub fn new(hosts: Vec<String>, port: u16) -> Arc<Self> {
        Arc::new(Self {
            hosts,
            cookie: format!("tablewright-{port}"),
            shelf: Shelf::new(),
            changes: Rates::new(500.0, 250.0),
            knocks: Rates::new(20.0, 0.5),
            from: Mutex::default(),
        })
    }

    /// What may be taken without asking the table.
    pub const fn shelf(&self) -> &Shelf {
        &self.shelf
    }
}

/// One of the connections from an address.
struct Guest {
    doors: Arc<Doors>,
    address: IpAddr,
    _place: OwnedSemaphorePermit,
}

impl Guest {
    /// Nothing, if there are too many from there.
    fn new(doors: &Arc<Doors>, address: IpAddr, place: OwnedSemaphorePermit) -> Option<Self> {
        let mut from = doors.from.lock().unwrap_or_else(PoisonError::into_inner);
        let count = from.entry(address).or_default();
        if *count >= MOST_FROM_ONE {
            return None;
        }
        *count += 1;
        drop(from);
        Some(Self { doors: Arc::clone(doors), address, _place: place })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut from = self.doors.from.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = from.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                from.remove(&self.address);
            }
        }
    }
}

/// A server that runs.
pub struct Server {
    stop: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Takes connections from now on, and hands orders on.
    ///
    /// # Errors
    /// What the machine said.
    pub fn start(listener: StdListener, doors: Arc<Doors>, orders: SyncSender<Order>) -> std::io::Result<Self> {
        listener.set_nonblocking(true)?;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
        let stop = Arc::new(Notify::new());
        let stopped = Arc::clone(&stop);
        let thread = std::thread::Builder::new().name("http".to_owned()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = take(listener, doors, orders) => {}
                    () = stopped.notified() => {}
                    // Ctrl-C.
                    _ = tokio::signal::ctrl_c() => {}
                }
            });
            // Events that nobody sends any more hold nobody up.
            runtime.shutdown_timeout(Duration::from_millis(200));
        })?;
        Ok(Self { stop, thread: Some(thread) })
    }

    /// Takes no more.
    pub fn stop(mut self) {
        self.stop.notify_one();
        if let Some(thread) = self.thread.take() {
            // A panic there was told when it happened.
            let _ = thread.join();
        }
    }
}

/// Takes connections for ever.
async fn take(listener: StdListener, doors: Arc<Doors>, orders: SyncSender<Order>) {
    let Ok(listener) = TcpListener::from_std(listener) else { return };
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok((stream, address)) = listener.accept().await else {
            // Out of files: some come back when others leave.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Nobody waits for a place: whoever finds none is cut off, and browsers come again.
        let place = Arc::clone(&places).try_acquire_owned().ok();
        let guest = place.and_then(|place| Guest::new(&doors, address.ip(), place));
        if let Some(guest) = guest {
            tokio::spawn(serve(stream, guest, orders.clone()));
        }
    }
}

async fn serve(stream: TcpStream, guest: Guest, orders: SyncSender<Order>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| answer(request, &guest, &orders));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEAD_LINES)
        .serve_connection(TokioIo::new(stream), service);
    // What a browser does wrong is its own affair.
    let _ = connection.await;
}

async fn answer(
    request: Request<Incoming>,
    guest: &Guest,
    orders: &SyncSender<Order>,
) -> Result<Response<Sent>, Infallible> {
    let doors = &guest.doors;
    let back = way_back(request.headers());
    let wants_json = request.headers().get(header::ACCEPT).is_some_and(|accept| accept == "application/json");
    if let Err((status, why)) = gate(request.method(), request.headers(), &doors.hosts) {
        return Ok(heads::sentence(status, why));
    }
    if request.uri().path().len() + request.uri().query().map_or(0, str::len) > LONGEST_ADDRESS {
        return Ok(heads::sentence(StatusCode::URI_TOO_LONG, "this address is too long"));
    }
    if *request.method() == Method::GET
        && let Some(item) = doors.shelf.get(request.uri().path())
    {
        return Ok(heads::item(&item));
    }
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let is_knock = path == "/join" || path.starts_with("/enter/");
    let now = Instant::now();
    let is_often = is_knock && method != Method::GET && !doors.knocks.allows(guest.address, now)
        || path.starts_with("/enter/") && !doors.knocks.allows(guest.address, now)
        || method == Method::POST && !doors.changes.allows(guest.address, now);
    if is_often {
        return Ok(heads::sentence(
            StatusCode::TOO_MANY_REQUESTS,
            "that was very often: wait a moment, then try again",
        ));
    }
    let cookies = request.headers().get(header::COOKIE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let key = key_in(cookies, &doors.cookie);
    let known = request.headers().get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let fields = match fields(request).await {
        Ok(fields) => fields,
        Err((status, why)) => return Ok(heads::sentence(status, why)),
    };
    let known = known.or_else(|| fields.number("known"));
    let Some(deed) = deed(&method, &path, &fields) else {
        return Ok(heads::sentence(StatusCode::NOT_FOUND, "there is nothing at this address; the table begins at /"));
    };
    let is_page = matches!(deed, Deed::Page(_) | Deed::Enter { .. });
    let reply = order(orders, key, deed).await;
    Ok(respond(reply, doors, back.as_deref(), (is_page, wants_json, known)))
}

/// What comes in a form or behind the question mark.
async fn fields(request: Request<Incoming>) -> Result<Fields, (StatusCode, &'static str)> {
    const TOO_LONG: (StatusCode, &str) = (StatusCode::PAYLOAD_TOO_LARGE, "this is more than a table takes at once");
    if *request.method() == Method::GET {
        return Ok(Fields::of(request.uri().query().unwrap_or_default().as_bytes()));
    }
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > BODY_BYTES as u64) {
        return Err(TOO_LONG);
    }
    let body = Limited::new(request.into_body(), BODY_BYTES).collect();
    match timeout(BODY_TIME, body).await {
        Ok(Ok(body)) => Ok(Fields::of(&body.to_bytes())),
        Ok(Err(_)) => Err(TOO_LONG),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "this took too long to come")),
    }
}

/// Hands an order to the table, and waits for what comes of it.
async fn order(orders: &SyncSender<Order>, key: Option<String>, deed: Deed) -> Option<Reply> {
    let (reply, replied) = oneshot::channel();
    orders.try_send(Order { key, deed, reply }).ok()?;
    timeout(TABLE_TIME, replied).await.ok()?.ok()
}

/// For a browser without scripts: the page of ours that a form was on, which is the path of where it says it comes from.
fn way_back(heads: &HeaderMap) -> Option<String> {
    let text = |name| heads.get(name).and_then(|value| value.to_str().ok());
    let path = || {
        let after = text(header::REFERER)?.strip_prefix("http://")?.strip_prefix(text(header::HOST)?)?;
        let path = after.split(['?', '#']).next()?;
        (path.starts_with('/') && !path.starts_with("//")).then(|| path.to_owned())
    };
    let is_browser = text(header::ACCEPT).is_some_and(|accept| accept.contains("text/html"));
    is_browser.then(|| path().unwrap_or_else(|| "/".to_owned()))
}

fn respond(
    reply: Option<Reply>,
    doors: &Doors,
    back: Option<&str>,
    (is_page, wants_json, known): (bool, bool, Option<u64>),
) -> Response<Sent> {
    let Some(reply) = reply else {
        return heads::sentence(StatusCode::SERVICE_UNAVAILABLE, "the table has much to do: try again in a moment");
    };
    let told = |status: StatusCode, lines: &[String]| {
        if wants_json {
            let json = serde_json::json!({ "ok": status.is_success(), "told": lines });
            return heads::told(status, json.to_string());
        }
        match back {
            Some(back) => heads::page(status, refusal(lines, back)),
            None => heads::sentence(status, &lines.join("\n")),
        }
    };
    match reply {
        Reply::Html(html) => heads::page(StatusCode::OK, html),
        Reply::File { kind, name, bytes } => heads::file(kind, &name, bytes),
        Reply::Frames(frames) => heads::stream(events(frames, known)),
        // Without scripts a browser goes back to where it was, which shows what came of it.
        Reply::Done(lines) if !wants_json && lines.is_empty() => heads::elsewhere(back.unwrap_or("/")),
        Reply::Done(lines) => told(StatusCode::OK, &lines),
        Reply::Refused(lines) => told(StatusCode::CONFLICT, &lines),
        Reply::Forbidden(_) if is_page && !wants_json => heads::elsewhere("/"),
        Reply::Forbidden(why) => told(StatusCode::FORBIDDEN, &[why.to_owned()]),
        Reply::Go { to, key } => {
            let mut response = if wants_json {
                heads::told(StatusCode::OK, serde_json::json!({ "ok": true, "to": to }).to_string())
            } else {
                heads::elsewhere(&to)
            };
            if let Some(key) = key {
                heads::give_key(&mut response, &doors.cookie, &key);
            }
            response
        }
    }
}
