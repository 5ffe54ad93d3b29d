import { usageMessage } from '../messages';
import { unquoted } from '../../core/base/prose';
import { doubtsOf } from '../../core/heat/bindingDoubts';
import { figuresOf } from '../../core/figures/figures';
import { applyEdits } from '../../core/edit/apply';
import { changeList } from '../../core/edit/changes';
import { SUPPLIED_FIELDS, type LayoutDocument, type Supplied } from '../../core/edit/document';
import { EDIT_FORMS } from '../../core/edit/parse';
import { computeLayout } from '../../core/layout/compute';
import { paholeText } from '../../core/format/pahole';
import { makeLink, whyUnopened } from '../../core/document/link';
import { mustBeAddress } from './pageAddress';
import { Failure } from '../failure';
import { diagnosticNotes } from '../open/diagnosticNotes';
import { documentOfLink, rawDocumentOfLink, readText } from '../open/structOf';
import { BOUND_HELP, BOUND_OPTIONS, heatOf } from './predict';
import { FLAG, parseWords, TEXT, TEXTS, type CliCommand } from '../words';
import { beginsLikeLink, holdsLink } from '../../core/document/linkText';

/** `hitmap link FILE STRUCT`: a link that holds all of a layout. */
export const LINK_COMMAND: CliCommand = {
  help: `hitmap link FILE STRUCT: a link that holds the layout, its changes and what is said of it

${BOUND_HELP}  --page ADDRESS      the page that opens the link (default: print only the part after the #)
  --supply FIELD=TEXT the author's own words: ${SUPPLIED_FIELDS.join(', ')}

FILE may be a link: its layout, with further edits, as a new link.

Edits:
${EDIT_FORMS.map((form) => `  ${form}\n`).join('')}`,
  run(args) {
    const { values, positionals } = parseWords('link', args, {
      ...BOUND_OPTIONS,
      page: TEXT,
      supply: TEXTS,
    });
    const { document, notes } = heatOf(values, positionals);
    const supplied = { ...document.supplied, ...suppliedOf(values.supply) };
    const whole = Object.keys(supplied).length === 0 ? document : { ...document, supplied };
    if (values.page !== undefined) mustBeAddress(values.page);
    const page = (values.page ?? '').replace(/#.*$/, '');
    const link = makeLink(whole);
    const unopened = whyUnopened(link);
    if (unopened !== null) throw new Failure(unopened);
    return { text: `${page}${link}\n`, notes };
  },
};

/** `hitmap open LINK`: what a link holds. */
export const OPEN_COMMAND: CliCommand = {
  help: `hitmap open LINK: what a link holds, with its layout in pahole's style

  --json    the document as the page holds it

LINK is a link, or a file with one in it (a mail); - is standard input. Line breaks and quote marks
inside of it are forgiven.
`,
  run(args) {
    const { values, positionals } = parseWords('open', args, { json: FLAG });
    const [word = ''] = positionals;
    if (word === '' || positionals.length > 1) {
      throw new Failure(usageMessage('open'));
    }
    const link = holdsLink(word) || beginsLikeLink(word) ? word : readText(word);
    if (values.json) {
      return { text: `${JSON.stringify(rawDocumentOfLink(link), null, 2)}\n`, notes: [] };
    }
    const document = documentOfLink(link);
    return { text: describe(document), notes: diagnosticNotes(document.struct.diagnostics) };
  },
};

function describe(document: LayoutDocument): string {
  const applied = applyEdits(document);
  const {
    struct,
    state: { lineBytes },
  } = applied;
  const layout = computeLayout(struct);
  const figures = figuresOf(layout, struct.root.keyword === 'union', applied.state);
  const { target, name } = document.struct;
  const changes = changeList(document.edits, applied).map(
    ({ words, skipped }) => `  ${words}${skipped === null ? '' : `   (skipped: ${skipped})`}`,
  );
  const sentences = SUPPLIED_FIELDS.flatMap((field) => {
    const text = document.supplied?.[field];
    return text === undefined ? [] : [`  ${field}: ${indented(text)}`];
  });
  const notes = applied.state.notes.map(({ member, text }) => `  ${member}: ${indented(text)}`);
  const tags = applied.state.tags.map(({ member, role }) => `  ${member}: ${role}`);
  const heat = document.profiles.map(({ name: profile, lines, types }) => {
    return `  ${profile}: ${lines.length} lines, ${types.length} types`;
  });
  const { claim } = document;
  return [
    `${struct.root.keyword} ${name}, ${target.machine}, ${figures.sizeBytes} bytes, lines of ${lineBytes} bytes`,
    ...section(
      'In doubt',
      doubtsOf(applied).map((doubt) => `  ${unquoted(doubt.text)}`),
    ),
    ...section('Supplied by the author', sentences),
    ...section(
      'Predicted when it was made',
      claim ? [`  ${claim.headline} (model ${claim.model})`] : [],
    ),
    ...section('Changes', changes),
    ...section('Tags', tags),
    ...section('Notes', notes),
    ...section('Profiles', heat),
    '',
    paholeText(struct, layout, lineBytes),
  ].join('\n');
}

/** Lines of prose behind what they are said of, so that none of them looks like one of ours. */
function indented(text: string): string {
  return text.replaceAll('\n', '\n    ');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines];
}

function suppliedOf(words: readonly string[]): Supplied {
  return Object.fromEntries(
    words.map((word) => {
      const [, field = '', text = ''] = /^(\w+)=(.*)$/s.exec(word) ?? [];
      if (!(SUPPLIED_FIELDS as readonly string[]).includes(field) || text === '') {
        throw new Failure(usageMessage('supply', SUPPLIED_FIELDS.join(', ')));
      }
      return [field, text];
    }),
  );
}
