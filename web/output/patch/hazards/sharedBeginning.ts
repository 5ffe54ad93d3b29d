import type { HeaderDoc, StructDesc } from '../../../facts/generated';
import { orderedFrom } from '../../../layout/original';
import { recordAt, textMembers } from '../../../layout/text/textMembers';
import { qualifiedName } from '../findRecord';
import { sameType } from '../../../layout/text/typeText';

/**
 * The members that a struct of a header and the struct that is asked about both begin with, by name and type;
 * none where they begin in different ways.
 */
export function sharedBeginning(
  desc: StructDesc,
  doc: HeaderDoc,
  other: string,
): readonly string[] {
  const index = doc.records.findIndex(
    ({ tag, typedefName }) => tag === other || typedefName === other,
  );
  if (index < 0) return [];
  const { tag, typedefName } = recordAt(doc, index);
  const names = [tag, typedefName].filter((each) => each !== null);
  const own = [qualifiedName(desc.name).name];
  const theirs = textMembers(doc, index);
  const { members } = orderedFrom(desc).root;
  const shared: string[] = [];
  for (const [place, { name, typeName }] of members.entries()) {
    const their = theirs[place]?.declarator;
    if (their === undefined || name === null || their.name !== name) break;
    const theirType = their.declaredType.text;
    const alike =
      sameType(theirType, typeName) ||
      sameType(withoutOwn(theirType, names), withoutOwn(typeName, own));
    if (!alike) break;
    shared.push(name);
  }
  return shared;
}

/** A type with one word for the struct's own name: each of two lists points to its own kind (`struct chunk *next`). */
function withoutOwn(type: string, names: readonly string[]): string {
  return type.replace(/(?:\bstruct\s+)?\b(\w+)(?=\s*\*)/g, (all, name: string) =>
    names.includes(name) ? 'struct itself' : all,
  );
}
