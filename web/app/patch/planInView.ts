import type { SettledView } from '../document/inView';
import { dialectOf } from '../../output/patch/request';
import { textOfBytes } from '../../output/patch/text';
import type { Result } from '../../base/result';
import type { Planned } from '../source/asks';
import { sourceClient } from '../source/sourceClient';
import type { PatchOptions } from '../source/sourceState';
import type { FoundHeader } from './findHeader';

/** Plans the patch of the struct in view; the error is that the reader itself failed. */
export function planInView(
  view: SettledView,
  header: FoundHeader,
  options: PatchOptions,
): Promise<Result<Planned, string>> {
  const source = { ...header.source, path: options.path ?? header.source.path };
  const notes = new Map(view.edited.applied.notes.map((note) => [note.member, note.text]));
  return sourceClient().ask('plan', {
    source,
    document: view.document,
    dialect: dialectOf(source.path, textOfBytes(source.bytes)),
    split: options.split,
    boundaries: options.boundaries,
    comments: options.comments.flatMap((member) => {
      const text = notes.get(member);
      return text === undefined ? [] : [{ member, text, replacesTrailing: false }];
    }),
  });
}
