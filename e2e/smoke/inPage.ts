// Runs in the page, as the text of this one function: it may use nothing from outside itself.

/** What to look for: a role with a name (or a text that it contains), or a selector. */
export interface Target {
  readonly css?: string;
  readonly role?: string;
  /** The source of a regular expression. */
  readonly name?: string;
  readonly contains?: string;
  readonly within?: Target;
}

/** A thing on the page. `x` and `y` are its middle. */
export interface Found {
  readonly name: string;
  readonly text: string;
  readonly value: string | null;
  readonly label: string | null;
  readonly isFocused: boolean;
  readonly x: number;
  readonly y: number;
}

/**
 * All that fits and can be met: its box is not empty, or it is for screen readers alone. The names are those
 * that this page gives: a label of its own, the label of a field, or the text. `intoView` scrolls the first there.
 */
export function findAll(target: Target, intoView: boolean): readonly Found[] {
  const TAGS: Readonly<Record<string, string>> = {
    button: 'button',
    heading: 'h1,h2,h3,h4',
    list: 'ul,ol',
    listitem: 'li',
    complementary: 'aside',
    region: 'section[aria-label],section[aria-labelledby]',
    textbox: 'textarea,input[type=text]',
    searchbox: 'input[type=search]',
    status: 'output',
    table: 'table',
  };
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label');
    if (label !== null) return words(label);
    const by = element.getAttribute('aria-labelledby');
    if (by !== null) {
      return words(
        by
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );
    }
    const labels = (element as HTMLInputElement).labels;
    if (labels && labels.length > 0) return words(labels[0]?.textContent);
    return words(element.textContent);
  };
  const elements = (wanted: Target): Element[] => {
    const roots: ParentNode[] = wanted.within ? elements(wanted.within) : [document];
    const tags = TAGS[wanted.role ?? ''];
    const byRole = `[role="${wanted.role}"]${tags === undefined ? '' : `,:is(${tags}):not([role])`}`;
    const named = wanted.name === undefined ? null : new RegExp(wanted.name);
    return roots
      .flatMap((root) => [...root.querySelectorAll(wanted.css ?? byRole)])
      .filter((element) => element.closest('[inert],[aria-hidden="true"]') === null)
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => named === null || named.test(nameOf(element)))
      .filter((element) => words(element.textContent).includes(wanted.contains ?? ''));
  };
  const all = elements(target);
  if (intoView) all[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return all.slice(0, 50).map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      name: nameOf(element),
      text: words(element.textContent),
      value: (element as HTMLInputElement).value ?? null,
      label: element.getAttribute('aria-label'),
      isFocused: element === document.activeElement,
      x: x + width / 2,
      y: y + height / 2,
    };
  });
}
