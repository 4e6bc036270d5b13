//! News of a screen as server-sent events. A browser that is slow skips what is out of date; one that takes nothing for long is
//! left alone.

use std::sync::Arc;
use std::time::Duration;

use hyper::body::Bytes;
use tokio::sync::mpsc::{self, Sender};
use tokio::time::{interval, timeout};

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
    let mut beat = interval(STILL_HERE);
    let mut sent = known;
    // A browser that was cut off asks again after half a second.
    if !send(&sender, Bytes::from_static(b"retry: 500\n\n")).await {
        return;
    }
    loop {
        let frame: Option<Arc<Frame>> = frames.borrow_and_update().clone();
        if let Some(frame) = frame.filter(|frame| Some(frame.version) != sent) {
            sent = Some(frame.version);
            let event = format!("id: {}\nevent: frame\ndata: {}\n\n", frame.version, frame.event);
            if !send(&sender, Bytes::from(event)).await {
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

/// Whether it was taken.
async fn send(sender: &Sender<Bytes>, bytes: Bytes) -> bool {
    timeout(PATIENCE, sender.send(bytes)).await.is_ok_and(|sent| sent.is_ok())
}
