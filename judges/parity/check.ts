import { badUsage } from '../badUsage';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Failure } from '../../web/cli/failure';
import { openFile, type OpenFile } from '../../web/cli/open/openFile';
import { comparePahole } from '../kernel/pahole';
import { recompileElsewhere, recompileHere } from './recompile';
import { hasBitFields, sampleOf } from './sample';

const USAGE = `npm run check:parity -- FILE [--structs N] [--seed N] [--from btf|dwarf] [--pahole N]

Judges the layout engine on a file by others. A random sample of its structs, as they are and after random
edits, is written as C and compiled by gcc and clang, for this machine and for others; sizes, alignments,
offsets and bit positions have to be the engine's. What \`hitmap show\` prints has to be pahole's text.
What is missing is skipped and named. Ends with exit code 1 where anything differs that has no known reason.

  --structs N        how many structs to compile (600)
  --seed N           of the sample and of the edits (1)
  --from btf|dwarf   take types from there, where a file has both
  --pahole N         compare every Nth struct with pahole (1)
`;

/** The exit code: 0 all the same, 1 something differs, 2 bad usage or input. */
export function main(args: readonly string[]): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        structs: { type: 'string', default: '600' },
        seed: { type: 'string', default: '1' },
        from: { type: 'string', default: 'best' },
        pahole: { type: 'string', default: '1' },
      },
    });
    const [path] = positionals;
    const { from } = values;
    const [structs, seed, nth] = [values.structs, values.seed, values.pahole].map(Number);
    if (path === undefined || (from !== 'best' && from !== 'btf' && from !== 'dwarf')) {
      throw badUsage(USAGE);
    }
    if (!isCount(structs) || !isCount(nth) || !Number.isInteger(seed)) throw badUsage(USAGE);
    const file = openFile(path, from, false);
    const sample = sampleOf(file, structs, seed ?? 1);
    console.log(
      `${sample.length} of ${file.names.length} structs and unions are compiled, ${sample.filter(hasBitFields).length} of them with bit-fields; seed ${seed}`,
    );
    const here = recompileHere(sample, seed ?? 1);
    const elsewhere = recompileElsewhere(sample, seed ?? 1);
    const texts = comparesWithPahole(file, from, nth);
    file.close();
    return here && elsewhere && texts ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return 2;
  }
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value > 0;
}

function comparesWithPahole(file: OpenFile, from: 'best' | 'btf' | 'dwarf', nth: number): boolean {
  if (spawnSync('pahole', ['--version']).status === 0) return comparePahole(file, from, nth);
  console.log('pahole: skipped, it is not installed');
  return true;
}
