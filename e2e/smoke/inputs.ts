import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const RUNNING_KERNEL = '/sys/kernel/btf/vmlinux';

/** A file, or why there is none. */
export type Input =
  { readonly path: string } | { readonly missing: string; readonly isInstallable: boolean };

/** What the steps open. `root` is the checkout. */
export interface Inputs {
  readonly sample: (name: 'shop.btf' | 'shop.o' | 'mapping.o') => string;
  readonly kernel: Input;
  readonly large: Input;
  /** The page as one file. */
  readonly single: Input;
}

export function inputsOf(root: string): Inputs {
  const folder = join(root, '.cache/smoke/inputs');
  mkdirSync(folder, { recursive: true });
  return {
    sample: (name) => join(root, 'e2e/samples', name),
    kernel: runningKernel(folder),
    large: largeElf(folder),
    single: singlePage(root),
  };
}

function singlePage(root: string): Input {
  const path = join(root, 'dist-single/hitmap.html');
  if (existsSync(path)) return { path };
  return {
    missing: 'the page as one file is not built (npm run build:single)',
    isInstallable: true,
  };
}

/** A copy: browsers cannot open a file under /sys, which states no size. */
function runningKernel(folder: string): Input {
  try {
    accessSync(RUNNING_KERNEL, constants.R_OK);
  } catch {
    return {
      missing: `this machine has no ${RUNNING_KERNEL} that can be read`,
      isInstallable: false,
    };
  }
  const path = join(folder, 'vmlinux.btf');
  writeFileSync(path, readFileSync(RUNNING_KERNEL));
  return { path };
}

/** As many structs as three large kernels have, in about 24 MB. */
const STRUCTS = 80_000;
const LARGE_BYTES = 20e6;

/** How many words `values` has in a struct of the large file. */
const wordsOf = (number: number) => 1 + (number % 7);

/**
 * Struct `number` of the large file by the x86-64 ABI, by hand: a char at 0, its words at 8, then short (2)
 * and int (aligned to 4), then two pointers (aligned to 8).
 */
export function largeStruct(number: number) {
  const words = 8 * wordsOf(number);
  return {
    name: `record_${number}`,
    sizeBytes: 8 + words + 8 + 16,
    places: {
      [`tag_${number}`]: [0, 1],
      [`values_${number}`]: [8, words],
      [`part_${number}`]: [8 + words, 2],
      [`last_${number}`]: [8 + words + 4, 4],
      [`next_${number}`]: [8 + words + 8, 8],
      [`call_${number}`]: [8 + words + 16, 8],
    },
  } as const;
}

function largeSource(): string {
  const structs = Array.from({ length: STRUCTS }, (_, number) =>
    [
      `struct record_${number} {`,
      `char tag_${number}; long values_${number}[${wordsOf(number)}];`,
      `short part_${number}; int last_${number};`,
      `struct record_${number} *next_${number}; void (*call_${number})(struct record_${number} *);`,
      // A variable each, or the compiler leaves the type out.
      `} *first_${number};`,
    ].join(' '),
  );
  return `${structs.join('\n')}\n`;
}

/** A shared library with the DWARF of them all; made once and kept. */
function largeElf(folder: string): Input {
  const path = join(folder, `large-${STRUCTS}.so`);
  if (existsSync(path)) return { path };
  if (process.arch !== 'x64') {
    return { missing: 'the offsets of the large file are those of x86-64', isInstallable: false };
  }
  const source = join(folder, 'large.c');
  writeFileSync(source, largeSource());
  const half = `${path}.half`;
  const { error, status, stderr } = spawnSync(
    'gcc',
    ['-g', '-O0', '-shared', '-fPIC', '-o', half, source],
    { encoding: 'utf8' },
  );
  if (error) {
    const missing = 'gcc is missing; it makes the large ELF (apt-get install gcc)';
    return { missing, isInstallable: true };
  }
  if (status !== 0) throw new Error(`gcc does not take the large source: ${stderr}`);
  renameSync(half, path);
  const { size } = statSync(path);
  if (size < LARGE_BYTES) throw new Error(`the large ELF has ${size} bytes only`);
  return { path };
}
