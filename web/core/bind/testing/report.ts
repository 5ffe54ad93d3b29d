import type { AccessRow, ProfileLine, Prototype } from '../../facts/generated';
import { BARE_LINE, bareRow, NO_ACCESS } from '../../facts/noAccess';

/** A line from rows like `0x8 down_write hitm 12 stores 30`, one a line. */
export function reportLine(address: string, rows: string): ProfileLine {
  return { ...BARE_LINE, address, rows: rows.trim().split('\n').map(reportRow) };
}

function reportRow(text: string): AccessRow {
  const [, offset, symbol = '', hitm = '0', stores = '0', code] =
    /^\s*(0x[0-9a-f]+) (\S+)(?: hitm (\d+))?(?: stores (\d+))?(?: at (0x[0-9a-f]+))?\s*$/.exec(
      text,
    ) ?? [];
  if (offset === undefined) throw new Error(`not a row: ${text}`);
  const cut = symbol.endsWith('…');
  return {
    ...bareRow(Number(offset)),
    codeAddress: code ?? null,
    counts: { ...NO_ACCESS, hitmRemote: Number(hitm), stores: Number(stores) },
    symbol: cut ? symbol.slice(0, -1) : symbol,
    symbolMayBeCut: cut,
    level: 'kernel',
  };
}

/** Prototypes from lines like `down_write(rw_semaphore)`: pointers to these structs. */
export function prototypes(text: string): readonly Prototype[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', handed = ''] = /^\s*(\S+?)\((.*)\)\s*$/.exec(line) ?? [];
      return {
        query: name,
        name: name.replace(/\*$/, ''),
        parameters: handed
          .split(', ')
          .filter((each) => each !== '')
          .map((aggregate) => ({
            name: `struct ${aggregate} *`,
            aggregate,
            alias: null,
            pointers: 1,
            count: null,
          })),
        returns: null,
      };
    });
}
