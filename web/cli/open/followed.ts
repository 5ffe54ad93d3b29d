import type { StructDesc } from '../../facts/generated';
import type { SourceText } from '../../layout/text/sourceText';
import { dialectOf, KERNEL_FILES } from '../../output/patch/request';
import { bytesOfText, textOfFile } from '../../output/patch/text';
import { definitionsFor } from '../../output/patch/words/definitionsFor';
import { followSource, unknownIn, unknownWord } from '../../output/patch/words/followSource';
import { readAtOnce } from '../../output/patch/words/included';
import { readHeader, scalarsOf } from './openText';
import type { SourceTree } from './sourceTree';

/** A header as a command was given it, with what its tree defines. */
export interface GivenSource {
  readonly source: SourceText;
  readonly dialect: 'kernel' | 'c';
  /** Null without a tree. */
  readonly defined: ReadonlyMap<string, string> | null;
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
    read: (more) => readHeader(bytesOfText(more)),
  };
  const kind = tree === null ? null : KERNEL_FILES.some(tree.has) ? 'kernel' : 'other';
  const dialect = dialectOf(header.path, text, kind);
  if (tree === null) return { source, dialect, defined: null };
  const unknown = unknownIn(source, desc, scalarsOf(desc.target));
  const asking = definitionsFor(source, unknown, dialect, desc.target.machine);
  const defined = readAtOnce(asking, tree.text);
  return { source: { ...source, defined }, dialect, defined };
}

/** A struct with the packing and alignments of its source, and what is to be said of that. */
export function followedBy(
  { source }: GivenSource,
  desc: StructDesc,
): { readonly desc: StructDesc; readonly notes: readonly string[] } {
  const followed = followSource(source, desc, scalarsOf(desc.target));
  if (followed.kind === 'disagrees') {
    return {
      desc: followed.desc,
      notes: [`warning: ${followed.reason} What the file says is shown.`],
    };
  }
  return {
    desc: followed.desc,
    notes: followed.unknown.map((each) => `warning: ${source.path}: ${unknownWord(each)}`),
  };
}
