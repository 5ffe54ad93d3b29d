import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** What every other subject of the core may stand on, from the bottom up. */
const GROUND = ['base', 'facts', 'layout', 'edit'];

/** The subjects of the core: what each folder of `web/core/` may import besides itself. ARCHITECTURE.md draws the picture. */
const CORE = {
  base: [],
  facts: ['base'],
  layout: ['facts', 'base'],
  edit: ['layout', 'facts', 'base'],
  ingest: ['facts', 'base'],
  heat: GROUND,
  figures: GROUND,
  rules: GROUND,
  locks: GROUND,
  bind: [...GROUND, 'heat'],
  document: [...GROUND, 'heat'],
  compare: [...GROUND, 'figures', 'rules'],
  model: [...GROUND, 'heat', 'bind', 'locks', 'figures'],
  search: [...GROUND, 'model', 'locks', 'figures', 'rules'],
  findings: [...GROUND, 'heat', 'locks', 'model', 'search'],
  review: [...GROUND, 'bind', 'rules', 'figures', 'model', 'search', 'patch'],
  scene: [...GROUND, 'heat', 'compare', 'model'],
  patch: [...GROUND, 'heat', 'figures', 'model'],
  // What one of them writes, another may draw.
  format: [...GROUND, 'heat', 'bind', 'compare', 'figures', 'model', 'search', 'scene', 'patch'],
};

/** What every subject of the page may import: the state, where they meet, and what all components are made of. */
const SHARED = ['state', 'kit'];

/**
 * The subjects of the page: which others each folder of `web/page/` may import besides itself. They meet in the state;
 * what is here beside it is a part that stands inside another's, or the reader of one's text.
 */
const PAGE = {
  grid: [],
  // `files` has the worker that reads texts, which all ask by the state.
  state: ['kit', 'files'],
  kit: ['state', 'grid', 'commands', 'heat'],
  address: [...SHARED, 'files', 'share', 'studies'],
  bind: SHARED,
  commands: [
    ...SHARED,
    'compare',
    'files',
    'find',
    'heat',
    'notes',
    'predict',
    'rules',
    'share',
    'source',
    'struct',
  ],
  compare: [...SHARED, 'bind', 'files', 'patch', 'struct'],
  drafts: SHARED,
  files: [...SHARED, 'bind', 'compare', 'share', 'source'],
  find: SHARED,
  findings: SHARED,
  heat: [...SHARED, 'bind', 'files'],
  list: [...SHARED, 'bind'],
  notes: SHARED,
  patch: [...SHARED, 'notes', 'source'],
  predict: SHARED,
  rules: SHARED,
  share: [...SHARED, 'bind'],
  source: [...SHARED, 'share'],
  studies: SHARED,
  // These two put the others together: what surrounds a struct, and what surrounds all.
  struct: [
    ...SHARED,
    'grid',
    'commands',
    'bind',
    'compare',
    'find',
    'findings',
    'heat',
    'patch',
    'predict',
    'share',
    'source',
    'studies',
    'notes',
    'rules',
  ],
  shell: [
    ...SHARED,
    'address',
    'commands',
    'compare',
    'files',
    'heat',
    'list',
    'predict',
    'share',
    'struct',
    'studies',
  ],
};

const cores = Object.keys(CORE).map((subject) => `core/${subject}`);
const pages = Object.keys(PAGE).map((subject) => `page/${subject}`);

/** Packages that only some parts may know. */
const REACT = ['react', 'react-dom', 'react-dom/client', 'react-aria-components'];
const D3 = ['d3-selection', 'd3-drag'];
/** It speaks with workers: what starts them, and the one way to ask them. */
const COMLINK = ['comlink'];
const without = (...packages) => ({
  'no-restricted-imports': [
    'error',
    {
      paths: packages
        .flat()
        .map((name) => ({ name, message: 'Not in this part of the tree (ARCHITECTURE.md).' })),
    },
  ],
});

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

const allow = (from, to, kind) => ({
  from: elements(from),
  allow: { to: elements(...to), ...(kind && { dependency: { kind } }) },
});

/** The rule that a file imports what its folder may. Of the core a component names types, and computes nothing. */
const imports = (isComponent) => [
  'error',
  {
    default: 'disallow',
    policies: [
      ...Object.entries(CORE).map(([subject, below]) =>
        allow(
          `core/${subject}`,
          [subject, ...below].map((each) => `core/${each}`),
        ),
      ),
      ...Object.entries(PAGE).flatMap(([subject, beside]) => [
        allow(
          `page/${subject}`,
          [subject, ...beside].map((each) => `page/${each}`),
        ),
        allow(`page/${subject}`, isComponent ? ['core/base'] : cores),
        allow(`page/${subject}`, cores, 'type'),
      ]),
      // Whoever keeps something in the state says what it is.
      allow('page/state', pages, 'type'),
      allow('page/kit', pages, 'type'),
      allow('page', ['page', ...pages, ...cores]),
      allow('main', ['page']),
      allow('cli', ['cli', ...cores]),
      // The generated glue of the WASM module.
      allow('core/ingest', ['pkg']),
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
        ...[...cores, ...pages, 'cli'].map((type) => ({
          type,
          pattern: `web/${type}/**`,
          partialMatch: false,
        })),
        // What puts the page together.
        { type: 'page', pattern: 'web/page/*.{ts,tsx}', partialMatch: false },
        { type: 'pkg', pattern: 'wasm/pkg/**', partialMatch: false },
      ],
    },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'boundaries/dependencies': imports(false),
    },
  },
  {
    files: ['web/page/*/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    rules: { 'boundaries/dependencies': imports(true) },
  },
  {
    // A test goes the whole way, from the bytes of a file to what the page says.
    files: ['web/**/*.test.{ts,tsx}', 'web/**/testing/**'],
    rules: { 'boundaries/dependencies': 'off' },
  },
  { files: ['web/{core,cli}/**/*.ts'], rules: without(REACT, D3, COMLINK) },
  { files: ['web/core/{base,ingest}/**/*.ts'], rules: without(REACT, D3) },
  { files: ['web/page/**/*.{ts,tsx}'], rules: without(D3) },
  { files: ['web/page/grid/**/*.ts'], rules: without(REACT, COMLINK) },
  {
    files: ['web/**/*.{ts,tsx}'],
    ignores: HAS_STATE,
    rules: { 'no-restricted-syntax': ['error', ...NO_MODULE_STATE] },
  },
  { files: ['web/page/**/*.tsx'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['web/cli/**', 'scripts/**', 'judges/**', 'bin/**', '**/*.test.{ts,tsx}', 'e2e/**'],
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
