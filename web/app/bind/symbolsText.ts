import { addNotice, removeFile } from '../files/fileReducers';
import type { Taking } from '../files/taking';

/** A list of symbols: it tells whether a report is of this kernel, and names its variables. */
export async function takeSymbols({ id, name, text, update }: Taking): Promise<void> {
  const { readSymbols } = await import('../../analysis/candidates/symbolTable');
  const table = readSymbols(text());
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
}
