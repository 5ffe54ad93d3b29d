import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';
import { btfOf } from '../support/btf';
import { sectionHeader } from '../support/elf';
import { fileOf, sample } from '../support/inputs';
import { expectOffsets } from '../support/offsets';

const elf = readFileSync(sample('shop.o'));
const btf = readFileSync(sample('shop.btf'));

/** A path in a folder of its own. */
const placed = (name: string) => join(mkdtempSync(join(tmpdir(), 'hitmap-')), name);

/** The page, which is given a file. */
async function opened(page: Page, path: string): Promise<HitmapPage> {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await hitmap.openFiles(path);
  return hitmap;
}

// Where the headers say that their tables are (ELF-64: e_shoff at 0x28; BTF: type_len at 12 of 24 bytes).
const sectionTable = `0x${elf.readBigUInt64LE(0x28).toString(16)}`;
const typeBytes = btf.readUInt32LE(12);
const BTF_HEADER_BYTES = 24;

const BAD: readonly { name: string; bytes: Buffer | string; says: string }[] = [
  {
    name: 'empty',
    bytes: '',
    says: 'The file is empty, or no longer where it was picked. If it is from /sys or /proc, copy it and open the copy; else pick it again, or build or download it again.',
  },
  {
    name: 'notes.txt',
    bytes: 'Dear all,\nplease find below …\n',
    says: 'Hitmap does not know this kind of text file. Open an ELF file with debug information (vmlinux, a .ko, any program built with -g), raw BTF (/sys/kernel/btf/vmlinux), or a report of perf c2c.',
  },
  {
    name: 'cut-elf',
    bytes: elf.subarray(0, 2000),
    says: `The ELF file is cut off: the section table should lie at ${sectionTable}, 64 bytes, and the file has 2000 bytes. Copy or download it again.`,
  },
  {
    // Version 1, and 24 bytes of header, are still there.
    name: 'btf-magic',
    bytes: Buffer.concat([Buffer.alloc(2), btf.subarray(2)]),
    says: 'This is no kind of file that Hitmap knows (it begins with 00 00 01 00 18 00 00 00). Open an ELF file with debug information, or raw BTF.',
  },
  {
    name: 'btf-cut',
    bytes: btf.subarray(0, 300),
    says: `The BTF type section (offset 0x0, ${typeBytes} bytes) lies outside the ${300 - BTF_HEADER_BYTES} bytes of data: the file is cut off or damaged. Copy it again.`,
  },
];

test('each bad file gets its sentence, and what was loaded before stays', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const hitmap = await opened(page, sample('shop.o'));
  await hitmap.openStruct('counter');
  await hitmap.member('limit').focus();
  await hitmap.command('Move to the start');
  await expectOffsets(hitmap, { limit: 0 });

  for (const { name, bytes, says } of BAD) {
    await test.step(name, async () => {
      await hitmap.openFiles(fileOf(name, bytes));
      const alert = page.getByRole('alert').filter({ hasText: name });
      await expect(alert).toBeVisible();
      await expect(alert).toHaveText(`${name}: ${says}`);
      await expect(hitmap.title('counter')).toBeVisible();
      await expectOffsets(hitmap, { limit: 0 });
    });
  }
  await expectAccessible(page, 'messages');
  expect(errors).toEqual([]);
});

test('a directory without source that is dropped gets a sentence', async ({ hitmap: { page } }) => {
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
  const path = placed('five-gigabytes');
  const file = openSync(path, 'w');
  ftruncateSync(file, 5 * 1024 ** 3);
  writeSync(file, 'MZ');
  closeSync(file);
  await opened(page, path);
  await expect(page.getByRole('alert')).toContainText('five-gigabytes');
});

test('a file that unpacks to far more than others is opened for whoever says so', async ({
  page,
}) => {
  const zeros = gzipSync(Buffer.alloc(1 << 20));
  const packed = Buffer.concat([gzipSync(btf), ...Array.from({ length: 300 }, () => zeros)]);
  const path = placed('large.gz');
  writeFileSync(path, packed);
  const hitmap = await opened(page, path);
  const question = page.getByRole('dialog', { name: 'Do you trust large.gz?' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'a question about a large file');
  await question.getByRole('button', { name: 'Leave it closed' }).click();
  await expect(page.getByRole('alert')).toContainText('unpack to more than 256 MB');
  await hitmap.openFiles(path);
  await question.getByRole('button', { name: 'Open it' }).click();
  await hitmap.openStruct('counter');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('debug information of 5 GB of nothing ends in sentences', async ({ page }) => {
  const bytes = Buffer.from(elf);
  const header = sectionHeader(bytes, '.debug_info');
  bytes.writeBigUInt64LE(BigInt(bytes.length), header + 24);
  bytes.writeBigUInt64LE(5n << 30n, header + 32);
  const path = placed('sparse.o');
  writeFileSync(path, bytes);
  truncateSync(path, bytes.length + 5 * 1024 ** 3);
  const hitmap = await opened(page, path);
  const sentence = 'A section of the file is larger than memory; it was skipped.';
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toContainText(
    'sparse.o: No struct of it could be read',
  );
  await hitmap.files.getByRole('button', { name: /^sparse\.o/ }).click();
  await expect(
    page.getByRole('region', { name: 'What was noticed' }).getByText(sentence),
  ).toBeVisible();
});

for (const isSizeKnown of [true, false]) {
  const when = isSizeKnown ? 'after its size is known' : 'at once';
  test(`a file that is deleted ${when} gets a sentence`, async ({ page }) => {
    const path = placed('gone.o');
    writeFileSync(path, elf);
    const hitmap = new HitmapPage(page);
    await hitmap.goto();
    // The page hears of the file when it is gone already. A browser looks for its size when that is first asked for.
    await page.evaluate((asks) => {
      const hold = (event: Event) => {
        event.stopImmediatePropagation();
        if (asks) void (event.target as HTMLInputElement).files?.[0]?.size;
      };
      window.addEventListener('change', hold, { capture: true, once: true });
    }, isSizeKnown);
    await hitmap.openFiles(path);
    rmSync(path);
    await page.getByLabel('Files to open').dispatchEvent('change');
    await expect(page.getByRole('alert')).toContainText('gone.o');
    await expect(page.getByRole('alert')).toContainText(/pick (?:it|a changed file) again/i);
  });
}

test('a link that is read for long can be cancelled, and nothing comes of it', async ({ page }) => {
  // Its worker is never asked: it would be ready before anybody could press a button.
  await page.addInitScript(() => {
    const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
      ...words: unknown[]
    ) => void;
    Worker.prototype.postMessage = function (this: Worker, ...words: unknown[]) {
      const [call] = words as [{ readonly argumentList?: readonly { value?: unknown }[] } | null];
      const asked = call?.argumentList?.[0]?.value as { readonly kind?: unknown } | undefined;
      const isLink = asked?.kind === 'link';
      if (!isLink) Reflect.apply(post, this, words);
    };
  });
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await page.evaluate(() => {
    window.location.hash = '#hitmap1.AAAAAAAAAAAA';
  });
  const reading = hitmap.files.getByRole('group', { name: 'Reading Link' });
  await expect(reading).toBeVisible();
  await page.getByRole('button', { name: 'Cancel reading Link' }).click();
  await expect(reading).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await hitmap.openStructOf(sample('shop.o'), 'counter');
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
  const hitmap = await opened(page, sample('shop.o'));
  await hitmap.openStruct('counter');
  await hitmap.openFiles(object);
  await page.keyboard.press('/');
  await hitmap.searchBox.fill('million');
  await expect(hitmap.list.getByRole('option')).toHaveCount(1, { timeout: 60_000 });
  await hitmap.searchBox.press('Enter');
  await expect(page.getByText(/more than 100000 members/)).toBeVisible({ timeout: 60_000 });
  await expect(hitmap.files.getByRole('button', { name: /^shop\.o/ })).toBeVisible();
});
