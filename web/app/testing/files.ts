import type { FileFacts, StructIndex } from '../../facts/generated';
import { X86_64 } from '../../facts/targets';

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
export function index(rows: string): StructIndex {
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
      return { kind, name, numbers: [variant, size, holes, padding].map(Number) };
    });
  const column = (place: number) => parsed.map((row) => row.numbers[place] ?? 0);
  return {
    stage: 'btf',
    names: parsed.map((row) => row.name).join('\n'),
    kinds: parsed.map((row) => row.kind),
    variants: column(0),
    sizesBytes: column(1),
    memberCounts: parsed.map(() => 1),
    holeCounts: column(2).map((bytes) => (bytes > 0 ? 1 : 0)),
    holeBytes: column(2),
    paddingBytes: column(3),
    diagnostics: [],
  };
}
