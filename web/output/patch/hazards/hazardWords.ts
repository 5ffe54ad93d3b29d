import { assertNever } from '../../../base/assert';
import { plural } from '../../../base/prose';
import type { PlacedHazard } from './combine';

/** What a place depends on, without its path: `gives the first 3 members values by position`. */
export function hazardWords(place: PlacedHazard): string {
  const { kind, values, rows, subject, members, certain } = place;
  const named = members.map((name) => `\`${name}\``).join(', ');
  switch (kind) {
    case 'positional': {
      const whose = subject === '' ? 'a compound literal' : `\`${subject}\``;
      if (rows === 0) return `${whose} begins with a zero that not every first member takes`;
      const table = rows > 1 ? ` in ${plural(rows, 'row')}` : '';
      if (values === 0) return `${whose} has values by position after named ones${table}`;
      const which =
        values === 1 ? 'the first member a value' : `the first ${values} members values`;
      return `${whose} gives ${which} by position${table}`;
    }
    case 'designated': {
      const whose = subject === '' ? 'a value' : `\`${subject}\``;
      return `${whose} names ${named} in their order, which C++ asks for`;
    }
    case 'cast':
      return members.length === 0
        ? `casts to or from \`${subject}\`, which has to lie at the beginning`
        : `casts to or from \`${subject}\`, which begins with ${named} too`;
    case 'copiedRange':
      return `\`${subject}\` takes several members as one range`;
    case 'wholeCopy':
      return `\`${subject}\` takes the whole struct as bytes: its layout is an interface or a format`;
    case 'memset':
      return `\`${subject}\` clears what lies around ${named}${certain ? '' : ' (told by the name of the member)'}`;
    case 'offsetof':
      return named === '' ? 'computes with an offset' : `computes with the offset of ${named}`;
    case 'assertion':
      return named === '' ? 'asserts the size' : `asserts where ${named} lies`;
    case 'group':
      return named === '' ? 'asserts a group' : `asserts the group of ${named}`;
    case 'asm':
      return named === '' ? 'assembly uses an offset' : `assembly uses the offset of ${named}`;
    case 'statedOrder': {
      const be = members.length === 1 ? 'lies' : 'lie';
      if (place.demand !== 'stay') return `a comment asks that ${named} ${be} ${place.demand}`;
      return `a comment asks that the order around ${named} is kept`;
    }
    case 'documentation':
      return 'documents the lines of its members';
    default:
      return assertNever(kind);
  }
}

/** `net/core/dev.c:12: \`x\` gives the first 3 members values by position: x = { 1, 2, 3 }` */
export function hazardLine(place: PlacedHazard): string {
  return `${place.path}:${place.line}: ${hazardWords(place)}: ${place.text}`;
}
