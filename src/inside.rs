//! The floors below the public face, opened for the project's own tests and for nobody else: nothing here is kept stable.

/// A module of the same name with all that is public in it.
macro_rules! opened {
    ($($floor:ident)*) => {
        $(
            #[allow(missing_docs, reason = "it is told where it is")]
            pub mod $floor {
                pub use crate::$floor::*;
            }
        )*
    };
}

opened! { changes diag dice disk geom ground impose lab layout lint load model referee render rules store ui units }
