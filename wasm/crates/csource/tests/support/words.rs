//! C in pieces, of which texts are made: bytes alone seldom spell a declaration.

/// Each of the pieces.
pub fn words() -> Vec<&'static str> {
    WORDS.split('~').collect()
}

const WORDS: &str = "\
struct ~union ~enum ~class ~typedef ~{~}~};\n~;~;\n~\n~ ~\t~a~b~s1 ~int ~long ~unsigned ~\
char ~void ~*~(~)~[~]~[4]~:~: 3~,~=~#if A\n~#ifdef B\n~#ifndef C\n~#elif D\n~#else\n~\
#endif\n~#define X 1\n~#define Y(a) a\\\n~#undef X\n~#include \"x.h\"\n~#pragma pack(1)\n~\
#pragma pack(pop)\n~/*~*/~/* 0 4 */~/** ~//~\\\n~\"~'~__attribute__((packed))~\
__attribute__((aligned(8)))~____cacheline_aligned~__cacheline_group_begin(g);~\
__cacheline_group_end(g);~struct_group(g,~DECLARE_BITMAP(m, 9);~_Static_assert(1, \"x\");~\
public:~template <~>~::~virtual ~/* --- cacheline 1 boundary (64 bytes) --- */\n~\
/* size: 8, cachelines: 1, members: 2 */\n~/* XXX 4 bytes hole, try to pack */\n~0x~9~\
\u{2028}~\r\n~const ~volatile ~__rcu ~u8 ~__u64 ~spinlock_t ~static ~inline ~extern ~\
return ~-~@@~#if X\n~#define A 1\n~b, ~3~/* c */~/* c\n d */~// e\n~__aligned(8) ~\
DECLARE_BITMAP(x, 4)~M(~struct s {\n~/** @a: x */~\u{e9}~class d : b {~\
randomized_struct_fields_start\n~#~/* 0 8 */~/* 8: 3 4 */\n~/* size: 16, x */";
