import { exportMessage } from '../messages';
import type { Message } from '../../base/messages';
import { jsonText } from '../jsonText';
import { heatOf } from '../../heat/heatOf';
import { figuresOf } from '../../figures/figures';
import { assertNever } from '../../base/assert';
import { fail, ok, type Result } from '../../base/result';
import { applyEdits, withoutEdits } from '../../edit/apply';
import { underRulerOf, type Applied } from '../../edit/applied';
import type { LayoutDocument } from '../../edit/document';
import { computeLayout } from '../../layout/compute';
import type { ExportForm } from './exportForms';
import { everyHeatTable } from '../heat/heatTable';
import { showJson } from '../json';
import { layoutDiff, paholeOf } from '../compare/layoutDiff';
import { markdownTable } from '../markdown';
import { tableText } from '../table/writeTable';

/** The layout of a document in a form for elsewhere, or why it has none. */
export function exportText(document: LayoutDocument, form: ExportForm): Result<string, Message> {
  const after = applyEdits(document);
  switch (form) {
    case 'pahole':
      return ok(paholeOf(after));
    case 'pahole-before':
      return ok(paholeOf(beforeOf(document, after)));
    case 'diff': {
      const diff = layoutDiff(beforeOf(document, after), after);
      return diff === '' ? fail(exportMessage('no-change')) : ok(diff);
    }
    case 'markdown':
      return ok(
        markdownTable(after, document.edits.length === 0 ? null : beforeOf(document, after)),
      );
    case 'table':
      return ok(tableText(document, heatOf(document, after).current));
    case 'heat': {
      const table = everyHeatTable(document.struct.name, heatOf(document, after).all);
      return table === '' ? fail(exportMessage('no-heat')) : ok(table);
    }
    case 'json': {
      const layout = computeLayout(after.struct);
      const figures = figuresOf(layout, after.struct.root.keyword === 'union', after.state);
      return ok(asJson(showJson(after, [...document.edits], layout, figures)));
    }
    case 'document':
      return ok(asJson(document));
    default:
      return assertNever(form);
  }
}

/** The untouched order, on the lines of the changed one. */
export function beforeOf(document: LayoutDocument, edited: Applied): Applied {
  return underRulerOf(edited, withoutEdits(document));
}

function asJson(value: unknown): string {
  return jsonText(value);
}
