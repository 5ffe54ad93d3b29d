import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { applied, PatchPage } from '../pages/patchPage';
import { declarationOf } from '../support/declaration';
import { sample } from '../support/inputs';
import { requireJudge } from '../support/judges';

const SOURCE = readFileSync(sample('shop.c'), 'utf8');

// `git apply` takes what the page writes.
test.beforeEach(() => requireJudge('git'));

/** A tree of which one file in 150 declares `counter`; others only use or forward it. */
function filesOfTree(): readonly (readonly [string, string])[] {
  const others = Array.from({ length: 150 }, (_, place) => {
    const name = `struct other${place}`;
    return [
      `lib/part${place % 7}/use${place}.h`,
      `struct counter;\n${name} {\n\tstruct counter *c;\n};\n`,
    ] as const;
  });
  return [
    ...others,
    ['lib/part3/shop.h', SOURCE],
    ['lib/check.c', 'static_assert(offsetof(struct counter, hits) == 24);\n'],
    ['lib/table.c', '#include "shop.h"\n\nstatic struct counter first = { { 0, 0 }, 1, 2 };\n'],
    ['Makefile', 'all:\n'],
  ];
}

function folderOf(files: readonly (readonly [string, string])[]): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'hitmap-folder-')), 'shop-source');
  for (const [path, text] of files) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** BTF names no file: the header is found by what it declares, and the patch is made of it. */
async function patchOfCounter(patch: PatchPage): Promise<void> {
  await expect(patch.files).toContainText('shop-source');
  await patch.show();
  await expect(patch.inspector.getByText('same members', { exact: true })).toBeVisible();
  await expect(patch.inspector.getByLabel('Path')).toHaveValue('lib/part3/shop.h');
  // Looked for by itself: what the initialiser gives by position stays where it is.
  const initialiser = patch.inspector.getByRole('listitem').filter({ hasText: 'lib/table.c:3' });
  await expect(initialiser).toContainText('gives the first 3 members values by position');
  await expect(patch.inspector).toContainText(/\blib\/check\.c:1(?!\d)/);
  await expect(patch.inspector).toContainText('3 members are pinned for them.');
  await patch.onField('limit', 'Move to the start');
  await expect(patch.announcements.filter({ hasText: 'which is pinned' }).first()).toBeVisible();
  // A person who knows better takes the pins away.
  for (const member of ['link', 'lock', 'hits']) {
    await patch.onField(member, 'Remove the pin');
    // Takes it out of the selection again, in which `limit` stays.
    await patch.member(member).focus();
    await patch.page.keyboard.press('Space');
  }
  await patch.command('Move to the start');
  await patch.show();
  const diff = await patch.download('Download .patch');
  const after = applied('lib/part3/shop.h', SOURCE, diff);
  expect(after.indexOf('uint32_t limit;')).toBeLessThan(after.indexOf('struct list link;'));
  await expect(initialiser).toHaveAttribute('data-affected', 'true');
}

async function openCounter(page: Page): Promise<PatchPage> {
  const patch = new PatchPage(page);
  await patch.goto();
  await patch.openStructOf(sample('shop.btf'), 'counter');
  return patch;
}

test('a folder that is dropped: BTF and the header that declares the struct', async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium drops a folder by its protocol');
  const patch = await openCounter(page);
  await dropFolder(page, folderOf(filesOfTree()));
  await patchOfCounter(patch);
});

async function dropFolder(page: Page, folder: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 450, data });
  }
}

/** Its type is in a header that nothing of the binary uses yet, and its macro may be the size of `tag`. */
const POSTED = `--- a/lib/part3/shop.h
+++ b/lib/part3/shop.h
@@ -1,1 +1,1 @@
-#define MOST_OPEN 6
+#define MOST_OPEN 9
@@ -28,3 +28,4 @@ struct counter {
   uint8_t tag[6];
   uint32_t limit;
+  struct extra extra;
 };
`;

const EXTRA =
  '#include <stdint.h>\nstruct extra {\n  uint64_t first, last;\n  uint32_t count;\n};\n';

for (const [from, isFirst] of [
  ['folder', true],
  ['folder', false],
  ['tar', false],
] as const) {
  const order = isFirst ? 'before it' : 'after it';
  test(`a posted patch whose size only the source tells, and a ${from} dropped ${order}`, async ({
    page,
    browserName,
  }) => {
    test.skip(browserName !== 'chromium', 'only Chromium drops a folder by its protocol');
    const patch = await openCounter(page);
    const folder = folderOf([...filesOfTree(), ['lib/part5/extra.h', EXTRA]]);
    const drop = async () => {
      if (from === 'folder') return dropFolder(page, folder);
      const archive = join(folder, '../shop-source.tar');
      execFileSync('tar', ['-C', join(folder, '..'), '-cf', archive, 'shop-source']);
      await patch.drop('shop-source.tar', readFileSync(archive));
    };
    if (isFirst) await drop();
    if (isFirst) await expect(patch.files).toContainText('shop-source');
    await patch.paste(POSTED);
    const story = page.getByRole('region', { name: 'The posted patch' });
    if (!isFirst) {
      await expect(story).toContainText(
        'is not known: none of its lines that decide could be placed',
      );
      await expect(story).toContainText('drop its folder, or a .tar of it');
      await drop();
    }
    // gcc: `extra` of 24 bytes at 72.
    await expect(story).toContainText('extra (new, 72). 72 to 96 bytes, 2 lines.');
    await expect(story).not.toContainText('drop its folder');
    await expect(patch.member('extra')).toBeVisible();
  });
}

for (const ending of ['tar', 'tar.gz', 'tar.xz']) {
  test(`the archive of a folder: ${ending}`, async ({ page }) => {
    const patch = await openCounter(page);
    const folder = folderOf(filesOfTree());
    const archive = join(folder, `../shop-source.${ending}`);
    execFileSync('tar', ['-C', join(folder, '..'), '-caf', archive, 'shop-source']);
    await patch.drop(`shop-source.${ending}`, readFileSync(archive));
    await patchOfCounter(patch);
  });
}

test('a folder that is picked where the browser has the File System Access API', async ({
  page,
}) => {
  const patch = await openCounter(page);
  // A picker cannot be driven; a folder of the page's own file system gives the same kind of handle.
  await page.evaluate(async (files) => {
    const root = await navigator.storage.getDirectory();
    const top = await root.getDirectoryHandle('shop-source', { create: true });
    for (const [path, text] of files) {
      const parts = path.split('/');
      const name = parts.pop() ?? '';
      let folder = top;
      for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
      const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await writable.write(text);
      await writable.close();
    }
    Object.assign(window, { showDirectoryPicker: () => Promise.resolve(top) });
  }, filesOfTree());
  await patch.show();
  await page.getByRole('button', { name: 'Open a source folder…' }).click();
  await patchOfCounter(patch);
});

/** Debian's kernel with debug information, where a long check has fetched it. */
function debianKernel(): string | null {
  const given = process.env.HITMAP_VMLINUX;
  if (given !== undefined) return existsSync(given) ? given : null;
  const folder = resolve('.cache/debian');
  const name = existsSync(folder)
    ? readdirSync(folder).find((each) => each.startsWith('vmlinux-'))
    : undefined;
  return name === undefined ? null : join(folder, name);
}

/** Its source, where `check:patch` has fetched it. */
function debianHeader(path: string): string | null {
  const cache = resolve(process.env.HITMAP_KERNEL_CACHE ?? '.cache/kernel');
  const header = join(cache, 'linux-source-6.1', path);
  return existsSync(header) ? header : null;
}

test("Debian's kernel and include/linux/fs.h: f_owner moves, and git takes the patch", async ({
  page,
}) => {
  const kernel = debianKernel();
  // Half a gigabyte: too much to be fetched for every run.
  const reason = 'no Debian kernel with debug information (check:kernel and bench fetch it)';
  test.skip(kernel === null, reason);
  if (kernel === null) throw new Error(reason);
  const real = debianHeader('include/linux/fs.h');
  // Where check:patch has not fetched the source a header is written from the debug information.
  const header =
    real === null
      ? `#ifndef _LINUX_FS_H\n#define _LINUX_FS_H\n\n${declarationOf(kernel, 'file')}\n#endif\n`
      : readFileSync(real, 'latin1');
  const patch = new PatchPage(page);
  await patch.goto();
  await patch.openFiles(kernel);
  await patch.searchBox.fill('file');
  // Half a gigabyte on a busy machine.
  await expect(patch.row('file')).toBeVisible({ timeout: 90_000 });
  await patch.openStruct('file');
  const folder = folderOf([['include/linux/fs.h', header]]);
  await patch.openFiles(join(folder, 'include/linux/fs.h'));
  await patch.show();
  const fit = real === null ? 'same members' : /^(?:exact|shifted)$/;
  await expect(patch.inspector.getByText(fit, { exact: true })).toBeVisible();
  await patch.onField('f_owner', 'Move to the end');
  await patch.show();
  await expect(patch.diff).toContainText('f_owner;');
  const after = applied('include/linux/fs.h', header, await patch.download('Download .patch'));
  const body = /\nstruct file \{\n([^]*?)\n\}/.exec(after)?.[1] ?? '';
  expect(body.trimEnd().split('\n').at(-1)).toMatch(/\bf_owner;/);
});
