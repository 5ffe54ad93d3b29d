import { noteMessage } from '../messages';
import { sentence } from '../../core/base/messages';
import { unquoted } from '../../core/base/prose';
import { jsonText } from '../../core/format/jsonText';
import { heatOf as heatOfDocument } from '../../core/heat/heatOf';
import { doubtsOf } from '../../core/heat/bindingDoubts';
import type { Finding } from '../../core/findings/finding';
import { findingsOf } from '../../core/findings/findings';
import { orderedFrom } from '../../core/layout/original';
import { computeLayout } from '../../core/layout/compute';
import { doubtText } from '../../core/format/wrapped';
import { FLAG, parseWords, type CliCommand } from '../words';
import { BOUND_HELP, BOUND_OPTIONS, heatOf } from './predict';

/** `hitmap findings FILE STRUCT`: what is worth looking at in a layout, each with its reason. */
export const FINDINGS_COMMAND: CliCommand = {
  help: `hitmap findings FILE STRUCT: what is worth looking at in a layout, after edits

Races that an edit makes come first. Measured heat or tags then give false sharing, locks beside or
apart from what they protect, and hot fields that straddle. Last come alignments that cost more
than they separate, and holes that a later field fills. Without a profile or tags nobody knows what
is hot, so that only races and holes are looked for.

${BOUND_HELP}  --json              JSON; its shape is in docs/json.md

FILE may be a link, or a text with the plain table of a layout in it; STRUCT is not needed then.
`,
  run(args) {
    const options = { ...BOUND_OPTIONS, json: FLAG };
    const { values, positionals } = parseWords('findings', args, options);
    const { document, applied, notes } = heatOf(values, positionals);
    const { current } = heatOfDocument(document, applied);
    const original = orderedFrom(document.struct);
    const findings = findingsOf(applied, computeLayout(applied.struct), original, current);
    const doubts = findings.some(({ lines }) => lines.length > 0) ? doubtsOf(applied) : [];
    if (values.json) {
      const struct = document.struct.name;
      const json = { v: 1, struct, doubts, findings };
      return { text: jsonText(json), notes };
    }
    const isRequested = current === null && applied.state.tags.length === 0;
    return {
      text: [
        findings.length === 0 ? 'Nothing was found.\n' : findings.map(textOf).join('\n'),
        ...doubts.map((doubt) => `\n${doubtText(sentence(doubt))}`),
      ].join(''),
      notes: isRequested ? [...notes, noteMessage('nothing-hot')] : notes,
    };
  },
};

function textOf({ title, reason }: Finding): string {
  return `${title}\n  ${unquoted(reason)}\n`;
}
