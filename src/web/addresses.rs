//! Where a table can be reached, for people: addresses in the local network, and a QR code made of letters.

use std::fmt::Write as _;
use std::net::IpAddr;

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// The addresses of this machine in its networks, those that phones usually reach first.
#[must_use]
pub fn lan_addresses() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let is_reached = |ip: &IpAddr| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        IpAddr::V6(_) => false,
    };
    let mut found: Vec<IpAddr> = all.iter().map(if_addrs::Interface::ip).filter(is_reached).collect();
    // The bridges of virtual machines are mostly in the second range.
    found.sort_by_key(|ip| match ip {
        IpAddr::V4(ip) if ip.octets()[0] == 192 => 0,
        IpAddr::V4(ip) if ip.octets()[0] == 10 => 1,
        _ => 2,
    });
    found.dedup();
    found
}

/// A QR code for a terminal: two rows of it in a line, light on dark where `is_dark` says that the terminal is so.
#[must_use]
pub fn qr_text(text: &str, is_dark: bool) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let (dark, light) = if is_dark { (Dense1x2::Light, Dense1x2::Dark) } else { (Dense1x2::Dark, Dense1x2::Light) };
    Some(code.render::<Dense1x2>().dark_color(dark).light_color(light).quiet_zone(true).build())
}

/// A QR code as the data of an SVG path in a square with a side of so many modules, its quiet zone among them.
#[must_use]
pub fn qr_path(text: &str) -> Option<(String, usize)> {
    /// The zone that stays white on each side.
    const QUIET: usize = 4;
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let (width, colours) = (code.width(), code.to_colors());
    let dark = colours.iter().enumerate().filter(|(_, colour)| **colour == qrcode::Color::Dark);
    let path = dark.fold(String::new(), |mut path, (n, _)| {
        let _ = write!(path, "M{} {}h1v1h-1z", n % width + QUIET, n / width + QUIET);
        path
    });
    Some((path, width + 2 * QUIET))
}

#[cfg(test)]
mod tests {
    use super::{qr_path, qr_text};

    #[test]
    fn a_code_has_a_quiet_zone_and_is_as_wide_as_it_is_high() {
        let text = qr_text("http://192.168.0.2:8017/", false).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width), "{text}");
        assert!(lines.len() * 2 - width <= 1 && lines[0].chars().all(|c| c == lines[0].chars().next().unwrap()));
        let (path, side) = qr_path("http://192.168.0.2:8017/").unwrap();
        assert!(path.starts_with("M4 4h1") && side == width);
    }
}
