//! Pasted `pahole` output: C with offsets and sizes in comments, white space as the mail left it.

mod balance;
mod comment;
mod left_out;
mod line;
mod marks;
mod members;
mod page;
mod repair;
mod types;

use facts::{IndexStage, MemberFact, RecordText, StructDesc, TypeFact, TypeShape, key};

use crate::reader;
use page::Page;
use repair::Cut;
use types::Builder;

/// Reads every struct of pasted pahole text that states offsets. Quoting (`> `) is taken off. What
/// pahole does not print, the alignment of each type, is inferred from the offsets and marked so. Of a struct that is
/// cut, the members are read that are there; a remark says what is missing, and no other order can be computed.
pub fn read_pahole(text: &[u8]) -> Vec<StructDesc> {
    let (text, cuts) = repair::mended(&unquoted(text));
    let doc = reader::read_header(&text);
    let page = Page::new(&text, &doc);
    let outermost = doc.records.iter().filter(|record| record.parent.is_none());
    outermost.filter_map(|record| describe(&page, record, &cuts)).collect()
}

/// A struct without the line that names it.
const NAMELESS: &str = "(name missing)";

fn describe(page: &Page, record: &RecordText, cuts: &[Cut]) -> Option<StructDesc> {
    let name = record.tag.clone().or_else(|| record.typedef_name.clone())?;
    let name = if name == repair::NAMELESS { NAMELESS.to_owned() } else { name };
    if page.members(record).is_empty() && !page.states_members(record) {
        return None;
    }
    let open = record.open as usize;
    let cut = cuts.get(cuts.partition_point(|cut| cut.end <= open)).filter(|cut| cut.start <= open);
    let mut builder = Builder::new(page, page.target(record));
    builder.learn_aligns(record);
    builder.cut = cut;
    builder.learn_balance(record);
    let root = builder.aggregate(record, &name, 0, None);
    builder.compare_summary(record, &name, root);
    let TypeFact { size_bytes, shape: TypeShape::Aggregate { members, .. }, .. } =
        builder.made(root)
    else {
        return None;
    };
    // The key of a struct of unknown size has the byte where what is there ends.
    let size = size_bytes.unwrap_or_else(|| end_bytes(members)) as u64;
    let key =
        key::content_key(record.keyword, &name, size, key::members_hash(&builder.types, members));
    Some(StructDesc {
        key,
        name,
        target: builder.target,
        source: IndexStage::Text,
        root,
        types: builder.types,
        diagnostics: builder.doubts,
        words_from: None,
        align_cap_bytes: None,
        cplusplus: None,
    })
}

fn end_bytes(members: &[MemberFact]) -> f64 {
    let ends = members.iter().map(|member| member.offset_bits + member.size_bits.unwrap_or(0.0));
    (ends.fold(0.0, f64::max) / 8.0).ceil()
}

/// The text without mail quoting, if more than half of its lines are quoted.
fn unquoted(text: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let quoted = lines.iter().filter(|line| line.starts_with(b">")).count();
    if quoted * 2 <= lines.len() {
        return text.to_vec();
    }
    let plain: Vec<&[u8]> = lines
        .iter()
        .map(|line| {
            let marks = line.iter().take_while(|byte| matches!(byte, b'>' | b' ')).count();
            line.split_at(marks).1
        })
        .collect();
    plain.join(&b'\n')
}
