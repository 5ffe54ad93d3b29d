import { binaryVersion } from './planInView';
import type { InView } from '../state/inView';
import type { AppState } from '../state/state';
import { structFacts } from '../kit/structFacts';

/** Which file to drop, and of which version: `include/linux/fs.h` of Linux 6.1.0. */
export function wantedHeader(state: AppState, view: InView): string {
  const { struct } = view.document;
  const root = struct.types[struct.root];
  const { keyword, name } = structFacts(struct);
  const { origin } = view.open;
  const version = binaryVersion(state.files, view);
  const of = version === null ? '' : ` of ${version}`;
  const file = root?.declared?.file ?? '';
  if (file === '') {
    const source = origin.kind === 'study' ? '' : of;
    return `A patch needs the text of the declaration: drop the header that declares \`${keyword} ${name}\`${source}, or the folder of its source.`;
  }
  const line = root?.declared?.line ?? 0;
  return `A patch needs the text of the declaration: drop \`${file}\`${of} (source line ${line}), or the folder of its source.`;
}
