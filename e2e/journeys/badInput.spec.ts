import { expect, test } from '../support/journey';
import { mkdtempSync, openSync, ftruncateSync, closeSync, readFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { btfOf } from '../support/btf';
import { fileOf, sample } from '../support/inputs';

const elf = readFileSync(sample('shop.o'));
const btf = readFileSync(sample('shop.btf'));

/** A copy with these bytes written over it. */
function patched(bytes: Buffer, at: number, ...values: number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}

const BAD: readonly { name: string; bytes: Buffer | string; says: RegExp }[] = [
  { name: 'empty', bytes: '', says: /empty/i },
  {
    name: 'notes.txt',
    bytes: 'Dear all,\nplease find below …\n',
    says: /not an ELF|neither|text/i,
  },
  { name: 'short-header', bytes: elf.subarray(0, 40), says: /truncated|cut|ends/i },
  { name: 'cut-elf', bytes: elf.subarray(0, 2000), says: /cut off/i },
  // e_shoff, the place of the section headers, far outside the file.
  { name: 'far-sections', bytes: patched(elf, 0x28, 0, 0, 0, 0x7f), says: /cut off/i },
  { name: 'btf-magic', bytes: patched(btf, 0, 0x00, 0x00), says: /not|magic/i },
  // hdr_len..type_off: types that begin outside the section.
  { name: 'btf-type-offset', bytes: patched(btf, 8, 0xff, 0xff, 0xff, 0x7f), says: /BTF/ },
  { name: 'btf-cut', bytes: btf.subarray(0, 300), says: /BTF/ },
];

test('each bad file gets its sentence, and what was loaded before stays', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.openStruct('counter');
  await hitmap.member('limit').focus();
  await hitmap.command('Move to the start');
  expect(await hitmap.offsetOf('limit')).toBe(0);

  for (const { name, bytes, says } of BAD) {
    await test.step(name, async () => {
      await hitmap.openFiles(fileOf(name, bytes));
      const alert = page.getByRole('alert').filter({ hasText: name });
      await expect(alert).toBeVisible();
      await expect(alert).toContainText(says);
      await expect(hitmap.title('counter')).toBeVisible();
      expect(await hitmap.offsetOf('limit')).toBe(0);
    });
  }
  await expectAccessible(page, 'messages');
  expect(errors).toEqual([]);
});

test('a directory without source that is dropped gets a sentence', async ({ page }) => {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  // What a browser hands over for a directory: an entry that says so, and a File that cannot be read.
  await page.evaluate(() => {
    const entry = {
      isDirectory: true,
      isFile: false,
      name: 'linux',
      createReader: () => ({ readEntries: (give: (entries: []) => void) => give([]) }),
      getFile: (_path: string, _options: object, _found: unknown, missing: () => void) => missing(),
    };
    const item = {
      kind: 'file',
      getAsFile: () => new File([], 'linux'),
      webkitGetAsEntry: () => entry,
    };
    const transfer = { items: [item], files: [new File([], 'linux')], types: ['Files'] };
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', { value: transfer });
      document.body.dispatchEvent(event);
    }
  });
  await expect(page.getByRole('alert')).toContainText(/linux/);
  await expect(page.getByRole('alert')).toContainText(/folder|directory/i);
});

test('a file of 5 GB that is nothing is refused without being read', async ({ page }) => {
  const path = join(mkdtempSync(join(tmpdir(), 'hitmap-')), 'five-gigabytes');
  const file = openSync(path, 'w');
  ftruncateSync(file, 5 * 1024 ** 3);
  writeSync(file, 'MZ');
  closeSync(file);
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(path);
  await expect(page.getByRole('alert')).toContainText('five-gigabytes');
});

test('a struct of a million members is listed, and its opening refused with a sentence', async ({
  page,
}) => {
  // BTF counts at most 65,535 members of a struct: sixteen of them, held by value.
  const [parts, each] = [16, 65_535];
  const names = Array.from({ length: each }, (_, place) => `m${place}`);
  const ints = names.map((name, place) => ({ name, type: 1, at: place * 4 }));
  const structs = Array.from({ length: parts }, (_, part) => ({
    name: `part_${part}`,
    sizeBytes: each * 4,
    members: ints,
  }));
  const million = {
    name: 'million',
    sizeBytes: parts * each * 4,
    members: structs.map(({ name }, part) => ({ name, type: part + 2, at: part * each * 4 })),
  };
  const object = fileOf('million.btf', btfOf([...structs, million]));
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(sample('shop.o'));
  await hitmap.openStruct('counter');
  await hitmap.openFiles(object);
  await hitmap.searchBox.fill('million');
  await expect(hitmap.list.getByRole('option')).toHaveCount(1, { timeout: 60_000 });
  await hitmap.searchBox.press('Enter');
  await expect(page.getByText(/more than 100000 members/)).toBeVisible({ timeout: 60_000 });
  await expect(hitmap.files.getByRole('button', { name: /^shop\.o/ })).toBeVisible();
});
