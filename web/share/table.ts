import text from '../../docs/link_table_1.txt?raw';

/** Names and shapes of objects that a link gives by their place. */
export interface LinkTable {
  readonly names: readonly string[];
  /** The keys of each, in their order. */
  readonly shapes: readonly (readonly string[])[];
}

/** That of form 1. Frozen: a line that is added, taken out or moved needs a new form of link. */
export const TABLE_1: LinkTable = readTable(text);

/** Names, an empty line, shapes. */
function readTable(lines: string): LinkTable {
  const [names = '', shapes = ''] = lines.trimEnd().split('\n\n');
  return { names: names.split('\n'), shapes: shapes.split('\n').map((keys) => keys.split(' ')) };
}
