import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import text from '../../../../e2e/samples/mapping.c?raw';

/** A kernel of the fleet. */
export interface FleetKernel {
  readonly release: string;
  readonly buildId: string;
  /** Bytes in `struct address_space` before `i_mmap` that the first kernel does not have. */
  readonly shiftBytes: number;
}

/** Two with one layout and other releases, two with one release and other layouts. */
export const KERNELS: readonly FleetKernel[] = [
  { release: '6.1.10', buildId: '01'.repeat(20), shiftBytes: 0 },
  { release: '6.1.20', buildId: '02'.repeat(20), shiftBytes: 0 },
  { release: '6.6.5', buildId: '03'.repeat(20), shiftBytes: 16 },
  { release: '6.12.1', buildId: '04'.repeat(20), shiftBytes: 32 },
  { release: '6.12.1', buildId: '05'.repeat(20), shiftBytes: 48 },
];

/** Compiles them into a folder; the paths of the files with their types. */
export function compileKernels(folder: string): readonly string[] {
  return KERNELS.map(({ buildId, shiftBytes }, at) => {
    const before = '  struct rb_root_cached i_mmap;';
    const more = shiftBytes > 0 ? `  char shift[${shiftBytes}];\n` : '';
    const source = join(folder, `kernel${at}.c`);
    writeFileSync(source, text.replace(before, `${more}${before}`));
    const path = join(folder, `kernel${at}.so`);
    const flags = ['-g', '-O1', '-shared', '-fPIC', `-Wl,--build-id=0x${buildId}`];
    const { status, stderr } = spawnSync('gcc', [...flags, '-o', path, source], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return path;
  });
}
