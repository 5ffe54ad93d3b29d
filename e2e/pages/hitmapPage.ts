import { expect, type Locator, type Page } from '@playwright/test';

/** Hitmap as a person sees it: things by their roles and names. */
export class HitmapPage {
  readonly files: Locator;
  readonly list: Locator;
  readonly searchBox: Locator;
  readonly figures: Locator;
  readonly inspector: Locator;
  readonly announcements: Locator;

  constructor(readonly page: Page) {
    this.files = page.getByRole('list', { name: 'Loaded files' });
    this.list = page.getByRole('listbox', { name: 'Structs and unions' });
    this.searchBox = page.getByRole('combobox', { name: 'Search structs' });
    this.figures = page.getByLabel('Figures');
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
    this.announcements = page.getByRole('status');
  }

  async goto(): Promise<void> {
    await this.page.goto('/');
    await expect(this.page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  }

  /** The page with one of its studies open. */
  static async withStudy(page: Page, title: RegExp): Promise<HitmapPage> {
    const hitmap = new HitmapPage(page);
    await hitmap.goto();
    await page.getByRole('button', { name: title }).click();
    // The empty page has a heading, too: only a layout has fields.
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    return hitmap;
  }

  /** The study of `struct address_space`: a lock on the line of the tree that it protects. */
  static lockBesideTree(page: Page): Promise<HitmapPage> {
    return HitmapPage.withStudy(page, /A lock beside the tree/);
  }

  async openFiles(...paths: readonly string[]): Promise<void> {
    await this.page.getByLabel('Files to open').setInputFiles([...paths]);
  }

  /** Copies a text and presses Ctrl+V, wherever the focus is. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('ControlOrMeta+v');
  }

  /** Copies a link to what is in view, and gives it. */
  async copyLink(): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.command('Copy a link to this layout');
    const copied = () => this.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('#hitmap');
    return copied();
  }

  /** From a comparison, in which a link with an order opens, to the layout that it proposes. */
  async showEdited(): Promise<void> {
    await expect(this.page.getByRole('list', { name: 'Layouts' })).toBeVisible();
    await this.page.getByRole('button', { name: 'edited', exact: true }).click();
  }

  /** Synthetic events, as no driver of a browser can drag a file from outside of it. */
  async drop(name: string, bytes: Buffer | string): Promise<void> {
    const transfer = await this.page.evaluateHandle(
      ([fileName, text]) => {
        const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([data], fileName));
        return dataTransfer;
      },
      [name, Buffer.from(bytes).toString('base64')] as const,
    );
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.page.dispatchEvent('body', type, { dataTransfer: transfer });
    }
  }

  /** A report that came over a struct is in view; from it back to the struct. */
  async backToStruct(): Promise<void> {
    await this.page.getByRole('button', { name: 'Back to the struct' }).click();
    await expect(this.page.getByRole('treeitem').first()).toBeVisible();
  }

  /** Types a name and opens the first match by Enter. */
  async openStruct(name: string): Promise<void> {
    // Beside a struct the list is a rail in most windows.
    // A struct that opens by itself closes the list, in the middle of this too.
    await expect(async () => {
      await this.search(name);
      // The first match is what Enter opens: it has to be this struct, and not one that begins like it.
      await expect(this.columns(this.list.getByRole('option').first()).first()).toHaveText(
        new RegExp(`^${name}(?: #\\d+)?(?: · \\d+)?(?: union)?$`),
        { timeout: 5_000 },
      );
      await this.searchBox.press('Enter', { timeout: 5_000 });
    }).toPass();
    await expect(this.title(name)).toBeVisible();
  }

  async openStructOf(file: string, name: string): Promise<void> {
    await this.openFiles(file);
    await this.openStruct(name);
  }

  /** Types into the search of the list, which is closed beside a struct. */
  async search(name: string): Promise<void> {
    if (!(await this.searchBox.isVisible())) await this.page.keyboard.press('/');
    await this.searchBox.fill(name, { timeout: 5_000 });
  }

  /** Goes to where a field is changed, and asks for better orders. */
  async suggest(): Promise<void> {
    await this.inspector.getByRole('tab', { name: 'Change' }).click();
    await this.inspector.getByRole('button', { name: 'Suggest an order', exact: true }).click();
  }

  title(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: new RegExp(`\\b${name}\\b`) });
  }

  /** The shape of a member in the grid. */
  member(path: string): Locator {
    return this.page.locator(`[role=treeitem][data-path="${path}"]`).first();
  }

  /** What the last line of a struct has room for after its end. */
  afterEnd(): Locator {
    return this.page.locator('[data-key="outside:after"]');
  }

  hole(text: RegExp): Locator {
    return this.page.getByRole('treeitem', { name: text });
  }

  /** Where a member begins, in bytes. */
  async offsetOf(path: string): Promise<number> {
    await this.member(path).waitFor();
    const offset = (await this.offsetsOf([path]))[path];
    if (offset === undefined) throw new Error(`no offset is said of ${path}`);
    return offset;
  }

  /** Where members begin, in bytes, all of one moment; one that is not in the grid has none. */
  async offsetsOf(paths: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const labels = await this.page.locator('[role=treeitem][data-path]').evaluateAll((members) =>
      members.map((member) => ({
        path: member.getAttribute('data-path') ?? '',
        words: member.getAttribute('aria-label') ?? '',
      })),
    );
    const offsets: Record<string, number> = {};
    for (const { path, words } of labels) {
      const offset = /, offset ([\d,]+)/.exec(words)?.[1];
      // A member over several lines is drawn in parts; the first part is where it begins.
      if (offset !== undefined && paths.includes(path)) {
        offsets[path] ??= Number(offset.replaceAll(',', ''));
      }
    }
    return offsets;
  }

  /** A figure of the strip as screen readers hear it, whole: "72 bytes, as in the original". */
  figure(name: string): Locator {
    return this.figures
      .locator('div', { has: this.page.getByText(name, { exact: true }) })
      .getByRole('definition')
      .locator(':scope > :not([aria-hidden])');
  }

  /** A row of the list of structs; its columns are name, size, lines, bytes in holes, padding. */
  row(name: string): Locator {
    return this.list
      .getByRole('option')
      .filter({ has: this.page.getByTitle(new RegExp(`^(?:struct|union) ${name}$`)) });
  }

  /** The texts of a row of the list, one a column. */
  columns(row: Locator): Locator {
    return row.locator(':scope > span');
  }

  async command(title: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    const palette = this.page.getByRole('dialog', { name: 'Commands' });
    await palette.getByRole('combobox', { name: 'Find a command' }).fill(title);
    // Enter runs the option that is marked: it has to be this one, and not one that begins like it.
    await expect(palette.getByRole('option', { selected: true })).toContainText(title);
    await this.page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  }

  /**
   * Drags with the mouse, in steps as a hand does, by the middle of a shape: to the middle of another, or
   * so that it would begin where the other begins or ends.
   */
  async drag(
    from: Locator,
    to: Locator,
    options: { readonly drop: boolean; readonly where?: 'over' | 'before' | 'after' },
  ): Promise<void> {
    await to.scrollIntoViewIfNeeded();
    await from.scrollIntoViewIfNeeded();
    const start = await middle(from);
    const grabbedPx = start.x - (await boxOf(from)).x;
    const seen = await boxOf(to);
    const { mouse } = this.page;
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(start.x + 12, start.y + 4, { steps: 3 });
    const box = await boxOf(to);
    const x = {
      over: box.x + box.width / 2,
      // Where it began when the field was picked up: held at the start of a row, the field has pushed it on.
      before: seen.x + grabbedPx,
      after: box.x + box.width + grabbedPx,
    }[options.where ?? 'over'];
    await mouse.move(x, box.y + box.height / 2, { steps: 12 });
    if (options.drop) await mouse.up();
  }

  /** Moves a finger, in steps as a hand does; what is under it was chosen by a tap before, or the page scrolls. */
  async swipe(from: Locator, byX: number, byY: number): Promise<void> {
    const { x, y } = await middle(from);
    const session = await this.page.context().newCDPSession(this.page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      touchPoints: { x: number; y: number }[],
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x, y }]);
    const steps = 12;
    for (let step = 1; step <= steps; step += 1) {
      await touch('touchMove', [{ x: x + (byX * step) / steps, y: y + (byY * step) / steps }]);
    }
    await touch('touchEnd', []);
    await session.detach();
  }
}

async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on screen');
  return box;
}
