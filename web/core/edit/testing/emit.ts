import { assert } from '../../base/assert';
import { itemAt } from '../../base/itemAt';
import type { StructDesc } from '../../facts/generated';
import { forcedAlignBytes, innerOf } from '../../layout/forced';
import type { OrderedAggregate, OrderedMember, OrderedStruct } from '../../layout/order';
import { orderedAggregate } from '../../layout/original';

/**
 * A struct in its present order as C that a compiler takes, with every type that it holds, each under a
 * name of its own (`prefix`): what the compiler makes of it judges the engine and the edits.
 */
export function emitStruct(struct: OrderedStruct, prefix: string): string {
  const emitted = new Map<number, string>();
  const lines: string[] = [];
  const names = new TypeNames(struct.desc, prefix, emitted, lines);
  const body = aggregateText(struct.root, names);
  return `${lines.join('\n')}\ntypedef ${body} ${prefix};\n`;
}

class TypeNames {
  constructor(
    private readonly desc: StructDesc,
    private readonly prefix: string,
    private readonly emitted: Map<number, string>,
    private readonly lines: string[],
  ) {}

  /** The name of a type; its definition is emitted before. */
  of(index: number): string {
    const known = this.emitted.get(index);
    if (known !== undefined) return known;
    const name = `${this.prefix}_t${index}`;
    const text = this.definition(index, name);
    this.emitted.set(index, name);
    this.lines.push(text);
    return name;
  }

  private definition(index: number, name: string): string {
    const type = itemAt(this.desc.types, index);
    const { shape } = type;
    if (shape.kind === 'array')
      return `typedef ${this.of(shape.element)} ${name}[${shape.count ?? ''}];`;
    if (shape.kind === 'aggregate') {
      const body = aggregateText(orderedAggregate(this.desc, index, ''), this);
      return `typedef ${body} ${name};`;
    }
    const align =
      type.align.from === 'stated' ? ` __attribute__((aligned(${type.align.bytes})))` : '';
    return `typedef ${type.name} ${name}${align};`;
  }
}

function aggregateText(aggregate: OrderedAggregate, names: TypeNames): string {
  const members = aggregate.members.map((_, index) => memberText(aggregate.members, index, names));
  const attributes = attributesText(aggregate.packed, aggregate.forcedAlign?.bytes ?? 1);
  return `${aggregate.keyword} { ${members.join(' ')} }${attributes}`;
}

function memberText(members: readonly OrderedMember[], index: number, names: TypeNames): string {
  const member = itemAt(members, index);
  const inner = innerOf(members, index);
  if (inner !== null) return `${aggregateText(inner, names)};`;
  const attributes = attributesText(member.packed, forcedAlignBytes(members, index));
  if (member.role === 'padding') {
    return `unsigned char ${member.name}[${(member.sizeBits ?? 0) / 8}]${attributes};`;
  }
  assert(member.typeIndex !== null, `member ${member.path} has no type`);
  const type = names.of(member.typeIndex);
  const width = member.bitField === null ? '' : ` : ${member.bitField.widthBits}`;
  return `${type} ${member.name ?? ''}${width}${attributes};`;
}

function attributesText(packed: boolean, alignBytes: number): string {
  const words = [packed ? 'packed' : '', alignBytes > 1 ? `aligned(${alignBytes})` : ''];
  const list = words.filter((word) => word !== '');
  return list.length === 0 ? '' : ` __attribute__((${list.join(', ')}))`;
}
