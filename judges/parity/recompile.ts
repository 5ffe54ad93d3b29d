import { compile, buildsPrograms } from '../../web/core/edit/testing/compiler';
import { CROSS_TARGETS, dumpLayouts } from '../../web/core/edit/testing/crossTargets';
import { whyMissing } from '../../web/core/base/testing/judges';
import type { StructDesc, Target, TypeFact } from '../../web/core/facts/generated';
import type { MemberPath } from '../../web/core/layout/ids';
import type { OrderedStruct, OrderedAggregate } from '../../web/core/layout/order';
import { membersOf } from '../../web/core/layout/walk';
import { randomFrom } from '../patch/random';
import { compileForMachine, crossGcc } from './crossGcc';
import { differsCompiled, differsDumped, judge, type Case } from './judge';
import { retargeted } from './retargeted';
import { candidatesOf } from './sample';
import { blob, spelled } from './scalars';

/** gcc and clang of this machine judge the structs of a file, as they are and after random edits. */
export function recompileHere(sample: readonly StructDesc[], seed: number): boolean {
  const [first] = sample;
  if (first === undefined) return true;
  if (first.target.machine !== 'x86-64' || process.arch !== 'x64') {
    console.log(
      `x86-64: skipped, the file is for ${first.target.machine} and this machine is ${process.arch}`,
    );
    return true;
  }
  const random = randomFrom(seed);
  const cases = sample.flatMap((desc) =>
    candidatesOf(desc, random).map((candidate): Case => {
      const { struct, names } = reduced(candidate.struct);
      return { ...candidate, emitted: struct, names };
    }),
  );
  let same = true;
  for (const command of ['gcc', 'clang']) {
    const compiler = { name: command, command, flags: [] };
    const name = `x86-64, ${command}`;
    if (!buildsPrograms(compiler)) console.log(`${name}: skipped, it cannot build programs here`);
    else {
      const passed = judge(name, cases, (structs) => compile(compiler, structs), differsCompiled);
      same = passed && same;
    }
  }
  return same;
}

/** The same declarations with other machines' scalars, judged by clang and by Debian's cross compilers. */
export function recompileElsewhere(sample: readonly StructDesc[], seed: number): boolean {
  const clang = whyMissing('clang') === null;
  let same = true;
  for (const cross of CROSS_TARGETS) {
    const { machine, bigEndian } = cross.target;
    const { cases, left } = casesFor(sample, cross.target, seed);
    if (left > 0) console.log(`${machine}: ${left} structs hold one that cannot be recomputed`);
    if (!clang) console.log(`${machine}, clang: skipped, it is not installed`);
    else {
      const dump = (structs: readonly OrderedStruct[]) => dumpLayouts(cross, structs);
      same = judge(`${machine}, clang`, cases, dump, differsDumped) && same;
    }
    const gcc = crossGcc(cross.triple, bigEndian);
    if (typeof gcc === 'string') {
      console.log(`${machine}, gcc: skipped, it is not installed (Debian's ${gcc})`);
    } else {
      const build = (structs: readonly OrderedStruct[]) => compileForMachine(gcc, structs);
      same = judge(`${machine}, gcc`, cases, build, differsCompiled) && same;
    }
  }
  return same;
}

function casesFor(
  sample: readonly StructDesc[],
  target: Target,
  seed: number,
): { readonly cases: readonly Case[]; readonly left: number } {
  const random = randomFrom(seed);
  let left = 0;
  const cases = sample.flatMap((desc): readonly Case[] => {
    const there = retargeted(desc, target);
    if (there === null) {
      left++;
      return [];
    }
    const named = { ...there, name: desc.name };
    return candidatesOf(named, random).map((candidate) => ({
      ...candidate,
      emitted: candidate.struct,
      names: namesOf(candidate.struct),
    }));
  });
  return { cases, left };
}

function namesOf({ root }: OrderedStruct): ReadonlyMap<MemberPath, string> {
  return new Map(
    [...membersOf(root)].flatMap(({ path, name }) => (name === null ? [] : [[path, name]])),
  );
}

/** An order as C can be written for it without the kernel's types, and what its members are called there. */
interface Reduced {
  readonly struct: OrderedStruct;
  readonly names: ReadonlyMap<MemberPath, string>;
}

/**
 * Each named struct or union that a member holds becomes bytes of the same size and alignment; scalars and
 * bit-fields keep their kind. Members are `m0`, `m1`, …: a kernel's names may be words of C or macros.
 */
function reduced(struct: OrderedStruct): Reduced {
  const names = new Map<MemberPath, string>();
  for (const member of membersOf(struct.root)) {
    if (member.name !== null) names.set(member.path, `m${names.size}`);
  }
  return {
    struct: { ...struct, desc: withPlainTypes(struct.desc), root: renamed(struct.root, names) },
    names,
  };
}

function renamed(
  aggregate: OrderedAggregate,
  names: ReadonlyMap<MemberPath, string>,
): OrderedAggregate {
  return {
    ...aggregate,
    members: aggregate.members.map((member) => ({
      ...member,
      name: names.get(member.path) ?? null,
      inner: member.inner === null ? null : renamed(member.inner, names),
    })),
  };
}

function withPlainTypes(desc: StructDesc): StructDesc {
  return { ...desc, types: desc.types.map((type) => plainType(type, desc)) };
}

function plainType(type: TypeFact, desc: StructDesc): TypeFact {
  const { shape } = type;
  // `[]` is refused in a union; `[0]` is laid out alike everywhere.
  if (shape.kind === 'array') return { ...type, shape: { ...shape, count: shape.count ?? 0 } };
  const isLeaf = shape.kind === 'scalar' || shape.kind === 'pointer' || shape.kind === 'enum';
  const { name, align } = isLeaf
    ? spelled(type, desc.target)
    : blob(type.sizeBytes ?? 0, type.align.bytes);
  return { ...type, name, align, shape: { kind: 'other' } };
}
