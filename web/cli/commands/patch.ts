import { createHash } from 'node:crypto';
import { applyEdits } from '../../core/edit/apply';
import { newDocument, type LayoutDocument } from '../../core/edit/document';
import { parseEdit } from '../../core/edit/parse';
import type { StructDesc } from '../../core/facts/generated';
import type { SourceText } from '../../core/layout/text/sourceText';
import { type Hazards, orderChange } from '../../core/patch/hazards/places';
import { hazardLines, hazardReport } from '../../core/patch/hazards/report';
import type { Patch } from '../../core/patch/outcome';
import { planPatch } from '../../core/patch/plan';
import { readable, textOfBytes } from '../../core/patch/text';
import { treeVersionOf, VERSION_FILES } from '../../core/patch/treeVersion';
import type { MemberPath } from '../../core/layout/ids';
import { Failure } from '../failure';
import { findStruct } from '../open/findStruct';
import { PATCH_HELP } from './helpPatch';
import { followedBy, givenSource } from '../open/followed';
import { openFile } from '../open/openFile';
import { headerOf, treeAt } from '../open/headerOf';
import { pathInTree } from '../open/pathInTree';
import { csource, readTextFile, scalarsOf, structOfTextFile } from '../open/openText';
import { FLAG, parseWords, TEXT, TEXTS, type CliCommand, type CommandResult } from '../words';
import { parseTextOptions, TEXT_ARGS } from '../open/textOptions';
import { bindingsIn, withProfiles, type BoundDocument } from '../open/boundDocument';
import { hazardsWithProgress } from './hazardsInTree';
import { patchMail } from './patchMail';

/** `hitmap patch FILE STRUCT --tree DIR --edit '…' [--mail]`: the edits as a patch of the struct's header. */
export const PATCH_COMMAND: CliCommand = { help: PATCH_HELP, run: runPatch };

function runPatch(args: readonly string[]): CommandResult {
  const { values, positionals } = parse(args);
  const [path, ...words] = positionals;
  if (path === undefined || words.length === 0) {
    throw new Failure('patch takes a file and a struct: `hitmap patch FILE STRUCT --tree DIR`.');
  }
  const wanted = words.join(' ');
  const bytes = readTextFile(path);
  const { desc, binary, version } =
    bytes === null
      ? fromBinary(path, wanted)
      : {
          desc: structOfTextFile(path, bytes, wanted, parseTextOptions(values)),
          binary: path,
          version: null,
        };
  const header =
    bytes === null
      ? headerOf(desc, values, version)
      : { path: pathInTree(path, values.tree, null), bytes };
  const tree = values.tree === undefined ? null : treeAt(values.tree);
  const given = givenSource(header, desc, tree);
  const { doc } = given.source;
  const { document, notes } = documentWith(followedBy(given, desc).desc, values);
  const result = planPatch({
    header: { ...header, doc },
    document,
    applied: applyEdits(document),
    dialect: given.dialect,
    defined: given.defined,
    scalars: scalarsOf(desc.target),
    split: values.split as MemberPath[],
    comments: reasonsOf(values, document).map((note) => ({ ...note, replacesTrailing: false })),
    boundaries: values.boundaries,
    mayChangeFormat: values.format,
    versions: { header: sourceVersion(values), binary: version },
    csource: csource(),
    sha1: (data) => createHash('sha1').update(data).digest('hex'),
  });
  if (!result.ok) {
    const { sentence, wayOut } = result.error;
    const way =
      wayOut === null
        ? ''
        : wayOut.kind === 'splitDeclaration'
          ? ` \`--split ${wayOut.member}\` does it.`
          : ' `--format` makes the patch all the same.';
    throw new Failure(`no patch: ${sentence}${way}`);
  }
  const made = outcome(values, document, { binary, version, source: given.source }, result.value);
  return { ...made, notes: [...made.notes, ...notes] };
}

/** The notes that become comments. */
function reasonsOf({ comments }: Values, document: LayoutDocument): LayoutDocument['notes'] {
  return comments ? applyEdits(document).state.notes : [];
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return parseWords('patch', args, {
    json: FLAG,
    edit: TEXTS,
    tree: TEXT,
    header: TEXT,
    split: TEXTS,
    comments: FLAG,
    boundaries: FLAG,
    format: FLAG,
    mail: FLAG,
    profile: TEXTS,
    line: TEXT,
    at: TEXT,
    subsystem: { type: 'string', default: '' },
    ...TEXT_ARGS,
  });
}

function fromBinary(path: string, wanted: string) {
  const file = openFile(path, 'best', false);
  const desc = findStruct(file, wanted);
  const { kernelRelease, buildId } = file.session.facts;
  const version = kernelRelease === null ? null : `Linux ${kernelRelease}`;
  const name = version ?? path;
  file.close();
  return { desc, binary: buildId === null ? name : `${name}, build-id ${buildId}`, version };
}

function documentWith(desc: StructDesc, values: Values): BoundDocument {
  const { binds, others } = bindingsIn(values.edit);
  const { profile: profiles, line, at: offset } = values;
  return withProfiles(edited(desc, others), { profiles, line, offset }, binds, null);
}

function edited(desc: StructDesc, words: readonly string[]): LayoutDocument {
  const edits = words.map((each) => {
    const edit = parseEdit(each);
    if (edit.ok) return edit.value;
    throw new Failure(edit.error);
  });
  const document = { ...newDocument(desc), edits };
  const [skipped] = applyEdits(document).skipped;
  if (skipped !== undefined) {
    throw new Failure(`--edit '${words[skipped.index] ?? ''}': ${skipped.reason}`);
  }
  return document;
}

/** What the tree says that it is. */
function sourceVersion({ tree }: Values): string | null {
  if (tree === undefined) return null;
  const { text } = treeAt(tree);
  const found = treeVersionOf(text(VERSION_FILES.utsrelease), text(VERSION_FILES.makefile));
  return found === null ? null : `Linux ${found}`;
}

function outcome(
  values: Values,
  document: LayoutDocument,
  {
    binary,
    version,
    source,
  }: { readonly binary: string; readonly version: string | null; readonly source: SourceText },
  patch: Patch,
): CommandResult {
  const { tree } = values;
  const hazards =
    tree === undefined ? null : hazardsWithProgress(treeAt(tree), document.struct, source);
  if (values.json) return { text: `${JSON.stringify(json(patch, hazards), null, 2)}\n`, notes: [] };
  const change = orderChange(document, applyEdits(document));
  const told = hazardLines(hazards === null ? null : hazardReport(hazards, change));
  const notes = [
    `${patch.path}: ${VERDICTS[patch.verdict.kind]}. ${patch.unchecked}`,
    ...patch.warnings.map(
      ({ sentence, wayOut }) =>
        `warning: ${sentence}${wayOut === null ? '' : ' `--boundaries` rewrites them.'}`,
    ),
    ...told,
  ];
  const text = values.mail
    ? patchMail(document, {
        binary,
        patch,
        subsystem: values.subsystem,
        reasons: reasonsOf(values, document),
        configuration: version,
        hazards: told,
      })
    : readable(textOfBytes(patch.diff));
  return { text, as: 'file', notes };
}

const VERDICTS = {
  exact: 'declares each member at the line that the file states',
  shifted: 'the same struct at other lines: another version',
  sameMembers: 'the same members in the same order; lines could not be compared',
} as const;

/** `patch --json`; docs/json.md. */
function json(patch: Patch, hazards: Hazards | null) {
  const { path, verdict, added, removed, warnings, diff } = patch;
  return {
    v: 1,
    path,
    verdict,
    added,
    removed,
    warnings,
    hazards: hazards?.places ?? null,
    undecided: hazards?.open ?? null,
    notLookedAt: hazards?.left ?? null,
    diff: readable(textOfBytes(diff)),
  };
}
