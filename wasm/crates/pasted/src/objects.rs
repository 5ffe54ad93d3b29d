//! Logs as objects of JSON, one in each line, of which one value is the line that a program printed: journald's export,
//! the files of containers, collectors of logs.

use crate::escaped::{characters, string_end};

/// Names of that value.
const NAMES: [&str; 6] = ["MESSAGE", "log", "message", "msg", "textPayload", "line"];

/// The line that an object holds; `None` where the line is no such object.
pub fn message_of(line: &str) -> Option<String> {
    let mut rest = line.trim().strip_prefix('{')?.strip_suffix('}')?;
    while let Some((between, inside)) = rest.split_once('"') {
        let end = string_end(inside);
        let (string, behind) = (inside.get(..end)?, inside.get(end + 1..)?);
        let is_value = between.trim_end().ends_with(':');
        if !is_value && NAMES.contains(&string) {
            let value = behind.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"');
            if let Some(value) = value {
                let text = characters(&value[..string_end(value)]);
                let text = text.trim_end_matches(['\r', '\n']);
                // A whole text in one value is another form.
                return (!text.contains('\n')).then(|| text.to_owned());
            }
        }
        rest = behind;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expect: Option<&str>) {
        assert_eq!(message_of(line).as_deref(), expect, "{line}");
    }

    #[test]
    fn lines_of_logs() {
        let row = "  1.00%\\t0x8  [.] f\\\"g";
        let bare = "  1.00%\t0x8  [.] f\"g";
        for line in [
            format!("{{\"__CURSOR\":\"s=a;i=1\",\"MESSAGE\":\"{row}\",\"_PID\":\"31337\"}}"),
            format!(
                "{{\"log\":\"{row}\\n\",\"stream\":\"stdout\",\"time\":\"2026-01-02T03:04:05Z\"}}"
            ),
            format!("  {{ \"level\": 30, \"msg\" : \"{row}\" }}"),
            format!("{{\"kind\":\"log\",\"labels\":{{\"a\":\"b\"}},\"message\":\"{row}\"}}"),
        ] {
            check(&line, Some(bare));
        }
        check("{\"MESSAGE\":\"\"}", Some(""));
    }

    #[test]
    fn other_lines_stay() {
        for line in [
            "  1.00%  0x8  {lambda}",
            "{\"output\":\"a\"}",
            "{\"message\":\"a\\nb\\n\"}",
            "{\"log\": {\"level\": \"a\"}}",
            "{\"kind\":\"log\"}",
            "{\"MESSAGE\":\"a",
            "{}",
        ] {
            check(line, None);
        }
    }
}
