import type { MemberPath } from '../../layout/ids';
import type { Flag } from '../flags';
import type { FieldPlacement, Start } from '../placement';
import type { AccessProfile, AccessRow, AtomProfile, InstanceGroup } from '../profile';
import { hitmProfile } from './measured';

/** `writer 8, reader 8 | cold 8` is three fields of 8 bytes, the last on the next line of 64. */
export function place(text: string, start: Start = { kind: 'asProfiled' }): FieldPlacement {
  let offset = 0;
  const fields = text.split('|').flatMap((line, number) => {
    offset = number * 64;
    return line.split(',').map((field) => {
      const [path = '', size = '8'] = field.trim().split(' ');
      const placed = {
        path: path as MemberPath,
        offsetBytes: offset,
        sizeBytes: Number(size),
      };
      offset += Number(size);
      return placed;
    });
  });
  return {
    sizeBytes: offset,
    fields,
    offsets: new Map(fields.map(({ path, offsetBytes }) => [path, offsetBytes])),
    start,
  };
}

/** `symbol hitm+loads stores`, all over 32 CPUs, a third of the HITM remote. */
export function row(text: string): AccessRow {
  const [symbol = '', hitm = '0', otherLoads = '0', stores = '0'] = text.split(' ');
  return {
    symbol,
    codeOffset: 0,
    rmtHitm: Number(hitm) / 3,
    lclHitm: (Number(hitm) * 2) / 3,
    otherLoads: Number(otherLoads),
    stores: Number(stores),
    cpus: 32,
  };
}

/** Fields with their rows, which a semicolon parts. */
export function heat(fields: Record<string, string>): AtomProfile[] {
  return Object.entries(fields).map(([field, text]) => ({
    field: field as MemberPath,
    offsetBytes: 0,
    sizeBytes: 8,
    rows: text.split(';').map((one) => row(one.trim())),
    cpuShares: null,
  }));
}

/** HITM of one object over 32 CPUs, by its fields' rows. */
export function profile(
  fields: Record<string, string>,
  group: Partial<InstanceGroup> = {},
): AccessProfile {
  const lines = [{ line: 0, cleanLoads: 400 }];
  return hitmProfile(32, { lines, ...group, atoms: heat(fields) });
}

/** A counter that one instruction updates: its loads and its stores are of one row. */
export function updated(field: string, hitm: number, stores: number, cpus: number): AtomProfile {
  const [atom] = heat({ [field]: `bump_${field} ${hitm} 60 ${stores}` });
  if (atom === undefined) throw new Error(field);
  return { ...atom, rows: atom.rows.map((one) => ({ ...one, cpus })) };
}

/** What is said of a forecast, by kind. */
export function kinds(flags: readonly Flag[]): string[] {
  return flags.map(({ kind }) => kind);
}
