import { relative } from 'node:path';
import { applyEdits } from '../../edit/apply';
import { newDocument, type LayoutDocument } from '../../edit/document';
import { parseEdit } from '../../edit/parse';
import { itemAt } from '../../base/itemAt';
import type { HeaderDoc, StructDesc } from '../../facts/generated';
import { bestSuffix, partsOfPath } from '../../output/patch/declaredPath';
import { declares } from '../../output/patch/declares';
import { orderChange } from '../../output/patch/hazards/affects';
import { hazardLines, hazardReport } from '../../output/patch/hazards/report';
import type { Hazards } from '../../output/patch/hazards/settle';
import type { Patch } from '../../output/patch/outcome';
import { planPatch } from '../../output/patch/plan';
import { readable, textOfBytes } from '../../output/patch/text';
import { treeVersionOf, VERSION_FILES } from '../../output/patch/treeVersion';
import type { MemberPath } from '../../layout/ids';
import { Failure } from '../failure';
import { findStruct } from '../open/findStruct';
import { PATCH_HELP } from './helpPatch';
import { followedBy, givenSource } from '../open/followed';
import { openFile } from '../open/openFile';
import { openSourceTree, type SourceTree } from '../open/sourceTree';
import { readHeader, readTextFile, scalarsOf, structOfTextFile } from '../open/openText';
import { FLAG, parseWords, TEXT, TEXTS, type CliCommand, type Outcome } from '../words';
import { parseTextOptions, TEXT_ARGS } from '../open/textOptions';
import { bindingsIn, withProfiles } from '../open/boundDocument';
import { hazardsInTree } from './hazardsInTree';
import { patchMail } from './patchMail';

/** `hitmap patch FILE STRUCT --tree DIR --edit '…' [--mail]`: the edits as a patch of the struct's header. */
export const PATCH_COMMAND: CliCommand = { help: PATCH_HELP, run: runPatch };

function runPatch(args: readonly string[]): Outcome {
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
    bytes === null ? headerOf(desc, values, version) : { path: headerPath(path, values), bytes };
  const tree = values.tree === undefined ? null : treeAt(values.tree);
  const given = givenSource(header, desc, tree);
  const { doc } = given.source;
  const document = documentWith(followedBy(given, desc).desc, values);
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
    readHeader,
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
  return outcome(values, document, { binary, version, doc }, result.value);
}

/** The notes that become comments. */
function reasonsOf({ comments }: Values, document: LayoutDocument): LayoutDocument['notes'] {
  return comments ? applyEdits(document).notes : [];
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

function documentWith(desc: StructDesc, values: Values): LayoutDocument {
  const { binds, others } = bindingsIn(values.edit);
  const { profile: profiles, line, at: offset } = values;
  return withProfiles(edited(desc, others), { profiles, line, offset }, binds);
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

interface Header {
  /** As the diff names it. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Where a command finds the header of a struct: as it was given, or in the tree. */
export function headerOf(
  desc: StructDesc,
  values: { readonly tree?: string | undefined; readonly header?: string | undefined },
  version: string | null,
): Header {
  const { tree, header } = values;
  if (header !== undefined) {
    const bytes = readTextFile(header);
    if (bytes === null) throw new Failure(`${header} is no text.`);
    return { path: headerPath(header, values), bytes };
  }
  const declared = itemAt(desc.types, desc.root).declared;
  if (tree === undefined) {
    const file = declared?.file ? `${declared.file} (line ${declared.line})` : 'its header';
    const of = version === null ? '' : `, of ${version}`;
    throw new Failure(
      `a patch needs the source of \`${desc.name}\`, ${file}${of}: give --tree DIR or --header FILE.`,
    );
  }
  const sources = treeAt(tree);
  const path = declaringPath(sources, desc);
  const bytes = path === null ? null : sources.bytes(path);
  if (path !== null && bytes !== null) return { path, bytes };
  if (path !== null) throw new Failure(`${tree}/${path} cannot be read: permission denied.`);
  throw new Failure(
    declared?.file
      ? `${tree} has no ${declared.file}: give the folder of the source that the file was built from.`
      : `nothing under ${tree} declares \`${desc.name}\`.`,
  );
}

/** The file of a tree that declares a struct, by the debug information or by what it says. */
export function declaringPath(tree: SourceTree, desc: StructDesc): string | null {
  const { declared } = itemAt(desc.types, desc.root);
  return declared?.file ? declaredIn(tree, declared.file) : searched(tree, desc);
}

/** The path in the diff: relative to the tree where one is given. */
function headerPath(path: string, { tree }: { readonly tree?: string | undefined }): string {
  if (tree === undefined) return path.replace(/^(?:\.?\/)+/, '');
  const inTree = relative(tree, path);
  return inTree.startsWith('..') ? path.replace(/^(?:\.?\/)+/, '') : inTree;
}

/** What the tree says that it is. */
function sourceVersion({ tree }: Values): string | null {
  if (tree === undefined) return null;
  const { text } = treeAt(tree);
  const found = treeVersionOf(text(VERSION_FILES.utsrelease), text(VERSION_FILES.makefile));
  return found === null ? null : `Linux ${found}`;
}

/** As the compiler was given it, then without the folders before, then wherever it lies deeper. */
function declaredIn(tree: SourceTree, declared: string): string | null {
  const parts = partsOfPath(declared);
  // A name alone is in many folders.
  for (let from = 0; from < Math.max(1, parts.length - 1); from++) {
    const path = parts.slice(from).join('/');
    if (tree.has(path)) return path;
  }
  return bestSuffix(declared, tree.files());
}

/** BTF names no file: the first header of the tree that declares the struct, those of include/linux first. */
function searched(tree: SourceTree, desc: StructDesc): string | null {
  const { shape } = itemAt(desc.types, desc.root);
  const keyword = shape.kind === 'aggregate' ? shape.keyword : 'struct';
  const files = tree.files().filter((path) => /\.(?:h|hh|hpp|c)$/.test(path));
  const order = (path: string) =>
    path.startsWith('include/linux/')
      ? 0
      : path.startsWith('include/')
        ? 1
        : path.endsWith('.h')
          ? 2
          : 3;
  const sorted = files.sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  return sorted.find((path) => declares(tree.text(path) ?? '', keyword, desc.name)) ?? null;
}

export function treeAt(path: string): SourceTree {
  const tree = openSourceTree(path);
  if (tree === null) throw new Failure(`${path} is no folder.`);
  return tree;
}

function outcome(
  values: Values,
  document: LayoutDocument,
  {
    binary,
    version,
    doc,
  }: { readonly binary: string; readonly version: string | null; readonly doc: HeaderDoc },
  patch: Patch,
): Outcome {
  const { tree } = values;
  const hazards = tree === undefined ? null : hazardsInTree(treeAt(tree), document.struct, doc);
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
    diff: readable(textOfBytes(diff)),
  };
}
