import type { Calibration, Harm, Score } from './score';

export type Rows<T> = readonly (readonly [string, T])[];

export function scoreTable(title: string, rows: Rows<Score>): void {
  console.log(title);
  const width = widthOf(rows);
  console.log(
    `${''.padEnd(width)}  scen.  layouts  median    p90  rank  winner  regret  sign  band  width  decided`,
  );
  for (const [name, score] of rows) {
    const cells = [
      String(score.scenarios).padStart(5),
      String(score.layouts).padStart(8),
      percent(score.medianError, 1).padStart(7),
      percent(score.p90Error).padStart(6),
      score.rankCorrelation.toFixed(2).padStart(5),
      percent(score.winners).padStart(7),
      percent(score.regret, 1).padStart(7),
      percent(score.signs).padStart(5),
      percent(score.covered).padStart(5),
      percent(score.bandWidth).padStart(6),
      percent(score.decided).padStart(8),
    ];
    console.log(`${name.padEnd(width)} ${cells.join(' ')}`);
  }
  console.log('');
}

export function harmTable(title: string, rows: Rows<Harm>): void {
  console.log(title);
  const width = widthOf(rows);
  console.log(
    `${''.padEnd(width)}  scen.  layouts  warned  confident+wrong  gross+silent  offers  harmful first`,
  );
  for (const [name, harm] of rows) {
    const cells = [
      String(harm.scenarios).padStart(5),
      String(harm.layouts).padStart(8),
      percent(harm.warned).padStart(7),
      percent(harm.confidentAndWrong, 1).padStart(16),
      String(harm.grossAndSilent).padStart(13),
      String(harm.offers).padStart(7),
      percent(harm.harmfulFirst, 1).padStart(14),
    ];
    console.log(`${name.padEnd(width)} ${cells.join(' ')}`);
  }
  console.log('');
}

export function calibrationTable(title: string, rows: Rows<Calibration>): void {
  console.log(title);
  const width = widthOf(rows);
  console.log(`${''.padEnd(width)}  orders  Brier  base rate   sign  90/10`);
  for (const [name, { orders, brier, brierOfBaseRate, brierOfSign, sharp }] of rows) {
    const cells = [
      String(orders).padStart(7),
      brier.toFixed(3).padStart(6),
      brierOfBaseRate.toFixed(3).padStart(10),
      brierOfSign.toFixed(3).padStart(6),
      percent(sharp).padStart(6),
    ];
    console.log(`${name.padEnd(width)} ${cells.join(' ')}`);
  }
  for (const { orders, stated, came, from, to } of rows[0]?.[1].bins ?? []) {
    console.log(
      `  told ${percent(stated, 1)} better: ${percent(came, 1)} of ${orders} were (90 % of draws of scenarios: ${percent(from, 1)} to ${percent(to, 1)})`,
    );
  }
  console.log('');
}

/** What is wanted, and whether it is reached; null where nothing of it was run. */
export type Target = readonly [what: string, isMet: boolean | null];

/** Prints whether each target is met. @returns whether none is missed */
export function printTargets(targets: readonly Target[]): boolean {
  for (const [what, isMet] of targets) {
    console.log(`${isMet === null ? 'not run' : isMet ? 'met    ' : 'MISSED '}  ${what}`);
  }
  console.log('');
  return targets.every(([, isMet]) => isMet !== false);
}

function widthOf(rows: Rows<unknown>): number {
  return Math.max(...rows.map(([name]) => name.length));
}

function percent(value: number, digits = 0): string {
  return `${(value * 100).toFixed(digits)} %`;
}
