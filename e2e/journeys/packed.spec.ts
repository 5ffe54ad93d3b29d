import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applied, PatchPage } from '../pages/patchPage';
import { expect, test } from '../support/journey';
import { requireJudge } from '../support/judges';

// Its members lie naturally: debug information is the same with and without `packed`.
const HEADER = `struct record {
	int length;
	int owner;
	char kind;
	char name[3];
} __attribute__((packed));
`;

test.beforeEach(() => {
  requireJudge('gcc');
  requireJudge('git');
});

test('a packed header is dropped beside its binary', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-packed-'));
  const at = (name: string) => join(folder, name);
  writeFileSync(at('record.h'), HEADER);
  writeFileSync(at('record.c'), '#include "record.h"\nstruct record kept;\n');
  execFileSync('gcc', ['-g', '-c', '-o', 'record.o', 'record.c'], { cwd: folder });

  // Beside a patch of 80 columns a narrower window has no room for where the struct comes from.
  await page.setViewportSize({ width: 1920, height: 900 });
  const patch = new PatchPage(page);
  await patch.goto();
  await patch.openFiles(at('record.o'));
  await patch.openStruct('record');
  const rests = page.getByRole('button', { name: 'What these figures rest on' });
  const title = page.getByRole('heading', { name: 'struct record' }).locator('..');

  await test.step('alone, the figures are those of a struct that is not packed, and it is said', async () => {
    await patch.onField('kind', 'Move to the start');
    await expect(rests).toContainText('Packing unknown');
    await rests.click();
    const basis = page.getByRole('dialog', { name: 'What these figures rest on' });
    await expect(basis).toContainText('is packed is unknown');
    await expect(basis).toContainText('would be 12 bytes after this change');
    await page.keyboard.press('Escape');
  });

  await test.step('the header decides, whatever tab is open', async () => {
    await patch.openFiles(at('record.h'));
    await expect(title).toContainText('packing and alignment from record.h');
    await expect(rests).toHaveCount(0);
    await expect(patch.figure('Size')).toHaveText('12 bytes, as in the original');
  });

  await test.step('a packed struct looks like a format: its patch takes an override', async () => {
    await patch.show();
    await expect(patch.inspector).toContainText('`record` is packed'.replaceAll('`', ''));
    await patch.inspector.getByRole('button', { name: 'Change this format' }).click();
    await expect(patch.diff).toContainText('+\tchar kind;');
  });

  await test.step('gcc finds in the patched header what the page shows', async () => {
    const after = applied('record.h', HEADER, await patch.download('Download .patch'));
    writeFileSync(at('record.h'), after);
    const claims = [
      'sizeof(struct record) == 12',
      '_Alignof(struct record) == 1',
      '__builtin_offsetof(struct record, kind) == 0',
      '__builtin_offsetof(struct record, length) == 1',
      '__builtin_offsetof(struct record, name) == 9',
    ];
    const lines = claims.map((claim) => `_Static_assert(${claim}, "${claim}");`);
    writeFileSync(at('claims.c'), ['#include "record.h"', ...lines, ''].join('\n'));
    execFileSync('gcc', ['-fsyntax-only', 'claims.c'], { cwd: folder });
    expect(readFileSync(at('record.h'), 'utf8')).toContain('packed');
  });
});
