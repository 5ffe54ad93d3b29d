//! Structs as the kernel writes them, and what is read out of each line.

mod macros;
mod outline;

use facts::{BodyNode, HeaderDoc};
use outline::outline;

fn read(text: &str) -> HeaderDoc {
    csource::read_header(text.as_bytes())
}

/// The first record of `text`, whose first line is line 1.
fn check(text: &str, expected: &str) {
    let doc = read(text);
    let mut out = Vec::new();
    outline(&doc.records[0].body, 0, &mut out);
    let expected: Vec<String> = expected
        .lines()
        .map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned())
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(out, expected, "{text}");
    assert_eq!(doc.records[0].unsupported, None);
}

#[test]
fn declarators() {
    check(
        "struct s {
	const struct cred	*f_cred, **list[4];
	unsigned long int	flags;
	int (*open)(struct inode *, int), x;
	unsigned int		a:1, :3, b : 4;
	struct foo __rcu	*p __aligned(8);
	u8			buf[2][sizeof(long)] __nonstring;
	void (*handlers[N])(void);
	long			flex[] __counted_by(x);
	unsigned __int128	wide;
};",
        "
    2, f_cred@2:21 const struct cred *, list@2:31 const struct cred **[4]
    3, flags@3:20 unsigned long
    4, open@4:8 int (*)(struct inode *, int), x@4:36 int
    5, a@5:16 unsigned int:1, -@5:21 unsigned int:3, b@5:25 unsigned int:4
    6, p@6:20 struct foo * [__aligned(8)] [__rcu]
    7, buf@7:7 u8[2][sizeof(long)] [__nonstring]
    8, handlers@8:9 void (*)(void)[N]
    9, flex@9:9 long[] [__counted_by(x)]
    10, wide@10:20 unsigned __int128
",
    );
}

#[test]
fn comments_belong_where_they_stand() {
    check(
        "struct s {
	/* the first two are fields of a pair */
	int a;
	int b;		/* trailing, and it goes on
			 * here */

	/* Protects c. */
	spinlock_t lock;	/* more */
				/* goes on under it */
	/** @c: kernel-doc */
	int c;
#define C_FLAG 1
#define C_OTHER 2
	// explains e,
	// in two lines
	int e;
	// a title
	int f;
	int g;

	/* --- cacheline 1 boundary (64 bytes) --- */
	/* must be last */
	int d;
	/* an end */
};",
        "
    2 comment
    3, a@3:6 int
    4-5, b@4:6 int
    6 blank
    7-9, lock@8:13 spinlock_t
    10-13, c@11:6 int
    14-16, e@16:6 int
    17 comment
    18, f@18:6 int
    19, g@19:6 int
    20 blank
    21 boundary 1
    22-23, d@23:6 int, must be Last
    24 comment
",
    );
}

/// PostgreSQL numbers its members above each; the kernel's flags are under the member that holds them.
#[test]
fn a_define_goes_with_the_member_that_its_name_says() {
    check(
        "struct slot {
	int type;
#define FIELDNO_SLOT_FLAGS 1
	short slot_flags;	/* states */
#define FIELDNO_SLOT_NVALID 2
	short slot_nvalid;
#define FIELDNO_SLOT_OPS 3
	void *const_ops;
#define FIELDNO_SLOT_DESC 4
	void *descriptor;
};",
        "
    2, type@2:6 int
    3-4, slot_flags@4:8 short
    5-6, slot_nvalid@6:8 short
    7-8, const_ops@8:8 void *
    9-10, descriptor@10:8 void *
",
    );
    check(
        "struct slot {
	int state;
#define STATE_BUSY 1
	int busy;
#define BUSY_NOW 1
	int other;
};",
        "
    2-3, state@2:6 int
    4-5, busy@4:6 int
    6, other@6:6 int
",
    );
}

#[test]
fn conditions() {
    check(
        "struct s {
	/* only with SMP */
#ifdef CONFIG_SMP
	int cpu;

	int on;
#endif /* CONFIG_SMP */

#if BITS_PER_LONG == 64 /* wide */
	int a;
#elif defined(X)
	long a;
#else
	/* none */
#endif
};",
        "
    2-7 chain comment 2
    [defined(CONFIG_SMP)]
      4, cpu@4:6 int
      5 blank
      6, on@6:6 int
    8 blank
    9-15 chain
    [BITS_PER_LONG == 64]
      10, a@10:6 int
    [defined(X)]
      12, a@12:7 long
    []
      14 comment
",
    );
}

#[test]
fn types_with_scopes_and_arguments() {
    check(
        "struct s {
	std::string name;
	std::array<std::pair<int, long>, 4> pairs;
	unsigned bits : 3, : 2;
};",
        "
    2, name@2:14 std::string
    3, pairs@3:38 std::array<std::pair<int,long>,4>
    4, bits@4:11 unsigned int:3, -@4:21 unsigned int:2
",
    );
}

#[test]
fn what_cannot_move_says_so() {
    check(
        "struct s { int a;
	int b
#ifdef X
		__aligned(8)
#endif
		;
	int c; int d;
#ifdef Y
	struct p {
#else
	struct q {
#endif
		int z;
	} e;
	int f; };",
        "
    1, a@1:16 int, BraceLine
    2-6, b@2:6 int [__aligned(8)], DirectiveInside
    7, c@7:6 int, d@7:13 int
    8-14, -@9:2, DirectiveInside
    15, f@15:6 int, BraceLine
",
    );
}

#[test]
fn records_are_found_with_their_names_and_surroundings() {
    let doc = read(
        "#ifndef H
#define H
/**
 * struct outer - a thing
 * @b: the second,
 *     on two lines
 * @a: the first
 *
 * @c: out of the block
 */
struct outer {
	struct { int x;
	} a;
	union {
		int b;
	};
} __randomize_layout __attribute__((aligned(4)));
#ifdef CONFIG_X
typedef struct __packed {
	int q;
} q_t, *q_p;
#endif
static struct outer *find(struct outer *o) { return o; }
struct timespec64 set(int x) { return y; }
struct derived : outer { int z; };
#endif
",
    );
    let names: Vec<_> = doc
        .records
        .iter()
        .map(|r| (r.keyword.as_str(), r.tag.as_deref(), r.typedef_name.as_deref(), r.parent))
        .collect();
    assert_eq!(
        names,
        [
            ("struct", Some("outer"), None, None),
            ("struct", None, None, Some(0)),
            ("union", None, None, Some(0)),
            ("struct", None, Some("q_t"), None),
            ("struct", Some("derived"), None, None),
        ]
    );
    let outer = &doc.records[0];
    assert!(outer.randomized && outer.conditions.is_empty());
    assert!(outer.attributes[1].aligns);
    let members: Vec<_> = outer
        .doc
        .as_ref()
        .map(|doc| {
            doc.members.iter().map(|m| (m.name.as_str(), m.lines.first, m.lines.last)).collect()
        })
        .unwrap_or_default();
    assert_eq!(members, [("b", 5, 6), ("a", 7, 7), ("c", 9, 9)]);
    assert_eq!(doc.records[3].conditions, ["defined(CONFIG_X)"]);
    assert!(doc.records[3].layout.as_ref().is_some_and(|layout| layout.packed));
    assert!(doc.records[4].unsupported.is_some());
    assert_eq!(doc.typedefs.len(), 2);
}

/// scripts/kernel-doc takes a comment for what comes next, whatever empty lines are between.
#[test]
fn a_kernel_doc_comment_is_above_the_struct_behind_empty_lines_too() {
    let described = |text: &str| {
        let doc = read(text);
        let own = doc.records[0].doc.as_ref();
        own.map(|own| own.members.iter().map(|member| member.name.clone()).collect::<Vec<_>>())
    };
    let comment = "/**\n * struct s - of it\n * @a: one\n */\n";
    let body = "struct s {\n\tint a;\n};\n";
    assert_eq!(described(&format!("{comment}\n\n{body}")), Some(vec!["a".to_owned()]));
    assert_eq!(described(&format!("{comment}int other;\n{body}")), None);
}

#[test]
fn counts_are_evaluated_where_the_file_can() {
    let doc = read(
        "#define N (1 << 3)\nenum { A, B = 4, MAX };\nstruct s {\n\tint a[N], b[MAX], c[UNKNOWN];\n};",
    );
    let values: Vec<_> = doc.records[0]
        .body
        .iter()
        .filter_map(|node| match node {
            BodyNode::Piece { piece } => Some(&piece.members[0].declarators),
            _ => None,
        })
        .flatten()
        .map(|d| d.declared_type.counts[0].value)
        .collect();
    assert_eq!(values, [Some(8.0), Some(5.0), None]);
}

#[test]
fn crlf_and_bytes_that_are_no_text_survive() {
    let doc = csource::read_header(
        b"struct s {\r\n\tint a;\t/* \xff\xfe */\r\n\r\n\tint \xe9;\r\n};\r\n",
    );
    let mut out = Vec::new();
    outline(&doc.records[0].body, 0, &mut out);
    assert_eq!(out, ["2, a@2:6 int", "3 blank", "4, \u{fffd}@4:6 int"]);
}
