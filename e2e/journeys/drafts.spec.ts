import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { HitmapPage } from '../pages/hitmapPage';
import { sample } from '../support/inputs';
import { expectOffsets } from '../support/offsets';

const openStructs = (page: Page) => page.getByRole('region', { name: 'Open structs' });
const open = (page: Page, struct: string) =>
  openStructs(page).getByRole('button', { name: new RegExp(`^${struct}`) });

/** Beside a struct is the list, which has what is open. */
const WITH_LIST = { width: 1600, height: 900 };

/** A tab with `counter` of the sample program in it. */
async function counterIn(context: BrowserContext): Promise<HitmapPage> {
  const hitmap = new HitmapPage(await context.newPage());
  await hitmap.page.setViewportSize(WITH_LIST);
  await hitmap.goto();
  await hitmap.openStructOf(sample('shop.o'), 'counter');
  return hitmap;
}

async function tab(context: BrowserContext, address = '/'): Promise<HitmapPage> {
  const hitmap = new HitmapPage(await context.newPage());
  await hitmap.page.setViewportSize(WITH_LIST);
  await hitmap.page.goto(address);
  return hitmap;
}

async function moveToTheStart(hitmap: HitmapPage, member: string): Promise<void> {
  await hitmap.member(member).focus();
  await hitmap.command('Move to the start');
  await expectOffsets(hitmap, { [member]: 0 });
}

/** A tab in which a member of `counter` was moved to the start. */
async function changedIn(context: BrowserContext, member: string): Promise<HitmapPage> {
  const hitmap = await counterIn(context);
  await moveToTheStart(hitmap, member);
  return hitmap;
}

/** The records of this browser, as they are. */
function records(page: Page): Promise<readonly Record<string, unknown>[]> {
  return page.evaluate(
    () =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const failed = (event: Event) => reject(new Error(event.type));
        const asked = indexedDB.open('hitmap');
        asked.onerror = failed;
        asked.onsuccess = () => {
          const all = asked.result.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => resolve(all.result as Record<string, unknown>[]);
          all.onerror = failed;
          asked.result.close();
        };
      }),
  );
}

/** Waits until the move of a member is in a record. */
const isKept = ({ page }: HitmapPage, member: string) =>
  expect
    .poll(async () => JSON.stringify(await records(page)))
    .toContain(`"members\\":[\\"${member}`);

/** A build of another form makes the database its own, with such a record. */
async function takenByNewer(context: BrowserContext, record: object): Promise<void> {
  const { page } = await tab(context, '/icon.svg');
  await page.evaluate(
    (newer) =>
      new Promise<void>((resolve) => {
        const asked = indexedDB.open('hitmap', 7);
        asked.onupgradeneeded = () => {
          const { result } = asked;
          if (result.objectStoreNames.contains('drafts')) return;
          result.createObjectStore('drafts', { keyPath: 'key' }).put(newer);
          result.createObjectStore('more');
        };
        asked.onsuccess = () => {
          asked.result.close();
          resolve();
        };
      }),
    record,
  );
  await page.close();
}

/** The offsets of `limit` and `hits` in each draft of `counter` that a new tab finds, in any order. */
async function draftsOfCounter(context: BrowserContext, count: number) {
  const fresh = await tab(context);
  await expect(open(fresh.page, 'counter')).toHaveCount(count);
  const found: string[] = [];
  for (let at = 0; at < count; at++) {
    await open(fresh.page, 'counter').nth(at).click();
    await expect(open(fresh.page, 'counter').nth(at)).toHaveAttribute('aria-current', 'true');
    const offsets = await fresh.offsetsOf(['limit', 'hits']);
    found.push(`limit ${offsets['limit']}, hits ${offsets['hits']}`);
  }
  await fresh.page.close();
  return found.sort();
}

// gcc's offsetof, of the sample program's struct in these orders.
const LIMIT_FIRST = 'limit 0, hits 32';
const HITS_FIRST = 'limit 64, hits 0';
const LIMIT_THEN_HITS_FIRST = 'limit 8, hits 0';

test('changes are there again after a reload and in a new tab; a link never replaces them; the switch takes them away', async ({
  context,
}) => {
  const hitmap = await counterIn(context);
  const { page } = hitmap;
  const link = await hitmap.copyLink();
  await moveToTheStart(hitmap, 'limit');

  await page.reload();
  await expect(page.getByText('A struct that you changed is in the list')).toBeVisible();
  await open(page, 'counter').click();
  await expectOffsets(hitmap, { limit: 0 });

  // The tab is closed, and the link of the unchanged struct opened in another: both are there.
  await page.close();
  const theirs = await tab(context, link);
  await expect(theirs.title('counter')).toBeVisible();
  // gcc: 64, after the 6 bytes of `tag` at 58.
  await expectOffsets(theirs, { limit: 64 });
  await expect(open(theirs.page, 'counter')).toHaveCount(2);

  await theirs.command('Drafts in this browser on or off');
  await expect.poll(() => records(theirs.page)).toEqual([]);
  await theirs.page.goto('/');
  await theirs.page.reload();
  await expect(open(theirs.page, 'counter')).toHaveCount(0);
});

test('an edit is kept when its tab is closed, or crashes, in the same moment', async ({
  context,
}) => {
  const closed = await counterIn(context);
  await closed.member('limit').focus();
  await closed.page.keyboard.press('Alt+ArrowUp');
  await closed.page.close();
  const crashed = await counterIn(context);
  await crashed.member('hits').focus();
  const devtools = await context.newCDPSession(crashed.page);
  const gone = crashed.page.waitForEvent('crash');
  await crashed.page.keyboard.press('Alt+ArrowUp');
  void devtools.send('Page.crash').catch(() => undefined);
  await gone;
  await crashed.page.close();
  expect((await draftsOfCounter(context, 2)).length).toBe(2);
});

test('what is written last before the record could be is in the journal', async ({ context }) => {
  const hitmap = await changedIn(context, 'limit');
  await expect.poll(async () => (await records(hitmap.page)).length).toBe(1);
  // From here on the database takes nothing: the tab goes between the two writes.
  await hitmap.page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('not now', 'UnknownError');
    };
  });
  await moveToTheStart(hitmap, 'hits');
  await hitmap.page.close();
  expect(await draftsOfCounter(context, 1)).toEqual([LIMIT_THEN_HITS_FIRST]);
  const after = await tab(context);
  await expect(open(after.page, 'counter')).toHaveCount(1);
  expect(JSON.stringify(await records(after.page))).toContain('hits');
  expect(await after.page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
    expect.stringContaining('journal'),
  );
});

test('two and three tabs on one struct: every order is kept', async ({ context }) => {
  const [first, second] = [await changedIn(context, 'limit'), await changedIn(context, 'hits')];
  // A third, while both live, shows both, and goes on with one of them.
  const third = await tab(context);
  await expect(open(third.page, 'counter')).toHaveCount(2);
  await open(third.page, 'counter').first().click();
  await third.member('link').focus();
  await third.command('Move to the start');
  await expectOffsets(third, { link: 0 });
  await first.page.close();
  await second.page.close();
  await third.page.close();
  const kept = await draftsOfCounter(context, 3);
  expect(kept).toContain(LIMIT_FIRST);
  expect(kept).toContain(HITS_FIRST);
});

test('the same change in two tabs is one draft', async ({ context }) => {
  const tabs = [await changedIn(context, 'limit'), await changedIn(context, 'limit')];
  for (const { page } of tabs) await page.close();
  expect(await draftsOfCounter(context, 1)).toEqual([LIMIT_FIRST]);
});

test('two tabs that go on with the same draft leave two', async ({ context }) => {
  const before = await changedIn(context, 'limit');
  await before.page.close();
  const tabs = [await tab(context), await tab(context)];
  for (const [at, member] of ['hits', 'lock'].entries()) {
    const hitmap = tabs[at]!;
    await open(hitmap.page, 'counter').click();
    await expectOffsets(hitmap, { limit: 0 });
    await moveToTheStart(hitmap, member);
  }
  await expect.poll(async () => (await records(tabs[0]!.page)).length).toBe(2);
  for (const { page } of tabs) await page.close();
  expect(await draftsOfCounter(context, 2)).toHaveLength(2);
});

test('a draft that is gone on with takes the place of the one that it was; one that is closed is gone', async ({
  context,
}) => {
  const before = await changedIn(context, 'limit');
  await before.page.close();
  const after = await tab(context);
  await open(after.page, 'counter').click();
  await moveToTheStart(after, 'hits');
  await after.page.close();
  expect(await draftsOfCounter(context, 1)).toEqual([LIMIT_THEN_HITS_FIRST]);
  const last = await tab(context);
  await last.page.getByRole('button', { name: 'Close counter' }).click();
  await expect.poll(() => records(last.page)).toEqual([]);
});

test('a draft that is closed in one tab stays while another tab has it', async ({ context }) => {
  const mine = await changedIn(context, 'limit');
  await expect.poll(async () => (await records(mine.page)).length).toBe(1);
  const other = await tab(context);
  await other.page.getByRole('button', { name: 'Close counter' }).click();
  await expect(open(other.page, 'counter')).toHaveCount(0);
  await other.page.close();
  await mine.page.close();
  expect(await draftsOfCounter(context, 1)).toEqual([LIMIT_FIRST]);
});

test('no number of links or structs puts a draft out', async ({ context }) => {
  const mine = await changedIn(context, 'limit');
  const theirs = await tab(context);
  // Notes are edits: each link is another struct with a change of its author's.
  for (let at = 0; at < 14; at++) {
    await theirs.page.evaluate(() => {
      window.location.hash = '';
    });
    await mine.member('hits').focus();
    await mine.page.evaluate(() => undefined);
    const link = await mine.copyLink();
    await theirs.page.evaluate(
      (hash) => {
        window.location.hash = hash;
      },
      link.slice(link.indexOf('#')),
    );
    await expect(theirs.title('counter')).toBeVisible();
    await mine.member('tag').focus();
    await mine.command(at % 2 === 0 ? 'Move to the start' : 'Undo');
  }
  await mine.page.close();
  await theirs.page.close();
  expect(await draftsOfCounter(context, 1)).toEqual([LIMIT_FIRST]);
});

test('what another build wrote stays as it is, and can be saved as a file', async ({ context }) => {
  const OLD = [{ id: 'x', link: '#hitmap99.AAAAAAAAAAAA' }];
  const NEWER = { form: 2, key: 'of a newer build', whatever: [1, 2] };
  const seed = await tab(context, '/icon.svg');
  await seed.page.evaluate(
    (old) => localStorage.setItem('hitmap.drafts', JSON.stringify(old)),
    OLD,
  );
  await seed.page.close();
  await takenByNewer(context, NEWER);
  for (const member of ['limit', 'hits']) {
    const hitmap = await counterIn(context);
    await expect(hitmap.page.getByText(/2 drafts of this browser cannot be read/)).toBeVisible();
    await moveToTheStart(hitmap, member);
    await isKept(hitmap, member);
    const download = hitmap.page.waitForEvent('download');
    await hitmap.command('Save the drafts of this browser as a file');
    const stream = await (await download).createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text).toContain('#hitmap99.AAAAAAAAAAAA');
    expect(text).toContain('of a newer build');
    await hitmap.page.close();
  }
  const after = await tab(context);
  await expect(open(after.page, 'counter')).toHaveCount(2);
  expect(await records(after.page)).toContainEqual(NEWER);
  expect(JSON.stringify(await records(after.page))).toContain('#hitmap99.AAAAAAAAAAAA');
});

test('a database that a newer build or the browser takes away is opened again', async ({
  context,
}) => {
  await context.addInitScript(() => {
    const open = Object.getOwnPropertyDescriptor(IDBFactory.prototype, 'open')?.value as (
      ...names: Parameters<IDBFactory['open']>
    ) => IDBOpenDBRequest;
    const opened: IDBDatabase[] = [];
    IDBFactory.prototype.open = function (this: IDBFactory, ...names) {
      const asked = Reflect.apply(open, this, names);
      asked.addEventListener('success', () => opened.push(asked.result));
      return asked;
    };
    // What a browser does that clears its storage, or has lost its files.
    window.addEventListener('databases are lost', () => {
      for (const database of opened) {
        database.close();
        database.dispatchEvent(new Event('close'));
      }
    });
  });
  const hitmap = await counterIn(context);
  await moveToTheStart(hitmap, 'limit');
  await isKept(hitmap, 'limit');
  await takenByNewer(context, {});
  await moveToTheStart(hitmap, 'hits');
  await isKept(hitmap, 'hits');
  await hitmap.page.evaluate(() => window.dispatchEvent(new Event('databases are lost')));
  await moveToTheStart(hitmap, 'lock');
  await isKept(hitmap, 'lock');
});

test('a full storage is said at once, and when there is room again all is kept', async ({
  context,
}) => {
  const hitmap = await counterIn(context);
  const { page } = hitmap;
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await page.evaluate(() => {
    let size = 1 << 20;
    for (let at = 0; size > 0; at++) {
      try {
        localStorage.setItem(`filler ${at}`, 'x'.repeat(size));
      } catch {
        size >>= 1;
      }
    }
  });
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await moveToTheStart(hitmap, 'limit');
  const alert = page.getByRole('alert').filter({ hasText: 'not kept' });
  await expect(alert).toContainText('Copy a link');
  await expect(alert).toContainText('full');
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  // It is tried again without another change.
  await expect(alert).toHaveCount(0);
  await page.close();
  expect(await draftsOfCounter(context, 1)).toEqual([LIMIT_FIRST]);
});

test('a storage that is switched off is said at once, and the page works', async ({ context }) => {
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    IDBFactory.prototype.open = refuse;
  });
  const hitmap = await changedIn(context, 'limit');
  const alert = hitmap.page.getByRole('alert').filter({ hasText: 'not kept' });
  await expect(alert).toContainText('does not let this page store anything');
  await expect(alert).toContainText('Copy a link');
});

test('a database that does not answer is asked again, and one that never answers is said', async ({
  context,
}) => {
  const hitmap = await changedIn(context, 'limit');
  await hitmap.page.close();
  await context.addInitScript(() => {
    const open = Object.getOwnPropertyDescriptor(IDBFactory.prototype, 'open')?.value as (
      ...names: Parameters<IDBFactory['open']>
    ) => IDBOpenDBRequest;
    let unanswered = Number(new URLSearchParams(location.search).get('unanswered'));
    IDBFactory.prototype.open = function (this: IDBFactory, ...names) {
      if (unanswered-- <= 0) return Reflect.apply(open, this, names);
      return Object.create(IDBOpenDBRequest.prototype, {
        addEventListener: { value: () => undefined },
        onerror: { set: () => undefined },
        onsuccess: { set: () => undefined },
        onupgradeneeded: { set: () => undefined },
        onblocked: { set: () => undefined },
      }) as IDBOpenDBRequest;
    };
  });
  const page = await context.newPage();
  await page.goto('/?unanswered=1');
  await expect(page.getByRole('button', { name: /^counter/ })).toBeVisible({ timeout: 20_000 });
  await page.goto('/?unanswered=99');
  const notice = page.getByRole('status').filter({ hasText: 'did not say which drafts it keeps' });
  await expect(notice).toBeVisible({ timeout: 30_000 });
});

test('after a reload the draft in view is given back to its file', async ({ context }) => {
  const hitmap = await changedIn(context, 'limit');
  await expect.poll(async () => (await records(hitmap.page)).length).toBe(1);
  const { page } = hitmap;
  await page.reload();
  await expect(hitmap.title('counter')).toBeVisible();
  await expect(open(page, 'counter')).toContainText('draft of');
  await hitmap.openFiles(sample('shop.o'));
  await expect(open(page, 'counter')).toContainText('shop.o');
  await expectOffsets(hitmap, { limit: 0 });
  // The list leads to it, and to no second one.
  await hitmap.openStruct('shop');
  await hitmap.openStruct('counter');
  await expectOffsets(hitmap, { limit: 0 });
  await expect(open(page, 'counter')).toHaveCount(1);
  await expect(page).toHaveTitle(/^counter · 1 change · shop\.o/);
});
