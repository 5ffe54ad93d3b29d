import { usageMessage } from '../messages';
import { EDIT_FORMS } from '../../core/edit/parse';
import { EXPORT_FORMS } from '../../core/format/share/exportForms';
import { exportText } from '../../core/format/share/exportText';
import { svgOfDocument } from '../../core/format/svgOfDocument';
import { Failure } from '../failure';
import { parseWords, TEXT, type CliCommand } from '../words';
import { pngOfSvg } from '../png';
import { BOUND_HELP, BOUND_OPTIONS, heatOf } from './predict';

const PICTURES = [
  { form: 'svg', title: 'picture, with heat or tags' },
  { form: 'png', title: 'the same in pixels: `> FILE.png`' },
] as const;

/** `hitmap export FILE STRUCT`: a layout in a form for elsewhere. */
export const EXPORT_COMMAND: CliCommand = {
  help: `hitmap export FILE STRUCT: the layout in a form for elsewhere, on standard output

  --as FORM           one of these (default: pahole)
${[...EXPORT_FORMS, ...PICTURES]
  .map(({ form, title }) => `                        ${form.padEnd(15)}${title}\n`)
  .join('')}  --theme light|dark  of a picture
${BOUND_HELP}
FILE may be a link, or a text with the plain table of a layout in it; STRUCT is not needed then.

Edits:
${EDIT_FORMS.map((form) => `  ${form}\n`).join('')}`,
  async run(args) {
    const { values, positionals } = parseWords('export', args, {
      as: TEXT,
      theme: TEXT,
      ...BOUND_OPTIONS,
    });
    const { document, notes } = heatOf(values, positionals);
    const word = values.as ?? 'pahole';
    if (word === 'svg' || word === 'png') {
      const svg = svgOfDocument(document, themeOf(values.theme));
      if (word === 'svg') return { text: svg, as: 'file', notes };
      return { text: '', bytes: await pngOfSvg(svg), notes };
    }
    const form = EXPORT_FORMS.find((each) => each.form === word);
    if (form === undefined) {
      const all = [...EXPORT_FORMS, ...PICTURES].map((each) => each.form).join(', ');
      throw new Failure(usageMessage('export-as', all, word));
    }
    const text = exportText(document, form.form);
    if (!text.ok) throw new Failure(text.error);
    return { text: text.value, notes };
  },
};

function themeOf(word: string | undefined): 'light' | 'dark' {
  if (word === undefined || word === 'light') return 'light';
  if (word === 'dark') return word;
  throw new Failure(usageMessage('theme', word));
}
