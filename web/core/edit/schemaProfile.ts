import * as v from 'valibot';
import { MOST_UNSAMPLED } from './limits';

const text = v.pipe(v.string(), v.maxLength(4096));
const textOrNull = v.nullable(text);
/** Counts of samples: from a report whose percentages were counted back they need not be whole. */
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const countOrNull = v.nullable(count);
const number = v.pipe(v.number(), v.finite());
const numberOrNull = v.nullable(number);
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const offset = v.pipe(v.number(), v.safeInteger());
const indexes = v.array(index);
const hex = v.pipe(text, v.regex(/^0x[0-9a-f]{1,16}$/i, 'an address in hex'));

const counts = v.object({
  records: countOrNull,
  loads: countOrNull,
  stores: countOrNull,
  hitmLocal: countOrNull,
  hitmRemote: countOrNull,
  peerLocal: countOrNull,
  peerRemote: countOrNull,
  storesL1Hit: countOrNull,
  storesL1Miss: countOrNull,
  storesNoLevel: countOrNull,
  loadsFillBuffer: countOrNull,
  loadsL1: countOrNull,
  loadsL2: countOrNull,
  loadsLlc: countOrNull,
  loadsRemote: countOrNull,
  dramLocal: countOrNull,
  dramRemote: countOrNull,
});
const shares = v.nullable(
  v.object({
    hitmRemotePercent: numberOrNull,
    hitmLocalPercent: numberOrNull,
    peerRemotePercent: numberOrNull,
    peerLocalPercent: numberOrNull,
    storesL1HitPercent: numberOrNull,
    storesL1MissPercent: numberOrNull,
    storesNoLevelPercent: numberOrNull,
  }),
);
const row = v.object({
  offsetBytes: offset,
  codeAddress: v.nullable(hex),
  pid: v.nullable(offset),
  tid: v.nullable(offset),
  threadName: textOrNull,
  counts,
  shares,
  otherLoads: countOrNull,
  latencies: v.object({
    hitmRemoteCycles: countOrNull,
    hitmLocalCycles: countOrNull,
    peerRemoteCycles: countOrNull,
    peerLocalCycles: countOrNull,
    otherCycles: countOrNull,
  }),
  cpuCount: countOrNull,
  nodes: v.array(
    v.object({
      node: index,
      cpuCount: countOrNull,
      cpus: indexes,
      snoopPercent: numberOrNull,
      storesPercent: numberOrNull,
    }),
  ),
  cpus: v.array(v.object({ cpu: index, loads: count, stores: count })),
  symbol: textOrNull,
  symbolMayBeCut: v.boolean(),
  level: v.nullable(v.picklist(['kernel', 'user', 'guest', 'hypervisor'])),
  object: textOrNull,
  sourceLine: textOrNull,
  remark: v.exactOptional(text),
});
const line = v.object({
  id: v.pipe(text, v.nonEmpty()),
  address: v.nullable(hex),
  memoryNodes: indexes,
  physicalChanges: countOrNull,
  snoopPercent: numberOrNull,
  counts,
  rows: v.array(row),
  rowErrorSamples: count,
  trimmedPercent: numberOrNull,
  missing: shares,
});
const typeProfile = v.object({
  name: text,
  object: textOrNull,
  sizeBytes: v.nullable(index),
  samples: countOrNull,
  unit: v.picklist(['percent', 'samples', 'period']),
  events: v.array(text),
  values: v.array(number),
  rows: v.array(
    v.object({
      offsetBytes: offset,
      sizeBytes: v.nullable(index),
      field: textOrNull,
      depth: index,
      sumsMembers: v.boolean(),
      values: v.array(number),
    }),
  ),
});

/** The shape of a document's profile as it comes from outside. `edit` is the schema of an edit. */
export function profileSchema<E extends v.GenericSchema>(edit: E) {
  return v.object({
    name: v.pipe(text, v.nonEmpty()),
    kind: v.picklist([
      'c2cReport',
      'script',
      'memDump',
      'memReport',
      'typeReport',
      'annotatedTypes',
      'perfData',
    ]),
    display: v.nullable(v.picklist(['totalHitm', 'localHitm', 'remoteHitm', 'peer'])),
    lineBytes: v.pipe(
      v.number(),
      v.check((n) => n >= 16 && n <= 4096 && Number.isInteger(Math.log2(n)), 'a line size'),
    ),
    command: textOrNull,
    kernelRelease: textOrNull,
    perfVersion: textOrNull,
    machine: textOrNull,
    events: v.array(text),
    cores: v.array(indexes),
    cpuCount: countOrNull,
    measuredOn: v.array(edit),
    operations: v.nullable(v.pipe(v.number(), v.finite(), v.gtValue(0))),
    stated: counts,
    listed: counts,
    lines: v.array(line),
    types: v.array(typeProfile),
    unsampled: v.exactOptional(
      v.pipe(
        v.array(v.object({ symbol: text, codeAddress: hex, offsetBytes: index, sizeBytes: index })),
        v.maxLength(MOST_UNSAMPLED),
      ),
    ),
    about: v.exactOptional(v.array(text)),
  });
}
