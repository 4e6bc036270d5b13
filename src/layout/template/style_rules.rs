//! The rules of a drawing's `<style>`, held against its elements: what they say of the texts that are set here. All else
//! they say is for the reader of the bound drawing.

use resvg::usvg::roxmltree::Node;
use simplecss::{AttributeOperator, Element, PseudoClass, StyleSheet};

/// How often rules are held against elements at most; a drawing that takes more is refused when it is drawn.
const MOST_MATCHES: usize = 10_000_000;

/// The rules of one drawing.
pub(super) struct StyleRules<'c>(StyleSheet<'c>);

impl<'c> StyleRules<'c> {
    /// The rules in a text, for a drawing of so many elements.
    pub(super) fn of(css: &'c str, elements: usize) -> Self {
        let sheet = StyleSheet::parse(css);
        let is_bounded = sheet.rules.len().saturating_mul(elements) <= MOST_MATCHES;
        Self(if is_bounded { sheet } else { StyleSheet::new() })
    }

    /// What they say of an element, the most particular last: names and values.
    pub(super) fn of_node<'s>(&'s self, node: Node<'s, 's>) -> impl Iterator<Item = (&'c str, &'c str)> + 's {
        let matching = self.0.rules.iter().filter(move |rule| rule.selector.matches(&Styled(node)));
        matching.flat_map(|rule| rule.declarations.iter()).map(|declared| (declared.name, declared.value))
    }
}

/// An element as selectors look at it.
struct Styled<'d>(Node<'d, 'd>);

impl Element for Styled<'_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Self)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Self)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.0.prev_sibling_element().is_none()
    }
}
