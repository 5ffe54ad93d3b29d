import { derived } from '../../core/base/derived';
import { buildMessage } from '../../core/bind/messages';
import { located } from '../../core/base/messages';
import type { Diagnostic, FileFacts } from '../../core/facts/generated';
import type { StructTable } from '../../core/facts/structTable';

/**
 * What a kernel's types say of how it was built, where that makes its offsets others than those of the
 * kernel that is shipped. The types are those that only such a build defines, or leaves empty otherwise:
 * `lockdep_map` (include/linux/lockdep_types.h), `kasan_cache` and `kasan_track` (mm/kasan),
 * `rwbase_rt` (include/linux/rwbase_rt.h).
 */
export const buildNotes = derived((index: StructTable, facts: FileFacts): readonly Diagnostic[] => {
  const sizes = new Map<string, number>();
  for (const mark of MARKS) {
    const row = index.names.indexOf(mark);
    if (row >= 0) sizes.set(mark, index.sizesBytes[row] ?? 0);
  }
  const isKernel = facts.kernelRelease !== null || index.names.includes('task_struct');
  const found: Diagnostic[] = [];
  const note = (option: string, why: string) =>
    found.push(located(buildMessage('kernel-option', option, why)));
  if (isKernel) {
    if ((sizes.get('lockdep_map') ?? 0) > 0) note('lockdep', 'every lock carries a map');
    if (sizes.has('kasan_cache') || sizes.has('kasan_track'))
      note('KASAN', 'objects have red zones');
    if (sizes.has('rwbase_rt')) note('PREEMPT_RT', 'spinlocks are sleeping locks and larger');
    if (/\s-flto/.test(facts.producer ?? '')) note('LTO', 'functions are merged across files');
  }
  return found;
});

const MARKS = ['lockdep_map', 'kasan_cache', 'kasan_track', 'rwbase_rt'];
