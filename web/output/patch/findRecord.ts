import { itemAt } from '../../base/itemAt';
import type { HeaderDoc, RecordText, StructDesc } from '../../facts/generated';

/**
 * The body in a header that declares the struct: by tag, or for `typedef struct { … } name;` by the
 * typedef's name. Of several (under different `#if`s) the one at the line that debug information states,
 * else the first. Null where there is none.
 */
export function findRecord(doc: HeaderDoc, desc: StructDesc): number | null {
  const { declared, shape } = itemAt(desc.types, desc.root);
  const keyword = shape.kind === 'aggregate' ? shape.keyword : 'struct';
  const named = [...doc.records.entries()].filter(
    ([, record]) => record.keyword === keyword && isNamed(record, desc.name),
  );
  const here = named.find(([, record]) => record.nameAt.line === declared?.line);
  return (here ?? named[0])?.[0] ?? null;
}

function isNamed(record: RecordText, name: string): boolean {
  return record.tag === name || (record.tag === null && record.typedefName === name);
}

/** Whether a path is the file that the compiler was given: one is the end of the other. */
export function isDeclaringFile(path: string, desc: StructDesc): boolean {
  const declared = itemAt(desc.types, desc.root).declared;
  if (declared === null || declared.file === '') return false;
  const a = partsOf(path);
  const b = partsOf(declared.file);
  const shared = Math.min(a.length, b.length);
  return a.slice(-shared).join('/') === b.slice(-shared).join('/');
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
}
