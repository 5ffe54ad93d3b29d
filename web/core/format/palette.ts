import { colour, type ColourName, type Theme } from '../base/colours';

/** Colours of an exported picture. A file has no theme of its own: it is made in one. */
export type Palette = ReturnType<typeof paletteOf>;

export function paletteOf(theme: Theme) {
  const of = (name: ColourName) => colour(name, theme);
  return {
    ground: of('panel'),
    line: of('line'),
    lineSoft: of('line-soft'),
    ink: of('ink'),
    ink2: of('ink-2'),
    ink3: of('ink-3'),
    cell: of('cell'),
    frame: of('frame'),
    frameEdge: of('frame-edge'),
    hatch: of('hatch'),
    hatchBg: of('hatch-bg'),
    hatchInk: of('hatch-ink'),
    outside: of('outside'),
    leader: of('leader'),
    accent: of('accent'),
    accentLine: of('accent-line'),
    tagged: of('tagged'),
    taggedSoft: of('tagged-soft'),
    predicted: of('predicted'),
    writes: of('writes'),
    heat: [of('heat-1'), of('heat-2'), of('heat-3'), of('heat-4'), of('heat-5')],
    heatInk: [
      of('heat-1-ink'),
      of('heat-2-ink'),
      of('heat-3-ink'),
      of('heat-4-ink'),
      of('heat-5-ink'),
    ],
  } as const;
}
