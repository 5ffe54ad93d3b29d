import { usageMessage } from '../messages';
import { about, sentence, type Message } from '../../core/base/messages';
import { createHash } from 'node:crypto';
import { applyEdits, withoutEdits } from '../../core/edit/apply';
import { newDocument, type LayoutDocument } from '../../core/edit/document';
import { parseEdit } from '../../core/edit/parse';
import type { StructDesc } from '../../core/facts/generated';
import type { SourceText } from '../../core/layout/text/sourceText';
import {
  type Hazards,
  type OrderChange,
  classOf,
  isAffected,
  orderChange,
} from '../../core/patch/hazards/places';
import {
  breakLines,
  hazardLines,
  hazardMessageOf,
  hazardReport,
} from '../../core/patch/hazards/report';
import type { Patch, PatchRefusal } from '../../core/patch/outcome';
import { planPatch } from '../../core/patch/plan';
import { readable, textOfBytes } from '../../core/patch/text';
import { treeVersionOf, VERSION_FILES } from '../../core/patch/treeVersion';
import type { MemberPath } from '../../core/layout/ids';
import { Failure } from '../failure';
import { findStruct } from '../open/findStruct';
import { followedBy, givenSource } from '../open/followed';
import { openFile } from '../open/openFile';
import { containersOf, containersText } from '../open/containers';
import { headerOf, treeAt } from '../open/headerOf';
import { pathInTree } from '../open/pathInTree';
import { csource, readTextFile, scalarsOf, structOfTextFile } from '../open/openText';
import { FLAG, parseWords, TEXT, TEXTS, type CliCommand, type CommandResult } from '../words';
import { parseTextOptions, TEXT_ARGS, TEXT_HELP } from '../open/textOptions';
import { bindingsIn, withProfiles, type BoundDocument } from '../open/boundDocument';
import { typedefsOf } from '../../core/facts/structTable';
import { hazardsWithProgress } from './hazardsInTree';
import { attribute } from '../../core/heat/attribute';
import { measuredLayout } from '../../core/heat/measuredLayout';
import { figuresOf } from '../../core/figures/figures';
import { underRulerOf, type Applied } from '../../core/edit/applied';
import { doubtsOf } from '../../core/heat/bindingDoubts';
import { computeLayout } from '../../core/layout/compute';
import { layoutDiff } from '../../core/format/compare/layoutDiff';
import { surroundingsOf } from './predict';
import { profileBases } from '../../core/model/basis';
import { predict } from '../../core/model/predict';
import { headlineOf } from '../../core/format/predict/predictions';
import {
  changeWords,
  mailOf,
  measuredLines,
  slabChange,
  type MailRequest,
} from '../../core/patch/mail';

const PATCH_HELP = `hitmap patch FILE STRUCT: edits as a patch of the header that declares the struct

  --tree DIR          the source that FILE was built from: its header is found there, and the places
                      that break are named on standard error: those that break the build
                      first, then those that compile; what follows by itself is counted
  --header FILE       the header itself, instead of a tree
  --edit 'WORDS'      an edit, again for more; they apply in order
  --split MEMBER      first put what shares a source line with MEMBER on separate lines: \`a, b, c;\`, a brace
  --comments          put notes (--edit 'note X "why"') as comments above their members, and into the mail
  --boundaries        correct comments like "--- cacheline 1 boundary (64 bytes) ---"
  --format            change the struct though it looks like a format of a wire, a disk, a device or user space
  --mail              a whole mail for \`git am\`, with FILL IN where only a person knows
  --profile REPORT    a perf c2c report or recording, measured on the unedited struct, for the mail's figures
  --line N --at BYTES which line of it (its address or its number), and where in the struct it lies
  --subsystem NAME    put before the subject of the mail
  --for NAME          the maintainer's tree that the subject is marked with: [PATCH net-next]
  --json              JSON; its shape is in docs/json.md

${TEXT_HELP}
  hitmap patch vmlinux file --tree linux --edit 'move f_ref last' > file.patch
`;

/** `hitmap patch FILE STRUCT --tree DIR --edit '…' [--mail]`: the edits as a patch of the struct's header. */
export const PATCH_COMMAND: CliCommand = { help: PATCH_HELP, run: runPatch };

function runPatch(args: readonly string[]): CommandResult {
  const { values, positionals } = parse(args);
  const [path, ...words] = positionals;
  if (path === undefined || words.length === 0) {
    throw new Failure(usageMessage('patch'));
  }
  const wanted = words.join(' ');
  const bytes = readTextFile(path);
  const { desc, binary, version, typedefs } =
    bytes === null
      ? fromBinary(path, wanted)
      : {
          desc: structOfTextFile(path, bytes, wanted, parseTextOptions(values)),
          binary: path,
          version: null,
          typedefs: [],
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
    throw new Failure(withOption(result.error));
  }
  const containers = bytes === null ? containersIn(path, document) : null;
  const origin = { binary, version, typedefs, source: given.source, containers };
  const made = outcome(values, document, origin, result.value);
  return { ...made, notes: [...made.notes, ...notes] };
}

/** What structs of the file cost that contain it, as a sentence; null where none does. */
function containersIn(path: string, document: LayoutDocument): string | null {
  const { struct } = document;
  const file = openFile(path, 'best', false);
  try {
    const layout = computeLayout(applyEdits(document).struct);
    return containersText(struct.name, containersOf(file, struct, layout));
  } finally {
    file.close();
  }
}

/** A refusal with the option that does what the page offers as a button. */
function withOption({ id, severity, text, fix, action }: PatchRefusal): Message {
  const option =
    action === null
      ? null
      : action.kind === 'splitDeclaration'
        ? `\`--split ${action.member}\` does it.`
        : '`--format` makes the patch all the same.';
  const whole = [fix, option].filter((each) => each !== null).join(' ');
  return about('no patch', { id, severity, text, fix: whole === '' ? null : whole });
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
    for: { type: 'string', default: '' },
    ...TEXT_ARGS,
  });
}

function fromBinary(path: string, wanted: string) {
  const file = openFile(path, 'best', false);
  const desc = findStruct(file, wanted);
  const { kernelRelease, buildId } = file.session.facts;
  const version = kernelRelease === null ? null : `Linux ${kernelRelease}`;
  const name = version ?? path;
  const typedefs = typedefsOf(file.index, desc.name);
  file.close();
  const binary = buildId === null ? name : `${name}, build-id ${buildId}`;
  return { desc, binary, version, typedefs };
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
    throw new Failure(about(`--edit '${words[skipped.index] ?? ''}'`, skipped.reason));
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

interface Origin {
  readonly binary: string;
  readonly version: string | null;
  /** Names that the file gives the struct. */
  readonly typedefs: readonly string[];
  readonly source: SourceText;
  readonly containers: string | null;
}

function outcome(
  values: Values,
  document: LayoutDocument,
  { binary, version, typedefs, source, containers }: Origin,
  patch: Patch,
): CommandResult {
  const { tree } = values;
  const hazards =
    tree === undefined
      ? null
      : hazardsWithProgress(treeAt(tree), document.struct, source, typedefs);
  const change = orderChange(document, applyEdits(document));
  if (values.json) {
    return { text: `${JSON.stringify(json(patch, hazards, change), null, 2)}\n`, notes: [] };
  }
  const report = hazards === null ? null : hazardReport(hazards, change);
  const account = [
    `${patch.path}: ${VERDICTS[patch.verdict.kind]}. ${patch.unchecked}`,
    // What the header states of its order is among what breaks.
    ...patch.warnings
      .filter(({ kind }) => kind !== 'stated')
      .map(
        (warning) =>
          `warning: ${sentence(warning)}${warning.action === null ? '' : ' `--boundaries` rewrites them.'}`,
      ),
    ...(containers === null ? [] : [containers]),
    ...hazardLines(report, patch),
  ];
  const text = values.mail
    ? patchMail(document, {
        binary,
        patch,
        subsystem: values.subsystem,
        tree: values.for,
        reasons: reasonsOf(values, document),
        configuration: version,
        containers,
        hazards: breakLines(report, patch),
      })
    : readable(textOfBytes(patch.diff));
  return { text, as: 'file', account, notes: [] };
}

const VERDICTS = {
  exact: 'declares each member at the line that the file states',
  shifted: 'the same struct at other lines: another version',
  sameMembers: 'the same members in the same order; lines could not be compared',
} as const;

/** `patch --json`; docs/json.md. */
function json(patch: Patch, hazards: Hazards | null, change: OrderChange) {
  const { path, verdict, added, removed, warnings, diff } = patch;
  return {
    v: 1,
    path,
    verdict,
    added,
    removed,
    warnings,
    hazards:
      hazards?.places.map((place) => {
        return {
          ...place,
          class: classOf(place),
          affected: isAffected(place, change),
          message: hazardMessageOf(place),
        };
      }) ?? null,
    lookedFor: hazards?.lookedFor ?? null,
    undecided: hazards?.open ?? null,
    notLookedAt: hazards?.left ?? null,
    diff: readable(textOfBytes(diff)),
  };
}

/** The mail for `git am`, with the figures of the reports that are tied to the struct. */
function patchMail(
  document: LayoutDocument,
  request: Pick<
    MailRequest,
    | 'binary'
    | 'patch'
    | 'subsystem'
    | 'tree'
    | 'reasons'
    | 'configuration'
    | 'containers'
    | 'hazards'
  >,
): string {
  const { patch } = request;
  const applied = applyEdits(document);
  const before = underRulerOf(applied, withoutEdits(document));
  const figures = ({ struct, state }: Applied) => {
    const layout = computeLayout(struct);
    const { sizeBytes, lines } = figuresOf(layout, struct.root.keyword === 'union', state);
    return { sizeBytes, lines, baseBytes: state.baseBytes };
  };
  return mailOf({
    ...request,
    structName: document.struct.name,
    change: changeWords(document.edits, document.struct.name),
    measured: measuredOf(document, applied),
    doubts: doubtsOf(applied).map(({ text }) => text),
    forecast: forecastOf(document, applied),
    architecture: document.struct.target.machine,
    before: figures(before),
    after: figures(applied),
    slab: slabChange(applied, null, patch.dialect === 'kernel'),
    layoutDiff: layoutDiff(before, applied),
    filledIn: { problem: null, results: null, alternatives: null, signedOffBy: null },
  });
}

/** What the first report that is tied to the struct says of its new order. */
function forecastOf(document: LayoutDocument, applied: Applied): string | null {
  const [basis] = profileBases(document, applied);
  if (basis === undefined) return null;
  const around = surroundingsOf(document, applied);
  return headlineOf(predict(basis, computeLayout(applied.struct), around));
}

function measuredOf(document: LayoutDocument, applied: Applied): readonly string[] {
  return applied.state.profiles.flatMap((profile) => {
    const bindings = applied.state.bindings.filter((each) => each.profile === profile.name);
    if (bindings.length === 0) return [];
    const attribution = attribute(measuredLayout(document, profile), profile, bindings);
    return measuredLines(attribution, document.struct.name);
  });
}
