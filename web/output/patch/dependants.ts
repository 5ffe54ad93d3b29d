/** A place in a tree that holds only as long as a struct's layout is what it is. */
export interface Dependant {
  /** Relative to the tree. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly kind: DependantKind;
  /** The line, trimmed. */
  readonly text: string;
  /** Members that it names; empty for the struct as a whole. */
  readonly members: readonly string[];
  /** Whether the struct itself is named there; a `memset_after` only names a member of whatever it is given. */
  readonly certain: boolean;
}

export type DependantKind =
  'offsetof' | 'assertion' | 'memset' | 'group' | 'asmOffset' | 'documentation';

export interface LayoutOf {
  /** `net_device` */
  readonly struct: string;
  /** Names of all its members, those of anonymous structs too. */
  readonly members: ReadonlySet<string>;
}

/** The files of a tree that can hold one. */
export function mayDepend(path: string): boolean {
  if (path.includes('Documentation/networking/net_cachelines/')) return path.endsWith('.rst');
  return /\.(?:[chS]|cc|cpp|hpp)$/.test(path) && !/(?:^|\/)(?:tools|samples)\//.test(path);
}

/**
 * The places of one file that depend on a struct's layout: `offsetof`, assertions about it
 * (`BUILD_BUG_ON`, `static_assert`), `memset_startat` and its kin, `CACHELINE_ASSERT_GROUP_*`, tables of
 * offsets for assembly, and the kernel's own page about its cache lines.
 */
export function dependantsIn(path: string, text: string, of: LayoutOf): readonly Dependant[] {
  if (path.includes('net_cachelines/')) return documentation(path, text, of);
  if (!new RegExp(`\\b${escaped(of.struct)}\\b`).test(text)) return [];
  const lines = text.split('\n');
  const asm = /asm-offsets[^/]*\.c$/.test(path);
  return lines.flatMap((line, index) => {
    const statement = statementAt(lines, index);
    const found = match(statement, line, asm, of);
    return found === null ? [] : [{ path, line: index + 1, text: shown(statement), ...found }];
  });
}

type Found = Pick<Dependant, 'kind' | 'members' | 'certain'>;

const OPENING =
  /\b(?:offsetof|offsetofend|__builtin_offsetof|BUILD_BUG_ON\w*|static_assert|_Static_assert|StaticAssert\w*|QEMU_BUILD_BUG_\w+|memset_startat|memset_after|CACHELINE_ASSERT_GROUP_\w+|OFFSET|DEFINE)\s*\(/;

function match(statement: string, line: string, asm: boolean, of: LayoutOf): Found | null {
  const word = OPENING.exec(line)?.[0];
  if (word === undefined || line.trimStart().startsWith('#')) return null;
  const name = escaped(of.struct);
  const named = new RegExp(`\\b(?:struct|union|class)\\s+${name}\\b|[(,]\\s*${name}\\s*[,)]`);
  // What stands in a message names nothing.
  const code = statement.replace(/"(?:[^"\\]|\\.)*"/g, '');
  const members = [...new Set(wordsOf(code))].filter((each) => of.members.has(each));
  const certain = named.test(statement);
  if (/^memset/.test(word)) {
    return members.length > 0 ? { kind: 'memset', members, certain } : null;
  }
  if (!certain) return null;
  if (/^CACHELINE/.test(word)) return { kind: 'group', members, certain };
  if (/^(?:OFFSET|DEFINE)/.test(word)) return asm ? { kind: 'asmOffset', members, certain } : null;
  if (/offsetof/.test(word) && !/BUG_ON|assert/i.test(line)) {
    return { kind: asm ? 'asmOffset' : 'offsetof', members, certain };
  }
  // An assertion about something else that only mentions the struct (a cast) asks no more than its size.
  return /offsetof|sizeof|alignof/.test(statement) ? { kind: 'assertion', members, certain } : null;
}

/** A statement that begins in a line, to its end. */
function statementAt(lines: readonly string[], index: number): string {
  let statement = '';
  for (const line of lines.slice(index, index + 6)) {
    statement += `${line}\n`;
    if (balanced(statement)) break;
  }
  return statement;
}

const MOST_SHOWN = 160;

/** A statement on one line, cut where it is longer than a reader wants. */
function shown(statement: string): string {
  const text = statement.replace(/\s+/g, ' ').trim();
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text;
}

function balanced(text: string): boolean {
  let depth = 0;
  for (const char of text) depth += char === '(' ? 1 : char === ')' ? -1 : 0;
  return depth <= 0;
}

/** `Documentation/networking/net_cachelines/net_device.rst`: a table of all members. */
function documentation(path: string, text: string, of: LayoutOf): readonly Dependant[] {
  if (!path.endsWith(`/${of.struct}.rst`)) return [];
  const lines = text.split('\n');
  const first = lines.findIndex((line) => wordsOf(line).some((word) => of.members.has(word)));
  const members = [...new Set(lines.flatMap(wordsOf).filter((word) => of.members.has(word)))];
  const line = first < 0 ? 1 : first + 1;
  const kind = 'documentation';
  return [{ path, line, kind, text: lines[line - 1]?.trim() ?? '', members, certain: true }];
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_]\w*/g) ?? [];
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Whether a text declares the struct's body: `struct file {`, a line's end and attributes between. */
export function declares(text: string, keyword: string, name: string): boolean {
  if (!text.includes(name)) return false;
  const body = new RegExp(
    `\\b${keyword}\\s+(?:\\w+\\s*(?:\\([^)]*\\))?\\s+)?${escaped(name)}\\b[^;{()=]*\\{`,
  );
  const typedef = new RegExp(`\\}\\s*${escaped(name)}\\s*;`);
  const found = (searched: string) => body.test(searched) || typedef.test(searched);
  // "See &struct file." in the comment over another struct is no declaration; few texts get this far.
  return found(text) && found(text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, ' '));
}
