//! What happens in the same visit of a function. The judge is the source: accesses are volatile, so that each stays
//! where it is written, on every path or on one.

mod support;

use std::collections::BTreeSet;

use facts::TouchedAnswer;

const SOURCE: &str = r#"
#define KEPT __attribute__((noinline, used))
struct s { volatile long a, b, c, d, e, f; };
KEPT void out(int n) { __asm__ volatile("" : : "r"(n) : "memory"); }
KEPT __attribute__((noreturn)) void panic(void) { for (;;) out(1); }
KEPT long straight(struct s *s) { return s->a + s->b + s->c; }
KEPT long branch(struct s *s, int n) {
  long r = s->a;
  if (n > 3) { out(n); s->b = 1; }
  else { out(n + 1); r += s->c; }
  out(n);
  return r + s->d;
}
KEPT long early(struct s *s, int n) {
  if (s->a == n) return 0;
  out(n);
  return s->b + s->c;
}
KEPT long loop(struct s *s, int n) {
  long r = s->a;
  for (int i = 0; i < n; i++) { out(i); r += s->b; }
  return r + s->c;
}
KEPT long dies(struct s *s, int n) {
  long r = s->a;
  if (n > 3) { out(n); s->e = 1; panic(); }
  out(n);
  return r + s->b;
}
KEPT long after(struct s *s, int n, int m) {
  if (n > 3) { out(n); s->b = 1; }
  out(n);
  s->c = 2;
  if (m > 7) { out(n); s->d = 3; return 0; }
  out(n + 1);
  return s->e;
}
int main() { return 0; }
"#;

/// A function, the member whose instruction is asked for, and the members that are touched whenever it runs.
const CASES: &[(&str, &str, &str)] = &[
    ("straight", "b", "a b c"),
    ("branch", "a", "a d"),
    ("branch", "b", "a b d"),
    ("branch", "c", "a c d"),
    ("branch", "d", "a d"),
    ("early", "a", "a"),
    ("early", "b", "a b c"),
    ("loop", "a", "a c"),
    ("loop", "b", "a b c"),
    ("dies", "a", "a b"),
    ("dies", "e", "a e"),
    ("after", "b", "b c"),
    ("after", "c", "c"),
    ("after", "d", "c d"),
    ("after", "e", "c e"),
];

#[test]
fn what_is_on_every_path_to_an_instruction_or_from_it_runs_with_it() {
    let mut judged = 0;
    for compiler in ["gcc", "clang"] {
        for level in ["-O0", "-O1", "-O2", "-Os"] {
            let Some(program) = support::built(compiler, level, SOURCE) else { continue };
            judged += 1;
            for (function, member, with) in CASES {
                let all = program.what(function);
                let queries: Vec<String> = all
                    .accesses
                    .iter()
                    .filter(|access| access.objects.iter().any(|object| object.path == *member))
                    .map(|access| format!("0x{}", access.address))
                    .collect();
                // A compiler may have several copies of it, each with more before it.
                let found = program
                    .visits(&queries)
                    .iter()
                    .map(members)
                    .reduce(|one, other| &one & &other)
                    .unwrap_or_default();
                let expected: BTreeSet<String> = with.split(' ').map(str::to_owned).collect();
                assert_eq!(found, expected, "{compiler} {level}: {function}, {member}");
            }
        }
    }
    if judged == 0 {
        judges::skip!("neither gcc nor clang is here");
    }
}

/// Members of `struct s` that an answer has.
fn members(answer: &TouchedAnswer) -> BTreeSet<String> {
    let objects = answer.accesses.iter().flat_map(|access| &access.objects);
    objects.filter(|object| object.name == "s").map(|object| object.path.clone()).collect()
}

#[test]
fn each_address_has_its_answer_whatever_stands_between() {
    let Some(program) = support::built("gcc", "-O2", SOURCE) else {
        judges::skip!("gcc is not here")
    };
    let address = |function: &str| format!("0x{}", program.what(function).accesses[0].address);
    let (one, other) = (address("straight"), address("branch"));
    let queries = [one.clone(), "0x1".to_owned(), other, one];
    let answers = program.visits(&queries);
    assert_eq!(
        answers.iter().map(|answer| &answer.query).collect::<Vec<_>>(),
        queries.iter().collect::<Vec<_>>()
    );
    assert_eq!(answers[0].accesses.len(), 3);
    assert!(answers[1].nothing.is_some() && answers[1].accesses.is_empty());
    assert_eq!(answers[0].accesses, answers[3].accesses);
    assert!(answers[2].accesses.iter().all(|access| access.function == "branch"));
}
