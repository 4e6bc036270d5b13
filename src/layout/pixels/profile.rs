//! Colour profiles: what the numbers of a picture mean where they do not mean what those of every screen do (sRGB), and
//! the way from one to the other. Reads profiles of three lights and of grey; those with tables of colours are only known.

use std::sync::OnceLock;

use xxhash_rust::xxh3::xxh3_64;

use crate::math::powf;
use crate::model::figure_for;

/// Where the space of the colours stands in a profile, and that of what they lead to.
const SPACE: usize = 16;
const LEADS_TO: usize = 20;
/// Where the list of its parts begins.
const PARTS: usize = 128;
/// More parts than this has none.
const MOST_PARTS: usize = 200;
/// From the colours that profiles lead to, to the lights of sRGB.
const TO_LIGHTS: [[f32; 3]; 3] = [
    [3.133_856, -1.616_866_7, -0.490_614_6],
    [-0.978_768_4, 1.916_141_5, 0.033_454],
    [0.071_945_3, -0.228_991_4, 1.405_242_7],
];
/// So far from sRGB, of 255, nobody sees a difference.
const ALIKE: u8 = 3;
/// Files whose gamma is between these mean sRGB, of which it is the nearest.
const USUAL_GAMMA: std::ops::RangeInclusive<f32> = 0.450..=0.460;
/// Steps of light that are told apart.
const STEPS: usize = 65_535;

/// What a picture says of its colours.
#[derive(Debug)]
pub enum Profile {
    /// They are those of screens, or as good as.
    Usual,
    /// They are led to those of screens like this.
    Other(Box<Conversion>),
    /// They are others, and nobody here knows which.
    Unread,
}

/// The way from the numbers of a picture to those of screens.
#[derive(Debug, PartialEq)]
pub struct Conversion {
    /// How much light each number of each channel is.
    light: [Vec<f32>; 3],
    /// What each light is of those of sRGB.
    mixed: [[f32; 3]; 3],
    /// Says whether two are the same.
    pub number: u64,
}

impl Profile {
    /// That of a file with this ICC profile.
    #[must_use]
    pub fn of_icc(icc: &[u8]) -> Self {
        match icc.get(SPACE..SPACE + 4) {
            Some(b"RGB " | b"GRAY") => {}
            // Inks go to the printer as they are.
            _ => return Self::Usual,
        }
        match Conversion::of_icc(icc) {
            Some(conversion) if conversion.is_usual() => Self::Usual,
            Some(conversion) => Self::Other(Box::new(conversion)),
            None => Self::Unread,
        }
    }

    /// That of a file of which only the gamma is told, as 0.45455.
    #[must_use]
    pub fn of_gamma(gamma: f32) -> Self {
        if USUAL_GAMMA.contains(&gamma) || !(0.1..=2.0).contains(&gamma) {
            return Self::Usual;
        }
        let light: Vec<f32> = (0_u8..=255).map(|value| powf(f32::from(value) / 255.0, 1.0 / gamma)).collect();
        Self::Other(Box::new(Conversion::of_one_curve(light, xxh3_64(&gamma.to_le_bytes()))))
    }

    /// Leads pixels of four bytes to the colours of screens.
    pub fn carry_out(&self, rgba: &mut [u8]) {
        if let Self::Other(conversion) = self {
            conversion.carry_out(rgba);
        }
    }
}

impl Conversion {
    fn of_icc(icc: &[u8]) -> Option<Self> {
        let number = xxh3_64(icc);
        if icc.get(SPACE..SPACE + 4)? == b"GRAY" {
            return Some(Self::of_one_curve(light_of(part(icc, *b"kTRC")?)?, number));
        }
        if icc.get(LEADS_TO..LEADS_TO + 4)? != b"XYZ " {
            return None;
        }
        let light = |name: [u8; 4]| light_of(part(icc, name)?);
        let colour = |name: [u8; 4]| {
            let part = part(icc, name).filter(|part| part.starts_with(b"XYZ "))?;
            Some([fixed(part, 8)?, fixed(part, 12)?, fixed(part, 16)?])
        };
        let colours = [colour(*b"rXYZ")?, colour(*b"gXYZ")?, colour(*b"bXYZ")?];
        let mixed =
            TO_LIGHTS.map(|row| colours.map(|colour| row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]));
        Some(Self { light: [light(*b"rTRC")?, light(*b"gTRC")?, light(*b"bTRC")?], mixed, number })
    }

    /// With the lights of sRGB, of which each number of all channels is so much.
    fn of_one_curve(light: Vec<f32>, number: u64) -> Self {
        let mixed = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Self { light: [light.clone(), light.clone(), light], mixed, number }
    }

    /// Whether nobody would see what it does.
    fn is_usual(&self) -> bool {
        let steps = || (0_u8..=255).step_by(15);
        let is_near = |colour: [u8; 3]| {
            let seen = self.colour(colour);
            colour.iter().zip(seen).all(|(own, seen)| own.abs_diff(seen) <= ALIKE)
        };
        steps().all(|red| steps().all(|green| steps().all(|blue| is_near([red, green, blue]))))
    }

    fn colour(&self, colour: [u8; 3]) -> [u8; 3] {
        let [red, green, blue] = [0, 1, 2].map(|channel| self.light[channel][usize::from(colour[channel])]);
        self.mixed.map(|row| seen(row[0] * red + row[1] * green + row[2] * blue))
    }

    /// Carries it out on pixels of four bytes.
    pub fn carry_out(&self, rgba: &mut [u8]) {
        let mut last = ([0; 3], self.colour([0; 3]));
        for pixel in rgba.chunks_exact_mut(4) {
            let own = [pixel[0], pixel[1], pixel[2]];
            if own != last.0 {
                last = (own, self.colour(own));
            }
            pixel[..3].copy_from_slice(&last.1);
        }
    }
}

/// A part of a profile by its name.
fn part(icc: &[u8], name: [u8; 4]) -> Option<&[u8]> {
    let count = whole(icc, PARTS)?.min(MOST_PARTS);
    let entry = |number: usize| icc.get(PARTS + 4 + number * 12..PARTS + 16 + number * 12);
    let entry = (0..count).filter_map(entry).find(|entry| entry.starts_with(&name))?;
    let (at, size) = (whole(entry, 4)?, whole(entry, 8)?);
    icc.get(at..at.checked_add(size)?)
}

fn whole(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?.first_chunk()?;
    usize::try_from(u32::from_be_bytes(*four)).ok()
}

/// A number with sixteen bits behind the point.
fn fixed(bytes: &[u8], at: usize) -> Option<f32> {
    let four = bytes.get(at..at.checked_add(4)?)?.first_chunk()?;
    Some(i32::from_be_bytes(*four) as f32 / 65_536.0)
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..at.checked_add(2)?)?.first_chunk()?))
}

/// How much light each of 256 numbers is, as a curve of a profile says.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a place in a list, and not below 0")]
fn light_of(curve: &[u8]) -> Option<Vec<f32>> {
    let values = || (0_u8..=255).map(|value| f32::from(value) / 255.0);
    if curve.starts_with(b"para") {
        let kind = short(curve, 8)?;
        let said: Vec<f32> = (0..7).map_while(|number| fixed(curve, 12 + number * 4)).collect();
        return values().map(|value| parametric(kind, &said, value)).collect();
    }
    if !curve.starts_with(b"curv") {
        return None;
    }
    match whole(curve, 8)? {
        0 => Some(values().collect()),
        1 => {
            let gamma = f32::from(short(curve, 12)?) / 256.0;
            Some(values().map(|value| powf(value, gamma)).collect())
        }
        count => {
            let steps = curve.get(12..12_usize.checked_add(count.checked_mul(2)?)?)?;
            let step = |number: usize| short(steps, number.min(count - 1) * 2).map(|light| f32::from(light) / 65_535.0);
            let between = |value: f32| {
                let at = value * (count - 1) as f32;
                let (lower, part) = (at.floor(), at - at.floor());
                let number = (0..count).nth(lower as usize)?;
                Some(step(number)? * (1.0 - part) + step(number + 1)? * part)
            };
            values().map(between).collect()
        }
    }
}

/// The five kinds of curves that are formulas.
fn parametric(kind: u16, said: &[f32], value: f32) -> Option<f32> {
    let &[gamma, ref rest @ ..] = said else { return None };
    let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|number| rest.get(number).copied());
    let raised = |a: f32, b: f32| powf((a * value + b).max(0.0), gamma);
    Some(match kind {
        0 => powf(value, gamma),
        1 if value >= -b? / a? => raised(a?, b?),
        1 => 0.0,
        2 if value >= -b? / a? => raised(a?, b?) + c?,
        2 => c?,
        3 if value >= d? => raised(a?, b?),
        3 => c? * value,
        4 if value >= d? => raised(a?, b?) + e?,
        4 => c? * value + f?,
        _ => return None,
    })
}

/// The number of so much light on screens.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is held between both ends before")]
fn seen(light: f32) -> u8 {
    static NUMBERS: OnceLock<Vec<u8>> = OnceLock::new();
    let numbers = NUMBERS.get_or_init(|| {
        let number = |step: usize| (figure_for(step as f32 / STEPS as f32) * 255.0).round().clamp(0.0, 255.0) as u8;
        (0..=STEPS).map(number).collect()
    });
    let step = if light > 0.0 { (light * STEPS as f32).round().min(STEPS as f32) as usize } else { 0 };
    numbers.get(step).copied().unwrap_or(u8::MAX)
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of the tests are small")]
mod tests {
    use super::*;

    /// A profile with these colours of its lights and this curve.
    fn icc(colours: [[f32; 3]; 3], curve: &[u8]) -> Vec<u8> {
        let mut parts: Vec<([u8; 4], Vec<u8>)> = vec![];
        for (name, colour) in [*b"rXYZ", *b"gXYZ", *b"bXYZ"].into_iter().zip(colours) {
            let mut part = b"XYZ \0\0\0\0".to_vec();
            part.extend(colour.iter().flat_map(|value| ((value * 65_536.0) as i32).to_be_bytes()));
            parts.push((name, part));
        }
        parts.extend([*b"rTRC", *b"gTRC", *b"bTRC"].map(|name| (name, curve.to_vec())));
        let mut file = vec![0; PARTS];
        file[SPACE..SPACE + 4].copy_from_slice(b"RGB ");
        file[LEADS_TO..LEADS_TO + 4].copy_from_slice(b"XYZ ");
        file.extend(6_u32.to_be_bytes());
        let mut at = u32::try_from(PARTS + 4 + 6 * 12).unwrap();
        for (name, part) in &parts {
            let size = u32::try_from(part.len()).unwrap();
            file.extend(name.iter().copied().chain(at.to_be_bytes()).chain(size.to_be_bytes()));
            at += size;
        }
        file.extend(parts.into_iter().flat_map(|(_, part)| part));
        file
    }

    fn gamma(gamma: f32) -> Vec<u8> {
        let mut curve = b"curv\0\0\0\0\0\0\0\x01".to_vec();
        curve.extend(((gamma * 256.0) as u16).to_be_bytes());
        curve
    }

    fn srgb_curve() -> Vec<u8> {
        let mut curve = b"para\0\0\0\0\0\x03\0\0".to_vec();
        let said = [2.4, 1.0 / 1.055, 0.055 / 1.055, 1.0 / 12.92, 0.040_45];
        curve.extend(said.iter().flat_map(|value: &f32| ((value * 65_536.0) as i32).to_be_bytes()));
        curve
    }

    const SRGB: [[f32; 3]; 3] = [[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141]];
    const P3: [[f32; 3]; 3] = [[0.5151, 0.2412, -0.0011], [0.2919, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841]];
    const ADOBE: [[f32; 3]; 3] = [[0.6097, 0.3111, 0.0195], [0.2053, 0.6257, 0.0609], [0.1492, 0.0632, 0.7446]];

    #[test]
    fn the_profile_of_screens_changes_nothing() {
        assert!(matches!(Profile::of_icc(&icc(SRGB, &srgb_curve())), Profile::Usual));
        assert!(matches!(Profile::of_gamma(0.454_55), Profile::Usual));
    }

    #[test]
    fn wider_colours_become_those_of_screens() {
        // What CSS Color 4 makes of the same colours.
        let seen = |icc: &[u8], colour: [u8; 3]| {
            let Profile::Other(conversion) = Profile::of_icc(icc) else { panic!("another profile") };
            let mut pixel = [colour[0], colour[1], colour[2], 7];
            conversion.carry_out(&mut pixel);
            pixel
        };
        let near = |a: [u8; 4], b: [u8; 4]| a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 2);
        let p3 = icc(P3, &srgb_curve());
        assert!(near(seen(&p3, [200, 100, 50]), [215, 93, 31, 7]), "{:?}", seen(&p3, [200, 100, 50]));
        assert!(near(seen(&p3, [128, 128, 128]), [128, 128, 128, 7]));
        assert!(near(seen(&p3, [255, 0, 0]), [255, 0, 0, 7]));
        let adobe = icc(ADOBE, &gamma(2.2));
        assert!(near(seen(&adobe, [100, 150, 100]), [66, 151, 97, 7]), "{:?}", seen(&adobe, [100, 150, 100]));
    }

    #[test]
    fn whatever_is_broken_is_only_unread() {
        let whole = icc(P3, &srgb_curve());
        for end in 0..whole.len() {
            let _ = Profile::of_icc(&whole[..end]);
        }
        for at in 0..whole.len() {
            let mut broken = whole.clone();
            broken[at] ^= 0xFF;
            let _ = Profile::of_icc(&broken);
        }
        assert!(matches!(Profile::of_icc(&whole[..PARTS]), Profile::Unread));
    }
}
