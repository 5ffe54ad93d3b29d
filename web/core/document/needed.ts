import { attribute } from '../heat/attribute';
import { measuredLayout } from '../heat/measuredLayout';
import { applyEdits } from '../edit/apply';
import type { LayoutDocument } from '../edit/document';
import type { StructDesc, TypeFact } from '../facts/generated';

const UNTAGGED = /^(?:const |volatile )*(?:struct|union|class)(?:\[\d*\])*$/;

/**
 * The document with the types of its struct reduced to what it needs: of a named nested type that nobody
 * opened, edited, tagged or measured, the size and alignment are all that a layout asks for.
 */
export function withNeededTypes(document: LayoutDocument): LayoutDocument {
  const { struct } = document;
  const kept = new Keeper(struct, pathsOf(document)).kept();
  const types = struct.types.map((type, index) =>
    type.shape.kind !== 'aggregate' || kept.has(index)
      ? type
      : { ...type, shape: { kind: 'other' } as const, declared: null },
  );
  return { ...document, struct: { ...struct, types } };
}

class Keeper {
  private readonly full = new Set<number>();
  /** Types by what the paths in them begin with: the same is not looked through twice. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly desc: StructDesc,
    private readonly paths: readonly string[],
  ) {}

  kept(): ReadonlySet<number> {
    this.keep(this.desc.root, '');
    return this.full;
  }

  /** `prefix` is the path of the member that holds the type, with its dot. */
  private keep(index: number, prefix: string): void {
    const type = this.desc.types[index];
    if (type?.shape.kind !== 'aggregate' || this.seen.has(`${index} ${prefix}`)) return;
    this.seen.add(`${index} ${prefix}`);
    this.full.add(index);
    for (const { name, bitField, typeIndex } of type.shape.members) {
      const inside = this.desc.types[typeIndex];
      if (inside === undefined || bitField !== null) continue;
      // An anonymous aggregate is always open; its members are named without it.
      if (name === null) this.keep(typeIndex, prefix);
      else if (this.isNamed(`${prefix}${name}`) || UNTAGGED.test(inside.name)) {
        this.keepInside(inside, typeIndex, `${prefix}${name}`);
      }
    }
  }

  private keepInside(type: TypeFact, index: number, path: string): void {
    if (type.shape.kind !== 'array') return this.keep(index, `${path}.`);
    const element = this.desc.types[type.shape.element];
    const elements = new Set(
      this.paths.flatMap((each) => /^\[\d+\]/.exec(each.slice(path.length))?.[0] ?? []),
    );
    if (element === undefined) return;
    for (const place of elements.size === 0 ? ['[0]'] : elements) {
      this.keepInside(element, type.shape.element, `${path}${place}`);
    }
  }

  /** Whether something speaks of it as open, or of what is in it. */
  private isNamed(path: string): boolean {
    return this.paths.some(
      (each) =>
        each.startsWith(path) &&
        (each.length === path.length || /[.[]/.test(each[path.length] ?? '')),
    );
  }
}

/** Every path that needs the inside of a nested type: what is open, and what has a dot or an index in it. */
function pathsOf(document: LayoutDocument): readonly string[] {
  const found = new Set<string>(document.view.expanded);
  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      if (/[.[]/.test(value)) found.add(value);
    } else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk({ ...document, struct: null, view: null });
  for (const path of measuredPaths(document)) found.add(path);
  return [...found];
}

/** Where samples fell, each by the shortest name that means its bytes. */
function measuredPaths(document: LayoutDocument): readonly string[] {
  const { bindings } = applyEdits(document).state;
  return document.profiles.flatMap((profile) =>
    attribute(measuredLayout(document, profile), profile, bindings).heat.fields.map(
      ({ path }) => path,
    ),
  );
}
