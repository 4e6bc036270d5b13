//! Makes cargo notice new and changed templates, which the binary carries inside.

fn main() {
    println!("cargo:rerun-if-changed=templates");
}
