import { unquoted } from '../../core/base/prose';
import { jsonText } from '../../core/format/jsonText';
import { heatOf as heatOfDocument } from '../../core/heat/heatOf';
import { doubtsToMend } from '../../core/heat/bindingDoubts';
import type { Finding } from '../../core/findings/finding';
import { findingsOf } from '../../core/findings/findings';
import { orderedFrom } from '../../core/layout/original';
import { computeLayout } from '../../core/layout/compute';
import { doubtText } from '../../core/format/wrapped';
import { parseWords, type CliCommand } from '../words';
import { SOURCE_ARGS, SOURCE_HELP } from '../open/sourceOptions';
import { heatOf, HEAT_OPTIONS } from './predict';

/** `hitmap findings FILE STRUCT`: what is worth looking at in a layout, each with its reason. */
export const FINDINGS_COMMAND: CliCommand = {
  help: `hitmap findings FILE STRUCT: what is worth looking at in a layout, after edits

Races that an edit makes come first. Measured heat or tags then give false sharing, locks beside or
apart from what they protect, and hot fields that straddle. Last come alignments that cost more
than they separate, and holes that a later field fills. Without a profile or tags nobody knows what
is hot, so that only races and holes are looked for.

  --edit 'WORDS'      an edit, again for more; they apply in order. Tags replace a profile:
                      --edit 'tag f_ref write-hot' --edit 'tag f_op read-hot'
  --profile REPORT    a perf c2c report or recording that was measured on the unedited struct
  --line N            which line of the report: its address, or its number (0 is the first)
  --at BYTES          where in the struct that line begins; --base-offset BYTES is --at -BYTES
${SOURCE_HELP}  --json              JSON; its shape is in docs/json.md

FILE may be a link, or a text with the plain table of a layout in it; STRUCT is not needed then.
`,
  run(args) {
    const { edit, profile, line, at, json } = HEAT_OPTIONS;
    const base = { 'base-offset': HEAT_OPTIONS['base-offset'] };
    const options = { edit, profile, line, at, ...base, json, ...SOURCE_ARGS };
    const { values, positionals } = parseWords('findings', args, options);
    const { document, applied, notes } = heatOf(values, positionals);
    const { current } = heatOfDocument(document, applied);
    const original = orderedFrom(document.struct);
    const findings = findingsOf(applied, computeLayout(applied.struct), original, current);
    const doubts = findings.some(({ lines }) => lines.length > 0) ? doubtsToMend(applied) : [];
    if (values.json) {
      const struct = document.struct.name;
      const json = { v: 1, struct, doubts, findings };
      return { text: jsonText(json), notes };
    }
    const asked = current === null && applied.state.tags.length === 0;
    return {
      text: [
        findings.length === 0 ? 'Nothing was found.\n' : findings.map(textOf).join('\n'),
        ...doubts.map((doubt) => `\n${doubtText(doubt)}`),
      ].join(''),
      notes: asked
        ? [...notes, 'note: nothing is measured or tagged, so nothing is known to be hot.']
        : notes,
    };
  },
};

function textOf({ title, reason }: Finding): string {
  return `${title}\n  ${unquoted(reason)}\n`;
}
