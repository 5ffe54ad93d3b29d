import { parseNameQuery, searchNames } from '../list/nameSearch';
import type { Command } from './command';

/** The commands whose title has what was typed, best first; all in their order where nothing is typed. */
export function rankCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const names = commands.map((command) => command.title);
  const found = searchNames(
    {
      names,
      lowerNames: names.map((name) => name.toLowerCase()),
      kinds: names.map(() => 0),
      variants: names.map(() => 0),
    },
    // `struct` and `#` mean nothing here.
    { ...parseNameQuery(''), text: typed.trim() },
  );
  return found.flatMap((place) => commands[place] ?? []);
}
