import { addNotice, removeFile } from '../files/fileReducers';
import type { TextKind } from '../files/texts';

/** Six lines of kallsyms, System.map or nm in a row are nothing else. */
const SYMBOLS = /^(?:[0-9a-f]{4,16} +(?:[0-9a-f]+ +)?[A-Za-z?] \S+[^\n]*\n){6}/;

/** A list of symbols: it tells whether a report is of this kernel, and names its variables. */
export const SYMBOLS_TEXT: TextKind = {
  name: 'symbols (/proc/kallsyms, System.map, nm)',
  recognises: (text) => SYMBOLS.test(text),
  async take({ id, name, text, update }) {
    const { readSymbols } = await import('../../analysis/candidates/symbolTable');
    const table = readSymbols(text);
    update((state) =>
      table.ok
        ? {
            ...state,
            files: state.files.map((file) =>
              file.id === id ? { ...file, phase: { kind: 'symbols', table: table.value } } : file,
            ),
          }
        : addNotice(removeFile(state, id), { kind: 'error', title: name, text: table.error }),
    );
  },
};
