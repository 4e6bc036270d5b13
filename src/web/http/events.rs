//! News of a screen as server-sent events. A browser that is slow skips what is out of date; one that takes nothing for long is
//! left alone.

use std::sync::Arc;
use std::time::Duration;

use hyper::body::Bytes;
use tokio::sync::mpsc::{self, Sender};
use tokio::time::{Instant, interval_at, timeout};

use crate::web::orders::{Frame, Frames};

use super::body::Sent;

/// How often a word is sent when there are no news, so that all on the way know that somebody is there.
const STILL_HERE: Duration = Duration::from_secs(10);
/// Whoever takes nothing for so long has gone.
const PATIENCE: Duration = Duration::from_secs(30);

/// The events of a screen from now on: the screen as it is first, unless it is the one that `known` says.
pub fn events(frames: Frames, known: Option<u64>) -> Sent {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(tell(frames, known, sender));
    Sent::Events(receiver)
}

async fn tell(mut frames: Frames, known: Option<u64>, sender: Sender<Bytes>) {
    let mut beat = interval_at(Instant::now() + STILL_HERE, STILL_HERE);
    let mut sent = known;
    // A browser that was cut off asks again after half a second.
    if !send(&sender, Bytes::from_static(b"retry: 500\n\n")).await {
        return;
    }
    loop {
        let frame: Option<Arc<Frame>> = frames.borrow_and_update().clone();
        if let Some(frame) = frame {
            let (known, version) = (sent.replace(frame.version), frame.version);
            // All who look share the bytes.
            let news = News { frame, known };
            if known != Some(version) && !send(&sender, Bytes::from_owner(news)).await {
                return;
            }
        }
        tokio::select! {
            changed = frames.changed() => if changed.is_err() {
                // The seat is somebody else's, or the server ends.
                let _ = send(&sender, Bytes::from_static(b"event: gone\ndata: \n\n")).await;
                return;
            },
            _ = beat.tick() => if !send(&sender, Bytes::from_static(b": here\n\n")).await { return },
            () = sender.closed() => return,
        }
    }
}

/// What a browser is sent that has the screen of a version.
struct News {
    frame: Arc<Frame>,
    known: Option<u64>,
}

impl AsRef<[u8]> for News {
    fn as_ref(&self) -> &[u8] {
        self.frame.since(self.known).unwrap_or_default()
    }
}

/// Whether it was taken.
async fn send(sender: &Sender<Bytes>, bytes: Bytes) -> bool {
    timeout(PATIENCE, sender.send(bytes)).await.is_ok_and(|sent| sent.is_ok())
}
