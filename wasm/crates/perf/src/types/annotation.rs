//! `perf annotate --data-type --stdio`: the members of a type, each with its values.

use facts::{HeatUnit, TypeProfile, TypeRow};
use rustc_hash::FxHashSet;

use super::names::without_width;
use super::pages::{self, Aggregate, Page};
use super::{MAX_PATH_BYTES, MAX_ROWS, TypeText};
use crate::messages;
use crate::tokens::Word;

/// How deep members are read: no type of C is near it.
const MAX_DEPTH: usize = 256;

/// An annotation that is being read.
#[derive(Debug, Default)]
pub(super) struct Annotation {
    unit: Option<HeatUnit>,
    /// The aggregates that are open, outermost first.
    path: Vec<Aggregate>,
    finished: bool,
    /// How many values each row has; 0 before the first one.
    values: usize,
    /// A row was cut: how the rows below are nested is not known.
    broken: bool,
    /// Where the declaration of the type itself begins; its members' stand further right.
    margin: Option<usize>,
    /// Lines were taken out above: they may have opened or closed an aggregate.
    left_out: bool,
    /// A screen of perf's browser: another one may show what it lacks.
    is_screen: bool,
    /// Offset, size and depth of the rows of the screen before it.
    shown: FxHashSet<(u64, u64, u32)>,
}

/// Members stand so much further right than what they are in (`tools/perf/util/annotate-data.c`).
const INDENT_CHARS: usize = 4;

impl TypeText {
    /// `Annotate type: 'struct page' in [kernel.kallsyms] (480 samples):`
    pub(super) fn annotate(&mut self, rest: &str) {
        let (name, behind) = match rest.split_once('\'') {
            Some((_, quoted)) => match quoted.split_once('\'') {
                Some((name, behind)) => (name.trim(), Some(behind)),
                None => (quoted, None),
            },
            None => (rest.trim(), (!rest.trim().is_empty()).then_some("")),
        };
        self.annotated = true;
        self.end_annotation();
        self.tables += 1;
        let Some(behind) = behind else {
            // The name or its second quote was cut off: the members are nobody's.
            self.annotation = None;
            self.unread.add(self.line);
            return;
        };
        // What is behind a number or a name says that it is whole.
        let samples = behind
            .rsplit_once('(')
            .and_then(|(_, count)| count.split_once(' '))
            .and_then(|(count, _)| Word { text: count, start: 0, end: count.len() }.number())
            .and_then(|count| u32::try_from(count).ok());
        let object = behind.split_once(" in ").and_then(|(_, object)| {
            object.rsplit_once(" (").map(|(object, _)| object).or(object.strip_suffix(':'))
        });
        let object = object.map(|object| object.trim_end_matches(':').trim().to_owned());
        // The browser has no room for the object (`browser__show()` of `tools/perf/ui/browsers/annotate-data.c`).
        let is_screen = object.is_none();
        self.annotation = Some(Annotation { is_screen, ..Annotation::default() });
        if self.types.len() >= MAX_ROWS {
            // Its members are not the last type's.
            self.annotation = None;
            self.dropped += 1;
        } else {
            self.tables_of.push(self.tables);
            self.types.push(TypeProfile {
                name: name.to_owned(),
                object: object.filter(|object| !object.is_empty()),
                size_bytes: None,
                samples,
                unit: HeatUnit::Samples,
                events: Vec::new(),
                values: Vec::new(),
                rows: Vec::new(),
            });
        }
    }

    /// Remembers where the text ends before the annotation does.
    pub(super) fn end_annotation(&mut self) {
        let Some(of) = self.annotation.take() else { return };
        let is_open = !of.path.is_empty() && !of.broken && !of.finished;
        let at = self.types.len().saturating_sub(1);
        let has_header = of.unit.is_some();
        self.pages.push(Page {
            of: at,
            is_screen: of.is_screen,
            has_header,
            is_open,
            path: of.path,
        });
    }

    /// A line below: a member, the header of the columns, or the end.
    pub(super) fn member(&mut self, text: &str, words: &[Word]) {
        let (Some(annotation), Some((found, others))) =
            (&mut self.annotation, self.types.split_last_mut())
        else {
            return;
        };
        if annotation.finished || (annotation.broken && words.is_empty()) {
            return;
        }
        if annotation.broken {
            self.unread.add(self.line);
            return;
        }
        let lower = text.to_ascii_lowercase();
        if annotation.unit.is_none() && lower.contains("offset") && lower.contains("size") {
            let unit = if lower.starts_with("percent") {
                HeatUnit::Percent
            } else if lower.starts_with("period") {
                HeatUnit::Period
            } else {
                HeatUnit::Samples
            };
            annotation.unit = Some(unit);
            let field = words.iter().find(|word| word.text.eq_ignore_ascii_case("field"));
            annotation.margin = field.map(|word| word.start);
            found.unit = unit;
            return;
        }
        // Values, offset and size, up to the declaration; the TUI folds with + and -. Since 6.12 the last two
        // are hex (`print_annotated_data_type()` of `tools/perf/util/annotate-data.c`).
        let value = |word: &Word| {
            let whole = word.number().or(word.address()).map(|n| n as f64);
            let number = word.text.parse::<f64>().ok().or(whole);
            number.filter(|value| value.is_finite() && *value >= 0.0)
        };
        let numbers: Vec<f64> = words.iter().map_while(value).collect();
        if text.starts_with('}') {
            return annotation.close(words.first().map_or(0, |word| word.start));
        }
        let is_rule = text.bytes().all(|byte| byte == b'=');
        // As many values as the first row has, or as there are events; fewer numbers are a row that is cut.
        let values = if found.events.is_empty() { annotation.values } else { found.events.len() };
        if numbers.len() < 3 || (values > 0 && numbers.len() != values + 2) {
            // A number in a spelling that nobody knows is one all the same.
            let figures = words.iter().take_while(|word| has_digit(word.text)).count();
            // A sentence may begin with a number.
            let is_begun = numbers.len() >= 2 || numbers.len() == words.len();
            if !numbers.is_empty() && is_begun && !is_rule || figures >= 2 {
                annotation.broken = true;
                self.unread.add(self.line);
            }
            return;
        }
        let declaration = words.get(numbers.len()).zip(words.first());
        let declaration = declaration.map_or("", |(word, first)| {
            let at = word.start - first.start;
            text.get(at..).unwrap_or_default()
        });
        let declaration = declaration.trim_start_matches(['+', '-', ' ']).trim();
        if declaration.starts_with('}') {
            return annotation.close(words.get(numbers.len()).map_or(0, |word| word.start));
        }
        // A row without its end may be of an aggregate: what follows is then deeper than it seems.
        if !declaration.ends_with([';', '{']) {
            annotation.broken = true;
            self.unread.add(self.line);
            return;
        }
        let [values @ .., offset, size] = numbers.as_slice() else { return };
        let margin = words.get(numbers.len()).map_or(0, |word| word.start);
        if annotation.begins_inside(margin) {
            let before = self.pages.last().zip(others.last());
            let before = before.filter(|(page, of)| {
                page.is_screen && page.of + 1 == others.len() && pages::is_same(of, found)
            });
            annotation.go_on(before, found);
        }
        if !annotation.finds(margin, *offset) {
            if !annotation.was_shown(margin, *offset, *size) {
                self.homeless.add(self.line);
            }
            return;
        }
        if annotation.path.is_empty() && annotation.is_within(margin) {
            self.notes.add(messages::first_row_missing(), || found.name.clone());
            annotation.path.push(Aggregate { name: None, bytes: 0.0..f64::INFINITY });
        }
        annotation.values = values.len();
        // perf writes 0 alike in decimal and in hex.
        for word in words.iter().take(numbers.len()).skip(values.len()) {
            if word.text.starts_with("0x") {
                self.hex_offsets.add(self.line);
            } else if word.text != "0" {
                self.decimal_offsets.add(self.line);
            }
        }
        let opens = declaration.ends_with('{');
        if found.name.is_empty() {
            let declared = declaration.trim_end_matches(['{', ';']);
            found.name = declared.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        let name = member_name(
            declaration.trim_end_matches(['{', ';']).trim(),
            annotation.path.is_empty(),
        );
        let mut path: Vec<&str> =
            annotation.path.iter().filter_map(|of| of.name.as_deref()).collect();
        path.extend(name.as_deref());
        let path_bytes: usize = path.iter().map(|name| name.len() + 1).sum();
        if self.rows >= MAX_ROWS || self.path_bytes + path_bytes > MAX_PATH_BYTES {
            self.dropped += 1;
            // Members of what is not kept would seem to be of what is around it.
            annotation.finished = opens;
            return;
        }
        if opens && annotation.path.len() >= MAX_DEPTH {
            annotation.broken = true;
            self.unread.add(self.line);
            return;
        }
        self.rows += 1;
        self.path_bytes += path_bytes;
        if annotation.path.is_empty() {
            found.values = values.to_vec();
            found.size_bytes = Some(*size);
            annotation.margin = Some(margin);
        }
        found.rows.push(TypeRow {
            offset_bytes: *offset,
            size_bytes: Some(*size),
            field: Some(if name.is_some() { path.join(".") } else { String::new() }),
            depth: annotation.path.len() as u32,
            sums_members: opens,
            values: values.to_vec(),
        });
        if opens {
            annotation.path.push(Aggregate { name, bytes: *offset..*offset + *size });
        }
        annotation.finished = annotation.path.is_empty();
    }
}

/// ` Percent     offset       size  field`: the line above the rows of an annotated type.
pub(crate) fn names_members(words: &[Word]) -> bool {
    let names: Vec<String> = words.iter().rev().take(4).map(|w| w.text.to_lowercase()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    matches!(names[..], ["field", "size", "offset", "percent" | "samples" | "period"])
}

impl Annotation {
    /// Whether the line above its rows was read.
    pub(super) fn has_unit(&self) -> bool {
        self.unit.is_some()
    }

    pub(super) fn leave_out(&mut self) {
        self.left_out = true;
    }

    /// Whether the first row of a screen is of a member: the screen is scrolled.
    fn begins_inside(&self, margin: usize) -> bool {
        let has_begun = self.left_out || self.values > 0 || !self.path.is_empty();
        self.is_screen && !has_begun && self.depth(margin).is_some_and(|depth| depth > 0)
    }

    /// Goes on where the screen before it ends.
    fn go_on(&mut self, before: Option<(&Page, &TypeProfile)>, found: &mut TypeProfile) {
        self.left_out = true;
        let Some((page, of)) = before else { return };
        self.path.clone_from(&page.path);
        (found.values, found.size_bytes) = (of.values.clone(), of.size_bytes);
        let place = |row: &TypeRow| {
            (row.offset_bytes.to_bits(), row.size_bytes.unwrap_or_default().to_bits(), row.depth)
        };
        self.shown.extend(of.rows.iter().map(place));
    }

    /// Whether the screen before it has a row of this place.
    fn was_shown(&self, margin: usize, offset: f64, size: f64) -> bool {
        let depth = self.depth(margin).map(|depth| depth as u32);
        depth.is_some_and(|depth| self.shown.contains(&(offset.to_bits(), size.to_bits(), depth)))
    }

    /// How many aggregates a declaration is in, by where it begins.
    fn depth(&self, margin: usize) -> Option<usize> {
        let right = margin.checked_sub(self.margin?)?;
        right.is_multiple_of(INDENT_CHARS).then_some(right / INDENT_CHARS)
    }

    /// Whether a declaration is of a member of the type.
    fn is_within(&self, margin: usize) -> bool {
        self.left_out && self.depth(margin) == Some(1)
    }

    /// Closes what was left open above a member, where lines were taken out; whether it is known what the member is in.
    fn finds(&mut self, margin: usize, offset_bytes: f64) -> bool {
        if !self.left_out {
            return true;
        }
        let Some(depth) = self.depth(margin) else { return false };
        if self.path.is_empty() {
            return depth <= 1;
        }
        if depth == 0 || depth > self.path.len() {
            return false;
        }
        self.path.truncate(depth);
        self.path.last().is_some_and(|of| of.bytes.contains(&offset_bytes))
    }

    /// Closes the aggregate whose end begins there.
    fn close(&mut self, margin: usize) {
        match self.depth(margin).filter(|_| self.left_out) {
            // What was opened in lines that were taken out closes nothing else.
            Some(depth) => self.path.truncate(depth),
            None => drop(self.path.pop()),
        }
        self.finished = self.path.is_empty();
    }
}

/// The name of `struct list_head lru`, `char name[16]`, `union`; the outermost row names only the type.
fn member_name(declaration: &str, outermost: bool) -> Option<String> {
    if outermost {
        return None;
    }
    // perf writes a tab before the name, so that of a type without one `struct ` and a tab are left.
    if let Some((_, name)) = declaration.rsplit_once("  ") {
        return Some(without_width(name.trim_start()).to_owned());
    }
    let words: Vec<&str> = declaration.split_whitespace().collect();
    let (last, types) = words.split_last()?;
    // `union {` has no name, and in `struct list_head {` the last word is the type's.
    let unnamed = match types {
        [] => true,
        [keyword] => matches!(*keyword, "struct" | "union" | "enum" | "class"),
        _ => false,
    };
    if unnamed {
        return None;
    }
    Some(without_width(last).to_owned())
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}
