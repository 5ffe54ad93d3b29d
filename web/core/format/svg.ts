import { colour, type Theme, type ColourName } from '../base/colours';
import {
  pictureOf,
  type Picture,
  type PictureShape,
  type RectRole,
  type TextRole,
} from '../scene/picture';
import type { GridScene } from '../scene/scene';
import { roomFor } from '../scene/textFit';
import { doubtText } from './wrapped';

const FONT =
  "'JetBrains Mono', 'SF Mono', ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
const TITLE_PX = 46;
const PAD_PX = 16;
const DETAIL_PX = 11;
const DOUBT_LINE_PX = 15;

/**
 * A scene as an SVG file that needs nothing else: no style sheet, no script, no font file. `title` and
 * `subtitle` stand above it. The fonts are those of the viewer; all texts were measured for a monospace one.
 */
export function svgOf(scene: GridScene, text: PictureText): string {
  return svgOfPicture(pictureOf(scene), text);
}

/** What stands above a picture, and whose colours it has. */
export interface PictureText {
  readonly title: string;
  readonly subtitle: string;
  /** Below it, what makes it doubtful (`doubtsOf`); left out where nothing does. */
  readonly doubts?: readonly string[];
  readonly theme: Theme;
  /** Where a press leads in a page that embeds it by `<object>`, `<iframe>` or as it is; left out where it leads nowhere. */
  readonly link?: string | undefined;
}

/** The same of a picture that was made otherwise. */
export function svgOfPicture({ widthPx, heightPx, shapes }: Picture, text: PictureText): string {
  const colours = paletteOf(text.theme);
  const width = widthPx + 2 * PAD_PX;
  const columns = roomFor(widthPx, DETAIL_PX);
  const doubts = (text.doubts ?? []).flatMap((doubt) =>
    doubtText(doubt, columns).trimEnd().split('\n'),
  );
  const bottom = heightPx + TITLE_PX + PAD_PX;
  const height = Math.ceil(bottom + doubts.length * DOUBT_LINE_PX);
  const label = escaped([`${text.title}. ${text.subtitle}`, ...doubts].join(' '));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" font-family="${FONT}">`,
    `<title>${label}</title>`,
    `<defs><pattern id="hatch" width="6" height="6" patternTransform="rotate(45)" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="${colours.hatchBg}"/><rect width="2" height="6" fill="${colours.hatch}"/></pattern>`,
    `<pattern id="dots" width="8" height="8" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1" fill="${colours.outside}"/></pattern></defs>`,
    ...(text.link === undefined ? [] : [`<a href="${escaped(text.link)}" target="_top">`]),
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    `<text x="${PAD_PX}" y="22" font-size="15" font-weight="600" fill="${colours.ink}">${escaped(text.title)}</text>`,
    `<text x="${PAD_PX}" y="38" font-size="11" fill="${colours.ink2}">${escaped(text.subtitle)}</text>`,
    `<g transform="translate(${PAD_PX} ${TITLE_PX})">`,
    ...shapes.map((shape) => shapeSvg(shape, colours)),
    '</g>',
    ...doubts.map(
      (line, at) =>
        `<text x="${PAD_PX}" y="${Math.round(bottom + at * DOUBT_LINE_PX + 4)}" font-size="${DETAIL_PX}" xml:space="preserve" fill="${colours.ink}">${escaped(line)}</text>`,
    ),
    ...(text.link === undefined ? [] : ['</a>']),
    '</svg>\n',
  ].join('\n');
}

function shapeSvg(shape: PictureShape, colours: Palette): string {
  switch (shape.kind) {
    case 'rect': {
      const { xPx, yPx, widthPx, heightPx, role } = shape;
      const radius = role === 'frame' || role === 'pair' ? 6 : heightPx <= 3 ? 1 : 4;
      return `<rect x="${round(xPx)}" y="${round(yPx)}" width="${round(Math.max(0.5, widthPx))}" height="${round(heightPx)}" rx="${radius}" ${paint(role, colours)}/>`;
    }
    case 'line': {
      const points = shape.points.map(round).join(' ');
      return `<polyline points="${points}" fill="none" stroke="${colours.leader}"/>`;
    }
    case 'sign': {
      const ink = inkOf(shape.ink, colours);
      const fill = shape.role === 'writes' ? ink : 'none';
      return `<path d="M${round(shape.xPx)} ${round(shape.yPx)}${shape.path}" fill="${fill}" stroke="${ink}" stroke-width="1.3"/>`;
    }
    case 'flow': {
      const fill = shape.role === 'stores' ? colours.writes : colours.heat[3];
      return `<path d="${shape.path}" fill="${fill}" fill-opacity="0.45"/>`;
    }
    case 'text': {
      const { xPx, yPx, fontPx, vertical, role, isName } = shape;
      const place = vertical
        ? `transform="translate(${round(xPx)} ${round(yPx)}) rotate(-90)"`
        : `x="${round(xPx)}" y="${round(yPx)}"`;
      return `<text ${place} font-size="${fontPx}" ${textPaint(role, colours)}${isName || role === 'line' ? ' font-weight="600"' : ''}>${escaped(shape.text)}</text>`;
    }
  }
}

function paint(role: RectRole, colours: Palette): string {
  const heat = /^heat-(\d)$/.exec(role)?.[1];
  if (heat !== undefined) return `fill="${colours.heat[Number(heat) - 1] ?? colours.cell}"`;
  switch (role) {
    case 'frame':
      return `fill="none" stroke="${colours.line}"`;
    case 'pair':
      return `fill="${colours.frame}" stroke="${colours.lineSoft}"`;
    case 'box':
      return `fill="${colours.frame}" stroke="${colours.frameEdge}"`;
    case 'hole':
      return `fill="url(#hatch)" stroke="${colours.hatch}"`;
    case 'outside':
      return 'fill="url(#dots)"';
    case 'padding':
      return `fill="${colours.hatchBg}" stroke="${colours.accentLine}" stroke-dasharray="3 3"`;
    case 'tagged-writer':
      return `fill="${colours.taggedSoft}"`;
    case 'tagged':
      return `fill="${colours.tagged}"`;
    case 'predicted':
      return `fill="none" stroke="${colours.predicted}" stroke-dasharray="2 2"`;
    case 'stored':
      return `fill="${colours.writes}"`;
    case 'moved':
      return `fill="${colours.accent}"`;
    default:
      return `fill="${colours.cell}"`;
  }
}

function inkOf(role: TextRole, colours: Palette): string {
  const heat = /^heat-(\d)$/.exec(role)?.[1];
  return heat === undefined ? colours.ink2 : (colours.heatInk[Number(heat) - 1] ?? colours.ink2);
}

function textPaint(role: TextRole, colours: Palette): string {
  const heat = /^heat-(\d)$/.exec(role)?.[1];
  if (heat !== undefined) return `fill="${colours.heatInk[Number(heat) - 1] ?? colours.ink}"`;
  switch (role) {
    case 'name':
    case 'line':
      return `fill="${colours.ink}"`;
    case 'changed':
      return `fill="${colours.accent}"`;
    case 'hatch':
      return `fill="${colours.hatchInk}" stroke="${colours.hatchBg}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"`;
    case 'offset':
      return `fill="${colours.ink3}"`;
    default:
      return `fill="${colours.ink2}"`;
  }
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}

/** Names come from anywhere; characters that XML forbids are left out. */
function escaped(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      // Half of a pair is no character.
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/** Colours of an exported picture. A file has no theme of its own: it is made in one. */
type Palette = ReturnType<typeof paletteOf>;

function paletteOf(theme: Theme) {
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
