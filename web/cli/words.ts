import { MESSAGES_SHOWN, sentence, worstFirst, type Message } from '../core/base/messages';
import { noteMessage, usageMessage } from './messages';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Failure } from './failure';

/** What a command leaves behind: its result, and what is said beside it. */
export interface CommandResult {
  readonly text: string;
  /** A result that is no text comes instead of it. */
  readonly bytes?: Uint8Array;
  /** For a person, or a file that has to be as it is, byte by byte; `text` where left out. */
  readonly as?: 'text' | 'file';
  /** What became of its work, always shown whole: the verdict of a patch, lines that were left. */
  readonly account?: readonly string[];
  /** What may make the result wrong or is good to know: all warnings and three notes are shown unasked. */
  readonly notes: readonly Message[];
  /** How many of `notes` are shown unasked instead, the most severe first: for a command over many files. */
  readonly mostShown?: number;
  /** 1 where a check failed; 0 where left out. */
  readonly exitCode?: 0 | 1;
}

/** The most severe first: every warning, and a few notes, unless all were asked for. */
export function notesShown(
  { notes, mostShown }: Pick<CommandResult, 'notes' | 'mostShown'>,
  all: boolean,
): readonly Message[] {
  const sorted = worstFirst(notes);
  const warnings = sorted.filter(({ severity }) => severity !== 'note').length;
  const shown = all ? sorted : sorted.slice(0, mostShown ?? warnings + MESSAGES_SHOWN);
  const left = sorted.length - shown.length;
  return [...shown, ...(left > 0 ? [noteMessage('more', left)] : [])];
}

/** All that is written beside a result. */
export function linesBeside(outcome: Pick<CommandResult, 'account' | 'notes'>): readonly string[] {
  return [...(outcome.account ?? []), ...outcome.notes.map(noteLine)];
}

/** A message as it is written beside a result. */
export function noteLine(message: Message): string {
  return `${message.severity}: ${sentence(message)}`;
}

/** A command: its help, and what it does with the words behind its name. */
export interface CliCommand {
  readonly help: string;
  readonly run: (args: readonly string[]) => CommandResult | Promise<CommandResult>;
}

/** The words of a command line by the command's own options. What is wrong is a `Failure` that names the help. */
export function parseWords<O extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: joined(args, options), options, allowPositionals: true });
  } catch (error) {
    throw badUsage(command, error);
  }
}

/** A negative number behind an option is its value: Node takes it for an option of its own unless it is joined by `=`. */
function joined(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
): string[] {
  const words: string[] = [];
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  for (const [at, word] of args.entries()) {
    const before = at < end ? (words.at(-1) ?? '') : '';
    const takesText =
      before.startsWith('--') &&
      options[before.slice(2)]?.type === 'string' &&
      args[at - 1] === before;
    if (takesText && /^-\d/.test(word)) words[words.length - 1] = `${before}=${word}`;
    else words.push(word);
  }
  return words;
}

export const FLAG = { type: 'boolean', default: false } as const;
export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'string', multiple: true, default: [] as string[] } as const;

/** What `parseArgs` did not take, as one sentence: Node's own reasons have several, and lines. */
function badUsage(command: string, error: unknown): Failure {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  const [sentence = ''] = reason.split('. ');
  return new Failure(usageMessage('unknown', `${sentence.replace(/\.$/, '')}.`, command));
}
