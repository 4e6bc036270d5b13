//! The manifest that lies beside a kit.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tablewright::inside::changes::{compare, read_manifest};
use tablewright::inside::diag::SourceText;

fuzz_target!(|data: &str| {
    let source = Arc::new(SourceText::new("kit.json", data));
    match read_manifest(&source) {
        Ok(manifest) => {
            let again = Arc::new(SourceText::new("kit.json", manifest.to_json()));
            assert_eq!(read_manifest(&again).ok().as_ref(), Some(&manifest));
            let _ = compare(&manifest, &manifest);
        }
        Err(wrong) => assert!(!wrong.render(false).is_empty()),
    }
});
