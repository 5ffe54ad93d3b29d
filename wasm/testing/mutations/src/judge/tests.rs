//! The judge can fail: profiles that are wrong in one thing each.

use facts::{AccessProfile, Diagnostic, Message, RowNode, Severity};

use crate::mutation::Left;

use super::{Read, Verdict, Wanted, judge, judge_all};

/// A real one: the profile of a c2c report as the corpus states it.
fn clean() -> AccessProfile {
    let samples = corpus::samples::all();
    let sample = samples.iter().find(|sample| sample.name == "modules-6.1-NNN");
    sample.map(|sample| sample.truth().profile).expect("a sample of that name")
}

fn script() -> AccessProfile {
    let samples = corpus::samples::all();
    let sample = samples.iter().find(|sample| sample.name == "two_processes-6.1-script");
    sample.map(|sample| sample.truth().profile).expect("a sample of that name")
}

fn remark(severity: Severity, text: &str) -> Diagnostic {
    Message { id: "report/any", severity, text: text.to_owned(), fix: None }.at("", 1)
}

fn judged(clean: &AccessProfile, change: impl FnOnce(&mut AccessProfile)) -> Verdict {
    let mut read = clean.clone();
    change(&mut read);
    judge::<String>(clean, Ok(read))
}

/// Wrong, and no note helps.
fn lost(change: impl Fn(&mut AccessProfile), why: &str) {
    for noted in [false, true] {
        let verdict = judged(&clean(), |read| {
            change(read);
            if noted {
                read.diagnostics.push(remark(Severity::Warning, "something was cut"));
            }
        });
        let Verdict::Lost(what) = verdict else { unreachable!("{why}: {verdict:?}") };
        assert!(what.contains(why), "{what}");
    }
}

/// Missing: a note is all that it takes.
fn missing(change: impl Fn(&mut AccessProfile), why: &str) {
    let silent = judged(&clean(), &change);
    assert!(matches!(&silent, Verdict::Lost(what) if what.contains("in silence")), "{silent:?}");
    let noted = judged(&clean(), |read| {
        change(read);
        read.diagnostics.push(remark(Severity::Note, "something was cut"));
    });
    assert!(matches!(&noted, Verdict::Noted(what) if what.contains(why)), "{noted:?}");
}

#[test]
fn the_same_is_the_same() {
    assert_eq!(judged(&clean(), |_| {}), Verdict::Same);
    let note = |read: &mut AccessProfile| read.diagnostics.push(remark(Severity::Note, "quoted"));
    assert_eq!(judged(&clean(), note), Verdict::Same);
    let warned = judged(&clean(), |read| read.diagnostics.push(remark(Severity::Warning, "cut")));
    assert!(matches!(warned, Verdict::Noted(_)), "{warned:?}");
}

/// A warning about a line's rows is no excuse for its counts, and the reverse; one about another line for neither.
#[test]
fn a_doubt_of_one_line_is_about_what_it_says() {
    let (rows, counts) = ("report/lines-missing", "report/counts-differ");
    let wrong_row: fn(&mut AccessProfile) = |read| read.lines[0].rows[0].offset_bytes += 1.0;
    let wrong_count: fn(&mut AccessProfile) = |read| read.lines[0].counts.records = Some(1);
    let judge = |change: fn(&mut AccessProfile), id: &str, line: usize| {
        judged(&clean(), |read| {
            change(read);
            let address = read.lines[line].address.clone().expect("an address");
            read.diagnostics.push(Diagnostic {
                id: id.to_owned(),
                ..remark(Severity::Warning, &format!("of {address}"))
            });
        })
    };
    let is_noted = |verdict: Verdict| matches!(verdict, Verdict::Noted(_));
    assert!(is_noted(judge(wrong_row, rows, 0)) && is_noted(judge(wrong_count, counts, 0)));
    for (change, id, line) in [
        (wrong_row, counts, 0),
        (wrong_count, rows, 0),
        (wrong_row, rows, 1),
        (wrong_count, counts, 1),
    ] {
        let verdict = judge(change, id, line);
        assert!(matches!(verdict, Verdict::Lost(_)), "{id} {line}: {verdict:?}");
    }
}

#[test]
fn a_wrong_number_is_lost() {
    lost(|read| read.lines[0].counts.records = Some(1), "records 1 instead of");
    lost(|read| read.lines[0].rows[0].counts.records = Some(1), "records 1 instead of");
    lost(|read| read.lines[0].rows[0].latencies.hitm_local_cycles = Some(0.5), "cycles of local");
    lost(|read| read.lines[0].rows[0].cpu_count = Some(99), "number of CPUs 99");
    lost(|read| read.lines[0].rows[0].offset_bytes += 1.0, "no such row");
    lost(|read| read.lines[0].snoop_percent = Some(100.0), "share 100");
    lost(|read| read.totals.records = Some(7), "records 7 instead of");
    lost(|read| read.stats[0].count += 1.0, "\"Total records\" is");
    lost(|read| read.line_bytes = 128, "lines of 128 bytes");
    let shares = |read: &mut AccessProfile| {
        let shares = read.lines[0].rows[0].shares.as_mut().expect("shares");
        shares.hitm_local_percent = Some(12.5);
    };
    lost(shares, "share of local HITM 12.5");
    let cpus = |read: &mut AccessProfile| {
        let nodes =
            read.lines.iter_mut().flat_map(|line| &mut line.rows).flat_map(|r| &mut r.nodes);
        let long = nodes.into_iter().find(|node| node.cpus.len() > 1).expect("a node with CPUs");
        long.cpus.pop();
    };
    lost(cpus, "CPUs [");
}

#[test]
fn what_is_invented_is_lost() {
    let again = |read: &mut AccessProfile| {
        let row = read.lines[0].rows[0].clone();
        read.lines[0].rows.push(row);
    };
    lost(again, "there twice");
    lost(|read| read.lines.push(read.lines[0].clone()), "there twice");
    lost(|read| read.lines[0].address = Some("0x40".to_owned()), "line 0x40 is invented");
    lost(|read| read.events.push("cycles".to_owned()), "\"cycles\" is invented");
    lost(|read| read.lines[0].rows[0].pid = Some(5), "pid 5 is invented");
    let node = |read: &mut AccessProfile| {
        let node = RowNode {
            node: 9,
            cpu_count: None,
            cpus: Vec::new(),
            snoop_percent: None,
            stores_percent: None,
        };
        read.lines[0].rows[0].nodes.push(node);
    };
    lost(node, "node 9 is invented");
    // A row of one line under another.
    let moved = |read: &mut AccessProfile| {
        let row = read.lines[0].rows.remove(0);
        read.lines[1].rows.push(row);
    };
    lost(moved, "line");
}

#[test]
fn a_shortened_name_is_lost() {
    let shorter = |name: &mut Option<String>| {
        let name = name.as_mut().expect("a name");
        name.pop();
    };
    lost(|read| shorter(&mut read.lines[0].rows[0].symbol), "symbol");
    lost(|read| shorter(&mut read.lines[0].rows[0].object), "object");
    lost(|read| shorter(&mut read.lines[0].rows[0].source_line), "source line");
    lost(|read| shorter(&mut read.lines[0].rows[0].code_address), "code address");
    lost(|read| shorter(&mut read.lines[0].address), "is invented");
}

#[test]
fn what_is_missing_needs_a_note() {
    missing(|read| drop(read.lines[0].rows.remove(0)), "rows:");
    missing(|read| drop(read.lines.pop()), "lines:");
    missing(|read| read.lines[0].counts.stores = None, "no stores");
    missing(|read| read.lines[0].rows[0].symbol = None, "no symbol");
    missing(|read| read.lines[0].rows[0].nodes.clear(), "nodes of a row");
    missing(|read| read.lines[0].rows[0].shares = None, "no shares");
    missing(|read| drop(read.stats.pop()), "statistics");
    missing(|read| read.lines.swap(0, 1), "order of lines");
    missing(|read| read.display = None, "no display");
    // Rows that lost their line are still rows of it.
    missing(|read| read.lines[0].address = None, "no address");
}

#[test]
fn an_old_remark_is_no_note() {
    let mut clean = clean();
    clean.diagnostics.push(remark(Severity::Note, "trimmed"));
    let verdict = judged(&clean, |read| drop(read.lines.pop()));
    assert!(matches!(verdict, Verdict::Lost(_)), "{verdict:?}");
    let more_often = judged(&clean, |read| {
        read.lines.pop();
        read.diagnostics[0].count += 1;
    });
    assert!(matches!(more_often, Verdict::Noted(_)), "{more_often:?}");
}

#[test]
fn of_fewer_samples_numbers_are_smaller() {
    let clean = script();
    let half = |read: &mut AccessProfile| {
        let row = &mut read.lines[0].rows[0].counts;
        row.records = row.records.map(|n| n - 1);
        read.diagnostics.push(remark(Severity::Warning, "the text ends in a sample"));
    };
    let verdict = judged(&clean, half);
    assert!(matches!(verdict, Verdict::Noted(_)), "{verdict:?}");
    let twice = judged(&clean, |read| {
        half(read);
        let row = &mut read.lines[0].rows[0].counts;
        row.records = row.records.map(|n| n * 2);
    });
    assert!(matches!(twice, Verdict::Lost(_)), "{twice:?}");
    // Without the code address, rows are one: their sum is right, and more is not.
    let merged = |more: u32| {
        judged(&clean, |read| {
            read.diagnostics.push(remark(Severity::Warning, "cut"));
            for row in read.lines.iter_mut().flat_map(|line| &mut line.rows) {
                (row.code_address, row.symbol, row.object, row.level) = (None, None, None, None);
                row.counts.records = row.counts.records.map(|n| n + more);
            }
        })
    };
    assert!(matches!(merged(0), Verdict::Noted(_)), "{:?}", merged(0));
    assert!(matches!(merged(1), Verdict::Lost(_)), "{:?}", merged(1));
}

#[test]
fn several_reports() {
    let (clean, other) = (clean(), script());
    let named = |name: Option<&str>, profile: &AccessProfile| Read {
        name: name.map(str::to_owned),
        profile: profile.clone(),
    };
    let verdict = |wanted: Wanted<'_>, found: Vec<Read>| {
        judge_all::<String>(&wanted, Ok(found), Left::Everything)
    };
    let is_lost = |verdict: Verdict| matches!(verdict, Verdict::Lost(_));
    let (one, two) = (named(None, &clean), named(None, &other));
    assert!(is_lost(verdict(Wanted::One(&clean), vec![one.clone(), one.clone()])));
    assert!(is_lost(verdict(Wanted::Twice(&clean), vec![one.clone()])));
    let mut noted = one.clone();
    noted.profile.diagnostics.push(remark(Severity::Note, "it is there twice"));
    assert!(!is_lost(verdict(Wanted::Twice(&clean), vec![noted])));
    let both = Wanted::Two([Some("before"), Some("after")], [&clean, &other]);
    assert!(is_lost(verdict(both, vec![one.clone(), two.clone()])));
    assert!(is_lost(verdict(both, vec![one])));
    let right = vec![named(Some("before"), &clean), named(Some("after"), &other)];
    assert_eq!(verdict(both, right), Verdict::Same);
    let turned = vec![named(Some("before"), &other), named(Some("after"), &clean)];
    assert!(is_lost(verdict(both, turned)));
}

#[test]
fn a_refusal_needs_a_reason() {
    let clean = clean();
    let refused = |left| judge_all(&Wanted::One(&clean), Err("no row was found"), left);
    assert!(matches!(refused(Left::Something), Verdict::Unread(_)));
    assert!(matches!(refused(Left::Nothing), Verdict::Noted(_)));
    // A report without its rows, though they are all there.
    let bare = |left| {
        let mut profile = clean.clone();
        profile.lines.iter_mut().for_each(|line| line.rows.clear());
        profile.diagnostics.push(remark(Severity::Warning, "there are lines without rows"));
        judge_all::<String>(&Wanted::One(&clean), Ok(vec![Read { name: None, profile }]), left)
    };
    assert!(matches!(bare(Left::Everything), Verdict::Unread(_)));
    assert!(matches!(bare(Left::Something), Verdict::Noted(_)));
}
