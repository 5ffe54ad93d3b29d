import { sentence } from '../../core/base/messages';
import { fetched, Unfetched, unfetched } from '../../core/base/fetched';
import { fail, ok, type Result } from '../../core/base/result';
import type { StructId } from '../../core/layout/ids';
import type { openDocument } from '../state/documentReducers';
import type { Notice } from '../state/state';
import { studyCard, type StudyId } from '../state/studyList';

type Opened = Parameters<typeof openDocument>[1];

/** The documents come as script chunks, without a request of the page's own. */
const DOCUMENTS: Readonly<Record<StudyId, () => Promise<{ readonly default: unknown }>>> = {
  'file-f_ref': () => import('../../../public/studies/file-f_ref.json'),
  address_space: () => import('../../../public/studies/address_space.json'),
  mm_struct: () => import('../../../public/studies/mm_struct.json'),
  pcpu_chunk: () => import('../../../public/studies/pcpu_chunk.json'),
  'file-f_count': () => import('../../../public/studies/file-f_count.json'),
};

export const partsOfStudy = (id: StudyId) =>
  Promise.all([
    DOCUMENTS[id](),
    import('../../core/edit/validate'),
    import('./stories'),
    import('./storyStep'),
  ]);

/** A study with its story, at the first step. */
export async function loadStudy(id: StudyId): Promise<Result<Opened, Omit<Notice, 'id'>>> {
  const card = studyCard(id);
  const failed = (text: string) => fail({ kind: 'error' as const, title: card.title, text });
  const loaded = await fetched(() => partsOfStudy(id)).catch(unfetched);
  if (loaded instanceof Unfetched) return failed(loaded.message);
  const [{ default: json }, { parseDocument }, { STORIES }, { editsOfStep }] = loaded;
  const document = parseDocument(json);
  if (!document.ok) return failed(sentence(document.error));
  const [first] = STORIES[id];
  const edits = first ? editsOfStep(first) : [];
  return ok({
    id: `${id}/${document.value.struct.key}` as StructId,
    origin: { kind: 'study', study: id, title: card.from, step: 0, byStory: edits },
    document: { ...document.value, edits },
  });
}
