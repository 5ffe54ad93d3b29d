//! Texts as strangers bring them: out of an editor of documents, a collector of logs, a split screen, a spreadsheet, a page.

use facts::ProfileKind::{self, AnnotatedTypes, MemDump, MemReport, Script, TypeReport};

use mutations::{Group, Mutation, Verdict};

use super::composed::{each, none_is_lost};

/// Refused with a sentence: where a thread's name begins and ends only the gaps tell, which are gone.
const NOT_READ: (&str, &[ProfileKind]) = ("columns in quotes, with commas", &[Script]);

/// Columns: two blanks are between them.
fn columns(line: &str) -> impl Iterator<Item = &str> {
    line.split("  ").map(str::trim).filter(|column| !column.is_empty())
}

fn of_rtf(line: &str) -> String {
    line.replace('\\', "\\\\").replace('{', "\\{").replace('}', "\\}")
}

fn of_json(line: &str) -> String {
    line.replace('\\', "\\\\").replace('"', "\\\"").replace('\t', "\\t")
}

fn is_row(line: &str) -> bool {
    line.trim_start().starts_with(|c: char| c.is_ascii_digit()) && !line.contains(" : ")
}

fn brought() -> Vec<Mutation> {
    let text = |name: &str, change: fn(&str) -> String| Mutation::text(Group::Around, name, change);
    vec![
        text("RTF of a Mac", |text| {
            let lines = each(text, |_, line| of_rtf(line) + "\\");
            format!(
                "{{\\rtf1\\ansi\\ansicpg1252\\cocoartf2761\n{{\\fonttbl\\f0\\fmodern\\fcharset0 Courier;}}\n{{\\*\\expandedcolortbl;;}}\n\\pard\\f0\\fs18 \\cf0 {lines}}}\n"
            )
        }),
        text("RTF of Windows", |text| {
            let lines = each(text, |_, line| of_rtf(line) + "\\par\r");
            format!("{{\\rtf1\\ansi\\deff0 {{\\fonttbl {{\\f0 Courier;}}}}\r\n{lines}}}\r\n")
        }),
        text("`journalctl -o json`", |text| {
            each(text, |n, line| {
                format!(
                    "{{\"__CURSOR\":\"s=ab;i={n:x}\",\"PRIORITY\":\"6\",\"MESSAGE\":\"{}\",\"_PID\":\"31337\"}}",
                    of_json(line)
                )
            })
        }),
        text("a log of containers", |text| {
            each(text, |n, line| {
                format!(
                    "{{\"log\":\"{}\\n\",\"stream\":\"stdout\",\"time\":\"2026-01-02T03:04:05.{n:09}Z\"}}",
                    of_json(line)
                )
            })
        }),
        text("a pane on the right", |text| {
            each(text, |n, line| {
                let shown: String = line.chars().take(100).collect();
                let other = ["top - 03:04", "Tasks: 402 total", "", " 4242 jane  20"][n % 4];
                format!("{shown:100}│{other}")
            })
        })
        .taking_away()
        .leaving(100),
        text("a pane on the left", |text| {
            each(text, |n, line| format!("{:30}│{line}", ["$ ls", "", "c2c.txt"][n % 3]))
        }),
        text("rows taken out for `[ ... ]`", |text| {
            let line = |n: usize, line: &str| match is_row(line) && n.is_multiple_of(5) {
                true => "[ ... ]".to_owned(),
                false => format!("> {line}"),
            };
            each(text, line)
        })
        .only_of(&[ProfileKind::C2cReport, MemDump, MemReport, Script, TypeReport])
        .taking_away(),
        text("columns in quotes, with commas", |text| {
            each(text, |_, line| {
                let quoted: Vec<String> = columns(line)
                    .map(|column| format!("\"{}\"", column.replace('"', "\"\"")))
                    .collect();
                quoted.join(",")
            })
        }),
        text("columns with commas, without `%`", |text| {
            each(text, |_, line| columns(&line.replace('%', "  ")).collect::<Vec<_>>().join(","))
        })
        .only_of(&[TypeReport]),
        text("rows with semicolons, without `%`", |text| {
            each(text, |_, line| match is_row(line) {
                true => columns(&line.replace('%', "  ")).collect::<Vec<_>>().join(";"),
                false => line.to_owned(),
            })
        })
        .only_of(&[TypeReport]),
        text("a number above each line", |text| each(text, |n, line| format!("{}\n{line}", n + 1))),
        text("rows of members taken out", |text| {
            each(text, |n, line| match is_row(line) && n.is_multiple_of(5) {
                true => "[ ... ]".to_owned(),
                false => format!("> {line}"),
            })
        })
        .only_of(&[AnnotatedTypes])
        .taking_away(),
        text("an editor's `:set list`", |text| {
            each(text, |_, line| format!("{}$", line.replace('\t', "^I"))) + "~\n~\n~\n"
        }),
        text("lines of GitHub Actions", |text| {
            each(text, |n, line| format!("2026-01-02T03:04:05.{:07}Z {line}", 1_234_567 + n * 113))
        }),
        text("Jira's `{noformat}`", |text| {
            format!(
                "we see this on prod-db-7:\n\n{{noformat:title=perf c2c}}\n{text}{{noformat}}\n\n[~jane] can you have a look?\n"
            )
        }),
        text("Outlook, a line between all", |text| {
            let lines = each(text, |_, line| line.replace("  ", "\u{a0} ") + "\n");
            format!(
                "From: Doe, Jane <jane@example.org>\nSent: Friday, January 2, 2026 3:04 PM\nTo: Performance <perf@example.org>\nSubject: RE: FW: false sharing?\n\n{lines}\nRegards,\nJane\n"
            )
        }),
        text("a chat of IRC", |text| each(text, |_, line| format!("03:04 <jane> {line}"))),
        text("a pod's name before each line", |text| {
            each(text, |_, line| format!("[pod/perf-7d4b9c-x2x9p/perf] {line}"))
        }),
    ]
}

#[test]
fn texts_of_strangers_are_read_as_they_are_or_with_a_note() {
    none_is_lost(&brought(), |way, verdict, kind| {
        let (name, kinds) = NOT_READ;
        matches!(verdict, Verdict::Unread(_)) && name == way && kinds.contains(&kind)
    });
}

#[test]
fn a_text_that_ends_in_a_name_behind_a_tab_says_so() {
    let sample = "\t       two words    1000/1000    [026]  2628.114122: ibs_op//:  502016  1808042 |OP LOAD|LVL L1 hit|SNP None|TLB N/A|LCK No|BLK  N/A  12  401226 f+0x26 (/d)\n";
    let whole = format!("the samples:\n{}", sample.repeat(3));
    let says = |text: &str| {
        let said = crate::read(text.as_bytes()).diagnostics;
        said.iter().any(|remark| remark.message.contains("ends in a sample"))
    };
    assert!(!says(&whole));
    assert!(says(&format!("{whole}\t       two wo\n")));
    // A caller has one tab more.
    assert!(!says(&format!("{whole}\t\t  401226 f+0x26 (/d)\n")));
}
