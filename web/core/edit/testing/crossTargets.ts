import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Machine, Target } from '../../facts/generated';
import { AARCH64, X86_64 } from '../../facts/targets';
import type { OrderedStruct } from '../../layout/order';
import { emitStruct } from './emit';

/** A machine that clang knows the ABI of without a compiler or a library for it. */
export interface CrossTarget {
  readonly triple: string;
  readonly target: Target;
}

const wide = (machine: Machine, changes: Partial<Target> = {}): Target => ({
  ...X86_64,
  machine,
  ...changes,
});

export const CROSS_TARGETS: readonly CrossTarget[] = [
  { triple: 'i386-linux-gnu', target: wide('i386', { pointerBytes: 4, maxScalarAlignBytes: 4 }) },
  {
    triple: 'arm-linux-gnueabihf',
    target: wide('arm', { pointerBytes: 4, maxScalarAlignBytes: 8, unnamedBitfieldsAlign: true }),
  },
  { triple: 'aarch64-linux-gnu', target: AARCH64 },
  { triple: 'riscv64-linux-gnu', target: wide('riscv64') },
  { triple: 'powerpc64le-linux-gnu', target: wide('ppc64le', { lineBytes: 128 }) },
  {
    triple: 's390x-linux-gnu',
    target: wide('s390x', { bigEndian: true, maxScalarAlignBytes: 8, lineBytes: 256 }),
  },
];

/** The layout of the outermost members, in their order, unnamed bit-fields too. */
export interface DumpedLayout {
  readonly sizeBits: number;
  readonly alignBits: number;
  readonly offsetsBits: readonly number[];
}

/** What clang says of many structs for another machine (`-fdump-record-layouts-simple`); nothing is run. */
export function dumpLayouts(
  { triple }: CrossTarget,
  structs: readonly OrderedStruct[],
): readonly DumpedLayout[] {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-cc-'));
  try {
    const source = join(folder, 'structs.c');
    const parts = structs.map((struct, index) => {
      return `${emitStruct(struct, `S${index}`)}int size_S${index}[sizeof(S${index}) + 1];\n`;
    });
    let count = 0;
    writeFileSync(
      source,
      parts.join('\n').replace(/UNIQUE/g, () => `E${count++}`),
    );
    const dump = ['-Xclang', '-fdump-record-layouts-simple'];
    const args = ['-target', triple, '-w', '-fsyntax-only', ...dump, source];
    const result = spawnSync('clang', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (result.status !== 0) throw new Error(`clang failed: ${result.stderr.slice(0, 4000)}`);
    const found = readDump(result.stdout);
    return structs.map((_, index) => {
      const layout = found.get(`S${index}`);
      if (layout === undefined) throw new Error(`clang says nothing of S${index}`);
      return layout;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readDump(text: string): ReadonlyMap<string, DumpedLayout> {
  const records = text.split('*** Dumping AST Record Layout').map((record) => {
    const name = /^Type: (\w+)$/m.exec(record)?.[1] ?? '';
    const number = (word: string) => Number(new RegExp(`^ *${word}:(\\d+)`, 'm').exec(record)?.[1]);
    const offsets = /FieldOffsets: \[([\d, ]*)\]/.exec(record)?.[1] ?? '';
    const layout: DumpedLayout = {
      sizeBits: number('Size'),
      alignBits: number('Alignment'),
      offsetsBits: offsets.trim() === '' ? [] : offsets.split(',').map(Number),
    };
    return [name, layout] as const;
  });
  return new Map(records);
}
