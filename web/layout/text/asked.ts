import type { ScalarFact } from '../../facts/generated';
import { alignmentBytes } from './alignmentBytes';
import type { Choices, OpenQuestion } from './choices';

/** Numbers that a text alone may not say: what is not answered becomes a question. */
export class Asked {
  readonly questions = new Map<string, OpenQuestion>();

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

  /** The largest of the alignments that words force, in bytes; null for none. */
  alignOf(aligns: readonly string[], member: string): number | null {
    const bytes = aligns.map((text) => this.alignment(text, member));
    return bytes.length === 0 ? null : Math.max(...bytes);
  }

  private alignment(text: string, member: string): number {
    const known =
      alignmentBytes(text, this.choices.target, this.scalars) ?? this.choices.numbers[text];
    if (known !== undefined) return known;
    this.questions.set(text, { kind: 'number', text, member });
    return 1;
  }
}
