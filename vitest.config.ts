import { defineConfig } from 'vitest/config';

/**
 * Three suites, each a project: what runs in a moment; what compilers judge over many random structs
 * (`*.judged.test.ts`); and what reads reports that may lie beside the checkout (`*.beside.test.ts`).
 */
const TESTS = ['web/**', 'scripts/**', 'judges/**'];
const named = (ending: string) => TESTS.map((folder) => `${folder}/*.${ending}.test.{ts,tsx}`);

const shared = {
  environment: 'node' as const,
  globalSetup: ['web/core/layout/testing/buildReader.ts', 'scripts/lib/corpusSetup.mjs'],
  setupFiles: ['web/core/base/testing/seed.ts'],
  // Twenty times what the slowest takes: a machine may be slow, a hang is not work.
  testTimeout: 60_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: TESTS.map((folder) => `${folder}/*.test.{ts,tsx}`),
          exclude: [...named('judged'), ...named('beside')],
        },
      },
      { test: { ...shared, name: 'judged', include: named('judged') } },
      { test: { ...shared, name: 'beside', include: named('beside') } },
    ],
  },
});
