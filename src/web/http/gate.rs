//! Whether a request is one of our own pages', sent to a name of ours: no name that was bent to this address, and no other site
//! that sends a browser here.

use hyper::header::{self, HeaderMap};
use hyper::{Method, StatusCode};

/// Why a request goes no further.
pub type Refused = (StatusCode, &'static str);

/// Looks at where a request is sent to and comes from. `hosts` are our own names, with their ports.
pub fn gate(method: &Method, heads: &HeaderMap, hosts: &[String]) -> Result<(), Refused> {
    let one = |name: &header::HeaderName| {
        let mut all = heads.get_all(name).iter();
        let first = all.next().map(|value| value.to_str().unwrap_or("?"));
        // What is said twice is said by somebody who wants it to be read in two ways.
        if all.next().is_some() { Some("?") } else { first }
    };
    let host = one(&header::HOST).unwrap_or_default();
    if !hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
        return Err((
            StatusCode::MISDIRECTED_REQUEST,
            "this table goes by the address that the terminal shows, and by no other name",
        ));
    }
    let site = heads.get("sec-fetch-site").map(|value| value.to_str().unwrap_or("?"));
    if *method == Method::GET {
        // A link from elsewhere may lead here; a page from elsewhere may not fetch.
        let mode = heads.get("sec-fetch-mode").map(|value| value.to_str().unwrap_or("?"));
        let is_foreign = site.is_some_and(|site| matches!(site, "cross-site" | "same-site"));
        if is_foreign && mode != Some("navigate") {
            return Err((StatusCode::FORBIDDEN, "only the pages of this table load this"));
        }
        return Ok(());
    }
    if *method != Method::POST {
        return Err((StatusCode::METHOD_NOT_ALLOWED, "only GET and POST are known here"));
    }
    let origin = one(&header::ORIGIN);
    let is_own = match origin {
        Some(origin) => origin.strip_prefix("http://").is_some_and(|origin| origin.eq_ignore_ascii_case(host)),
        None => site == Some("same-origin"),
    };
    if !is_own || site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Err((StatusCode::FORBIDDEN, "this was sent by a page that is not this table's"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hyper::Method;
    use hyper::header::{HeaderMap, HeaderName, HeaderValue};

    use super::gate;

    fn refused(method: &Method, heads: &[(&str, &str)]) -> Option<u16> {
        let mut map = HeaderMap::new();
        for (name, value) in heads {
            map.append(HeaderName::from_bytes(name.as_bytes()).unwrap(), HeaderValue::from_str(value).unwrap());
        }
        gate(method, &map, &["localhost:8017".to_owned()]).err().map(|(status, _)| status.as_u16())
    }

    #[test]
    fn only_our_own_names_and_pages_pass() {
        let own = ("host", "localhost:8017");
        assert_eq!(refused(&Method::GET, &[own]), None);
        assert_eq!(refused(&Method::GET, &[("host", "LocalHost:8017")]), None);
        for bent in ["evil.example:8017", "localhost", "localhost:80", "localhost:8017.evil.example", ""] {
            assert_eq!(refused(&Method::GET, &[("host", bent)]), Some(421), "{bent}");
        }
        assert_eq!(refused(&Method::GET, &[]), Some(421));
        assert_eq!(refused(&Method::GET, &[own, own]), Some(421));
        assert_eq!(refused(&Method::GET, &[own, ("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(
            refused(&Method::GET, &[own, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]),
            None
        );
        assert_eq!(refused(&Method::POST, &[own]), Some(403));
        assert_eq!(refused(&Method::POST, &[own, ("origin", "http://localhost:8017")]), None);
        for forged in
            ["http://evil.example", "null", "https://localhost:8017", "http://localhost:8018", "localhost:8017"]
        {
            assert_eq!(refused(&Method::POST, &[own, ("origin", forged)]), Some(403), "{forged}");
        }
        let both = [own, ("origin", "http://localhost:8017"), ("sec-fetch-site", "cross-site")];
        assert_eq!(refused(&Method::POST, &both), Some(403));
        assert_eq!(refused(&Method::PUT, &[own]), Some(405));
    }
}
