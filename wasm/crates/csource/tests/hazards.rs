//! A laboratory: for each way in which C depends on the order of members, what is found and what is not.
//! What is a hazard is C's own rule (C11 6.7.9: initialisers; 6.7.2.1p15: a struct begins with its first member).

use facts::{FileHazards, HazardKind, HazardQuery, Keyword};

fn query() -> HazardQuery {
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
    HazardQuery {
        keyword: Keyword::Struct,
        name: "shop".to_owned(),
        aliases: words(&["shop_t"]),
        pointers: Vec::new(),
        cplusplus: false,
        members: words(&["head", "count", "name", "tail_begin", "tail"]),
        first_types: words(&["link"]),
        held: Vec::new(),
        offsets: Vec::new(),
        stand_ins: Vec::new(),
    }
}

fn read(path: &str, text: &str) -> FileHazards {
    csource::read_hazards(path, text.as_bytes(), &query())
}

/// Hazards as `line kind subject values rows members`, one in a line.
fn check(text: &str, expected: &str) {
    check_in("a.c", text, expected);
}

fn check_in(path: &str, text: &str, expected: &str) {
    let found: Vec<String> = read(path, text)
        .hazards
        .iter()
        .map(|each| {
            let kind = format!("{:?}", each.kind).to_lowercase();
            let mut words = vec![each.line.to_string(), kind, each.subject.clone()];
            if each.kind == HazardKind::Positional {
                words.push(format!("{}x{}", each.values, each.rows));
            }
            words.extend(each.members.iter().cloned());
            words.retain(|word| !word.is_empty());
            words.join(" ")
        })
        .collect();
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|s| !s.is_empty()).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn variables_with_values_by_position() {
    check("struct shop a = { 1, 2, \"x\" };", "1 positional a 3x1");
    check("static const struct shop a __aligned(8) = { 1, .count = 2 };", "1 positional a 1x1");
    check("struct shop *p = x, b = { 1, 2 };", "1 positional b 2x1");
    check("struct shop a, b = { 1, 2 };", "1 positional b 2x1");
    check("shop_t a = { 1, 2 };", "1 positional a 2x1");
    check("struct shop { int a; } v = { 4 };", "1 positional v 1x1");
    check("static DEFINE_PER_CPU(struct shop, v) = { 4, 5 };", "1 positional v 2x1");
    check("typedef struct shop kiosk;\nkiosk a = { 1, 2 };", "2 positional a 2x1");
}

#[test]
fn values_by_name_and_zeros_are_none() {
    check("struct shop a = { .head = 1, .name = \"x\" };", "");
    check("struct shop a = { head: 1, name: \"x\" };", "");
    check("struct shop a = {}, b = { 0 }, c = { 0, 0 };", "");
    check("struct other a = { 1, 2 };", "");
    check("struct shop *list[] = { &a, &b };", "");
    check("struct shop f(void) { return x; }", "");
    check("a.shop_t = 4; enum shop_t b = { 1 };", "");
    check("/* struct shop a = { 1, 2 }; */ char *s = \"struct shop a = { 1 };\";", "");
    check("SAFE(struct shop) { int a, b; };", "");
}

#[test]
fn a_zero_that_not_every_first_member_takes() {
    check("struct shop a = { NULL };", "1 positional a 1x0");
    check("struct shop a = { { 0 } };", "1 positional a 1x0");
}

#[test]
fn tables_are_told_once_with_their_rows() {
    check(
        "static struct shop t[] = {\n\t{ .head = 1 },\n\t[A] = { 1, 2 },\n\t{ 1, 2, 3 },\n\t{ }\n};",
        "3 positional t 3x2",
    );
    check("struct shop t[2][2] = { { { 1 }, { 2 } } };", "1 positional t 1x2");
}

#[test]
fn a_value_behind_a_name_cannot_be_counted() {
    check("struct shop a = { .head = 1, 2 };", "1 positional a 0x1");
}

#[test]
fn compound_literals() {
    check("f((struct shop){ 1, 2 });", "1 positional 2x1");
    check("return (const struct shop) { 1, 2 };", "1 positional 2x1");
    check("f((struct shop[]){ { 1, 2 }, { 3 } });", "1 positional 2x2");
    check("f((struct shop){ .head = 1 });", "");
    let found = read("a.c", "#define INIT { 1, 2 }\nvoid f(void) { s = (shop_t)INIT; }");
    assert_eq!((found.uses.len(), found.uses[0].used.name.as_str()), (1, "INIT"));
}

#[test]
fn bodies_of_macros() {
    check("#define SHOP(n) struct shop n = \\\n\t{ 1, 2 }\n", "2 positional n 2x1");
    let found =
        read("a.c", "#define INIT(a) { a, 1 }\n#define NAMED .head = 1\nstruct shop s = INIT(2);");
    assert_eq!(found.hazards, []);
    assert_eq!(found.uses.len(), 1);
    assert_eq!((found.uses[0].used.name.as_str(), found.uses[0].whole), ("INIT", true));
    let values: Vec<_> =
        found.macros.iter().map(|each| (each.name.as_str(), each.whole, each.among)).collect();
    assert_eq!(values, [("INIT", 2, 1), ("NAMED", 0, 0)]);
}

#[test]
fn casts_to_and_from_what_lies_at_the_beginning() {
    check("void f(struct link *l) { struct shop *s = (struct shop *)l; }", "1 cast link");
    check("void f(struct shop *s) { g((struct link *)s); }", "1 cast link");
    // One of an array, an array itself, a pointer out of one; variables outside of all functions.
    check("static struct link l[8];\nvoid f(int i) { g((struct shop *)&l[i]); }", "2 cast link");
    check("struct link l[8];\nvoid f(void) { g((struct shop *)l); }", "2 cast link");
    check("void f(struct link **l, int i) { g((struct shop *)l[i]); }", "1 cast link");
    check("void f(struct shop s[], int i) { g((struct link *)&s[i]); }", "1 cast link");
    // An element is no pointer; a parameter of another function.
    check("void f(struct link *l, int i) { g((struct shop *)l[i]); }", "");
    check("void f(struct link *l)\n{\n}\nvoid g(void)\n{\n\th((struct shop *)l);\n}\n", "");
    check("void f(struct shop *s) { g((struct link *)s->name); }", "");
    check("void f(void *p) { struct shop *s = (struct shop *)p; }", "");
    check("void f(char *p) { struct shop *s = (struct shop *)p; }", "");
    let open = read("a.c", "void f(struct stand *p) { g((struct shop *)p); }").casts;
    assert_eq!(open.len(), 1);
    assert_eq!(open[0].other, "stand");
}

#[test]
fn copies_of_ranges() {
    check(
        "void f(struct shop *s) { memset(&s->count, 0, sizeof(*s) - offsetof(struct shop, count)); }",
        "1 copiedrange memset count",
    );
    check(
        "void f(struct shop *a, struct shop *b) {\n\
         memcpy(&a->tail_begin, &b->tail_begin, (char *)&a->tail - (char *)&a->tail_begin);\n}",
        "2 copiedrange memcpy tail_begin tail",
    );
    check(
        "void f(struct shop *s) { memset(s, 0, offsetof(struct shop, count)); }",
        "1 prefix memset count",
    );
    let found = read(
        "a.c",
        "void f(struct shop *s) { memset(&s->count, 0, sizeof(*s) - offsetof(struct shop, count)); }",
    );
    assert!(found.hazards[0].size, "to the end of the struct");
    check("void f(struct shop *s) { memcpy(s->name, n, len - 1); }", "");
    check("void f(struct shop *s) { memset(s, 0, sizeof(*s)); }", "");
    check("void f(struct shop *s) { memcpy(s->name, n, sizeof(s->name)); }", "");
}

#[test]
fn whole_structs_that_leave() {
    check(
        "int f(struct shop *s) { return copy_to_user(to, s, sizeof(*s)); }",
        "1 wholecopy copy_to_user",
    );
    check("void f(void) { struct shop s; write(fd, &s, sizeof s); }", "1 wholecopy write");
    check("void f(void) { struct shop s; write(fd, &s, sizeof(s.name)); }", "");
    check("void f(void) { struct other s; write(fd, &s, sizeof s); }", "");
}

#[test]
fn offsets_and_assertions_once_each() {
    check("int a = offsetof(struct shop, count);", "1 offsetof offsetof count");
    check("int b = offsetof(struct other, count);", "");
    check(
        "#define AT(s, m) static_assert(sizeof(struct shop *) == 8 && offsetof(s, m) == 0)\nAT(struct mine, own);",
        "",
    );
    // As it was written before there was one.
    check("unsigned long a = (unsigned long)&((struct shop *)0)->count;", "1 offsetof count");
    check(
        "#define OFF(t, m) ((long)&((t *)0)->m)\nlong b = OFF(struct shop, name);",
        "2 offsetof OFF name",
    );
    check("long b = (long)&((struct other *)0)->count;", "");
    check("int b = offsetof(struct other, shop);", "");
    check("BUILD_BUG_ON(offsetof(struct shop, count) != 8);", "1 assertion BUILD_BUG_ON count");
    check(
        "static_assert(offsetof(struct shop, count) ==\n\t8, \"count\");",
        "1 assertion static_assert count",
    );
    check("void f(struct shop *s) { BUG_ON(sizeof(*s) > 64); }", "1 assertion BUG_ON");
    // The size of a member is no claim about the struct: net/bridge/br.c asks whether its own fits into `cb`.
    check("BUG_ON(sizeof(((struct shop *)p)->count) != 8);", "");
    check("BUILD_BUG_ON(sizeof(struct mine) > sizeof_field(struct shop, tail));", "");
    check("static_assert(_Alignof(struct shop) == 8);", "1 assertion static_assert");
    // One member by two names lies where it lies: net/core/skbuff.c.
    check(
        "#define CHECK_FIELD(field) BUILD_BUG_ON(offsetof(struct shop, field) != \\\n\
         \toffsetof(struct shop, headers.field))\nvoid f(void) { CHECK_FIELD(count); }",
        "1 offsetof offsetof\n2 offsetof offsetof",
    );
    check(
        "BUILD_BUG_ON(offsetof(struct shop, count) > offsetof(struct shop, tail));",
        "1 assertion BUILD_BUG_ON count tail",
    );
    let found = read("a.c", "void f(struct shop *s) { BUG_ON(sizeof(*s) > 64); }");
    assert!(found.hazards[0].size && found.hazards[0].members.is_empty(), "the size alone");
    // How much is read is no claim about the size.
    let compared = "1 compared memcmp";
    check(
        "void f(struct shop *a, struct shop *b) { assert(!memcmp(a, b, sizeof(*a))); }",
        compared,
    );
    check("void f(struct shop *a) { assert(!memcmp(a, x, sizeof(struct shop))); }", compared);
    check(
        "void f(struct shop *s) { BUG_ON(copy_to_user(to, s, sizeof(*s))); }",
        "1 wholecopy copy_to_user",
    );
    check("BUG_ON(((struct shop *)p)->count);", "");
    check("p = container_of(x, struct shop, count);", "");
    check(
        "CACHELINE_ASSERT_GROUP_MEMBER(struct shop, hot, count);",
        "1 group CACHELINE_ASSERT_GROUP_MEMBER count",
    );
    check(
        "CACHELINE_ASSERT_GROUP_SIZE(struct shop, hot, 32);",
        "1 group CACHELINE_ASSERT_GROUP_SIZE __cacheline_group_begin__hot",
    );
    // sk_prot_clear_nulls
    let found = read(
        "a.c",
        "void f(struct shop *s, int size) { memset(&s->count, 0, size - offsetof(struct shop, count)); }",
    );
    assert!(found.hazards[0].size, "to the end");
    check("struct shop *s;\nmemset_startat(s, 0, tail);", "2 memset memset_startat tail");
}

#[test]
fn tables_for_assembly_and_the_page_of_the_documentation() {
    check_in(
        "arch/arm/kernel/asm-offsets.c",
        "DEFINE(A, offsetof(struct shop, count));\nOFFSET(B, shop, name);",
        "1 asm DEFINE count\n2 asm OFFSET name",
    );
    check(
        "asm volatile(\"ldr %0, [%1]\" : : \"i\"(offsetof(struct shop, count)));",
        "1 asm volatile count",
    );
    let asm = |text: &str, expected| {
        check(&format!("void f(struct shop *s, int *o)\n{{\n{text}\n}}"), expected)
    };
    let whole = "3 asmdistance asm";
    asm("asm(\"movl 4(%0), %%eax\" : : \"r\"(s));", whole);
    asm("asm(\"movl 0x10( %1 ), %0\" : \"=r\"(o[1]) : \"r\"(s) : \"memory\");", whole);
    asm("asm(\"ldr %w[to], [%[it], #8]\" : [to] \"=r\"(*o) : [it] \"r\"(s));", whole);
    asm("asm(\"mov %0, [%1 + 8]\" : \"=r\"(*o) : \"r\"(s));", whole);
    asm("asm(\"lw %0, 8(%0)\" : \"=r\"(o) : \"0\"(s));", whole);
    asm("asm goto(\"1: cmpl $0, 8(%0)\" : : \"r\"(s) : : out);", "3 asmdistance goto");
    asm("asm(\"incl (%0)\" : : \"r\"(s));", "3 asmdistance asm head");
    asm("asm(\"ldr %0, [%1]\" : \"=r\"(*o) : \"r\"(s));", "3 asmdistance asm head");
    // A pointer that is only handed on, another pointer's distance, a member's own address.
    asm("asm(\"mov %0, %%rdi\" : : \"r\"(s));", "");
    asm("asm(\"movl 4(%1), %0\" : \"+r\"(s) : \"r\"(o));", "");
    asm("asm(\"incl 4(%0)\" : : \"r\"(&s->count));", "");
    asm("asm(\"incl %0\" : \"+m\"(s->count));", "");
    asm("asm(\"ldr %0, [%0]\" : \"=r\"(s));", "");
    asm("asm(LOAD(%0, x) : \"+r\"(s));", "");
    asm("asm(\"nop\");\nasm(\"movl 4(%0)\" : : \"r\"(o));", "");
    check_in(
        "Documentation/networking/net_cachelines/shop.rst",
        "shop struct\n====\nint  count  read_mostly\n",
        "3 documentation count",
    );
    check_in("Documentation/networking/net_cachelines/other.rst", "count\n", "");
}

#[test]
fn rows_that_a_macro_of_any_name_makes() {
    let text =
        "#define F(a, b) { (a), (b) }\nstatic const struct shop t[] = { F(1, 2), F(3, 4), { } };";
    let found = read("a.c", text);
    assert_eq!(found.uses.len(), 1, "{found:?}");
    assert_eq!((found.uses[0].used.name.as_str(), found.uses[0].whole), ("F", true));
    assert_eq!((found.macros[0].name.as_str(), found.macros[0].whole), ("F", 2));
    assert_eq!(read("a.c", "struct shop t[] = { f(1), f(2) };").uses.len(), 0);
}

#[test]
fn values_inside_of_another_structs() {
    let container = "struct mall { struct shop first; struct shop rest[2]; struct shop *best; };\n";
    let with = |values: &str| format!("{container}struct mall m = {{ {values} }};");
    check(&with(".first = { 1, 2 }"), "2 positional first 2x1");
    check(&with(".rest = { { 1 }, { 2, 3 } }"), "2 positional rest 2x2");
    check(&with(".rest[1] = { 1, 2 }"), "2 positional rest 2x1");
    check(&with(".first = { .head = 1 }"), "");
    check(&with(".best = { 1 }"), "");
    // A struct without a name around structs that hold it: CPython's `_PyMem_Debug`.
    let around = |values: &str| {
        format!("{container}static struct {{ long n; struct mall a; }} v = {{ {values} }};")
    };
    check(&around("1, { { 2, 3 } }"), "2 positional v 2x1");
    check(&around("1, { .first = { .head = 3 } }"), "");
    let kept = "typedef struct { char id; struct shop own; } kept;\n#define INIT { 2, 3 }\n";
    let text = format!(
        "{kept}static struct {{ kept a, b; }} v = {{ {{ 'r', INIT }} }};\nkept k = {{ 1, INIT }};"
    );
    let uses = read("a.c", &text).uses;
    assert_eq!(uses.iter().map(|each| each.hazard.line).collect::<Vec<_>>(), [4, 3]);
    // Another struct may have a member of that name: haproxy's `kw`.
    check(&format!("{container}struct inn i = {{ .first = {{ 1, 2 }} }};"), "");
    check(&format!("{container}struct inn i[] = {{ {{ .first = {{ 1, 2 }} }} }};"), "");
    check(
        &format!("{container}struct mall m[] = {{ {{ .first = {{ 1, 2 }} }} }};"),
        "2 positional first 2x1",
    );
    check(
        &format!("{container}struct town t = {{ .in = {{ .first = {{ 1, 2 }} }} }};"),
        "2 positional first 2x1",
    );
    check(&format!("{container}void f(struct mall *m) {{ m->first = x; }}"), "");
}

#[test]
fn requests_of_programs_and_buffers_of_bytes() {
    check("int a = _IOWR('s', 1, struct shop);", "1 wholecopy _IOWR");
    check("int a = _IOW('s', 1, struct other);", "");
    check("void f(u8 *to, struct shop *s) { memcpy(to, s, sizeof(*s)); }", "1 wholecopy memcpy");
    check(
        "void f(struct shop *s) { char b[9]; memcpy(s, &b[2], sizeof(*s)); }",
        "1 wholecopy memcpy",
    );
    check(
        "void f(struct sk_buff *b, struct shop *s) { memcpy(b->data, s, sizeof(*s)); }",
        "1 wholecopy memcpy",
    );
    check("void f(struct shop *a, struct shop *s) { memcpy(a, s, sizeof(*s)); }", "");
    check("void f(struct two *a, struct shop *s) { memcpy(&a->own, s, sizeof(*s)); }", "");
}

#[test]
fn what_is_cleared_of_another_struct_is_not_told() {
    check("void f(struct other *o) { memset_after(o, 0, count); }", "");
    check("void f(struct other o) { memset_after(&o, 0, count); }", "");
    check("void f(struct shop *s) { memset_after(s, 0, count); }", "1 memset memset_after count");
    check("void f(void) { memset_after(found->it, 0, count); }", "1 memset memset_after count");
}

/// As a compiler of C++ has it (C++20 [dcl.init.aggr], [dcl.struct.bind]), by the file's name alone.
#[test]
fn cplusplus_by_the_name_of_its_file() {
    let check = |text: &str, expected: &str| check_in("a.hpp", text, expected);
    check("shop s = { 1, 2 };", "1 positional s 2x1");
    check("shop s{1, 2};", "1 positional s 2x1");
    check("inline shop make() { return shop{1, 2, 3}; }", "1 positional 3x1");
    check("inline void f(const shop &s) { auto [a, b, c] = s; }", "1 positional auto 3x1");
    check("shop s = { .head = 1, .count = 2 };", "1 designated s head count");
    check("shop s{ .head = 1 };", "");
    check("struct shop { int head; int count; };", "");
    check("struct shop { int head; }; namespace shop { }", "");
    check("shop f() { return {}; }", "");
    check_in("a.c", "struct shop s = { .head = 1, .count = 2 };", "");
    check_in("a.c", "shop s = { 1, 2 };", "");
}

#[test]
fn tables_without_braces_around_their_rows() {
    check("struct shop t[] = { 1, 2, \"x\", 3, 4, \"y\" };", "1 positional t 6x1");
    check("struct shop t[2] = { 0 };\nstruct shop u[2] = { 0, 0 };", "");
    check("struct shop t[2] = { NULL };", "1 positional t 1x0");
    check("void f(void) { struct shop t[] = { a, b }; }", "");
    check("struct shop t[] = { [1] = 5, 6 };", "1 positional t 2x1");
    check("struct shop *t[] = { &a, &b };", "");
}

#[test]
fn values_of_a_member_whose_container_is_declared_elsewhere() {
    let header = "struct mall { struct shop first; int n; struct { shop_t rest[2]; } in; struct shop *best; };
typedef struct __packed { struct shop only; } kiosk;
int f(struct shop s);";
    let held = read("mall.h", header).held;
    let said: Vec<String> = held
        .iter()
        .map(|each| format!("{}.{} {}", each.container, each.member, each.dimensions))
        .collect();
    assert_eq!(said, ["mall.first 0", "mall.rest 1", "kiosk.only 0"]);
    let query = HazardQuery { held, ..query() };
    let text = "struct mall m = { .first = { 1, 2 }, .best = { 3 }, .in.rest = { { 4 } } };";
    let found = csource::read_hazards("a.c", text.as_bytes(), &query).hazards;
    let said: Vec<_> = found.iter().map(|each| (each.subject.as_str(), each.values)).collect();
    assert_eq!(said, [("first", 2)]);
}

#[test]
fn names_of_offsets_in_assembly() {
    let table = "OFFSET(SHOP_count, shop, count);\nDEFINE(SHOP_NAME, offsetof(struct shop, name));\nOFFSET(OTHER, other, count);";
    let offsets = read("asm-offsets.c", table).offsets;
    let query = HazardQuery { offsets, ..query() };
    let text = "/* x */\n\tmovq SHOP_count(%rdi), %rax\n\tmovq SHOP_counter(%rdi), %rax\n\tldr x0, [x1, #SHOP_NAME]\n\tldr OTHER\n";
    let found = csource::read_hazards("entry.S", text.as_bytes(), &query).hazards;
    let said: Vec<_> = found.iter().map(|each| (each.line, each.members.join(" "))).collect();
    assert_eq!(said, [(2, "count".to_owned()), (4, "name".to_owned())]);
    assert_eq!(found[0].text, "movq SHOP_count(%rdi), %rax");
    assert!(csource::read_hazards("entry.c", text.as_bytes(), &query).hazards.is_empty());
}

#[test]
fn what_is_far_from_its_declaration_is_told_too() {
    let far = "\tx(1);\n".repeat(3000);
    let cast = format!("void f(struct link *l)\n{{\n{far}\tg((struct shop *)l);\n}}\n");
    check(&cast, "3003 cast link");
    // A function of its own name for it comes before.
    let other = format!(
        "void f(struct link *l)\n{{\n{far}}}\nvoid g(void)\n{{\n\tg((struct shop *)l);\n}}\n"
    );
    check(&other, "");
}

#[test]
fn a_macro_that_is_handed_on_may_be_the_last_of_many() {
    let found = read(
        "a.c",
        "struct shop s[] = { IDS(A_1, A_2, A_3, A_4, A_5, A_6, A_7, A_8, A_9, A_1, ROWS) };\n",
    );
    let arguments = &found.uses[0].arguments;
    assert_eq!(arguments.len(), 10);
    assert!(arguments.contains(&"ROWS".to_owned()));
}

#[test]
fn a_text_that_is_cut_says_so() {
    let many = "1, ".repeat(100);
    let shown = |text: &str| read("a.c", text).hazards[0].text.clone();
    let text = shown(&format!("struct shop s = {{ {many} }};\n"));
    assert_eq!((text.chars().count(), text.ends_with('…')), (160, true));
    let blanks = format!("struct shop s = {{ 1,{}2 }};\n", " ".repeat(1000));
    assert_eq!(shown(&blanks), "{ 1, 2 }");
    let offsets = vec![facts::OffsetName { name: "SHOP_name".to_owned(), members: Vec::new() }];
    let query = HazardQuery { offsets, ..query() };
    let line = format!("\tmov SHOP_name(%rdi), %eax {}\n", "x ".repeat(100));
    let found = csource::read_hazards("a.S", line.as_bytes(), &query);
    assert_eq!(found.hazards[0].text.chars().count(), 160);
    assert!(found.hazards[0].text.ends_with('…'));
}

#[test]
fn debug_information_tells_that_a_header_is_of_cplusplus() {
    let braces = "inline shop make() { return shop{1, 2}; }\n";
    let told = |path: &str, cplusplus: bool| {
        let query = HazardQuery { cplusplus, ..query() };
        csource::read_hazards(path, braces.as_bytes(), &query).hazards.len()
    };
    assert_eq!((told("a.h", true), told("a.h", false), told("a.c", true)), (1, 0, 0));
}

#[test]
fn names_that_any_header_gives_the_struct() {
    let names = |path: &str, text: &str| {
        let found = read(path, text);
        (found.aliases.join(" "), found.pointers.join(" "))
    };
    let of = |aliases: &str, pointers: &str| (aliases.to_owned(), pointers.to_owned());
    assert_eq!(names("a.h", "typedef struct shop shop;\n"), of("shop", ""));
    assert_eq!(names("a.h", "typedef struct shop Shop, *ShopPtr;\n"), of("Shop", "ShopPtr"));
    assert_eq!(names("a.h", "typedef struct shop { int a; } Shop;\n"), of("Shop", ""));
    assert_eq!(names("a.h", "#define kiosk struct shop\n"), of("kiosk", ""));
    assert_eq!(names("a.h", "#define kiosk_p struct shop *\n"), of("", "kiosk_p"));
    assert_eq!(names("a.hpp", "using Kiosk = n::shop;\nusing Other = shop;\n"), of("Other", ""));
    // Not the struct itself.
    assert_eq!(names("a.h", "typedef struct shop shops[4];\n"), of("", ""));
    assert_eq!(names("a.h", "typedef int (*take)(struct shop *s);\n"), of("", ""));
    assert_eq!(names("a.h", "#define shop_of(x) struct shop\n"), of("", ""));
    assert_eq!(names("a.h", "typedef shop_t market;\n"), of("market", ""));
    let query = HazardQuery { pointers: vec!["ShopPtr".to_owned()], ..query() };
    let text = "void f(ShopPtr s, FILE *o) { fwrite(s, sizeof(*s), 1, o); }";
    let found = csource::read_hazards("a.c", text.as_bytes(), &query).hazards;
    assert_eq!(found.len(), 1, "a pointer by its own name");
    assert!(csource::mentions("a.c", text.as_bytes(), &query));
}

#[test]
fn an_offset_as_a_length_or_a_bound() {
    let call = |text: &str| format!("void f(struct shop *s, char *d)\n{{\n{text}\n}}");
    check(&call("crc32(s, offsetof(struct shop, tail));"), "3 prefix crc32 tail");
    check(&call("write(1, s, offsetof(struct shop, tail));"), "3 prefix write tail");
    check(&call("if (n < offsetof(struct shop, tail)) stop();"), "3 prefix offsetof tail");
    check(&call("if (n >= offsetofend(struct shop, tail)) stop();"), "3 prefix offsetofend tail");
    check(&call("p = (char *)s + offsetof(struct shop, tail);"), "3 offsetof offsetof tail");
    check(&call("n = offsetof(struct shop, tail) << 2;"), "3 offsetof offsetof tail");
    check(
        "#define SHOP_SIZE offsetof(struct shop, tail)\n#define AT offsetof(struct shop, tail)\n",
        "1 prefix SHOP_SIZE tail\n2 offsetof AT tail",
    );
    check(
        "#define UPTO offsetof(struct shop, tail)\nint f(struct shop *s) { return jhash(s, UPTO, 0); }",
        "1 offsetof UPTO tail\n2 prefix jhash tail",
    );
    check("#define HEAD (offsetof(struct shop, count) + sizeof(int))\n", "1 prefix HEAD count");
}

#[test]
fn all_bytes_and_steps_from_member_to_member() {
    let call = |text: &str| format!("int f(struct shop *s, struct shop *o)\n{{\n{text}\n}}");
    check(&call("return memcmp(s, o, sizeof(*s));"), "3 compared memcmp");
    check(&call("return xxh64(s, sizeof(*s), 0);"), "3 hashed xxh64");
    check(&call("return crc32(0, (const void *) s, sizeof(*s));"), "3 hashed crc32");
    // Neither sees a byte of it.
    check(&call("return hash_alloc(sizeof(*s));"), "");
    check(&call("return memcmp(s->name, o->name, sizeof(s->name));"), "");
    let summed = "memcpy(&s->count, x, sizeof(s->count) + sizeof(s->name));";
    check(&call(summed), "3 copiedrange memcpy count name");
    check(&call("memcpy(&s->count, x, sizeof(s->count) * sizeof(int));"), "");
    check(&call("return (&s->count)[1];"), "3 walk count");
    check(&call("return (&s->count)[0] + f(&s->count)[1];"), "");
    check(&call("for (int *p = &s->count; p <= &s->tail; p++) n++;"), "3 walk count tail");
    check(&call("for (p = &s->count; p; p = p->next) n++;"), "");
    check(&call("return *(int *)s;"), "3 cast int");
    check(&call("return n *(int)s->count;"), "");
}

#[test]
fn the_definition_decides_what_asserts() {
    check(
        "#define CHECK(t, f, o) _Static_assert(offsetof(t, f) == (o), #f)\nCHECK(struct shop, count, 4);\nCHECK(struct other, count, 4);\n",
        "2 assertion CHECK count",
    );
    check(
        "#define MATCH(a, b) static_assert(offsetof(struct shop, a) == offsetof(struct stall, b))\nMATCH(count, n);\n",
        "2 assertion MATCH count",
    );
    // It declares a function.
    check("int shop_check_size(struct shop *s) { return sizeof(*s); }", "");
    check("int shop_assert_size(struct shop s[sizeof(struct shop)]);", "");
}

#[test]
fn a_nested_path_is_not_the_outer_member_of_that_name() {
    check("x = offsetof(struct shop, head.count);", "1 offsetof offsetof head");
    check("x = offsetof(struct shop, count);", "1 offsetof offsetof count");
    check(
        "static_assert(offsetof(struct shop, head.tail) == 4);",
        "1 assertion static_assert head",
    );
}

#[test]
fn the_head_of_a_class_gives_no_values() {
    check_in(
        "a.hpp",
        "struct derived : public shop {\n\tderived(int x) : d(x) {}\n\tint d;\n};",
        "",
    );
    check_in("a.hpp", "struct derived final : other<int>, shop { int d; };", "");
    check_in("a.hpp", "class shop final { int a; };", "");
    check_in("a.cc", "auto v = x ? y : shop{1, 2};", "1 positional 2x1");
}

#[test]
fn values_of_a_struct_that_holds_it() {
    let outer = "struct outer { int z; struct shop f; };\n";
    check(&format!("{outer}struct outer x = {{ 1, {{ 2, 3 }} }};"), "2 positional x 2x1");
    check(&format!("{outer}struct outer x[] = {{ {{ 1, {{ 2, 3 }} }} }};"), "2 positional x 2x1");
    check(&format!("{outer}struct outer x = {{ 1, 2, 3, 4 }};"), "2 positional x 3x1");
    check(&format!("{outer}struct outer x = {{ 1 }};"), "");
    check(&format!("{outer}struct outer x = {{ .z = 1, {{ 2 }} }};"), "");
    check(&format!("{outer}struct outer x = {{ 0, 0, 0 }};"), "");
    let union = "union u { struct shop f; struct stall h; int raw[6]; };\n";
    let found = read("a.h", union);
    assert_eq!(found.casts.len(), 1);
    assert_eq!(
        (found.casts[0].other.as_str(), found.casts[0].hazard.kind),
        ("stall", HazardKind::Overlay)
    );
    assert!(read("a.h", "union u { struct shop *f; struct stall h; };").casts.is_empty());
}

// gcc -E and offsetof: each of these is the struct, its `count` or its `head`.
#[test]
fn macros_that_stand_for_the_struct_or_a_member() {
    let names = "#define s_count count\n#define s_state head.state\n";
    let with = |text: &str| format!("{names}{text}");
    check(&with("x = offsetof(struct shop, s_count);"), "3 offsetof offsetof count");
    check(&with("x = offsetof(struct shop, s_state);"), "3 offsetof offsetof head");
    check(&with("int f(struct shop *s) { return (&s->s_count)[1]; }"), "3 walk count");
    check(&with("#define AT offsetof(struct shop, s_count)\nint s_count;"), "3 offsetof AT count");
    let declaring = "#define SHOP(n) static struct shop shop_ ## n __aligned(8) /* one */\n";
    check(&format!("{declaring}SHOP(\na) = {{ 1, 2 }};\nint x;"), "3 positional shop_a 2x1");
    let offset = "#define AT(m) offsetof(struct shop, m)\n";
    check(
        &format!("{offset}int f(int n) {{ return n + AT(tail); }}"),
        "1 offsetof offsetof\n2 offsetof offsetof tail",
    );
    check(
        &format!("{offset}#define ROWS_SIZE {{ \"a\", AT(tail) }}, {{ \"b\", AT(count) }}"),
        "1 offsetof offsetof\n2 offsetof ROWS_SIZE tail",
    );
    let found = read("a.c", &with("struct shop s; x = offsetof(struct shop, /* m */ s_count);"));
    assert_eq!(found.hazards[0].text, "struct shop s; x = offsetof(struct shop, /* m */ s_count);");
    assert_eq!(found.stand_ins.len(), 2);
    let chain = "#define A(n) struct shop n\n#define B(n) static A(n)\n#define C(n) B(n)\n";
    check(&format!("{chain}C(x) = {{ 1 }};"), "4 positional x 1x1");
    // Neither a value, nor a call, nor a pointer to it.
    for text in [
        "#define N 4",
        "#define AT(p) ((struct shop *)(p))",
        "#define EACH(s) for (struct shop *s = l; s; s = s->n)",
        "#define name count",
        "#define c count.",
        "#define c (count)",
    ] {
        assert!(read("a.c", text).stand_ins.is_empty(), "{text}");
    }
}

#[test]
fn macros_of_other_files_are_expanded() {
    let mut query = query();
    let header = "#define DECLARE(n) struct shop n\n#define s_tail tail\n#define LOOP(x) LOOP(x) struct shop x\n";
    query.stand_ins = read("a.h", header).stand_ins;
    let read = |text: &str| csource::read_hazards("b.c", text.as_bytes(), &query).hazards;
    let found = read("DECLARE(v[2]) = { { 1, 2 }, { 3 } };\nint n = sizeof(DECLARE);");
    assert_eq!((found.len(), found[0].rows, found[0].line), (1, 2, 1));
    assert_eq!(found[0].text, "DECLARE(v[2]) = { { 1, 2 }, { 3 } };");
    assert_eq!(read("LOOP(LOOP(LOOP(x))) = { 1 }; DECLARE(").len(), 0);
    // FFmpeg's filters each have an `OFFSET(x)` of their own.
    assert_eq!(read("#define DECLARE(n) struct other n\nDECLARE(v) = { 1, 2 };").len(), 0);
    assert!(csource::mentions("b.c", b"DECLARE(v);", &query));
    assert!(!csource::mentions("b.c", b"int s_tail;", &query));
}

// gcc: `LAYOUT_IS(struct shop, count, 4)` of another header is an assertion that fails once `count` moves.
#[test]
fn a_macro_of_another_file_may_assert() {
    let uses = |text: &str| {
        let all = read("a.c", text).uses;
        all.into_iter().map(|each| (each.used.name, each.hazard.members)).collect::<Vec<_>>()
    };
    let at = |name: &str, members: &[&str]| {
        vec![(name.to_owned(), members.iter().map(|each| (*each).to_owned()).collect::<Vec<_>>())]
    };
    assert_eq!(uses("LAYOUT_IS(struct shop, count, 4);"), at("LAYOUT_IS", &["count"]));
    assert_eq!(uses("FITS(shop_t, 64);"), at("FITS", &[]));
    assert_eq!(uses("s = alloc(struct shop, flags); p = container_of(q, struct shop, head);"), []);
    let asserted = |text: &str| read("a.h", text).macros.first().and_then(|each| each.asserts);
    let is = "#define LAYOUT_IS(t, f, o) _Static_assert(offsetof(t, f) == (o), \"\")";
    assert_eq!(asserted(is), Some(facts::Asserted::Offset));
    assert_eq!(
        asserted("#define FITS(t, n) do { BUILD_BUG_ON(sizeof(t) > (n)); } while (0)"),
        Some(facts::Asserted::Size)
    );
    assert_eq!(asserted("#define MAKE(t, n) { sizeof(t), n }"), None);
    assert!(uses(&format!("{is}\nLAYOUT_IS(struct shop, count, 4);")).is_empty());
}

#[test]
fn lengths_of_other_files() {
    let mut query = query();
    let header = "#define UPTO offsetof(struct shop, tail)\n#define SHOP_LEN (sizeof(struct shop))\n#define PTR sizeof(struct shop *)";
    query.stand_ins = read("a.h", header).stand_ins;
    assert_eq!(query.stand_ins.len(), 2);
    let read = |text: &str| {
        let found = csource::read_hazards("b.c", text.as_bytes(), &query).hazards;
        found.into_iter().map(|each| (each.kind, each.members)).collect::<Vec<_>>()
    };
    assert_eq!(
        read("int f(void *x) { return jhash(x, UPTO); }"),
        [(HazardKind::Prefix, vec!["tail".to_owned()])]
    );
    let whole = "unsigned f(struct shop *p) { return crc32(p, SHOP_LEN); }";
    assert_eq!(read(whole), [(HazardKind::Hashed, Vec::new())]);
    // A use that bounds nothing is told by the definition; what a file defines itself is its own.
    assert_eq!(read("size_t n = UPTO;"), []);
    assert_eq!(read("#define UPTO 8\nint f(void *x) { return jhash(x, UPTO); }"), []);
    assert!(csource::mentions("b.c", b"jhash(x, UPTO);", &query));
}
