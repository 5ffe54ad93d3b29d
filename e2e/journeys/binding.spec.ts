import { expect, test } from '../support/journey';
import { expectAccessible } from '../support/axe';
import {
  ADDRESS_SPACE_LINE,
  ALIGNED_ADDRESS_SPACE_LINE,
  paretoText,
  type ReportLine,
} from '../support/c2cReport';
import { sample } from '../support/inputs';
import { expectOffsets } from '../support/offsets';

const REPORT = paretoText([ADDRESS_SPACE_LINE]);

test('a posted report is bound to its struct by its first candidate, without typing a number', async ({
  page,
  hitmap,
}) => {
  await hitmap.drop('c2c.txt', REPORT);
  await expect(page.getByText('Open the kernel’s BTF or vmlinux: the arguments')).toBeVisible();
  await expectAccessible(page, 'a report without a binary');

  await hitmap.openFiles(sample('mapping.o'));
  const candidates = page.getByRole('region', { name: 'Candidates' }).getByRole('listitem');
  const first = candidates.first();
  await expect(first.getByRole('heading', { name: 'address_space' })).toBeVisible();
  await expect(first).toContainText('i_mmap.rb_leftmost');
  await expect(first).toContainText('i_mmap_rwsem.count');
  await expect(first).toContainText('i_mmap_rwsem.owner');
  await expect(first).toContainText('takes a rb_root_cached');
  await expect(first).toContainText(/\binode at 56\b/);
  await expectAccessible(page, 'candidates');

  await first.getByRole('button', { name: 'Bind to address_space at base offset 48' }).click();
  await expect(hitmap.title('address_space')).toBeVisible();
  // Without another click: who writes what others use, by which functions.
  const findings = hitmap.inspector.getByRole('region', { name: 'Findings' });
  await expect(findings).toContainText('False sharing on line 2');
  const line = page.getByRole('region', { name: 'Line 2', exact: true });
  await expect(line).toContainText('down_write2,382 stores');
  await expect(line).toContainText('vma_interval_tree_remove2,687 HITM');
  // Without that picture the finding names them itself.
  await line.getByRole('button', { name: 'Close the line' }).click();
  await expect(findings.getByRole('row', { name: /^down_write stores 2,382$/ })).toBeVisible();
  await line.getByRole('button', { name: /^Show who stores/ }).click();
  await hitmap.command('Inspector: heat');
  await expect(hitmap.inspector).toContainText('i_mmap_rwsem.owner');
  await expect(hitmap.inspector).toContainText('The struct begins 48 bytes into its line');
  // 71.36 % of 13,642 and 72.17 % of 19,392, as posted; nobody stores there.
  const fields = hitmap.inspector.getByRole('region', { name: 'Hot fields' });
  const owner = fields.getByRole('row', { name: /^i_mmap_rwsem\.owner/ });
  await expect(owner.getByRole('cell')).toHaveText(['23,730', '0']);

  // It is an edit like any other.
  await page.keyboard.press('Control+z');
  await expect(hitmap.inspector).not.toContainText('The struct begins 48 bytes');
});

test('candidates stay as they are while somebody points at them', async ({ page, hitmap }) => {
  await hitmap.drop('c2c.txt', REPORT);
  await hitmap.openFiles(sample('mapping.o'));
  const candidates = page.getByRole('region', { name: 'Candidates' });
  const first = candidates.getByRole('listitem').first();
  const bind = first.getByRole('button', { name: /^Bind to address_space / });
  await bind.hover();
  const before = await bind.boundingBox();
  // A second file brings other answers, which say the file of each.
  await hitmap.openFiles(sample('shop.o'));
  await expect(candidates.getByText('Better candidates were found')).toBeVisible();
  expect(await bind.boundingBox()).toEqual(before);
  await expect(first).not.toContainText('mapping.o');
  await page.mouse.move(0, 0);
  await expect(first).toContainText('mapping.o');
  await expect(candidates.getByText('Better candidates were found')).toHaveCount(0);
});

test('the report of the patched kernel is bound to the patched layout, at the start of a line', async ({
  page,
  hitmap,
}) => {
  await hitmap.openStructOf(sample('mapping.o'), 'address_space');
  await hitmap.member('i_mmap_rwsem').focus();
  await hitmap.command('Align to a cache line');
  await expectOffsets(hitmap, { i_mmap_rwsem: 128 });

  await hitmap.drop('after.txt', paretoText([ALIGNED_ADDRESS_SPACE_LINE]));
  await hitmap.backToStruct();
  await hitmap.command('Inspector: heat');
  await hitmap.inspector.getByRole('button', { name: 'Bind 0xff157a0f25b90c40' }).click();
  await expect(hitmap.inspector.getByRole('region', { name: 'Findings' })).toBeVisible();
  await hitmap.command('Inspector: heat');
  await expect(hitmap.inspector).toContainText('The struct begins 0 bytes into its line');
  await expect(hitmap.inspector).toContainText('i_mmap_rwsem.owner');
  await expect(hitmap.inspector.getByLabel('Offset in bytes')).toHaveValue('128');

  // The layout says where in its containers it lies, too.
  await page.getByRole('button', { name: 'About address_space' }).click();
  await page.getByText('Inside other structs').click();
  await expect(page.getByRole('button', { name: /^Base 56, as in inode\b/ })).toBeVisible();
});

/** Where functions and a variable would be without KASLR; the report's are 0x2a000000 further. */
const KALLSYMS = `ffffffff81000000 T _text
ffffffff81170810 T up_write
ffffffff81170960 t rwsem_spin_on_owner
ffffffff81170a00 T down_read
ffffffff81344040 T vma_interval_tree_remove
ffffffff81344200 T vma_interval_tree_insert
ffffffff81b99f90 t rwsem_down_write_slowpath
ffffffff81b9a5d0 T down_write
ffffffff81b9a640 T down_write_killable
ffffffff82c00000 D jiffies_like
ffffffff82c00040 D contended
ffffffff82c00048 B beside
ffffffff82c00080 B far_away
ffffffff82c00100 B end
`;

test('symbols say that the report belongs, and name a variable with its neighbours', async ({
  page,
  hitmap,
}) => {
  const variable: ReportLine = { ...ADDRESS_SPACE_LINE, address: '0xffffffffacc00040' };
  await hitmap.drop('c2c.txt', paretoText([variable]));
  await hitmap.drop('kallsyms.txt', KALLSYMS);
  const region = page.getByRole('region', { name: 'Candidates' });
  await expect(region).toContainText(
    'The report is of kallsyms.txt: 5 of 5 functions match its addresses, moved by +0x2a000000.',
  );
  await expect(region).toContainText('On the lines beside it: jiffies_like');
  await expectAccessible(page, 'a variable of the report');
  await region.getByRole('button', { name: 'Bind to the variable contended' }).click();
  await expect(hitmap.member('contended')).toBeVisible();
  // The table of symbols has it 8 bytes further.
  await expect(hitmap.member('beside')).toBeVisible();
  const [contended, beside] = [await hitmap.offsetOf('contended'), await hitmap.offsetOf('beside')];
  expect(beside - contended).toBe(8);
  await hitmap.command('Inspector: heat');
  await expect(hitmap.inspector).toContainText('beside');
});

test('symbols of another kernel are said to be', async ({ page, hitmap }) => {
  await hitmap.drop('c2c.txt', REPORT);
  const other = KALLSYMS.replace('81b9a5d0', '81b9b5d8').replace('81170960', '81190968');
  await hitmap.drop('kallsyms.txt', other.replace('81344040', '81340048'));
  await expect(page.getByRole('region', { name: 'Candidates' })).toContainText(
    'The report is not of kallsyms.txt',
  );
});
