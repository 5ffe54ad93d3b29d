//! What is true of a text: the types as facts, with numbers to as many digits as the text has.

use facts::{HeatUnit, TypeProfile, TypeRow};

use super::annotation::{Printer, whole};
use super::report::{Entry, entries, path, percents};
use super::{Access, Form, Member, Profile, Values, Version};

/// Of [`super::report::print`]. The flat form states no sum for a type, and lines are no offsets.
#[must_use]
pub fn of_report(profile: &Profile, form: Form) -> Vec<TypeProfile> {
    // The flat form has its types in the order of their hottest offsets.
    let mut order: Vec<usize> = match form {
        Form::Flat => entries(profile, |access| access.offset, |_| true),
        Form::Hierarchy | Form::Lines => entries(profile, |_| 0, |_| true),
    }
    .iter()
    .map(|entry| entry.data_type)
    .collect();
    let mut seen = Vec::new();
    order.retain(|data_type| {
        !seen.contains(data_type) && {
            seen.push(*data_type);
            true
        }
    });
    order.into_iter().map(|data_type| report_of(profile, data_type, form)).collect()
}

fn report_of(profile: &Profile, data_type: usize, form: Form) -> TypeProfile {
    let found = &profile.types[data_type];
    let mine = |access: &Access| access.data_type == data_type;
    let sum = entries(profile, |_| 0, mine);
    let row = |entry: &Entry| TypeRow {
        offset_bytes: entry.key as f64,
        size_bytes: None,
        field: Some(path(&found.members, entry.key, |member| member.name.map(str::to_owned)))
            .filter(|path| !path.is_empty()),
        depth: 1,
        sums_members: false,
        values: printed(profile, entry),
    };
    let rows = match form {
        Form::Lines => Vec::new(),
        _ => entries(profile, |access| access.offset, mine).iter().map(row).collect(),
    };
    let values = match form {
        Form::Flat => Vec::new(),
        _ => sum.iter().flat_map(|entry| printed(profile, entry)).collect(),
    };
    TypeProfile {
        name: found.name.to_owned(),
        object: None,
        size_bytes: None,
        samples: None,
        unit: HeatUnit::Percent,
        events: profile.events.iter().map(|event| (*event).to_owned()).collect(),
        values,
        rows,
    }
}

fn printed(profile: &Profile, entry: &Entry) -> Vec<f64> {
    percents(profile, entry).into_iter().map(|percent| rounded(&format!("{percent:.2}"))).collect()
}

fn rounded(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// Of [`super::annotation::print`].
#[must_use]
pub fn of_annotation(
    profile: &Profile,
    data_type: usize,
    version: Version,
    values: Values,
) -> TypeProfile {
    let found = &profile.types[data_type];
    let events = profile.events.len();
    let printer = Printer { profile, data_type, version, values, width: 0 };
    let mut rows = Vec::new();
    add(&printer, &whole(found), &[], 0, &mut rows);
    let samples: u64 =
        (0..events).map(|event| profile.sum(event, |access| access.data_type == data_type).0).sum();
    TypeProfile {
        name: found.name.to_owned(),
        object: Some(profile.object.to_owned()),
        size_bytes: Some(found.size as f64),
        samples: u32::try_from(samples).ok(),
        unit: match (version, values) {
            (Version::V6_8, _) | (_, Values::Samples) => HeatUnit::Samples,
            (_, Values::Default) => HeatUnit::Percent,
            (_, Values::Period) => HeatUnit::Period,
        },
        // One event alone is not named.
        events: if events > 1 {
            profile.events.iter().map(|event| (*event).to_owned()).collect()
        } else {
            Vec::new()
        },
        values: (0..events).map(|event| rounded(&printer.value(event, &whole(found)))).collect(),
        rows,
    }
}

/// The row of a member, and those of its own members under it.
fn add(printer: &Printer, member: &Member, above: &[&str], depth: u32, rows: &mut Vec<TypeRow>) {
    let mut path: Vec<&str> = above.to_vec();
    path.extend(member.name);
    rows.push(TypeRow {
        offset_bytes: member.offset as f64,
        size_bytes: Some(member.size as f64),
        field: Some(if member.name.is_some() { path.join(".") } else { String::new() }),
        depth,
        sums_members: !member.members.is_empty(),
        values: (0..printer.profile.events.len())
            .map(|event| rounded(&printer.value(event, member)))
            .collect(),
    });
    for child in &member.members {
        add(printer, child, &path, depth + 1, rows);
    }
}
