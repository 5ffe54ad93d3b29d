import { buildReader } from './readHeader';

/** Before the tests, none of which has to wait for a compiler within its own time. */
export default function setup(): void {
  buildReader();
}
