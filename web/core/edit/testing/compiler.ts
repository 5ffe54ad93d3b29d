import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyMissing } from '../../base/testing/judges';
import { skippedFor } from '../../base/testing/needs';
import type { OrderedAggregate, OrderedStruct } from '../../layout/order';
import { emitStruct } from './emit';

/** What a compiler makes of a struct: figures in bits, named members by their C name. */
export interface CompiledLayout {
  readonly sizeBits: number;
  readonly alignBits: number;
  readonly offsetsBits: ReadonlyMap<string, number>;
}

export interface Compiler {
  readonly name: string;
  readonly command: string;
  readonly flags: readonly string[];
}

/** Skips a test where the compiler is missing, or builds no program. */
export function needsCompiler(compiler: Compiler) {
  const why = whyMissing(compiler.command);
  return skippedFor(
    why ?? (buildsPrograms(compiler) ? null : `${compiler.name} builds no program here`),
  );
}

/** Headers and libraries too: a 64-bit gcc may take -m32 and have neither. */
export function buildsPrograms(compiler: Compiler): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-cc-'));
  try {
    const source = join(folder, 'try.c');
    writeFileSync(source, '#include <stdio.h>\nint main(void) { return 0; }\n');
    const out = join(folder, 'try');
    return spawnSync(compiler.command, [...compiler.flags, '-o', out, source]).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Compiles many structs as one program and runs it. Offsets are `offsetof`; of a bit-field the bits that
 * are set in zeroed memory after all ones were written to it.
 */
export function compile(
  compiler: Compiler,
  structs: readonly OrderedStruct[],
): readonly CompiledLayout[] {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-cc-'));
  try {
    const source = join(folder, 'structs.c');
    const program = join(folder, 'structs');
    writeFileSync(source, programText(structs));
    run(compiler.command, [...compiler.flags, '-w', '-O0', '-o', program, source]);
    const lines = run(program, []).trim().split('\n');
    return structs.map((struct, index) => readLayout(struct, lines[index] ?? ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: string, args: readonly string[]): string {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.status === 0) return result.stdout;
  throw new Error(`${command} failed: ${result.stderr.slice(0, 4000)}`);
}

function programText(structs: readonly OrderedStruct[]): string {
  const head = `#include <stddef.h>
#include <stdio.h>
#include <string.h>
static void bits(const unsigned char *p, size_t n) {
  size_t first = 0, i = 0;
  while (i < n * 8 && !(p[i / 8] >> i % 8 & 1)) i++;
  first = i;
  printf(" %zu", first);
}
`;
  const parts = structs.map((struct, index) => {
    const name = `S${index}`;
    const prints = namedMembers(struct.root).map((member) =>
      member.bits
        ? `{ static ${name} v; memset(&v, 0, sizeof v); v.${member.name} = -1; bits((void *)&v, sizeof v); }`
        : `printf(" %zu", offsetof(${name}, ${member.name}) * 8);`,
    );
    return `${emitStruct(struct, name)}static void print_${name}(void) {
  printf("%zu %zu", sizeof(${name}) * 8, _Alignof(${name}) * 8);
  ${prints.join('\n  ')}
  printf("\\n");
}
`;
  });
  const calls = structs.map((_, index) => `print_S${index}();`).join('\n  ');
  // Each enum of the random structs needs an enumerator of its own.
  let count = 0;
  const text = parts.join('\n').replace(/UNIQUE/g, () => `E${count++}`);
  return `${head}${text}\nint main(void) {\n  ${calls}\n  return 0;\n}\n`;
}

function namedMembers(aggregate: OrderedAggregate): { name: string; bits: boolean }[] {
  return aggregate.members.flatMap((member) => {
    if (member.inner !== null) return namedMembers(member.inner);
    return member.name === null ? [] : [{ name: member.name, bits: member.bitField !== null }];
  });
}

function readLayout(struct: OrderedStruct, line: string): CompiledLayout {
  const [sizeBits = NaN, alignBits = NaN, ...offsets] = line.split(' ').map(Number);
  const names = namedMembers(struct.root).map((member) => member.name);
  const pairs = names.map((name, index) => [name, offsets[index] ?? NaN] as const);
  return { sizeBits, alignBits, offsetsBits: new Map(pairs) };
}
