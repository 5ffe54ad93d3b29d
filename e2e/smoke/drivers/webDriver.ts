/** The ends of W3C WebDriver (https://www.w3.org/TR/webdriver2/) that the smoke needs, over JSON and HTTP. */
export class WebDriverSession {
  private constructor(
    private readonly address: string,
    readonly capabilities: Readonly<Record<string, unknown>>,
  ) {}

  /** Starts a browser by the driver that listens at `server`. */
  static async start(server: string, alwaysMatch: object): Promise<WebDriverSession> {
    const { sessionId, capabilities } = (await ask(`${server}/session`, 'POST', {
      capabilities: { alwaysMatch },
    })) as { sessionId: string; capabilities: Record<string, unknown> };
    return new WebDriverSession(`${server}/session/${sessionId}`, capabilities);
  }

  post(command: string, body: object = {}): Promise<unknown> {
    return ask(`${this.address}/${command}`, 'POST', body);
  }

  get(command: string): Promise<unknown> {
    return ask(`${this.address}/${command}`, 'GET');
  }

  /** The driver's name of the tab in which commands act. */
  async tab(): Promise<string> {
    return (await this.get('window')) as string;
  }

  /**
   * Opens a tab and gives its name; commands go on to act in the one before. It has a window of its own: a tab of the
   * same window stays behind the first in WebKitGTK, hidden, and a hidden page takes no pointer.
   */
  async newTab(): Promise<string> {
    const { handle } = (await this.post('window/new', { type: 'window' })) as { handle: string };
    return handle;
  }

  async toTab(handle: string): Promise<void> {
    await this.post('window', { handle });
  }

  async closeTab(): Promise<void> {
    await ask(`${this.address}/window`, 'DELETE');
  }

  /** Ends the browser too. */
  async end(): Promise<void> {
    await ask(this.address, 'DELETE');
  }

  /** The driver's number for the first element of this selector. */
  async element(css: string): Promise<string> {
    const found = await this.post('element', { using: 'css selector', value: css });
    return Object.values(found as Record<string, string>)[0] ?? '';
  }

  async keys(actions: readonly object[]): Promise<void> {
    await this.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async pointer(actions: readonly object[]): Promise<void> {
    const parameters = { pointerType: 'mouse' };
    const mouse = { type: 'pointer', id: 'mouse', parameters, actions };
    await this.post('actions', { actions: [mouse] });
  }
}

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message} (${method} ${new URL(url).pathname})`);
}

/** The keys that have no character, in the specification's table of "normalised key values". */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** A key of `KeyboardEvent.key` as WebDriver writes it. */
export function keyValue(key: string): string {
  const value = KEYS[key] ?? key;
  if (value.length > 1) throw new Error(`no WebDriver key for ${key}`);
  return value;
}
