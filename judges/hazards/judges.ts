import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlacedHazard, isAffected } from '../../web/core/patch/hazards/places';
import { hazardReport } from '../../web/core/patch/hazards/report';
import { inLinkedTree, gcc, withHeader, includesOf } from '../patch/gcc';
import type { Tally } from '../patch/tally';
import { type Complaint, isNamed } from './complaints';
import { checkedFile, grep, type JudgedStruct } from './struct';
import type { JudgedTree } from './trees';

/** Files that read a struct's header, and how many of those that name it are looked at before others. */
export interface Users {
  readonly naming: readonly string[];
  readonly others: readonly string[];
  readonly most: number;
}

/** What one struct of a tree is judged with. */
export interface Trial {
  readonly tree: JudgedTree;
  readonly struct: JudgedStruct;
  readonly tally: Tally;
}

/**
 * Compiles files that read the header, with the struct marked and with its new order. Each value by position that gcc names
 * has to be among the places, whatever the order; each error that the order makes among those that are said to break.
 */
export function judgeUsers(trial: Trial, { naming, others, most }: Users): void {
  const { tree, struct, tally } = trial;
  const { base, sources } = tree;
  const pathOf = pathIn(tree);
  const at = (path: string) => inLinkedTree(base, join(sources, path));
  const read = linesIn(tree);
  const marked: Complaint[] = [];
  const compile = (bytes: Uint8Array, path: string) =>
    withHeader(base, struct.header, bytes, () => checkedFile(base, at(path), pathOf));
  const users: string[] = [];
  const draw = (files: readonly string[], upTo: number) => {
    for (const path of files.slice(0, upTo * 4)) {
      if (users.length >= upTo) return;
      const { complaints, reads } = compile(struct.marked, path);
      const isError = complaints.some(({ kind }) => kind === 'error');
      if (isError || !reads.includes(struct.header) || users.includes(path)) continue;
      users.push(path);
      marked.push(...complaints);
    }
  };
  draw(naming, Math.ceil((most * 4) / 5));
  draw(others, most);
  tally.count(users.length === 0 ? 'structs that no file compiled here reads' : 'structs');
  for (const path of users) {
    tally.count('users compiled');
    const errors = compile(struct.patched, path).complaints.filter(({ kind }) => kind === 'error');
    if (errors.length > 0) tally.count('users that the new order breaks');
    judgeErrors(trial, errors, read);
  }
  judgePositional(trial, marked, read);
}

type LinesOf = (path: string) => readonly string[];

/** Each error is where a place is said to break. */
function judgeErrors(
  { struct, tally }: Pick<Trial, 'struct' | 'tally'>,
  errors: readonly Complaint[],
  linesOf: LinesOf,
): void {
  const { broken, elsewhere, open } = hazardReport(struct.hazards, struct.change);
  const places = [...broken, ...elsewhere, ...open];
  for (const error of once(errors)) {
    if (isNamed(error, places, linesOf, struct.header)) tally.count('errors named');
    else tally.fail(`breaks the build, not named: ${placed(error)}`);
  }
}

/** gcc complains of it as of any value by position; as the whole value it clears every member, whatever their order. */
const ZERO = /=\s*(?:\([^()]*\)\s*)?\{\s*0\s*,?\s*\}\s*[;,)]/;

/** Each value by position is a place. */
function judgePositional(
  { struct, tally }: Pick<Trial, 'struct' | 'tally'>,
  complaints: readonly Complaint[],
  linesOf: LinesOf,
): void {
  const { places, open } = struct.hazards;
  const reported = [...places.filter(({ kind }) => kind === 'positional'), ...open];
  const found = complaints.filter(({ message }) => message.includes('Wdesignated-init'));
  for (const each of once(found)) {
    const isZero = each.at.some(({ path, line }) => ZERO.test(linesOf(path)[line - 1] ?? ''));
    if (isNamed(each, reported, linesOf, '')) tally.count('values by position named');
    else if (isZero) tally.count('cleared by `{ 0 }`, in any order');
    else tally.fail(`by position, not named: ${placed(each)}`);
  }
}

/**
 * Who lies before a member: gcc's own offsets before and after. Each `offsetof` of the tree is a place, and one that is a
 * length or a bound is said to change exactly where the set does.
 */
export function judgeOffsets(trial: Trial): void {
  const { tree, struct, tally } = trial;
  const before = offsetsOf(trial, null);
  const after = offsetsOf(trial, struct.patched);
  if (before === null || after === null) return tally.count('offsets that gcc does not tell');
  const linesOf = linesIn(tree);
  const lying = (offsets: ReadonlyMap<string, number>, member: string) =>
    [...offsets]
      .filter(([, offset]) => offset < (offsets.get(member) ?? 0))
      .map(([name]) => name)
      .sort()
      .join();
  const names = struct.names.join('|');
  const pattern = `offsetof *\\( *(struct +)?(${names}) *, *\\w+`;
  const found = grep(tree.sources, ['-rnE', '--include=*.[ch]', `\\b${pattern}`]);
  for (const text of found) {
    const [, path = '', line = '', code = ''] = /^(?:\.\/)?([^:]+):(\d+):(.*)$/.exec(text) ?? [];
    const member = new RegExp(`offsetof *\\( *(?:struct +)?(?:${names}) *, *(\\w+)`).exec(
      code,
    )?.[1];
    if (member === undefined || !before.has(member) || isBeside(path) || isComment(code)) continue;
    const at = { path, line: Number(line) };
    const complaint: Complaint = { kind: 'warning', message: code.trim(), at: [at] };
    const own = struct.hazards.places.filter((place) => isNamed(complaint, [place], linesOf, ''));
    if (own.length === 0) {
      tally.fail(`an offset, not named: ${placed(complaint)}`);
      continue;
    }
    tally.count('offsets named');
    const isOther = lying(before, member) !== lying(after, member);
    const prefixes = own.filter(
      ({ kind, members }) => kind === 'prefix' && members.join() === member,
    );
    for (const place of prefixes) {
      const isReported = isAffected(place, struct.change);
      tally.count('lengths and bounds');
      if (isReported !== isOther) {
        const truth = isOther ? 'other members lie before it' : 'the same members lie before it';
        tally.fail(
          `${isReported ? 'said to change' : 'not said to change'}, ${truth}: ${placed(complaint)}`,
        );
      }
    }
  }
}

/** Trees have copies for other programs, which are not looked at (`tools/` of the kernel). */
function isBeside(path: string): boolean {
  return /(?:^|\/)(?:tools|samples|debian)\//.test(path);
}

function isComment(code: string): boolean {
  return /^\s*(?:\*|\/\*|\/\/)/.test(code);
}

/** Added, so that no offset is 0, which gcc would write as nothing. */
const FAR = 2 ** 40;

/** Offsets of members as gcc computes them with a header; null where it does not compile. */
function offsetsOf(
  { tree: { base }, struct }: Trial,
  bytes: Uint8Array | null,
): ReadonlyMap<string, number> | null {
  const { header, way, members } = struct;
  const declared = members.map(
    (name) => `${FAR}UL + __builtin_offsetof(${struct.struct}, ${name})`,
  );
  const [source, assembly] = [
    inLinkedTree(base, join(base.root, 'hitmap-offsets.c')),
    'hitmap-offsets.s',
  ];
  const text = `${includesOf(base, header, way)}unsigned long hitmap_offsets[] = { ${declared.join(',\n')} };\n`;
  const output = source.replace(/[^/]*$/, assembly);
  writeFileSync(source, text);
  const { status } = withHeader(base, header, bytes, () =>
    gcc(base, ['-w', '-S', '-o', output, source]),
  );
  // Bit-fields have no offset.
  if (status !== 0) return null;
  const [, table = ''] = readFileSync(output, 'utf8').split(/^hitmap_offsets:$/m);
  const offsets = [...table.matchAll(/\.quad\s+(\d+)/g)].map(([, value]) => Number(value) - FAR);
  return new Map(
    members.flatMap((name, index) => {
      const offset = offsets[index];
      return offset === undefined ? [] : [[name, offset]];
    }),
  );
}

/** What is printed of a struct's order, one by one. */
export function printed({ hazards, change }: JudgedStruct): readonly PlacedHazard[] {
  const { broken, elsewhere } = hazardReport(hazards, change);
  return [...broken, ...elsewhere];
}

function once(complaints: readonly Complaint[]): readonly Complaint[] {
  return [...new Map(complaints.map((each) => [JSON.stringify(each.at), each])).values()];
}

function placed({ message, at }: Complaint): string {
  return `${at.map(({ path, line }) => `${path}:${line}`).join(' ')}: ${message}`;
}

function linesIn({ sources }: JudgedTree): LinesOf {
  const known = new Map<string, readonly string[]>();
  return (path) => {
    const lines = known.get(path) ?? textOf(join(sources, path)).split('\n');
    known.set(path, lines);
    return lines;
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // gcc names what is no file (`<command-line>`), too.
    return '';
  }
}

/** A path of gcc's as the tree has it. */
function pathIn({ base, sources }: JudgedTree): (path: string) => string {
  const roots = [inLinkedTree(base, base.root), base.root, sources].map((root) => `${root}/`);
  return (path) => {
    const whole = join(path);
    const root = roots.find((each) => whole.startsWith(each));
    return root === undefined ? whole : whole.slice(root.length);
  };
}
