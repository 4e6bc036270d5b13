//! HTTP: connections, bounds, who may send what from where, addresses, and events. Turns requests into orders for the thread that
//! owns the table, and hands on what comes back.

mod body;
mod events;
mod form;
mod gate;
mod heads;
mod rates;
mod routes;
mod server;
mod shelf;

pub use server::{Doors, Server};
