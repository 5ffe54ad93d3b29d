//! `perf report -s type,typeoff --stdio`.

use std::fmt::Write;

use super::{Access, Form, Member, Profile, Version};

/// A row of the table, before it is printed.
pub(super) struct Entry {
    /// In [`Profile::types`].
    pub data_type: usize,
    /// The offset, or the number of the line.
    pub key: u64,
    /// Of each event.
    pub periods: Vec<u64>,
}

/// The size that `TYPE_CACHELINE_SIZE` of `util/sort.c` (6.12) states, whatever the machine.
const LINE_BYTES: u64 = 64;
/// `HIERARCHY_INDENT` of `ui/hist.h`.
const INDENT: usize = 3;

/// The text.
#[must_use]
pub fn print(profile: &Profile, version: Version, form: Form) -> String {
    let mut out = head(profile);
    match form {
        Form::Flat => flat(&mut out, profile, version),
        Form::Hierarchy | Form::Lines => hierarchy(&mut out, profile, version, form),
    }
    out.push_str("\n\n#\n# (Tip: Show estimate cycles per function and IPC in annotate use: perf record -b ... --total-cycles)\n#\n");
    out
}

/// `hists__fprintf_nr_sample_events()` of `builtin-report.c`; numbers as `convert_unit()` writes them.
fn head(profile: &Profile) -> String {
    let events = 0..profile.events.len();
    let (samples, period) = events
        .map(|event| profile.sum(event, |_| true))
        .fold((0, 0), |(samples, period), more| (samples + more.0, period + more.1));
    let samples =
        if samples > 1_000 { format!("{}K", samples / 1_000) } else { format!("{samples} ") };
    let many = if profile.events.len() > 1 { "s" } else { "" };
    format!(
        "# To display the perf.data header info, please use --header/--header-only options.\n#\n#\n# Total Lost Samples: 0\n#\n# Samples: {samples} of event{many} '{}'\n# Event count (approx.): {period}\n#\n",
        profile.events.join(", "),
    )
}

fn flat(out: &mut String, profile: &Profile, version: Version) {
    let entries = entries(profile, |access| access.offset, |_| true);
    let names: Vec<&str> =
        entries.iter().map(|entry| profile.types[entry.data_type].name).collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0).max("Data Type".len());
    let shares_width = 9 * profile.events.len();
    let _ =
        writeln!(out, "# {:>shares_width$}  {:<width$}  Data Type Offset", "Overhead", "Data Type");
    let _ = writeln!(
        out,
        "# {}  {}  {}\n#",
        ".".repeat(shares_width),
        ".".repeat(width),
        ".".repeat(40)
    );
    for (entry, name) in entries.iter().zip(names) {
        let place = offset_text(profile, version, entry);
        // `hist_entry__snprintf()` of `ui/stdio/hist.c`: two blanks before each column, the last one not padded.
        let _ = writeln!(out, "  {}  {name:<width$}  {place}", shares(profile, entry));
    }
}

fn hierarchy(out: &mut String, profile: &Profile, version: Version, form: Form) {
    let second = if form == Form::Lines { "Data Type Cacheline" } else { "Data Type Offset" };
    let width = 9 * profile.events.len() + INDENT;
    let _ = writeln!(out, "# {:>width$}  Data Type / {second}", "Overhead");
    let _ = writeln!(out, "# {}  {}\n#", ".".repeat(width), ".".repeat(28));
    for of_type in entries(profile, |_| 0, |_| true) {
        let name = profile.types[of_type.data_type].name;
        // `hist_entry__hierarchy_fprintf()`: as many blanks behind the shares as the deepest level has before them.
        let _ = writeln!(out, "  {}{:INDENT$}  {name}", shares(profile, &of_type), "");
        let key = |access: &Access| match form {
            Form::Lines => access.offset / LINE_BYTES,
            _ => access.offset,
        };
        for entry in entries(profile, key, |access| access.data_type == of_type.data_type) {
            let place = match form {
                // `hist_entry__typecln_snprintf()` of `util/sort.c`, 6.12.
                Form::Lines => format!("{name}: cache-line {}", entry.key),
                _ => offset_text(profile, version, &entry),
            };
            let _ =
                writeln!(out, "{:INDENT$}  {}{:INDENT$}  {place}", "", shares(profile, &entry), "");
        }
    }
}

/// The rows of one level: most of the first event's period first, then of the next.
pub(super) fn entries(
    profile: &Profile,
    key: impl Fn(&Access) -> u64,
    wanted: impl Fn(&Access) -> bool,
) -> Vec<Entry> {
    let mut found: Vec<Entry> = Vec::new();
    for access in profile.accesses.iter().filter(|access| wanted(access)) {
        let at = found
            .iter()
            .position(|entry| entry.data_type == access.data_type && entry.key == key(access));
        let at = at.unwrap_or_else(|| {
            let periods = vec![0; profile.events.len()];
            found.push(Entry { data_type: access.data_type, key: key(access), periods });
            found.len() - 1
        });
        for (sum, (_, period)) in found[at].periods.iter_mut().zip(&access.counts) {
            *sum += period;
        }
    }
    found.sort_by(|a, b| b.periods.cmp(&a.periods));
    found
}

/// `" %*.2f%%"` for each event (`ui/hist.c`).
fn shares(profile: &Profile, entry: &Entry) -> String {
    let texts = percents(profile, entry).into_iter().map(|percent| format!(" {percent:6.2}%"));
    texts.collect()
}

/// Percent of each event's period over the whole recording; 0 where an event has no sample.
pub(super) fn percents(profile: &Profile, entry: &Entry) -> Vec<f64> {
    let percent = |(event, period): (usize, &u64)| match profile.total(event) {
        0 => 0.0,
        total => 100.0 * *period as f64 / total as f64,
    };
    entry.periods.iter().enumerate().map(percent).collect()
}

/// `hist_entry__typeoff_snprintf()` of `util/sort.c`: `struct queue +0x8 (head.next)`, `"%+d"` before 6.12.
fn offset_text(profile: &Profile, version: Version, entry: &Entry) -> String {
    let data_type = &profile.types[entry.data_type];
    let field = if data_type.members.is_empty() {
        "no field".to_owned()
    } else {
        path(&data_type.members, entry.key, |member| member.printed_name(version))
    };
    format!("{} +{} ({field})", data_type.name, version.number(entry.key))
}

/// `fill_member_name()` of `util/sort.c`: the first member that has the offset, then its first that has it. Nothing
/// where none has it.
pub(super) fn path(
    members: &[Member],
    offset: u64,
    name: impl Fn(&Member) -> Option<String> + Copy,
) -> String {
    let has = |member: &&Member| (member.offset..member.offset + member.size).contains(&offset);
    let Some(member) = members.iter().find(has) else { return String::new() };
    let inner = path(&member.members, offset, name);
    match name(member) {
        Some(own) if inner.is_empty() => own,
        Some(own) => format!("{own}.{inner}"),
        None => inner,
    }
}

impl Member {
    /// Bit-fields have their width behind their name since 6.12 (`__add_member_cb()` of `util/annotate-data.c`).
    pub(super) fn printed_name(&self, version: Version) -> Option<String> {
        let bits = self.bits.filter(|_| version > Version::V6_8);
        self.name.map(|name| bits.map_or_else(|| name.to_owned(), |bits| format!("{name}:{bits}")))
    }
}
