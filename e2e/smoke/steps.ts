import { deepStrictEqual as same, ok } from 'node:assert';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ADDRESS_SPACE_LINE, paretoText } from '../support/c2cReport';
import { button, type Hitmap, HOLE, INSPECTOR, LIST, member, SEARCH, title } from './hitmap';
import { largeStruct, type Input, type Inputs } from './inputs';

/** One thing that somebody does, and what has to be seen after it. */
export interface Step {
  readonly name: string;
  /** What it cannot do without. */
  readonly needs?: (inputs: Inputs) => Input;
  run(hitmap: Hitmap, inputs: Inputs, memory: Memory): Promise<void>;
}

/** What one step leaves to a later one. */
export interface Memory {
  link: string;
}

/**
 * `struct counter` of e2e/samples/shop.c by the x86-64 ABI, by hand: two pointers; 4 bytes and a hole of 4,
 * since `hits` is aligned to 8; a struct of 8 and 4 bytes padded to 16; a union of 8; bit-fields of 16 bits,
 * then 6 bytes up to 64; `limit`, and 4 bytes of padding.
 */
const COUNTER = {
  link: [0, 16],
  lock: [16, 4],
  hits: [24, 8],
  stats: [32, 16],
  owner: [48, 8],
  tag: [58, 6],
  limit: [64, 4],
} as const;
/** `limit` fits into the hole; the 64 bytes that are left are one line. */
const FILLED = { ...COUNTER, limit: [20, 4] } as const;

/** `struct address_space` of e2e/samples/mapping.c, by hand: an rw_semaphore is 8 + 8 + 4 + 4 + 16 bytes. */
const ADDRESS_SPACE = {
  host: [0, 8],
  i_pages: [8, 16],
  invalidate_lock: [24, 40],
  gfp_mask: [64, 4],
  i_mmap: [72, 16],
  i_mmap_rwsem: [88, 40],
  nrpages: [128, 8],
  private_list: [168, 16],
  private_data: [184, 8],
} as const;

/** 71.36 % of 13,642 remote and 72.17 % of 19,392 local HITM, as the report has them at the owner. */
const HITM_OF_OWNER = '23,730';

export const STEPS: readonly Step[] = [
  {
    name: 'the page opens and loads its reader ahead',
    async run(hitmap) {
      await hitmap.open();
      await hitmap.find({ css: 'html[data-prefetched=true]' });
      await hitmap.find(button('^Open files'));
    },
  },
  {
    name: 'BTF is opened and listed',
    async run(hitmap, { sample }) {
      await hitmap.giveFiles(sample('shop.btf'));
      // Name, size, lines, bytes in holes, bytes of padding.
      await hitmap.reads(
        'the rows of the list',
        [
          ['counter', '72', '2', '4', '4'],
          ['list', '16', '1', '0', '0'],
          ['shop', '256', '4', '52', '28'],
          ['stats', '16', '1', '0', '4'],
        ],
        () => hitmap.rows(),
      );
    },
  },
  {
    name: 'the running kernel’s BTF is opened, and a struct found in it',
    needs: ({ kernel }) => kernel,
    async run(hitmap, { kernel }) {
      if (!('path' in kernel)) return;
      await hitmap.giveFiles(kernel.path);
      await hitmap.find({ role: 'button', name: 'vmlinux\\.btf' });
      await hitmap.pick('hlist_node');
      // include/linux/types.h: struct hlist_node { struct hlist_node *next, **pprev; };
      await hitmap.lies({ next: [0, 8], pprev: [8, 8] });
      await hitmap.figures({ Size: '16', Holes: '0' });
    },
  },
  {
    name: 'an ELF of 24 MB is opened, and one of its 80,000 structs picked',
    needs: ({ large }) => large,
    async run(hitmap, { large }) {
      if (!('path' in large)) return;
      await hitmap.open();
      await hitmap.giveFiles(large.path);
      for (const number of [79_999, 12_345]) {
        const { name, sizeBytes, places } = largeStruct(number);
        await hitmap.find({ role: 'button', name: '^large' });
        await hitmap.pick(name);
        await hitmap.lies(places);
        await hitmap.figures({ Size: String(sizeBytes), Holes: '2' });
      }
    },
  },
  {
    name: 'a struct is searched, picked and shown as C lays it out',
    async run(hitmap, { sample }) {
      await hitmap.open();
      await hitmap.giveFiles(sample('shop.o'));
      await hitmap.fill(SEARCH, 'cntr');
      await hitmap.reads('what the search finds', ['counter'], async () =>
        (await hitmap.rows()).map(([name = '']) => name),
      );
      await hitmap.pick('counter');
      await hitmap.lies(COUNTER);
      await hitmap.figures({ Size: '72', Lines: '2', Holes: '1', Padding: '4' });
    },
  },
  {
    name: 'a field is held over a hole, and Escape puts it back',
    async run(hitmap) {
      await hitmap.drag(member('limit'), HOLE, { drop: false });
      await hitmap.figures({ Size: '64', Lines: '1', Holes: '0' });
      await hitmap.driver.chord(['Escape']);
      await hitmap.letGo();
      await hitmap.figures({ Size: '72', Lines: '2', Holes: '1' });
      await hitmap.lies(COUNTER);
    },
  },
  {
    name: 'it is dropped there, and is one change',
    async run(hitmap) {
      await hitmap.drag(member('limit'), HOLE, { drop: true });
      await hitmap.lies(FILLED);
      await hitmap.figures({ Size: '64', Lines: '1', Holes: '0' });
      await hitmap.click({ role: 'tab', name: '^Change$', within: INSPECTOR });
      const change = { role: 'listitem', within: { role: 'list', name: '^Changes$' } } as const;
      await hitmap.reads('the number of changes', 1, async () => (await hitmap.all(change)).length);
      await hitmap.find({ ...change, contains: 'limit' });
    },
  },
  {
    name: 'keys undo it, redo it, and move a field',
    async run(hitmap) {
      const { driver } = hitmap;
      await driver.chord(['Control', 'z']);
      await hitmap.lies(COUNTER);
      await driver.chord(['Control', 'Shift', 'z']);
      await hitmap.lies(FILLED);
      await driver.chord(['Control', 'z']);
      await hitmap.click(member('limit'));
      await driver.chord(['Alt', 'ArrowLeft']);
      // Before `tag`: at 60, after the bit-fields, and `tag` after it.
      await hitmap.reads('limit moved, and has the keyboard', true, async () => {
        const [limit] = await hitmap.all(member('limit'));
        return limit?.isFocused === true && !limit.label?.includes('offset 64,');
      });
      await hitmap.lies({ limit: [60, 4], tag: [64, 6] });
      await driver.chord(['Control', 'z']);
      await hitmap.lies(COUNTER);
    },
  },
  {
    name: 'a field is found in the layout, and the keyboard is on it after',
    async run(hitmap) {
      await hitmap.driver.chord(['Control', 'f']);
      const box = { role: 'search', name: '^Find in this layout$' } as const;
      await hitmap.find(box);
      await hitmap.driver.type('limit');
      await hitmap.find({ ...box, contains: '1 of 1' });
      await hitmap.driver.chord(['Escape']);
      await hitmap.gone(box);
      await hitmap.reads('the keyboard on the field', true, async () => {
        const [limit] = await hitmap.all(member('limit'));
        return limit?.isFocused === true;
      });
    },
  },
  {
    name: 'the address says what is open, and Back goes to the struct before',
    async run(hitmap) {
      const address = () => hitmap.ask(() => location.hash);
      await hitmap.pick('stats');
      await hitmap.reads('the struct in the address', true, async () =>
        (await address()).startsWith('#at1?struct=struct:stats:16:'),
      );
      await hitmap.ask(() => history.back());
      await hitmap.find(title('counter'));
      await hitmap.reads('the struct before in the address', true, async () =>
        (await address()).startsWith('#at1?struct=struct:counter:72:'),
      );
      await hitmap.lies(COUNTER);
    },
  },
  {
    name: 'a command is found by its name and run',
    async run(hitmap) {
      await hitmap.click(member('limit'));
      await hitmap.command('Move to the start');
      // A uint32_t first, then 4 bytes of hole before the pointers; `lock` and 4 bytes of hole as before.
      await hitmap.lies({ limit: [0, 4], link: [8, 16], lock: [24, 4], hits: [32, 8] });
      await hitmap.figures({ Size: '72', Holes: '2', Padding: '0' });
      await hitmap.keeps(1);
    },
  },
  {
    name: 'before and after are compared, line by line',
    async run(hitmap) {
      await hitmap.command('Compare: before and after');
      const changes = { role: 'region', name: '^What changed$' } as const;
      await hitmap.find({ ...changes, contains: 'limit' });
      await hitmap.find({ css: 'tr[data-what=moved]', within: changes });
      await hitmap.find({ css: '[role=img]', name: '^Before, line 0:' });
      await hitmap.command('Compare: before and after');
      await hitmap.gone(changes);
      await hitmap.lies({ limit: [0, 4] });
    },
  },
  {
    name: 'a report of perf c2c is pasted',
    async run(hitmap) {
      await hitmap.open();
      await hitmap.copyFromElsewhere(paretoText([ADDRESS_SPACE_LINE]));
      await hitmap.driver.chord(['Control', 'v']);
      await hitmap.find({ role: 'grid', name: '^Contended cache lines$' });
      await hitmap.find({ role: 'row', contains: '0xff1ddd3f0c8a3b00' });
      await hitmap.find({ role: 'row', contains: '13,642' });
      await hitmap.find({ role: 'row', contains: '19,392' });
    },
  },
  {
    name: 'its line is bound to the struct that its functions are handed',
    async run(hitmap, { sample }) {
      await hitmap.giveFiles(sample('mapping.o'));
      await hitmap.find({ role: 'region', name: '^Candidates$', contains: 'i_mmap_rwsem.owner' });
      // The cards grow while the code of the functions is followed, which moves their buttons.
      await hitmap.find({ css: '[aria-label=Candidates][aria-busy=false]' });
      await hitmap.click(button('^Bind to address_space at base offset 48$'));
      await hitmap.find(title('address_space'));
      await hitmap.lies(ADDRESS_SPACE);
      await hitmap.command('Inspector: heat');
      await hitmap.find({ ...INSPECTOR, contains: 'The struct begins 48 bytes into its line' });
      await hitmap.find({ ...INSPECTOR, contains: HITM_OF_OWNER });
      // With the 646 at the lock's count; 2,687 are at rb_leftmost.
      await hitmap.find({ ...member('i_mmap_rwsem'), name: '(?<![\\d,.])24,376 HITM\\b' });
      await hitmap.find({ ...member('i_mmap'), name: '(?<![\\d,.])2,687 HITM\\b' });
      await hitmap.keeps(2);
    },
  },
  {
    name: 'its link is copied',
    async run(hitmap, _inputs, memory) {
      await hitmap.command('Copy a link to this layout');
      await hitmap.find({ css: '[role=status]', contains: 'The link is copied' });
      memory.link = await hitmap.pastedElsewhere();
      ok(memory.link.startsWith('#hitmap'), `a page of this machine is in ${memory.link}`);
      ok(memory.link.length > 100, `what it holds is only ${memory.link}`);
    },
  },
  {
    name: 'the link is opened without any file, with its heat',
    async run(hitmap, _inputs, { link }) {
      await hitmap.driver.goto('about:blank');
      await hitmap.driver.goto(`${hitmap.address}${link}`);
      await hitmap.find(title('address_space'));
      await hitmap.lies(ADDRESS_SPACE);
      await hitmap.find({ ...member('i_mmap_rwsem'), name: '(?<![\\d,.])24,376 HITM\\b' });
      await hitmap.gone({ role: 'button', name: '^mapping\\.o' });
    },
  },
  {
    name: 'the layout is saved as PNG',
    async run(hitmap) {
      await hitmap.command('Save the picture as PNG, light');
      const path = join(hitmap.driver.downloads, 'address_space.png');
      await hitmap.reads('the file that was saved', ['address_space.png'], async () =>
        Promise.resolve(readdirSync(hitmap.driver.downloads)),
      );
      await hitmap.reads('a whole PNG', true, async () =>
        Promise.resolve(readFileSync(path).includes('IEND')),
      );
      const look = await hitmap.ask(lookOf, readFileSync(path).toString('base64'));
      ok(look.widthPx > 1000 && look.heightPx > 300, `it is ${look.widthPx} by ${look.heightPx}`);
      ok(look.corner > 200, `a light picture has a corner of brightness ${look.corner}`);
      ok(look.titleInk > 500, `its title has ${look.titleInk} dark pixels`);
      ok(look.hot > 2000, `${look.hot} pixels are as red as its hottest field`);
    },
  },
  {
    name: 'after a reload the changed struct is there',
    async run(hitmap) {
      await hitmap.open();
      await hitmap.driver.reload();
      const opened = { role: 'region', name: '^Open structs$' } as const;
      await hitmap.click({ ...button('^counter'), within: opened });
      await hitmap.lies({ limit: [0, 4], link: [8, 16] });
      same((await hitmap.all(LIST)).length, 0, 'no file is loaded');
      await hitmap.click({ ...button('^address_space'), within: opened });
      await hitmap.find({ ...member('i_mmap_rwsem'), name: '(?<![\\d,.])24,376 HITM\\b' });
    },
  },
  {
    name: 'the page as one file, from a disk, opens a file',
    needs: ({ single }) => single,
    async run(hitmap, { single, sample }) {
      if (!('path' in single)) return;
      await hitmap.driver.goto(pathToFileURL(single.path).href);
      await hitmap.find({ css: 'html[data-prefetched=true]' });
      await hitmap.giveFiles(sample('shop.o'));
      await hitmap.pick('counter');
      await hitmap.lies(COUNTER);
    },
  },
];

/** What a PNG shows, as the browser decodes it. Runs in the page; it may use nothing from outside itself. */
async function lookOf(base64: string): Promise<{
  readonly widthPx: number;
  readonly heightPx: number;
  /** Brightness of the first pixel, 0 to 255. */
  readonly corner: number;
  /** Pixels of the first 50 rows that are not as the corner. */
  readonly titleInk: number;
  /** Pixels as dark red as the fill of the hottest field. */
  readonly hot: number;
}> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const [corner = 0] = data;
  let [titleInk, hot] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (at < 4 * 50 * image.width && Math.abs(red - corner) > 64) titleInk += 1;
    if (red > 110 && green < 60 && blue < 60) hot += 1;
  }
  return { widthPx: image.width, heightPx: image.height, corner, titleInk, hot };
}
