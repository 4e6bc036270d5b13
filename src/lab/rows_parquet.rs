//! Rows as Parquet, for whoever goes on with them in another program: the columns of the CSV, with types.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, GzipLevel, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{ChunkReader, FileReader as _};
use parquet::file::serialized_reader::SerializedFileReader;
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::types::Type;

use super::figures::parsed_halves;
use super::row::Row;
use super::rows_csv::{COLUMNS, POINTS, cells, is_of_rows, measures_json, row_of, with_measures};

/// So many rows are packed together, and are in memory at once.
const AT_ONCE: usize = 1_000;
/// Columns of whole numbers.
const NUMBERS: [&str; 10] =
    ["seats", "seed", "steps", "decisions", "throws", "turns", "rounds", "looks", "lead_changes", "decided"];
/// Columns that need not have a value.
const MAYBE: [&str; 2] = ["stopped", "winners"];
/// The column of what was measured.
const MEASURES: &str = "measures";

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Text,
    MaybeText,
    Number,
    Half,
}

/// Writes rows one after the other.
pub struct ParquetRows<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<(String, Holds)>,
    waiting: Vec<Vec<String>>,
}

impl<W: Write + Send> ParquetRows<W> {
    /// A file for rows of games with so many seats.
    ///
    /// # Errors
    /// What the file says.
    pub fn new(file: W, seats: usize) -> Result<Self, String> {
        let columns = columns(seats);
        let fields: Result<Vec<Arc<Type>>, ParquetError> =
            columns.iter().map(|(name, holds)| field(name, *holds)).collect();
        let schema = fields.and_then(|fields| Type::group_type_builder("rows").with_fields(fields).build());
        let packed = Compression::GZIP(GzipLevel::default());
        let properties = WriterProperties::builder().set_compression(packed).set_created_by("tablewright".to_owned());
        let writer = SerializedFileWriter::new(file, Arc::new(schema.map_err(told)?), Arc::new(properties.build()));
        Ok(Self { writer: writer.map_err(told)?, columns, waiting: Vec::new() })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// What the file says.
    pub fn add(&mut self, row: &Row) -> Result<(), String> {
        let points = (0..row.version.seats).map(|seat| {
            row.points
                .as_ref()
                .and_then(|all| all.get(seat))
                .map_or_else(String::new, |points| super::figures::halves(*points))
        });
        let measures = measures_json(row).to_string();
        self.waiting.push(cells(row).into_iter().chain(points).chain([measures]).collect());
        if self.waiting.len() < AT_ONCE { Ok(()) } else { self.write().map_err(told) }
    }

    /// Ends the file, and gives it back.
    ///
    /// # Errors
    /// What the file says.
    pub fn finish(mut self) -> Result<W, String> {
        self.write().and_then(|()| self.writer.into_inner()).map_err(told)
    }

    fn write(&mut self) -> Result<(), ParquetError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.waiting);
        let mut group = self.writer.next_row_group()?;
        let mut at = 0;
        while let Some(mut column) = group.next_column()? {
            let cells = rows.iter().map(|row| row.get(at).map_or("", String::as_str));
            match self.columns[at].1 {
                Holds::Text => {
                    let texts: Vec<ByteArray> = cells.map(ByteArray::from).collect();
                    column.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
                }
                Holds::MaybeText => {
                    let levels: Vec<i16> = cells.clone().map(|cell| i16::from(!cell.is_empty())).collect();
                    let texts: Vec<ByteArray> = cells.filter(|cell| !cell.is_empty()).map(ByteArray::from).collect();
                    column.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)?;
                }
                Holds::Number => {
                    // Seeds beyond the signed numbers are kept bit by bit.
                    let number = |cell: &str| cell.parse::<u64>().unwrap_or(0).cast_signed();
                    let numbers: Vec<i64> = cells.map(number).collect();
                    column.typed::<Int64Type>().write_batch(&numbers, None, None)?;
                }
                Holds::Half => {
                    let levels: Vec<i16> = cells.clone().map(|cell| i16::from(!cell.is_empty())).collect();
                    let halves = cells.filter_map(|cell| parsed_halves(cell).map(|half| half as f64 / 2.0));
                    column.typed::<DoubleType>().write_batch(&halves.collect::<Vec<f64>>(), Some(&levels), None)?;
                }
            }
            column.close()?;
            at += 1;
        }
        group.close().map(drop)
    }
}

fn columns(seats: usize) -> Vec<(String, Holds)> {
    let holds = |name: &str| match name {
        name if NUMBERS.contains(&name) => Holds::Number,
        name if MAYBE.contains(&name) => Holds::MaybeText,
        "behind" => Holds::Half,
        _ => Holds::Text,
    };
    let known = COLUMNS.into_iter().map(|name| (name.to_owned(), holds(name)));
    let points = (1..=seats).map(|seat| (format!("{POINTS}{seat}"), Holds::Half));
    known.chain(points).chain([(MEASURES.to_owned(), Holds::Text)]).collect()
}

fn field(name: &str, holds: Holds) -> Result<Arc<Type>, ParquetError> {
    let physical = match holds {
        Holds::Text | Holds::MaybeText => Physical::BYTE_ARRAY,
        Holds::Number => Physical::INT64,
        Holds::Half => Physical::DOUBLE,
    };
    let is_there = matches!(holds, Holds::Text | Holds::Number);
    let repetition = if is_there { Repetition::REQUIRED } else { Repetition::OPTIONAL };
    let text = (physical == Physical::BYTE_ARRAY).then_some(LogicalType::String);
    Type::primitive_type_builder(name, physical)
        .with_repetition(repetition)
        .with_logical_type(text)
        .build()
        .map(Arc::new)
}

/// Reads rows.
///
/// # Errors
/// The first row that is none, in words, or what is wrong with the file.
pub fn read_parquet<R: ChunkReader + 'static>(
    file: R,
    take: &mut dyn FnMut(Row) -> Result<(), String>,
) -> Result<(), String> {
    let reader = SerializedFileReader::new(file).map_err(told)?;
    let columns = reader.metadata().file_metadata().schema_descr();
    let names: Vec<String> = columns.columns().iter().map(|column| column.name().to_owned()).collect();
    is_of_rows(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
    for (at, row) in reader.get_row_iter(None).map_err(told)?.enumerate() {
        let row = row.map_err(told)?;
        let cells: BTreeMap<&str, String> =
            row.get_column_iter().map(|(name, field)| (name.as_str(), text(field))).collect();
        let cell = |name: &str| cells.get(name).map(String::as_str);
        let measures = cell(MEASURES).unwrap_or("{}").to_owned();
        let read = row_of(&cell).and_then(|row| with_measures(row, &measures));
        take(read.map_err(|why| format!("row {}: {why}", at + 1))?)?;
    }
    Ok(())
}

/// A field as the cell of a CSV.
fn text(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Long(number) => number.cast_unsigned().to_string(),
        #[allow(clippy::cast_possible_truncation, reason = "points are whole, or halves")]
        Field::Double(number) => super::figures::halves((number * 2.0).round() as i64),
        other => other.to_string(),
    }
}

#[allow(clippy::needless_pass_by_value, reason = "this is how errors are handed on")]
fn told(error: ParquetError) -> String {
    error.to_string()
}
