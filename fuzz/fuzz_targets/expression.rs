//! What stands between braces in a template, as a text and as an attribute.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablewright::inside::layout::escaped;
use tablewright::inside::model::Ink;
use tablewright_fuzz::kit;

fuzz_target!(|data: &str| {
    let said = escaped(data);
    let front = format!(
        "<rect data-text=\"{{{{ {said} }}}}\" x='1' y='1' width='18' height='9'/>\
         <rect data-if=\"{said}\" x='{{{{ {said} }}}}' y='12' width='3' height='3'/>"
    );
    kit::print(kit::token(&front), Ink::Full);
});
