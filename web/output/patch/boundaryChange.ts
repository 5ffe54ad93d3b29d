import { computeLayout } from '../../layout/compute';
import { orderedFrom } from '../../layout/original';
import { recordAt, walkBody } from '../../layout/text/textMembers';
import { boundariesOf, type Boundaries } from './boundaries';
import type { PatchWarning } from './outcome';
import type { PatchRequest } from './request';
import type { ReadText } from './selfCheck';
import { linesOf } from './text';
import type { Verified } from './verify';

/** What edits make of the comments that say where cache lines begin. */
export interface BoundaryChange {
  /** The header after the edits with true ones. */
  readonly corrected: string;
  /** About those that were true before and are not any more. */
  readonly warnings: readonly PatchWarning[];
}

export function boundaryChange(
  request: PatchRequest,
  untouched: Verified,
  edited: Verified,
): BoundaryChange {
  const { struct } = request.document;
  const before = computeLayout(orderedFrom(struct));
  const after = computeLayout(request.applied.struct);
  const of = (verified: Verified, layout: typeof before) =>
    boundariesOf(verified, layout, before.sizeBits / 8, struct.target.lineBytes);
  const was = of(untouched, before);
  const is = of(edited, after);
  return { corrected: is.corrected, warnings: warningsOf(was, is) };
}

function warningsOf(was: Boundaries, is: Boundaries): readonly PatchWarning[] {
  const stale = is.wrong.filter((each) => !was.wrong.includes(each));
  const missing = is.missing && !was.missing;
  if (stale.length === 0 && !missing) return [];
  const lines = stale.flatMap((each) => was.places[each] ?? []);
  const where =
    lines.length === 1 ? `at line ${lines[0]} says` : `at lines ${lines.join(', ')} say`;
  const sentence =
    lines.length === 0
      ? 'Comments say where cache lines begin ("--- cacheline N boundary ---"), and one more line begins now.'
      : `${lines.length === 1 ? 'The comment' : 'The comments'} ${where} where a cache line begins ("--- cacheline N boundary ---"), which is no longer true.`;
  const label = `Rewrite the cache line comments`;
  return [
    {
      kind: 'boundary',
      sentence,
      line: lines[0] ?? null,
      wayOut: { kind: 'rewriteBoundaries', label },
    },
  ];
}

/** Whether two versions of a struct differ in nothing but these comments and blank lines. */
export function sameButForBoundaries(a: ReadText, b: ReadText): boolean {
  return a.text === b.text || otherLines(a).join('') === otherLines(b).join('');
}

function otherLines({ text, doc, record }: ReadText): readonly string[] {
  const left = new Set<number>();
  const leave = (body: number) =>
    walkBody(recordAt(doc, body).body, (node) => {
      if (node.kind === 'blank' || (node.kind === 'comment' && node.boundary !== null)) {
        for (let line = node.lines.first; line <= node.lines.last; line++) left.add(line);
      }
      if (node.kind !== 'piece') return;
      for (const { record: inner } of node.piece.members) if (inner !== null) leave(inner);
    });
  leave(record);
  return linesOf(text).filter((_, index) => !left.has(index + 1));
}
