//! What the variables and parameters of a file are declared as, whatever their type.

use rustc_hash::FxHashMap;

use super::code::Code;
use crate::words;

/// The declarations of a file by name, and where the function around each place begins.
pub struct Declared<'a> {
    by_name: FxHashMap<&'a [u8], Vec<Declaration<'a>>>,
    /// Of each place the last `}` before it that ends a function above the one around it; 0 where there is none.
    begins: Vec<usize>,
}

/// What one name is declared as.
#[derive(Clone, Copy)]
pub struct Declaration<'a> {
    at: usize,
    /// The last word of its type.
    pub tag: &'a [u8],
    /// How many `*` stand before the name.
    pub stars: usize,
    /// Whether it is an array.
    pub array: bool,
    /// Outside of every function, and no parameter.
    global: bool,
}

impl<'a> Declared<'a> {
    /// Reads every declaration of a file.
    pub fn new(code: &Code<'a>) -> Self {
        let mut by_name: FxHashMap<&[u8], Vec<Declaration>> = FxHashMap::default();
        let mut begins = Vec::with_capacity(code.len());
        // The last end of a function before the present place, in each of the blocks around it.
        let mut ends = vec![0];
        // Where the brackets of a list of parameters close.
        let mut listed = 0;
        for at in 0..code.len() {
            begins.push(ends.last().copied().unwrap_or(0));
            if code.is(at, b'(') {
                listed = listed.max(code.behind(at));
            } else if code.is(at, b'{') {
                ends.push(ends.last().copied().unwrap_or(0));
            } else if code.is(at, b'}') {
                if ends.len() > 1 {
                    ends.pop();
                }
                if let Some(last) = ends.last_mut().filter(|_| begins_line(code, at)) {
                    *last = at;
                }
            } else if let Some(one) = declaration(code, at) {
                let global = ends.len() == 1 && at >= listed;
                by_name.entry(code.word(at)).or_default().push(Declaration { global, ..one });
            }
        }
        Self { by_name, begins }
    }

    /// The declaration that a name refers to at a place: the last in its function, else the last outside of all.
    pub fn at(&self, code: &Code<'a>, name: usize) -> Option<&Declaration<'a>> {
        let all = self.by_name.get(code.word(name))?;
        let (before, _) = all.split_at(all.partition_point(|one| one.at < name));
        let begins = *self.begins.get(name)?;
        let local = before.last().filter(|found| found.at >= begins);
        local.or_else(|| before.iter().rev().find(|found| found.global))
    }
}

fn declaration<'a>(code: &Code<'a>, at: usize) -> Option<Declaration<'a>> {
    if at == 0 || code.word(at).is_empty() {
        return None;
    }
    let ends = [b';', b',', b')', b'=', b'['].iter().any(|byte| code.is(at + 1, *byte));
    if !ends {
        return None;
    }
    let stars = (0..at).rev().take_while(|before| code.is(*before, b'*')).count();
    let tag = code.word(at.checked_sub(stars + 1)?);
    if tag.is_empty() || tag == b"return" || words::is_qualifier(tag) {
        return None;
    }
    let before = (at - stars).checked_sub(2);
    let keyword = before.map_or(&b""[..], |before| code.word(before));
    let begins = words::is_record_keyword(keyword)
        || words::is_scalar_word(keyword)
        || words::is_qualifier(keyword)
        || before.is_none_or(|before| {
            [b';', b'{', b'(', b',', b'}'].iter().any(|byte| code.is(before, *byte))
        });
    let array = code.is(at + 1, b'[');
    begins.then_some(Declaration { at, tag, stars, array, global: false })
}

fn begins_line(code: &Code, at: usize) -> bool {
    let offset = code.offset(at);
    offset == 0 || code.source().text.get(offset - 1) == Some(&b'\n')
}
