import { lineRows } from '../../core/heat/lineRows';
import { profileLines } from '../../core/heat/slice';
import { measuredUntil } from '../../core/heat/measuredLayout';
import type { LayoutDocument } from '../../core/edit/document';
import type { AccessProfile, StructDesc } from '../../core/facts/generated';
import { editedOf } from './inView';

/** Steps (one change of a member each) carried out at once: a few milliseconds. */
const STEPS_AT_ONCE = 60_000;

/**
 * Carries a document's changes out before it is opened, some at a time: the page can be used meanwhile. False where
 * `stopped` came first.
 */
export async function layOutInTurns(
  document: LayoutDocument,
  stopped: AbortSignal,
): Promise<boolean> {
  const { struct, edits, profiles } = document;
  const atOnce = Math.max(1, Math.floor(STEPS_AT_ONCE / (1 + membersIn(struct))));
  /** What was carried out before is gone on from. */
  const inTurns = async (count: number, carryOut: (until: number) => void): Promise<boolean> => {
    for (let done = Math.min(atOnce, count); ; done = Math.min(done + atOnce, count)) {
      carryOut(done);
      await turn();
      if (stopped.aborted || done === count) return !stopped.aborted;
    }
  };
  for (const { measuredOn } of profiles) {
    const carryOut = (until: number) => measuredUntil(document, measuredOn, until);
    if (measuredOn.length > 0 && !(await inTurns(measuredOn.length, carryOut))) return false;
  }
  return inTurns(edits.length, (until) =>
    editedOf(until === edits.length ? document : { ...document, edits: edits.slice(0, until) }),
  );
}

/** Members with which a struct's layout is a task of its own, before the one that shows it. */
const MANY_MEMBERS = 2_000;

/** The struct of a file, laid out where that takes long. */
export async function laidOut(document: LayoutDocument): Promise<LayoutDocument> {
  if (membersIn(document.struct) < MANY_MEMBERS) return document;
  await turn();
  editedOf(document);
  await turn();
  return document;
}

/** Rows with which the counts of a report's lines are a task of their own. */
const MANY_ROWS = 5_000;

/** Counts the lines of a report where that takes long, before the change that shows them. */
export async function linesCounted(profile: AccessProfile): Promise<void> {
  const rows = profileLines(profile).reduce((sum, line) => sum + line.rows.length, 0);
  if (rows < MANY_ROWS) return;
  await turn();
  lineRows(profile);
  await turn();
}

/** Of all types, not those drawn: too many is only slower. */
const membersIn = ({ types }: StructDesc): number =>
  types.reduce(
    (sum, { shape }) => sum + (shape.kind === 'aggregate' ? shape.members.length : 0),
    0,
  );

/** Lets the page do what waits: timers are held back to 4 ms, messages are not. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
