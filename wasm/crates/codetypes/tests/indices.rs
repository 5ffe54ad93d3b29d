//! What an index leads to: an element of an array, what a struct ends with, or bytes behind it that are nobody's member.
//! The judge is the source: each function touches one thing.

mod support;

use codetypes::Program;
use facts::{Confidence, TouchedObject};

const SOURCE: &str = r#"
#define KEPT __attribute__((noinline, used))
typedef unsigned long size;
struct header { unsigned char length; unsigned char kind; short total; int rest; };
struct item { long key; long value; long more; };
struct list { unsigned count; unsigned room; struct item *items[]; };
struct node { int key; short bits; short kind;
  union { struct item *leaf; struct { struct { } none; struct node *children[]; }; }; };
KEPT unsigned char of_options(struct header *h, size by) { return ((unsigned char *)h)[by]; }
KEPT short of_end(struct header *h, size by) { return *(short *)((char *)h + by - 2); }
KEPT short of_middle(struct header *h, size by) { return *(short *)((char *)h + by + 5); }
KEPT long of_elements(struct item *all, size n) { return all[n].value; }
KEPT long of_before(struct item *all, size n) { return all[n - 1].value; }
KEPT long of_all(struct item *all, size n) {
  long sum = 0;
  for (size i = 0; i < n; i++) sum += all[i].more;
  return sum;
}
KEPT struct item *of_last(struct list *l, size n) { return l->items[n]; }
KEPT struct item *of_last_by_int(struct list *l, int n) { return l->items[n]; }
KEPT short of_child(struct node *of, size n) { return of->children[n]->kind; }
struct pair { long first, second; } pairs[9];
struct item items[9];
KEPT long of_pairs(size n) { return pairs[n].second; }
KEPT long of_first_of_pairs(size n) { return pairs[n].first; }
KEPT void of_items(size n) { items[n].more = n; }
int main() { return 0; }
"#;

fn each(check: impl Fn(&str, &Program)) {
    let mut were_any = false;
    for compiler in ["gcc", "clang"] {
        for level in ["-O0", "-O1", "-O2", "-O3"] {
            let Some(program) = support::built(compiler, level, SOURCE) else { continue };
            were_any = true;
            check(&format!("{compiler} {level}"), &program);
        }
    }
    if !were_any {
        judges::skip!("neither gcc nor clang is here");
    }
}

/// The objects of the accesses that are of no variable of the frame, the likeliest of each.
fn touched(program: &Program, function: &str) -> Vec<Option<TouchedObject>> {
    let answer = program.what(function);
    assert!(!answer.accesses.is_empty(), "{function}: {answer:?}");
    answer.accesses.iter().map(|access| access.objects.first().cloned()).collect()
}

fn structs(program: &Program, function: &str) -> Vec<(String, String, Confidence)> {
    let found = touched(program, function).into_iter().flatten();
    let found = found.filter(|object| object.is_aggregate);
    found.map(|object| (object.name, object.path, object.confidence)).collect()
}

#[test]
fn bytes_behind_a_header_are_at_most_likely_its_members() {
    each(|built, program| {
        for function in ["of_options", "of_end"] {
            let found = structs(program, function);
            assert!(
                found.iter().all(|(_, _, confidence)| *confidence >= Confidence::May),
                "{built}: {found:?}"
            );
        }
        let found = structs(program, "of_middle");
        assert!(found.is_empty(), "{built}: {found:?}");
    });
}

#[test]
fn an_index_that_was_multiplied_by_the_size_of_an_element_is_of_elements() {
    each(|built, program| {
        for (function, path) in
            [("of_elements", "value"), ("of_before", "value"), ("of_all", "more")]
        {
            let found = structs(program, function);
            let is_right = |(name, own, confidence): &(String, String, Confidence)| {
                name == "item" && own == path && *confidence <= Confidence::Must
            };
            assert!(
                !found.is_empty() && found.iter().all(is_right),
                "{built} {function}: {found:?}"
            );
        }
    });
}

#[test]
fn an_array_at_the_end_of_a_struct_begins_where_the_struct_ends() {
    each(|built, program| {
        for function in ["of_last", "of_last_by_int"] {
            let found = structs(program, function);
            let (name, path, confidence) = &found[0];
            assert_eq!((name.as_str(), path.as_str()), ("list", "items[]"), "{built} {function}");
            assert!(found.len() == 1 && *confidence <= Confidence::Must, "{built}: {found:?}");
        }
    });
}

#[test]
fn an_array_that_is_wrapped_to_be_a_member_of_a_union_is_one_of_its_members() {
    each(|built, program| {
        let found = touched(program, "of_child");
        let last = found.last().cloned().flatten().expect("an object");
        assert_eq!((&*last.name, &*last.path), ("node", "kind"), "{built}: {found:?}");
    });
}

/// Which of two registers has the array's address, and which the index, is the compiler's choice.
#[test]
fn elements_of_a_global_array_are_its_members() {
    each(|build, program| {
        for (function, name, path) in [
            ("of_pairs", "pair", "second"),
            ("of_first_of_pairs", "pair", "first"),
            ("of_items", "item", "more"),
        ] {
            let found = structs(program, function);
            let found: Vec<_> = found
                .iter()
                .map(|(name, path, confidence)| (&**name, &**path, *confidence))
                .collect();
            assert_eq!(found, [(name, path, Confidence::Must)], "{build} {function}");
        }
    });
}
