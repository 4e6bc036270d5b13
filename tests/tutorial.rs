//! The tutorial, followed word for word from an empty folder.

mod support;

#[cfg(unix)]
#[test]
fn the_tutorial_does_what_it_says() {
    support::reader::follow("tutorial.md", "my-game", |_| ());
}
