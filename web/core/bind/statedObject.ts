import { derived } from '../base/derived';

/** The object that a report says its lines are of: a merged profile of a fleet is made of lines that were named. */
export interface StatedObject {
  /** Where it begins, as the report's lines are addressed. */
  readonly address: bigint;
  /** Content key of its struct. */
  readonly key: string;
  /** The name of its struct. */
  readonly name: string;
  readonly sizeBytes: number;
}

/** How a report says so, in a `#` line of its own (docs/fleet.md): `hitmap: object 0x100000030 is struct:foo:192:0123…`. */
const STATED =
  /^hitmap: object 0x([0-9a-f]{1,16}) is ((?:struct|union|class):(.+):(\d+):[0-9a-f]+)$/;

/** @returns null for a report that says nothing of its lines */
export const statedObject = derived(
  ({ about }: { readonly about?: readonly string[] | undefined }): StatedObject | null => {
    for (const line of about ?? []) {
      const [, address, key, name, sizeBytes] = STATED.exec(line) ?? [];
      if (key === undefined || name === undefined) continue;
      return { address: BigInt(`0x${address}`), key, name, sizeBytes: Number(sizeBytes) };
    }
    return null;
  },
);

/** Which byte of the object a line begins at; null where it holds none. */
export function statedByte(
  { address, sizeBytes }: StatedObject,
  line: string | null,
  lineBytes: number,
): number | null {
  if (line === null || !/^0x[0-9a-f]{1,16}$/i.test(line)) return null;
  const byte = BigInt(line) - address;
  return byte > -lineBytes && byte < sizeBytes ? Number(byte) : null;
}

/** The line that says it. */
export function statedObjectText(address: number, key: string): string {
  return `hitmap: object 0x${address.toString(16)} is ${key}`;
}

/** The lines of an author that are for people; the others are for programs. */
export function linesForPeople(about: readonly string[]): readonly string[] {
  return about.filter((line) => !STATED.test(line));
}
