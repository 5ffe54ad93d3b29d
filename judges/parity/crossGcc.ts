import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemAt } from '../../web/core/base/itemAt';
import { emitStruct } from '../../web/core/edit/testing/emit';
import type { CompiledLayout } from '../../web/core/edit/testing/compiler';
import type { OrderedStruct } from '../../web/core/layout/order';
import { membersOf } from '../../web/core/layout/walk';

/** What Debian's cross compilers are called, by the triple that clang knows the machine by. */
const PREFIXES: Readonly<Record<string, string>> = {
  'i386-linux-gnu': 'i686-linux-gnu',
  'arm-linux-gnueabihf': 'arm-linux-gnueabihf',
  'aarch64-linux-gnu': 'aarch64-linux-gnu',
  'riscv64-linux-gnu': 'riscv64-linux-gnu',
  'powerpc64le-linux-gnu': 'powerpc64le-linux-gnu',
  's390x-linux-gnu': 's390x-linux-gnu',
};

export interface CrossGcc {
  readonly prefix: string;
  readonly bigEndian: boolean;
}

/** The gcc for a machine, or the Debian package that has it. */
export function crossGcc(triple: string, bigEndian: boolean): CrossGcc | string {
  const prefix = PREFIXES[triple] ?? triple;
  const works = ['gcc', 'objcopy'].every(
    (tool) => spawnSync(`${prefix}-${tool}`, ['--version']).status === 0,
  );
  return works ? { prefix, bigEndian } : `gcc-${prefix}`;
}

/**
 * What gcc makes of structs for a machine whose programs do not run here. The object file holds sizes,
 * alignments and offsets as constants, and for each bit-field an instance in which only it is set; both
 * are read from its sections.
 */
export function compileForMachine(
  { prefix, bigEndian }: CrossGcc,
  structs: readonly OrderedStruct[],
): readonly CompiledLayout[] {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-cc-'));
  try {
    const source = join(folder, 'structs.c');
    const object = join(folder, 'structs.o');
    const members = structs.map(namedMembers);
    writeFileSync(source, sourceText(structs, members));
    run(`${prefix}-gcc`, ['-w', '-O0', '-c', '-o', object, source]);
    const figures = figuresOf(section(prefix, object, '.figures', folder), bigEndian);
    const bits = section(prefix, object, '.bits', folder);
    return members.map((named) => {
      const sizeBits = figures.next();
      const alignBits = figures.next();
      const offsetsBits = named.map(({ name, isBits }) => {
        const figure = figures.next();
        // Of a bit-field the figure is where its instance lies.
        return [
          name,
          isBits ? firstBit(bits, figure / 8, sizeBits / 8, bigEndian) : figure,
        ] as const;
      });
      return { sizeBits, alignBits, offsetsBits: new Map(offsetsBits) };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface NamedMember {
  readonly name: string;
  readonly isBits: boolean;
}

function namedMembers({ root }: OrderedStruct): readonly NamedMember[] {
  return [...membersOf(root)].flatMap(({ name, inner, bitField }) =>
    name === null || inner !== null ? [] : [{ name, isBits: bitField !== null }],
  );
}

function sourceText(
  structs: readonly OrderedStruct[],
  members: readonly (readonly NamedMember[])[],
): string {
  const instances: string[] = [];
  const values: string[] = [];
  const figures: string[] = [];
  for (const [index, named] of members.entries()) {
    const struct = `S${index}`;
    figures.push(`sizeof(${struct}) * 8ull, _Alignof(${struct}) * 8ull`);
    for (const { name, isBits } of named) {
      if (!isBits) {
        figures.push(`__builtin_offsetof(${struct}, ${name}) * 8ull`);
        continue;
      }
      const instance = `${struct}_${name}`;
      instances.push(`${struct} ${instance};`);
      values.push(`.${instance} = { .${name} = -1 }`);
      figures.push(`__builtin_offsetof(struct instances, ${instance}) * 8ull`);
    }
  }
  const text = structs.map((struct, index) => emitStruct(struct, `S${index}`)).join('\n');
  let count = 0;
  return `${text.replace(/UNIQUE/g, () => `E${count++}`)}
struct instances { ${instances.join(' ')} unsigned char last; };
const struct instances bits __attribute__((section(".bits"))) = { ${[...values, '.last = 1'].join(', ')} };
const unsigned long long figures[] __attribute__((section(".figures"))) = { ${figures.join(', ')} };
`;
}

function section(prefix: string, object: string, name: string, folder: string): Buffer {
  const out = join(folder, name.slice(1));
  run(`${prefix}-objcopy`, ['-O', 'binary', `--only-section=${name}`, object, out]);
  return readFileSync(out);
}

function figuresOf(bytes: Buffer, bigEndian: boolean): { next(): number } {
  let offset = 0;
  return {
    next() {
      const value = bigEndian ? bytes.readBigUInt64BE(offset) : bytes.readBigUInt64LE(offset);
      offset += 8;
      return Number(value);
    },
  };
}

/** The first bit in memory order that is set: of a byte the least significant one first, on big-endian the most. */
function firstBit(bytes: Buffer, start: number, size: number, bigEndian: boolean): number {
  for (let bit = 0; bit < size * 8; bit++) {
    const inByte = bigEndian ? 7 - (bit % 8) : bit % 8;
    if ((itemAt(bytes, start + Math.floor(bit / 8)) >> inByte) & 1) return bit;
  }
  return NaN;
}

function run(command: string, args: readonly string[]): void {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`${command} failed: ${result.stderr.slice(0, 4000)}`);
}
