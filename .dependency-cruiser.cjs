// No file needs itself, by whatever way round; imports of types count too, since a reader follows them alike.
// Which layer may import which is in eslint.config.js.
module.exports = {
  forbidden: [{ name: 'no-circle', severity: 'error', from: {}, to: { circular: true } }],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^wasm/' },
  },
};
