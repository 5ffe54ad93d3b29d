import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { whyMissing } from './judges';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped; one that is skipped without it fails the run (`scripts/lib/vitestCounts.mjs`). */
    skipped?: string;
  }
}

/** Options of a test or of a group of tests. */
interface Skip {
  readonly skip?: true;
  readonly meta?: { readonly skipped: string };
}

/** `test('…', needs('gcc'), …)`: skipped, and counted with its reason, where a judge is missing. */
export function needs(...programs: readonly string[]): Skip {
  return skippedFor(whyMissing(...programs));
}

/** The kernel's own types, which cannot be installed. */
export const KERNEL_BTF = '/sys/kernel/btf/vmlinux';

/** For tests that read the types of the kernel that runs here. */
export function needsKernelBtf(): Skip {
  return skippedFor(existsSync(KERNEL_BTF) ? null : `${KERNEL_BTF} is not there`);
}

/** Reports of other people's machines; they may lie beside the checkout and are no part of it. */
export const REPORTS = fileURLToPath(
  new URL('../../../../../shared/fixtures/c2c/', import.meta.url),
);

/** For tests that read these reports; files of such tests end in `.beside.test.ts` and are counted apart. */
export function needsReports(): Skip {
  return skippedFor(
    existsSync(REPORTS) ? null : 'the reports of other people are not beside the checkout',
  );
}

/** For tests that need a package which is installed where it can be. */
export function needsPackage(name: string): Skip {
  try {
    createRequire(import.meta.url).resolve(name);
    return {};
  } catch {
    return skippedFor(`${name} is not installed`);
  }
}

/** Skips for a reason, or for none where it is null. */
export function skippedFor(reason: string | null): Skip {
  return reason === null ? {} : { skip: true, meta: { skipped: reason } };
}

/** `beforeEach(skipWithout('git'))`: the same for each test of a file or group. */
export function skipWithout(...programs: readonly string[]): (context: TestContext) => void {
  return (context) => {
    const reason = whyMissing(...programs);
    if (reason !== null) context.skip(reason);
  };
}
