import type { ScalarFact } from '../facts/generated';
import { tableFrom, type StructTable } from '../facts/structTable';
import { computeLayout } from '../layout/compute';
import { orderedFrom } from '../layout/original';
import type { Choices, KnownType } from '../layout/text/choices';
import { resolveStruct } from '../layout/text/resolve';
import type { SourceText } from '../layout/text/sourceText';
import { figuresOf } from './figures';

/** The size of a row whose struct has still questions. */
const UNKNOWN_SIZE = -1;
/** A dump of a whole kernel's types has ten thousand: the later ones are laid out when they are opened. */
const MOST_LAID_OUT = 1500;

export interface TextIndex {
  readonly index: StructTable;
  /** The record of each row, into `HeaderDoc.records`. */
  readonly records: readonly number[];
}

/**
 * The structs and unions of a text that have a name, as the list shows those of any file. The size is
 * `UNKNOWN_SIZE` where something is not known.
 */
export function textIndex(
  source: SourceText,
  choices: Choices,
  scalars: readonly ScalarFact[],
  known: ReadonlyMap<string, KnownType>,
): TextIndex {
  const records = [...source.doc.records.entries()].filter(
    ([, each]) => each.parent === null && (each.tag ?? each.typedefName) !== null,
  );
  const counts = new Map<string, number>();
  const nameOf = (each: (typeof records)[number][1]) => each.tag ?? each.typedefName ?? '';
  for (const [, each] of records) counts.set(nameOf(each), (counts.get(nameOf(each)) ?? 0) + 1);
  const seen = new Map<string, number>();
  const rows = records.map(([record, each], row) => {
    const name = nameOf(each);
    const variant = (seen.get(name) ?? 0) + 1;
    seen.set(name, variant);
    return {
      record,
      name,
      kind: Math.max(0, ['struct', 'union', 'class'].indexOf(each.keyword)),
      variant: counts.get(name) === 1 ? 0 : variant,
      ...figures(
        row < MOST_LAID_OUT ? resolveStruct(source, record, choices, scalars, known) : null,
      ),
    };
  });
  return {
    index: tableFrom('text', rows, source.doc.diagnostics),
    records: rows.map((row) => row.record),
  };
}

function figures(resolved: ReturnType<typeof resolveStruct> | null) {
  const unknown = {
    sizeBytes: UNKNOWN_SIZE,
    members: -1,
    holes: -1,
    holeBytes: -1,
    paddingBytes: -1,
  };
  if (resolved === null || !resolved.ok) return unknown;
  const struct = orderedFrom(resolved.value.desc);
  const members = struct.root.members.length;
  if (resolved.value.questions.length > 0) return { ...unknown, members };
  const { lineBytes } = resolved.value.desc.target;
  const found = figuresOf(computeLayout(struct), struct.root.keyword === 'union', {
    lineBytes,
    baseBytes: 0,
  });
  return {
    sizeBytes: found.sizeBytes,
    members,
    holes: found.holes,
    holeBytes: found.holeBytes,
    paddingBytes: found.paddingBytes,
  };
}
