import { itemAt } from '../../../web/core/base/itemAt';
import { bodiesIn, exchanged, nameOf, type Item, type StructText } from './structText';

export type Random = (below: number) => number;

/** The head that every text has. `CONFIG_ON` holds and `CONFIG_OFF` does not. */
export const PRELUDE = `#define CONFIG_ON 1
#define ____cacheline_aligned __attribute__((aligned(64)))
#define __aligned(n) __attribute__((aligned(n)))
#define __packed __attribute__((packed))
#define struct_group(NAME, MEMBERS...) union { struct { MEMBERS }; struct { MEMBERS } NAME; }
`;

/** The text as somebody may have written it: comments, empty lines, conditions, long declarations. */
export function styled(text: StructText, random: Random): StructText {
  const style = (items: readonly Item[]): readonly Item[] =>
    items.flatMap((item): readonly Item[] => {
      const own: Item =
        'items' in item ? { ...item, items: style(item.items) } : commented(item, random);
      switch (random(12)) {
        case 0:
          return [{ kind: 'other', text: `/* what ${nameOf(item) ?? 'this'} is for */` }, own];
        case 1:
          return [{ kind: 'other', text: `/*\n * A comment of several\n * lines.\n */` }, own];
        case 2:
          return [own, { kind: 'other', text: '' }];
        case 3:
          return random(2) === 0 && item.kind !== 'other'
            ? [{ kind: 'under', condition: 'CONFIG_ON', items: [own] }]
            : [own];
        case 4:
          return random(2) === 0
            ? [own, { kind: 'under', condition: 'CONFIG_OFF', items: [never(random)] }]
            : [own];
        default:
          return [own];
      }
    });
  return { ...text, items: style(text.items) };
}

function commented(item: Item, random: Random): Item {
  if (item.kind !== 'member') return item;
  if (random(6) === 0) return { ...item, text: `${item.text}\t/* see there */` };
  if (random(20) === 0) return { ...item, text: `${item.text}\t/* and\n * so on */` };
  return item;
}

function never(random: Random): Item {
  return { kind: 'member', text: `int never_${random(1000)};` };
}

/** One kind of change that a person makes; null where it finds nothing to change. */
type Change = (text: StructText, random: Random) => StructText | null;

/** A change of one list of items. */
function inBody(
  change: (items: readonly Item[], random: Random) => readonly Item[] | null,
): Change {
  return (text, random) => {
    const bodies = bodiesIn(text.items);
    // The struct's own more often than another.
    const body = random(3) === 0 ? itemAt(bodies, random(bodies.length)) : text.items;
    const now = change(body, random);
    return now === null ? null : { ...text, items: exchanged(text.items, body, now) };
  };
}

function at(items: readonly Item[], random: Random, fits: (item: Item) => boolean): number | null {
  const places = [...items.keys()].filter((place) => fits(itemAt(items, place)));
  return places.length === 0 ? null : itemAt(places, random(places.length));
}

const declares = (item: Item) => item.kind !== 'other';
const isPlain = (item: Item) =>
  item.kind === 'member' &&
  !/[:(\n]|\[0?\]/.test(item.text) &&
  !item.text.includes('__attribute__');

function oneOf(
  change: (item: Item, random: Random) => readonly Item[] | null,
  fits: (item: Item) => boolean,
): Change {
  return inBody((items, random) => {
    const place = at(items, random, fits);
    if (place === null) return null;
    const now = change(itemAt(items, place), random);
    return now === null ? null : [...items.slice(0, place), ...now, ...items.slice(place + 1)];
  });
}

function ranged(wrap: (inside: readonly Item[], random: Random) => Item): Change {
  return inBody((items, random) => {
    const first = random(items.length);
    const inside = items.slice(first, first + 1 + random(4));
    const fits =
      inside.every((item) => item.kind !== 'under' && isFixed(item)) &&
      inside.some((item) => item.kind === 'member');
    if (!fits) return null;
    return [...items.slice(0, first), wrap(inside, random), ...items.slice(first + inside.length)];
  });
}

/** No bit-field, whose storage another struct would part, and no array without an end. */
function isFixed(item: Item): boolean {
  if (item.kind === 'member') return !/:\s*\d+\s*;/.test(item.text) && !/\[0?\]/.test(item.text);
  return !('items' in item) || item.items.every(isFixed);
}

const ATTRIBUTES = [
  '__aligned(64)',
  '____cacheline_aligned',
  '__attribute__((aligned(32)))',
  '__attribute__((__aligned__(16)))',
  '__aligned(128)',
];

function withAttribute(text: string, attribute: string): string {
  return text.replace(/;/, ` ${attribute};`);
}

const NEW_MEMBERS = [
  'unsigned int news;',
  'void *news;',
  'unsigned char news[3];',
  'unsigned long news __aligned(64);',
  'int news, newer;',
  'unsigned short news:3;',
  'void (*news)(int a,\n int b);',
  'long long news;',
  'float _Complex news;',
];

/** What people do to a struct, by its words. */
export const CHANGES: readonly (readonly [string, Change])[] = [
  [
    'a move',
    inBody((items, random) => {
      const from = at(items, random, declares);
      if (from === null) return null;
      const moved = itemAt(items, from);
      const others = items.filter((_, place) => place !== from);
      const to = random(others.length + 1);
      return [...others.slice(0, to), moved, ...others.slice(to)];
    }),
  ],
  [
    'a move into or out of a group',
    (text, random) => {
      const bodies = bodiesIn(text.items);
      const from = itemAt(bodies, random(bodies.length));
      const place = at(from, random, (item) => item.kind === 'member' && isFixed(item));
      if (place === null || from.filter(declares).length < 2) return null;
      const moved = itemAt(from, place);
      const items = exchanged(
        text.items,
        from,
        from.filter((item) => item !== moved),
      );
      const targets = bodiesIn(items);
      const to = itemAt(targets, random(targets.length));
      const spot = random(to.length + 1);
      return {
        ...text,
        items: exchanged(items, to, [...to.slice(0, spot), moved, ...to.slice(spot)]),
      };
    },
  ],
  [
    'a removal',
    inBody((items, random) => {
      const place = at(items, random, declares);
      if (place === null || items.filter(declares).length < 2) return null;
      return items.filter((_, each) => each !== place);
    }),
  ],
  [
    'a new member',
    inBody((items, random) => {
      const place = random(items.length);
      const added: Item = { kind: 'member', text: itemAt(NEW_MEMBERS, random(NEW_MEMBERS.length)) };
      return [...items.slice(0, place), added, ...items.slice(place)];
    }),
  ],
  [
    'another type',
    oneOf(
      (item) =>
        item.kind === 'member'
          ? [
              {
                ...item,
                text: item.text.replace(/^.*?(\w+)(\[[^\]]*\])?;/, 'unsigned long long $1$2;'),
              },
            ]
          : null,
      isPlain,
    ),
  ],
  [
    'another name',
    oneOf(
      (item) =>
        item.kind === 'member'
          ? [{ ...item, text: item.text.replace(/(\w+)((?:\[[^\]]*\])?;)/, '$1_now$2') }]
          : null,
      isPlain,
    ),
  ],
  [
    'another count',
    oneOf(
      (item) =>
        item.kind === 'member' ? [{ ...item, text: item.text.replace(/\[\d+\]/, '[7]') }] : null,
      (item) => isPlain(item) && item.kind === 'member' && /\[\d\d*\]/.test(item.text),
    ),
  ],
  [
    'an alignment',
    oneOf(
      (item, random) =>
        item.kind === 'member'
          ? [
              {
                ...item,
                text: withAttribute(item.text, itemAt(ATTRIBUTES, random(ATTRIBUTES.length))),
              },
            ]
          : null,
      isPlain,
    ),
  ],
  [
    'no alignment',
    oneOf(
      (item) =>
        item.kind === 'member'
          ? [
              {
                ...item,
                text: item.text.replace(/\s*__attribute__\(\(__?aligned__?\(\d+\)\)\)/, ''),
              },
            ]
          : null,
      (item) => item.kind === 'member' && /aligned/.test(item.text),
    ),
  ],
  [
    'a packed member',
    oneOf(
      (item) =>
        item.kind === 'member' ? [{ ...item, text: withAttribute(item.text, '__packed') }] : null,
      isPlain,
    ),
  ],
  [
    'words of a group',
    oneOf(
      (item, random) => {
        if (item.kind !== 'group') return null;
        const attribute = itemAt(ATTRIBUTES, random(ATTRIBUTES.length));
        const closes =
          random(2) === 0
            ? item.closes.replace('}', `} ${attribute}`)
            : withAttribute(item.closes, attribute);
        return [{ ...item, closes }];
      },
      (item) => item.kind === 'group',
    ),
  ],
  [
    'a struct around',
    ranged((items, random) => ({
      kind: 'group',
      opens: 'struct {',
      items,
      closes: itemAt(
        [
          '};',
          '} __aligned(64);',
          '} ____cacheline_aligned;',
          '} grp;',
          '} grp ____cacheline_aligned;',
          '} __aligned(32) grp;',
          '} __packed grp;',
        ],
        random(7),
      ),
    })),
  ],
  ['a union around', ranged((items) => ({ kind: 'group', opens: 'union {', items, closes: '};' }))],
  [
    'a struct_group around',
    ranged((items) => ({ kind: 'group', opens: 'struct_group(grp,', items, closes: ');' })),
  ],
  [
    'no group around',
    oneOf(
      (item) => (item.kind === 'group' && nameOf(item) === null ? item.items : null),
      (item) => item.kind === 'group',
    ),
  ],
  [
    'a condition around',
    oneOf(
      (item, random) => [
        { kind: 'under', condition: random(2) === 0 ? 'CONFIG_ON' : 'CONFIG_OFF', items: [item] },
      ],
      declares,
    ),
  ],
  [
    'no condition around',
    oneOf(
      (item) => (item.kind === 'under' ? item.items : null),
      (item) => item.kind === 'under',
    ),
  ],
  [
    'words of the head',
    (text, random) =>
      text.head === ''
        ? {
            ...text,
            head: itemAt(
              [
                '__packed ',
                '__aligned(64) ',
                '__attribute__((packed)) ',
                '__attribute__((aligned(64))) ',
                '__attribute__((packed, aligned(4))) ',
              ],
              random(5),
            ),
          }
        : { ...text, head: '' },
  ],
  [
    'words of the end',
    (text, random) =>
      text.tail === ''
        ? {
            ...text,
            tail: itemAt(
              [
                ' __packed',
                ' ____cacheline_aligned',
                ' __attribute__((__packed__))',
                ' __attribute__((__aligned__(128)))',
              ],
              random(4),
            ),
          }
        : { ...text, tail: '' },
  ],
  [
    'empty lines doubled',
    inBody((items) =>
      items.flatMap((item) => (item.kind === 'other' && item.text === '' ? [item, item] : [item])),
    ),
  ],
  ['a comment', oneOf((item) => [{ kind: 'other', text: '/* said since */' }, item], declares)],
  [
    'blanks',
    oneOf(
      (item) =>
        item.kind === 'member' ? [{ ...item, text: item.text.replace(/ /g, '  ') }] : null,
      isPlain,
    ),
  ],
];
