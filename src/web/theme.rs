//! The look of a game as style rules: colours of its palette, its fonts, in light and dark. Keeps letters readable, whatever the
//! palette says.

use std::fmt::Write as _;

use crate::app::table::ScreenFont;
use crate::model::{Colour, Game};

/// Letters are at least so much lighter or darker than their ground (WCAG, AA).
const LEAST_CONTRAST: f32 = 4.6;

/// The families that a game writes its titles and its texts with.
pub fn families(game: &Game) -> [String; 2] {
    let of = |names: &[&str]| {
        names.iter().find_map(|name| game.styles.get(*name)).map(|style| style.font.clone()).unwrap_or_default()
    };
    [of(&["title", "heading-1", "sign"]), of(&["body", "rules", "text", "label"])]
}

/// The style rules of a game; its fonts lie under their numbers.
pub fn theme(game: &Game, fonts: &[ScreenFont]) -> String {
    let mut css = String::new();
    for (number, font) in fonts.iter().enumerate() {
        let (weight, style) = (if font.is_bold { 700 } else { 400 }, if font.is_italic { "italic" } else { "normal" });
        let family = quoted(&font.family);
        let _ = writeln!(
            css,
            "@font-face{{font-family:{family};src:url(/font/{number}.ttf);font-weight:{weight};font-style:{style};font-display:swap}}"
        );
    }
    let [title, text] = families(game);
    let family =
        |name: &str, rest: &str| if name.is_empty() { rest.to_owned() } else { format!("{},{rest}", quoted(name)) };
    let [title, text] = [family(&title, "Georgia,serif"), family(&text, "system-ui,sans-serif")];
    let _ = writeln!(css, ":root{{--title:{title};--text:{text}}}");
    let light = Shades::light(game).rules();
    let dark = Shades::dark(game).rules();
    let _ = writeln!(css, ":root{{color-scheme:light dark;{light}}}");
    let _ = writeln!(css, "@media (prefers-color-scheme:dark){{:root{{{dark}}}}}");
    css
}

/// A name for style rules: whatever ends it is left out.
fn quoted(name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_')).collect();
    format!("'{plain}'")
}

/// The colours of a screen.
struct Shades {
    ground: Colour,
    panel: Colour,
    ink: Colour,
    quiet: Colour,
    accent: Colour,
    on_accent: Colour,
    line: Colour,
    second: Colour,
}

impl Shades {
    fn light(game: &Game) -> Self {
        let of = |name: &str, otherwise: Colour| game.palette.get(name).unwrap_or(otherwise);
        let panel = of("bone", of("paper", Colour::WHITE));
        let ground = mixed(of("paper", Colour::WHITE), of("soft", panel), 0.25);
        Self::on(game, ground, panel, of("ink", Colour::BLACK))
    }

    fn dark(game: &Game) -> Self {
        let of = |name: &str, otherwise: Colour| game.palette.get(name).unwrap_or(otherwise);
        let ink = of("ink", Colour { red: 0x1C, green: 0x1C, blue: 0x1E });
        let ground = mixed(ink, Colour::BLACK, 0.45);
        Self::on(game, ground, mixed(ink, Colour::BLACK, 0.1), of("paper", Colour::WHITE))
    }

    fn on(game: &Game, ground: Colour, panel: Colour, ink: Colour) -> Self {
        let of = |name: &str, otherwise: Colour| game.palette.get(name).unwrap_or(otherwise);
        let accent = apart(of("accent", ink), panel, LEAST_CONTRAST);
        let accent = apart(accent, ground, LEAST_CONTRAST);
        let on_accent = [Colour::WHITE, Colour::BLACK]
            .into_iter()
            .max_by(|a, b| contrast(*a, accent).total_cmp(&contrast(*b, accent)));
        let ink = apart(apart(ink, panel, 7.0), ground, 7.0);
        let quiet = apart(apart(mixed(ink, panel, 0.3), panel, LEAST_CONTRAST), ground, LEAST_CONTRAST);
        Self {
            ground,
            panel,
            ink,
            quiet,
            accent,
            on_accent: on_accent.unwrap_or(Colour::WHITE),
            line: apart(of("line", quiet), panel, 3.0),
            second: apart(of("second", quiet), panel, 3.0),
        }
    }

    fn rules(&self) -> String {
        let Self { ground, panel, ink, quiet, accent, on_accent, line, second } = self;
        format!(
            "--ground:{ground};--panel:{panel};--ink:{ink};--quiet:{quiet};--accent:{accent};--on-accent:{on_accent};\
             --line:{line};--second:{second}"
        )
    }
}

/// A part of another colour in one.
fn mixed(one: Colour, other: Colour, part: f32) -> Colour {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a mean of two figures of a byte is one"
    )]
    let mean = |a: u8, b: u8| (f32::from(a) * (1.0 - part) + f32::from(b) * part).round() as u8;
    Colour { red: mean(one.red, other.red), green: mean(one.green, other.green), blue: mean(one.blue, other.blue) }
}

/// A colour, as much darker or lighter as it has to be to stand out from its ground.
fn apart(colour: Colour, ground: Colour, least: f32) -> Colour {
    let away = if light(ground) > 0.18 { Colour::BLACK } else { Colour::WHITE };
    let steps = (0..=20_u8).map(|step| mixed(colour, away, f32::from(step) / 20.0));
    steps.into_iter().find(|shade| contrast(*shade, ground) >= least).unwrap_or(away)
}

fn light(colour: Colour) -> f32 {
    let [red, green, blue] = colour.light();
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// How far two colours stand apart, from 1 to 21.
fn contrast(one: Colour, other: Colour) -> f32 {
    let (a, b) = (light(one), light(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::{Colour, LEAST_CONTRAST, apart, contrast, quoted};

    #[test]
    fn letters_stand_out_from_any_ground() {
        for ground in ["#FFFFFF", "#000000", "#777777", "#F4B63F", "#B4332A"] {
            let ground: Colour = ground.parse().unwrap();
            for colour in ["#F4E8CB", "#2A1F1B", "#A8382A", "#808080"] {
                let shade = apart(colour.parse().unwrap(), ground, LEAST_CONTRAST);
                assert!(contrast(shade, ground) >= LEAST_CONTRAST, "{colour} on {ground}: {shade}");
            }
        }
    }

    #[test]
    fn the_name_of_a_font_ends_nothing() {
        assert_eq!(quoted("Rye'};*{display:none}"), "'Ryedisplaynone'");
    }
}
