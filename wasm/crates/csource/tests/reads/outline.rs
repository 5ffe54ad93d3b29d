//! The body of a struct as the tests write what they expect of it.

use facts::{BodyNode, LineRange, PieceText};

/// One line for each node: `lines what`, indented by `#if`.
pub fn outline(nodes: &[BodyNode], indent: usize, out: &mut Vec<String>) {
    for node in nodes {
        let pad = "  ".repeat(indent);
        match node {
            BodyNode::Blank { lines } => out.push(format!("{pad}{} blank", range(*lines))),
            BodyNode::Comment { lines, boundary, .. } => match boundary {
                Some(boundary) => {
                    out.push(format!("{pad}{} boundary {}", range(*lines), boundary.line));
                }
                None => out.push(format!("{pad}{} comment", range(*lines))),
            },
            BodyNode::Other { lines, .. } => out.push(format!("{pad}{} other", range(*lines))),
            BodyNode::Piece { piece } => out.push(format!("{pad}{}", described(piece))),
            BodyNode::Marker { piece, marker } => {
                out.push(format!("{pad}{} marker {marker:?}", range(piece.lines)));
            }
            BodyNode::Chain { lines, leading, branches, .. } => {
                let comment =
                    leading.map_or(String::new(), |lines| format!(" comment {}", range(lines)));
                out.push(format!("{pad}{} chain{comment}", range(*lines)));
                for branch in branches {
                    out.push(format!("{pad}[{}]", branch.condition));
                    outline(&branch.nodes, indent + 1, out);
                }
            }
        }
    }
}

fn range(lines: LineRange) -> String {
    if lines.first == lines.last {
        lines.first.to_string()
    } else {
        format!("{}-{}", lines.first, lines.last)
    }
}

fn described(piece: &PieceText) -> String {
    let mut parts = vec![range(piece.lines)];
    for declarator in piece.members.iter().flat_map(|member| &member.declarators) {
        let name = declarator.name.clone().unwrap_or_else(|| "-".to_owned());
        let mut text = format!(
            "{name}@{}:{} {}",
            declarator.at.line, declarator.at.column, declarator.declared_type.text
        );
        text = text.trim_end().to_owned();
        if let Some(width) = &declarator.bit_width {
            text += &format!(":{}", width.text);
        }
        for attribute in &declarator.attributes {
            text += &format!(" [{}]", attribute.text);
        }
        parts.push(text.trim_end().to_owned());
    }
    if let Some(blocked) = piece.blocked {
        parts.push(format!("{blocked:?}"));
    }
    if let Some(demand) = piece.demand {
        parts.push(format!("must be {demand:?}"));
    }
    parts.join(", ")
}
