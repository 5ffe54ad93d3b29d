import { describe, expect, test } from 'vitest';
import { colour, type ColourName, type Theme } from './colours';

const surfaces = ['bg', 'panel', 'panel-raised', 'panel-hover'] as const;
const steps = [1, 2, 3, 4, 5] as const;
const heat = steps.map((step) => `heat-${step}` as const);

// WCAG 2.2, 1.4.3: text against what is behind it.
const text: readonly (readonly [ink: ColourName, on: ColourName])[] = [
  ...(['ink', 'ink-2', 'ink-3'] as const).flatMap((ink) =>
    surfaces.map((on) => [ink, on] as const),
  ),
  ...(['accent', 'good', 'warn', 'bad', 'tagged', 'writes'] as const).map(
    (ink) => [ink, 'panel'] as const,
  ),
  ...(['good', 'warn', 'bad', 'tagged'] as const).map((ink) => [ink, `${ink}-soft`] as const),
  ...(['accent', 'ink', 'ink-2', 'ink-3'] as const).map((ink) => [ink, 'accent-soft'] as const),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ...(['cell', 'cell-hover', 'landing', 'fits', 'frame', 'panel'] as const).flatMap((on) =>
    (['cell-ink', 'cell-ink-2'] as const).map((ink) => [ink, on] as const),
  ),
  ...steps.map((file) => ['panel', `file-${file}`] as const),
  ['frame-ink', 'frame'],
  ['hatch-ink', 'hatch-bg'],
  ['hatch-ink', 'panel'],
  ...heat.map((step) => [`${step}-ink`, step] as const),
];

// WCAG 2.2, 1.4.11: outlines that are needed to see a control or a state.
const outlines: readonly (readonly [line: ColourName, on: ColourName])[] = [
  ['line-control', 'panel'],
  ['accent', 'cell'],
  ['accent', 'panel'],
  ['predicted', 'cell'],
  ['tagged', 'cell'],
  ['writes', 'cell'],
];

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each(text)('%s is readable on %s', (ink, on) => {
    expect(contrast(color(ink, theme), color(on, theme))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(outlines)('%s is seen on %s', (line, on) => {
    expect(contrast(color(line, theme), color(on, theme))).toBeGreaterThanOrEqual(3);
  });
  test('each step of heat is darker on light, lighter on dark, than the one before', () => {
    const shades = (['cell', ...heat] as const).map((step) => luminance(color(step, theme)));
    const sign = theme === 'light' ? -1 : 1;
    shades.slice(2).forEach((step, index) => {
      const ratio = (step + 0.05) / ((shades[index + 1] ?? 0) + 0.05);
      expect(sign > 0 ? ratio : 1 / ratio).toBeGreaterThan(1.2);
    });
  });
});

type Rgb = readonly [number, number, number];

function color(name: ColourName, theme: Theme): Rgb {
  const hex = colour(name, theme);
  const channel = (at: number) => parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** WCAG 2.2, "relative luminance". */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
