/** A struct as text that random changes are made to: what stands between its braces, line by line. */
export interface StructText {
  readonly name: string;
  /** Between `struct` and the name, and behind the `}`. */
  readonly head: string;
  readonly tail: string;
  readonly items: readonly Item[];
}

export type Item =
  /** A declaration, which may have several lines. */
  | { readonly kind: 'member'; readonly text: string }
  | {
      readonly kind: 'group';
      readonly opens: string;
      readonly items: readonly Item[];
      /** From the `}` or `)` on. */
      readonly closes: string;
    }
  /** What declares nothing: a comment, an empty line. */
  | { readonly kind: 'other'; readonly text: string }
  | { readonly kind: 'under'; readonly condition: string; readonly items: readonly Item[] };

/** Reads what `pahole --compile` prints of one struct; null for one that it does not print line by line. */
export function readStruct(name: string, body: string): StructText | null {
  const lines = body
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  let at = 0;
  const read = (): readonly Item[] | null => {
    const items: Item[] = [];
    while (at < lines.length) {
      const line = lines[at] ?? '';
      if (line.startsWith('}')) return items;
      at += 1;
      if (/^(?:struct|union)(?: \w+)? \{$/.test(line)) {
        const inner = read();
        const closes = lines[at++];
        if (inner === null || inner.length === 0 || closes === undefined) return null;
        items.push({ kind: 'group', opens: line, items: inner, closes });
      } else if (line.endsWith(';') && !/[{}]/.test(line)) {
        items.push({ kind: 'member', text: line });
      } else return null;
    }
    return items;
  };
  const items = read();
  return items === null || at < lines.length ? null : { name, head: '', tail: '', items };
}

/** As C, with tabs. */
export function writeStruct({ name, head, tail, items }: StructText): string {
  return `struct ${head}${name} {\n${write(items, '\t')}}${tail};\n`;
}

function write(items: readonly Item[], indent: string): string {
  return items
    .map((item): string => {
      switch (item.kind) {
        case 'member':
          return `${indent}${item.text.replace(/\n/g, `\n${indent}\t`)}\n`;
        case 'other':
          return item.text === '' ? '\n' : `${indent}${item.text.replace(/\n/g, `\n${indent}`)}\n`;
        case 'group':
          return `${indent}${item.opens}\n${write(item.items, `${indent}\t`)}${indent}${item.closes}\n`;
        case 'under':
          return `#ifdef ${item.condition}\n${write(item.items, indent)}#endif\n`;
      }
    })
    .join('');
}

/** The name that a member or a group declares; null for none. */
export function nameOf(item: Item): string | null {
  if (item.kind === 'group')
    return /^\}\s*(?:__attribute__\(\(.*?\)\)\s*)?(\w+)/.exec(item.closes)?.[1] ?? null;
  if (item.kind !== 'member') return null;
  return (
    /\(\*+(?:const )?(\w+)/.exec(item.text)?.[1] ??
    /(\w+)\s*(?:\[[^\]]*\]\s*)*(?::\s*\d+)?\s*(?:__\w+(?:\(.*\))?)?\s*;$/.exec(item.text)?.[1] ??
    null
  );
}

/** Every list of items with what stands in it, from the outside in. */
export function bodiesIn(items: readonly Item[]): readonly (readonly Item[])[] {
  return [items, ...items.flatMap((item) => ('items' in item ? bodiesIn(item.items) : []))];
}

/** The items with one list in them exchanged. */
export function exchanged(
  items: readonly Item[],
  old: readonly Item[],
  now: readonly Item[],
): readonly Item[] {
  if (items === old) return now;
  return items.map((item) =>
    'items' in item ? { ...item, items: exchanged(item.items, old, now) } : item,
  );
}
