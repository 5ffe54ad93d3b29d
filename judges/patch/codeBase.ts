import { join } from 'node:path';
import type { KernelTree, ProgramHeaders } from './packages';

/** Headers that can be compiled, and how. */
export interface CodeBase {
  readonly name: string;
  /** Paths of headers, and those in patches, are relative to it. */
  readonly root: string;
  /** How a header is included. */
  readonly includeName: (header: string) => string;
  readonly includes: readonly string[];
  /** Headers that the project's own rules put before any other. */
  readonly first: readonly string[];
  /** Headers that most files of the project include, and others count on. */
  readonly common: readonly string[];
  /** As gcc's `-include`. */
  readonly forced: readonly string[];
  readonly flags: readonly string[];
}

const KERNEL_FLAGS =
  '-O1 -nostdinc -D__KERNEL__ -std=gnu11 -m64 -mcmodel=kernel -fno-pie -mno-sse -mno-mmx -mno-80387 -fno-strict-aliasing -fshort-wchar -DCC_USING_FENTRY -DKBUILD_MODNAME="probe" -DKBUILD_BASENAME="probe" -DKBUILD_MODFILE="probe"';

/** The kernel's own headers with the configuration of the package. */
export function kernelBase({ common, flavour }: NonNullable<KernelTree['headers']>): CodeBase {
  const arch = 'arch/x86/include';
  const first = ['compiler-version.h', 'kconfig.h', 'compiler_types.h'];
  return {
    name: 'the kernel',
    root: common,
    includeName: (header) => header.replace(/^include\//, ''),
    includes: [
      join(common, arch),
      join(flavour, arch, 'generated'),
      join(common, 'include'),
      join(flavour, 'include'),
      join(common, arch, 'uapi'),
      join(flavour, arch, 'generated/uapi'),
      join(common, 'include/uapi'),
      join(flavour, 'include/generated/uapi'),
    ],
    first: [],
    common: ['linux/kernel.h', 'linux/sched.h', 'linux/sched/signal.h'],
    forced: first.map((name) => join(common, 'include/linux', name)),
    flags: KERNEL_FLAGS.split(' '),
  };
}

export function programBase({
  name,
  root,
  includes,
  first = [],
  common = [],
  flags = [],
}: ProgramHeaders): CodeBase {
  return {
    name,
    root,
    includeName: (header) => header,
    includes,
    first,
    common,
    forced: [],
    // CPython's internal headers ask for the one, DPDK's vectors for the other.
    flags: ['-O0', '-DPy_BUILD_CORE', '-mssse3', ...flags],
  };
}
