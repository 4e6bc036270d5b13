//! The tutorial, followed word for word from an empty folder.

#[cfg(unix)]
#[test]
fn the_tutorial_does_what_it_says() {
    crate::support::reader::follow("tutorial.md", "my-game", |_| ());
}
