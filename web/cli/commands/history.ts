import type { Message } from '../../core/base/messages';
import { usageMessage } from '../messages';
import { withoutEdits } from '../../core/edit/apply';
import type { Applied } from '../../core/edit/applied';
import { newDocument } from '../../core/edit/document';
import { changedMembers, structHistory } from '../../core/compare/structHistory';
import { historySvg, historyText } from '../../core/format/compare/historyText';
import { jsonText } from '../../core/format/jsonText';
import { Failure } from '../failure';
import { fileName } from '../open/fileName';
import { findStruct } from '../open/findStruct';
import { openFile } from '../open/openFile';
import { FLAG, parseWords, type CliCommand } from '../words';

/** `hitmap history STRUCT FILE…`: a struct over several kernels. */
export const HISTORY_COMMAND: CliCommand = {
  help: `hitmap history STRUCT FILE...: size, lines and holes of a struct over several kernels, and where each member went

  --changed           only members that some file has elsewhere, or not at all
  --svg               a picture: a column for each FILE, and where each member went in the next
  --json              JSON; its shape is in docs/json.md

A column for each FILE (BTF, DWARF, or a bundle of hitmap-capture.sh), in the order in which they are given, under
its release where it states one. A cell is the member's byte and its cache line, \`64:1\`; * marks one that moved.

  hitmap history file v6.1/vmlinux v6.6/vmlinux v6.12/vmlinux
`,
  run(args) {
    const { values, positionals } = parseWords('history', args, {
      changed: FLAG,
      svg: FLAG,
      json: FLAG,
    });
    const [struct, ...paths] = positionals;
    if (struct === undefined || paths.length === 0) {
      throw new Failure(usageMessage('history'));
    }
    const lacking: Message[] = [];
    const found = paths.map((path) => releaseOf(path, struct, (reason) => lacking.push(reason)));
    const [first] = lacking;
    if (first !== undefined && lacking.length === paths.length) throw new Failure(first);
    const whole = structHistory(found);
    const history = values.changed ? changedMembers(whole) : whole;
    const text = values.json
      ? jsonText({ v: 1, struct, ...history })
      : values.svg
        ? historySvg(history, struct, 'light')
        : historyText(history, struct);
    return { text, notes: lacking.map((each) => ({ ...each, severity: 'warning' as const })) };
  },
};

function releaseOf(
  path: string,
  struct: string,
  onLack: (reason: Message) => void,
): { readonly name: string; readonly applied: Applied | null } {
  const file = openFile(path, 'best', false);
  try {
    const name = file.session.facts.kernelRelease ?? fileName(path);
    try {
      return { name, applied: withoutEdits(newDocument(findStruct(file, struct))) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // A struct that a kernel does not have yet, or no more, is part of its history.
      onLack(error.problem);
      return { name, applied: null };
    }
  } finally {
    file.close();
  }
}
