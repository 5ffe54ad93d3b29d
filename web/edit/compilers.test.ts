import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemAt } from '../base/itemAt';
import { structDesc } from '../facts/build';
import type { Target } from '../facts/generated';
import { X86_64 } from '../facts/targets';
import { computeLayout } from '../layout/compute';
import type { OrderedStruct } from '../layout/order';
import { leavesOf } from '../layout/walk';
import { withoutEdits } from './apply';
import { newDocument } from './document';
import type { Edit } from './edit';
import { compile, isPresent, type CompiledLayout, type Compiler } from './testing/compiler';
import { emitStruct } from './testing/emit';
import { randomEdits } from './testing/randomEdits';
import { specOf, structCase } from './testing/randomStructs';
import { formatEdit } from './words';

/** Random structs for each compiler; `HITMAP_STRUCTS=50000 npx vitest run compilers` judges longer. */
const STRUCTS = Number(process.env.HITMAP_STRUCTS ?? 2000);
const SEED = Number(process.env.HITMAP_SEED ?? Math.floor(Math.random() * 2 ** 31));
const BATCH = 200;

const I386: Target = { ...X86_64, machine: 'i386', pointerBytes: 4, maxScalarAlignBytes: 4 };
const JUDGES: readonly { compiler: Compiler; target: Target; share: number }[] = [
  { compiler: { name: 'gcc', command: 'gcc', flags: [] }, target: X86_64, share: 1 },
  { compiler: { name: 'clang', command: 'clang', flags: [] }, target: X86_64, share: 0.25 },
  { compiler: { name: 'gcc -m32', command: 'gcc', flags: ['-m32'] }, target: I386, share: 0.25 },
];

/** A struct as it was and as it is after its edits; the compiler sees both. */
interface Candidate {
  readonly struct: OrderedStruct;
  readonly edits: readonly Edit[];
}

describe('every layout is what compilers make of the same C', () => {
  for (const { compiler, target, share } of JUDGES) {
    const present = isPresent(compiler);
    if (!present)
      console.warn(`${compiler.name} cannot build here: it judges no layout in this run.`);
    test.runIf(present)(`${compiler.name}`, { timeout: 3_600_000 }, () => {
      const count = Math.ceil(STRUCTS * share);
      console.info(`${compiler.name}: ${count} structs, HITMAP_SEED=${SEED}`);
      for (let done = 0; done < count; done += BATCH) {
        const size = Math.min(BATCH, count - done);
        const cases = fc.sample(structCase, { numRuns: size, seed: SEED + done });
        const candidates = cases.flatMap((each): Candidate[] => {
          const applied = withoutEdits(newDocument(structDesc(target, specOf(each.root, target))));
          const edited = randomEdits(applied, each.picks);
          return [
            { struct: applied.struct, edits: [] },
            { struct: edited.applied.struct, edits: edited.edits },
          ];
        });
        const compiled = compile(
          compiler,
          candidates.map(({ struct }) => struct),
        );
        for (const [index, candidate] of candidates.entries()) {
          judge(candidate, itemAt(compiled, index));
        }
      }
    });
  }
});

function judge({ struct, edits }: Candidate, compiled: CompiledLayout): void {
  const layout = computeLayout(struct);
  const offsets = [...leavesOf(layout)].flatMap((field) => {
    return field.member.name === null ? [] : [[field.member.name, field.offsetBits] as const];
  });
  const ours: CompiledLayout = {
    sizeBits: layout.sizeBits,
    alignBits: layout.alignBits,
    offsetsBits: new Map(offsets),
  };
  const words = edits.map(formatEdit).join('\n');
  expect(ours, `${emitStruct(struct, 'S')}\n${words}\nHITMAP_SEED=${SEED}`).toEqual(compiled);
}
