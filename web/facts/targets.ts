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
export const AARCH64: Target = {
  machine: 'aarch64',
  pointerBytes: 8,
  bigEndian: false,
  maxScalarAlignBytes: 16,
  lineBytes: 64,
  unnamedBitfieldsAlign: true,
};
