//! The playtest laboratory: bots that think and know no more than their seat, trials that come out the same however they are
//! played, and reports that add up.

#[path = "../support/mod.rs"]
mod support;

mod ahead;
mod hidden;
mod machine_code;
mod runs;
mod skill;
mod tables;
mod trials;
