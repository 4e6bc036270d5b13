//! Colours as eyes see them: contrast, lightness, and what is left of them for colour-blind eyes.
//! Matrices: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color
//! Vision Deficiency", 2009, severity 1.0. Distances: `OKLab`, Björn Ottosson, 2020. Contrast: WCAG 2.2.

use crate::math;
use crate::model::Colour;

/// How somebody sees colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Without those for red.
    Protan,
    /// Without those for green.
    Deutan,
    /// Without those for blue.
    Tritan,
}

impl Sight {
    /// The three kinds of colour-blind eyes.
    pub const BLIND: [Self; 3] = [Self::Protan, Self::Deutan, Self::Tritan];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Protan => "protan",
            Self::Deutan => "deutan",
            Self::Tritan => "tritan",
        }
    }

    const fn matrix(self) -> [[f32; 3]; 3] {
        match self {
            Self::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deutan => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }

    /// Red, green and blue light as these eyes take it.
    fn sees(self, colour: Colour) -> [f32; 3] {
        multiplied(self.matrix(), colour.light()).map(|part| part.clamp(0.0, 1.0))
    }
}

/// How far apart two colours look, in `OKLab`: 0 is the same, 1 is black and white.
#[must_use]
pub fn looks_apart(one: Colour, other: Colour, sight: Sight) -> f32 {
    let (a, b) = (oklab(sight.sees(one)), oklab(sight.sees(other)));
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
}

/// The lightness of a colour, from 0 for black to 100 for white (CIE L*): all that is left of it in grey.
#[must_use]
pub fn lightness(colour: Colour) -> f32 {
    let y = luminance(colour);
    if y > 0.008_856 { 116.0 * math::cbrtf(y) - 16.0 } else { 903.3 * y }
}

/// The contrast of two colours, from 1 to 21.
#[must_use]
pub fn contrast(one: Colour, other: Colour) -> f32 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(colour: Colour) -> f32 {
    let [r, g, b] = colour.light();
    0.212_6 * r + 0.715_2 * g + 0.072_2 * b
}

fn oklab(light: [f32; 3]) -> [f32; 3] {
    const CONES: [[f32; 3]; 3] = [
        [0.412_221_46, 0.536_332_55, 0.051_445_995],
        [0.211_903_5, 0.680_699_5, 0.107_396_96],
        [0.088_302_46, 0.281_718_85, 0.629_978_7],
    ];
    const LAB: [[f32; 3]; 3] = [
        [0.210_454_26, 0.793_617_8, -0.004_072_047],
        [1.977_998_5, -2.428_592_2, 0.450_593_7],
        [0.025_904_037, 0.782_771_77, -0.808_675_77],
    ];
    multiplied(LAB, multiplied(CONES, light).map(math::cbrtf))
}

fn multiplied(matrix: [[f32; 3]; 3], [x, y, z]: [f32; 3]) -> [f32; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> Colour {
        text.parse().unwrap()
    }

    fn near(is: f32, should: f32, by: f32) {
        assert!((is - should).abs() < by, "{is} and not {should}");
    }

    #[test]
    fn contrasts_are_those_of_the_guidelines() {
        let white = colour("#FFF");
        for (text, ratio) in
            [("#000", 21.0), ("#FFF", 1.0), ("#777777", 4.48), ("#767676", 4.54), ("#F00", 4.0), ("#00F", 8.59)]
        {
            near(contrast(colour(text), white), ratio, 0.01);
            near(contrast(white, colour(text)), ratio, 0.01);
        }
    }

    #[test]
    fn oklab_is_as_published() {
        for (text, lab) in [
            ("#FFF", [1.0, 0.0, 0.0]),
            ("#F00", [0.628, 0.225, 0.126]),
            ("#0F0", [0.866, -0.234, 0.179]),
            ("#00F", [0.452, -0.032, -0.312]),
        ] {
            let is = oklab(colour(text).light());
            is.iter().zip(lab).for_each(|(is, should)| near(*is, should, 0.001));
        }
    }

    #[test]
    fn greys_stay_grey() {
        for sight in Sight::BLIND {
            for text in ["#FFF", "#808080", "#222"] {
                let [r, g, b] = sight.sees(colour(text));
                near(r, g, 0.002);
                near(g, b, 0.002);
            }
        }
    }

    #[test]
    fn simulated_colours_are_those_of_colorspacious() {
        // Version 1.1.2 of that library, severity 100.
        let published = [
            (Sight::Protan, [("#FF0000", "#6D5F00"), ("#00FF00", "#FFE500"), ("#A8382A", "#584F28")]),
            (Sight::Deutan, [("#FF0000", "#A39000"), ("#00FF00", "#EFD63A"), ("#A8382A", "#736826")]),
            (Sight::Tritan, [("#FF0000", "#FF000F"), ("#00FF00", "#00F7D9"), ("#A8382A", "#B91935")]),
        ];
        for (sight, pairs) in published {
            for (real, seen) in pairs {
                let is = sight.sees(colour(real));
                is.iter().zip(colour(seen).light()).for_each(|(is, should)| near(*is, should, 0.01));
            }
        }
    }

    #[test]
    fn lightness_runs_from_black_to_white() {
        near(lightness(colour("#000")), 0.0, 0.01);
        near(lightness(colour("#FFF")), 100.0, 0.01);
        near(lightness(colour("#F00")), 53.24, 0.05);
        near(lightness(colour("#777777")), 50.03, 0.05);
    }

    #[test]
    fn the_palette_of_okabe_and_ito_is_told_apart_by_all() {
        let palette = ["#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7"];
        for (number, one) in palette.iter().enumerate() {
            for other in &palette[number + 1..] {
                for sight in Sight::BLIND {
                    let apart = looks_apart(colour(one), colour(other), sight);
                    assert!(apart > 0.07, "{one} {other} {sight:?} {apart}");
                }
            }
        }
        assert!(looks_apart(colour("#E53935"), colour("#43A047"), Sight::Deutan) < 0.04, "traffic lights");
    }
}
