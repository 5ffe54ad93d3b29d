//! Columns with two lines of headers: `c2c_header()`, and `fprintf_line()` of `tools/perf/ui/stdio/hist.c`.

use crate::version::Version;

/// One column.
#[derive(Debug, Clone)]
pub struct Column {
    width: usize,
    /// Both lines of its header, and over how many further columns the upper one goes.
    upper: (String, usize),
    lower: String,
    /// A column of perf's sort keys: it neither begins nor ends a span.
    of_sort_key: bool,
}

impl Column {
    /// With a header in the lower line.
    pub fn low(width: usize, lower: &str) -> Self {
        Self { width, upper: (String::new(), 0), lower: lower.to_owned(), of_sort_key: false }
    }

    /// With headers in both.
    pub fn both(width: usize, upper: &str, lower: &str) -> Self {
        Self { upper: (upper.to_owned(), 0), ..Self::low(width, lower) }
    }

    /// With an upper header over this many further columns.
    pub fn span(width: usize, upper: &str, lower: &str, further: usize) -> Self {
        Self { upper: (upper.to_owned(), further), ..Self::low(width, lower) }
    }

    /// A column of a sort key.
    pub fn sort_key(width: usize, upper: &str, lower: &str) -> Self {
        Self { of_sort_key: true, ..Self::both(width, upper, lower) }
    }

    /// Its width.
    pub fn width(&self) -> usize {
        self.width
    }
}

/// The headers, without the `#` that begins them.
pub fn headers(columns: &[Column]) -> String {
    let mut out = String::from("# ");
    out += &header_line(columns, |column| (&column.upper.0, column.upper.1));
    out += "\n# ";
    out += &header_line(columns, |column| (&column.lower, 0));
    let dots: Vec<String> = columns.iter().map(|column| ".".repeat(column.width)).collect();
    out + "\n# " + &dots.join("  ") + "\n#\n"
}

fn header_line<'a>(columns: &'a [Column], of: impl Fn(&'a Column) -> (&'a str, usize)) -> String {
    let mut out = String::new();
    let (mut span, mut first) = (0usize, true);
    let mut text = String::new();
    for column in columns {
        if first || span > 0 {
            first = false;
        } else {
            out += "  ";
        }
        let (header, further) = of(column);
        let width = column.width;
        if column.of_sort_key {
            text = format!("{header:>width$}");
        } else if span > 0 {
            span -= 1;
        } else {
            span = further;
            text = format!("{header:>width$}");
        }
        if span == 0 {
            out += &text;
        }
    }
    out
}

/// `perf_hpp__color_overhead()`: room for colours that are not printed, and so for more of the last column. It
/// grows with the number of columns that perf knows besides: `PERF_HPP__MAX_INDEX` is 8 up to 6.8, 11 in 6.12 and 18 in
/// 6.18 (`tools/perf/util/hist.h`).
fn colour_bytes(version: Version) -> usize {
    let columns = match version {
        Version::V6_18 => 18,
        Version::V6_12 => 11,
        _ => 8,
    };
    (24 + 4) * columns
}

/// A row of cells; the last one is not padded. perf's buffer is as long as the columns are wide and a bit more:
/// what does not fit is lost, as it is of long lists of CPUs.
pub fn row(columns: &[Column], cells: &[String], version: Version) -> String {
    let mut out = String::new();
    for (at, (column, cell)) in columns.iter().zip(cells).enumerate() {
        out += "  ";
        out += cell;
        let missing = column.width.saturating_sub(cell.len());
        if at + 1 < columns.len() {
            out += &" ".repeat(missing);
        }
    }
    let widths: usize = columns.iter().map(|column| column.width + 2).sum();
    let room = widths - 2 + 3 + 1 + colour_bytes(version) - 1;
    let mut end = room.min(out.len());
    while !out.is_char_boundary(end) {
        end -= 1;
    }
    out.truncate(end);
    out
}

/// `fill_line()`: a text between dashes.
pub fn fill_line(text: &str, width: usize) -> String {
    let before = (width / 2 - text.len() / 2).saturating_sub(1);
    let after = width.saturating_sub(before + text.len() + 2);
    format!("{} {text} {}", "-".repeat(before), "-".repeat(after))
}
