//! What people type at a question: what is read fits it, and what is not read is told.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::dice::Chance;
use tablewright::inside::referee::{Request, read_answer};
use tablewright_fuzz::{chosen, table};

thread_local! {
    static QUESTIONS: Vec<Request> = table::questions();
}

fuzz_target!(|data: &[u8]| {
    let Some((which, text)) = chosen(data) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    QUESTIONS.with(|questions| {
        let request = &questions[which % questions.len()];
        let mut chance = Chance::from_seed(3);
        match read_answer(request, text, &mut |end| chance.below(end)) {
            Ok(answer) => {
                assert_eq!(answer.check(request), Ok(()));
                assert!(!answer.told(&request.kind).is_empty());
            }
            Err(refusal) => {
                assert!(!refusal.message().is_empty() && !refusal.hints.is_empty());
                assert!(refusal.message().chars().count() < 300, "{}", refusal.message());
            }
        }
    });
});
