import { addNotice, removeFile } from '../state/fileReducers';
import type { TextIntake } from '../state/textIntake';
import { askText } from '../state/textClient';

/** A list of symbols: it shows whether a report comes from this kernel, and names its variables. */
export async function takeSymbols({ id, name, bytes, stopped, update }: TextIntake): Promise<void> {
  const answer = await askText('symbols', bytes, stopped);
  if (answer === null) return;
  const table = answer.ok ? answer.value : answer;
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
