//! Columns that somebody took out of a report's rows, or exchanged: what a report states twice shows it, and no number is
//! taken for another kind's in silence.

use facts::ProfileKind::C2cReport;
use mutations::{Clean, Group, Mutation, Verdict, trial};

use crate::mutated::read_all;

/// Reports of the corpus whose rows have the columns that perf has without `--coalesce`.
fn reports() -> Vec<Clean> {
    let all = mutations::specimen::all().into_iter();
    let usual = |name: &str| {
        !["-tid", "-pid", "-dso", "-all", "4.18", "5.4"].iter().any(|of| name.contains(of))
    };
    let reports = all.filter(|specimen| specimen.kind == C2cReport && usual(&specimen.name));
    reports.map(|specimen| Clean { profile: crate::read(&specimen.text), specimen }).collect()
}

/// The line with its words changed, if it is a row or a line of counts.
fn of_rows(line: &str, change: impl Fn(&mut Vec<&str>)) -> String {
    let is_row = !line.trim_start().starts_with('#') && line.contains("0x");
    if !is_row {
        return line.to_owned();
    }
    let mut words: Vec<&str> = line.split_whitespace().collect();
    change(&mut words);
    format!("  {}", words.join("  "))
}

fn lost(name: &str, change: impl Fn(&mut Vec<&str>) + Copy + Send + Sync + 'static) -> Vec<String> {
    let mutation = Mutation::lines(Group::Parts, name, move |line| of_rows(line, change));
    let mutation = mutation.leaves_nothing_of(&[C2cReport]);
    let verdict = |clean: &Clean| match trial(clean, None, &mutation, &read_all)? {
        Verdict::Lost(why) | Verdict::Unread(why) => {
            Some(format!("{name} of {}: {why}", clean.specimen.name))
        }
        Verdict::Same | Verdict::Noted(_) => None,
    };
    reports().iter().filter_map(verdict).collect()
}

#[test]
fn a_share_or_a_count_that_was_taken_out_is_noticed() {
    let lost: Vec<String> = (1..5)
        .flat_map(|at| {
            lost(&format!("without word {at}"), move |words| {
                if at < words.len() {
                    words.remove(at);
                }
            })
        })
        .collect();
    assert!(lost.is_empty(), "{} lost\n{}", lost.len(), lost.join("\n"));
}

#[test]
fn cycles_that_were_taken_out_are_noticed() {
    let lost: Vec<String> = (9..13)
        .flat_map(|at| {
            lost(&format!("without word {at}"), move |words| {
                if at < words.len() && words[0].contains('%') {
                    words.remove(at);
                }
            })
        })
        .collect();
    assert!(lost.is_empty(), "{} lost\n{}", lost.len(), lost.join("\n"));
}
