//! Tables on screens, over HTTP on this machine alone: what attackers would try, what nobody may learn of hidden cards, and what
//! goes wrong on an evening.

#[path = "../support/mod.rs"]
mod support;

mod attacks;
mod client;
mod faults;
mod hidden;
mod killed;
mod pages;
