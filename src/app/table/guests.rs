//! Who sits on which seat by the key that their device was given: kept beside the table, for its owner alone, so that a server
//! that was ended is found again by all who had joined.

use serde::{Deserialize, Serialize};

use crate::app::kit::save;
use crate::diag::{Diagnostic, Diagnostics};
use crate::disk::Disk;

use super::session::Session;

/// What the file is called.
const GUESTS: &str = "guests.json";

/// Everybody who was let in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestList {
    /// The key of who keeps the table.
    pub host: String,
    /// The word that lets people in without being asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// The others.
    pub guests: Vec<Guest>,
    /// How often the table was served: what screens showed before is older than what they show now.
    #[serde(default)]
    pub served: u64,
}

/// One device.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    /// Its key.
    pub key: String,
    /// The seats it plays, from 0 in turn order.
    pub seats: Vec<usize>,
}

impl Session {
    /// Everybody who was let in; nobody, if that was never kept or cannot be read any more.
    #[must_use]
    pub fn guests(&self) -> GuestList {
        let text = std::fs::read(self.folder.root().join(GUESTS)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Keeps who was let in.
    ///
    /// # Errors
    /// What the disk said.
    pub fn keep_guests(&self, list: &GuestList) -> Result<(), Diagnostics> {
        let text = serde_json::to_vec_pretty(list).map_err(|error| Diagnostic::error(error.to_string()))?;
        Ok(save(&Disk::private(), &self.folder.root().join(GUESTS), &text)?)
    }
}
