import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail, ok } from '../../core/base/result';
import type { ReaderPool } from '../../core/ingest/client';
import { fakeReader } from '../../core/ingest/testing/fakeReader';
import { createApp } from '../createApp';
import { facts, index } from '../state/testing/files';

/** Readers of files whose names say what they are: `module` continues `vmlinux`, and no other. */
const pool: ReaderPool = {
  prewarm: () => Promise.resolve(),
  take: () => {
    let name = '';
    let base = '';
    const parts = new Set(['a.dwo', 'b.dwo']);
    const lacks = () =>
      name.startsWith('split')
        ? { splitFiles: [...parts].map((part) => ({ name: part, directory: '/src' })) }
        : {};
    return fakeReader(
      {
        open: (file) => {
          name = file.name;
          const needs = name.startsWith('module')
            ? { needs: ['baseBtf' as const] }
            : name.startsWith('apart')
              ? { gains: ['baseBtf' as const] }
              : {};
          const dwz = name === 'program' ? { supplementary: { name: 'x.dwz', buildId: 'd1' } } : {};
          const isBare = name === 'bare' ? { needs: ['debug' as const], stages: [] } : {};
          const buildId = name === 'x.dwz' ? 'd1' : name.startsWith('bare') ? 'b1' : null;
          const split = /\.dwo$/.test(name) ? { isSplitDwarf: true } : {};
          return Promise.resolve(
            ok({
              kind: 'types',
              facts: { ...facts, ...needs, ...dwz, ...split, ...isBare, buildId },
              index: null,
            }),
          );
        },
        index: () =>
          Promise.resolve(
            (name.startsWith('module') || (name.startsWith('apart') && base !== '')) &&
              base !== 'vmlinux'
              ? fail({ kind: 'failed', message: 'It is of another build.' })
              : ok({ ...index(`struct in_${name}${name === 'apart' ? base : ''} 8`), ...lacks() }),
          ),
        facts: () => Promise.resolve(ok({ ...facts, buildId: 'b1' })),
        give: (companion, file) => {
          if (companion === 'debug') name = `${name}_with_${file.name}`;
          if (companion === 'baseBtf') base = file.name;
          if (companion === 'supplementary') name = `program_and_${file.name}`;
          if (companion !== 'split') return Promise.resolve(ok(true));
          if (file.name === 'b.dwo' && file.size > 1) {
            return Promise.resolve(fail({ kind: 'failed', message: 'It is of another build.' }));
          }
          const isOwn = parts.delete(file.name);
          if (isOwn) name = `${name}+${file.name}`;
          return Promise.resolve(ok(isOwn));
        },
      },
      { find: () => Promise.resolve(ok(null)) },
    );
  },
};

/** Drops the files one after the other; what the page then shows of each. */
async function drop(...names: readonly string[]) {
  const app = createApp({ readers: pool, storage: null, windowWidth: () => 1400 });
  for (const name of names) {
    app.openFiles([new File(['x'], name)]);
    await settle();
  }
  const { files, notices } = app.store.getState();
  const shown = files.map(({ name, phase }) =>
    phase.kind !== 'ready'
      ? `${name} ${phase.kind}`
      : `${name} ${phase.index?.names.join() ?? (phase.waitsFor ? 'waits' : 'reads')}`,
  );
  return { app, shown, notices: notices.map(({ title, text }) => `${title}: ${text}`) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Longer than parts of a program are gathered, by a clock that the test moves. */
const settle = () => vi.advanceTimersByTimeAsync(1000);

test('a module asks for its kernel by name', async () => {
  const { shown, notices } = await drop('module');
  expect(shown).toEqual(['module waits']);
  expect(notices).toEqual([expect.stringMatching(/^module: .*Drop that kernel’s vmlinux/)]);
});

test('the kernel that comes later goes to the modules that wait for it', async () => {
  const { shown, notices } = await drop('module1', 'module2', 'vmlinux');
  expect(shown).toEqual(['module1 in_module1', 'module2 in_module2', 'vmlinux in_vmlinux']);
  expect(notices).toEqual([]);
});

test('a kernel that is loaded is used by itself', async () => {
  const { shown, notices } = await drop('vmlinux', 'module');
  expect(shown).toEqual(['vmlinux in_vmlinux', 'module in_module']);
  expect(notices).toEqual([]);
});

test('a kernel of another build is refused, the one that fits is taken', async () => {
  const waiting = await drop('old', 'module');
  expect(waiting.shown).toEqual(['old in_old', 'module waits']);
  const refused = await drop('module', 'old');
  expect(refused.shown).toEqual(['module waits', 'old in_old']);
  expect(refused.notices).toContain('module: old is not its base. It is of another build.');
  const found = await drop('old', 'module', 'other', 'vmlinux');
  expect(found.shown).toContain('module in_module');
});

test('a module that was built apart gains by its kernel, and loses nothing by another', async () => {
  expect((await drop('apart')).shown).toEqual(['apart in_apart']);
  const { shown, notices } = await drop('old', 'apart', 'other');
  expect(shown).toContain('apart in_apart');
  expect(notices).toEqual([]);
  expect((await drop('apart', 'old', 'vmlinux')).shown).toContain('apart in_apartvmlinux');
  expect((await drop('vmlinux', 'apart')).shown).toContain('apart in_apartvmlinux');
});

test('what dwz moved out of a program joins it, whichever comes first', async () => {
  const alone = await drop('program', 'other');
  expect(alone.shown).toContain('program in_program');
  const later = await drop('program', 'x.dwz');
  expect(later.shown).toContain('program in_program_and_x.dwz');
  const before = await drop('x.dwz', 'program');
  expect(before.shown).toContain('program in_program_and_x.dwz');
  expect(before.notices).toEqual([]);
});

test('a stripped program takes its debug information, whichever comes first', async () => {
  const alone = await drop('bare', 'other');
  expect(alone.shown).toContain('bare waits');
  expect(alone.notices).toEqual([expect.stringMatching(/^bare: .*another file.*build-id, b1/)]);
  const later = await drop('bare', 'bare.debug');
  expect(later.shown).toEqual(['bare in_bare_with_bare.debug']);
  expect(later.notices).toEqual([]);
  const before = await drop('bare.debug', 'bare');
  expect(before.shown).toEqual(['bare in_bare_with_bare.debug']);
});

test('the parts of a program join it and are listed no more, whichever comes first', async () => {
  const alone = await drop('split', 'c.dwo');
  expect(alone.shown).toEqual(['split in_split', 'c.dwo in_c.dwo']);
  const later = await drop('split', 'a.dwo', 'b.dwo');
  expect(later.shown).toEqual(['split in_split+a.dwo+b.dwo']);
  expect(later.app.store.getState().announcement.text).toMatch(/b.dwo are in split now/);
  const before = await drop('a.dwo', 'c.dwo', 'b.dwo', 'split');
  expect(before.shown).toEqual(['c.dwo in_c.dwo', 'split in_split+a.dwo+b.dwo']);
  const twoPrograms = await drop('split1', 'a.dwo', 'split2', 'b.dwo');
  expect(twoPrograms.shown).toEqual([
    'split1 in_split1+a.dwo+b.dwo',
    'split2 in_split2+a.dwo+b.dwo',
  ]);
  expect(before.notices).toEqual([]);
});

test('all of them dropped at once are gathered, more than are read at a time', async () => {
  const app = createApp({ readers: pool, storage: null, windowWidth: () => 1400 });
  const others = Array.from({ length: 20 }, (_, at) => `${at}.dwo`);
  app.openFiles(['b.dwo', ...others, 'a.dwo', 'split'].map((name) => new File(['x'], name)));
  await settle();
  await settle();
  const names = app.store.getState().files.map(({ name }) => name);
  expect(names).toEqual(['split', ...others]);
});

test('a part of another build is refused with its reason, and stays listed', async () => {
  const app = createApp({ readers: pool, storage: null, windowWidth: () => 1400 });
  app.openFiles([new File(['x'], 'split'), new File(['xx'], 'b.dwo')]);
  await settle();
  const { files, notices } = app.store.getState();
  expect(files.map(({ name }) => name)).toEqual(['split', 'b.dwo']);
  expect(notices).toMatchObject([{ title: 'b.dwo', text: 'It is of another build.' }]);
});

test('a module that is removed while it waits leaves nothing behind', async () => {
  const { app } = await drop('module');
  app.removeFile(app.store.getState().files[0]!.id);
  expect(app.store.getState()).toMatchObject({ files: [], notices: [] });
});
