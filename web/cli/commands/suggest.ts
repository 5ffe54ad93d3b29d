import { sentence, type Message } from '../../core/base/messages';
import { usageMessage, noteMessage } from '../messages';
import { jsonText } from '../../core/format/jsonText';
import { unstatedNotes } from '../unstatedNotes';
import { figuresOf } from '../../core/figures/figures';
import { unpredictableMessage } from '../../core/model/flags';
import { profileBases, tagBasis } from '../../core/model/basis';
import { predictAll } from '../../core/model/predict';
import { search } from '../../core/search/search';
import { isOnOneLine, searchCaveats } from '../../core/search/searchWords';
import type { SuggestOptions, Suggestion, Vetoed } from '../../core/search/input';
import { grouped } from '../../core/base/prose';
import { withoutEdits } from '../../core/edit/apply';
import { withState } from '../../core/edit/applied';
import type { LayoutDocument } from '../../core/edit/document';
import type { Rule } from '../../core/edit/rule';
import type { StructDesc } from '../../core/facts/generated';
import type { MemberPath } from '../../core/layout/ids';
import { computeLayout } from '../../core/layout/compute';
import { NOT_LOOKED_FOR, hazardLine, lookedForWords } from '../../core/patch/hazards/report';
import {
  heldBy,
  heldSentence,
  pinnedBy,
  rangesBy,
  statedOrders,
} from '../../core/patch/hazards/places';
import { suggestionsJson, suggestionsText } from '../../core/format/suggest/suggestions';
import { Failure } from '../failure';
import { givenSource } from '../open/followed';
import { declaringPath, headerOf, treeAt } from '../open/headerOf';
import type { SourceLocation } from '../open/sourceOptions';
import type { SourceTree } from '../open/sourceTree';
import { typedefsOf } from '../../core/facts/structTable';
import { openFile } from '../open/openFile';
import { hazardsWithProgress } from './hazardsInTree';
import { heatOf, HEAT_HELP, HEAT_OPTIONS } from './predict';
import { progressLine } from '../terminal';
import { FLAG, parseWords, TEXT, type CliCommand } from '../words';

/** `hitmap suggest FILE STRUCT`: better orders, each with its edits and its price. */
export const SUGGEST_COMMAND: CliCommand = {
  help: `hitmap suggest FILE STRUCT: orders that are worth measuring, as edits, each with its price

${HEAT_HELP}  --moves N           at most so many fields move, 1 to 4 (default 3)
  --grow              the struct may grow up to the next slab class
  --align             fields may be aligned to a cache line
  --format            the struct may be reordered though it looks like a wire, disk or device format
  --holes             only close holes, whatever is known of conflicts
  --most N            print so many (default 10)

Members that the source under --tree holds in place (initialisers without names, casts, assertions) stay where they
are, and no member enters or leaves a range that the source clears or copies as one. Comments in the struct's header
("must be first", "do not move") hold with --header, too.

Without a profile and without tags it closes holes. Pins and groups are honoured:
--edit 'pin f_op' --edit 'together f_wb_err,f_sb_err'. Nothing crosses a mark of intent in the source.
`,
  run(args) {
    const { values, positionals } = parseWords('suggest', args, {
      ...HEAT_OPTIONS,
      moves: TEXT,
      grow: FLAG,
      align: FLAG,
      format: FLAG,
      holes: FLAG,
      most: TEXT,
    });
    const { document, applied: edited, around, notes } = heatOf(values, positionals);
    const { pins, ranges, notes: held } = heldInSource(document, values, positionals);
    const applied = withState(edited, {
      pins: [...new Set([...edited.state.pins, ...pins])],
      rules: [...edited.state.rules, ...ranges],
    });
    const options: SuggestOptions = {
      growth: values.grow ? 'nextClass' : 'never',
      mostEdits: wholeNumber('--moves', values.moves ?? '3', 1, 4),
      mayAlign: values.align,
      mayChangeFormat: values.format,
    };
    const most = wholeNumber('--most', values.most ?? '10', 1, 1000);
    const untouched = withoutEdits(document);
    const layout = computeLayout(applied.struct);
    const [first] = predictAll(
      profileBases(document, applied),
      () => tagBasis(applied.struct.desc, computeLayout(untouched.struct), applied.state),
      layout,
      around,
    );
    const basis = first?.outcome.ok === true ? first.basis : null;
    let suggestions: readonly Suggestion[] = [];
    let evaluated = 0;
    let vetoed: Vetoed | null = null;
    let none: string | null = null;
    const goal = values.holes ? 'holes' : 'conflicts';
    const line = progressLine();
    for (const progress of search({ applied, basis, options, goal, ...around })) {
      if (progress.kind === 'none') none = progress.reason;
      else evaluated = progress.evaluated;
      if (progress.kind === 'front') ({ suggestions, vetoed } = progress);
      line.at(() => `${grouped(evaluated)} orders tried`);
    }
    line.end();
    const isTags = basis?.profile.kind === 'tags';
    const why =
      first?.outcome.ok === false ? sentence(unpredictableMessage(first.outcome.error)) : null;
    const searched = {
      from: basis?.name ?? null,
      isTags,
      options,
      suggestions,
      evaluated,
      vetoed,
      none,
      cannot: why,
      isForHoles: values.holes,
      isOnOneLine: isOnOneLine(applied.state, layout),
      hasHoles: figuresOf(layout, applied.struct.root.keyword === 'union', applied.state).holes > 0,
      caveats: first?.outcome.ok === true ? searchCaveats(first.outcome.value.forecast.flags) : [],
    };
    const text = values.json
      ? jsonText(suggestionsJson(applied, document.edits, searched))
      : suggestionsText(applied, searched, most);
    const cannot = why === null ? [] : [noteMessage('cannot', first?.basis.name ?? '', why)];
    return {
      text,
      notes: [...notes, ...cannot, ...held, ...unstatedNotes(applied, document.edits)],
    };
  },
};

/** The names that a file gives a struct; a link or a text with a layout has no STRUCT beside it. */
function typedefsIn(path: string, name: string): readonly string[] {
  const file = openFile(path, 'best', false);
  try {
    return typedefsOf(file.index, name);
  } finally {
    file.close();
  }
}

/** What the source holds in place: pins, ranges that nothing enters or leaves, and notes that say so. */
function heldInSource(
  document: LayoutDocument,
  place: SourceLocation,
  [path = '', ...words]: readonly string[],
): Held {
  const { struct: desc } = document;
  const missing = place.tree === undefined ? [noteMessage('hazards', NOT_LOOKED_FOR)] : [];
  const tree = place.tree === undefined ? null : treeAt(place.tree);
  const header = declaringHeader(desc, place, tree);
  const source = header === null ? null : givenSource(header, desc, tree).source;
  const stated = source === null ? [] : statedOrders(source, desc);
  const typedefs = tree === null || words.length === 0 ? [] : typedefsIn(path, desc.name);
  const hazards = tree === null ? null : hazardsWithProgress(tree, desc, source, typedefs);
  const places = hazards === null ? stated : hazards.places;
  const unseen =
    hazards === null
      ? []
      : [...hazards.left, lookedForWords(hazards.lookedFor)].map((each) =>
          noteMessage('hazards', each),
        );
  const { struct } = withoutEdits(document);
  const pins = heldBy(document, struct, places);
  const ranges = rangesBy(places, struct);
  const holding = places.filter(
    (each) => pinnedBy(each, struct).length > 0 || rangesBy([each], struct).length > 0,
  );
  if (holding.length === 0) return { pins, ranges, notes: [...missing, ...unseen] };
  const holds = [
    noteMessage('held', heldSentence(pins.length, ranges.length)),
    ...holding.slice(0, MOST_LISTED).map((each) => noteMessage('holding', hazardLine(each))),
    ...(holding.length > MOST_LISTED
      ? [noteMessage('more-holding', holding.length - MOST_LISTED)]
      : []),
  ];
  return { pins, ranges, notes: [...missing, ...holds, ...unseen] };
}

interface Held {
  readonly pins: readonly MemberPath[];
  readonly ranges: readonly Rule[];
  readonly notes: readonly Message[];
}

/** Null where a tree has none: what its other files hold is looked for all the same. */
function declaringHeader(desc: StructDesc, place: SourceLocation, tree: SourceTree | null) {
  if (place.header !== undefined) return headerOf(desc, place, null);
  const path = tree === null ? null : declaringPath(tree, desc);
  const bytes = path === null ? null : (tree?.bytes(path) ?? null);
  return path === null || bytes === null ? null : { path, bytes };
}

const MOST_LISTED = 10;

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Failure(usageMessage('whole-number', option, least, most, text));
}
