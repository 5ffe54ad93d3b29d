//! Other text before, after and between.

use crate::lines::{each_line_in_order, is_table_row};
use crate::mutation::{Group, Mutation};

/// A patch, as it follows the report that is its reason.
pub(crate) const PATCH: &str = "\
diff --git a/demo/counters.h b/demo/counters.h
index 3b18e512dba7..a9d2f0c1e5b4 100644
--- a/demo/counters.h
+++ b/demo/counters.h
@@ -11,9 +11,9 @@ struct counters {
 \tunsigned long reads;
-\tunsigned long writes;
 \tspinlock_t lock;
+\tunsigned long writes ____cacheline_aligned_in_smp;
 \tint node;
 };
 
 void count_read(struct counters *counters);
";
const MAIL: &str = "\
From: Jane Doe <jane@example.org>
To: linux-kernel@vger.kernel.org
Date: Mon, 2 Jan 2026 03:04:05 +0100
Subject: [PATCH 1/2] demo: keep the writers off the readers' line
Message-ID: <20260102030405.123-1-jane@example.org>

Hi all,

readers of the counters spend 35% of their time on one line, which writers
take from them. This is what perf says on a machine with 2 sockets:

";
const THANKS: &str = "
So the lock moves. With it we see 12.5% more throughput.

Signed-off-by: Jane Doe <jane@example.org>
---
 demo/counters.h | 4 ++--
 1 file changed, 2 insertions(+), 2 deletions(-)

";
/// Every so many rows something stands between them.
const EVERY: usize = 3;

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let text = |name: &str, change: fn(&str) -> String| Mutation::text(Group::Around, name, change);
    vec![
        text("a diff after it", |text| format!("{text}\n{PATCH}")),
        text("in a mail, with its patch", |text| {
            format!("{MAIL}{text}{THANKS}{PATCH}-- \n2.47.0\n")
        }),
        text("in a mail, without a patch", |text| format!("{MAIL}{text}\nThanks,\nJane\n")),
        text("in a code fence", |text| format!("This is it:\n\n```\n{text}```\n\nThanks!\n")),
        text("in a code fence with a language", |text| format!("~~~text\n{text}~~~\n")),
        text("the command before it", |text| {
            format!(
                "jane@host:~/demo$ perf c2c report --stdio -i perf.data 2>/dev/null\n{text}jane@host:~/demo$ \n"
            )
        }),
        text("`[snip]` between rows", |text| between(text, "[snip]")),
        text("`...` between rows", |text| between(text, "...")),
        text("prose between rows", |text| {
            between(text, "\nThe next ones are the readers, about 2 of 3:\n")
        }),
        text("a word after rows", |text| after(text, "   <--- here")),
    ]
}

/// Something at the end of each third row.
fn after(text: &str, what: &str) -> String {
    let mut number = 0;
    each_line_in_order(text, |line| {
        number += usize::from(is_table_row(line));
        let marked = is_table_row(line) && number % EVERY == 0;
        format!("{line}{}", if marked { what } else { "" })
    })
}

/// Something on a line of its own after each third row.
fn between(text: &str, what: &str) -> String {
    let mut number = 0;
    each_line_in_order(text, |line| {
        number += usize::from(is_table_row(line));
        let here = is_table_row(line) && number % EVERY == 0;
        if here { format!("{line}\n{what}") } else { line.to_owned() }
    })
}
