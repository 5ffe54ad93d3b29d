import type { InView, ShownLayout } from '../state/inView';
import { paholeDiff } from '../../core/format/compare/paholeDiff';
import { paholeText } from '../../core/format/pahole';

/** What changes of the layout, as a diff of pahole's text; empty where nothing does. */
export function layoutChange({ original, edited }: InView): string {
  return paholeDiff(textOf(original), textOf(edited));
}

function textOf({ applied, layout }: ShownLayout): string {
  return paholeText(applied.struct, layout, applied.state.lineBytes);
}
