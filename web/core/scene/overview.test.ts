import { expect, test } from 'vitest';
import type { MemberPath } from '../layout/ids';
import { overviewPaths } from './overview';
import { cellAt, sceneOf } from './testing/drawn';

test('the overview has each piece of a field and of a hole where the picture has it, and the heat of both', () => {
  const source = `struct n { int lo; long hi; }; struct s { struct n n; char c; long d; long e[16]; };`;
  const hot = { source: 'measured', step: 5, text: '9 HITM' } as const;
  const heat = new Map([['n.hi' as MemberPath, hot]]);
  const scene = sceneOf(source, { expanded: ['n'], heat });
  const paths = overviewPaths(scene);
  const startsOf = (key: string) =>
    cellAt(scene, key).fragments.map((at) => `M${Math.round(at.xPx)} ${Math.round(at.yPx)}h`);
  expect(paths.get('heat-5')).toMatch(new RegExp(`^${startsOf('n.hi')[0]}\\d+v\\d+h-\\d+z$`));
  // After `n.lo` and after `c`.
  expect(paths.get('hole')!.split('M')).toHaveLength(3);
  const cold = paths.get('cell')!;
  expect(startsOf('e')).toHaveLength(3);
  for (const start of startsOf('e')) expect(cold).toContain(start);
  // What is open is its members.
  expect(cold).not.toContain(startsOf('n')[0]);
});
