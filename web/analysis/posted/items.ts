import type { HunkLine } from './hunks';

/** A declaration of a struct's body, or a block with a body of its own. */
export interface Item {
  /** Declared names; of an unnamed block the first name inside. */
  readonly names: readonly string[];
  readonly kind: 'member' | 'block' | 'padding' | 'linePadding';
  /** Of `padding`: its size, as far as its type is known; null where it is not. */
  readonly bytes: number | null;
  readonly align: number | 'cacheline' | null;
  /** Whether all of it stands on both sides of the diff. */
  readonly isContext: boolean;
  /** Of a block that began before the hunk: a name inside of it; null for all else. */
  readonly inside: string | null;
  /** The declaration without its attributes, blanks collapsed. */
  readonly declared: string;
}

/** What one side of a hunk declares, in its order. */
export interface Side {
  readonly items: readonly Item[];
  /** Whether the struct begins in it, and whether it ends in it. */
  readonly opens: boolean;
  readonly closes: boolean;
}

/** Reads one side of a hunk. Lines that are no declarations (comments, `#if`) are passed over. */
export function sideOf(lines: readonly HunkLine[], side: 'old' | 'new'): Side {
  const items: Item[] = [];
  const own = withoutComments(lines.filter((line) => line.side === 'both' || line.side === side));
  let opens = false;
  let closes = false;
  let pending = NOTHING;
  let depth = 0;
  let inner: string[] = [];
  for (const [place, { text, side: of }] of own.entries()) {
    const line = text.trim();
    if (line === '' || line.startsWith('#')) continue;
    if (
      depth === 0 &&
      pending === NOTHING &&
      /^(?:typedef\s+)?(?:struct|union)\s+\w+[^;()]*\{$/.test(line)
    ) {
      // The struct itself, or one before it in the file.
      opens = true;
      items.length = 0;
      continue;
    }
    if (depth === 0 && pending === NOTHING && /^\}/.test(line)) {
      const goesOn =
        line.endsWith(';') &&
        own
          .slice(place + 1)
          .some((later) => /^\s*(?!__attribute__)[^\s}#].*;\s*$/.test(later.text));
      if (!goesOn) {
        closes = true;
        break;
      }
      // What began before the hunk ends here: the members so far lie inside of it.
      const inside = items.at(-1)?.names.at(-1) ?? null;
      const isContext = of === 'both';
      items.length = 0;
      const names = namesOf(line.slice(1));
      items.push({
        kind: 'block',
        names,
        bytes: null,
        align: null,
        isContext,
        inside,
        declared: line,
      });
      continue;
    }
    pending = { text: `${pending.text} ${line}`, isContext: pending.isContext && of === 'both' };
    const braces = (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0);
    depth += braces;
    if (depth > 0) {
      if (!/\{\s*$/.test(line)) inner.push(...namesOf(line.replace(/^.*[{}]/, '')));
      continue;
    }
    if (!/[;)]\s*$/.test(line) && !/^\w+\([^()]*\)$/.test(line)) continue;
    const item = itemOf(pending, inner);
    if (item !== null) items.push(item);
    pending = NOTHING;
    inner = [];
  }
  return { items, opens, closes };
}

interface Pending {
  readonly text: string;
  readonly isContext: boolean;
}

const NOTHING: Pending = { text: '', isContext: true };

const LINE_PADDING = /^(?:CACHELINE_PADDING|ZONE_PADDING|RANDSTRUCT_PADDING)\s*\(/;
const ALIGN =
  /\b(____cacheline_\w*aligned\w*|__cacheline_aligned\w*|__aligned\(([^()]*)\)|__attribute__\s*\(\(\s*(?:__)?aligned(?:__)?\s*\(([^()]*)\)\s*\)\))/;

function itemOf({ text, isContext }: Pending, inner: readonly string[]): Item | null {
  const whole = text.trim();
  const declared = plain(whole);
  const base = { isContext, align: alignOf(whole), bytes: null, inside: null, declared } as const;
  if (LINE_PADDING.test(whole)) return { ...base, kind: 'linePadding', names: [] };
  if (/\{/.test(whole)) {
    const own = namesOf(declared.replace(/^.*\}/s, ''));
    const names = own.length > 0 ? own : inner.slice(0, 1);
    return names.length === 0 ? null : { ...base, kind: 'block', names };
  }
  const names = namesOf(declared);
  if (names.length === 0) return null;
  const padding = paddingBytes(declared, names[0] ?? '');
  return padding === null
    ? { ...base, kind: 'member', names }
    : { ...base, kind: 'padding', names, bytes: padding.bytes };
}

/** What is declared by `const struct x *a, b[4];`, `int (*f)(void);`, `DECLARE_BITMAP(map, 64);`. */
export function namesOf(declaration: string): readonly string[] {
  const text = plain(declaration).replace(/;\s*$/, '').trim();
  const macro = /^([A-Z][A-Z0-9_]+)\s*\((.*)\)$/.exec(text);
  if (macro !== null) {
    const parts = (macro[2] ?? '').split(',').map((part) => part.trim());
    // DECLARE_BITMAP(name, bits) has the name first, DECLARE_FLEX_ARRAY(type, name) last.
    const name = macro[1] === 'DECLARE_FLEX_ARRAY' ? parts.at(-1) : parts[0];
    return name !== undefined && /^\w+$/.test(name) ? [name] : [];
  }
  const pointed = /\(\s*\*\s*(?:const\s+)?(\w+)\s*(?:\[[^\]]*\])?\)\s*\(/.exec(text)?.[1];
  if (pointed !== undefined) return [pointed];
  return text.split(',').flatMap((part) => {
    const name = /(\w+)\s*(?:\[[^\]]*\]\s*)*(?::\s*\w+\s*)?$/.exec(part.trim())?.[1];
    // A type alone (`struct foo;`) or a keyword declares nothing.
    return name === undefined || /^(?:struct|union|enum|\d.*)$/.test(name) ? [] : [name];
  });
}

function alignOf(text: string): Item['align'] {
  const match = ALIGN.exec(text);
  if (match === null) return null;
  const argument = (match[2] ?? match[3] ?? '').trim();
  if (/^\d+$/.test(argument)) return Number(argument);
  return argument === '' || /CACHE_BYTES|CACHELINE/.test(argument) ? 'cacheline' : null;
}

/** Without attributes, blanks collapsed. */
function plain(text: string): string {
  return text
    .replace(ALIGN, ' ')
    .replace(
      /\b__(?:rcu|percpu|user|iomem|private|bitwise|packed|read_mostly|ro_after_init)\b/g,
      ' ',
    )
    .replace(/\b__(?:counted_by|sized_by|guarded_by|attribute__)\s*\((?:[^()]|\([^()]*\))*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ;$/, ';')
    .trim();
}

const SIZES: Readonly<Record<string, number>> = {
  u8: 1,
  __u8: 1,
  uint8_t: 1,
  char: 1,
  'unsigned char': 1,
  'signed char': 1,
  u16: 2,
  __u16: 2,
  uint16_t: 2,
  short: 2,
  'unsigned short': 2,
  u32: 4,
  __u32: 4,
  uint32_t: 4,
  int: 4,
  unsigned: 4,
  'unsigned int': 4,
  u64: 8,
  __u64: 8,
  uint64_t: 8,
  'long long': 8,
  'unsigned long long': 8,
  'void *': 8,
};

/** A member that holds a place and nothing else; null for any other. */
function paddingBytes(declared: string, name: string): { readonly bytes: number | null } | null {
  if (!/^_*(?:pad|padding|filler|__?reserved_pad)\d*_*$/i.test(name)) return null;
  const match = /^(.*?)\s*\b\w+\s*(?:\[\s*(\d+)\s*\])?;?$/.exec(declared);
  const unit = SIZES[match?.[1]?.trim() ?? ''];
  return { bytes: unit === undefined ? null : unit * Number(match?.[2] ?? 1) };
}

/** Lines with their comments blanked out, those over several lines too. */
function withoutComments(lines: readonly HunkLine[]): readonly HunkLine[] {
  // A hunk may begin inside a comment: kernel-doc lines begin with a star.
  let inside = /^\s*\*(?!\/)/.test(lines[0]?.text ?? '');
  return lines.map((line) => {
    let text = '';
    let rest = line.text;
    while (rest !== '') {
      const at = rest.indexOf(inside ? '*/' : '/*');
      if (!inside) text += at < 0 ? rest : rest.slice(0, at);
      if (at < 0) break;
      rest = rest.slice(at + 2);
      inside = !inside;
    }
    return { ...line, text: text.replace(/\/\/.*$/, '') };
  });
}
