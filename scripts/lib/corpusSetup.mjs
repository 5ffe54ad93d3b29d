// Before the tests of Vitest and Playwright: the samples of perf's texts are there.
export { corpus as default } from './steps.mjs';
