/** The forms in which a layout can be taken away as text, from the page and the command line alike. */
export const EXPORT_FORMS = [
  { form: 'pahole', title: 'pahole text', short: 'pahole' },
  { form: 'pahole-before', title: 'pahole text, before the changes', short: 'pahole before' },
  { form: 'diff', title: 'diff of the two', short: 'Diff' },
  { form: 'markdown', title: 'Markdown table', short: 'Markdown' },
  {
    form: 'table',
    title: 'plain table, which opens again when it is pasted here',
    short: 'Plain table',
  },
  { form: 'heat', title: 'c2c table with field names', short: 'c2c table' },
  { form: 'json', title: 'JSON (the layout)', short: 'JSON' },
  { form: 'document', title: 'JSON (the whole document, with its heat)', short: 'Document' },
] as const;

export type ExportForm = (typeof EXPORT_FORMS)[number]['form'];
