import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../core/base/testing/needs';
import { computeLayout } from '../../core/layout/compute';
import { orderedFrom } from '../../core/layout/original';
import { leavesOf } from '../../core/layout/walk';
import { structOfTextFile } from './openText';

const SOURCE = `struct plain { int a; int area() const; long b; };
struct made { int a; explicit made(int x) : a(x) {} ~made() {} static int count; bool z; };
struct open_ { int a; int (*f)(int); int g() const noexcept { return a; } public: long z; };
struct marks { int a = 3; mutable char e; bool operator==(const marks &) const; char c; };
struct alignas(32) wide { alignas(16) int k; int &r; };
`;
const STRUCTS = ['plain', 'made', 'open_', 'marks', 'wide'];
const NOTHING = { target: null, sizes: [], defined: [], undefined: [], types: null };

function layoutOf(source: string, struct: string, path = 'shapes.hpp') {
  const bytes = new TextEncoder().encode(source);
  return computeLayout(orderedFrom(structOfTextFile(path, bytes, struct, NOTHING)));
}

test('C++ structs without bases are laid out as g++ does', needs('g++'), () => {
  const claims = STRUCTS.flatMap((struct) => {
    const layout = layoutOf(SOURCE, struct);
    const offsets = [...leavesOf(layout)]
      // offsetof of a reference is an error.
      .filter(({ member }) => member.name !== null && member.name !== 'r')
      .map((field) => `offsetof(${struct}, ${field.member.name ?? ''}) == ${field.offsetBits / 8}`);
    return [`sizeof(${struct}) == ${layout.sizeBits / 8}`, ...offsets];
  });
  const checks = claims.map((claim) => `static_assert(${claim});\n`).join('');
  const file = join(mkdtempSync(join(tmpdir(), 'hitmap-cpp-')), 'claims.cc');
  writeFileSync(file, `#include <cstddef>\n${SOURCE}${checks}`);
  const args = ['-std=c++20', '-fsyntax-only', '-Wno-invalid-offsetof', file];
  const { stderr } = spawnSync('g++', args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(claims).toHaveLength(STRUCTS.length + 11);
});

test('what is not laid out is refused by name', () => {
  const refused = (source: string, path?: string) => () => layoutOf(source, 's', path);
  expect(refused('struct s : base { int a; };')).toThrow('base classes');
  expect(refused('struct s { virtual int f(); int a; };')).toThrow('virtual');
  expect(refused('struct s { std::string a; };')).toThrow('`a` is std::string');
  expect(refused('struct s { [[no_unique_address]] int m; };')).toThrow('[[no_unique_address]]');
  // In C it is a macro, and what it makes is not known.
  expect(refused('struct s { int a; int area(int x); };', 's.h')).toThrow('`area` looks like');
});
