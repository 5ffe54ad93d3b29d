import script from '../../../capture/hitmap-capture.sh?raw';
import { Failure } from '../failure';
import { parseWords, type CliCommand } from '../words';

/** `hitmap capture`: prints the script that gathers all evidence on a machine. */
export const CAPTURE_COMMAND: CliCommand = {
  help: `hitmap capture: the script that gathers all evidence on a machine, on standard output

It is POSIX sh and needs perf alone; run it as root on the machine that suffers, and give the .tar.gz that it
leaves to any command that takes a report. docs/capture.md says what is in it.

  hitmap capture > hitmap-capture.sh
  hitmap capture | ssh HOST 'cat > hitmap-capture.sh; sudo sh hitmap-capture.sh --seconds 10'
  hitmap capture | sh -s -- --help      what it takes
`,
  run(args) {
    const { positionals } = parseWords('capture', args, {});
    if (positionals.length > 0) throw new Failure('capture takes nothing: it prints a script.');
    return { text: script, as: 'file', notes: [] };
  },
};
