import { usageMessage } from '../messages';
import { Failure } from '../failure';
import { TEXT } from '../words';
import type { CompanionPaths } from './openFile';

/** Where the types of a file come from, and the files that it needs. */
export const TYPES_ARGS = {
  from: { type: 'string', default: 'best' },
  base: TEXT,
  debug: TEXT,
  dwz: TEXT,
  dwo: { type: 'string', multiple: true },
} as const;

export const TYPES_HELP = `  --from btf|dwarf    take types from there, where a file has both (default: DWARF)
  --base VMLINUX      the kernel whose types a module's BTF continues (default: the vmlinux beside it)
  --debug FILE        the debug information of a stripped program (default: found by its build-id or recorded name)
  --dwz FILE          what dwz moved out of the file (default: found beside it by its recorded name)
  --dwo FILE          a .dwo or .dwp file of split DWARF, again for more (default: found by recorded names)
`;

interface Values {
  readonly from?: string | undefined;
  readonly base?: string | undefined;
  readonly debug?: string | undefined;
  readonly dwz?: string | undefined;
  readonly dwo?: readonly string[] | undefined;
}

/** What is null is found by itself, or there is none. */
export function companionsOf({ base, debug, dwz, dwo }: Values): CompanionPaths {
  return { base: base ?? null, debug: debug ?? null, dwz: dwz ?? null, dwo: dwo ?? [] };
}

export function stageOf({ from = 'best' }: Values): 'best' | 'btf' | 'dwarf' {
  if (from === 'best' || from === 'btf' || from === 'dwarf') return from;
  throw new Failure(usageMessage('from', from));
}
