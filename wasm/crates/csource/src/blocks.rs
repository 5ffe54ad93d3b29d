//! Items merged to blocks of whole lines: a declaration with its comments and `#define`s.

use facts::{Blocked, LineRange, MemberText, PieceText, Span};

use crate::source::Source;

/// Whole lines of a body.
pub enum Block {
    Piece(PieceBlock),
    Comment {
        lines: LineRange,
        token: usize,
    },
    /// A conditional.
    Condition {
        lines: LineRange,
        token: usize,
    },
    Other {
        lines: LineRange,
    },
}

/// A declaration that is being put together.
pub struct PieceBlock {
    pub piece: PieceText,
    /// Where the trailing comment begins on screen.
    trailing_column: Option<usize>,
    pub comments: Vec<usize>,
}

impl Block {
    pub fn lines(&self) -> LineRange {
        match self {
            Block::Piece(block) => block.piece.lines,
            Block::Comment { lines, .. }
            | Block::Condition { lines, .. }
            | Block::Other { lines } => *lines,
        }
    }

    fn lines_mut(&mut self) -> &mut LineRange {
        match self {
            Block::Piece(block) => &mut block.piece.lines,
            Block::Comment { lines, .. }
            | Block::Condition { lines, .. }
            | Block::Other { lines } => lines,
        }
    }
}

/// A member, which joins the piece whose last line it begins in.
pub fn add_member(
    blocks: &mut Vec<Block>,
    member: MemberText,
    blocked: Option<Blocked>,
    lines: LineRange,
) {
    match blocks.last_mut() {
        Some(Block::Piece(last)) if last.piece.lines.last >= lines.first => {
            last.piece.members.push(member);
            last.piece.lines.last = last.piece.lines.last.max(lines.last);
            last.piece.declared_end_line = lines.last;
            last.piece.blocked = last.piece.blocked.or(blocked);
            return;
        }
        _ => {}
    }
    let mut block = PieceBlock {
        piece: PieceText {
            lines,
            declared_line: lines.first,
            declared_end_line: lines.last,
            members: vec![member],
            inner_comments: Vec::new(),
            trailing_comment: None,
            blocked,
            demand: None,
        },
        trailing_column: None,
        comments: Vec::new(),
    };
    // `public: int x;`
    if let Some(Block::Other { lines: before }) = blocks.last()
        && before.last >= lines.first
    {
        block.piece.lines.first = before.first;
        block.piece.blocked = Some(Blocked::NotUnderstood);
        blocks.pop();
    }
    // `/* 0x10 */ u32 x;`
    if let Some(Block::Comment { lines: above, token }) = blocks.last()
        && above.last >= lines.first
    {
        block.piece.lines.first = above.first;
        block.comments.push(*token);
        blocks.pop();
    }
    blocks.push(Block::Piece(block));
}

/// A comment: behind a declaration it is its own, alone it stands for itself until it is attached.
pub fn add_comment(source: &Source, blocks: &mut Vec<Block>, token: usize, lines: LineRange) {
    let column = source.screen_column(token);
    match blocks.last_mut() {
        Some(Block::Piece(last)) => {
            let trails = last.piece.lines.last >= lines.first;
            let goes_on = last.piece.lines.last + 1 == lines.first
                && last
                    .trailing_column
                    .is_some_and(|trailing| column.abs_diff(trailing) <= 2 && column >= 24);
            if trails || goes_on {
                last.piece.lines.last = last.piece.lines.last.max(lines.last);
                last.comments.push(token);
                if trails {
                    last.trailing_column.get_or_insert(column);
                    let span = source.span(token, token);
                    let behind = last
                        .piece
                        .members
                        .last()
                        .is_some_and(|member| member.span.end <= span.start);
                    if behind {
                        last.piece.trailing_comment.get_or_insert(span);
                    }
                } else if let Some(Span { end, .. }) = last.piece.trailing_comment.as_mut() {
                    *end = source.span(token, token).end;
                }
                return;
            }
        }
        Some(other) if other.lines().last >= lines.first => {
            let range = other.lines_mut();
            range.last = range.last.max(lines.last);
            return;
        }
        _ => {}
    }
    blocks.push(Block::Comment { lines, token });
}

/// `#define`s right under a member are its flags; all else stands for itself.
pub fn add_other(blocks: &mut Vec<Block>, lines: LineRange, joins: bool) {
    match blocks.last_mut() {
        Some(last @ Block::Piece(_)) if joins && last.lines().last + 1 >= lines.first => {
            let range = last.lines_mut();
            range.last = range.last.max(lines.last);
        }
        Some(last) if last.lines().last >= lines.first => {
            let range = last.lines_mut();
            range.last = range.last.max(lines.last);
        }
        _ => blocks.push(Block::Other { lines }),
    }
}
