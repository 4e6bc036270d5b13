//! A kit from a request to files: wishes, pages, what is made of them, and what stands beside the PDF.

mod assemble;
mod cut_files;
mod export;
mod make;
mod manifest;
mod request;
pub(super) mod save;
mod wishes;

pub use crate::render::pdf::Shrunk;
pub use assemble::assemble;
pub use export::{ExportRequest, Exported, ExportedFile, PictureFormat};
pub use make::{MadeKit, ReadyKits, WrittenKit, unwritten};
pub use manifest::{Since, manifest_at, manifest_of, open_manifest};
pub use request::{CutFormat, KitRequest};
pub use save::save;
pub use wishes::{JobChoice, layouts};
