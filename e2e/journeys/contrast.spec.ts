import { HitmapPage } from '../pages/hitmapPage';
import { expect, test } from '../support/journey';

/** axe does not judge words in SVG: each combination of states that a cell can be in is laid out, and its colours are read. */
for (const theme of ['light', 'dark'] as const) {
  test(`the words of a cell can be read in every combination of its states, ${theme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await HitmapPage.lockBesideTree(page);
    const { tried, faint } = await page.evaluate(() => {
      const grid = document.querySelector('.hitmap-grid');
      if (grid === null) throw new Error('there is no grid');
      const add = (parent: Element, tag: string, name: string) => {
        const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
        made.setAttribute('class', name);
        parent.append(made);
        return made;
      };
      // As `cellView` makes it.
      const cell = add(grid, 'g', 'cell');
      for (const part of ['fill', 'edge', 'leader-box']) add(cell, 'path', part);
      for (const words of ['name', 'place', 'detail', 'continued']) add(cell, 'text', words);
      add(add(cell, 'g', 'leader'), 'text', 'name');
      type Rgb = readonly [number, number, number];
      const probe = document.createElement('canvas').getContext('2d');
      if (probe === null) throw new Error('no canvas');
      const rgb = (paint: string): Rgb => {
        probe.fillStyle = paint;
        probe.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = probe.getImageData(0, 0, 1, 1).data;
        return [r, g, b];
      };
      const luminance = (colour: Rgb) => {
        const [r = 0, g = 0, b = 0] = colour.map((channel) => {
          const share = channel / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (a: string, b: string) => {
        const [dark = 0, light = 0] = [luminance(rgb(a)), luminance(rgb(b))].sort((x, y) => x - y);
        return (light + 0.05) / (dark + 0.05);
      };
      const panel = getComputedStyle(grid).getPropertyValue('--panel');
      const ground = document.createElement('i');
      grid.parentElement?.append(ground);
      ground.style.color = panel;
      const panelColour = getComputedStyle(ground).color;
      // What lies behind the words: their own seam where they have one, else the fill, else the panel.
      const behind = (text: Element, fill: string) => {
        const { stroke, strokeWidth } = getComputedStyle(text);
        if (stroke !== 'none' && Number.parseFloat(strokeWidth) >= 3) return stroke;
        return fill === 'none' || fill === 'rgba(0, 0, 0, 0)' ? panelColour : fill;
      };
      const heats = ['measured', 'predicted', 'tagged'].flatMap((source) =>
        [1, 2, 3, 4, 5].map((step) => `${source} heat-${step}`),
      );
      const kinds = [
        ...['field', 'padding', 'flexible', 'unknown', 'rest'].flatMap((kind) =>
          ['', ...heats].map((heat) => [kind, heat] as const),
        ),
        ...['open', 'union', 'struct', 'hole', 'tail', 'outside'].map(
          (kind) => [kind, ''] as const,
        ),
      ];
      const faint = new Map<string, number>();
      let tried = 0;
      for (const [kind, heat] of kinds) {
        for (const change of ['', 'elsewhere']) {
          for (const place of cell.querySelectorAll('.place'))
            place.setAttribute('class', `place ${change}`);
          for (const own of ['', 'selected', 'selected current']) {
            for (const passing of [
              '',
              'hovered',
              'held',
              'fits',
              'lit',
              'lit now',
              'hovered held',
            ]) {
              if (passing === 'fits' && kind !== 'hole' && kind !== 'tail') continue;
              cell.setAttribute('class', `cell ${kind} ${heat} ${own} ${passing}`);
              const fillOf = (name: string) =>
                getComputedStyle(cell.querySelector(name) ?? cell).fill;
              for (const text of cell.querySelectorAll('text')) {
                const isLeader = text.parentElement?.classList.contains('leader') === true;
                const fill = fillOf(isLeader ? '.leader-box' : '.fill');
                const found = contrast(getComputedStyle(text).fill, behind(text, fill));
                tried++;
                if (found >= 4.5) continue;
                const words = isLeader ? 'leader' : text.getAttribute('class');
                faint.set(`${words} of ${kind} ${heat} ${own} ${passing}`, found);
              }
            }
          }
        }
      }
      cell.remove();
      ground.remove();
      return { tried, faint: [...faint].map(([what, ratio]) => `${ratio.toFixed(2)} ${what}`) };
    });
    expect(tried).toBeGreaterThan(15_000);
    expect(faint.slice(0, 40), `${faint.length} of ${tried}`).toEqual([]);
  });
}
