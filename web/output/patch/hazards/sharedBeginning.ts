import type { HeaderDoc, StructDesc } from '../../../facts/generated';
import { orderedFrom } from '../../../layout/original';
import { textMembers } from '../../../layout/text/textMembers';
import { sameType } from '../typeText';

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
  const theirs = textMembers(doc, index);
  const { members } = orderedFrom(desc).root;
  const shared: string[] = [];
  for (const [place, { name, typeName }] of members.entries()) {
    const their = theirs[place]?.declarator;
    if (their === undefined || name === null || their.name !== name) break;
    if (!sameType(their.declaredType.text, typeName)) break;
    shared.push(name);
  }
  return shared;
}
