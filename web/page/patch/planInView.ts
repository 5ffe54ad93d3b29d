import type { InView } from '../state/inView';
import type { Result } from '../../core/base/result';
import type { Planned } from '../source/asks';
import { sourceClient } from '../source/sourceClient';
import type { LoadedFile, PatchOptions } from '../state/state';
import type { FoundHeader } from './findHeader';

/** Plans the patch of the struct in view; the error is that the reader itself failed. */
export function planInView(
  files: readonly LoadedFile[],
  view: InView,
  header: FoundHeader,
  options: PatchOptions,
): Promise<Result<Planned, string>> {
  const source = { ...header.source, path: options.path ?? header.source.path };
  const notes = new Map(view.edited.applied.state.notes.map((note) => [note.member, note.text]));
  return sourceClient().ask('plan', {
    source,
    document: view.document,
    tree: header.tree,
    split: options.split,
    boundaries: options.boundaries,
    mayChangeFormat: options.mayChangeFormat,
    versions: {
      header: header.version === null ? null : `Linux ${header.version}`,
      binary: binaryVersion(files, view),
    },
    comments: options.comments.flatMap((member) => {
      const text = notes.get(member);
      return text === undefined ? [] : [{ member, text, replacesTrailing: false }];
    }),
  });
}

/** The release of the kernel that the struct in view is from; null for other files, and for what is from none. */
export function binaryVersion(
  files: readonly LoadedFile[],
  view: Pick<InView, 'open'>,
): string | null {
  const { origin } = view.open;
  if (origin.kind !== 'file') return null;
  const phase = files.find((file) => file.id === origin.file)?.phase;
  const release = phase?.kind === 'ready' ? phase.facts.kernelRelease : null;
  return release === null ? null : `Linux ${release}`;
}
