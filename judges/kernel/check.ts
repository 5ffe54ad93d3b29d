import { badUsage } from '../badUsage';
import { parseArgs } from 'node:util';
import { Failure } from '../../web/cli/failure';
import { openFile, type OpenFile } from '../../web/cli/open/openFile';
import type { StructDesc } from '../../web/core/facts/generated';
import { orderedFrom } from '../../web/core/layout/original';
import { place } from '../../web/core/layout/place';
import { itemAt } from '../../web/core/base/itemAt';
import { sentence } from '../../web/core/base/messages';
import { compareInferred } from './inferred';
import { comparePahole } from './pahole';

const USAGE = `npm run check:kernel -- FILE [--from btf|dwarf] [--inferred] [--pahole N] [--truth]

Recomputes every struct and union of a file and compares offsets and sizes with what its debug
information states. Ends with exit code 1 where fewer than 99.8 % agree.

  --from btf|dwarf   take types from there, where a file has both
  --inferred         list what had to be inferred, too
  --truth            of a file with both: compare what is inferred from BTF with what DWARF states
  --pahole N         compare \`hitmap show\` of every Nth struct with pahole's text as well
`;

/** The least share of structs that has to agree. */
const REQUIRED = 0.998;

/** Recomputes every struct of a file. The exit code: 0 enough agree, 1 not, 2 bad usage or input. */
export function main(args: readonly string[]): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        from: { type: 'string', default: 'best' },
        inferred: { type: 'boolean', default: false },
        pahole: { type: 'string' },
        truth: { type: 'boolean', default: false },
      },
    });
    const [path] = positionals;
    const { from } = values;
    if (path === undefined || (from !== 'best' && from !== 'btf' && from !== 'dwarf')) {
      throw badUsage(USAGE);
    }
    if (values.truth) return compareSources(path);
    const file = openFile(path, from, false);
    const agreed = recompute(file, values.inferred);
    const same =
      values.pahole === undefined || comparePahole(file, from, Math.max(1, Number(values.pahole)));
    file.close();
    return agreed && same ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return 2;
  }
}

function compareSources(path: string): number {
  const btf = openFile(path, 'btf', false);
  const dwarf = openFile(path, 'dwarf', false);
  compareInferred(btf, dwarf);
  btf.close();
  dwarf.close();
  return 0;
}

/** Whether enough structs of a file have the offsets that it states, recomputed. */
export function recompute(file: OpenFile, listInferred: boolean): boolean {
  let agrees = 0;
  let inferred = 0;
  const others: string[] = [];
  const started = performance.now();
  let engineMs = 0;
  for (const [row, name] of file.names.entries()) {
    const desc = describe(file, row);
    if (typeof desc === 'string') {
      others.push(`${name}: ${desc}`);
      continue;
    }
    const before = performance.now();
    const { verdict, root } = orderedFrom(desc);
    engineMs += performance.now() - before;
    if (verdict.kind === 'readOnly') {
      others.push(`${title(file, row)}: ${verdict.reason}`);
      continue;
    }
    const wrongAlign = alignDifference(desc, place(root, desc.target).alignBits / 8);
    if (wrongAlign !== null) {
      others.push(`${title(file, row)}: ${wrongAlign}`);
      continue;
    }
    if (verdict.kind === 'agrees') agrees++;
    else {
      inferred++;
      if (listInferred) console.log(`${title(file, row)}: ${verdict.inferred.join(' ')}`);
    }
  }
  const total = file.names.length;
  const share = total === 0 ? 1 : (agrees + inferred) / total;
  for (const other of others) console.log(other);
  console.log(
    `${total} structs and unions: ${agrees} agree, ${inferred} agree by inference, ${others.length} do not (${(share * 100).toFixed(2)} % agree)`,
  );
  const totalMs = performance.now() - started;
  console.log(
    `reading and recomputing took ${(totalMs / 1000).toFixed(1)} s, the engine ${(engineMs / 1000).toFixed(2)} s of it`,
  );
  return share >= REQUIRED;
}

function describe(file: OpenFile, row: number): StructDesc | string {
  const described = file.session.ask({ kind: 'describe', row });
  return described.ok ? described.value : `cannot be read: ${sentence(described.error.message)}`;
}

/** What holds this type by value relies on its alignment: it has to be what was stated or inferred for it. */
function alignDifference(desc: StructDesc, computed: number): string | null {
  const stated = itemAt(desc.types, desc.root).align.bytes;
  if (stated === computed) return null;
  return `Its alignment is ${stated} by the debug information, ${computed} by the rules of the ABI.`;
}

function title(file: OpenFile, row: number): string {
  const kind = ['struct', 'union', 'class'][file.index.kinds[row] ?? 0] ?? 'struct';
  const variant = file.index.variants[row] ?? 0;
  return `${kind} ${file.names[row] ?? ''}${variant === 0 ? '' : `#${variant}`}`;
}
