import { itemAt } from '../../base/itemAt';
import type { Declared, StructDesc } from '../../facts/generated';
import { qualifiedName } from './findRecord';
import { linesOf } from './text';

/**
 * Whether a header is the text that was compiled, as far as a struct's debug information tells: where it says
 * that something is declared, a word begins, the name itself or (one of few) a macro's. Then what does not fit is
 * not understood, and another version would not fit better.
 */
export function isSameText(text: string, desc: StructDesc): boolean {
  const root = itemAt(desc.types, desc.root);
  if (root.declared === null) return false;
  const { file } = root.declared;
  const lines = linesOf(text);
  const { name } = qualifiedName(desc.name);
  // A struct that only a typedef names is declared at its keyword.
  const own = wordAt(lines, root.declared, name);
  const fits = stated(desc, desc.root)
    .filter(({ at }) => at.file === file)
    .map((each) => wordAt(lines, each.at, each.name));
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

function wordAt(
  lines: readonly string[],
  { line, column }: Declared,
  name: string,
): 'name' | 'macro' | 'nothing' {
  const text = lines[line - 1] ?? '';
  // clang states no column.
  const from = column === 0 ? text : text.slice(column - 1);
  const words: readonly string[] = from.match(/[A-Za-z_]\w*/g) ?? [];
  if (column === 0 && words.includes(name)) return 'name';
  if (column > 0 && /^[A-Za-z_]/.test(from) && words[0] === name) return 'name';
  // `UV_HANDLE_FIELDS`, `DECLARE(x)`: another plain word would be another member.
  const macro = column === 0 ? /\b(?:[A-Z_][A-Z0-9_]+\b|\w+\()/ : /^(?:[A-Z_][A-Z0-9_]+\b|\w+\()/;
  return macro.test(from) ? 'macro' : 'nothing';
}
