/** A memory sample as hardware takes it: who touched what, and what answered. */
export interface MemorySample {
  /** Of the instruction, as it ran. */
  readonly code: bigint;
  readonly address: bigint;
  readonly kind: 'hitmLocal' | 'hitmRemote' | 'store';
  readonly cpu: number;
  readonly count: number;
}

/** Where a program lay while it was recorded. */
export interface RecordedMapping {
  readonly path: string;
  readonly buildId: string;
  readonly start: bigint;
  readonly bytes: bigint;
  readonly fileOffset: bigint;
}

/** `PERF_SAMPLE_IP | TID | TIME | ADDR | CPU | DATA_SRC` */
const SAMPLE_TYPE = 0x1n | 0x2n | 0x4n | 0x8n | 0x80n | 0x8000n;
/** Load or store, level, snoop: `union perf_mem_data_src` of include/uapi/linux/perf_event.h. */
const SOURCES: Readonly<Record<MemorySample['kind'], bigint>> = {
  // A load that hit the third level, where the line was modified.
  hitmLocal: 0x02n | ((0x02n | 0x40n) << 5n) | (0x10n << 19n),
  // The same in a remote cache.
  hitmRemote: 0x02n | ((0x02n | 0x400n) << 5n) | (0x10n << 19n),
  store: 0x04n | ((0x02n | 0x08n) << 5n),
};
const [MMAP2, SAMPLE, USER] = [10, 9, 2];
const [HEADER_BYTES, ATTR_BYTES] = [104, 128];
const BUILD_IDS = 2n;
const PID = 4321;

/** What `perf c2c record` writes: one process, one mapping of its program, its heap, and samples. No symbols are in it. */
export function perfData(mapping: RecordedMapping, samples: readonly MemorySample[]): Buffer {
  const records = [
    mapRecord(mapping.path, mapping.start, mapping.bytes, mapping.fileOffset, 77n),
    mapRecord('//anon', 0x7f00_0000_0000n, 0x1000_0000n, 0n, 0n),
    ...samples
      .flatMap((sample) => Array.from({ length: sample.count }, () => sample))
      .map((sample, at) => sampleRecord(sample, 1000 + 10 * at)),
  ];
  const data = Buffer.concat(records);
  const attrsAt = HEADER_BYTES + 8;
  const dataAt = attrsAt + ATTR_BYTES + 16;
  const ids = buildIdRecord(mapping);
  const tableAt = dataAt + data.length;
  return Buffer.concat([
    Buffer.from('PERFILE2'),
    words(HEADER_BYTES, ATTR_BYTES + 16, attrsAt, ATTR_BYTES + 16, dataAt, data.length, 0, 0),
    words(1n << BUILD_IDS, 0, 0, 0),
    words(11),
    attr(),
    words(HEADER_BYTES, 8),
    data,
    words(tableAt + 16, ids.length),
    ids,
  ]);
}

function words(...list: readonly (number | bigint)[]): Buffer {
  const out = Buffer.alloc(8 * list.length);
  list.forEach((word, at) => out.writeBigUInt64LE(BigInt(word), 8 * at));
  return out;
}

function halves(...list: readonly number[]): Buffer {
  const out = Buffer.alloc(4 * list.length);
  list.forEach((word, at) => out.writeUInt32LE(word, 4 * at));
  return out;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([bytes, Buffer.alloc(8 - (bytes.length % 8))]);
}

function attr(): Buffer {
  // mmap, mmap_data, mmap2: no record but a sample has a time behind it.
  const flags = (1n << 8n) | (1n << 17n) | (1n << 23n);
  const known = Buffer.concat([halves(4, ATTR_BYTES), words(0x1cd, 1, SAMPLE_TYPE, 0, flags)]);
  return Buffer.concat([known, Buffer.alloc(ATTR_BYTES - known.length)]);
}

function record(kind: number, misc: number, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(kind, 0);
  head.writeUInt16LE(misc, 4);
  head.writeUInt16LE(8 + body.length, 6);
  return Buffer.concat([head, body]);
}

function mapRecord(
  path: string,
  start: bigint,
  bytes: bigint,
  offset: bigint,
  inode: bigint,
): Buffer {
  const [READ_EXECUTE, PRIVATE] = [5, 2];
  return record(
    MMAP2,
    USER,
    Buffer.concat([
      halves(PID, PID),
      words(start, bytes, offset),
      halves(inode === 0n ? 0 : 8, inode === 0n ? 0 : 1),
      words(inode, 0),
      halves(READ_EXECUTE, PRIVATE),
      text(path),
    ]),
  );
}

function sampleRecord({ code, address, kind, cpu }: MemorySample, time: number): Buffer {
  return record(
    SAMPLE,
    USER,
    Buffer.concat([
      words(code),
      halves(PID, PID + cpu),
      words(time, address),
      halves(cpu, 0),
      words(SOURCES[kind]),
    ]),
  );
}

/** `PERF_RECORD_HEADER_BUILD_ID`, whose length of the id stands in the last byte but three. */
function buildIdRecord({ path, buildId }: RecordedMapping): Buffer {
  const HAS_SIZE = 0x8000;
  const id = Buffer.alloc(24);
  Buffer.from(buildId, 'hex').copy(id);
  id[20] = 20;
  return record(0, USER | HAS_SIZE, Buffer.concat([halves(PID), id, text(path)]));
}
