//! Pictures and page breaks as other programs write them into Markdown: `<img src="..">`, `\pagebreak`, and what they put in
//! braces behind a picture. Reads words only; opens no files.

/// What stands alone where a page ends in other programs.
const PAGE_BREAKS: [&str; 4] = ["\\pagebreak", "\\newpage", "\\clearpage", "<pagebreak>"];
/// What a style of HTML says for it.
const BREAKING: [&str; 3] = ["page-break", "break-after:page", "break-before:page"];

/// A picture as HTML has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HtmlPicture {
    /// Its path.
    pub path: String,
    /// What it shows.
    pub words: String,
    /// How wide it is, where that is a part of the column or a length of paper.
    pub width: Option<String>,
}

/// Whether a block is nothing but the end of a page.
pub fn is_page_break(block: &str) -> bool {
    let block = block.trim();
    let plain = block.replace(' ', "").to_lowercase();
    let is_styled = plain.starts_with('<') && BREAKING.iter().any(|word| plain.contains(word)) && has_no_words(block);
    PAGE_BREAKS.iter().any(|mark| block.eq_ignore_ascii_case(mark)) || is_styled
}

/// Whether there is nothing to read between the brackets of a block of HTML.
fn has_no_words(block: &str) -> bool {
    let mut is_tag = false;
    block.chars().all(|sign| {
        is_tag = (is_tag || sign == '<') && sign != '>';
        is_tag || sign == '>' || sign.is_whitespace()
    })
}

/// The picture that a block is and nothing else.
pub fn html_picture(block: &str) -> Option<HtmlPicture> {
    let block = block.trim();
    let at = block.to_ascii_lowercase().find("<img")?;
    let tag = &block[at..];
    let is_alone = at == 0 && tag.find('>').is_some_and(|end| end + 1 == tag.len());
    if !is_alone && !has_no_words(block) {
        return None;
    }
    let path = attribute(tag, "src")?;
    let width = attribute(tag, "width").filter(|width| width.ends_with('%') || width.ends_with("mm"));
    Some(HtmlPicture { path, words: attribute(tag, "alt").unwrap_or_default(), width })
}

/// The value of an attribute of a tag.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let lower = tag.to_ascii_lowercase();
    let begins = lower.match_indices(name).map(|(at, _)| at);
    let own = begins.into_iter().find(|at| lower[..*at].ends_with(char::is_whitespace))?;
    let rest = tag[own + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|sign| matches!(sign, '"' | '\''));
    let value = match quote {
        Some(quote) => rest[1..].split(quote).next()?,
        None => rest.split([' ', '>', '\n']).next()?,
    };
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Whether a text is what other programs write in braces behind a picture.
pub fn is_in_braces(text: &str) -> bool {
    text.trim().starts_with('{') && text.trim().ends_with('}')
}

/// How wide a picture is by what stands in braces behind it: `{width=50%}`.
pub fn width_in_braces(text: &str) -> Option<String> {
    let inside = text.trim().strip_prefix('{')?.strip_suffix('}')?;
    let width = inside.split_whitespace().find_map(|part| part.strip_prefix("width="))?.trim_matches(['"', '\'']);
    ["%", "mm", "cm"].iter().any(|unit| width.ends_with(unit)).then(|| width.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{HtmlPicture, html_picture, is_in_braces, is_page_break, width_in_braces};

    #[test]
    fn pictures_and_breaks_of_other_programs_are_known() {
        let picture = |path: &str, words: &str, width: Option<&str>| {
            Some(HtmlPicture { path: path.into(), words: words.into(), width: width.map(str::to_owned) })
        };
        assert_eq!(
            html_picture("<img src=\"art/a.jpg\" alt='A ghost' width=\"300\">"),
            picture("art/a.jpg", "A ghost", None)
        );
        assert_eq!(
            html_picture("<p align=\"center\">\n<img width=\"40%\" src=a.png />\n</p>"),
            picture("a.png", "", Some("40%"))
        );
        assert_eq!(html_picture("<p>see <img src=\"a.png\"></p>"), None);
        assert_eq!(html_picture("<b>no</b>"), None);
        for told in [
            "\\pagebreak",
            "\\newpage ",
            "<div style=\"page-break-after: always;\"></div>",
            "<div style='break-after: page'>\n</div>",
        ] {
            assert!(is_page_break(told), "{told}");
        }
        assert!(
            !is_page_break("<div style=\"page-break-after: always;\">words</div>") && !is_page_break("a \\pagebreak")
        );
        assert_eq!(width_in_braces("{width=50%}"), Some("50%".to_owned()));
        assert!(is_in_braces("{#fig .wide}") && width_in_braces("{#fig .wide}").is_none() && !is_in_braces("words"));
    }
}
