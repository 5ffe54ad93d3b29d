import { describe, expect, test } from 'vitest';
import { needs } from '../../core/base/testing/needs';
import { probe, type Probe } from './testing/laboratory';

const COMPILERS = ['g++', 'clang++'] as const;

/** A header, edits, and the body that a patch leaves for either compiler; `words` that are said beside it. */
function patched(
  name: string,
  input: Omit<Probe, 'compiler'>,
  { has = [], says = [], silent = [] }: { has?: string[]; says?: string[]; silent?: string[] },
) {
  test.each(COMPILERS)(`${name} (%s)`, needs('g++', 'clang++'), async (compiler) => {
    const { after, notes, refused } = await probe({ compiler, ...input });
    expect(refused).toBe(null);
    for (const text of has) expect(after).toContain(text);
    for (const text of says) expect(notes).toContain(text);
    for (const text of silent) expect(notes).not.toContain(text);
  });
}

function refused(name: string, input: Omit<Probe, 'compiler'>, says: readonly string[]) {
  test.each(COMPILERS)(`${name} (%s)`, needs('g++', 'clang++'), async (compiler) => {
    const { after, refused: why } = await probe({ compiler, ...input });
    expect(after).toBe(null);
    for (const text of says) expect(why).toContain(text);
  });
}

describe('where a struct is declared', () => {
  const body = 'struct point {\n  char tag;\n  long x;\n  char end;\n};\n';
  patched(
    'in a namespace',
    {
      header: `namespace geo {\n${body}}\nnamespace other {\nstruct point { int y; };\n}\n`,
      struct: 'geo::point',
      edits: ['move end after tag'],
    },
    { has: ['char tag;\n  char end;\n  long x;\n'] },
  );
  patched(
    'in an inline namespace in a nested one',
    {
      header: `namespace a::b {\ninline namespace v2 {\n${body}}\n}\n`,
      struct: 'a::b::v2::point',
      edits: ['move end after tag'],
    },
    { has: ['char tag;\n  char end;\n  long x;\n'] },
  );
  patched(
    'in an unnamed namespace',
    {
      header: `namespace {\n${body}}\n`,
      source: 'point hitmap_probe;\nlong f() { return hitmap_probe.x; }',
      struct: '(anonymous namespace)::point',
      edits: ['move end after tag'],
    },
    { has: ['char tag;\n  char end;\n  long x;\n'] },
  );
  patched(
    'in a class, and used by its members',
    {
      header: `class shape {\n public:\n  ${body.replaceAll('\n', '\n  ').trim()}\n  point centre;\n  point corner;\n};\n`,
      struct: 'shape::point',
      edits: ['move end after tag'],
    },
    { has: ['char tag;\n    char end;\n    long x;\n'] },
  );
  refused(
    'a template',
    {
      header: 'template <typename T>\nstruct box {\n  char tag;\n  T value;\n  char end;\n};\n',
      source: 'box<int> hitmap_probe;',
      struct: 'box<int>',
      edits: ['move end after tag'],
    },
    ['is a template, declared at source line 2'],
  );
  refused(
    'a struct in a template',
    {
      header:
        'template <class T>\nstruct list {\n  struct node {\n    char tag;\n    T value;\n    char end;\n  };\n  node head;\n};\n',
      source: 'list<int> hitmap_probe;',
      struct: 'list<int>::node',
      edits: ['move end after tag'],
    },
    ['is a template, declared at source line 3'],
  );
  refused(
    'a class with a base',
    {
      header:
        'struct base { long a; };\nstruct derived : public base {\n  char tag;\n  long x;\n  char end;\n};\n',
      struct: 'derived',
      edits: ['move end after tag'],
    },
    ['base class'],
  );
});

describe('access', () => {
  const header = `class gate {
 public:
  gate() {}
  char open;
  long count;

 private:
  char state_;
  long when_;
  char last_;
};
`;
  patched(
    'a move among the members under one label',
    { header, struct: 'gate', edits: ['move last_ after state_'] },
    { has: [' private:\n  char state_;\n  char last_;\n  long when_;\n};'] },
  );
  patched(
    'the first under a label stays under it, though it could stand above',
    { header, struct: 'gate', edits: ['move last_ before state_'] },
    { has: [' private:\n  char last_;\n  char state_;\n  long when_;\n};'] },
  );
  patched(
    'the last above a label stays above it',
    { header, struct: 'gate', edits: ['move open after count'] },
    { has: [' public:\n  gate() {}\n  long count;\n  char open;\n\n private:'] },
  );
  refused(
    'a member that would become public',
    { header, struct: 'gate', edits: ['move state_ after open'] },
    ['`state_` (source line 8) is private and would become public'],
  );
  refused(
    'a member that would become private',
    { header, struct: 'gate', edits: ['move open last'] },
    ['`open` (source line 4) is public and would become private'],
  );
});

describe('between the members', () => {
  const header = `#include <string>
#include <vector>
#include <stdint.h>
struct entry {
  enum class kind : unsigned char { none, some };
  using list = std::vector<int>;
  static constexpr int size = 4;
  static int made;

  entry() : tag{'a'}, count(0) {}
  explicit entry(int) noexcept;
  ~entry() { delete next; }
  entry(const entry&) = delete;
  entry& operator=(const entry&) = delete;
  [[nodiscard]] virtual int get() const { return count; }
  template <typename T> T as() const { return T(count); }
  friend bool same(const entry&, const entry&);
  static_assert(size == 4, "size");

  char tag;
  long count = 0;
  kind what{kind::none};
  std::string name = "x";  // its name
  int cells[size];
  list items;
  entry* next = nullptr;
  bool done : 1 = false;
  bool over : 1;
  mutable char end;
  std::uint16_t port;
};
int entry::made;
`;
  patched(
    'functions, types, constants stay; initialisers go along; spellings of types raise nothing',
    { header, struct: 'entry', edits: ['move end after tag', 'move port after end'] },
    {
      has: ['  char tag;\n  mutable char end;\n  std::uint16_t port;\n  long count = 0;\n'],
      silent: ['in the loaded file'],
    },
  );
  refused(
    'a type and a constant of the class have to stand above',
    {
      header:
        'struct s {\n  char a;\n  struct rep { int x; };\n  long b;\n  rep r;\n  char c;\n};\n',
      struct: 's',
      edits: ['move r first'],
    },
    ['`r` (source line 5) uses `rep`, which the struct declares further down'],
  );
  patched(
    'an alignment stands before an initialiser',
    {
      header:
        'struct s {\n  char a = 1;\n  long b{2};\n  char c[4] = {1, 2, 3, 4};\n  int d : 3 = 1;\n  char e [[maybe_unused]] = 2;\n};\n',
      struct: 's',
      edits: ['align b 64', 'align c 32', 'align e 16'],
    },
    {
      has: [
        'long b __attribute__((aligned(64))){2};',
        'char c[4] __attribute__((aligned(32))) = {1, 2, 3, 4};',
      ],
    },
  );
});

describe('what depends on the order', () => {
  patched(
    'a member that is initialised from another',
    {
      header: 'struct s {\n  s(int) {}\n  int a = 1;\n  char b;\n  long c = a + 1;\n};\n',
      source: 's hitmap_probe(1);',
      struct: 's',
      edits: ['move c first'],
    },
    { says: ['`c` is initialised with `a` (source line 5)'], silent: ['aggregate'] },
  );
  patched(
    'a list of initialisers',
    {
      header: 'struct s {\n  s(int b) : a(b), c{a}, d(b) {}\n  int a;\n  long c;\n  int d;\n};\n',
      source: 's hitmap_probe(1);',
      struct: 's',
      edits: ['move c first'],
    },
    {
      says: [
        '`c` is initialised with `a` (source line 2)',
        'The constructor at source line 2 lists `a` before `c`',
      ],
      silent: ['initialised with `b`'],
    },
  );
  patched(
    'a defaulted comparison, and an aggregate',
    {
      header:
        '#include <compare>\nstruct s {\n  char a;\n  long b;\n  char c;\n  auto operator<=>(const s&) const = default;\n};\n',
      struct: 's',
      edits: ['move c after a'],
      flags: ['-std=c++20'],
    },
    { says: ['`operator<=>` at source line 6 is defaulted', '`s` is an aggregate'] },
  );
  patched(
    'nothing of it is said where these keep their order',
    {
      header:
        'struct s {\n  s() : a(1), c(a) {}\n  int a;\n  long c;\n  char d;\n  char e = 0;\n};\n',
      struct: 's',
      edits: ['align d 8'],
    },
    { silent: ['initialised with', 'lists', 'aggregate'] },
  );
});

describe.each([
  ['its name', 'probe.hpp'],
  ['debug information', 'probe.h'],
] as const)('no word of C++ in the header, which is one by %s', (_by, name) => {
  const header = 'struct point {\n  char tag;\n  long x;\n  char end;\n};\n';
  const given = {
    header,
    name,
    struct: 'point',
    edits: ['move end after tag'],
  };
  patched('an aggregate', given, { says: ['`point` is an aggregate'] });
  patched(
    'values of it, in braces and by names that have to keep their order',
    {
      ...given,
      source: `inline point make() { return point{'a', 1}; }
inline long read(const point &p) { auto [tag, x, end] = p; return x + tag + end; }
point hitmap_probe = make();`,
    },
    {
      says: [
        'probe.cc:2: a compound literal gives the first 2 members values by position',
        'probe.cc:3: `auto` gives the first 3 members values by position',
      ],
    },
  );
});
