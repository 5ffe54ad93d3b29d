import type { AttributeText, ScalarFact } from '../../facts/generated';
import type { Choices, Question } from './choices';

/** Numbers that a text alone may not say: what is not answered becomes a question. */
export class Asked {
  readonly questions = new Map<string, Question>();

  constructor(
    private readonly choices: Choices,
    private readonly scalars: ReadonlyMap<string, ScalarFact>,
  ) {}

  /** A constant: as the header says, as a person said, or the simplest arithmetic of both. Else it is asked for. */
  number(count: { readonly text: string; readonly value: number | null }, member: string): number {
    if (count.value !== null) return count.value;
    const given = this.choices.numbers[count.text];
    if (given !== undefined) return given;
    this.questions.set(count.text, { kind: 'number', text: count.text, member });
    return 0;
  }

  /** The size of a type that nothing here declares. */
  size(typeName: string, member: string): void {
    this.questions.set(typeName, { kind: 'size', typeName, member });
  }

  /** The alignment that attributes force, in bytes: the largest; null for none. */
  alignOf(attributes: readonly AttributeText[], member: string): number | null {
    const found = attributes.flatMap((each) => (each.align === null ? [] : [each.align]));
    const bytes = found.map((text) => this.alignment(text, member));
    return bytes.length === 0 ? null : Math.max(...bytes);
  }

  private alignment(text: string, member: string): number {
    const { target } = this.choices;
    if (text === '') return target.maxScalarAlignBytes;
    if (/^(?:cacheline|L1_CACHE_BYTES|SMP_CACHE_BYTES|ARCH_DMA_MINALIGN)$/.test(text)) {
      return target.lineBytes;
    }
    if (/^(?:0x[\da-f]+|\d+)[ul]*$/i.test(text)) return Number(text.replace(/[ul]+$/i, ''));
    const sized = /^(?:sizeof|_Alignof|alignof|__alignof__)\s*\(\s*(.*?)\s*\)$/.exec(text)?.[1];
    if (sized !== undefined) {
      if (sized.endsWith('*')) return target.pointerBytes;
      const fact = this.scalars.get(sized.replace(/\bint$/, '').trim()) ?? this.scalars.get(sized);
      if (fact !== undefined) return text.startsWith('sizeof') ? fact.sizeBytes : fact.alignBytes;
    }
    const given = this.choices.numbers[text];
    if (given !== undefined) return given;
    this.questions.set(text, { kind: 'number', text, member });
    return 1;
  }
}
