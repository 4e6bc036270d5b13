//! The thread that owns a table: takes one order after the other, keeps what comes of it, and lets all screens know. Nobody waits
//! for a screen that is slow.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use rand::rngs::ChaCha20Rng;
use rand::{Rng as _, SeedableRng as _};
use tokio::sync::watch;

use crate::app::Session;
use crate::app::table::{Paragraph, Printed, Section, Words, with_printed};
use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Score, Table};

use super::addresses::qr_path;
use super::frames::{Now, Seen};
use super::guests::{Guests, new_key};
use super::http::{Doors, Server};
use super::orders::{Frame, Frames, Order, Screen};
use super::pages::flash::Flash;
use super::pages::rules::Figures;
use super::pages::shell::Shell;
use super::theme::{families, theme};

/// More orders do not wait; whoever comes then is told to come again.
const MOST_ORDERS: usize = 256;
/// How often it is looked who is still there.
const LOOK: Duration = Duration::from_secs(2);

/// Where a table is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    /// The addresses that people may use, as `192.168.0.2:8017`.
    pub hosts: Vec<String>,
    /// The path with which a browser becomes the one that keeps the table.
    pub host_path: String,
}

/// Serves a table until it is told to stop. `ready` is called when people can come.
///
/// # Errors
/// What is wrong with the game's fonts, or what the disk said when something could not be kept.
pub fn serve(
    mut session: Session,
    listener: TcpListener,
    hosts: Vec<String>,
    ready: impl FnOnce(&Served),
) -> Result<(), Diagnostics> {
    let mut guests = Guests::new(session.guests());
    if guests.list.host.is_empty() {
        guests.list.host = new_key().ok_or_else(|| Diagnostic::error("this machine gives no random numbers"))?;
    }
    guests.list.served += 1;
    session.keep_guests(&guests.list)?;
    let (orders, inbox) = sync_channel(MOST_ORDERS);
    let port = listener.local_addr().map_or(0, |address| address.port());
    let doors = Doors::new(hosts.clone(), port);
    let server = Server::start(listener, Arc::clone(&doors), orders)
        .map_err(|error| Diagnostic::error(format!("the table cannot be served: {error}")))?;
    let served = Served { hosts, host_path: format!("/enter/{}", guests.list.host) };
    // The drawings are made from a copy of what the game says: the table itself changes meanwhile.
    let (game, folder) = (session.game.clone(), session.folder.game().to_owned());
    let host = guests.list.host.clone();
    let name_of = |look: &str| picture_name(&host, look);
    let kept = with_printed(&game, &folder, &name_of, |printed| {
        let [title, text] = families(&game);
        let fonts = printed.font_files(&[&title, &text]);
        let files: Vec<_> = fonts.iter().map(|font| Arc::clone(&font.data)).collect();
        doors.shelf().put_theme(&theme(&game, &fonts), &files);
        let shell = Shell { game: game.title.clone(), language: game.language.clone() };
        let rules = session.rules_text();
        let served_before = guests.list.served;
        let mut keeper = Keeper {
            session: &mut session,
            figures: None,
            printed,
            guests,
            doors: Arc::clone(&doors),
            shell,
            rules,
            hosts: served.hosts.clone(),
            screens: BTreeMap::new(),
            version: guests_version(served_before),
            arrivals: 0,
            score: None,
            everybody: None,
            flash: None,
            seen: 0,
        };
        keeper.begin();
        ready(&served);
        keeper.keep(&inbox)
    });
    server.stop();
    kept?
}

/// Screens of another run are older than all of this one.
const fn guests_version(served: u64) -> u64 {
    (served % (1 << 20)) << 32 | 1
}

/// What a picture is called: the same as long as it looks the same, and nothing that those could find out who know the game but
/// not the key of its host. Else they could ask which cards somebody holds by asking for their pictures.
fn picture_name(host: &str, look: &str) -> String {
    let mut seed = [0; 32];
    for (at, byte) in host.bytes().chain(look.bytes()).enumerate() {
        // Keys and looks are 32 figures each; whatever is more goes in as well.
        seed[at / 2 % 32] ^= nibble(byte) << (4 * (at % 2));
    }
    let mut numbers = ChaCha20Rng::from_seed(seed);
    format!("{:016x}{:016x}", numbers.next_u64(), numbers.next_u64())
}

/// What a figure stands for; of anything else its lower half.
const fn nibble(byte: u8) -> u8 {
    match byte {
        b'a'..=b'f' => byte - b'a' + 10,
        _ => byte & 15,
    }
}

/// Keeps a table.
pub struct Keeper<'k, 's, 'a> {
    pub session: &'k mut Session,
    pub printed: &'k mut Printed<'s, 'a>,
    pub guests: Guests,
    pub doors: Arc<Doors>,
    pub shell: Shell,
    pub rules: Vec<Section>,
    /// What is drawn in the rules, once somebody has asked for them.
    figures: Option<Figures>,
    pub hosts: Vec<String>,
    screens: BTreeMap<Screen, watch::Sender<Option<Arc<Frame>>>>,
    version: u64,
    /// How often somebody has come or gone, which only the host's screen shows.
    arrivals: u64,
    flash: Option<Flash>,
    /// The score, with the number of entries that it is of.
    score: Option<(u64, Option<Score>)>,
    /// The table as everybody sees it, with the number of entries that it is of.
    everybody: Option<(u64, Rc<Seen>)>,
    /// The entries that were looked at for what came up.
    seen: u64,
}

impl<'s, 'a> Keeper<'_, 's, 'a> {
    /// What came up before is not shown again, and the first pictures are made.
    fn begin(&mut self) {
        self.seen = self.session.table.number();
        self.frame(Screen::Table);
    }

    /// Takes orders until there are none any more, or nothing can be kept.
    fn keep(&mut self, inbox: &Receiver<Order>) -> Result<(), Diagnostics> {
        let mut connected = self.connected();
        let mut draws_ahead = true;
        loop {
            match inbox.recv_timeout(if draws_ahead { Duration::ZERO } else { LOOK }) {
                Ok(order) => {
                    let before = (self.session.table.number(), self.guests.list.clone(), self.guests.waiting.len());
                    let reply = self.obey(order.key.as_deref(), order.deed);
                    let after = (self.session.table.number(), self.guests.list.clone(), self.guests.waiting.len());
                    if before.1 != after.1 {
                        self.session.keep_guests(&self.guests.list)?;
                    }
                    // It is on the disk: whoever asked is told before the screens are made. They may have gone.
                    let _ = order.reply.send(reply);
                    if before != after {
                        self.changed();
                    }
                    if let Some(lost) = self.session.lost() {
                        return Err(lost.clone());
                    }
                }
                // Nobody wants anything: pieces are drawn before they come up.
                Err(RecvTimeoutError::Timeout) if draws_ahead => {
                    draws_ahead = self.printed.draw_ahead();
                    self.shelve();
                }
                Err(RecvTimeoutError::Timeout) => {
                    let now = self.connected();
                    if now != connected {
                        connected = now;
                        self.arrivals += 1;
                        self.show(Screen::Host);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    /// Something has changed: all who look see it.
    fn changed(&mut self) {
        self.version += 1;
        let new: Vec<_> = self.session.table.entries().iter().filter(|entry| entry.seq > self.seen).cloned().collect();
        self.seen = self.session.table.number();
        let all = self.session.table.entries();
        let flash = |entry| Flash::of_undo(entry, all).or_else(|| Flash::of(entry, self.printed));
        self.flash = new.iter().rev().find_map(flash).or(self.flash.take());
        let screens: Vec<Screen> = self.screens.keys().copied().collect();
        for screen in screens {
            self.show(screen);
        }
    }

    /// Shows a screen to those who look at it.
    fn show(&mut self, screen: Screen) {
        if self.screens.get(&screen).is_none_or(|frames| frames.receiver_count() == 0) {
            return;
        }
        let before = self.screens.get(&screen).and_then(|frames| frames.borrow().clone());
        let frame = Arc::new(Frame::new(self.version_of(screen), self.parts(screen), before.as_deref()));
        if let Some(frames) = self.screens.get(&screen) {
            frames.send_replace(Some(frame));
        }
    }

    /// A screen as it is now.
    pub fn frame(&mut self, screen: Screen) -> Arc<Frame> {
        Arc::new(Frame::new(self.version_of(screen), self.parts(screen), None))
    }

    fn parts(&mut self, screen: Screen) -> Vec<(&'static str, String)> {
        let version = self.version_of(screen);
        let parts = self.now().parts(screen, version);
        self.shelve();
        parts
    }

    /// Whoever sees a picture can fetch it.
    fn shelve(&mut self) {
        for (name, svg) in self.printed.take_fresh() {
            self.doors.shelf().put(&name, &svg);
        }
    }

    /// What is drawn in the rules.
    pub fn figures(&mut self) -> Figures {
        if self.figures.is_none() {
            let paragraphs = self.rules.iter().flat_map(|section| &section.paragraphs);
            let names: BTreeSet<&str> = paragraphs.flat_map(Paragraph::words).flat_map(Words::signs).collect();
            let signs =
                names.into_iter().filter_map(|name| Some((name.to_owned(), self.printed.sign(name)?))).collect();
            self.figures = Some(Figures { figures: self.printed.figures(), signs });
            self.shelve();
        }
        self.figures.clone().unwrap_or_default()
    }

    /// The score as it would be now, if there is one.
    fn score(&mut self) -> Option<Score> {
        let number = self.session.table.number();
        if self.score.as_ref().is_none_or(|(known, _)| *known != number) {
            self.score = Some((number, self.session.look(Table::score).ok().flatten()));
        }
        self.score.as_ref().and_then(|(_, score)| score.clone())
    }

    /// The table as it is now.
    pub fn now(&mut self) -> Now<'_, 's, 'a> {
        let (connected, watching) = self.connected();
        let score = self.score();
        Now {
            session: self.session,
            printed: self.printed,
            guests: &self.guests,
            connected,
            watching,
            flash: self.flash.as_ref(),
            score,
            everybody: &mut self.everybody,
        }
    }

    /// How many look at each seat, and how many look on.
    fn connected(&self) -> (Vec<usize>, usize) {
        let count = |screen: Screen| self.screens.get(&screen).map_or(0, watch::Sender::receiver_count);
        let seats = (0..self.session.table.players().len()).map(|seat| count(Screen::Seat(seat))).collect();
        (seats, count(Screen::Watch) + count(Screen::Table))
    }

    /// The frames of a screen from now on.
    pub fn follow(&mut self, screen: Screen) -> Frames {
        let frame = self.frame(screen);
        let frames = self.screens.entry(screen).or_insert_with(|| watch::channel(None).0);
        // Those who look already have it.
        let news = frames.subscribe();
        frames.send_if_modified(|known| {
            let is_older = known.as_ref().is_none_or(|known| known.version < frame.version);
            if is_older {
                *known = Some(Arc::clone(&frame));
            }
            is_older
        });
        news
    }

    /// Whoever looks at a seat has to ask anew.
    pub fn close(&mut self, seat: usize) {
        self.screens.remove(&Screen::Seat(seat));
    }

    /// The version of what is shown to all.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The version of what a screen shows.
    pub fn version_of(&self, screen: Screen) -> u64 {
        if screen == Screen::Host { self.version + self.arrivals } else { self.version }
    }

    /// Where people join, each with its QR code.
    pub fn join_addresses(&self) -> Vec<(String, Option<(String, usize)>)> {
        let address = |host: &String| {
            let address = format!("http://{host}/");
            let code = qr_path(&address);
            (address, code)
        };
        // This machine's own names lead a phone to itself.
        let is_own = |host: &&String| host.starts_with("localhost") || host.starts_with("127.");
        let own = self.hosts.iter().all(|host| is_own(&host));
        let others: Vec<_> = self.hosts.iter().filter(|host| !is_own(host)).map(address).collect();
        if own { self.hosts.iter().take(1).map(|host| (format!("http://{host}/"), None)).collect() } else { others }
    }
}

#[cfg(test)]
mod tests {
    use super::picture_name;

    #[test]
    fn pictures_are_called_by_key_and_look() {
        let [ann, bob] = ["0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdee"];
        let [one, two] = ["00112233445566778899aabbccddeeff", "00112233445566778899aabbccddeefe"];
        let all = [(ann, one), (ann, two), (bob, one), (bob, two)].map(|(host, look)| picture_name(host, look));
        assert!(all.iter().all(|name| name.len() == 32));
        let different: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(different.len(), 4);
        assert_eq!(picture_name(ann, one), all[0]);
        assert_ne!(picture_name(ann, &format!("{one}-board")), all[0]);
    }
}
