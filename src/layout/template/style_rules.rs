//! The rules of a drawing's `<style>`, held against its elements: what they say of the texts that are set here. All else
//! they say is for the reader of the bound drawing.

use resvg::usvg::roxmltree::Node;
use simplecss::{AttributeOperator, Element, PseudoClass, StyleSheet};

use super::super::bounds::are_rules_too_many;

/// The rules of one drawing.
pub(super) struct StyleRules<'c>(StyleSheet<'c>);

impl<'c> StyleRules<'c> {
    /// The rules in a text, for a drawing of so many elements; none where there are too many, for which the drawing is
    /// refused when it is drawn.
    pub(super) fn of(css: &'c str, elements: usize) -> Self {
        Self(if are_rules_too_many(css, elements) { StyleSheet::new() } else { StyleSheet::parse(css) })
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
