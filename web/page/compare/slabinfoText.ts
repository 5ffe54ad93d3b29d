import { sentence } from '../../core/base/messages';
import { fetched } from '../../core/base/fetched';
import { addNotice, removeFile } from '../state/fileReducers';
import type { TextIntake } from '../state/textIntake';

/** How many objects of which size a machine has in its slab caches. */
export async function takeSlabinfo({ id, name, text, update }: TextIntake): Promise<void> {
  const { readSlabinfo } = await fetched(() => import('../../core/compare/slabinfo'));
  const caches = readSlabinfo(text());
  update((state) =>
    caches.ok
      ? {
          ...state,
          files: state.files.map((file) =>
            file.id === id ? { ...file, phase: { kind: 'slabs', caches: caches.value } } : file,
          ),
        }
      : addNotice(removeFile(state, id), {
          kind: 'error',
          title: name,
          text: sentence(caches.error),
        }),
  );
}
