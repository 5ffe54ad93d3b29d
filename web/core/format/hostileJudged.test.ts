// Hostile names through what databases, shells and readers of reports take.
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needs } from '../base/testing/needs';
import { shellWord } from '../base/shellWord';
import { visibleName } from '../base/visible';
import { formatEdit } from '../edit/words';
import type { MemberPath } from '../layout/ids';
import { rowsCsv } from './rows/csv';
import {
  profileText,
  type FleetByte,
  type FleetLayout,
  type FleetMachine,
} from './rows/profileText';
import { COLUMNS, type FleetRow } from './rows/schema';
import { hostile, names, seenNames, type Names } from './testing/hostile';

const EMPTY = Object.fromEntries(COLUMNS.map(({ name }) => [name, null])) as unknown as FleetRow;

test("rows as CSV: Python's reader gives the same names back", needs('python3'), () => {
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 20 }), (all) => {
      // A text file holds no half of a pair, and Python's reader takes no NUL.
      const kept = (text: string) => Buffer.from(text).toString().replaceAll('\0', '');
      const rows = all.map(({ struct, member, type }) => ({
        ...EMPTY,
        struct_name: kept(struct),
        member_path: kept(member),
        symbol: kept(type),
      }));
      const script =
        'import csv,io,json,sys; t=io.TextIOWrapper(sys.stdin.buffer,"utf-8",newline=""); print(json.dumps([[r["struct_name"],r["member_path"],r["symbol"]] for r in csv.DictReader(t)]))';
      const read = spawnSync('python3', ['-c', script], { input: rowsCsv(rows), encoding: 'utf8' });
      expect(read.stderr).toBe('');
      expect(JSON.parse(read.stdout)).toEqual(
        rows.map(({ struct_name, member_path, symbol }) => [struct_name, member_path, symbol]),
      );
    }),
    { numRuns: 12 },
  );
});

test("a fleet's report: as many lines, which begin as they do of plain names", () => {
  const byte: Omit<FleetByte, 'symbol' | 'symbol_object'> = {
    ...{ layout: 'struct:s:8:abc', snoop: 'hitm', starts: 0, line_offset: 8 },
    ...{ hitm_remote: 1, hitm_local: 2, peer_remote: 0, peer_local: 0, stores: 3, samples: 6 },
    ...{ cpus: 2, machines: 1, recordings: 1 },
  };
  const layout = { layout: byte.layout, size_bytes: 8, machines: 1, recordings: 1 };
  const report = ({ struct, member, type, note }: Names) =>
    profileText(
      struct,
      [{ ...byte, symbol: member, symbol_object: type }] satisfies FleetByte[],
      [{ ...layout, kernel: note, kernel_release: type }] satisfies FleetLayout[],
      [{ layout: byte.layout, machine: member, hits: 3 }] satisfies FleetMachine[],
    );
  const begins = (text: string) => text.split('\n').map((each) => each.slice(0, 2));
  const clean = begins(report({ struct: 's', member: 'm', type: 't', note: 'n' }));
  fc.assert(
    fc.property(seenNames, (given) => {
      expect(begins(report(given))).toEqual(clean);
    }),
  );
});

test('what a shell is given is one word, whatever the name', needs('sh'), () => {
  fc.assert(
    fc.property(hostile, (given) => {
      const name = Buffer.from(visibleName(given)).toString();
      const words = formatEdit({ kind: 'move', members: [name as MemberPath], to: { at: 'last' } });
      const line = `set -- --edit ${shellWord(words)}; printf '%s\\n' $# "$2"`;
      const read = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
      expect(read).toMatchObject({ stdout: `2\n${words}\n`, stderr: '' });
    }),
    { numRuns: 60 },
  );
});
