import { wearColours } from '../../../core/base/colours';
import { applyEdits } from '../../../core/edit/apply';
import type { Applied } from '../../../core/edit/applied';
import { newDocument, type LayoutDocument } from '../../../core/edit/document';
import { dropPlaces } from '../../../core/edit/dropPlaces';
import type { Edit } from '../../../core/edit/edit';
import type { StructDesc } from '../../../core/facts/generated';
import { computeLayout } from '../../../core/layout/compute';
import type { MemberPath } from '../../../core/layout/ids';
import type { Layout } from '../../../core/layout/layout';
import { buildScene } from '../../../core/scene/buildScene';
import { heatScale, heatStep } from '../../../core/scene/heat';
import type { CellHeat } from '../../../core/scene/scene';
import type { GridCallbacks } from '../callbacks';
import { mountGrid } from '../mountGrid';
import { sampleStruct } from './sample';

// A page to look at the grid alone: ?struct=file&line=64&theme=dark&pair&base=16&open=a,b&select=a&heat.
// Descriptions of real structs (StructDesc as JSON) go into `structs/`, which is not committed.
wearColours(document);
const query = new URLSearchParams(location.search);
const files = import.meta.glob<StructDesc>('./structs/*.json', { import: 'default' });

void start(query.get('struct') ?? 'sample');

async function start(name: string): Promise<void> {
  const load = files[`./structs/${name}.json`];
  const desc = load === undefined ? sampleStruct() : await load();
  const theme = query.get('theme');
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
  element('title').textContent = `struct ${desc.name}`;
  run(desc, element('host'));
}

function run(desc: StructDesc, host: HTMLElement): void {
  const list = (key: string) => (query.get(key) ?? '').split(',').filter(Boolean) as MemberPath[];
  let edits: readonly Edit[] = [];
  const undone: (readonly Edit[])[] = [];
  let expanded = new Set(list('open'));
  let selection = new Set(list('select'));
  let focus: MemberPath | null = null;
  let widthPx = 0;
  const original = computeLayout(applied(desc, []).struct);
  const heat = query.has('heat') ? someHeat(original) : new Map<MemberPath, CellHeat>();

  const times: number[] = [];
  const show = (more: readonly Edit[] = []) => {
    if (widthPx === 0) return;
    const {
      struct,
      state: { lineBytes, pair, baseBytes },
    } = applied(desc, [...edits, ...more]);
    const layout = computeLayout(struct);
    const from = performance.now();
    const scene = buildScene({
      struct,
      layout,
      original,
      lineBytes,
      pair,
      baseBytes,
      widthPx,
      expanded,
      selection,
      focus,
      pins: new Set(list('pin')),
      heat,
      dragged: new Set(),
      lineNotes: new Map(),
    });
    grid.render(scene, false);
    // Layout is forced here, so that the figure has all but the raster.
    host.getBoundingClientRect();
    times.push(performance.now() - from);
    Object.assign(window, { frameTimes: times, scene });
  };
  const callbacks: GridCallbacks = {
    places: (paths) => dropPlaces(applied(desc, edits), paths),
    onPreview: (edit) => show(edit === null ? [] : [edit]),
    onRest: (words) => words !== null && say(words),
    dropCost: () => null,
    onDrop: (edit) => set([...edits, edit]),
    onMoveBy: (paths, steps) => {
      const places = dropPlaces(applied(desc, edits), paths);
      const now = places.find((place) => place.isCurrent);
      const siblings = places.filter((place) => place.into === now?.into);
      const next = siblings[siblings.findIndex((place) => place.isCurrent) + steps];
      if (next !== undefined) set([...edits, next.edit]);
    },
    onSelect: (paths) => {
      selection = new Set(paths);
      show();
    },
    onFocus: (path) => {
      focus = path;
      show();
    },
    onToggle: (path) => {
      expanded = new Set(expanded);
      if (!expanded.delete(path)) expanded.add(path);
      show();
    },
    onLead: (path) => say(`what ${path} leads to`),
    onMenu: (path) => say(`menu of ${path}`),
    onHover: () => undefined,
    onHoverLine: () => undefined,
    onFinding: (line) => say(`finding on line ${line}`),
    onLineMenu: (line) => say(`menu of line ${line}`),
    onWidth: (px) => {
      widthPx = px;
      show();
    },
    announce: say,
  };
  const set = (next: readonly Edit[]) => {
    undone.push(edits);
    edits = next;
    show();
  };
  const grid = mountGrid(host, callbacks);
  callbacks.onWidth(grid.widthPx());
  window.addEventListener('keydown', (event) => {
    if (event.key !== 'z' || !event.ctrlKey) return;
    edits = undone.pop() ?? [];
    show();
  });
}

function applied(desc: StructDesc, edits: readonly Edit[]): Applied {
  const document: LayoutDocument = {
    ...newDocument(desc),
    lineBytes: Number(query.get('line') ?? 64),
    pair: query.has('pair'),
    baseBytes: Number(query.get('base') ?? 0),
    edits,
  };
  return applyEdits(document);
}

/** Every third field hot, to see the ramp and the three sources. */
function someHeat(layout: Layout): Map<MemberPath, CellHeat> {
  const scale = heatScale(9000);
  const counts = [9000, 2400, 400, 60, 9, 2];
  const sources = ['measured', 'measured', 'measured', 'predicted', 'tagged'] as const;
  const heat = new Map<MemberPath, CellHeat>();
  layout.items.forEach((item, index) => {
    const count = counts[index % counts.length]!;
    const step = heatStep(count, scale);
    if (item.kind !== 'field' || step === null || index % 5 > 2) return;
    const source = sources[index % sources.length]!;
    heat.set(item.path, { source, step, text: `${count} loads` });
  });
  return heat;
}

function say(text: string): void {
  element('said').textContent = text;
}

function element(id: string): HTMLElement {
  return document.getElementById(id)!;
}
