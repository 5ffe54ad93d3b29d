import type { TextOptions } from './openText';

/** Options of commands that take C source; for `parseArgs`. */
export const TEXT_ARGS = {
  target: { type: 'string' },
  types: { type: 'string' },
  size: { type: 'string', multiple: true },
  define: { type: 'string', multiple: true },
  undef: { type: 'string', multiple: true },
} as const;

export const TEXT_HELP = `For C source and pasted output of pahole as FILE:
  --types FILE        a binary that has the types which the source only names
  --target MACHINE    x86-64, aarch64, i386, arm, riscv64, ppc64le, s390x (default: x86-64, or that of --types)
  --size TYPE=BYTES   the size of a type that nothing states, or BYTES/ALIGN; again for more
  --define NAME       a macro that #ifs ask about; NAME=NUMBER for one in an array bound
  --undef NAME        a macro that is not defined
`;

export function parseTextOptions(values: {
  readonly target?: string | undefined;
  readonly types?: string | undefined;
  readonly size?: readonly string[] | undefined;
  readonly define?: readonly string[] | undefined;
  readonly undef?: readonly string[] | undefined;
}): TextOptions {
  return {
    target: values.target ?? null,
    types: values.types ?? null,
    sizes: values.size ?? [],
    defined: values.define ?? [],
    undefined: values.undef ?? [],
  };
}
