//! `perf annotate --data-type --stdio`: `print_annotated_data_header()` and `print_annotated_data_type()` of
//! `util/annotate-data.c` (6.12), in 6.8 of `builtin-annotate.c`.

use std::fmt::Write;

use super::{Access, DataType, Member, Profile, Values, Version};

/// The text of one type.
#[must_use]
pub fn print(profile: &Profile, data_type: usize, version: Version, values: Values) -> String {
    let found = &profile.types[data_type];
    let events = profile.events.len();
    let samples: u64 =
        (0..events).map(|event| profile.sum(event, |access| access.data_type == data_type).0).sum();
    let mut out =
        format!("Annotate type: '{}' in {} ({samples} samples):\n", found.name, profile.object);
    if events > 1 {
        for (number, name) in profile.events.iter().enumerate() {
            let _ = writeln!(out, " event[{number}] = {name}");
        }
    }
    let (width, heading) = match (version, values) {
        (Version::V6_8, _) => (10, "samples"),
        (_, Values::Default) => (7, "Percent"),
        (_, Values::Samples) => (7, "Samples"),
        (_, Values::Period) => (11, "Period"),
    };
    let _ = writeln!(out, "{}", "=".repeat(76));
    let all = (width + 1) * events;
    let _ = writeln!(out, "{heading:>all$} {:>10} {:>10}  field", "offset", "size");
    let printer = Printer { profile, data_type, version, values, width };
    printer.member(&mut out, &whole(found), 0);
    out.push('\n');
    out
}

/// The type as perf keeps it: the outermost member, without a name.
pub(super) fn whole(data_type: &DataType) -> Member {
    Member {
        type_name: data_type.name,
        name: None,
        offset: 0,
        size: data_type.size,
        bits: None,
        members: data_type.members.clone(),
    }
}

pub(super) struct Printer<'a> {
    pub profile: &'a Profile,
    pub data_type: usize,
    pub version: Version,
    pub values: Values,
    /// Of a value.
    pub width: usize,
}

impl Printer<'_> {
    fn member(&self, out: &mut String, member: &Member, indent: usize) {
        for event in 0..self.profile.events.len() {
            let _ = write!(out, " {:>width$}", self.value(event, member), width = self.width);
        }
        let number = |number| self.version.number(number);
        let name = member.printed_name(self.version).unwrap_or_default();
        let _ = write!(
            out,
            " {:>10} {:>10}  {:indent$}{}\t{name}",
            number(member.offset),
            number(member.size),
            "",
            member.type_name,
        );
        if !member.members.is_empty() {
            out.push_str(" {\n");
            for child in &member.members {
                self.member(out, child, indent + 4);
            }
            let before = (self.width + 1) * self.profile.events.len() + 24 + indent;
            let _ = write!(out, "{:before$}}}", "");
        }
        out.push_str(";\n");
    }

    /// What one event counts over the bytes of a member, as printed.
    pub(super) fn value(&self, event: usize, member: &Member) -> String {
        let of_type = |access: &Access| access.data_type == self.data_type;
        let bytes = member.offset..member.offset + member.size;
        let (samples, period) =
            self.profile.sum(event, |access| of_type(access) && bytes.contains(&access.offset));
        match (self.version, self.values) {
            (Version::V6_8, _) | (_, Values::Samples) => samples.to_string(),
            (_, Values::Period) => period.to_string(),
            (_, Values::Default) => {
                let total = self.profile.sum(event, of_type).1;
                let percent = if total == 0 { 0.0 } else { 100.0 * period as f64 / total as f64 };
                format!("{percent:.2}")
            }
        }
    }
}
