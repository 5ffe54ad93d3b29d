import type { FileNames } from '../../facts/generated';

/** Whether a file declares a struct's body: `struct file {`, `typedef struct { … } file;`. `name` is among those looked for. */
export function declares({ found }: FileNames, keyword: string, name: string): boolean {
  return found.some(
    (each) =>
      each.kind === 'record' &&
      each.name === name &&
      (each.keyword === null || (each.keyword === 'union') === (keyword === 'union')),
  );
}
