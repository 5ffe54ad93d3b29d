import type { AttributeText, DeclaratorText, HeaderDoc } from '../../facts/generated';
import { definitionsOf } from './definitions';
import type { DefinedAt, SourceText } from './sourceText';
import { recordAt } from './textMembers';

/** What words of a declaration make of its layout. */
export interface LayoutWords {
  readonly packed: boolean;
  /** The alignments that they force, as `AttributeText.align` has them. */
  readonly aligns: readonly string[];
  /** Words of which nothing here says whether they pack or align. */
  readonly unknown: readonly UnknownWord[];
}

export interface UnknownWord {
  readonly word: string;
  /** In the file, counted from 1. */
  readonly line: number;
  /** It packs, and stands behind a `*`, where compilers differ. */
  readonly packsPointer?: true;
  /** Where the tree defines it all the same, in a file that is not included. */
  readonly elsewhere?: DefinedAt;
}

/** Why nobody knows what a word makes of a layout, as the end of a sentence. */
export function whyUnknown({ packsPointer, elsewhere }: UnknownWord, where: string): string {
  if (packsPointer === true) return 'it packs behind a `*`, which gcc ignores and clang does not';
  const place = elsewhere === undefined ? '' : `, only line ${elsewhere.line} of ${elsewhere.path}`;
  return `nothing ${where} defines it${place}`;
}

export const NO_WORDS: LayoutWords = { packed: false, aligns: [], unknown: [] };

/** Attributes of a declarator that are not those of the body before it. */
export function ownAttributes(
  doc: HeaderDoc,
  record: number | null,
  attributes: readonly AttributeText[],
): readonly AttributeText[] {
  if (record === null) return attributes;
  const ofType = recordAt(doc, record).attributes.map(({ span }) => span.start);
  return attributes.filter(({ span }) => !ofType.includes(span.start));
}

/** What attributes say of a layout; macros are read in the text that defines them. */
export function layoutWords(source: SourceText, attributes: readonly AttributeText[]): LayoutWords {
  return joinedWords(
    attributes.map(({ text, align, span, ofPointer }) => {
      const found = wordsOf(source, { text, align }, MOST_EXPANSIONS);
      const packsPointer = ofPointer && found?.packed === true;
      if (found !== null && !packsPointer) return found;
      const word = isAttributeList(text)
        ? text.replace(/ ?(::|,) ?/g, '$1')
        : (/\w+/.exec(text)?.[0] ?? text);
      const line = lineAt(source.text, span.start);
      return {
        ...NO_WORDS,
        unknown: [packsPointer ? { word, line, packsPointer } : { word, line }],
      };
    }),
  );
}

/** What a word says of a layout that stands where an attribute may, if the text defines it as one; null else. */
export function wordsOfMacro(source: SourceText, text: string): LayoutWords | null {
  return wordsOf(source, { text, align: null }, MOST_EXPANSIONS);
}

export function joinedWords(all: readonly LayoutWords[]): LayoutWords {
  const unknown = all.flatMap((each) => each.unknown);
  return {
    packed: all.some(({ packed }) => packed),
    aligns: all.flatMap(({ aligns }) => aligns),
    unknown: [...new Map(unknown.map((each) => [`${each.word} ${each.line}`, each])).values()],
  };
}

/** What a declarator's own words say (those in `own`), and the one behind a bit-field's width: `int a : 3 DENSE;`. */
export function declaratorWords(
  source: SourceText,
  { bitWidth, at }: DeclaratorText,
  own: readonly AttributeText[],
): LayoutWords {
  const words = layoutWords(source, own);
  const word = /^\(?\w+\)?\s+([A-Za-z_]\w*)/.exec(bitWidth?.text ?? '')?.[1];
  if (word === undefined) return words;
  const unknown = { ...NO_WORDS, unknown: [{ word, line: at.line }] };
  return joinedWords([words, wordsOfMacro(source, word) ?? unknown]);
}

/** The line of a text that an offset is on, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

const MOST_EXPANSIONS = 8;

/** `__attribute__((…))`, `[[…]]`: what is in it is no macro's. */
export function isAttributeList(text: string): boolean {
  return /^(?:__attribute|__declspec|\[\[)/.test(text);
}

/** Null where it is not known. */
function wordsOf(
  source: SourceText,
  { text, align }: Pick<AttributeText, 'text' | 'align'>,
  depth: number,
): LayoutWords | null {
  const packed = PACKS.test(text);
  if (packed || align !== null) {
    return { packed, aligns: align === null ? [] : [align], unknown: [] };
  }
  if (isAttributeList(text)) return CHANGES.test(text) ? null : NO_WORDS;
  const name = /^\w+/.exec(text)?.[0] ?? '';
  if (NEUTRAL.has(name)) return NO_WORDS;
  if (depth === 0) return null;
  const bodies = definitionsOf(source, text);
  const meanings = bodies.flatMap((body) => {
    // `#define PACKED` for compilers without attributes stands beside the one for those that have them, and so does
    // Microsoft's way.
    if (body === '' || (bodies.length > 1 && /\b__(?:pragma|declspec)\b/.test(body))) return [];
    if (/\b_Pragma\b.*\bpack\b/.test(body)) return [null];
    const found = attributesOf(source, body).map((each) => wordsOf(source, each, depth - 1));
    return found.includes(null) ? [null] : [joinedWords(found.filter((each) => each !== null))];
  });
  if (meanings.length === 0) return bodies.length > 0 ? NO_WORDS : null;
  const [first] = meanings;
  const same = meanings.every((each) => JSON.stringify(each) === JSON.stringify(first));
  return same ? (first ?? null) : null;
}

/** The attributes that a macro stands for. */
function attributesOf(source: SourceText, body: string): readonly AttributeText[] {
  const [record] = source.read(`struct x {\n\tint x ${body};\n};\n`).records;
  const [node] = record?.body ?? [];
  if (node?.kind !== 'piece') return [];
  return node.piece.members[0]?.declarators[0]?.attributes ?? [];
}

/** Attributes that pack, under the names that projects give them. */
const PACKS =
  /\b(?:__packed|packed|__packed__|__packed_2_aligned|QEMU_PACKED|pg_attribute_packed)\b/;

/** Attributes that change a layout in a way that is not followed here. */
const CHANGES =
  /\b_{0,2}(?:ms_struct|gcc_struct|scalar_storage_order|vector_size|mode|transparent_union|no_unique_address)_{0,2}\b/;

/** Macros of the kernel and of other large projects that change no layout. */
const NEUTRAL: ReadonlySet<string> = new Set(
  `__rcu __user __kernel __iomem __percpu __force __private __nocast __safe __bitwise __bitwise__
  __designated_init __randomize_layout __no_randomize_layout __counted_by __counted_by_le __counted_by_be
  __counted_by_ptr __element_count __sized_by __guarded_by __pt_guarded_by __nonstring __may_alias
  __deprecated __read_mostly __ro_after_init __maybe_unused __unused __used __must_hold __refdata
  __latent_entropy __no_kcsan __data_racy __mod_alloc __kptr __kptr_ref __kptr_untrusted __cond_guarded_by
  __rdma_restrict __always_unused __cacheline_group_begin pg_node_attr G_GNUC_MAY_ALIAS __read_mostly
  __extension__ __restrict __no_sanitize_or_inline __ctx __cpuidle __visible`.match(/\w+/g),
);
