//! The table on every screen: an HTTP server in the same binary. One thread owns the table and its script engine (`keeper`);
//! requests reach it through a channel and get finished screens back. The async side (`http`) never touches the engine. The
//! only user of HTTP and async crates; prints nothing.

mod addresses;
mod deeds;
mod frames;
mod guests;
mod http;
mod keeper;
mod orders;
mod pages;
mod theme;

pub use addresses::{lan_addresses, qr_text};
pub use keeper::{Served, serve};
