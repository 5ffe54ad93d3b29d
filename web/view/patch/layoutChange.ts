import type { InView, ShownLayout } from '../../app/document/inView';
import { paholeDiff } from '../../output/compare/paholeDiff';
import { paholeText } from '../../output/pahole';

/** What changes of the layout, as a diff of pahole's text; empty where nothing does. */
export function layoutChange({ original, edited }: InView): string {
  return paholeDiff(textOf(original), textOf(edited));
}

function textOf({ applied, layout }: ShownLayout): string {
  return paholeText(applied.struct, layout, applied.state.lineBytes);
}
