import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { compiled, testFolder } from '../../core/base/testing/folder';
import { needs } from '../../core/base/testing/needs';
import type { TouchedAnswer } from '../../core/facts/generated';
import { Failure } from '../failure';
import type { CommandResult } from '../words';
import { WHAT_COMMAND } from './what';

const SOURCE = `
struct inner { long a; int count; };
struct outer { struct outer *next; struct inner in; };
__attribute__((noinline)) void bump(struct outer *it) { it->next->in.count++; }
struct outer thing;
struct pair { int first, second; };
struct pair both;
__attribute__((noinline)) void clear(struct pair *it) { it->first = 0; it->second = 0; }
int main(void) { clear(&both); thing.next = &thing; bump(&thing); return 0; }
`;

const run = (...args: string[]): CommandResult => WHAT_COMMAND.run(args) as CommandResult;

describe('what a program of gcc touches', needs('gcc'), () => {
  const folder = testFolder();
  const file = join(folder, 'thing');
  const object = join(folder, 'thing.o');

  beforeAll(() => {
    const source = join(folder, 'thing.c');
    compiled(source, SOURCE, '-O1');
    expect(spawnSync('gcc', ['-g', '-O2', '-o', file, source]).status).toBe(0);
  });

  test('a function: each access with its struct and member', () => {
    const { text, exitCode } = run(file, 'bump');
    expect(exitCode).toBe(0);
    const [load = '', store = ''] = text.split('\n');
    expect(load).toMatch(/^bump\+0x\w+ {2}reads 8 at \(%rdi\): outer\.next \(byte 0\), direct$/);
    expect(store).toMatch(
      /^bump\+0x\w+ {2}reads and writes 4 at 0x10\(%rax\): outer\.in\.count \(byte 16\), must$/,
    );
  });

  test('an access that is larger than its member says so', () => {
    const { text } = run(file, 'clear', '--reasons');
    expect(text).toMatch(/writes 8 at \(%rdi\): pair\.first and what follows \(byte 0\), direct\n/);
    expect(text).toContain('It touches 8 bytes and the member has 4: its neighbours too,');
  });

  test('types without code are no program', () => {
    expect(() => run('e2e/samples/shop.btf', 'main')).toThrow(
      /no machine code\. Give the program or kernel/,
    );
  });

  test('one instruction: with the chain of reasons', () => {
    const { answers } = JSON.parse(run(file, 'bump', '--json').text) as {
      answers: TouchedAnswer[];
    };
    const store = answers[0]?.accesses.find(({ does }) => does === 'both');
    const { text } = run(file, `0x${store?.address ?? ''}`);
    expect(text).toContain('The pointer was loaded at +0x');
    expect(text).toContain('from `outer.next`.');
    expect(text).toContain('`it` lies in RDI at +0x0, by its location list.');
  });

  test('exit code 1 and the reason where nothing is known', () => {
    const bump = JSON.parse(run(file, 'bump', '--json').text) as { answers: TouchedAnswer[] };
    const begin = Number.parseInt(bump.answers[0]?.accesses[0]?.address ?? '', 16);
    const inside = run(file, `0x${(begin + 1).toString(16)}`);
    expect(inside).toMatchObject({ exitCode: 1 });
    expect(inside.text).toContain('it is not where an instruction begins');
    expect(run(file, 'nowhere').text).toBe(
      'nowhere: there is no function `nowhere` in this file.\n',
    );
    expect(run(file, '_start').text).toContain('no debug information covers this address');
    expect(run(file, '0x12').text).toContain('there is no code at this address');
    // What is known of one place does not hide that nothing is known of another.
    expect(run(file, 'bump', 'nowhere').exitCode).toBe(1);
  });

  test('an object, which has no addresses yet, answers by function', () => {
    expect(run(object, 'bump').text).toContain('outer.in.count (byte 16), must');
  });

  test('what cannot be asked is refused with a sentence', () => {
    expect(() => run(file)).toThrow(Failure);
    expect(() => run(join(folder, 'none'), 'bump')).toThrow(/there is no such file/);
  });
});

const CPP = `
namespace app {
struct Stats { long hits, misses; void hit(int by); void hit(long by); long get() const; };
void Stats::hit(int by) { hits += by; }
void Stats::hit(long by) { misses += by; }
long Stats::get() const { return hits; }
}
int main() { app::Stats stats{}; stats.hit(1); stats.hit(1L); return stats.get(); }
`;

const RUST = `
pub struct Stats { pub hits: u64, pub misses: u64 }
impl Stats { #[inline(never)] pub fn miss(&mut self, by: u64) { self.misses += by; } }
fn main() { let mut stats = Stats { hits: 1, misses: 2 }; stats.miss(3); std::process::exit(stats.misses as i32); }
`;

/** The functions in front of the accesses. */
function functionsOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => /^(\S.*?)\+0x[\da-f]+ {2}/.exec(line)?.[1] ?? []);
}

/** What a compiler makes of a source, in a folder of its own. */
function built(compiler: string, name: string, source: string, ...more: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-what-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [text, file] = [join(folder, name), join(folder, 'made')];
  writeFileSync(text, source);
  expect(spawnSync(compiler, ['-g', ...more, '-o', file, text]).status).toBe(0);
  return file;
}

test(
  'functions of C++ have their readable names, with parameters where these tell two apart',
  needs('g++'),
  () => {
    const file = built('g++', 'stats.cc', CPP, '-O1');
    expect(functionsOf(run(file, 'app::Stats::get').text)).toEqual(['app::Stats::get']);
    const { text } = run(file, 'app::Stats::hit');
    expect(new Set(functionsOf(text))).toEqual(
      new Set(['app::Stats::hit(int)', 'app::Stats::hit(long)']),
    );
    expect(functionsOf(run(file, '_ZNK3app5Stats3getEv').text)).toEqual(['app::Stats::get']);
  },
);

test('functions of Rust have their readable names', needs('rustc'), () => {
  const file = built('rustc', 'made.rs', RUST, '-C', 'opt-level=1');
  const functions = functionsOf(run(file, 'made::Stats::miss').text);
  expect(new Set(functions)).toEqual(new Set(['made::Stats::miss']));
});
