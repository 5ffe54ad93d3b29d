import { modulo } from '../base/math';
import { objectAddress } from '../edit/bindings';
import type { Binding, DocumentLine, DocumentProfile } from '../edit/profiles';

/** An object of the struct that was seen in a profile, with the lines that it lies on. */
export interface Instance {
  readonly binding: Binding;
  /** Bytes of its first line (by the profile's line size) that come before it. */
  readonly baseBytes: number;
  /** In the order of their addresses. */
  readonly lines: readonly InstanceLine[];
}

export interface InstanceLine {
  readonly line: DocumentLine;
  /** Where in the struct the line's first byte lies. */
  readonly offsetBytes: number;
}

/** The objects that bindings name, each once. Lines that an object reaches over join by their addresses. */
export function instancesOf(
  profile: DocumentProfile,
  bindings: readonly Binding[],
  sizeBytes: number,
): readonly Instance[] {
  const instances: Instance[] = [];
  const seen = new Set<bigint>();
  for (const binding of bindings) {
    if (binding.profile !== profile.name) continue;
    const own = profile.lines.find(({ id }) => id === binding.target);
    if (own === undefined) continue;
    const address = objectAddress(profile, binding);
    if (address !== null && seen.has(address)) continue;
    if (address !== null) seen.add(address);
    const lines =
      address === null
        ? [{ line: own, offsetBytes: binding.offsetBytes }]
        : linesOfObject(profile.lines, profile.lineBytes, address, sizeBytes);
    const { lineBytes } = profile;
    const start = address === null ? -binding.offsetBytes : Number(address % BigInt(lineBytes));
    instances.push({
      binding,
      baseBytes: modulo(start, lineBytes),
      // A binding that leaves the struct beside the line still speaks of its line.
      lines: lines.length > 0 ? lines : [{ line: own, offsetBytes: binding.offsetBytes }],
    });
  }
  return instances;
}

/** The lines of a profile that an object at an address reaches over. */
function linesOfObject(
  lines: readonly DocumentLine[],
  lineBytes: number,
  address: bigint,
  sizeBytes: number,
): readonly InstanceLine[] {
  return lines
    .flatMap((line) => {
      if (line.address === null) return [];
      const offset = BigInt(line.address) - address;
      const reaches = offset < BigInt(sizeBytes) && offset > BigInt(-lineBytes);
      return reaches ? [{ line, offsetBytes: Number(offset) }] : [];
    })
    .sort((a, b) => a.offsetBytes - b.offsetBytes);
}
