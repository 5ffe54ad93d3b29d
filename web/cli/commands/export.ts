import { applyEdits, withoutEdits } from '../../edit/apply';
import { EDIT_FORMS } from '../../edit/parse';
import { computeLayout } from '../../layout/compute';
import { layoutDiff, paholeOf } from '../../output/layoutDiff';
import { markdownTable } from '../../output/markdown';
import { svgOfDocument } from '../../output/svgOfDocument';
import { Failure } from '../failure';
import { documentOf } from '../open/structOf';
import { parseWords, TEXT, TEXTS, type CliCommand } from '../words';

const FORMS = ['pahole', 'diff', 'markdown', 'svg', 'document'] as const;

/** `hitmap export FILE STRUCT`: a layout in a form for elsewhere. */
export const EXPORT_COMMAND: CliCommand = {
  help: `hitmap export FILE STRUCT: the layout in a form for elsewhere, on standard output

  --as FORM           ${FORMS.join(', ')} (default: pahole). diff is of pahole's text
                      before and after the edits; document is what the page and a link hold, as JSON
  --theme light|dark  of svg
  --edit 'WORDS'      an edit, again for more; they apply in order

FILE may be a link; STRUCT is not needed then.

Edits:
${EDIT_FORMS.map((form) => `  ${form}\n`).join('')}`,
  async run(args) {
    const { values, positionals } = parseWords('export', args, {
      as: TEXT,
      theme: TEXT,
      edit: TEXTS,
    });
    const [file = '', ...words] = positionals;
    const document = await documentOf(file, words.join(' '), values.edit);
    const before = withoutEdits(document);
    const after = applyEdits(document);
    const form = FORMS.find((each) => each === (values.as ?? 'pahole'));
    switch (form) {
      case undefined:
        throw new Failure(`--as takes ${FORMS.join(', ')}, not \`${values.as ?? ''}\`.`);
      case 'pahole':
        return { text: paholeOf(after), notes: [] };
      case 'diff':
        return { text: layoutDiff(before, after), notes: [] };
      case 'markdown':
        return {
          text: markdownTable(after, document.edits.length === 0 ? null : before),
          notes: [],
        };
      case 'svg':
        return {
          text: svgOfDocument(after, computeLayout(before.struct), document, themeOf(values.theme)),
          notes: [],
        };
      case 'document':
        return { text: `${JSON.stringify(document, null, 2)}\n`, notes: [] };
    }
  },
};

function themeOf(word: string | undefined): 'light' | 'dark' {
  if (word === undefined || word === 'light') return 'light';
  if (word === 'dark') return word;
  throw new Failure(`--theme takes light or dark, not \`${word}\`.`);
}
