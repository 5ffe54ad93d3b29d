import { grouped } from './prose';

/** How bad it is: what was wanted was not done; an answer that may be wrong or is not whole; what is good to know. */
export type Severity = 'error' | 'warning' | 'note';

/** What is said to a person, the same on the page, on the terminal and in JSON. `docs/messages.md` lists all of them. */
export interface Message {
  /** `subject/what`: stays the same when the words change, so that a program can compare it. */
  readonly id: string;
  readonly severity: Severity;
  /** What happened, and where. */
  readonly text: string;
  /** What to do about it, as a sentence; null where the text says it, or nothing can be done. */
  readonly fix: string | null;
}

/** The words of a message: a sentence, or one with what to do about it. */
type Words = string | { readonly text: string; readonly fix: string };

/** An entry of a table. Each argument has a default, which stands for it in `docs/messages.md`. */
interface Entry<Args extends unknown[]> {
  readonly severity: Severity;
  readonly words: (...args: Args) => Words;
}

export function error<Args extends unknown[]>(words: (...args: Args) => Words): Entry<Args> {
  return { severity: 'error', words };
}

export function warning<Args extends unknown[]>(words: (...args: Args) => Words): Entry<Args> {
  return { severity: 'warning', words };
}

export function note<Args extends unknown[]>(words: (...args: Args) => Words): Entry<Args> {
  return { severity: 'note', words };
}

type Table = Readonly<Record<string, Entry<never[]>>>;
/** None may be left out by who says it: the defaults are for the list alone. */
type ArgsOf<E> = E extends Entry<infer Args> ? Required<Args> : never;

/** Makes the messages of one subject: `editMessage('not-pinned', path)`. */
export interface Messages<T extends Table> {
  <What extends keyof T & string>(what: What, ...args: ArgsOf<T[What]>): Message;
  /** Each of them once, with the defaults of its arguments. */
  samples: () => readonly Message[];
}

/**
 * All that a subject says, by what it is about, in its `messages.ts`.
 *
 * @example
 * const editMessage = messagesOf('edit', {
 *   'not-pinned': error((member = 'MEMBER') => `\`${member}\` is not pinned.`),
 * });
 * editMessage('not-pinned', 'f_ref'); // { id: 'edit/not-pinned', severity: 'error', text: '`f_ref` is not pinned.', fix: null }
 */
export function messagesOf<T extends Table>(subject: string, table: T): Messages<T> {
  const message = (what: string, ...args: readonly unknown[]): Message => {
    const { severity, words } = table[what] as Entry<unknown[]>;
    const worded = words(...args);
    const { text, fix } = typeof worded === 'string' ? { text: worded, fix: null } : worded;
    return { id: `${subject}/${what}`, severity, text, fix };
  };
  return Object.assign(message, { samples: () => Object.keys(table).map((what) => message(what)) });
}

/** All of a message as one text: what happened, and what to do. */
export function sentence({ text, fix }: Pick<Message, 'text' | 'fix'>): string {
  return fix === null ? text : `${text} ${fix}`;
}

/** A message of which it is known where and how often, as readers of files give it. */
interface Located extends Message {
  readonly severity: 'note' | 'warning';
  readonly location: string;
  readonly count: number;
}

/** Of a file or a struct that has to be shown all the same: an error is a warning there. */
export function located(message: Message, location = ''): Located {
  const severity = message.severity === 'note' ? 'note' : 'warning';
  return { ...message, severity, location, count: 1 };
}

/** All of it as one text: "Rows are cut. Write the report to a file. (line 12 of the text, 3 times)". */
export function locatedSentence({ location, count, ...message }: Located): string {
  const text = sentence(message);
  const where = [
    ...(location === '' || text.includes(location) ? [] : [location]),
    ...(count > 1 ? [`${grouped(count)} times`] : []),
  ];
  return where.length === 0 ? text : `${text} (${where.join(', ')})`;
}

/** Unasked no more notes are shown at a time. */
export const MESSAGES_SHOWN = 3;

/** What is most severe first, else as it was. */
export function worstFirst<M extends Pick<Message, 'severity'>>(
  messages: readonly M[],
): readonly M[] {
  const rank = { error: 0, warning: 1, note: 2 };
  return messages.toSorted((a, b) => rank[a.severity] - rank[b.severity]);
}

/** The same, said of a file, an option or a part: `--edit 'move f_ref last': There is no member …`. */
export function about(what: string, message: Message): Message {
  return { ...message, text: `${what}: ${message.text}` };
}
