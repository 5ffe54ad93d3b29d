//! A frame around the text, as chats, slides and full-screen programs draw it.

use crate::mutation::{Group, Mutation};

struct Frame {
    name: &'static str,
    /// Left and right of each line.
    side: char,
    /// Corners and rule above, and below.
    above: [char; 3],
    below: [char; 3],
}

const FRAMES: [Frame; 3] = [
    Frame {
        name: "│ … │", side: '│', above: ['┌', '─', '┐'], below: ['└', '─', '┘']
    },
    Frame {
        name: "║ … ║", side: '║', above: ['╔', '═', '╗'], below: ['╚', '═', '╝']
    },
    Frame { name: "| … |", side: '|', above: ['+', '-', '+'], below: ['+', '-', '+'] },
];

/// All of them.
#[must_use]
pub fn all() -> Vec<Mutation> {
    let boxed = |frame: Frame| {
        Mutation::text(Group::Boxes, frame.name, move |text| {
            let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            let rule = |[left, rule, right]: [char; 3]| {
                format!("{left}{}{right}\n", rule.to_string().repeat(width + 2))
            };
            let side = frame.side;
            let lines: String =
                text.lines().map(|line| format!("{side} {line:width$} {side}\n")).collect();
            rule(frame.above) + &lines + &rule(frame.below)
        })
    };
    FRAMES.into_iter().map(boxed).collect()
}
