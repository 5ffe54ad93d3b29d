import { derived } from '../../base/derived';
import type { HeaderDoc, TypedefText } from '../../facts/generated';

/** What a text declares, by name. */
export interface Names {
  /** `struct foo` to its record. */
  readonly tagged: ReadonlyMap<string, number>;
  /** `foo`, a tag in C++ or a typedef's name, to its record. */
  readonly records: ReadonlyMap<string, number>;
  readonly typedefs: ReadonlyMap<string, TypedefText>;
}

/** Kept for each text. */
export const namesIn = derived((doc: HeaderDoc): Names => {
  const tagged = new Map<string, number>();
  const records = new Map<string, number>();
  // The first of several under one name counts.
  for (const [index, { tag, typedefName, keyword }] of [...doc.records.entries()].reverse()) {
    if (tag !== null) tagged.set(`${keyword} ${tag}`, index);
    for (const name of [tag, typedefName]) if (name !== null) records.set(name, index);
  }
  const typedefs = new Map([...doc.typedefs].reverse().map((each) => [each.name, each]));
  return { tagged, records, typedefs };
});
