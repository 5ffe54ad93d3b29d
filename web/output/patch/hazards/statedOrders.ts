import type { Hazard, PieceText, PlaceDemand, StructDesc } from '../../../facts/generated';
import type { MemberPath } from '../../../layout/ids';
import { orderedFrom } from '../../../layout/original';
import type { SourceText } from '../../../layout/text/sourceText';
import { recordAt } from '../../../layout/text/textMembers';
import { wallLines } from '../body';
import { demandAbove, demandsIn, isKept, neighbourhood } from '../demands';
import { findRecord } from '../findRecord';
import { elementsOf, type Element } from '../level';
import { pathsByPiece } from '../pathsByPiece';
import { linesOf, onOneLine, readable } from '../text';
import { tie } from '../tie';

/** A comment of a struct's own header that says where members have to lie; the same kind of place as a hazard. */
export interface StatedOrder extends Omit<Hazard, 'kind'> {
  readonly kind: 'statedOrder';
  readonly demand: PlaceDemand;
  /** Whom it is about. */
  readonly paths: readonly MemberPath[];
  /** These with the member before and the one after: `stay` asks that they go on lying side by side. */
  readonly around: readonly MemberPath[];
  readonly path: string;
}

/**
 * What the comments of a header state of the order of a struct's members. None where the header does not declare the
 * struct as the loaded file has it, nor for what is not so even now: then the comment means something else.
 */
export function statedOrders(source: SourceText, desc: StructDesc): readonly StatedOrder[] {
  const { doc, path } = source;
  const record = findRecord(doc, desc);
  if (record === null || recordAt(doc, record).unsupported !== null) return [];
  const tied = tie(source, record, desc, orderedFrom(desc).root);
  if (tied.verdict.kind === 'mismatch') return [];
  const lines = linesOf(source.text);
  const pathsOf = pathsByPiece(tied.members);
  const membersOf = (piece: PieceText) => pathsOf.get(piece) ?? [];
  return [...tied.bodies.values()].flatMap((body) => {
    const { body: nodes, walls } = recordAt(doc, body);
    const elements = elementsOf(nodes, { lines, membersOf, walls: wallLines(walls) });
    return [...demandAbove(doc, body, lines, elements), ...demandsIn(doc, elements)]
      .filter((demand) => isKept(demand, elements))
      .map((demand): StatedOrder => {
        const paths = demand.units.flatMap(({ members }) => members);
        return {
          kind: 'statedOrder',
          demand: demand.demand,
          paths,
          around: neighbourhood(demand, elements).flatMap(({ members }) => members),
          path,
          line: demand.by.firstLine,
          text: textOf(demand.by),
          members: paths.map((each) => each.split('.').at(-1) ?? each),
          subject: '',
          values: 0,
          rows: 0,
          size: false,
          certain: true,
        };
      });
  });
}

const MOST_TEXT = 120;

function textOf({ lines }: Element): string {
  const text = readable(onOneLine(lines.join(' ')));
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}
