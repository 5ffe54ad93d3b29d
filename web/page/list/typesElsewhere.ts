import { listed } from '../../core/base/prose';
import type { LoadedFile } from '../state/state';

/** Names the files that have the types of loaded programs without types of their own, a sentence for each program. */
export function typesElsewhere(files: readonly LoadedFile[]): readonly string[] {
  return files.flatMap(({ name, phase }) => {
    if (phase.kind !== 'ready' || phase.index === null || phase.index.names.length > 0) return [];
    const { supplementary } = phase.facts;
    const split = phase.index.splitFiles ?? [];
    if (split.length > 0) {
      const names = split.map((part) => part.name);
      const them = names.length === 1 ? 'it' : 'them';
      return [
        `${name} was built with split DWARF: drop ${listed(names, 4)}, or the .dwp package that holds ${them}.`,
      ];
    }
    if (supplementary === undefined) return [];
    return [`dwz moved the types of ${name} to ${supplementary.name}: drop that file too.`];
  });
}
