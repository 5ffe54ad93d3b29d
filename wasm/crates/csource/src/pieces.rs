//! Items to whole lines: which comments, `#define`s and blank lines belong to which member.

use facts::{
    Blocked, BodyNode, BranchText, Condition, LineRange, Marker, MemberText, PieceText, Span,
    WallText,
};
use rustc_hash::FxHashSet;

use crate::blocks::{Block, add_comment, add_member, add_other};
use crate::conditions::condition;
use crate::items::{Item, ItemKind};
use crate::lexer::Kind;
use crate::source::{Directive, Source};
use crate::walls;
use crate::{comments, demands, questions};

/// A body's nodes.
pub struct Body {
    /// In order, covering all lines between the braces.
    pub nodes: Vec<BodyNode>,
    /// Why they do not.
    pub unsupported: Option<String>,
}

/// Arranges the items between the braces (tokens `open` and `close`).
pub fn nodes(
    source: &Source,
    items: Vec<Item>,
    walls: &[WallText],
    open: usize,
    close: usize,
) -> Body {
    let open_line = source.first_line(open);
    let close_line = source.first_line(close);
    let mut first_line = open_line + 1;
    let mut blocks: Vec<Block> = Vec::new();
    let mut unsupported = None;
    let heading = defines_above(source, &items);
    // Lines of `#define`s that go with the member under them.
    let mut above: Option<LineRange> = None;
    for (at, item) in items.into_iter().enumerate() {
        let lines = source.lines(item.first, item.last);
        if let Some(before) = above.take_if(|before| {
            !matches!(item.kind, ItemKind::Member(..)) && !heading.contains(&at)
                || before.last + 1 < lines.first
        }) {
            add_other(&mut blocks, before, false);
        }
        let on_brace = lines.first == open_line || lines.last >= close_line;
        match item.kind {
            ItemKind::Comment if lines.first == open_line => {
                // `struct {	/* page_pool */`: part of the brace's line.
                first_line = first_line.max(lines.last + 1);
            }
            ItemKind::Comment => add_comment(source, &mut blocks, item.first, lines),
            ItemKind::Member(member, blocked) => {
                let blocked = if on_brace { Some(Blocked::BraceLine) } else { blocked };
                add_member(&mut blocks, *member, blocked, lines);
                if let (Some(before), Some(Block::Piece(block))) = (above.take(), blocks.last_mut())
                {
                    block.piece.lines.first = block.piece.lines.first.min(before.first);
                }
            }
            ItemKind::Directive if heading.contains(&at) => {
                let first = above.map_or(lines.first, |before| before.first);
                above = Some(LineRange { first, last: lines.last });
            }
            ItemKind::Directive => match source.directive(item.first) {
                Directive::Open | Directive::Branch | Directive::Close => {
                    let mut lines = lines;
                    // `/* x */ #if X`
                    if let Some(Block::Comment { lines: before, .. }) = blocks.last()
                        && before.last >= lines.first
                    {
                        lines.first = before.first;
                        blocks.pop();
                    }
                    blocks.push(Block::Condition { lines, token: item.first });
                }
                kind => add_other(&mut blocks, lines, kind == Directive::Define),
            },
            ItemKind::Label => add_other(&mut blocks, lines, false),
            ItemKind::Other => add_other(&mut blocks, lines, true),
        }
    }
    if let Some(before) = above {
        add_other(&mut blocks, before, false);
    }
    let mut at = 0;
    let region = LineRange { first: first_line, last: close_line.saturating_sub(1) };
    let mut arranger = Arranger { source, walls, unsupported: &mut unsupported };
    let nodes = arranger.level(&mut blocks, &mut at, region, 0);
    if let Some(line) = overlap(&nodes, &mut 0) {
        let sentence = format!("Line {line} declares more than can be distinguished.");
        return Body { nodes: Vec::new(), unsupported: unsupported.or(Some(sentence)) };
    }
    Body { nodes, unsupported }
}

/// Which of the items are `#define`s that belong to the member right under them, and not to the one above as a kernel's
/// flags do: the name says so (`#define FIELDNO_X_FLAGS 1` above `x_flags`), or in this body the names of most others.
fn defines_above(source: &Source, items: &[Item]) -> FxHashSet<usize> {
    let member = |at: Option<usize>| match &items.get(at?)?.kind {
        ItemKind::Member(member, _) => Some(&**member),
        _ => None,
    };
    let is_define = |at: usize| {
        items.get(at).is_some_and(|item| {
            matches!(item.kind, ItemKind::Directive)
                && source.directive(item.first) == Directive::Define
        })
    };
    let says = |define: usize, member: Option<&MemberText>, alike: fn(&str, &str) -> bool| {
        let names = member.into_iter().flat_map(|member| &member.declarators);
        let names = names.filter_map(|declarator| declarator.name.as_deref());
        let argument = items.get(define).map(|item| source.directive_argument(item.first));
        let name = argument.as_deref().and_then(|text| text.split([' ', '\t', '(']).next());
        name.is_some_and(|name| names.into_iter().any(|of| alike(name, of)))
    };
    let mut sure = FxHashSet::default();
    let mut open = Vec::new();
    let (mut above, mut below) = (0, 0);
    let mut at = 0;
    while at < items.len() {
        let mut end = at;
        while is_define(end) {
            end += 1;
        }
        if end == at {
            at += 1;
            continue;
        }
        let next = member(Some(end));
        let before = items.get(..at).unwrap_or_default();
        let previous =
            member(before.iter().rposition(|item| matches!(item.kind, ItemKind::Member(..))));
        let flags = (at..end).any(|each| says(each, previous, names_within));
        if next.is_some() && !flags && (at..end).all(|each| says(each, next, ends_alike)) {
            above += 1;
            sure.extend(at..end);
        } else if next.is_some() && !flags {
            open.push(at..end);
        } else {
            below += 1;
        }
        at = end;
    }
    if above > below {
        sure.extend(open.into_iter().filter(|run| run.len() == 1).flatten());
    }
    sure
}

/// Whether a macro's name ends as a member's does: `FIELDNO_X_FLAGS` and `x_flags`, `FIELDNO_HT_INFOMASK2` and `infomask2`.
fn ends_alike(define: &str, member: &str) -> bool {
    let last = |name: &str| name.rsplit('_').next().unwrap_or_default().to_lowercase();
    let (last, of) = (last(define), last(member));
    let whole = |name: &str| name.replace('_', "").to_lowercase();
    last.len() > 2 && (last == of || whole(define).ends_with(&whole(member)))
}

/// `X_STATUS_BUSY`, a flag of `status`.
fn names_within(define: &str, member: &str) -> bool {
    let whole = |name: &str| name.replace('_', "").to_lowercase();
    member.len() > 2 && whole(define).contains(&whole(member))
}

/// A line that two nodes claim.
fn overlap(nodes: &[BodyNode], done: &mut u32) -> Option<u32> {
    for node in nodes {
        let lines = node.lines();
        if lines.first <= *done {
            return Some(lines.first);
        }
        if let BodyNode::Chain { branches, .. } = node {
            for branch in branches {
                *done = branch.directive.last;
                if let Some(line) = overlap(&branch.nodes, done) {
                    return Some(line);
                }
            }
        }
        *done = (*done).max(lines.last);
    }
    None
}

struct Arranger<'a> {
    source: &'a Source<'a>,
    walls: &'a [WallText],
    unsupported: &'a mut Option<String>,
}

/// `#if`s in `#if`s; more is no source.
const MAX_CHAINS: usize = 40;
/// `#elif`s of a chain; more is no source.
const MAX_BRANCHES: usize = 500;

impl Arranger<'_> {
    /// The nodes of one level, to the `#elif`, `#else` or `#endif` that ends it (left at `at`).
    fn level(
        &mut self,
        blocks: &mut Vec<Block>,
        at: &mut usize,
        region: LineRange,
        depth: usize,
    ) -> Vec<BodyNode> {
        let mut nodes = Vec::new();
        let mut next_line = region.first;
        while let Some(block) = blocks.get_mut(*at) {
            let lines = block.lines();
            // What shares its first line with the brace, or its last one, is kept all the same.
            if lines.first > next_line {
                nodes.push(blank(next_line, lines.first - 1));
            }
            let last = match block {
                Block::Condition { token, .. } => {
                    let token = *token;
                    match self.source.directive(token) {
                        Directive::Open if depth < MAX_CHAINS => {
                            let node = self.chain(blocks, at, lines, depth);
                            let last = node.lines().last;
                            nodes.push(node);
                            last
                        }
                        _ if depth > 0 => return self.attach(nodes),
                        _ => {
                            self.unbalanced(lines.first);
                            nodes.push(BodyNode::Other { lines, includes: false });
                            *at += 1;
                            lines.last
                        }
                    }
                }
                _ => {
                    let block = std::mem::replace(block, Block::Other { lines });
                    nodes.push(self.node(block));
                    *at += 1;
                    lines.last
                }
            };
            next_line = next_line.max(last + 1);
        }
        if depth > 0 {
            self.unbalanced(region.first);
        } else if next_line <= region.last {
            nodes.push(blank(next_line, region.last));
        }
        self.attach(nodes)
    }

    fn unbalanced(&mut self, line: u32) {
        self.unsupported.get_or_insert_with(|| {
            format!("The #if chain near line {line} is not whole inside the braces.")
        });
    }

    /// The chain whose first condition is at `at`, in the lines `start`.
    fn chain(
        &mut self,
        blocks: &mut Vec<Block>,
        at: &mut usize,
        start: LineRange,
        depth: usize,
    ) -> BodyNode {
        let mut branches = Vec::new();
        let mut end = start;
        while let Some(&Block::Condition { lines, token }) = blocks.get(*at) {
            *at += 1;
            end = lines;
            if self.source.directive(token) == Directive::Close {
                break;
            }
            let region = LineRange { first: lines.last + 1, last: lines.last };
            let nodes = self.level(blocks, at, region, depth + 1);
            // The level's last blank lines, before the directive that ends it, are in `nodes` already.
            branches.push(BranchText {
                directive: lines,
                holds: self.holds(token),
                condition: self.source.condition(token),
                nodes,
            });
        }
        if branches.len() > MAX_BRANCHES {
            // What a branch rules out is told of each after it.
            self.unsupported.get_or_insert_with(|| {
                let line = start.first;
                format!("The #if chain at line {line} has more than {MAX_BRANCHES} branches.")
            });
            branches.truncate(MAX_BRANCHES);
        }
        BodyNode::Chain {
            lines: LineRange { first: start.first, last: end.last },
            leading: None,
            branches,
            end,
        }
    }

    fn holds(&self, token: usize) -> Option<Condition> {
        let text = self.source.condition(token);
        (!text.is_empty()).then(|| condition(&text))
    }

    fn node(&self, block: Block) -> BodyNode {
        match block {
            Block::Comment { lines, token } => {
                let bytes = self.source.bytes(token);
                BodyNode::Comment {
                    lines,
                    boundary: questions::boundary(bytes),
                    several: comments::speaks_of_several(bytes),
                    demand: demands::demand(bytes),
                }
            }
            Block::Piece(block) => {
                let mut piece = block.piece;
                piece.inner_comments = self.inner_comments(&piece);
                piece.demand = block
                    .comments
                    .iter()
                    .find_map(|token| demands::demand(self.source.bytes(*token)));
                match marker_of(&piece) {
                    Some(marker) => BodyNode::Marker { piece, marker },
                    None => BodyNode::Piece { piece },
                }
            }
            Block::Condition { lines, .. } | Block::Other { lines } => {
                BodyNode::Other { lines, includes: self.source.includes_on(lines.first) }
            }
        }
    }

    fn inner_comments(&self, piece: &PieceText) -> Vec<Span> {
        let [Some(first), Some(last)] = [piece.members.first(), piece.members.last()] else {
            return Vec::new();
        };
        self.source
            .tokens_between(first.span.start, last.span.end)
            .filter(|at| self.source.kind(*at) == Some(Kind::Comment))
            .map(|at| self.source.span(at, at))
            .collect()
    }

    /// Gives comments that stand right above a member or a chain to it, where they belong to it alone.
    fn attach(&self, nodes: Vec<BodyNode>) -> Vec<BodyNode> {
        let mut attached: Vec<BodyNode> = Vec::with_capacity(nodes.len());
        for (position, node) in nodes.iter().enumerate() {
            let mut node = node.clone();
            let takes = matches!(node, BodyNode::Piece { .. } | BodyNode::Chain { .. });
            if takes {
                let mut alone = None;
                while let Some(BodyNode::Comment { lines, boundary: None, .. }) = attached.last() {
                    let lines = *lines;
                    if lines.last + 1 != node.lines().first || walls::holds(self.walls, lines) {
                        break;
                    }
                    let lines = self.with_lines_above(&attached, lines);
                    let text = self.line_bytes(lines);
                    let alone =
                        *alone.get_or_insert_with(|| comments::stands_alone(&nodes, position));
                    let named = comments::names_member(&text, &node)
                        || comments::names_only_first(&text, &nodes, position);
                    let own = match comments::speaks_of_several(&text) {
                        // "@a: the first of all fields below": kernel-doc names whose it is.
                        true => comments::is_kernel_doc_of(&text, &node),
                        false => alone || named || comments::explains_one(&text),
                    };
                    if !own {
                        break;
                    }
                    while attached.last().is_some_and(|last| last.lines().first >= lines.first) {
                        attached.pop();
                    }
                    take_above(&mut node, lines, demands::demand(&text));
                }
            }
            attached.push(node);
        }
        attached
    }

    /// `//` comments in lines one under the other are one comment, as a block is.
    fn with_lines_above(&self, nodes: &[BodyNode], mut lines: LineRange) -> LineRange {
        let is_line = |range: LineRange| {
            range.first == range.last
                && self.source.line_bytes(range).trim_ascii_start().starts_with(b"//")
        };
        if !is_line(lines) {
            return lines;
        }
        for node in nodes.iter().rev().skip(1) {
            match node {
                BodyNode::Comment { lines: above, boundary: None, .. }
                    if above.last + 1 == lines.first && is_line(*above) =>
                {
                    lines.first = above.first;
                }
                _ => break,
            }
        }
        lines
    }

    fn line_bytes(&self, lines: LineRange) -> Vec<u8> {
        self.source.line_bytes(lines).to_vec()
    }
}

fn take_above(node: &mut BodyNode, above: LineRange, demand: Option<facts::PlaceDemand>) {
    match node {
        BodyNode::Piece { piece } => {
            piece.lines.first = above.first;
            piece.demand = piece.demand.or(demand);
        }
        BodyNode::Chain { lines, leading, .. } => {
            lines.first = above.first;
            leading.get_or_insert(above).first = above.first;
        }
        _ => {}
    }
}

fn blank(first: u32, last: u32) -> BodyNode {
    BodyNode::Blank { lines: LineRange { first, last } }
}

fn marker_of(piece: &PieceText) -> Option<Marker> {
    let [member] = piece.members.as_slice() else {
        return None;
    };
    let argument = || {
        member
            .declarators
            .first()
            .and_then(|declarator| declarator.possible_names.first())
            .cloned()
            .unwrap_or_default()
    };
    match member.macro_name.as_deref()? {
        "__cacheline_group_begin" | "__cacheline_group_begin_aligned" => {
            Some(Marker::GroupBegin { name: argument() })
        }
        "__cacheline_group_end" | "__cacheline_group_end_aligned" => {
            Some(Marker::GroupEnd { name: argument() })
        }
        "CACHELINE_PADDING" | "ZONE_PADDING" | "NUMA_PADDING" => Some(Marker::Padding),
        "randomized_struct_fields_start" => Some(Marker::RandomizedStart),
        "randomized_struct_fields_end" => Some(Marker::RandomizedEnd),
        _ => None,
    }
}
