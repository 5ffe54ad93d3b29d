//! Signs that another program altered or took out: `%` and `[.]`.

use facts::ProfileKind::{C2cReport, MemReport, Script};

use crate::mutation::{Group, Mutation};

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let lines =
        |name: &str, change: fn(&str) -> String| Mutation::lines(Group::Signs, name, change);
    let percents = [
        ("`\\%` for `%`", "\\%"),
        ("`%25` for `%`", "%25"),
        ("`\u{ff05}` for `%`", "\u{ff05}"),
        ("`%%` for `%`", "%%"),
        ("` %` for `%`", " %"),
        ("`pct` for `%`", "pct"),
        ("no `%`", ""),
        ("a blank for `%`", " "),
    ];
    let levels: [(&str, Change); 7] = [
        ("`[ . ]` for `[.]`", |level| format!("[ {level} ]")),
        ("`(.)` for `[.]`", |level| format!("({level})")),
        ("`{.}` for `[.]`", |level| format!("{{{level}}}")),
        ("`\\[.\\]` for `[.]`", |level| format!("\\[{level}\\]")),
        ("`.` for `[.]`", str::to_owned),
        ("nothing for `[.]`", |_| String::new()),
        ("`[\u{b7}]` for `[.]`", |level| format!("[{}]", level.replace('.', "\u{b7}"))),
    ];
    let mut list: Vec<Mutation> = percents
        .into_iter()
        .map(|(name, sign)| {
            Mutation::lines(Group::Signs, name, move |line| line.replace('%', sign))
        })
        .collect();
    list.extend(levels.map(|(name, change)| {
        Mutation::lines(Group::Signs, name, move |line| with_levels(line, change))
            .only_of(&[C2cReport, MemReport])
    }));
    list.push(
        lines("`[x]` for `[.]`", |line| with_levels(line, |_| "[x]".to_owned()))
            .only_of(&[C2cReport, MemReport]),
    );
    list.push(lines("`^M` at ends", |line| format!("{line}^M")));
    list.push(
        lines("`:` for `|` in data sources", |line| line.replace('|', ":")).only_of(&[Script]),
    );
    list
}

type Change = fn(&str) -> String;

/// Changes each `[.]` and `[k]`.
fn with_levels(line: &str, change: Change) -> String {
    let mut out = line.to_owned();
    for level in [".", "k"] {
        out = out.replace(&format!("[{level}]"), &change(level));
    }
    out
}
