//! The words on a face as somebody hears them: in the order in which they are drawn, lines joined, divided words whole, signs by
//! their names. Says nothing of pictures.

use super::face::{GlyphRun, Layer, Role};

/// Runs that are nearer to each other than this part of their size follow without a blank.
const TOUCHING: f32 = 0.15;
/// Baselines that differ by no more, in millimetres, are one.
const ONE_LINE: f32 = 0.01;
/// What follows a word without a blank.
const CLOSING: &[char] = &['.', ',', ';', ':', '!', '?', ')', '’', '”'];
const SOFT_HYPHEN: char = '\u{ad}';

/// The words of some layers; nothing where there are none.
#[must_use]
pub fn spoken(layers: &[Layer]) -> String {
    let mut hearing = Hearing::default();
    hearing.layers(layers);
    hearing.text.replace(SOFT_HYPHEN, "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Default)]
struct Hearing {
    text: String,
    /// Where the last run ended: how far to the right, and on which baseline.
    end: Option<(f32, f32)>,
}

impl Hearing {
    fn layers(&mut self, layers: &[Layer]) {
        for layer in layers {
            match layer {
                Layer::Glyphs(run) => self.run(run),
                Layer::Art { slots, .. } => {
                    for slot in slots {
                        self.end = None;
                        self.layers(slot);
                    }
                    self.end = None;
                }
                Layer::Spoken { role: Role::Sign(said), .. } => {
                    self.apart();
                    self.text.push_str(said);
                    self.end = None;
                }
                Layer::Spoken { layers, .. } => self.layers(layers),
                Layer::Image { .. } | Layer::Fill { .. } | Layer::Face { .. } => {}
            }
        }
    }

    fn run(&mut self, run: &GlyphRun) {
        let (left, baseline) = run.origin;
        let follows = self.end.is_some_and(|(right, line)| {
            (line - baseline).abs() <= ONE_LINE && (left - right).abs() < run.size * TOUCHING
        });
        if self.text.ends_with(SOFT_HYPHEN) {
            // A hyphen at the end of a line is only there to be seen.
            if run.text == "-" {
                return;
            }
        } else if !follows && !run.text.starts_with(CLOSING) {
            self.apart();
        }
        self.text.push_str(&run.text);
        self.end = Some((left + run.advance, baseline));
    }

    /// What follows is another word.
    fn apart(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
    }
}
