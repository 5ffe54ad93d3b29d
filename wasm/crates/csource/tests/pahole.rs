//! Pasted pahole text: offsets and sizes as printed, alignments inferred.

use facts::{AlignmentSource, StructDesc, TypeShape};

const PASTED: &str = "> struct chunk {
> struct list_head list; /* 0 16 */
> int free_bytes; /* 16 4 */
> struct block_md chunk_md; /* 20 32 */
>
> /* XXX 4 bytes hole, try to pack */
>
> long unsigned int * bound_map; /* 56 8 */
> /* --- cacheline 1 boundary (64 bytes) --- */
> void * base_addr; /* 64 8 */
> bool immutable; /* 72 1 */
>
> /* XXX 3 bytes hole, try to pack */
>
> unsigned int a:3; /* 76: 0 4 */
> unsigned int b:1; /* 76: 3 4 */
> union {
> int lock; /* 80 4 */
> struct {
> char tag[3]; /* 80 3 */
> }; /* 80 3 */
> }; /* 80 4 */
>
> /* XXX 4 bytes hole, try to pack */
>
> long unsigned int populated[]; /* 88 0 */
>
> /* size: 128, cachelines: 2, members: 10 */
> };
";

fn only(text: &str) -> StructDesc {
    let mut found = csource::read_pahole(text.as_bytes());
    assert_eq!(found.len(), 1);
    found.remove(0)
}

#[test]
fn mail_text_becomes_a_struct() {
    let desc = only(PASTED);
    assert_eq!(desc.name, "chunk");
    let root = &desc.types[desc.root as usize];
    assert_eq!(root.size_bytes, Some(128.0));
    let (members, forced, read_only) = match &root.shape {
        TypeShape::Aggregate { members, forced_align, read_only, .. } => {
            (members, forced_align, read_only)
        }
        other => unreachable!("{other:?}"),
    };
    let places: Vec<_> = members
        .iter()
        .map(|m| {
            (
                m.name.as_deref().unwrap_or("-"),
                m.offset_bits,
                desc.types[m.type_index as usize].align.bytes,
            )
        })
        .collect();
    assert_eq!(
        places,
        [
            ("list", 0.0, 8),
            ("free_bytes", 128.0, 4),
            ("chunk_md", 160.0, 4),
            ("bound_map", 448.0, 8),
            ("base_addr", 512.0, 8),
            ("immutable", 576.0, 1),
            ("a", 608.0, 4),
            ("b", 611.0, 4),
            ("-", 640.0, 4),
            ("populated", 704.0, 8),
        ]
    );
    assert_eq!(*read_only, None);
    // 96 bytes end on no 128 without it.
    assert_eq!(
        forced.map(|align| (align.bytes, align.from)),
        Some((64, AlignmentSource::Inferred))
    );
    assert_eq!(desc.diagnostics.len(), 1, "{:?}", desc.diagnostics);
}

#[test]
fn text_without_offsets_is_no_pahole_text() {
    assert!(csource::read_pahole(b"struct s { int a; /* the first */ };").is_empty());
    assert!(csource::read_pahole(b"no struct at all").is_empty());
}
