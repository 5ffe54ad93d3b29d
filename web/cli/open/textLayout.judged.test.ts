import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '../../core/base/testing/seed';
import { itemAt } from '../../core/base/itemAt';
import { structDesc } from '../../core/facts/build';
import { X86_64 } from '../../core/facts/targets';
import { withoutEdits } from '../../core/edit/apply';
import { newDocument } from '../../core/edit/document';
import { compile, needsCompiler } from '../../core/edit/testing/compiler';
import { emitStruct } from '../../core/edit/testing/emit';
import { specOf, structCase } from '../../core/edit/testing/randomStructs';
import { computeLayout } from '../../core/layout/compute';
import { orderedFrom } from '../../core/layout/original';
import { leavesOf } from '../../core/layout/walk';
import { structOfTextFile } from './openText';

const STRUCTS = Number(process.env.HITMAP_TEXT_STRUCTS ?? 400);
const GCC = { name: 'gcc', command: 'gcc', flags: [] };

const NOTHING = { target: null, sizes: [], defined: [], undefined: [], types: null };

test('the layout of C source is what gcc makes of the same source', needsCompiler(GCC), () => {
  const structs = fc
    .sample(structCase, { numRuns: STRUCTS, seed: SEED })
    .map(({ root }) => withoutEdits(newDocument(structDesc(X86_64, specOf(root, X86_64)))).struct);
  const compiled = compile(GCC, structs);
  let count = 0;
  for (const [index, struct] of structs.entries()) {
    const source = emitStruct(struct, 'S').replace(/UNIQUE/g, () => `E${count++}`);
    const bytes = new TextEncoder().encode(source);
    const desc = structOfTextFile('random.h', bytes, 'S', NOTHING);
    const layout = computeLayout(orderedFrom(desc));
    const judge = itemAt(compiled, index);
    const place = `seed ${SEED}, struct ${index}:\n${source}`;
    expect(layout.sizeBits, place).toBe(judge.sizeBits);
    for (const { member, offsetBits } of leavesOf(layout)) {
      if (member.name !== null)
        expect(offsetBits, `${member.name}, ${place}`).toBe(judge.offsetsBits.get(member.name));
    }
  }
});

test('what a directive makes of a layout is refused by its line', () => {
  const read = (source: string) => () =>
    structOfTextFile('s.h', new TextEncoder().encode(source), 's', NOTHING);
  expect(read('struct s {\n\tint a;\n#include "more.h"\n\tlong b;\n};\n')).toThrow('Line 3:');
});

test('what #pragma pack makes of a layout is followed, or refused by its line', () => {
  const size = (source: string) =>
    structOfTextFile('s.h', new TextEncoder().encode(source), 's', NOTHING).types[0]?.sizeBytes;
  const body = 'struct s { char a; long b; };\n';
  const pack = '#pragma pack(push, 1)\n';
  expect(size(`${pack}${body}#pragma pack(pop)\n`)).toBe(9);
  expect(size(`#pragma pack(2)\n${body}`)).toBe(10);
  expect(size(`${pack}#pragma pack(pop)\n${body}`)).toBe(16);
  expect(size(`#pragma pack(1)\n#pragma pack()\n${body}${pack}`)).toBe(16);
  // Not gcc's.
  expect(size(`#ifdef _MSC_VER\n#pragma pack(1)\n#endif\n${body}`)).toBe(16);
  const refused = (source: string) => () => size(source);
  expect(refused('struct s {\n\tchar a;\n#pragma pack(2)\n\tlong b;\n};\n')).toThrow('Line 3');
  expect(refused(`#if WIDE\n#pragma pack(2)\n#endif\n${body}`)).toThrow('Line 2');
  expect(refused(`#pragma pack(WIDTH)\n${body}`)).toThrow('Line 1');
});
