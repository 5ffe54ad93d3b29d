import { addNotice, removeFile } from '../files/fileReducers';
import type { TextKind } from '../files/texts';

/** Its first line, or the second where the first was not copied. */
const SLABINFO = /^(?:slabinfo - version: \d|# *name +<active_objs> )/;

/** How many objects of which size a machine has in its slab caches. */
export const SLABINFO_TEXT: TextKind = {
  name: '/proc/slabinfo',
  recognises: (text) => SLABINFO.test(text),
  async take({ id, name, text, update }) {
    const { readSlabinfo } = await import('../../analysis/compare/slabinfo');
    const caches = readSlabinfo(text);
    update((state) =>
      caches.ok
        ? {
            ...state,
            files: state.files.map((file) =>
              file.id === id ? { ...file, phase: { kind: 'slabs', caches: caches.value } } : file,
            ),
          }
        : addNotice(removeFile(state, id), { kind: 'error', title: name, text: caches.error }),
    );
  },
};
