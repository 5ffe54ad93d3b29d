import { parseNameQuery, searchNames } from '../state/nameSearch';
import type { MemberPath } from '../../core/layout/ids';
import type { App } from '../state/app';
import { focusInView, selectInView } from '../state/documentReducers';
import { documentInView } from '../state/inView';
import { seek, hitsOf } from '../state/findReducers';
import { keywordOf, labelOf } from '../state/catalog';
import { catalogOf } from '../state/listSelectors';
import type { AppState } from '../state/state';
import type { Command } from '../state/command';
import type { KeyName } from '../state/keys';

/** A row of the palette: a command, or a struct or field to go to. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** Why it cannot run; null where it can. */
  readonly why: string | null;
  readonly key: KeyName | null;
  readonly movesFocus: boolean;
  readonly run: (app: App) => void;
}

const MOST_STRUCTS = 6;
const MOST_FIELDS = 6;
/** Fewer letters name too much. */
const MIN_TYPED = 2;

/**
 * What the palette lists, best first: commands that are called what was typed, the struct of that name, fields of the
 * struct in view, other structs, then the other commands. What cannot be done now comes after what can.
 */
export function paletteEntries(
  commands: readonly Command[],
  state: AppState,
  typed: string,
): readonly PaletteEntry[] {
  const wanted = typed.trim().toLowerCase();
  const ranked = rankCommands(commands, typed).map((command) => entryOf(command, state));
  const can = ranked.filter(({ why }) => why === null);
  const cannot = ranked.filter(({ why }) => why !== null);
  const saying = new Set(commands.filter((each) => isCalled(each, typed)).map(({ id }) => id));
  const says = ({ id }: PaletteEntry) => saying.has(id);
  if (wanted.length < MIN_TYPED) return [...can, ...cannot];
  const named = structs(state, typed);
  const isNamed = ({ name }: NamedStruct) => name.toLowerCase() === wanted;
  const entries = (some: readonly NamedStruct[]) => some.map(({ entry }) => entry);
  return [
    ...can.filter(says),
    ...entries(named.filter(isNamed)),
    ...fields(state, typed),
    // A name that has the letters only scattered comes after the fields that have them together.
    ...entries(named.filter((each) => !isNamed(each))),
    ...can.filter((entry) => !says(entry)),
    ...cannot,
  ];
}

interface NamedStruct {
  readonly name: string;
  readonly entry: PaletteEntry;
}

function entryOf(command: Command, state: AppState): PaletteEntry {
  return {
    id: command.id,
    group: command.group,
    title: command.title,
    why: command.disabled(state),
    key: command.keys[0] ?? null,
    movesFocus: command.movesFocus === true,
    run: command.run,
  };
}

function structs({ files }: AppState, typed: string): readonly NamedStruct[] {
  const catalog = catalogOf(files);
  if (catalog.rowCount === 0) return [];
  const rows = searchNames(catalog, parseNameQuery(typed)).slice(0, MOST_STRUCTS);
  return rows.map((row) => {
    const file = files.find(({ id }) => id === catalog.files[catalog.fileOf[row] ?? 0])?.name ?? '';
    const name = labelOf(catalog, row);
    const entry: PaletteEntry = {
      id: `struct-${row}`,
      group: 'Struct',
      title: `${keywordOf(catalog, row)} ${name} of ${file}`,
      why: null,
      key: null,
      movesFocus: true,
      run: (app) => void app.openRow(catalog, row).then(app.host.focusGridSoon),
    };
    return { name, entry };
  });
}

function fields(state: AppState, typed: string): readonly PaletteEntry[] {
  const inView = documentInView(state);
  if (!inView) return [];
  // `file.f_cred` while `file` is in view.
  const own = `${inView.document.struct.name}.`;
  const text = typed.trim().startsWith(own) ? typed.trim().slice(own.length) : typed.trim();
  const hits = hitsOf(inView, { kind: 'text', text }).slice(0, MOST_FIELDS);
  return hits.map(({ key, open }) => ({
    id: `field-${key}`,
    group: 'Field',
    title: `${key} of ${inView.document.struct.name}`,
    why: null,
    key: null,
    movesFocus: true,
    run(app) {
      const path = key as MemberPath;
      app.update((now) =>
        open.length > 0
          ? seek(now, { kind: 'text', text: key })
          : focusInView(selectInView(now, [path]), path),
      );
      app.host.focusGrid();
    },
  }));
}

/** What people call a command, where its title has other words. By the command's id, or by how that begins. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  'file.open': 'load vmlinux, BTF, perf.data, import, upload',
  'file.openFolder': 'kernel tree, headers',
  'file.closeStruct': 'close tab',
  'view.patch': 'git apply, export C, commit',
  'find.search': 'go to struct, open type',
  'find.layout': 'search field, member, offset',
  'edit.reset': 'revert, discard edits, restore',
  'edit.copyChanges': 'script, hitmap edits',
  'field.first': 'move to the top, begin',
  'field.last': 'move to the bottom',
  'field.alignCacheline': '____cacheline_aligned_in_smp, own line',
  'field.isolate': 'separate line, false sharing, alignas',
  'field.unalign': 'no alignment, packed',
  'field.pad': 'filler, hole, reserve bytes',
  'rule.apart': 'separate, false sharing',
  'rule.together': 'group, same cache line',
  'note.': 'comment, annotate',
  'field.pin': 'lock position, fix offset, keep offset',
  'view.predict': 'forecast, estimate, what if, Expect',
  'view.suggest': 'optimize, reorder, pack, best order, sort members',
  'view.heat': 'perf c2c, HITM, counters',
  'heat.fill': 'color by, metric',
  'heat.conflicts': 'false sharing, arrows',
  'view.line': 'cacheline size, 64, 128, Apple, POWER, s390',
  'view.pair': 'adjacent line prefetcher, spatial prefetch',
  'view.baseLess': 'base offset, shift',
  'view.baseMore': 'base offset, shift',
  'view.compare': 'diff',
  'view.left': 'sidebar, hide list',
  'view.right': 'sidebar, panel, properties',
  'view.findings': 'false sharing, problems, issues, Why',
  'view.theme.dark': 'dark mode, night',
  'view.theme.light': 'light mode, day',
  'view.print': 'PDF',
  'compare.twoFiles': 'ABI diff, two kernels, versions',
  'compare.history': 'versions, over time',
  'compare.cost': 'slab, kmem_cache, memory, containers',
  'share.copyLink': 'URL, permalink',
  'share.show': 'export, mail, LKML, Send',
  'share.svg': 'image, export, slide',
  'share.png': 'image, screenshot, export, slide',
  'share.pahole': 'text, dwarves',
  'help.keys': 'shortcuts, keyboard, help',
  'help.capture': 'perf c2c record',
};

/** Whether the title of a command, or what else it is called, has what was typed. */
function isCalled({ id, title }: Command, typed: string): boolean {
  const key = id in ALSO_CALLED ? id : Object.keys(ALSO_CALLED).find((each) => id.startsWith(each));
  const names = key === undefined ? title : `${title}\n${ALSO_CALLED[key] ?? ''}`;
  return names.toLowerCase().includes(typed.trim().toLowerCase());
}

/** The commands that are called so, or whose title has these letters, best first; all in their order where nothing is typed. */
export function rankCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const names = commands.map(({ title }) => title);
  const found = searchNames(
    {
      names,
      lowerNames: names.map((name) => name.toLowerCase()),
      kinds: names.map(() => 0),
      variants: names.map(() => 0),
    },
    // `struct` and `#` mean nothing here.
    { ...parseNameQuery(''), text: typed.trim() },
  );
  const byTitle = found.flatMap((place) => commands[place] ?? []);
  if (typed.trim() === '') return byTitle;
  const [titled, others] = [true, false].map((has) =>
    byTitle.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()) === has),
  );
  const called = commands.filter((command) => isCalled(command, typed));
  return [...new Set([...(titled ?? []), ...called, ...(others ?? [])])];
}
