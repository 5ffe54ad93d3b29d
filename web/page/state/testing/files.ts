import type { FileFacts } from '../../../core/facts/generated';
import { tableFrom, type StructTable } from '../../../core/facts/structTable';
import { X86_64 } from '../../../core/facts/targets';

export const facts: FileFacts = {
  kind: 'elf',
  target: X86_64,
  buildId: null,
  kernelRelease: null,
  producer: null,
  stages: ['btf'],
  diagnostics: [],
};

/** An index from rows like `struct file 184 holes 8 pad 4`, one a line; `foo#2` is a second layout. None for none. */
export function index(rows: string): StructTable {
  const parsed = rows
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, keyword = '', name = '', variant = '0', size = '0', holes = '0', padding = '0'] =
        /^\s*(struct|union|class) ([^\s#]+)(?:#(\d+))? (\d+)(?: holes (\d+))?(?: pad (\d+))?$/.exec(
          line,
        ) ?? [];
      const kind = ['struct', 'union', 'class'].indexOf(keyword);
      if (kind < 0) throw new Error(`not a row: ${line}`);
      const [of, sizeBytes, holeBytes, paddingBytes] = [variant, size, holes, padding].map(Number);
      return {
        name,
        kind,
        variant: of ?? 0,
        sizeBytes: sizeBytes ?? 0,
        members: 1,
        holes: (holeBytes ?? 0) > 0 ? 1 : 0,
        holeBytes: holeBytes ?? 0,
        paddingBytes: paddingBytes ?? 0,
      };
    });
  return tableFrom('btf', parsed);
}
