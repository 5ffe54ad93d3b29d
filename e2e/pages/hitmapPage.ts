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

  async openFiles(...paths: readonly string[]): Promise<void> {
    await this.page.getByLabel('Files to open').setInputFiles([...paths]);
  }

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

  /** Types a name and opens the first match by Enter. */
  async openStruct(name: string): Promise<void> {
    await this.searchBox.fill(name);
    await expect(this.list.getByRole('option').first()).toContainText(name);
    await this.searchBox.press('Enter');
    await expect(this.title(name)).toBeVisible();
  }

  title(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: new RegExp(`\\b${name}\\b`) });
  }

  /** The shape of a member in the grid. */
  member(path: string): Locator {
    return this.page.locator(`[role=treeitem][data-path="${path}"]`).first();
  }

  hole(text: RegExp): Locator {
    return this.page.getByRole('treeitem', { name: text });
  }

  async offsetOf(path: string): Promise<number> {
    const spoken = (await this.member(path).getAttribute('aria-label')) ?? '';
    const found = /offset ([\d,]+)/.exec(spoken);
    if (!found?.[1]) throw new Error(`no offset in "${spoken}"`);
    return Number(found[1].replaceAll(',', ''));
  }

  /** A figure's own sentence for screen readers: "Size 72 bytes". */
  figure(name: string): Locator {
    return this.figures.locator('div', { has: this.page.getByText(name, { exact: true }) });
  }

  async command(title: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('combobox', { name: 'Find a command' }).fill(title);
    await this.page.keyboard.press('Enter');
  }

  /** Drags with the mouse from the middle of one shape to the middle of another, in steps as a hand does. */
  async drag(from: Locator, to: Locator, options: { readonly drop: boolean }): Promise<void> {
    await to.scrollIntoViewIfNeeded();
    await from.scrollIntoViewIfNeeded();
    const start = await middle(from);
    const { mouse } = this.page;
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move(start.x + 12, start.y + 4, { steps: 3 });
    const end = await middle(to);
    await mouse.move(end.x, end.y, { steps: 12 });
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
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
