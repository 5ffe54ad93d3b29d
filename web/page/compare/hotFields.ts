import type { MemberPath } from '../../core/layout/ids';
import { fieldAround } from '../../core/compare/config';
import { heatOf } from '../../core/heat/heatOf';
import type { InView } from '../struct/inView';

/** The fields that a comparison looks at, and why these. */
export interface HotFields {
  readonly from: 'measured' | 'tagged' | 'moved';
  readonly paths: readonly MemberPath[];
}

/** The page has room for the neighbours of so many. */
const MOST = 3;

/** The hottest measured fields; without heat those tagged hot, without tags those that the edits name. */
export function hotFields({ document, edited }: InView): HotFields {
  const { current } = heatOf(document, edited.applied);
  const measured = (current?.heat.fields ?? []).map(
    ({ path }) => fieldAround(edited.layout, path)?.path ?? path,
  );
  if (measured.length > 0) return { from: 'measured', paths: first(measured) };
  const tagged = edited.applied.state.tags
    .filter(
      ({ role }) =>
        role === 'write-hot' || role === 'counter' || role === 'lock' || role === 'read-hot',
    )
    .map(({ member }) => member);
  if (tagged.length > 0) return { from: 'tagged', paths: first(tagged) };
  const moved = document.edits.flatMap((edit) =>
    edit.kind === 'move'
      ? edit.members
      : edit.kind === 'align' || edit.kind === 'isolate'
        ? [edit.member]
        : [],
  );
  return { from: 'moved', paths: first(moved) };
}

function first(paths: readonly MemberPath[]): readonly MemberPath[] {
  return [...new Set(paths)].slice(0, MOST);
}
