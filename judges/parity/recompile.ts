import { compile, buildsPrograms } from '../../web/core/edit/testing/compiler';
import { CROSS_TARGETS, dumpLayouts } from '../../web/core/edit/testing/crossTargets';
import { whyMissing } from '../../web/core/base/testing/judges';
import type { StructDesc, Target } from '../../web/core/facts/generated';
import type { MemberPath } from '../../web/core/layout/ids';
import type { OrderedStruct } from '../../web/core/layout/order';
import { membersOf } from '../../web/core/layout/walk';
import { randomFrom } from '../patch/random';
import { compileForMachine, crossGcc } from './crossGcc';
import { differsCompiled, differsDumped, judge, type Case } from './judge';
import { reduced } from './reduced';
import { retargeted } from './retargeted';
import { candidatesOf } from './sample';

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
