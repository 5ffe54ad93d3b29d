import type { Message } from '../../core/base/messages';
import type { StructDesc } from '../../core/facts/generated';
import { diagnosticNotes } from './diagnosticNotes';
import { followedBy, givenSource } from './followed';
import { headerOf } from './headerOf';
import type { SourceLocation } from './sourceOptions';
import { openSourceTree } from './sourceTree';

/** A struct of a binary with what its source says of packing and alignments; as it is where no source was named. */
export function withSource(
  desc: StructDesc,
  place: SourceLocation,
): { readonly desc: StructDesc; readonly notes: readonly Message[] } {
  const { tree, header } = place;
  if (tree === undefined && header === undefined)
    return { desc, notes: diagnosticNotes(desc.diagnostics) };
  const found = headerOf(desc, place, null);
  const folder = tree === undefined ? null : openSourceTree(tree);
  return followedBy(givenSource(found, desc, folder), desc);
}
