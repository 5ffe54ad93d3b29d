import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/**
 * The layers, from the bottom up: what each folder of `web/` may import besides itself.
 * Imports point down only; siblings do not meet. ARCHITECTURE.md draws the picture.
 */
const LAYERS = {
  base: [],
  facts: ['base'],
  layout: ['facts', 'base'],
  edit: ['layout', 'facts', 'base'],
  analysis: ['edit', 'layout', 'facts', 'base'],
  scene: ['analysis', 'edit', 'layout', 'facts', 'base'],
  share: ['analysis', 'edit', 'layout', 'facts', 'base'],
  // `output/svg` draws a scene.
  output: ['scene', 'analysis', 'edit', 'layout', 'facts', 'base'],
  ingest: ['facts', 'base'],
  grid: ['scene', 'analysis', 'edit', 'layout', 'facts', 'base'],
  background: ['analysis', 'edit', 'layout', 'facts', 'base'],
  app: ['ingest', 'background', 'share', 'output', 'analysis', 'edit', 'layout', 'facts', 'base'],
  view: ['app', 'output', 'scene', 'analysis', 'edit', 'layout', 'facts', 'base'],
  // Components render models of `view` and run what `app` can do: of all below they know the types.
  ui: ['view', 'app', 'grid', 'base'],
  cli: ['ingest', 'share', 'output', 'analysis', 'edit', 'layout', 'facts', 'base'],
};

/** Layers of which another may name types, and import nothing else. */
const TYPES_OF = {
  ui: ['ingest', 'background', 'share', 'output', 'scene', 'analysis', 'edit', 'layout', 'facts'],
};

/** Packages that only one layer may know. */
const ONLY_IN = [
  [
    ['react', 'react-dom', 'react-dom/client', 'react-aria-components'],
    ['ui', 'main'],
  ],
  [['d3-selection', 'd3-drag'], ['grid']],
  // Those that start workers, and the one way to do it.
  [['comlink'], ['base', 'ingest', 'background', 'app']],
];

/** A test that ends early, or is left out, without a word would count as passed, or not at all. */
const TEST_CALL = 'CallExpression[callee.name=/^(test|it|describe|beforeAll|beforeEach)$/]';
const NO_SILENT_SKIP = [
  {
    selector: `${TEST_CALL} > ArrowFunctionExpression ReturnStatement[argument=null]`,
    message: 'A test that returns early passes in silence: needs(…) or context.skip(reason).',
  },
  {
    selector:
      'CallExpression[callee.callee.object.name=/^(test|it|describe)$/] > ArrowFunctionExpression ReturnStatement[argument=null]',
    message: 'A test that returns early passes in silence: needs(…) or context.skip(reason).',
  },
  {
    selector: 'CallExpression[callee.object.property.name="describe"][callee.property.name="only"]',
    message: 'Only this one would run.',
  },
  {
    selector:
      'MemberExpression[object.name=/^(test|it|describe)$/][property.name=/^(runIf|skipIf|todo|fails|fail|fixme|only)$/]',
    message:
      'Say why: `needs(…)` or `skippedFor(reason)` of web/core/base/testing as the second argument.',
  },
  {
    selector:
      'CallExpression[callee.object.name=/^(test|it|describe)$/][callee.property.name="skip"][arguments.length<2]',
    message: 'A skip takes its condition and its reason.',
  },
];

/** A machine may be slow: a journey waits for what a person sees. */
const NO_WAIT_BY_TIME = [
  {
    selector: 'CallExpression[callee.property.name="waitForTimeout"]',
    message: 'Wait for what a person sees, not by time.',
  },
  {
    selector: 'CallExpression[callee.name="setTimeout"]',
    message: 'Wait for what a person sees, not by time.',
  },
];

/** What is computed is remembered by `base/derived`, and belongs to its inputs; what is made once, by `base/once`. */
const NO_MODULE_STATE = ['Program', 'Program > ExportNamedDeclaration'].flatMap((at) => [
  {
    selector: `${at} > VariableDeclaration[kind="let"]`,
    message: 'No state outside the store: `derived`, `keptWith` or `once` of web/core/base.',
  },
  {
    selector: `${at} > VariableDeclaration > VariableDeclarator > NewExpression[callee.name="WeakMap"]`,
    message: 'What is remembered is so by `derived` or `keptWith` of web/core/base/derived.',
  },
]);

/** A worker's own state, a process's one standard input, and modules that are compiled once for the page. */
const HAS_STATE = [
  'web/**/{worker,*Worker}.ts',
  'web/cli/open/nodeFileSource.ts',
  'web/core/ingest/wasmModule.ts',
  'web/**/testing/**',
  '**/*.test.{ts,tsx}',
];

const elements = (...types) => ({ element: { types: { anyOf: types } } });

/** The rule that a file imports what its layer may. */
const importsOf = (layers) => [
  'error',
  {
    default: 'disallow',
    policies: [
      ...Object.entries(layers).map(([type, below]) => ({
        from: elements(type),
        allow: { to: elements(type, ...below) },
      })),
      ...Object.entries(TYPES_OF).map(([type, below]) => ({
        from: elements(type),
        allow: { to: elements(...below), dependency: { kind: 'type' } },
      })),
      // The generated glue of the WASM module.
      { from: elements('ingest'), allow: { to: elements('pkg') } },
      { allow: { to: { module: { origin: ['external', 'core'] } } } },
    ],
  },
];

export default tseslint.config(
  {
    ignores: [
      '.dependency-cruiser.cjs',
      'dist',
      'dist-cli',
      'dist-single',
      'dist-package',
      'dist-release',
      '.cache',
      'wasm',
      'web/core/facts/generated.ts',
      'test-results',
      'playwright-report',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { boundaries, 'react-hooks': reactHooks },
    settings: {
      'import/resolver': { node: { extensions: ['.ts', '.tsx', '.js'] } },
      'boundaries/elements': [
        ...Object.keys(LAYERS).map((type) => ({
          type,
          pattern: `web/${type}/**`,
          partialMatch: false,
        })),
        { type: 'pkg', pattern: 'wasm/pkg/**', partialMatch: false },
      ],
    },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'boundaries/dependencies': importsOf(LAYERS),
    },
  },
  {
    // The start of the page puts it together.
    files: ['web/page/start.tsx', 'web/page/prefetch.ts'],
    rules: {
      'boundaries/dependencies': importsOf({
        ...LAYERS,
        ui: [...LAYERS.ui, 'ingest', 'background'],
      }),
    },
  },
  {
    // A test goes the whole way, from the bytes of a file to what the page says.
    files: ['web/page/**/*.test.{ts,tsx}'],
    rules: {
      'boundaries/dependencies': importsOf({ ...LAYERS, ui: [...LAYERS.ui, ...TYPES_OF.ui] }),
    },
  },
  ...Object.keys(LAYERS).map((layer) => ({
    files: [`web/${layer}/**/*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ONLY_IN.filter(([, layers]) => !layers.includes(layer)).flatMap(
            ([packages, layers]) =>
              packages.map((name) => ({
                name,
                message: `Only ${layers.join(' and ')} may import it (ARCHITECTURE.md).`,
              })),
          ),
        },
      ],
    },
  })),
  {
    files: ['web/**/*.{ts,tsx}'],
    ignores: HAS_STATE,
    rules: { 'no-restricted-syntax': ['error', ...NO_MODULE_STATE] },
  },
  { files: ['web/page/**/*.tsx'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['web/cli/**', 'scripts/**', 'bin/**', '**/*.test.{ts,tsx}', 'e2e/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'e2e/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NO_SILENT_SKIP] },
  },
  {
    files: ['e2e/journeys/**/*.ts', 'e2e/pages/**/*.ts', 'e2e/support/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...NO_SILENT_SKIP, ...NO_WAIT_BY_TIME],
      'no-restricted-imports': [
        'error',
        {
          name: '@playwright/test',
          importNames: ['test'],
          message: 'Its pages are not slowed: `test` is that of e2e/support/journey.',
        },
      ],
    },
  },
  { files: ['e2e/support/journey.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['**/*.{js,mjs}'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { globals: globals.node, parserOptions: { projectService: false } },
  },
  {
    // Parts of it run in the page.
    files: ['scripts/bench/*.mjs'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
