import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEED } from '../base/testing/seed';
import { needs } from '../base/testing/needs';
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
import { compile, needsCompiler, type CompiledLayout, type Compiler } from './testing/compiler';
import { CROSS_TARGETS, dumpLayouts, type DumpedLayout } from './testing/crossTargets';
import { emitStruct } from './testing/emit';
import { randomEdits } from './testing/randomEdits';
import { specOf, structCase } from './testing/randomStructs';
import { formatEdit } from './words';

/** Random structs for each compiler; `HITMAP_STRUCTS=50000 npx vitest run compilers` judges longer. */
const STRUCTS = Number(process.env.HITMAP_STRUCTS ?? 2000);
const BATCH = 200;
/** A minute for what gcc does in 20 seconds for 2,000 structs; longer runs have as much for each. */
const timeout = 60_000 * Math.ceil(STRUCTS / 2000);

/** They compile a program that says where the members lie, and run it. */
const COMPILERS: readonly { compiler: Compiler; share: number }[] = [
  { compiler: { name: 'gcc', command: 'gcc', flags: [] }, share: 1 },
  { compiler: { name: 'clang', command: 'clang', flags: [] }, share: 0.25 },
];
/** Clang knows other machines without a library for them; it is asked for the outermost members only. */
const CROSS_SHARE = 0.1;

/** A struct as it was and as it is after its edits; the compiler sees both. */
interface Candidate {
  readonly struct: OrderedStruct;
  readonly edits: readonly Edit[];
}

describe('every layout is what compilers make of the same C', () => {
  for (const { compiler, share } of COMPILERS) {
    test(compiler.name, { ...needsCompiler(compiler), timeout }, () => {
      forEachBatch(compiler.name, X86_64, share, (candidates) => {
        const structs = candidates.map(({ struct }) => struct);
        const compiled = compile(compiler, structs);
        for (const [index, each] of candidates.entries()) judge(each, itemAt(compiled, index));
      });
    });
  }

  for (const cross of CROSS_TARGETS) {
    test(`clang for ${cross.triple}`, { ...needs('clang'), timeout }, () => {
      forEachBatch(cross.triple, cross.target, CROSS_SHARE, (candidates) => {
        const structs = candidates.map(({ struct }) => struct);
        const dumped = dumpLayouts(cross, structs);
        for (const [index, each] of candidates.entries()) judgeDump(each, itemAt(dumped, index));
      });
    });
  }
});

function forEachBatch(
  name: string,
  target: Target,
  share: number,
  visit: (candidates: readonly Candidate[]) => void,
): void {
  const count = Math.ceil(STRUCTS * share);
  console.info(`${name}: ${count} structs, HITMAP_SEED=${SEED}`);
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    const cases = fc.sample(structCase, { numRuns: size, seed: SEED + done });
    visit(
      cases.flatMap((each): Candidate[] => {
        const applied = withoutEdits(newDocument(structDesc(target, specOf(each.root, target))));
        const edited = randomEdits(applied, each.picks);
        return [
          { struct: applied.struct, edits: [] },
          { struct: edited.applied.struct, edits: edited.edits },
        ];
      }),
    );
  }
}

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
  expect(ours, story(struct, edits)).toEqual(compiled);
}

function judgeDump({ struct, edits }: Candidate, dumped: DumpedLayout): void {
  const layout = computeLayout(struct);
  const ours: DumpedLayout = {
    sizeBits: layout.sizeBits,
    alignBits: layout.alignBits,
    offsetsBits: layout.items.flatMap((item) => (item.kind === 'field' ? [item.offsetBits] : [])),
  };
  expect(ours, story(struct, edits)).toEqual(dumped);
}

/** What to look at when they differ: the C, the edits that led there, and how to see it again. */
function story(struct: OrderedStruct, edits: readonly Edit[]): string {
  return `${emitStruct(struct, 'S')}\n${edits.map(formatEdit).join('\n')}\nHITMAP_SEED=${SEED}`;
}
