//! Macros among the words of a declaration, and in place of one.

use facts::BodyNode;

use super::{check, read};

#[test]
fn macros_and_markers() {
    check(
        "struct s {
	DECLARE_BITMAP(map, 64) ____cacheline_aligned;
	DECLARE_FLEX_ARRAY(struct item *, items);
	ZONE_PADDING(_pad1_)
	randomized_struct_fields_start
	__cacheline_group_begin(hot);
	QLIST_ENTRY(dev) next;
	struct_group(pair,
		int a;
		int b;
	);
	LIST_OF_FIELDS
};",
        "
    2, map@2:2 [____cacheline_aligned]
    3, items@3:2
    4 marker Padding
    5 marker RandomizedStart
    6 marker GroupBegin { name: \"hot\" }
    7, next@7:19 QLIST_ENTRY(dev)
    8-11, -@8:2
    12, -@12:2, NotUnderstood
",
    );
}

#[test]
fn macros_that_make_declarators_and_functions() {
    check(
        "struct s {
	_object_HEAD
	unsigned char kind;
	_object_MORE
	Object *next;
	counter_t
		count __aligned(8);
	void	FUNCPTR(free, (regex_t *));
	int area() const;
	bool operator==(const s &) const;
	~s();
	int (*call)(int);
	char *name __aligned(8);
	_object_TAIL
};",
        "
    2, -@2:2
    3, kind@3:16 unsigned char
    4, -@4:2
    5, next@5:10 Object *
    6-7, count@7:3 counter_t [__aligned(8)]
    8, -@8:7
    9, -@9:2
    10, -@10:2
    11, -@11:2
    12, call@12:8 int (*)(int)
    13, name@13:8 char * [__aligned(8)]
    14, -@14:2, NotUnderstood
",
    );
}

#[test]
fn a_macro_in_the_middle_of_a_declaration_is_not_the_name() {
    check(
        "#define dense __attribute__((packed))
#define thin
struct s {
	int DENSE(1) b;
	int DENSE(1) *c, d[3];
	struct t DENSE(1) e : 3;
	int *dense f;
	int g dense;
	int thin h;
	int near i;
	int j NEAR;
	int k NEAR(2);
	atomic time_t l;
	COMMON time_t m;
};",
        "
    4, b@4:15 int [DENSE(1)]
    5, c@5:16 int * [DENSE(1)], d@5:19 int[3] [DENSE(1)]
    6, e@6:20 struct t:3 [DENSE(1)]
    7, f@7:13 int * [dense]
    8, g@8:6 int [dense]
    9, h@9:11 int [thin]
    10, near@10:6 int [i]
    11, j@11:6 int [NEAR]
    12, k@12:6 int [NEAR(2)]
    13, l@13:16 time_t [atomic]
    14, time_t@14:9 COMMON [m]
",
    );
    let possible = |declaration: &str| {
        let doc = read(&format!("#define dense\nstruct s {{ {declaration}; }};"));
        let [BodyNode::Piece { piece }] = &doc.records[0].body[..] else {
            return declaration.to_owned();
        };
        piece.members[0].declarators[0].possible_names.join(" ")
    };
    assert_eq!(possible("int near i"), "near i");
    assert_eq!(possible("int DENSE(1) b"), "DENSE b");
    assert_eq!(possible("COMMON time_t m"), "time_t m");
    assert_eq!(possible("int (*near call)(void)"), "near call");
    assert_eq!(possible("MD_POINTER(const struct x *, y, unsigned long)"), "x y");
    for sure in ["int dense b", "int b dense", "int b DENSE(1)", "int DENSE b", "int b __packed"] {
        assert_eq!(possible(sure), "", "{sure}");
    }
}

#[test]
fn a_macro_alone_on_its_line_is_not_the_type_of_what_follows() {
    check(
        "struct object {
	PyObject_HEAD
	void *first;
	COMMON_FIELDS
	unsigned int flags;
	OTHER_FIELDS	/* no semicolon */
	struct list_head list;
	COMMON
	int common;
	unsigned
		wide;
	WORD_TYPE
		name;
	LONG_TYPE
		array[4], *pointer;
	TAIL_FIELDS
	ALIGNED(16) char buffer[16];
	LAST_FIELDS
	ALIGNED(8) word *last;
	WORD_TYPE
		ALIGNED(8) only;
};",
        "
    2, -@2:2
    3, first@3:8 void *
    4, -@4:2
    5, flags@5:15 unsigned int
    6, -@6:2
    7, list@7:19 struct list_head
    8, -@8:2
    9, common@9:6 int
    10-11, wide@11:3 unsigned int
    12-13, name@13:3 WORD_TYPE
    14-15, array@15:3 LONG_TYPE[4], pointer@15:14 LONG_TYPE *
    16, -@16:2
    17, buffer@17:19 char[16] [ALIGNED(16)]
    18, -@18:2
    19, last@19:19 word * [ALIGNED(8)]
    20-21, only@21:14 WORD_TYPE [ALIGNED(8)]
",
    );
}
