import { itemAt } from '../../base/itemAt';
import type { CSource } from '../../facts/csource';
import type { Declared, StructDesc, WordsAt } from '../../facts/generated';
import { qualifiedName } from './findRecord';

/**
 * Whether a header is the text that was compiled, as far as a struct's debug information tells: where it says
 * that something is declared, a word begins, the name itself or (one of few) a macro's. Then what does not fit is
 * not understood, and another version would not fit better.
 */
export function isSameText({ wordsAt }: CSource, bytes: Uint8Array, desc: StructDesc): boolean {
  const root = itemAt(desc.types, desc.root);
  if (root.declared === null) return false;
  const { file } = root.declared;
  const { name } = qualifiedName(desc.name);
  const members = stated(desc, desc.root).filter(({ at }) => at.file === file);
  const places = [{ name, at: root.declared }, ...members];
  const found = wordsAt(
    bytes,
    places.map(({ at }) => [at.line, at.column]),
  );
  // A struct that only a typedef names is declared at its keyword.
  const [own, ...fits] = places.map((each, index) => fitOf(each, itemAt(found, index)));
  const right = fits.filter((fit) => fit === 'name').length;
  return (
    fits.length > 0 && !fits.includes('nothing') && (own === 'name' || right * 2 >= fits.length)
  );
}

interface Stated {
  readonly name: string;
  readonly at: Declared;
}

function stated(desc: StructDesc, typeIndex: number): readonly Stated[] {
  const { shape } = itemAt(desc.types, typeIndex);
  if (shape.kind !== 'aggregate') return [];
  // What one macro declares counts once.
  const macros = new Set<string>();
  return shape.members.flatMap((member): readonly Stated[] => {
    if (member.role !== 'field') return [];
    if (member.name === null) return stated(desc, member.typeIndex);
    const at = member.declared;
    if (at === null) return [];
    const place = `${at.line}:${at.column}`;
    if (at.column > 0 && macros.has(place)) return [];
    macros.add(place);
    return [{ name: member.name, at }];
  });
}

/** What is where a name is said to be declared. */
function fitOf(
  { name, at }: Stated,
  { words, begins, mayBeMacro }: WordsAt,
): 'name' | 'macro' | 'nothing' {
  // clang states no column.
  const isName = at.column === 0 ? words.includes(name) : begins && words[0] === name;
  if (isName) return 'name';
  // `UV_HANDLE_FIELDS`, `DECLARE(x)`: another plain word would be another member.
  return mayBeMacro && (begins || at.column === 0) ? 'macro' : 'nothing';
}
