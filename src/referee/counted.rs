//! What a count is made of: the fields without which it would be another. Found by trying, as a script only gives the number.

use serde_json::Value;

use super::schema::get;
use super::{Count, Problem, Table, Viewer};

/// More fields are not tried for one count.
const MOST_TRIED: usize = 400;

impl Table {
    /// Those of these fields without which a count would be another.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn fields_behind(&mut self, count: &Count, fields: &[String]) -> Result<Vec<String>, Problem> {
        let now = self.rules.state()?;
        let mut behind = Vec::new();
        for field in fields.iter().take(MOST_TRIED) {
            if self.differs_without(field, &now, count) {
                behind.push(field.clone());
            }
        }
        self.restore()?;
        Ok(behind)
    }

    /// Whether a count is another where a field is as at the start. What the rules make no sense of says nothing.
    fn differs_without(&mut self, field: &str, now: &Value, count: &Count) -> bool {
        let schema = self.rules.schema();
        // An entry of a map is taken away, whatever one begins as.
        let empty = schema
            .find(field)
            .map(|of| if schema.may_be_nothing(field, of) { Value::Null } else { schema.start_of(of) });
        let Ok(empty) = empty else { return false };
        let mut other = now.clone();
        if get(now, field) == Some(&empty) || schema.set(&mut other, field, empty).is_err() {
            return false;
        }
        let step = self.rules.step().0.to_owned();
        let counts = self.rules.put(&other, &step).and_then(|()| self.rules.audit(Viewer::Everybody));
        let without = counts.unwrap_or_default().into_iter().find(|known| known.what == count.what);
        without.is_some_and(|without| without.count != count.count)
    }
}
