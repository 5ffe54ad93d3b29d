import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { compiled, testFolder } from '../web/core/base/testing/folder';
import { needs } from '../web/core/base/testing/needs';
import type { LineCandidates } from '../web/cli/bind/candidates';
import { openFile, type OpenFile } from '../web/cli/open/openFile';
import { readPosted } from '../web/cli/open/openText';
import { trueFleet } from '../web/cli/rows/testing/fleet';
import { withoutEdits } from '../web/core/edit/apply';
import { newDocument } from '../web/core/edit/document';
import { compile } from '../web/core/edit/testing/compiler';
import { edited } from '../web/core/edit/testing/edited';
import type { MemberPath } from '../web/core/layout/ids';
import { structFromC } from '../web/core/layout/testing/c';
import { answerOf } from './candidates/score';
import { againstTruth } from './fleet/check';
import { truthOf } from './fleet/truth';
import { search } from './fuzz/texts';
import { recompute } from './kernel/check';
import { comparePahole } from './kernel/pahole';
import { differsCompiled, judge } from './parity/judge';
import { layoutIn, verdictOf } from './patch/posted/judge';
import { readingOf } from './patch/reviewed';

// A judge that passes whatever it is shown judges nothing: each is shown one fault here, and the same without it. Those of
// `hazards`, `hostile` and `simulator` are beside these judges.

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
});

const folder = testFolder();
const STRUCT = 'struct s { char a; long b; char c; };';
const document = newDocument(structFromC(STRUCT));

/** `c` goes into the hole after `a`; and before it. */
const AFTER_A = patch('+\tchar c;\n \tlong b;\n-\tchar c;\n');
const BEFORE_A = patch('\tlong b;\n-\tchar c;\n').replace(' \tchar a;', '+\tchar c;\n \tchar a;');

function patch(lines: string): string {
  const body = lines.startsWith('+') ? lines : ` ${lines}`;
  return `--- a/s.h\n+++ b/s.h\n@@ -1,5 +1,5 @@\n struct s {\n \tchar a;\n${body} };\n`;
}

/** An object of the struct, and the same in which one member is said to begin 8 bytes further. */
function statedAndMisstated(): readonly [OpenFile, OpenFile] {
  const file = openFile(compiled(join(folder, 's.c'), `${STRUCT} struct s kept;`), 'dwarf', false);
  const ask = ((query) =>
    JSON.parse(JSON.stringify(file.session.ask(query)), (_, value: unknown) =>
      isMember(value) && value.name === 'b'
        ? { ...value, offsetBits: value.offsetBits + 64 }
        : value,
    ) as unknown) as OpenFile['session']['ask'];
  return [file, { ...file, session: { ...file.session, ask } }];
}

function isMember(value: unknown): value is { name: string; offsetBits: number } {
  return typeof value === 'object' && value !== null && 'offsetBits' in value;
}

test('check:kernel finds a member that begins where the rules do not put it', needs('gcc'), () => {
  const [stated, misstated] = statedAndMisstated();
  expect(recompute(stated, false)).toBe(true);
  expect(recompute(misstated, false)).toBe(false);
});

test('… and a text that is not as pahole prints it', needs('gcc', 'pahole'), () => {
  const [stated, misstated] = statedAndMisstated();
  expect(comparePahole(stated, 'dwarf', 1)).toBe(true);
  expect(comparePahole(misstated, 'dwarf', 1)).toBe(false);
});

test('check:parity finds a layout that a compiler does not make', needs('gcc'), () => {
  const { struct } = withoutEdits(document);
  const moved = edited(STRUCT, 'move c after a').struct;
  const names = new Map(['a', 'b', 'c'].map((name) => [name as MemberPath, name]));
  const gcc = { name: 'gcc', command: 'gcc', flags: [] };
  const isSame = (shown: typeof struct) =>
    judge(
      'gcc',
      [{ struct: shown, edits: [], emitted: struct, names }],
      (all) => compile(gcc, all),
      differsCompiled,
    );
  expect(isSame(struct)).toBe(true);
  expect(isSame(moved)).toBe(false);
});

test('check:patch finds a patch of another order than was asked for', () => {
  const wanted = edited(STRUCT, 'move c after a');
  const kindOf = (text: string) =>
    readingOf({ document, applied: wanted }, readPosted(new TextEncoder().encode(text)), []).kind;
  expect([kindOf(AFTER_A), kindOf(BEFORE_A)]).toEqual(['meant', 'misread']);
});

test('… and a review of a posted diff that is not as gcc compiles it', needs('gcc'), async () => {
  const object = compiled(join(folder, 'old.c'), `${STRUCT} struct s kept;`);
  const now = 'struct s { char a; char c; long b; }; struct s kept;';
  const is = layoutIn(compiled(join(folder, 'new.c'), now), 's');
  const file = openFile(object, 'dwarf', false);
  const kindOf = async (text: string) =>
    (await verdictOf(file, is, 's', new TextEncoder().encode(text))).kind;
  expect([await kindOf(AFTER_A), await kindOf(BEFORE_A)]).toEqual(['right', 'misread']);
  file.close();
});

test('validate:candidates finds a wrong struct that is called strong', () => {
  const queue = { name: 'queue', fit: { offsetBytes: 0 }, inside: [], grade: 'named' };
  const asked = { search: { ranking: { candidates: [queue] } } } as unknown as LineCandidates;
  const right = answerOf(asked, { struct: 'queue', offsetBytes: 0 });
  expect(right).toMatchObject({ rank: 0, wrongStrong: null, isWrongNamed: false });
  const wrong = answerOf(asked, { struct: 'table', offsetBytes: 0 });
  expect(wrong).toMatchObject({ rank: null, wrongStrong: 'queue', isWrongNamed: true });
});

test('check:fleet finds one figure that is not the truth', () => {
  const truth = truthOf(trueFleet({ reports: 40, hosts: 10 }));
  const rounded = (cell: unknown) =>
    typeof cell === 'number' ? Math.floor(100 * cell + 0.5) / 100 : (cell as string | null);
  const answers = new Map(
    Object.entries(truth).map(([by, rows]) => [
      by,
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, rounded(cell)])),
      ),
    ]),
  );
  expect(againstTruth(answers, truth, new Map())).toBe(true);
  const [first = {}, ...others] = answers.get('struct') ?? [];
  answers.set('struct', [{ ...first, loads: Number(first['loads']) + 1 }, ...others]);
  expect(againstTruth(answers, truth, new Map())).toBe(false);
});

test('check:mails finds an offset that pahole does not have', needs('gcc', 'pahole'), async () => {
  const object = compiled(join(folder, 'types.c'), `${STRUCT} struct s kept;`);
  expect(spawnSync('pahole', ['-J', object]).status).toBe(0);
  const script = './mails.mjs';
  const { againstPahole } = (await import(/* @vite-ignore */ script)) as {
    againstPahole: (kernel: string, story: object) => readonly string[];
  };
  const structAt = (bBytes: number) => {
    const places = { aBytes: 0, bBytes };
    return { name: 's', kind: 'changes', pairs: [{ a: 'a', b: 'b', before: places }] };
  };
  expect(againstPahole(object, structAt(8))).toEqual([]);
  expect(againstPahole(object, structAt(9))).toEqual(['s.b is at 9, pahole says 8']);
});

test('the fuzz loop stops at what a reader throws, and names the input', async () => {
  const target = {
    seeds: ['a'],
    change: (input: unknown) => `${String(input)}x`,
    run: (input: unknown) =>
      input === 'axxx' ? Promise.reject(new Error('unread')) : Promise.resolve(String(input)),
  };
  await expect(search('planted', 1, (runs) => runs > 1000, target)).rejects.toThrow(/"axxx"/);
});
