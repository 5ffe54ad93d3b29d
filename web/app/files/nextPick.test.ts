import { expect, test } from 'vitest';
import { fail, ok } from '../../base/result';
import type { StructDesc } from '../../facts/generated';
import { structFromC } from '../../layout/testing/c';
import { index } from '../testing/files';
import type { FileReading } from './fileReading';
import { createNextPick } from './nextPick';

const structs = ['a', 'b'].map((name) => structFromC(`struct ${name} { int x; };`));
const list = index('struct a 4\nstruct b 4');

/** Answers when the test says so. */
function reading() {
  const asked: number[] = [];
  const answers: ((struct: StructDesc | null) => void)[] = [];
  const describe: FileReading['describe'] = (_index, row) => {
    asked.push(row);
    return new Promise((resolve) => {
      answers.push((struct) => resolve(struct ? ok(struct) : fail({ kind: 'stopped' })));
    });
  };
  // Nothing else of it is asked for.
  return { asked, answers, of: { describe } as FileReading };
}

test('a row is asked for once, and is ready before it is picked', async () => {
  const ready: string[] = [];
  const next = createNextPick(({ name }) => ready.push(name));
  const { asked, answers, of } = reading();
  next.prepare(of, list, 0);
  next.prepare(of, list, 0);
  answers[0]!(structs[0]!);
  await expect.poll(() => ready).toEqual(['a']);
  expect(await next.describe(of, list, 0)).toEqual(ok(structs[0]));
  expect(asked).toEqual([0]);
});

test('the pointer that went on to another row leaves the first alone', async () => {
  const ready: string[] = [];
  const next = createNextPick(({ name }) => ready.push(name));
  const { answers, of } = reading();
  next.prepare(of, list, 0);
  next.prepare(of, list, 1);
  answers[0]!(structs[0]!);
  answers[1]!(structs[1]!);
  await expect.poll(() => ready).toEqual(['b']);
});

test('what failed ahead of time is asked for again', async () => {
  const ready: string[] = [];
  const next = createNextPick(({ name }) => ready.push(name));
  const { asked, answers, of } = reading();
  next.prepare(of, list, 0);
  answers[0]!(null);
  const picked = next.describe(of, list, 0);
  await expect.poll(() => asked).toEqual([0, 0]);
  answers[1]!(structs[0]!);
  expect(await picked).toEqual(ok(structs[0]));
  expect(ready).toEqual([]);
});
