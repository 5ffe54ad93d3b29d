import type { FileFacts } from './generated';

/** Whether a file's machine code can be followed: the module for it is loaded for nothing else. */
export function hasCode({ stages, target }: FileFacts): boolean {
  return stages.includes('dwarf') && target.machine === 'x86-64';
}
