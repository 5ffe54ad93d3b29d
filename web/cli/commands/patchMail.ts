import { attribute } from '../../core/heat/attribute';
import { measuredLayout } from '../../core/heat/measuredLayout';
import { figuresOf } from '../../core/figures/figures';
import { applyEdits } from '../../core/edit/apply';
import type { Applied } from '../../core/edit/applied';
import type { LayoutDocument } from '../../core/edit/document';
import { computeLayout } from '../../core/layout/compute';
import { orderedFrom } from '../../core/layout/original';
import { paholeText } from '../../core/format/pahole';
import {
  type MailRequest,
  changeWords,
  mailOf,
  measuredLines,
  slabChange,
} from '../../core/patch/mail';

/** The mail for `git am`, with the figures of the reports that are tied to the struct. */
export function patchMail(
  document: LayoutDocument,
  request: Pick<
    MailRequest,
    'binary' | 'patch' | 'subsystem' | 'reasons' | 'configuration' | 'hazards'
  >,
): string {
  const { patch } = request;
  const applied = applyEdits(document);
  const original = orderedFrom(document.struct);
  const figures = (struct: typeof original) => {
    const layout = computeLayout(struct);
    const { sizeBytes, lines } = figuresOf(layout, struct.root.keyword === 'union', applied.state);
    return { sizeBytes, lines };
  };
  const text = (struct: typeof original) =>
    paholeText(struct, computeLayout(struct), applied.state.lineBytes);
  return mailOf({
    ...request,
    structName: document.struct.name,
    change: changeWords(document.edits, document.struct.name),
    measured: measuredOf(document, applied),
    architecture: document.struct.target.machine,
    before: figures(original),
    after: figures(applied.struct),
    slab: slabChange(applied, null, patch.dialect === 'kernel'),
    paholeBefore: text(original),
    paholeAfter: text(applied.struct),
    filledIn: { problem: null, results: null, alternatives: null, signedOffBy: null },
  });
}

function measuredOf(document: LayoutDocument, applied: Applied): readonly string[] {
  return applied.state.profiles.flatMap((profile) => {
    const bindings = applied.state.bindings.filter((each) => each.profile === profile.name);
    if (bindings.length === 0) return [];
    const attribution = attribute(measuredLayout(document, profile), profile, bindings);
    return measuredLines(attribution, document.struct.name);
  });
}
