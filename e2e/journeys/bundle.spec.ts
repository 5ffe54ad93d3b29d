import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HitmapPage } from '../pages/hitmapPage';
import { ADDRESS_SPACE_LINE, paretoText } from '../support/c2cReport';
import { sample } from '../support/inputs';
import { buildIdOf, buildQueueProgram, QUEUE_ROWS, queueReport } from '../support/queueProgram';
import { expect, test } from '../support/journey';

const KERNEL_PARTS = {
  'c2c.txt': paretoText([ADDRESS_SPACE_LINE]),
  'samples.txt': 'the same samples\n',
  'vmlinux.btf': readFileSync(sample('mapping.o')),
  'lscpu.txt': 'CPU NODE SOCKET CORE\n0 0 0 0\n1 0 0 0\n',
};

/** As `hitmap-capture.sh` packs it, by the machine's tar. */
function bundle(parts: Readonly<Record<string, string | Buffer>> = KERNEL_PARTS): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'hitmap-bundle-'));
  const manifest = `hitmap-capture: 1
id: 11111111-2222-3333-4444-555555555555
taken: 2026-11-25T21:12:37Z
host: web17
release: 6.1.0
machine: x86_64
cpu: A Fast CPU
perf: 6.1.5
${Object.keys(parts)
  .map((part) => `part: ${part}\n`)
  .join('')}missing: slabinfo.txt: only root may read /proc/slabinfo
`;
  const files = Object.entries({ MANIFEST: manifest, ...parts });
  for (const [name, content] of files) {
    const path = join(folder, 'hitmap-capture', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const names = files.map(([name]) => `hitmap-capture/${name}`);
  execFileSync('tar', ['-C', folder, '-czf', join(folder, 'b.tar.gz'), ...names]);
  return readFileSync(join(folder, 'b.tar.gz'));
}

test('a bundle that is dropped is its types and its report, and says what it lacks', async ({
  page,
  hitmap,
}) => {
  await hitmap.drop('web17.tar.gz', bundle());

  const note = page.getByRole('status').filter({ hasText: /^web17\.tar\.gz/ });
  await expect(note).toContainText(
    'web17, Linux 6.1.0, A Fast CPU, taken 2026-11-25T21:12:37Z. It holds c2c.txt, samples.txt, vmlinux.btf and lscpu.txt.',
  );
  await expect(note).toContainText('samples.txt holds the samples of c2c.txt one by one');
  await expect(note).toContainText('Not in the bundle: slabinfo.txt: only root may read');

  const table = page.getByRole('grid', { name: 'Contended cache lines' });
  await expect(table.getByRole('row').nth(1)).toContainText('0xff1ddd3f0c8a3b00');
  await table.focus();
  await page.keyboard.press('ArrowDown');
  // Its own types name the struct of the line.
  await expect(page.getByRole('region', { name: /^Line 0xff1ddd3f0c8a3b00/ })).toContainText(
    'address_space',
  );
  await hitmap.openStruct('address_space');
});

test('a bundle that was cut gives what came before, and another archive is refused', async ({
  page,
  hitmap,
}) => {
  const whole = bundle();
  await hitmap.drop('cut.tar.gz', whole.subarray(0, whole.length - 400));
  await expect(page.getByRole('status').filter({ hasText: /^cut\.tar\.gz/ })).toContainText(
    'The bundle was cut',
  );
  await expect(page.getByRole('grid', { name: 'Contended cache lines' })).toBeVisible();

  const folder = mkdtempSync(join(tmpdir(), 'hitmap-other-'));
  writeFileSync(join(folder, 'x.txt'), 'x\n');
  execFileSync('tar', ['-C', folder, '-czf', join(folder, 'o.tar.gz'), 'x.txt']);
  await hitmap.drop('other.tar.gz', readFileSync(join(folder, 'o.tar.gz')));
  await expect(page.getByText(/none that hitmap-capture\.sh wrote/)).toBeVisible();
});

test('a bundle with its program names the struct by itself, with the heat on its fields', async ({
  page,
}) => {
  const program = buildQueueProgram();
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  const parts = {
    ...KERNEL_PARTS,
    'c2c.txt': queueReport(QUEUE_ROWS, program, 'queue'),
    'buildids.txt': `${buildIdOf(program)} /opt/queue\n`,
    'programs/queue': readFileSync(program),
  };
  await hitmap.drop('web18.tar.gz', bundle(parts));

  await expect(
    hitmap.announcements.filter({ hasText: 'bound to queue: its instructions name it' }).first(),
  ).toBeAttached();
  await expect(hitmap.title('queue')).toBeVisible();
  await hitmap.command('Inspector: heat');
  for (const member of ['head', 'tail', 'pending']) {
    await expect(hitmap.inspector).toContainText(member);
  }
});
