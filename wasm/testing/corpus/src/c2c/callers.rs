//! The callers under a row, where call chains were recorded: `callchain__fprintf_graph()` of
//! `tools/perf/ui/stdio/hist.c`, for rows whose samples all have one chain. The instruction's own function first.

use super::Report;
use crate::tables::Row;

const MARGIN: usize = 12;

pub(super) fn print(report: &Report, row: &Row, out: &mut String) {
    let scenario = &report.recording.scenario;
    if !scenario.call_chains || report.options.no_callers {
        return;
    }
    let site = &scenario.sites[row.site];
    let own = match report.recording.function(site) {
        Some(function) => function.name.clone(),
        None => format!("{:#x}", site.code),
    };
    let callers = site.callers.iter().map(|at| scenario.functions[*at].name.clone());
    let margin = " ".repeat(MARGIN);
    *out += &format!("{margin}|\n");
    for (n, name) in std::iter::once(own).chain(callers).enumerate() {
        let branch = if n == 0 { "---" } else { "   " };
        *out += &format!("{margin}{branch}{name}\n");
    }
    out.push('\n');
}
