import type { Driver } from './drivers/driver';
import type { Target } from './inPage';
import { Visitor } from './visitor';

const FILE_INPUT = 'input[aria-label="Files to open"]';
export const LIST: Target = { role: 'listbox', name: '^Structs and unions$' };
export const SEARCH: Target = { css: 'input[aria-label="Search structs"]' };
export const INSPECTOR: Target = { role: 'complementary', name: '^Inspector$' };

/** The shape of a member in the grid. */
export const member = (path: string): Target => ({ css: `[role=treeitem][data-path="${path}"]` });
export const HOLE: Target = { role: 'treeitem', name: '^hole' };
export const title = (name: string): Target => ({ css: 'h1', name: `\\b${name}\\b` });
export const button = (name: string): Target => ({ role: 'button', name });

/** Offset and size in bytes. */
export type Place = readonly [offset: number, size: number];

/** Hitmap as a person meets it, with what the steps do again and again. */
export class Hitmap extends Visitor {
  constructor(
    driver: Driver,
    readonly address: string,
  ) {
    super(driver);
  }

  async open(): Promise<void> {
    await this.driver.goto(this.address);
    await this.find({ role: 'heading', name: 'See a struct as the cache lines it fills' });
  }

  giveFiles(...paths: readonly string[]): Promise<void> {
    return this.driver.giveFiles(FILE_INPUT, paths);
  }

  /** Rows of the list: name, size, cache lines, bytes in holes, bytes of padding. */
  async rows(): Promise<readonly (readonly string[])[]> {
    return this.ask(() =>
      [...document.querySelectorAll('[role=listbox][aria-label^="Structs"] [role=option]')].map(
        (row) => [...row.querySelectorAll('span')].map((span) => span.textContent ?? ''),
      ),
    );
  }

  /** Types a name and clicks on its row. */
  async pick(name: string): Promise<void> {
    await this.fill(SEARCH, name);
    await this.click({ css: `[role=option]:has([title="struct ${name}"])`, within: LIST });
    await this.find(title(name));
  }

  /** Where each member of the open struct is, as the grid says it. */
  async places(...paths: readonly string[]): Promise<readonly (readonly number[])[]> {
    const spoken = await this.ask(
      (wanted) =>
        wanted.map((path) => {
          const shape = document.querySelector(`[role=treeitem][data-path="${path}"]`);
          return shape?.getAttribute('aria-label') ?? '';
        }),
      paths,
    );
    return spoken.map((label) => {
      const [, offset = '', size = ''] = /offset ([\d,]+), ([\d,]+) bytes?/.exec(label) ?? [];
      return [offset, size].map((digits) => Number(digits.replaceAll(',', '') || NaN));
    });
  }

  /** Waits until the members are where they should be: { name: [offset, size] }. */
  async lies(expected: Readonly<Record<string, Place>>): Promise<void> {
    const paths = Object.keys(expected);
    await this.reads('where the members are', expected, async () => {
      const places = await this.places(...paths);
      return Object.fromEntries(paths.map((path, index) => [path, places[index]])) as never;
    });
  }

  /** Waits for figures of the open struct: { Size: '72', Holes: '1' }. */
  async figures(expected: Readonly<Record<string, string>>): Promise<void> {
    await this.reads('the figures', expected, () =>
      this.ask((names) => {
        const all = [...document.querySelectorAll('[aria-label=Figures] > div')].map((figure) => {
          const name = figure.querySelector('dt')?.textContent ?? '';
          const spoken = figure.querySelector('dd span')?.textContent ?? '';
          return [name, /[\d,.]+/.exec(spoken)?.[0] ?? spoken] as const;
        });
        return Object.fromEntries(all.filter(([name]) => names.includes(name)));
      }, Object.keys(expected)),
    );
  }

  /** Waits until the browser keeps as many changed structs; the page writes them a moment after the change. */
  async keeps(drafts: number): Promise<void> {
    await this.reads('the drafts that are kept', drafts, () =>
      this.ask(async () => {
        const journal = 'hitmap.journal/';
        const keys = new Set(
          Object.keys(localStorage)
            .filter((key) => key.startsWith(journal))
            .map((key) => key.slice(journal.length)),
        );
        const records = await new Promise<IDBValidKey[]>((resolve, reject) => {
          const opening = indexedDB.open('hitmap');
          opening.onerror = () => reject(new Error('no drafts'));
          opening.onsuccess = () => {
            const all = opening.result.transaction('drafts').objectStore('drafts').getAllKeys();
            all.onsuccess = () => {
              opening.result.close();
              resolve(all.result);
            };
          };
        });
        return new Set([...keys, ...records.map(String)]).size;
      }),
    );
  }

  async command(name: string): Promise<void> {
    await this.driver.chord(['Control', 'k']);
    await this.find({ role: 'dialog', name: '^Commands$' });
    const box: Target = { css: '[role=dialog] input' };
    await this.reads('the keyboard in the palette', true, async () => {
      const [first] = await this.all(box);
      return first?.isFocused ?? false;
    });
    await this.driver.type(name);
    await this.find({ role: 'option', contains: name });
    await this.driver.chord(['Enter']);
    await this.gone({ role: 'dialog', name: '^Commands$' });
  }

  /** Puts a text on the clipboard by copying it from a field, as a person who has it in a mail does. */
  async copyFromElsewhere(text: string): Promise<void> {
    await this.ask((given) => {
      const field = document.createElement('textarea');
      field.id = 'elsewhere';
      document.body.append(field);
      field.value = given;
      field.focus();
      field.select();
    }, text);
    await this.driver.chord(['Control', 'c']);
    await this.leaveElsewhere();
  }

  /** What the clipboard has, by pasting it into a field. */
  async pastedElsewhere(): Promise<string> {
    await this.ask(() => {
      const field = document.createElement('textarea');
      field.id = 'elsewhere';
      document.body.append(field);
      field.focus();
    });
    await this.driver.chord(['Control', 'v']);
    const field: Target = { css: '#elsewhere' };
    let text = '';
    await this.reads('something on the clipboard', true, async () => {
      text = (await this.all(field))[0]?.value ?? '';
      return text !== '';
    });
    await this.leaveElsewhere();
    return text;
  }

  private async leaveElsewhere(): Promise<void> {
    await this.ask(() => document.querySelector('#elsewhere')?.remove());
  }
}
