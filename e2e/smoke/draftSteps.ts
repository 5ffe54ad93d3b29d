import { button, member, type Hitmap, type Place } from './hitmap';
import type { Inputs } from './inputs';
import type { Target } from './inPage';
import type { Step } from './steps';

const OPEN: Target = { role: 'region', name: '^Open structs$' };

// `struct counter` of e2e/samples/shop.c by the x86-64 ABI, by hand (`steps.ts`), in three orders. A field that goes
// one place back goes before its neighbour: `limit` to 60, after the bit-fields, with `tag` after it at 64; `hits`
// to 16, before `lock`, which is at 24 then.
const UNTOUCHED = { lock: [16, 4], hits: [24, 8], tag: [58, 6], limit: [64, 4] } as const;
const LIMIT_BACK = { lock: [16, 4], hits: [24, 8], tag: [64, 6], limit: [60, 4] } as const;
const HITS_BACK = { lock: [24, 4], hits: [16, 8], tag: [58, 6], limit: [64, 4] } as const;
const BOTH_BACK = { lock: [24, 4], hits: [16, 8], tag: [64, 6], limit: [60, 4] } as const;

type Order = Readonly<Record<keyof typeof UNTOUCHED, Place>>;

/**
 * What a person changed is kept by the browser, whatever ends the page: what differs from engine to engine is
 * storage, locks and what a tab may still do when it goes. `e2e/journeys/drafts.spec.ts` goes much deeper.
 */
export const DRAFT_STEPS: readonly Step[] = [
  withCounter('a change is kept when its tab is closed in the same moment', async (hitmap) => {
    await back(hitmap, 'limit');
    await hitmap.driver.closeTab();
    await keeps(hitmap, [LIMIT_BACK]);
  }),
  withCounter('and when the page is loaded again in the same moment', async (hitmap) => {
    await back(hitmap, 'limit');
    await hitmap.driver.reload();
    await hitmap.click({ ...button('^counter'), within: OPEN });
    await hitmap.lies(LIMIT_BACK);
    await hitmap.driver.closeTab();
  }),
  withCounter('two tabs on the same struct keep an order each', async (hitmap, inputs) => {
    await back(hitmap, 'limit');
    await hitmap.lies(LIMIT_BACK);
    await counterInTab(hitmap, inputs);
    await back(hitmap, 'hits');
    await hitmap.lies(HITS_BACK);
    await hitmap.driver.closeTab();
    await hitmap.driver.closeTab();
    await keeps(hitmap, [HITS_BACK, LIMIT_BACK]);
  }),
  withCounter(
    'what is gone on with takes the place of what it was, once that tab is gone',
    async (hitmap) => {
      await back(hitmap, 'limit');
      await hitmap.driver.closeTab();
      await hitmap.driver.openTab();
      await hitmap.open();
      await hitmap.click({ ...button('^counter'), within: OPEN });
      await hitmap.lies(LIMIT_BACK);
      await back(hitmap, 'hits');
      await hitmap.lies(BOTH_BACK);
      await hitmap.driver.closeTab();
      await keeps(hitmap, [BOTH_BACK]);
    },
  ),
  withCounter('the journal keeps what the database did not take', async (hitmap) => {
    await hitmap.ask(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('not now', 'UnknownError');
      };
    });
    await back(hitmap, 'limit');
    await hitmap.lies(LIMIT_BACK);
    await hitmap.driver.closeTab();
    await keeps(hitmap, [LIMIT_BACK]);
  }),
];

/** What is done in a tab with the untouched struct, of a browser that keeps nothing so far. */
function withCounter(name: string, act: (hitmap: Hitmap, inputs: Inputs) => Promise<void>): Step {
  return {
    name,
    async run(hitmap, inputs) {
      await forget(hitmap);
      await counterInTab(hitmap, inputs);
      await act(hitmap, inputs);
    },
  };
}

/** Takes away what the browser keeps, from a page of the same origin that runs nothing. */
async function forget(hitmap: Hitmap): Promise<void> {
  await hitmap.driver.goto(`${hitmap.address}icon.svg`);
  await hitmap.ask(
    () =>
      new Promise<void>((resolve, reject) => {
        localStorage.clear();
        const asked = indexedDB.deleteDatabase('hitmap');
        asked.onsuccess = () => resolve();
        asked.onerror = () => reject(new Error('the drafts cannot be taken away'));
      }),
  );
  // It names no icon of its own, and Chromium asks for one.
  await hitmap.driver.takeConsole();
}

/** A new tab with the untouched struct in it. */
async function counterInTab(hitmap: Hitmap, { sample }: Inputs): Promise<void> {
  await hitmap.driver.openTab();
  await hitmap.open();
  await hitmap.giveFiles(sample('shop.o'));
  await hitmap.pick('counter');
  await hitmap.lies(UNTOUCHED);
}

/** One place back, by the keyboard. */
async function back(hitmap: Hitmap, name: string): Promise<void> {
  await hitmap.click(member(name));
  await hitmap.driver.chord(['Alt', 'ArrowLeft']);
}

/** The orders of `counter` that a new tab shows, in whichever order it lists them. */
async function keeps(hitmap: Hitmap, orders: readonly Order[]): Promise<void> {
  await hitmap.driver.openTab();
  await hitmap.open();
  const rows = { ...button('^counter'), within: OPEN };
  const count = async () => (await hitmap.all(rows)).length;
  await hitmap.reads('the drafts that are open again', orders.length, count);
  const names = Object.keys(UNTOUCHED) as (keyof Order)[];
  const found: string[] = [];
  for (let at = 1; at <= orders.length; at++) {
    const row = `section[aria-label="Open structs"] li:nth-child(${at})`;
    await hitmap.click({ css: `${row} button:first-child` });
    await hitmap.find({ css: `${row} button[aria-current=true]` });
    found.push(JSON.stringify(await hitmap.places(...names)));
  }
  const wanted = orders.map((order) => JSON.stringify(names.map((name) => order[name])));
  await hitmap.reads('their orders', wanted.sort(), () => Promise.resolve(found.sort()));
  await hitmap.driver.closeTab();
}
