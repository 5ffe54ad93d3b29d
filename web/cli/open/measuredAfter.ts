import { inputMessage, usageMessage } from '../messages';
import { sliceProfile, profileLines } from '../../core/heat/slice';
import { placeAfter } from '../../core/model/placeAfter';
import { profileBases } from '../../core/model/basis';
import { applyEdits } from '../../core/edit/apply';
import type { LayoutDocument } from '../../core/edit/document';
import type { Edit } from '../../core/edit/edit';
import { layoutEdits } from '../../core/edit/layoutEdits';
import { Failure } from '../failure';
import { offsetBytesOf, lineOf, withNeighbours, type BoundDocument } from './boundDocument';
import { fileName } from './fileName';
import { diagnosticNotes } from './diagnosticNotes';
import { readProfile } from './readProfile';

export interface MeasuredOptions {
  /** A report of a run on the edited order. */
  readonly path: string;
  /** Which of its lines, and where in the edited struct that begins; found by its functions where left out. */
  readonly line: string | undefined;
  readonly offset: string | undefined;
}

/** A document with a report that was measured on the order which its edits make. */
export function withMeasured(
  document: LayoutDocument,
  { path, line, offset }: MeasuredOptions,
): BoundDocument {
  const applied = applyEdits(document);
  const measuredOn = layoutEdits(document);
  const name = nameBeside(fileName(path), document);
  if (measuredOn.length === 0) {
    throw new Failure(usageMessage('measured-without-edit'));
  }
  const profile = readProfile(path);
  const lines = profileLines(profile);
  const wanted = line === undefined ? null : lineOf(profile, line);
  const target = placed();
  const known = withNeighbours(profile, new Set([target.id]));
  const bind: Edit = { kind: 'bind', profile: name, target: target.id, offsetBytes: target.at };
  const measured = sliceProfile(profile, { name, measuredOn, wanted: known });
  return {
    document: {
      ...document,
      profiles: [...document.profiles, measured],
      edits: [...document.edits, bind],
    },
    notes: diagnosticNotes(profile.diagnostics, name),
  };

  function placed(): { readonly id: string; readonly at: number } {
    if (offset !== undefined) {
      const id = wanted ?? lines[0]?.id;
      if (id === undefined) throw new Failure(inputMessage('no-lines', name));
      return { id, at: offsetBytesOf('--measured-at', offset) };
    }
    const [basis] = profileBases(document, applied);
    const among = wanted === null ? lines : lines.filter(({ id }) => id === wanted);
    const found = basis && placeAfter(among, basis, applied.struct, profile.lineBytes);
    if (!found) {
      throw new Failure(inputMessage('lines-unplaced', name));
    }
    return { id: found.line.id, at: found.offsetBytes };
  }
}

/** Two reports of one name in different folders are two profiles. */
function nameBeside(name: string, { profiles }: LayoutDocument): string {
  return profiles.some((each) => each.name === name) ? `${name} (after)` : name;
}
