// The end of `.ci/run`: one line that counts what its runs of `npm test` and `npm run check` left behind.
import { closeAll } from './lib/closing.mjs';

closeAll(['unit-compilers-beside', 'journeys-smoke', 'check']);
