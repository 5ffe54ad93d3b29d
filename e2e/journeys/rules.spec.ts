import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { expectAccessible } from '../support/axe';

/** `struct file` of v6.14: f_ref at 0, f_mode at 12, f_op at 16, f_cred at 56, f_owner at 128; three lines. */
async function openFile(page: Page): Promise<HitmapPage> {
  const hitmap = new HitmapPage(page);
  await hitmap.goto();
  await page.getByRole('button', { name: /A reference count/ }).click();
  await expect(hitmap.title('file')).toBeVisible();
  return hitmap;
}

async function select(hitmap: HitmapPage, ...paths: readonly string[]): Promise<void> {
  for (const [place, path] of paths.entries()) {
    await hitmap.member(path).click(place === 0 ? {} : { modifiers: ['Control'] });
  }
}

function rule(hitmap: HitmapPage, words: string) {
  const rules = hitmap.inspector.getByRole('region', { name: 'Rules' });
  return rules.getByRole('listitem').filter({ hasText: words });
}

test('a rule is set from selected fields, broken by a drag, seen in the grid, and undone', async ({
  page,
}) => {
  const hitmap = await openFile(page);
  await select(hitmap, 'f_owner', 'f_op');
  await hitmap.inspector.getByRole('button', { name: 'Keep apart' }).click();
  const apart = rule(hitmap, 'apart f_owner,f_op');
  await expect(apart).toContainText('Holds');
  await hitmap.command('Add a rule: no larger than now');
  await expect(rule(hitmap, 'size 184')).toContainText('Holds');

  // What is dragged is what is selected.
  await select(hitmap, 'f_owner');
  // Held over line 0 the rule is broken already, and let go it is not.
  await hitmap.drag(hitmap.member('f_owner'), hitmap.member('f_op'), { drop: false });
  await expect(apart).toContainText('Broken: f_');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(apart).toContainText('Holds');

  await hitmap.drag(hitmap.member('f_owner'), hitmap.member('f_op'), { drop: true });
  await expect(apart).toContainText(/\bshare line 0(?!\d)/);
  const why = /breaks a rule: apart f_owner,f_op: f_o\w+ and f_o\w+ share line 0(?!\d)/;
  for (const path of ['f_owner', 'f_op']) {
    await expect(hitmap.member(path)).toHaveAttribute('aria-label', why);
  }
  // The line has a mark of its own, and its first field speaks of it.
  await expect(hitmap.member('f_ref')).toHaveAttribute('aria-label', /line 0 breaks a rule: apart/);
  await expect(page.locator('.hitmap-grid .rows g').first().locator('path.broken')).toBeVisible();
  await expect(hitmap.announcements.filter({ hasText: 'Breaks the rule apart' })).toHaveCount(1);
  await expectAccessible(page, 'a broken rule');

  await page.keyboard.press('Control+z');
  await expect(apart).toContainText('Holds');
  await expect(hitmap.member('f_owner')).not.toHaveAttribute('aria-label', /breaks/);

  await rule(hitmap, 'size 184')
    .getByRole('button', { name: /^Remove the rule/ })
    .click();
  await expect(rule(hitmap, 'size 184')).toHaveCount(0);
});

test('rules in words, with what is wrong said, and as a file for hitmap check', async ({
  page,
}) => {
  const hitmap = await openFile(page);
  await hitmap.command('Inspector: field');
  const words = hitmap.inspector.getByLabel('In words');
  await words.fill('aprt f_ref | f_mode');
  await words.press('Enter');
  await expect(hitmap.inspector.getByRole('alert')).toContainText('Did you mean apart?');
  await expectAccessible(page, 'a rule that cannot be read');
  await words.fill('apart f_ref | f_mode, f_op');
  await words.press('Enter');
  await expect(rule(hitmap, 'apart f_ref | f_mode,f_op')).toContainText(
    /\bf_ref and f_mode share line 0(?!\d)/,
  );
  await hitmap.command('Copy the rules for hitmap check');
  await expect(hitmap.announcements.filter({ hasText: 'The rules are copied' })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'file: apart f_ref | f_mode,f_op\n',
  );
});

test('notes on a field and on a line travel in a link, and a field takes its own along', async ({
  page,
  browser,
}) => {
  const hitmap = await openFile(page);
  await hitmap.member('f_cred').click();
  await page.keyboard.press('m');
  await expect(page.getByLabel('Note on f_cred')).toBeFocused();
  await page.keyboard.type('Read only when permissions are checked.');
  await page.keyboard.press('Control+Enter');
  await expect(hitmap.member('f_cred')).toHaveAttribute('aria-label', /note: Read only when/);

  // The menu of a field has its line's note, too.
  await hitmap.member('f_path').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /Note on its line/ }).click();
  await expect(page.getByLabel('Note on line 1')).toBeFocused();
  await page.keyboard.type('Nothing here is written after open.');
  await expectAccessible(page, 'a note being written');
  await page.getByRole('button', { name: 'Keep note' }).click();
  await expect(hitmap.member('f_path')).toHaveAttribute('aria-label', /line 1 note: Nothing here/);
  await select(hitmap, 'f_ref', 'f_op');
  await page.keyboard.press('Shift+K');
  await expect(rule(hitmap, 'apart f_ref,f_op')).toContainText(/\bshare line 0(?!\d)/);

  // The field's note goes with it; the line's stays.
  await select(hitmap, 'f_cred');
  await hitmap.command('Move to the end');
  await expect(hitmap.member('f_cred')).toHaveAttribute('aria-label', /, line 2;.*note: Read only/);
  await expectAccessible(page, 'notes on a field and a line');

  const link = await hitmap.copyLink();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(link);
  const theirs = new HitmapPage(other);
  await expect(theirs.title('file')).toBeVisible();
  await theirs.showEdited();
  await expect(theirs.member('f_cred')).toHaveAttribute('aria-label', /, line 2;.*note: Read only/);
  await expect(rule(theirs, 'apart f_ref,f_op')).toContainText(/\bshare line 0(?!\d)/);
  const notes = theirs.inspector.getByRole('region', { name: 'Notes' });
  await expect(notes.getByRole('listitem').filter({ hasText: /^line 1(?!\d)/ })).toContainText(
    'Nothing here is written after open.',
  );
  // Beside the line, too: the sign tells it to who points at it.
  await other.getByRole('tree').hover({ position: { x: 30, y: 125 } });
  await expect(other.getByText('Nothing here is written after open.').last()).toBeVisible();
  await notes.getByRole('button', { name: 'Remove the note on line 1' }).click();
  await expect(notes).not.toContainText('Nothing here is written after open.');
  await context.close();
});

test('the menu beside a line writes a note on it and selects what is on it', async ({ page }) => {
  const hitmap = await openFile(page);
  const tree = page.getByRole('tree');
  await tree.click({ position: { x: 30, y: 50 }, button: 'right' });
  await expectAccessible(page, 'the menu of a line');
  await page.getByRole('menuitem', { name: 'Select its fields' }).click();
  await expect(hitmap.member('f_ref')).toHaveAttribute('aria-selected', 'true');
  await expect(hitmap.member('f_cred')).toHaveAttribute('aria-selected', 'true');
  await expect(hitmap.member('f_path')).toHaveAttribute('aria-selected', 'false');
  await tree.click({ position: { x: 30, y: 50 }, button: 'right' });
  await page.getByRole('menuitem', { name: 'Note on line 0…', exact: true }).click();
  await expect(page.getByLabel('Note on line 0')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Note on line 0')).toHaveCount(0);
});
