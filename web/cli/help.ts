import { COMMANDS } from './commands';

/** Where the words begin that say what a command is for. */
const COLUMN = 37;

const row = (words: string, what: string) => `  hitmap ${words}`.padEnd(COLUMN) + ` ${what}\n`;

/** What `hitmap --help` says. */
export function helpText(): string {
  const commands = Object.entries(COMMANDS).map(([name, { takes, what }]) =>
    row(`${name} ${takes}`, what),
  );
  return `hitmap: structs as cache lines

${row('FILE...', 'the page with these files open, in a browser')}${commands.join('')}${row('COMMAND --help', 'what a command takes')}${row('--version', 'which version this is')}
FILE is an ELF file with debug information, or BTF (/sys/kernel/btf/vmlinux); - is standard input.
\`show\`, \`patch\` and \`check\` take C source and output of pahole, too.
Exit codes: 0 done, 1 a check failed, 2 bad usage or input.
`;
}
