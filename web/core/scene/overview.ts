import type { GridScene, HeatStep, SceneCell } from './scene';

/** What a piece of the overview is: bytes of a field, cold or hot, or bytes of none. */
export type OverviewRole = 'cell' | 'hole' | `heat-${HeatStep}`;

/** The whole picture as one path for each role, in px of the scene: a long struct is seen at once, whatever it has. */
export function overviewPaths(scene: GridScene): ReadonlyMap<OverviewRole, string> {
  const paths = new Map<OverviewRole, string>();
  const add = (role: OverviewRole, box: Box) =>
    paths.set(role, (paths.get(role) ?? '') + pathOf(box));
  for (const cell of scene.cells) {
    const role = roleOf(cell);
    if (role !== null) for (const piece of cell.fragments) add(role, piece);
  }
  const widthPx = scene.rowBytes * scene.bytePx;
  for (const { kind, yPx, heightPx } of scene.rows) {
    if (kind === 'fold') add('cell', { xPx: scene.originXPx, yPx, widthPx, heightPx });
  }
  return paths;
}

interface Box {
  readonly xPx: number;
  readonly yPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Null for what shows nothing of its own: what is in it does. */
function roleOf({ kind, heat }: SceneCell): OverviewRole | null {
  switch (kind) {
    case 'open':
    case 'struct':
    case 'union':
    case 'marker':
    case 'outside':
      return null;
    case 'hole':
    case 'tail':
      return 'hole';
    default:
      return heat === null || heat.step === null ? 'cell' : `heat-${heat.step}`;
  }
}

function pathOf({ xPx, yPx, widthPx, heightPx }: Box): string {
  const [x, y, width, height] = [xPx, yPx, widthPx, heightPx].map(Math.round);
  return `M${x} ${y}h${width}v${height}h${-width!}z`;
}
