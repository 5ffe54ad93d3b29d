import { error, messagesOf, warning } from '../base/messages';

/** Why a layout is not exported in a form. */
export const exportMessage = messagesOf('export', {
  'no-change': error(
    () => 'The layout is the same before and after the edits: there is nothing to compare.',
  ),
  'no-heat': error(() => 'No cache line of a perf c2c report is bound to this struct.'),
});

const AS_IT_IS = 'It is shown as it is now: look at what was changed.';

/** Why the text of a table is not read, and what of it is not as it was written. */
export const tableMessage = messagesOf('table', {
  newer: error((form = 2) => ({
    text: `This table has form ${form}, which is newer than this page.`,
    fix: 'Open it with the page that it came from.',
  })),
  'damaged-title': error(() => ({
    text: 'The first row of this table is damaged.',
    fix: 'A first row begins with the struct’s name and ends with [hitmap-table 1].',
  })),
  'unknown-machine': error(
    (machine = 'MACHINE') =>
      `The first row of this table is damaged: \`${machine}\` is not a machine.`,
  ),
  cut: error(() => ({
    text: 'This table is cut: its last row, `[end, …]`, is missing.',
    fix: 'Paste the whole table.',
  })),
  damaged: error((why = 'Its structs are nested too deeply.') => `This table is damaged. ${why}`),
  changed: warning(() => ({
    text: 'The table was changed after it was written.',
    fix: AS_IT_IS,
  })),
  'rows-missing': warning((missing = 2, total = '12') => ({
    text: `The table was changed after it was written: ${missing} of its ${total} rows are missing.`,
    fix: AS_IT_IS,
  })),
  'rows-added': warning((added = 2, total = '12') => ({
    text: `The table was changed after it was written: ${added} of its ${total} rows were added.`,
    fix: AS_IT_IS,
  })),
});
