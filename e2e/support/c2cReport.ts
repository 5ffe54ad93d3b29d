/** A row of a line as `perf c2c report` prints it: shares of its line in percent, and what they are of. */
export interface ReportRow {
  readonly hitm: readonly [remotePercent: number, localPercent: number];
  readonly stores: readonly [hitPercent: number, missPercent: number];
  readonly offset: number;
  readonly code: string;
  readonly symbol: string;
  /** Of the instruction in its function, in bytes. */
  readonly at: number;
  readonly records: number;
  /** The program that the instruction is of; the kernel where it is not said. */
  readonly program?: string;
  /** Its line in the source; `symbol+at` where debug information does not tell. */
  readonly source?: string;
}

export interface ReportLine {
  readonly address: string;
  readonly hitm: readonly [remote: number, local: number];
  readonly stores: readonly [hit: number, miss: number];
  readonly rows: readonly ReportRow[];
}

/** The Pareto section of a report, which is what people post. */
export function paretoText(lines: readonly ReportLine[]): string {
  const rule = '='.repeat(49);
  const dashes = '-'.repeat(61);
  const title = [rule, 'Shared Cache Line Distribution Pareto', rule];
  return [
    ...title,
    ...lines.flatMap(({ address, hitm, stores, rows }, number) => [
      dashes,
      `${number} ${hitm.join(' ')} ${stores.join(' ')} ${address}`,
      dashes,
      ...rows.map(rowText),
      '',
    ]),
  ].join('\n');
}

/** perf pads its columns: the blanks of a name are not those between two. */
function rowText(row: ReportRow): string {
  const { hitm, stores, offset, code, symbol, at, records, program, source } = row;
  const shares = [...hitm, ...stores].map((share) => `${share.toFixed(2)}%`);
  const where =
    program === undefined ? [`[k] ${symbol}`, '[kernel.kallsyms]'] : [`[.] ${symbol}`, program];
  const cells = [...shares, `0x${offset.toString(16)}`, '0', '1', code, '500', '400', '300'];
  return [...cells, records, '160', ...where, source ?? `${symbol}+${at}`, '0', '1'].join('  ');
}

/**
 * The contended line of `struct address_space` that was posted with the change of June 2023 (v6.4-rc,
 * UnixBench, 224 CPUs): the figures of each row.
 */
export const ADDRESS_SPACE_LINE: ReportLine = {
  address: '0xff1ddd3f0c8a3b00',
  hitm: [13642, 19392],
  stores: [9012, 63],
  rows: [
    row([9.22, 7.37], [0, 0], 0x0, 'ffffffffab344052', 'vma_interval_tree_remove', 18, 5490),
    row([0.71, 0.73], [0, 0], 0x8, 'ffffffffabb9a21f', 'rwsem_down_write_slowpath', 655, 1991),
    row(
      [0.52, 0.71],
      [5.34, 6.35],
      0x8,
      'ffffffffabb9a236',
      'rwsem_down_write_slowpath',
      678,
      4848,
    ),
    row([0.56, 0.47], [26.39, 6.35], 0x8, 'ffffffffabb9a5ec', 'down_write', 28, 8537),
    row([0.11, 0.08], [15.72, 1.59], 0x8, 'ffffffffab17082b', 'up_write', 27, 7303),
    row([44.74, 49.78], [0, 0], 0x10, 'ffffffffab170995', 'rwsem_spin_on_owner', 53, 26841),
    row([26.62, 22.39], [0, 0], 0x10, 'ffffffffab170965', 'rwsem_spin_on_owner', 5, 13364),
  ],
};

/** The same line of the patched kernel, as it was posted beside it. */
export const ALIGNED_ADDRESS_SPACE_LINE: ReportLine = {
  address: '0xff157a0f25b90c40',
  hitm: [12726, 18554],
  stores: [9039, 49],
  rows: [
    row([0.9, 0.72], [0, 0], 0x0, 'ffffffffa5f9a21f', 'rwsem_down_write_slowpath', 655, 2200),
    row([0.53, 0.7], [5.16, 6.12], 0x0, 'ffffffffa5f9a236', 'rwsem_down_write_slowpath', 678, 4774),
    row([0.68, 0.51], [25.91, 6.12], 0x0, 'ffffffffa5f9a5ec', 'down_write', 28, 8552),
    row([0.09, 0.06], [16.5, 2.04], 0x0, 'ffffffffa557082b', 'up_write', 27, 7317),
    row([49.29, 53.01], [0, 0], 0x8, 'ffffffffa5570995', 'rwsem_spin_on_owner', 53, 27106),
    row([28.6, 24.12], [0, 0], 0x8, 'ffffffffa5570965', 'rwsem_spin_on_owner', 5, 13244),
  ],
};

function row(
  hitm: readonly [number, number],
  stores: readonly [number, number],
  offset: number,
  code: string,
  symbol: string,
  at: number,
  records: number,
): ReportRow {
  return { hitm, stores, offset, code: `0x${code}`, symbol, at, records };
}
