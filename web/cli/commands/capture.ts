import { usageMessage } from '../messages';
import { visibleName } from '../../core/base/visible';
import script from '../../../capture/hitmap-capture.sh?raw';
import type { Bundle } from '../../core/ingest/bundle/bundle';
import { switchesText } from '../../core/ingest/bundle/kernelConfig';
import { jsonText } from '../../core/format/jsonText';
import { Failure } from '../failure';
import { openBundle } from '../open/part';
import { FLAG, parseWords, type CliCommand } from '../words';

/** `hitmap capture`: prints the script that gathers all evidence on a machine, or what it gathered. */
export const CAPTURE_COMMAND: CliCommand = {
  help: `hitmap capture [BUNDLE]: the script that gathers all evidence on a machine; with a BUNDLE: what is in it

The script is POSIX sh and needs perf alone; run it as root on the machine that suffers, and give the .tar.gz
that it leaves to any command that takes a report or types. docs/capture.md says what is in it.

  hitmap capture > hitmap-capture.sh
  hitmap capture | ssh HOST 'cat > hitmap-capture.sh; sudo sh hitmap-capture.sh --seconds 10'
  hitmap capture | sh -s -- --help      what it takes
  hitmap capture web17.tar.gz           whose it is, its parts, what is missing
  hitmap heat web17.tar.gz#samples.txt  one part alone

  --json              of a BUNDLE; its shape is in docs/json.md
`,
  run(args) {
    const { values, positionals } = parseWords('capture', args, { json: FLAG });
    const [path] = positionals;
    if (positionals.length > 1) throw new Failure(usageMessage('capture'));
    if (path === undefined) return { text: script, as: 'file', notes: [] };
    const bundle = openBundle(path);
    const text = values.json ? jsonText(bundleJson(bundle)) : bundleText(bundle);
    return { text, notes: values.json ? [] : bundle.notes };
  },
};

function bundleText({ manifest, parts, switches }: Bundle): string {
  const { host, release, machine, cpu, perfVersion, method, taken, samples } = manifest;
  const rows: readonly (readonly [string, string | number | null])[] = [
    ['host', host],
    ['kernel', [release, machine].filter((word) => word !== null).join(' ')],
    ['cpu', cpu],
    ['perf', [perfVersion, method && `(${method})`].filter((word) => word !== null).join(' ')],
    ['taken', taken],
    ['samples', samples],
    ['config', switches.length === 0 ? null : switchesText(switches)],
  ];
  const known = rows.map(
    ([name, value]) => `${name.padEnd(9)}${value === null || value === '' ? '?' : value}`,
  );
  const held = [...parts].map(
    ([name, bytes]) => `${String(bytes.byteLength).padStart(12)}  ${visibleName(name)}`,
  );
  return [...known, '', ...held, ''].join('\n');
}

function bundleJson({ manifest, parts, switches, notes }: Bundle): unknown {
  const held = [...parts].map(([name, bytes]) => ({ name, sizeBytes: bytes.byteLength }));
  const config = Object.fromEntries(switches.map(({ name, value }) => [name, value]));
  return { v: 1, manifest, parts: held, config, notes };
}
