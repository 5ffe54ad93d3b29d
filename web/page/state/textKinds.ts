import { holdsDiff, isPahole, isRust, isSource } from '../../core/ingest/recogniseText';
import { holdsTable } from '../../core/format/table/holdsTable';
import { holdsLink } from '../../core/document/linkText';

/** What a text may be that is no report of perf. */
export type TextKind =
  'link' | 'table' | 'symbols' | 'slabs' | 'diff' | 'pahole' | 'rust' | 'source';

/** Six lines of kallsyms, System.map or nm in a row are nothing else. */
const SYMBOLS = /^(?:[0-9a-f]{4,16} +(?:[0-9a-f]+ +)?[A-Za-z?] \S+[^\n]*\n){6}/;

/** The first line of /proc/slabinfo, or the second where the first was not copied. */
const SLABINFO = /^(?:slabinfo - version: \d|# *name +<active_objs> )/;

/** A text is recognised by content, never by name. Kinds that come earlier are asked first. */
const RECOGNISERS: readonly (readonly [TextKind, (text: string) => boolean])[] = [
  ['link', holdsLink],
  ['table', holdsTable],
  ['symbols', (text) => SYMBOLS.test(text)],
  ['slabs', (text) => SLABINFO.test(text)],
  ['diff', holdsDiff],
  ['pahole', isPahole],
  ['rust', isRust],
  ['source', isSource],
];

/** Null for what none of them is. */
export function textKindOf(text: string): TextKind | null {
  return RECOGNISERS.find(([, recognises]) => recognises(text))?.[0] ?? null;
}
