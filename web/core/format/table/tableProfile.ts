import { BARE_DOCUMENT_PROFILE, type Binding, type DocumentProfile } from '../../edit/profiles';
import type { AccessCounts, AccessRow } from '../../facts/generated';
import { BARE_LINE, bareRow, NO_ACCESS } from '../../facts/noAccess';
import type { TableRow } from './tableRows';

/** The heat of a table as a profile of one object, and its binding; null where the table has none. */
export function tableProfile(
  rows: readonly TableRow[],
  about: { readonly struct: string; readonly peer: boolean; readonly lineBytes: number },
): { readonly profile: DocumentProfile; readonly binding: Binding } | null {
  const found = [...accessRows(rows, about.peer)];
  if (found.length === 0) return null;
  const counts = found.reduce((sum, row) => added(sum, row.counts), NO_ACCESS);
  const name = 'table';
  const target = about.struct;
  return {
    binding: { profile: name, target, offsetBytes: 0 },
    profile: {
      ...BARE_DOCUMENT_PROFILE,
      name,
      display: about.peer ? 'peer' : 'totalHitm',
      lineBytes: about.lineBytes,
      listed: counts,
      lines: [{ ...BARE_LINE, id: target, counts, rows: found }],
    },
  };
}

function* accessRows(rows: readonly TableRow[], peer: boolean): Generator<AccessRow> {
  for (const row of rows) {
    if (row.inner !== null) yield* accessRows(row.inner.rows, peer);
    const first = Math.floor(row.offsetBits / 8);
    const heat = row.parts.length > 0 ? row.parts : [{ offsetBytes: 0, heat: row.heat }];
    for (const part of heat) {
      if (part.heat.some((count) => count > 0)) {
        yield accessRow(first + part.offsetBytes, part.heat, peer);
      }
    }
  }
}

function accessRow(offsetBytes: number, heat: readonly number[], peer: boolean): AccessRow {
  const [remote = 0, local = 0, loads = 0, stores = 0] = heat;
  const snoops = peer
    ? { peerRemote: remote, peerLocal: local, hitmRemote: 0, hitmLocal: 0 }
    : { hitmRemote: remote, hitmLocal: local, peerRemote: 0, peerLocal: 0 };
  return {
    ...bareRow(offsetBytes),
    counts: { ...NO_ACCESS, ...snoops, loads: Math.max(loads, remote + local), stores },
    otherLoads: Math.max(0, loads - remote - local),
  };
}

function added(a: AccessCounts, b: AccessCounts): AccessCounts {
  const sum = (x: number | null, y: number | null) => (x ?? 0) + (y ?? 0);
  return {
    ...NO_ACCESS,
    loads: sum(a.loads, b.loads),
    stores: sum(a.stores, b.stores),
    hitmLocal: sum(a.hitmLocal, b.hitmLocal),
    hitmRemote: sum(a.hitmRemote, b.hitmRemote),
    peerLocal: sum(a.peerLocal, b.peerLocal),
    peerRemote: sum(a.peerRemote, b.peerRemote),
  };
}
