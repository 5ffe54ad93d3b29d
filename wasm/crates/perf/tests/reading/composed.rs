//! Texts as people post them: several things at once, as a program or a person does them together. Each is made of a
//! report whose truth is known, and read as the clean text is, or with a note.

use facts::ProfileKind::{self, C2cReport, MemDump, MemReport, Script, TypeReport};

use mutations::{Clean, Group, Mutation, Verdict, trial};

use super::mutated::read_all;

/// Of each kind so many texts are posted in each way.
const OF_A_KIND: usize = 3;
const ALL: &[ProfileKind] = &[C2cReport, MemDump, MemReport, Script, TypeReport];

pub fn each(text: &str, change: impl Fn(usize, &str) -> String) -> String {
    text.lines().enumerate().map(|(n, line)| change(n, line) + "\n").collect()
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// What these leave may be whole in itself, so that no reader can say what is gone.
const MAY_LEAVE_A_WHOLE: [&str; 2] = ["`head -n`, half of the lines", "`grep -A20`"];
/// Not read, which a sentence says: these tables have names of several words, and two blanks stand between all of them.
const NOT_READ: [(&str, &[ProfileKind]); 1] =
    [("`column -t`", &[MemReport, TypeReport, ProfileKind::AnnotatedTypes])];

/// Broken at blanks, as mail programs do.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let (mut out, mut rest) = (Vec::new(), line.trim_end());
    while rest.is_ascii() && rest.len() > width {
        let Some(at) = rest[..=width].rfind(' ').filter(|at| !rest[..*at].trim().is_empty()) else {
            break;
        };
        out.push(rest[..at].trim_end().to_owned());
        rest = rest[at..].trim_start();
    }
    out.push(rest.to_owned());
    out
}

fn quoted_printable(text: &str) -> String {
    each(text, |_, line| {
        let code = line.replace('=', "=3D");
        let chars: Vec<char> = code.chars().collect();
        let (mut out, mut from) = (String::new(), 0);
        while chars.len() - from > 75 {
            // A code is not broken.
            let end = if chars[from + 74] == '=' {
                from + 74
            } else if chars[from + 73] == '=' {
                from + 73
            } else {
                from + 75
            };
            out.extend(&chars[from..end]);
            out += "=\n";
            from = end;
        }
        out.extend(&chars[from..]);
        out
    })
}

/// Tabs for blanks up to each eighth column, as `unexpand -a` does.
fn unexpanded(line: &str) -> String {
    let chars: Vec<char> = line.chars().collect();
    let pieces = chars.chunks(8).map(|piece| {
        let text: String = piece.iter().collect();
        let bare = text.trim_end_matches(' ');
        let whole = piece.len() == 8 && text.len() - bare.len() >= 2;
        if whole { format!("{bare}\t") } else { text.clone() }
    });
    pieces.collect()
}

const PATCH: &str = "---\n demo/counters.h | 2 +-\n\ndiff --git a/demo/counters.h b/demo/counters.h\n--- a/demo/counters.h\n+++ b/demo/counters.h\n@@ -11,3 +11,3 @@ struct counters {\n \tunsigned long reads;\n-\tunsigned long writes;\n+\tunsigned long writes ____cacheline_aligned;\n };\n";

/// The ways in which texts are posted.
fn posted() -> Vec<Mutation> {
    let text = |name: &str, change: fn(&str) -> String| Mutation::text(Group::Around, name, change);
    vec![
        text("a comment of GitLab", |text| {
            format!("Here is what perf says:\n\n<details>\n<summary>perf c2c</summary>\n\n```text\n{text}```\n\n</details>\n\n/cc @jane\n")
        }),
        text("a thread of Slack", |text| {
            let text = html(text).replace("  ", "\u{a0} ");
            format!("Jane Doe\n  3:04 PM\nlook at this\n```\n{text}```\n(edited)\n3 replies\n")
        }),
        text("an answer of a mail program", |text| {
            let lines = each(text, |_, line| wrapped(line, 76).join("\n> ")).replace('\r', "");
            let quoted: String = lines
                .lines()
                .map(|line| if line.starts_with("> ") { format!("{line}\n") } else { format!("> {line}\n") })
                .collect();
            format!("On Mon, Jan 2, 2026 at 3:04 PM Jane Doe <jane@example.org> wrote:\n{quoted}>\n\nThanks.\n")
        }),
        text("a pane of tmux, 120 wide", |text| {
            let broken = each(text, |_, line| {
                let chars: Vec<char> = line.chars().collect();
                let pieces: Vec<String> =
                    chars.chunks(120).map(|piece| piece.iter().collect()).collect();
                pieces.join("\n")
            });
            format!("jane@host:~$ perf c2c report --stdio\n{broken}jane@host:~$ \n")
        }),
        text("`script`", |text| {
            let text = each(text, |_, line| format!("{line}\r"));
            format!("Script started on 2026-01-02 03:04:05+01:00 [TERM=\"xterm-256color\" COLUMNS=\"230\" LINES=\"50\"]\n\u{1b}]0;jane@host: ~\u{7}\u{1b}[01;32mjane@host\u{1b}[00m:\u{1b}[01;34m~\u{1b}[00m$ perf c2c report --stdio\r\n{text}\u{1b}]0;jane@host: ~\u{7}\u{1b}[01;32mjane@host\u{1b}[00m:$ exit\r\n\nScript done on 2026-01-02 03:05:06+01:00 [COMMAND_EXIT_CODE=\"0\"]\n")
        }),
        text("screens of `less`", |text| {
            each(text, |n, line| {
                let prompt = format!("\n\u{1b}[7mlines {}-{n}/583 4%\u{1b}[27m\u{1b}[K", n.max(50) - 49);
                format!("{line}{}", if n % 50 == 49 { prompt.as_str() } else { "" })
            })
        }),
        text("journald", |text| {
            each(text, |_, line| format!("Jan 02 03:04:05 host perf-report[4242]: {line}"))
        }),
        text("pages of a PDF", |text| {
            each(text, |n, line| {
                let end = if n % 60 == 59 { format!("\n{}\n\u{c}", n / 60 + 1) } else { String::new() };
                format!("{}{end}", line.replace("ff", "\u{fb00}").replace("fi", "\u{fb01}"))
            })
        }),
        text("`column -t`", |text| {
            each(text, |_, line| line.split_whitespace().collect::<Vec<_>>().join("  "))
        }),
        text("`tr -s ' '`", |text| {
            each(text, |_, line| {
                let start = if line.starts_with(' ') { " " } else { "" };
                start.to_owned() + &line.split_whitespace().collect::<Vec<_>>().join(" ")
            })
        }),
        text("`cut -c1-120`", |text| each(text, |_, line| line.chars().take(120).collect()))
            .taking_away()
            .leaving(120),
        text("`head -n`, half of the lines", |text| {
            let half = text.lines().count() / 2 + 1;
            text.lines().take(half).map(|line| format!("{line}\n")).collect()
        })
        .leaves_nothing_of(&[C2cReport])
        .taking_away(),
        text("`grep -A20`", |text| {
            let from = text.lines().position(|line| line.contains("Distribution Pareto"));
            let lines = text.lines().skip(from.unwrap_or(0)).take(21);
            lines.map(|line| format!("{line}\n")).collect()
        })
        .only_of(&[C2cReport])
        .taking_away(),
        text("`sort -rn`", |text| {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.sort_unstable_by(|a, b| b.cmp(a));
            lines.join("\n") + "\n"
        })
        .leaves_nothing_of(ALL)
        .only_of(&[C2cReport]),
        text("a page of lore", |text| {
            let text = each(&html(text), |_, line| format!("<span\nclass=\"q\">&gt; {line}</span>"));
            format!("<html><body><pre>From: Jane Doe &lt;<a href=\"mailto:j@e.org\">j@e.org</a>&gt;\n\n{text}</pre></body></html>\n")
        }),
        text("`git log`", |text| {
            let text = each(text, |_, line| format!("    {line}"));
            format!("commit 0123456789abcdef0123456789abcdef01234567\nAuthor: Jane Doe <jane@example.org>\nDate:   Fri Jan 2 03:04:05 2026 +0100\n\n    demo: keep the writers off the readers' line\n\n{text}\n    Signed-off-by: Jane Doe <jane@example.org>\n")
        }),
        text("an mbox of patchwork", |text| {
            let body = quoted_printable(&format!("perf says:\n\n{text}\nSigned-off-by: J <j@e.org>\n{PATCH}"));
            format!("From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: Jane Doe <jane@example.org>\nSubject: [PATCH v2] demo: move the lock\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\nX-Patchwork-Id: 1234567\n\n{body}")
        }),
        text("`diff -y`", |text| each(text, |_, line| format!("{line:<130}\t{line}")))
            .leaves_nothing_of(ALL)
            .only_of(&[C2cReport]),
        text("`pr`", |text| {
            each(text, |n, line| {
                let head = format!("\n\n2026-01-02 03:04                     c2c.txt                     Page {}\n\n\n", n / 56 + 1);
                format!("{}{line}{}", if n % 56 == 0 { head.as_str() } else { "" }, if n % 56 == 55 { "\n\n\n\n\n" } else { "" })
            })
        }),
        text("`unexpand -a`", |text| each(text, |_, line| unexpanded(line))),
        Mutation::bytes(Group::Encoding, "`clip` of Windows", |bytes| {
            let text = String::from_utf8_lossy(bytes).replace('\n', "\r\n");
            let units = [0xfeff_u16].into_iter().chain(text.encode_utf16().collect::<Vec<_>>());
            units.flat_map(u16::to_le_bytes).collect()
        }),
        text("`fold -s -w 100`", |text| {
            each(text, |_, line| {
                let (mut out, mut rest) = (String::new(), line);
                while rest.is_ascii() && rest.len() > 100 {
                    let at = rest[..100].rfind(' ').map_or(100, |at| at + 1);
                    out += &rest[..at];
                    out.push('\n');
                    rest = &rest[at..];
                }
                out + rest
            })
        }),
        text("`cat -A`", |text| each(text, |_, line| format!("{}$", line.replace('\t', "^I")))),
        text("`watch`, 160 wide", |text| {
            let text = each(text, |_, line| line.chars().take(160).collect());
            format!("Every 2.0s: perf c2c report --stdio            host: Fri Jan  2 03:04:05 2026\n\n{text}")
        })
        .taking_away()
        .leaving(160),
    ]
}

#[test]
fn posted_texts_are_read_as_they_are_or_with_a_note() {
    none_is_lost(&posted(), |way, verdict, kind| match verdict {
        Verdict::Unread(_) => {
            NOT_READ.iter().any(|(name, kinds)| *name == way && kinds.contains(&kind))
        }
        Verdict::Lost(why) => why.starts_with("in silence") && MAY_LEAVE_A_WHOLE.contains(&way),
        _ => false,
    });
}

/// Fails with every way in which a text is lost. `is_known`: the name of the way, what came of the text, and its kind.
pub fn none_is_lost(ways: &[Mutation], is_known: impl Fn(&str, &Verdict, ProfileKind) -> bool) {
    let mut of_kind: Vec<ProfileKind> = Vec::new();
    let specimens = mutations::specimen::all().into_iter().filter(|specimen| {
        let before = of_kind.iter().filter(|kind| **kind == specimen.kind).count();
        of_kind.push(specimen.kind);
        before < OF_A_KIND
    });
    let texts: Vec<Clean> = specimens
        .map(|specimen| Clean { profile: crate::read(&specimen.text), specimen })
        .collect();
    let mut failed = Vec::new();
    for way in ways {
        for text in &texts {
            let Some(verdict) = trial(text, None, way, &read_all) else { continue };
            let Some(why) = verdict.failed() else { continue };
            if !is_known(&way.name, &verdict, text.specimen.kind) {
                let why: String = why.chars().take(200).collect();
                failed.push(format!("{} of {}: {why}", way.name, text.specimen.name));
            }
        }
    }
    assert!(failed.is_empty(), "{}\n{}", failed.len(), failed.join("\n"));
}
