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
