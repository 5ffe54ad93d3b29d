import type { Applied } from '../edit/applied';
import { doubtsOf } from '../heat/bindingDoubts';
import { notesByLine } from '../edit/notes';
import { computeLayout } from '../layout/compute';
import { isEndKnown } from '../layout/extent';
import type { FieldItem, Layout } from '../layout/layout';
import { linesOf } from '../layout/lines';
import { markdownCode, plainMarkdown } from './markdownText';

/**
 * A layout as a table of Markdown: one row for each field, hole and padding; where `before` is given, with
 * the offset that each had. Members of anonymous aggregates are indented.
 */
export function markdownTable(after: Applied, before: Applied | null): string {
  const was = new Map<string, number>();
  if (before !== null) {
    collect(computeLayout(before.struct), (item) => was.set(item.path, item.offsetBits));
  }
  const { struct } = after;
  const layout = computeLayout(struct);
  const head =
    before === null
      ? ['Offset', 'Size', 'Line', 'Field', 'Type']
      : ['Offset', 'Was', 'Size', 'Line', 'Field', 'Type'];
  const rows = rowsOf(layout, after, 0).map(({ cells, offsetBits, path }) => {
    if (before === null) return cells;
    const old = path === null ? undefined : was.get(path);
    const text =
      path === null ? '' : old === undefined ? 'new' : old === offsetBits ? '=' : bytes(old);
    return [cells[0] ?? '', text, ...cells.slice(1)];
  });
  const { baseBytes } = after.state;
  const base = baseBytes === 0 ? '' : `, begins ${baseBytes} bytes into the first`;
  const title = `**${struct.root.keyword} ${plainMarkdown(struct.desc.name)}**, ${isEndKnown(struct.desc) ? '' : 'at least '}${layout.sizeBits / 8} bytes, lines of ${after.state.lineBytes} bytes${base}, ${plainMarkdown(struct.desc.target.machine)}`;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((name) => (name === 'Field' || name === 'Type' ? '---' : '---:'));
  const noted = [
    ...doubtsOf(after).flatMap((doubt) => ['', `**In doubt:** ${withNames(doubt.text)}`]),
    ...noteLines(after),
  ];
  return `${[title, '', line(head), line(rule), ...rows.map(line), ...noted].join('\n')}\n`;
}

/** A sentence with names in backquotes, which may hold anything. */
function withNames(sentence: string): string {
  return sentence
    .split('`')
    .map((part, at) => (at % 2 === 0 ? part : markdownCode(part)))
    .join('');
}

/** What a reviewer noted on fields and lines, as a list below the table. */
function noteLines(applied: Applied): readonly string[] {
  const flat = (text: string) => plainMarkdown(text.trim());
  const items = [
    ...applied.state.notes.map(({ member, text }) => `- ${markdownCode(member)}: ${flat(text)}`),
    ...[...notesByLine(applied.state)]
      .sort(([a], [b]) => a - b)
      .map(([at, text]) => `- line ${at}: ${flat(text)}`),
  ];
  return items.length === 0 ? [] : ['', ...items];
}

interface Row {
  readonly cells: readonly string[];
  readonly offsetBits: number;
  readonly path: string | null;
}

function rowsOf(layout: Layout, ruler: Applied, depth: number): readonly Row[] {
  return layout.items.flatMap((item): Row[] => {
    const { first, last } = linesOf(item.offsetBits, item.sizeBits, ruler.state);
    const lines = first === last ? `${first}` : `${first}–${last}`;
    const size = item.sizeBits === null ? '?' : bytes(item.sizeBits);
    const base = { offsetBits: item.offsetBits };
    if (item.kind !== 'field') {
      const name = item.kind === 'hole' ? '*hole*' : '*padding*';
      return [{ ...base, path: null, cells: [bytes(item.offsetBits), size, lines, name, ''] }];
    }
    const indent = '&nbsp;&nbsp;'.repeat(depth);
    const { member } = item;
    const name = member.name === null ? '*unnamed*' : markdownCode(member.name);
    const own: Row = {
      ...base,
      path: item.path,
      cells: [
        bytes(item.offsetBits),
        size,
        lines,
        `${indent}${name}`,
        markdownCode(member.typeName),
      ],
    };
    return item.inner === null ? [own] : [own, ...rowsOf(item.inner, ruler, depth + 1)];
  });
}

function collect(layout: Layout, take: (field: FieldItem) => void): void {
  for (const item of layout.items) {
    if (item.kind !== 'field') continue;
    take(item);
    if (item.inner !== null) collect(item.inner, take);
  }
}

function bytes(bits: number): string {
  return bits % 8 === 0 ? `${bits / 8}` : `${Math.floor(bits / 8)}:${bits % 8}`;
}
