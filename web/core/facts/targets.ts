import type { Target } from './generated';

/** The commonest target; studies and most tests are laid out for it. */
export const X86_64: Target = {
  machine: 'x86-64',
  pointerBytes: 8,
  bigEndian: false,
  maxScalarAlignBytes: 16,
  lineBytes: 64,
  unnamedBitfieldsAlign: false,
};

/** As on servers; AAPCS64 lets unnamed bit-fields raise the alignment of their struct. */
export const AARCH64: Target = { ...X86_64, machine: 'aarch64', unnamedBitfieldsAlign: true };

/** Targets that text can be laid out for. The figures are those of `wasm/crates/container/src/target.rs`. */
export const TEXT_TARGETS: readonly Target[] = [
  X86_64,
  AARCH64,
  { ...X86_64, machine: 'i386', pointerBytes: 4, maxScalarAlignBytes: 4 },
  {
    ...X86_64,
    machine: 'arm',
    pointerBytes: 4,
    maxScalarAlignBytes: 8,
    unnamedBitfieldsAlign: true,
  },
  { ...X86_64, machine: 'riscv64' },
  { ...X86_64, machine: 'ppc64le', lineBytes: 128 },
  { ...X86_64, machine: 's390x', bigEndian: true, maxScalarAlignBytes: 8, lineBytes: 256 },
];
