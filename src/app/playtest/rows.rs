//! Rows of trials on the disk: written as they come, gone on with after a run was cut off, packed as Parquet in the end, and
//! read again for a report, however many files they are in.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use same_file::Handle;

use crate::app::kit::save::save;
use crate::diag::{Diagnostic, Diagnostics};
use crate::disk::Disk;
use crate::lab::{
    CsvRows, Mixed, ParquetRows, Row, Summary, Tally, Trials, read_csv, read_parquet, report_html, summary_json,
};

/// Rows wait until there are so many bytes of them, and are written at once.
const AT_ONCE: usize = 1 << 16;
/// What the file of rows is called while there are more to come.
const UNDER_WAY: &str = "part";

/// One part of many that are played apart, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The games that it plays, of so many.
    #[must_use]
    pub fn games(self, all: u64) -> std::ops::Range<u64> {
        let at = |number: u64| u64::try_from(u128::from(all) * u128::from(number) / u128::from(self.of)).unwrap_or(all);
        at(self.number - 1)..at(self.number)
    }

    /// What its files are called, so that they sort as they are played.
    fn stem(self) -> String {
        let wide = self.of.to_string().len();
        format!("rows-{:0wide$}-of-{}", self.number, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    /// `3/100`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no part: write `3/100` for the third of a hundred");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let (number, of) = number.parse().ok().zip(of.parse().ok()).ok_or_else(wrong)?;
        if number == 0 || number > of { Err(wrong()) } else { Ok(Self { number, of }) }
    }
}

/// The file that rows are written to as they come.
pub struct RowFile<'d> {
    disk: &'d Disk,
    folder: PathBuf,
    stem: String,
    file: File,
    kept: u64,
    csv: CsvRows,
    waiting: Vec<u8>,
    failed: Option<io::Error>,
}

impl<'d> RowFile<'d> {
    /// Begins the rows of trials in a folder, or goes on with those that are there, which are handed on.
    ///
    /// # Errors
    /// What the disk says, or rows that are there and are not of these trials.
    pub fn begin(
        disk: &'d Disk,
        folder: &Path,
        shard: Option<Shard>,
        (trials, resumes): (&Trials, bool),
        take: &mut dyn FnMut(&Row),
    ) -> Result<Self, Diagnostics> {
        let stem = shard.map_or_else(|| "rows".to_owned(), Shard::stem);
        let path = folder.join(format!("{stem}.csv.{UNDER_WAY}"));
        disk.make_folders(folder).map_err(|error| unwritable(folder, &error))?;
        let csv = CsvRows::of(trials.version.seats);
        let done = folder.join(format!("{stem}.csv"));
        let mut file = own(disk, &path, (&done, resumes)).map_err(|error| unwritable(&path, &error))?;
        let kept = if resumes {
            go_on(disk, &path, &mut file, trials, take)?
        } else {
            disk.cut(&path, &mut file, 0).map_err(|error| unwritable(&path, &error))?;
            0
        };
        let mut rows =
            Self { disk, folder: folder.to_owned(), stem, file, kept, csv, waiting: Vec::new(), failed: None };
        let is_empty = rows.file.stream_position().map_err(|error| unwritable(&path, &error))? == 0;
        if is_empty {
            rows.waiting = rows.csv.heading();
        }
        Ok(rows)
    }

    /// How many rows were there.
    pub const fn kept(&self) -> u64 {
        self.kept
    }

    /// Adds a row; whether that went well.
    pub fn add(&mut self, row: &Row) -> bool {
        self.waiting.extend(self.csv.line(row));
        self.waiting.len() < AT_ONCE || self.flush()
    }

    fn path(&self) -> PathBuf {
        self.folder.join(format!("{}.csv.{UNDER_WAY}", self.stem))
    }

    fn flush(&mut self) -> bool {
        let waiting = std::mem::take(&mut self.waiting);
        let path = self.path();
        if let Err(error) = self.disk.write(&path, &mut self.file, &waiting) {
            self.failed = Some(error);
        }
        self.failed.is_none()
    }

    /// Ends it: with all rows there it gets its name, and its Parquet beside it; otherwise it stays, to be gone on with.
    ///
    /// # Errors
    /// What the disk says.
    pub fn finish(mut self, is_whole: bool) -> Result<Vec<PathBuf>, Diagnostics> {
        let path = self.path();
        self.flush();
        let failed = self.failed.take().map_or(Ok(()), Err);
        failed.and_then(|()| self.disk.sync(&path, &self.file)).map_err(|error| unwritable(&path, &error))?;
        if !is_whole {
            return Ok(vec![path]);
        }
        let done = self.folder.join(format!("{}.csv", self.stem));
        let renamed = self.disk.rename(&path, &done).and_then(|()| self.disk.sync_folder(&self.folder));
        renamed.map_err(|error| unwritable(&done, &error))?;
        let packed = self.folder.join(format!("{}.parquet", self.stem));
        pack(self.disk, &done, &packed)?;
        Ok(vec![done, packed])
    }
}

/// The file of rows that come, for this run alone: another one that writes the same rows is waited for.
fn own(disk: &Disk, path: &Path, (done, resumes): (&Path, bool)) -> io::Result<File> {
    loop {
        if resumes && !path.exists() && done.exists() {
            disk.rename(done, path)?;
        }
        let opened =
            if path.exists() { OpenOptions::new().read(true).write(true).open(path) } else { disk.make_file(path) };
        let file = match opened {
            // Another run was quicker, or has just finished.
            Err(error) if matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound) => continue,
            opened => opened?,
        };
        file.lock()?;
        let is_there = Handle::from_path(path).ok() == Handle::from_file(file.try_clone()?).ok();
        if is_there {
            return Ok(file);
        }
    }
}

/// Reads the rows that are there, and cuts off one that is torn; gives how many they are.
fn go_on(
    disk: &Disk,
    path: &Path,
    file: &mut File,
    trials: &Trials,
    take: &mut dyn FnMut(&Row),
) -> Result<u64, Diagnostics> {
    let whole = whole_lines(file).map_err(|error| unwritable(path, &error))?;
    disk.cut(path, file, whole).map_err(|error| unwritable(path, &error))?;
    let mut kept = 0;
    if whole > 0 {
        let lines = File::open(path).map_err(|error| unwritable(path, &error))?;
        read_csv(BufReader::new(lines), &mut |row| {
            is_of(trials, trials.games.start + kept, &row)?;
            kept += 1;
            take(&row);
            Ok(())
        })
        .map_err(|why| not_of_these(path, &why))?;
    }
    Ok(kept)
}

/// How long the whole lines of a file are.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    let (mut whole, mut read, mut part) = (0, 0, vec![0; AT_ONCE]);
    loop {
        let length = file.read(&mut part)?;
        if length == 0 {
            return Ok(whole);
        }
        if let Some(at) = part[..length].iter().rposition(|byte| *byte == b'\n') {
            whole = read + at as u64 + 1;
        }
        read += length as u64;
    }
}

/// Whether a row is the one that this game of the trials gives.
fn is_of(trials: &Trials, game: u64, row: &Row) -> Result<(), String> {
    if row.version != trials.version {
        return Err(Mixed::Version(row.version.clone(), trials.version.clone()).told());
    }
    let players: Vec<String> = trials.seated(game).iter().map(ToString::to_string).collect();
    if row.seed != trials.seed.wrapping_add(game) || row.players != players || game >= trials.games.end {
        return Err(format!(
            "a row has the seed {} and {}, and another one comes there",
            row.seed,
            row.players.join(" ")
        ));
    }
    Ok(())
}

fn not_of_these(path: &Path, why: &str) -> Diagnostics {
    let message = format!("`{}` does not go with this run: {why}", path.display());
    Diagnostic::error(message).hint("leave out `--resume` to begin anew, or name another folder").into()
}

/// Packs the rows of a CSV as Parquet.
fn pack(disk: &Disk, from: &Path, to: &Path) -> Result<(), Diagnostics> {
    let part = to.with_extension(format!("parquet.{UNDER_WAY}"));
    if part.exists() {
        disk.remove_file(&part).map_err(|error| unwritable(&part, &error))?;
    }
    let file = disk.make_file(&part).map_err(|error| unwritable(&part, &error))?;
    let mut rows: Option<ParquetRows<BufWriter<File>>> = None;
    let mut file = Some(BufWriter::new(file));
    let lines = File::open(from).map_err(|error| unreadable(from, &error.to_string()))?;
    read_csv(BufReader::new(lines), &mut |row| {
        if let Some(file) = file.take() {
            rows = Some(ParquetRows::new(file, row.version.seats)?);
        }
        rows.as_mut().map_or(Ok(()), |rows| rows.add(&row))
    })
    .map_err(|why| unreadable(from, &why))?;
    let Some(rows) = rows else { return Ok(()) };
    let mut written = rows.finish().map_err(|why| unreadable(&part, &why))?;
    let synced = written.flush().and_then(|()| written.get_ref().sync_data()).and_then(|()| disk.rename(&part, to));
    synced.map_err(|error| unwritable(to, &error).into())
}

/// Reads files of rows into one tally.
///
/// # Errors
/// A file that cannot be read or holds no rows, rows of different games, versions or tables, and rows that come twice.
pub fn tally_of(files: &[PathBuf]) -> Result<Tally, Diagnostics> {
    let (mut tally, mut found) = (Tally::default(), Diagnostics::new());
    for path in files {
        let opened = File::open(path).map_err(|error| unreadable(path, &error.to_string()));
        let mut take = |row: Row| tally.add(&row).map_err(|mixed| mixed.told());
        let is_parquet = path.extension().is_some_and(|end| end == "parquet");
        let read = opened.and_then(|file| {
            let read =
                if is_parquet { read_parquet(file, &mut take) } else { read_csv(BufReader::new(file), &mut take) };
            read.map_err(|why| unreadable(path, &why))
        });
        if let Err(wrong) = read {
            found.push(wrong);
        }
    }
    if tally.games == 0 && !found.has_errors() {
        found.push(Diagnostic::error("these files hold no rows, so there is nothing to tell"));
    }
    if found.has_errors() { Err(found) } else { Ok(tally) }
}

/// Writes the report of a summary into a folder: a page for people and JSON for programs.
///
/// # Errors
/// What the disk says.
pub fn write_report(disk: &Disk, folder: &Path, summary: &Summary) -> Result<Vec<PathBuf>, Diagnostics> {
    let json = serde_json::to_string_pretty(&summary_json(summary)).unwrap_or_default() + "\n";
    save_all(disk, folder, &[("report.html", report_html(summary)), ("report.json", json)])
}

/// Writes texts as files of a folder, and gives their paths.
///
/// # Errors
/// What the disk says.
pub fn save_all(disk: &Disk, folder: &Path, all: &[(&str, String)]) -> Result<Vec<PathBuf>, Diagnostics> {
    disk.make_folders(folder).map_err(|error| unwritable(folder, &error))?;
    let mut files = Vec::new();
    for (name, text) in all {
        let path = folder.join(name);
        save(disk, &path, text.as_bytes())?;
        files.push(path);
    }
    Ok(files)
}

fn unwritable(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(format!("`{}` could not be written: {error}", path.display()))
}

fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::error(format!("`{}` could not be read: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn shards_share_all_games_out() {
        for (all, of) in [(10, 3), (2, 5), (1_000_000_007, 100), (0, 4)] {
            let mut next = 0;
            for number in 1..=of {
                let games = Shard { number, of }.games(all);
                assert_eq!(games.start, next);
                next = games.end;
            }
            assert_eq!(next, all);
        }
        assert_eq!("3/100".parse(), Ok(Shard { number: 3, of: 100 }));
        for wrong in ["0/3", "4/3", "3", "a/b", "1/0", "/"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        assert_eq!(Shard { number: 7, of: 100 }.stem(), "rows-007-of-100");
    }
}
