//! Pointers that code casts: what an accessor returns, what holds a struct, what is in parts. The judge is the source:
//! each function touches one field behind the cast, or, where nobody can know it, has to be left open.

mod support;

use codetypes::Program;
use facts::Confidence;

const SOURCE: &str = r#"
#define KEPT __attribute__((noinline, used))
struct seq { long pos; void *private; };
struct own { long a; long b; long z; };
struct part { long a; void *info; };
struct info { long x; long y; };
struct outer { long first; long other; struct part part; long tail; };
struct wider { struct outer outer; long more; };
struct also { long n; long m; struct part part; long end; };
static inline struct info *info_of(struct part *s) { return s->info; }
static inline struct own *own_of(struct part *s) { return ((struct seq *)s->info)->private; }
KEPT long of_accessor(struct part *s) { return info_of(s)->y; }
KEPT long of_followed(struct part *s) { return own_of(s)->z; }
KEPT void keep(void *of) { __asm__ volatile("" : : "r"(of) : "memory"); }
KEPT void *found(int which) { keep(0); return (void *)(long)which; }
KEPT long of_container(struct part *s, int which) {
  long first = ((struct outer *)((char *)s - 16))->first;
  keep(0);
  struct outer *o = found(which);
  return first + o->tail;
}
KEPT long of_inner_container(struct part *s, int which) {
  long tail = ((struct outer *)((char *)s - 16))->tail;
  keep(0);
  struct wider *w = found(which);
  long more = w->more;
  struct outer *o = found(which + 1);
  return tail + more + o->other;
}
KEPT long of_either(struct part *s, int which) {
  long tail = ((struct outer *)((char *)s - 16))->tail;
  keep(0);
  struct outer *o = found(which);
  long other = o->other;
  struct also *a = found(which + 1);
  return tail + other + a->m;
}
struct handle { struct outer *o; unsigned long flags; };
static inline struct handle handle_of(unsigned long v) {
  return (struct handle){ (struct outer *)(v & ~3ul), v & 3 };
}
KEPT unsigned long lookup(int n) { return (unsigned long)n * 4096; }
KEPT long of_parts(int n) {
  struct handle h = handle_of(lookup(n));
  if (!h.o) return 0;
  if (h.flags & 1) lookup(3);
  return h.o->tail;
}
KEPT long of_handed_parts(struct handle h) { return h.o->other + h.flags; }
int main() { return 0; }
"#;

/// Struct, byte and sureness of the likeliest object of each access, in the code's order.
fn touched(program: &Program, function: &str) -> Vec<Option<(String, u64, Confidence)>> {
    let answer = program.what(function);
    assert!(!answer.accesses.is_empty(), "{function}: {answer:?}");
    let first = |access: &facts::AccessFact| {
        let object = access.objects.first().filter(|object| object.is_aggregate)?;
        Some((object.name.clone(), object.offset_bytes as u64, object.confidence))
    };
    answer.accesses.iter().map(first).collect()
}

fn each(compilers: &[&str], check: impl Fn(&str, &Program)) {
    let mut were_any = false;
    for compiler in compilers {
        let Some(program) = support::built(compiler, "-O2", SOURCE) else { continue };
        were_any = true;
        check(compiler, &program);
    }
    if !were_any {
        judges::skip!("none of {compilers:?} is here");
    }
}

fn has(found: &[Option<(String, u64, Confidence)>], name: &str, offset: u64) -> bool {
    found.iter().flatten().any(|(of, at, _)| of == name && *at == offset)
}

#[test]
fn a_void_pointer_is_what_the_inlined_accessor_returns_and_never_more_than_likely() {
    each(&["gcc", "clang"], |compiler, program| {
        let found = touched(program, "of_accessor");
        assert_eq!(
            found[1],
            Some(("info".to_owned(), 8, Confidence::Later)),
            "{compiler}: {found:?}"
        );
    });
}

#[test]
fn a_pointer_that_the_accessor_itself_follows_is_not_what_it_returns() {
    // gcc's range of the accessor ends before it has followed the pointer.
    each(&["clang"], |compiler, program| {
        let found = touched(program, "of_followed");
        assert!(!has(&found, "own", 8), "{compiler}: {found:?}");
    });
}

#[test]
fn an_offset_outside_of_a_struct_is_in_the_container_that_the_function_has_a_pointer_to() {
    each(&["gcc", "clang"], |compiler, program| {
        let found = touched(program, "of_container");
        assert_eq!(
            found[0],
            Some(("outer".to_owned(), 0, Confidence::Later)),
            "{compiler}: {found:?}"
        );
        // `wider` fits as well, and holds an `outer` there.
        let found = touched(program, "of_inner_container");
        assert_eq!(
            found[0],
            Some(("outer".to_owned(), 32, Confidence::Later)),
            "{compiler}: {found:?}"
        );
    });
}

#[test]
fn of_two_containers_that_fit_alike_none_is_picked() {
    each(&["gcc", "clang"], |compiler, program| {
        let found = touched(program, "of_either");
        assert_eq!(found[0], None, "{compiler}: {found:?}");
    });
}

#[test]
fn a_struct_in_parts_leads_where_its_pointer_does() {
    each(&["gcc", "clang"], |compiler, program| {
        let found = touched(program, "of_parts");
        assert!(has(&found, "outer", 32), "{compiler}: {found:?}");
        let found = touched(program, "of_handed_parts");
        assert!(has(&found, "outer", 8), "{compiler}: {found:?}");
    });
}
