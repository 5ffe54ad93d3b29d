import { snoopName } from '../../core/heat/counts';
import { lineRows } from '../../core/heat/lineRows';
import { hottestFunction } from '../state/reportName';
import { buildNotes } from '../bind/buildNotes';
import type { LoadedFile, TextFile } from '../state/state';
import { assertNever } from '../../core/base/assert';
import type {
  AccessProfile,
  Diagnostic,
  FileKind,
  ProfileKind,
  Target,
} from '../../core/facts/generated';
import { grouped, plural } from '../../core/base/prose';
import { isNamed } from '../../core/facts/machine';
import { machineText } from '../kit/structFacts';

/** What a chip says of its file, behind the name. */
export function chipText(file: LoadedFile): string {
  const { phase } = file;
  switch (phase.kind) {
    case 'loading':
      return '';
    case 'profile':
      return [
        hottestOf(file.name, phase.profile),
        profileText(phase.profile),
        snoopText(phase.profile),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'symbols':
      return plural(phase.table.addresses.length, 'symbol');
    case 'slabs':
      return plural(phase.caches.length, 'slab cache');
    case 'text':
      return textChip(phase.text);
    case 'tree':
      return phase.tree.version === null ? 'source folder' : `Linux ${phase.tree.version} source`;
    case 'ready':
      if (phase.waitsFor !== undefined) {
        return phase.facts.needs?.includes('debug') ? 'needs its debug file' : 'needs its vmlinux';
      }
      return [
        phase.facts.kernelRelease,
        machineText(phase.facts.target),
        sourcesText(file),
        phase.index ? plural(phase.index.sizesBytes.length, 'type') : null,
      ]
        .filter(Boolean)
        .join(' · ');
    default:
      return assertNever(phase);
  }
}

/** `vmlinux · 6.4.0 · x86-64`: a file among those that can be compared, as far as it states these. */
export function releaseTitle({ name, phase }: LoadedFile): string {
  if (phase.kind !== 'ready') return name;
  const { kernelRelease, target } = phase.facts;
  return [name, kernelRelease, isNamed(target.machine) ? target.machine : null]
    .filter(Boolean)
    .join(' · ');
}

/** `x86-64, 64-bit little-endian, 64-byte lines`. */
export function targetText({ machine, pointerBytes, bigEndian, lineBytes }: Target): string {
  return `${isNamed(machine) ? machine : 'not stated'}, ${pointerBytes * 8}-bit ${bigEndian ? 'big' : 'little'}-endian, ${lineBytes}-byte lines`;
}

/** The hottest function tells reports apart whose files are all called c2c.txt; null where the name has it. */
function hottestOf(name: string, profile: AccessProfile): string | null {
  const hottest = hottestFunction(profile);
  return hottest === null || name.includes(hottest) ? null : hottest;
}

/** How hot all of it is: two reports of one function before and after a change differ in that. Null where none counts. */
function snoopText(profile: AccessProfile): string | null {
  const snoops = lineRows(profile).reduce(
    (sum, row) => (row.unit === 'samples' ? sum + row.snoops : sum),
    0,
  );
  if (snoops === 0) return null;
  return `${grouped(snoops)} ${snoopName({ peer: profile.display === 'peer' })}`;
}

function textChip(text: TextFile): string {
  const count = plural(text.index.sizesBytes.length, 'struct');
  return text.language === 'c' ? `C · ${count}` : `pahole · ${count}`;
}

/** Whether it cannot be read before another file is there. */
export function isWaiting({ phase }: LoadedFile): boolean {
  return phase.kind === 'ready' && phase.waitsFor !== undefined;
}

/** `BTF`, `DWARF`, or both: what the types are from, or will be. */
export function sourcesText(file: LoadedFile): string {
  if (file.phase.kind !== 'ready') return '';
  const { stages } = file.phase.facts;
  const sources = [
    ...(stages.includes('btf') ? ['BTF'] : []),
    ...(stages.includes('dwarf') ? ['DWARF'] : []),
  ];
  return sources.length > 0 ? sources.join(' + ') : 'no types';
}

/** Whether something in it was not as it should be. */
export function hasWarning(file: LoadedFile): boolean {
  return diagnosticsOf(file).some((diagnostic) => diagnostic.severity === 'warning');
}

/** All that was noticed of a file. */
export function diagnosticsOf({ phase }: LoadedFile): readonly Diagnostic[] {
  switch (phase.kind) {
    case 'loading':
      return [];
    case 'ready':
      return [
        ...phase.facts.diagnostics,
        ...(phase.index === null ? [] : buildNotes(phase.index, phase.facts)),
        ...(phase.index?.diagnostics ?? []),
      ];
    case 'profile':
      return phase.profile.diagnostics;
    case 'text':
      return phase.text.index.diagnostics;
    case 'tree':
    case 'symbols':
    case 'slabs':
      return [];
    default:
      return assertNever(phase);
  }
}

/** `213 cache lines, 4 types`: what a report holds. */
export function profileText({ lines, variables, types }: AccessProfile): string {
  return [
    lines.length > 0 ? plural(lines.length, 'cache line') : null,
    variables.length > 0 ? plural(variables.length, 'variable') : null,
    types.length > 0 ? plural(types.length, 'type') : null,
  ]
    .filter(Boolean)
    .join(', ');
}

export function profileKindText(kind: ProfileKind): string {
  switch (kind) {
    case 'c2cReport':
      return 'perf c2c report';
    case 'script':
      return 'perf script';
    case 'memDump':
      return 'perf mem -D report';
    case 'memReport':
      return 'perf mem report';
    case 'typeReport':
      return 'perf report by type';
    case 'annotatedTypes':
      return 'perf annotate --data-type';
    case 'perfData':
      return 'perf.data';
    default:
      return assertNever(kind);
  }
}

export function kindText(kind: FileKind): string {
  switch (kind) {
    case 'elf':
      return 'ELF executable or library';
    case 'elfObject':
      return 'ELF object (.o, .ko)';
    case 'btf':
      return 'raw BTF';
    default:
      return assertNever(kind);
  }
}
