//! pahole's output that is cut: at its end, at its beginning, or where a closing brace is lost.
//!
//! The text is read as C afterwards, which knows no half structs. What is there becomes whole: the members before the
//! cut, with a closing brace, and a remark that says what is missing. A nested struct that is cut is left out whole,
//! because the line that names it and states its place is the one that is missing.
//! Where only its closing brace is, bytes stand in its place, as a hole would be something that nobody stated.

use super::left_out::LEFT_OUT;
use super::line::{Line, is_summary};
use crate::messages;

/// What a struct lacks whose beginning is missing.
pub const NAMELESS: &str = "beginning_is_missing";

/// A struct of the text that is not whole.
#[derive(Debug, PartialEq)]
pub struct Cut {
    /// Where it is in the mended text.
    pub start: usize,
    pub end: usize,
    /// What is missing, as a sentence.
    pub reason: facts::Message,
    /// Whether its size and what else pahole states at its end is there.
    pub has_summary: bool,
    /// It lacks a closing brace alone, and bytes stand for what that closes.
    pub only_brace: bool,
}

/// Text that can be read as C, and what of it is not whole.
pub fn mended(text: &[u8]) -> (Vec<u8>, Vec<Cut>) {
    let mut mender = Mender::default();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
        let (line, more) = rest.split_at(end);
        mender.line(line);
        rest = more;
    }
    mender.finish()
}

#[derive(Default)]
struct Mender {
    out: Vec<u8>,
    cuts: Vec<Cut>,
    block: Option<Block>,
    /// Lines came that belong to a struct whose head did not.
    headless: Option<Headless>,
    in_comment: bool,
    lines: usize,
}

/// A struct that is open.
struct Block {
    start: usize,
    name: String,
    indented: bool,
    /// Its members are: what is not is none of them.
    members_indented: bool,
    depth: usize,
    /// Where the last line ends that is a whole one of the struct itself.
    good: usize,
    /// pahole's statement of its size.
    summary: Option<Vec<u8>>,
    /// A nested struct was left out.
    left_out: bool,
    /// What says in the text that lines were taken out of it (`[...]`); the first one.
    mark: Option<String>,
}

#[derive(Default)]
struct Headless {
    members: Vec<u8>,
    /// Members that were inside something whose beginning is missing too.
    lost: usize,
    depth: usize,
    nested: Vec<u8>,
}

impl Mender {
    fn line(&mut self, raw: &[u8]) {
        let line = Line::read(raw, &mut self.in_comment);
        self.lines += 1;
        let mut block = match self.block.take() {
            Some(block) if line.opens > 0 && block.ends_before(&line) => {
                self.close(block, "a closing brace is missing");
                None
            }
            other => other,
        };
        // Inside a struct whose head is missing, what is indented is a member (`-E`).
        let is_member = self.headless.is_some() && line.indented;
        if block.is_none() && line.is_head() && !is_member {
            if let Some(headless) = self.headless.take() {
                self.add_headless(headless, None);
            }
            block = Some(Block {
                start: self.out.len(),
                name: name_of(&line.code),
                indented: line.indented,
                members_indented: false,
                depth: 0,
                good: 0,
                summary: None,
                left_out: false,
                mark: None,
            });
        }
        let Some(mut open) = block else { return self.outside(&line) };
        if open.depth > 1 && line.is_of_the_outermost() {
            // A brace above is missing. Which of the members before this one it closes is unknown.
            let start = self.out.get(open.good..).and_then(first_place);
            self.out.truncate(open.good);
            self.out.push(b'\n');
            if let (Some(start), Some(next)) = (start, line.place.filter(|_| line.opens == 0)) {
                self.out.extend_from_slice(&bytes_left_out(start, next));
            }
            open.depth = 1;
            open.left_out = true;
        }
        if let Some(mark) = line.mark.clone() {
            open.mark.get_or_insert(mark);
            self.out.push(b'\n');
            self.block = Some(open);
            return;
        }
        self.out.extend_from_slice(line.raw);
        if open.depth == 1 && is_summary(line.raw) && !line.is_cut {
            open.summary = Some(line.raw.to_vec());
        }
        open.depth += line.opens;
        let last = open.depth.saturating_sub(line.closes) == 0;
        // What follows the last brace says how the struct is aligned.
        let unfinished = line.is_cut || (last && line.closes > 0 && !line.code.contains(';'));
        open.depth -= line.closes.min(open.depth);
        if open.depth == 0 && line.closes > 0 && !unfinished {
            if line.states_place {
                // It was a member of a struct whose head is missing.
                let member = self.out.split_off(open.start);
                self.headless.get_or_insert_default().members.extend_from_slice(&member);
            } else if let Some(reason) = open.not_whole() {
                self.cuts.push(Cut {
                    start: open.start,
                    end: self.out.len(),
                    reason,
                    has_summary: open.summary.is_some(),
                    only_brace: open.mark.is_none(),
                });
            }
            return;
        }
        if unfinished && last {
            open.depth = 1;
        } else if open.depth == 1 && !line.is_cut {
            open.good = self.out.len();
            open.members_indented |= line.indented && line.states_place;
        }
        self.block = Some(open);
    }

    /// A line outside of every struct that has a head.
    fn outside(&mut self, line: &Line) {
        let is_part = line.states_place || line.code.starts_with('}');
        if line.mark.is_some() {
            if let Some(of) = &mut self.headless {
                of.lost += 1;
            } else {
                self.out.extend_from_slice(line.raw);
            }
            return;
        }
        if self.headless.is_none() && !(is_part && line.states_place) {
            self.out.extend_from_slice(line.raw);
            return;
        }
        let first = self.headless.is_none();
        let mut of = self.headless.take().unwrap_or_default();
        if line.opens > line.closes {
            of.depth += line.opens - line.closes;
            of.nested.extend_from_slice(line.raw);
        } else if of.depth > 0 {
            of.nested.extend_from_slice(line.raw);
            of.depth -= line.closes.saturating_sub(line.opens).min(of.depth);
            if of.depth == 0 {
                of.members.append(&mut of.nested);
            }
        } else if line.code.starts_with('}') && line.states_place {
            // The end of a nested struct: what came so far was inside it.
            of.lost += of.members.split(|byte| *byte == b'\n').count();
            of.members.clear();
        } else if line.code.starts_with('}') {
            return self.add_headless(of, Some(line.raw));
        } else if first && (self.lines == 1 && !line.begins_whole() || !line.code.ends_with(';')) {
            of.lost += 1;
        } else if !line.is_cut {
            of.members.extend_from_slice(line.raw);
        }
        self.headless = Some(of);
    }

    /// `closing` is the line that ends it; the oldest versions state its size there.
    fn add_headless(&mut self, of: Headless, closing: Option<&[u8]>) {
        if of.members.is_empty() {
            return;
        }
        let start = self.out.len();
        self.out.extend_from_slice(format!("struct {NAMELESS} {{\n").as_bytes());
        let summary = of.members.split(|byte| *byte == b'\n').any(is_summary);
        self.out.extend_from_slice(&of.members);
        self.out.push(b'\n');
        self.out.extend_from_slice(closing.unwrap_or(b"};\n"));
        let summary = summary || closing.is_some_and(|line| is_in(line, b"/* size: "));
        self.cuts.push(Cut {
            start,
            end: self.out.len(),
            reason: match closing {
                Some(_) => messages::begins_inside(),
                None => messages::begins_and_ends_inside(),
            },
            has_summary: summary,
            only_brace: false,
        });
    }

    /// Ends a struct that did not end.
    fn close(&mut self, block: Block, why: &str) {
        if block.good == 0 {
            // Nothing of it is whole but its head.
            self.out.truncate(block.start);
            return;
        }
        let has_summary = block.summary.is_some();
        let kept_summary = block.depth <= 1;
        self.out.truncate(block.good);
        if let Some(summary) = block.summary.filter(|_| !kept_summary) {
            self.out.extend_from_slice(&summary);
        }
        self.out.extend_from_slice(b"\n};\n");
        let missing = match (has_summary, block.depth > 1) {
            (_, true) => {
                "what comes after the last member here is missing, and with it a struct or union inside it that is not whole"
            }
            (true, false) => {
                "all members may be there, but attributes that follow its closing brace are missing"
            }
            (false, false) => "its size and the members after the last one here are missing",
        };
        self.cuts.push(Cut {
            start: block.start,
            end: self.out.len(),
            reason: messages::not_whole(block.name, why, missing),
            has_summary,
            only_brace: false,
        });
    }

    fn finish(mut self) -> (Vec<u8>, Vec<Cut>) {
        if let Some(block) = self.block.take() {
            self.close(block, "it is cut off at its end");
        }
        if let Some(headless) = self.headless.take() {
            self.add_headless(headless, None);
        }
        (self.out, self.cuts)
    }
}

impl Block {
    /// Why a struct that has its end is not whole.
    fn not_whole(&self) -> Option<facts::Message> {
        match &self.mark {
            Some(mark) => Some(messages::lines_left_out(&self.name, mark)),
            None => self.left_out.then(|| messages::brace_missing(&self.name)),
        }
    }

    /// Whether a line that opens a struct is the next one's and not of a member.
    fn ends_before(&self, line: &Line) -> bool {
        let at_the_edge = !line.indented && !self.indented && self.members_indented;
        line.is_head() && (at_the_edge || (self.summary.is_some() && self.depth == 1))
    }
}

/// The first byte that a line of a text states.
fn first_place(text: &[u8]) -> Option<u64> {
    text.split(|byte| *byte == b'\n').find_map(|line| {
        let line = String::from_utf8_lossy(line);
        let (_, comment) = line.rsplit_once("/*")?;
        super::comment::stated(format!("/*{comment}").as_bytes()).map(|(offset, ..)| offset)
    })
}

/// A member for what was left out, so that no hole is made of it; nothing where there is no room.
fn bytes_left_out(start: u64, next: u64) -> Vec<u8> {
    let Some(size) = next.checked_sub(start).filter(|size| *size > 0) else { return Vec::new() };
    format!("\tunsigned char\t{LEFT_OUT}{start}[{size}];\t/* {start} {size} */\n").into_bytes()
}

fn is_in(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

fn name_of(head: &str) -> String {
    let words: Vec<&str> = head.trim_end_matches('{').split_whitespace().take(2).collect();
    format!("`{}`", words.join(" "))
}
