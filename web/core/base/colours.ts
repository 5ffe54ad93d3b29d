/**
 * Every colour of the page and of exported pictures, as a pair: light, then dark. What they mean, everywhere: one
 * accent for selection, focus and moves; one warm ramp for measured heat and for nothing else, violet for measured
 * stores; predictions are neutral; a user's tags are teal. Text pairs hold WCAG AA (see `colours.test.ts`).
 */
export const COLOURS = {
  // Surfaces, from the back to the front.
  bg: ['#f4f6f9', '#0d1015'],
  panel: ['#ffffff', '#141920'],
  'panel-raised': ['#ffffff', '#1a2029'],
  'panel-hover': ['#f1f4f8', '#1c232d'],
  line: ['#dce1e9', '#2a323e'],
  'line-soft': ['#e9edf2', '#1f262f'],
  // Outlines of controls: 3:1 against the panel.
  'line-control': ['#8691a3', '#657286'],

  // Text: first, second and third voice. All three are readable on every surface.
  ink: ['#131923', '#e9edf4'],
  'ink-2': ['#465165', '#aeb9c9'],
  'ink-3': ['#5b667a', '#8e9aad'],

  accent: ['#2d53d2', '#8ea9ff'],
  'accent-hover': ['#2345b8', '#a9beff'],
  'accent-ink': ['#ffffff', '#0f1524'],
  'accent-soft': ['#e7edfd', '#1b2747'],
  'accent-line': ['#a9bcf3', '#3c5192'],

  good: ['#0b6e4f', '#62d3a8'],
  'good-soft': ['#e0f3ec', '#12302a'],
  warn: ['#8a5200', '#f2b95c'],
  'warn-soft': ['#fdf1dc', '#35280f'],
  bad: ['#b0241c', '#ff8f86'],
  'bad-soft': ['#fdeae8', '#3a1a1a'],

  // Which of several files: each with its number, which says what a colour cannot.
  'file-1': ['#3f5fa8', '#9bb4ee'],
  'file-2': ['#8f2d73', '#eea0d4'],
  'file-3': ['#5c5f14', '#c9cc72'],
  'file-4': ['#4c5666', '#b3bdcc'],
  'file-5': ['#1f6480', '#86c8e4'],

  // The grid.
  cell: ['#ebeff5', '#212936'],
  'cell-hover': ['#dfe6f0', '#2a3444'],
  'cell-edge': ['#d3dae5', '#323d4d'],
  'cell-ink': ['#18202c', '#e3e9f2'],
  'cell-ink-2': ['#515d71', '#a3afc1'],
  frame: ['#f6f8fb', '#181e27'],
  'frame-edge': ['#bac4d3', '#465366'],
  'frame-ink': ['#515d71', '#a3afc1'],
  hatch: ['#c3ccd9', '#3b4656'],
  'hatch-bg': ['#fafbfd', '#12171e'],
  'hatch-ink': ['#566276', '#9aa6b8'],
  outside: ['#dfe4ec', '#262e39'],
  leader: ['#a3aebf', '#57657a'],
  landing: ['#dbe4fc', '#23325c'],
  fits: ['#d5e0fd', '#263a72'],

  // Measured heat, 1 least to 5 most; lightness falls (light) or rises (dark) step by step, so that
  // the order is seen without hue. Each step has its ink.
  'heat-1': ['#fdeecf', '#3a2f1d'],
  'heat-1-ink': ['#2b1d06', '#fbe9cb'],
  'heat-2': ['#fbd38d', '#5f431b'],
  'heat-2-ink': ['#2b1d06', '#fff1d9'],
  'heat-3': ['#f4a24f', '#96500f'],
  'heat-3-ink': ['#241303', '#ffffff'],
  'heat-4': ['#c4481c', '#dd5a24'],
  'heat-4-ink': ['#ffffff', '#1d0d02'],
  'heat-5': ['#8c1614', '#ff8a72'],
  'heat-5-ink': ['#ffffff', '#2a0d05'],

  // Stores, as a second mark beside the fill.
  writes: ['#5a2a9c', '#c4a3ff'],

  predicted: ['#465165', '#aeb9c9'],
  tagged: ['#0c6f69', '#5fd8cb'],
  'tagged-soft': ['#d9f1ef', '#11322f'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

export type ColourName = keyof typeof COLOURS;
export type Theme = 'light' | 'dark';

export function colour(name: ColourName, theme: Theme): string {
  return COLOURS[name][theme === 'light' ? 0 : 1];
}

/**
 * Gives a page the colours as `--bg` and so on. A sheet that a script makes is no inline style, so that the page's
 * policy allows it; any rule of a style sheet for the root goes before it.
 */
export function wearColours(page: Document): void {
  const pairs = Object.entries(COLOURS).map(
    ([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`,
  );
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:where(:root) { ${pairs.join(' ')} }`);
  page.adoptedStyleSheets.push(sheet);
}
