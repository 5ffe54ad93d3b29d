import { parseArgs } from 'node:util';
import { didYouMean } from '../base/nearest';
import { VERSION } from '../base/version';
import { COMMANDS } from './commands';
import { Failure } from './failure';
import { HELP, LS_HELP, SHOW_HELP } from './help';
import { ls } from './commands/ls';
import type { CompanionPaths } from './open/openFile';
import { show } from './commands/show';
import { SOURCE_ARGS } from './open/sourceOptions';
import { parseTextOptions, TEXT_ARGS } from './open/textOptions';
import { badUsage, type Outcome } from './words';

/** What `run` knows by itself. */
export const BUILT_IN: readonly string[] = ['help', 'ls', 'show'];

/** Carries out the words of a command line. Throws a `Failure` for what a person can mend. */
export function run(args: readonly string[]): Outcome {
  const [command, ...rest] = args;
  switch (command) {
    case undefined:
      throw new Failure('say what to do: `hitmap --help` lists the commands.');
    case '--version':
      return { text: `hitmap ${VERSION}\n`, notes: [] };
    case 'help':
    case '--help':
    case '-h':
      return { text: HELP, notes: [] };
    case 'ls':
      return runLs(rest);
    case 'show':
      return runShow(rest);
    default: {
      const hint = didYouMean(command, [...BUILT_IN, ...Object.keys(COMMANDS)]);
      throw new Failure(
        `there is no command and no file \`${command}\`.${hint} \`hitmap --help\` lists the commands.`,
      );
    }
  }
}

function runLs(args: readonly string[]): Outcome {
  const { values, positionals } = parse(args, 'ls');
  if (values.help) return { text: LS_HELP, notes: [] };
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) {
    throw new Failure('ls takes one file: `hitmap ls FILE`.');
  }
  const { companions, json } = values;
  return ls({ path, from: from(values.from), json, companions });
}

function runShow(args: readonly string[]): Outcome {
  const { values, positionals } = parse(args, 'show');
  if (values.help) return { text: SHOW_HELP, notes: [] };
  const [path, ...words] = positionals;
  // `show vmlinux struct file` says the same as `show vmlinux 'struct file'`.
  const struct = words.join(' ');
  if (path === undefined || struct === '') {
    throw new Failure('show takes a file and a struct: `hitmap show FILE STRUCT`.');
  }
  const { companions, edit, json } = values;
  const text = parseTextOptions(values);
  const source = { tree: values.tree, header: values.header };
  return show({
    path,
    struct,
    edits: edit,
    from: from(values.from),
    json,
    companions,
    text,
    source,
  });
}

interface Values {
  readonly help: boolean;
  readonly json: boolean;
  readonly from: string;
  readonly edit: readonly string[];
  readonly companions: CompanionPaths;
  readonly target?: string | undefined;
  readonly types?: string | undefined;
  readonly size?: readonly string[] | undefined;
  readonly define?: readonly string[] | undefined;
  readonly undef?: readonly string[] | undefined;
  readonly tree?: string | undefined;
  readonly header?: string | undefined;
}

function parse(
  args: readonly string[],
  command: 'ls' | 'show',
): { readonly values: Values; readonly positionals: readonly string[] } {
  const common = {
    help: { type: 'boolean', short: 'h', default: false },
    json: { type: 'boolean', default: false },
    from: { type: 'string', default: 'best' },
    base: { type: 'string' },
    dwz: { type: 'string' },
    dwo: { type: 'string', multiple: true },
  } as const;
  const edit = { type: 'string', multiple: true, default: [] as string[] } as const;
  try {
    const options = command === 'show' ? { ...common, edit, ...TEXT_ARGS, ...SOURCE_ARGS } : common;
    const { values, positionals } = parseArgs({
      args: [...args],
      options: options as typeof common & { edit: typeof edit } & typeof TEXT_ARGS &
        typeof SOURCE_ARGS,
      allowPositionals: true,
    });
    return {
      values: {
        ...values,
        edit: values.edit ?? [],
        companions: {
          base: values.base ?? null,
          dwz: values.dwz ?? null,
          dwo: values.dwo ?? [],
        },
      },
      positionals,
    };
  } catch (error) {
    throw badUsage(command, error);
  }
}

function from(value: string): 'best' | 'btf' | 'dwarf' {
  if (value === 'best' || value === 'btf' || value === 'dwarf') return value;
  throw new Failure(`--from takes \`btf\` or \`dwarf\`, not \`${value}\`.`);
}
