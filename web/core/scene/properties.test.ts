import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../edit/apply';
import { newDocument } from '../edit/document';
import { dropSlots } from '../edit/dropSlots';
import { specOf, structCase, type StructCase } from '../edit/testing/randomStructs';
import { structDesc } from '../facts/build';
import type { StructDesc } from '../facts/generated';
import { X86_64 } from '../facts/targets';
import { buildScene } from './buildScene';
import { dropTargetAt } from './dropTarget';
import { hitTest } from './hitTest';
import type { Fragment, GridScene, PlacedText, SceneCell } from './scene';
import { inputFor } from './testing/drawn';
import { neighbour, isStop } from './walk';

const view = fc.record({
  widthPx: fc.integer({ min: 320, max: 1700 }),
  lineBytes: fc.constantFrom(32, 64, 128, 256),
  baseBytes: fc.integer({ min: 0, max: 255 }),
  pair: fc.boolean(),
});

type ViewOptions = typeof view extends fc.Arbitrary<infer Options> ? Options : never;

/** Rare by chance: the edges of two boxes beside a member are as wide as its first byte. */
const THROUGH_BOXES: [StructCase, ViewOptions, boolean] = [
  {
    root: {
      union: false,
      packed: true,
      alignBytes: 1,
      members: [
        {
          kind: 'nested',
          aggregate: {
            union: true,
            packed: true,
            alignBytes: 1,
            members: [
              {
                kind: 'nested',
                aggregate: {
                  union: true,
                  packed: true,
                  alignBytes: 2,
                  members: [
                    { kind: 'scalar', type: 17791805, dims: [], packed: true, alignBytes: 1 },
                  ],
                  flexible: false,
                },
                anonymous: true,
                count: 0,
                packed: true,
                alignBytes: 2,
              },
            ],
            flexible: false,
          },
          anonymous: false,
          count: null,
          packed: true,
          alignBytes: 2,
        },
        { kind: 'scalar', type: 0, dims: [], packed: true, alignBytes: 1 },
      ],
      flexible: true,
    },
    picks: Array.from({ length: 16 }, () => 0),
  },
  { widthPx: 320, lineBytes: 32, baseBytes: 0, pair: false },
  true,
];

/** Two bits, each thinner than the edges of the boxes that hold them. */
const THIN_BITS: [StructCase, ViewOptions, boolean] = [
  {
    root: {
      union: true,
      packed: true,
      alignBytes: 1,
      members: [
        {
          kind: 'nested',
          aggregate: {
            union: true,
            packed: true,
            alignBytes: 1,
            members: [
              {
                kind: 'nested',
                aggregate: {
                  union: false,
                  packed: true,
                  alignBytes: 1,
                  members: [
                    { kind: 'bits', type: 0, width: 1, named: false, packed: true, alignBytes: 1 },
                    { kind: 'bits', type: 0, width: 1, named: false, packed: true, alignBytes: 1 },
                  ],
                  flexible: false,
                },
                anonymous: false,
                count: null,
                packed: true,
                alignBytes: 1,
              },
            ],
            flexible: false,
          },
          anonymous: true,
          count: null,
          packed: true,
          alignBytes: 1,
        },
      ],
      flexible: true,
    },
    picks: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  },
  { widthPx: 357, lineBytes: 32, baseBytes: 0, pair: false },
  true,
];

/** Random structs, looked at in random ways, with every member open or none. */
function forScenes(check: (scene: GridScene, desc: StructDesc) => void): void {
  fc.assert(
    fc.property(structCase, view, fc.boolean(), ({ root }, options, open) => {
      const desc = structDesc(X86_64, specOf(root, X86_64));
      const closed = inputFor(desc, options);
      if (!open) return check(buildScene(closed), desc);
      const expanded = buildScene(closed).cells.flatMap((cell) =>
        cell.expanded === false && cell.path !== null ? [cell.path] : [],
      );
      return check(buildScene(inputFor(desc, { ...options, expanded })), desc);
    }),
    { numRuns: 300, examples: [THROUGH_BOXES, THIN_BITS] },
  );
}

const BOXES: readonly SceneCell['kind'][] = ['open', 'struct', 'union'];

function leaves(scene: GridScene): SceneCell[] {
  return scene.cells.filter((cell) => !BOXES.includes(cell.kind) && cell.kind !== 'marker');
}

test('every byte of a struct is covered by a leaf, in its row and at its place', () => {
  forScenes((scene) => {
    const covered = new Uint8Array(scene.sizeBits / 8);
    for (const cell of leaves(scene)) {
      for (const fragment of cell.fragments) {
        const row = scene.rows[fragment.row]!;
        const byteAt = (xPx: number) => row.startByte + (xPx - scene.originXPx) / scene.bytePx;
        // Cells stand a little apart, and further in where they lie in boxes.
        const from = Math.max(row.startByte, Math.floor(byteAt(fragment.xPx) + 0.01));
        const to = Math.min(
          row.startByte + row.bytes,
          Math.ceil(byteAt(fragment.xPx + fragment.widthPx) - 0.01),
        );
        for (let byte = Math.max(0, from); byte < to; byte += 1) covered[byte] = 1;
      }
    }
    for (const row of scene.rows) {
      if (row.kind === 'fold') covered.fill(1, row.startByte, row.startByte + row.bytes);
    }
    expect([...covered].indexOf(0)).toBe(-1);
  });
});

test('no two leaves overlap: what shares bytes is stacked', () => {
  forScenes((scene) => {
    for (const [index] of scene.rows.entries()) {
      const pieces = leaves(scene).flatMap((cell) =>
        cell.fragments.filter((each) => each.row === index),
      );
      pieces.forEach((a, i) =>
        pieces.slice(i + 1).forEach((b) => expect(overlap(a, b) ? [a, b] : []).toEqual([])),
      );
    }
  });
});

test('what lies in a box is inside it, and a box holds something', () => {
  forScenes((scene) => {
    for (const cell of scene.cells) {
      if (cell.parent === null) continue;
      const parent = scene.cells[scene.cellByKey.get(cell.parent)!]!;
      for (const fragment of cell.fragments) {
        const around = parent.fragments.find((each) => each.row === fragment.row)!;
        expect(fragment.yPx).toBeGreaterThanOrEqual(around.yPx);
        expect(bottom(fragment)).toBeLessThanOrEqual(bottom(around) + 0.01);
      }
    }
  });
});

test('a text stands inside its cell, and beside the other texts', () => {
  forScenes((scene) => {
    for (const cell of scene.cells) {
      for (const text of cell.texts) {
        const box = textBox(text);
        const home = cell.fragments.find(
          (each) =>
            box.xPx >= each.xPx - 0.01 &&
            box.xPx + box.widthPx <= each.xPx + each.widthPx + 0.01 &&
            box.yPx >= each.yPx - 0.5 &&
            bottom(box) <= bottom(each) + 1.5,
        );
        expect(home, `${cell.key}: ${JSON.stringify(text)}`).toBeDefined();
      }
      cell.texts.forEach((a, i) =>
        cell.texts.slice(i + 1).forEach((b) => {
          expect(overlap(textBox(a), textBox(b)) ? [a, b] : []).toEqual([]);
        }),
      );
    }
  });
});

test('every named member can be read: in its cell, or beside its leader', () => {
  forScenes((scene) => {
    for (const cell of scene.cells) {
      if (cell.path === null || cell.kind === 'struct') continue;
      if (cell.kind === 'union' && cell.expanded === null) continue;
      const inCell = cell.texts.filter((text) => text.role === 'name').map((text) => text.text);
      const read = inCell.join('') || cell.leader?.text.text || '';
      const own = cell.path.replace(/^.*\.(?!\.)|^.*(?=\[\d+\]$)/, '');
      if (/^(?:anon|bits|pad)\(/.test(own)) continue;
      expect(read.replace(/:\d+$/, '')).toBe(own);
    }
  });
});

test('leader labels lie below the cells of their row, beside each other, within the picture', () => {
  forScenes((scene) => {
    for (const row of scene.rows) {
      const boxes = row.cells.flatMap((index) => {
        const { leader } = scene.cells[index]!;
        return leader !== null && leader.yPx >= row.yPx && leader.yPx < row.yPx + row.heightPx
          ? [leader]
          : [];
      });
      for (const box of boxes) {
        expect(box.yPx).toBeGreaterThan(row.yPx + row.bandPx);
        expect(bottom(box)).toBeLessThanOrEqual(row.yPx + row.heightPx + 0.01);
        expect(box.xPx + box.widthPx).toBeLessThanOrEqual(scene.widthPx);
      }
      boxes.forEach((a, i) =>
        boxes.slice(i + 1).forEach((b) => {
          expect(overlap(textBox(a.text), textBox(b.text)) ? [a.text, b.text] : []).toEqual([]);
        }),
      );
    }
  });
});

test('pointing at a leaf finds it', () => {
  forScenes((scene) => {
    for (const cell of leaves(scene)) {
      for (const fragment of cell.fragments) {
        if (fragment.widthPx < 7) continue;
        const x = fragment.xPx + fragment.widthPx / 2;
        const hit = hitTest(scene, x, fragment.yPx + fragment.heightPx / 2);
        const found = hit === null ? null : scene.cells[hit.cell]!;
        if (found?.kind !== 'marker') expect(found?.key).toBe(cell.key);
      }
    }
  });
});

test('the arrow keys reach every cell and come back', () => {
  forScenes((scene) => {
    const stops = scene.cells.filter(isStop).map((cell) => cell.key);
    const walked: string[] = [];
    for (let at = neighbour(scene, null, 'first'); at !== null;) {
      walked.push(at.key);
      at = neighbour(scene, at.key, 'after');
    }
    expect(walked).toEqual(stops);
    for (const key of stops) {
      const down = neighbour(scene, key, 'below');
      if (down !== null) expect(stops).toContain(down.key);
      const after = neighbour(scene, key, 'after');
      if (after !== null) expect(neighbour(scene, after.key, 'before')?.key).toBe(key);
    }
  });
});

test('held over where a place begins, that place is meant', () => {
  forScenes((scene, desc) => {
    const applied = applyEdits(documentOf(desc));
    const [first] = applied.struct.root.members;
    const places = first === undefined ? [] : dropSlots(applied, [first.path]);
    for (const place of places) {
      const offset = Math.min(...place.offsetsBits) / 8;
      const row = scene.rows.find(
        (each) =>
          each.kind === 'row' && offset >= each.startByte && offset < each.startByte + each.bytes,
      );
      if (row === undefined) continue;
      const x = scene.originXPx + (offset - row.startByte) * scene.bytePx;
      const target = dropTargetAt(scene, places, x, row.yPx + row.bandPx / 2);
      expect(Math.min(...target!.offsetsBits)).toBe(offset * 8);
    }
  });
});

function documentOf(struct: StructDesc): Parameters<typeof applyEdits>[0] {
  return { ...newDocument(struct), lineBytes: 64 };
}

type Box = Pick<Fragment, 'xPx' | 'yPx' | 'widthPx' | 'heightPx'>;

function overlap(a: Box, b: Box): boolean {
  const slack = 0.02;
  return (
    a.xPx + slack < b.xPx + b.widthPx &&
    b.xPx + slack < a.xPx + a.widthPx &&
    a.yPx + slack < bottom(b) &&
    b.yPx + slack < bottom(a)
  );
}

function bottom(box: Box): number {
  return box.yPx + box.heightPx;
}

/** The letters' box, from the height of a capital to the baseline. */
function textBox(text: PlacedText): Box {
  const { xPx, yPx, widthPx } = text;
  const tall = text.fontPx * 0.75;
  return text.vertical
    ? { xPx: xPx - tall, yPx: yPx - widthPx, widthPx: tall, heightPx: widthPx }
    : { xPx, yPx: yPx - tall, widthPx, heightPx: tall };
}
