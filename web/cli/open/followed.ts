import { structMessage } from '../../core/facts/messages';
import { type Message, about } from '../../core/base/messages';
import type { StructDesc } from '../../core/facts/generated';
import {
  includedBytes,
  type DefinedAt,
  type DefinedWords,
  type SourceText,
} from '../../core/layout/text/sourceText';
import { dialectOf, KERNEL_FILES } from '../../core/patch/request';
import { textOfFile } from '../../core/patch/text';
import { followSource, unknownIn, unknownWord } from '../../core/patch/words/followSource';
import {
  definedAt,
  definitionsFor,
  isHeader,
  nearerTo,
  readAtOnce,
} from '../../core/patch/words/spelling';
import { csource, readHeader, scalarsOf } from './openText';
import type { SourceTree } from './sourceTree';

/** A header as a command was given it, with what its tree defines. */
export interface GivenSource {
  readonly source: SourceText;
  readonly dialect: 'kernel' | 'c';
  /** Null without a tree. */
  readonly defined: DefinedWords | null;
}

/** A header read for a struct, with the words that it includes of its tree. */
export function givenSource(
  header: { readonly path: string; readonly bytes: Uint8Array },
  desc: StructDesc,
  tree: SourceTree | null,
): GivenSource {
  const text = textOfFile(header.bytes);
  const source: SourceText = {
    path: header.path,
    text,
    doc: readHeader(header.bytes),
  };
  const kind = tree === null ? null : KERNEL_FILES.some(tree.has) ? 'kernel' : 'other';
  const dialect = dialectOf(header.path, source.doc, kind);
  if (tree === null) return { source, dialect, defined: null };
  const unknown = unknownIn(source, desc, scalarsOf(desc.target));
  const asking = definitionsFor(header.path, unknown, dialect, desc.target.machine);
  const included = readAtOnce(asking, ({ path, wanted }) => {
    const bytes = path === header.path ? header.bytes : tree.bytes(path);
    return bytes === null ? null : csource().names(bytes, wanted, true);
  });
  const left = unknown.filter((word) => !included.has(word));
  const defined = { included, elsewhere: definedElsewhere(tree, header.path, left) };
  const doc = readHeader(header.bytes, includedBytes(defined));
  return { source: { ...source, doc, defined }, dialect, defined };
}

/** Where the tree defines words that a header does not reach. */
function definedElsewhere(
  tree: SourceTree,
  header: string,
  words: readonly string[],
): ReadonlyMap<string, DefinedAt> {
  const found = new Map<string, DefinedAt>();
  if (words.length === 0) return found;
  for (const path of tree.files().filter(isHeader).sort(nearerTo(header))) {
    const bytes = tree.bytes(path);
    const names = bytes === null ? null : csource().names(bytes, words, false);
    for (const word of names?.used ?? []) {
      const place = found.has(word) || names === null ? null : definedAt(path, names, word);
      if (place !== null) found.set(word, place);
    }
    if (found.size === words.length) break;
  }
  return found;
}

/** A struct with the packing and alignments of its source, and what is to be said of that. */
export function followedBy(
  { source }: GivenSource,
  desc: StructDesc,
): { readonly desc: StructDesc; readonly notes: readonly Message[] } {
  const followed = followSource(source, desc, scalarsOf(desc.target));
  if (followed.kind === 'disagrees') {
    return {
      desc: followed.desc,
      notes: [structMessage('source-disagrees', followed.reason)],
    };
  }
  return {
    desc: followed.desc,
    notes: followed.unknown.map((each) => about(source.path, unknownWord(each))),
  };
}
