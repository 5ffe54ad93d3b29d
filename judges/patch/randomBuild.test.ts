import { expect, test } from 'vitest';
import { readHeader } from '../../web/core/layout/testing/readHeader';
import { textMembers } from '../../web/core/layout/text/textMembers';
import { randomBuild } from './randomBuild';

/** Chains, of which a compiler takes at most one branch in whatever build. */
const CHAINS = [
  '#ifdef A\nint a;\n#else\nint b;\n#endif',
  '#if A\nint a;\n#elif defined(B)\nint b;\n#else\nint c;\n#endif',
  '#if defined(A) && B\nint a;\n#else\nint b;\n#endif',
  '#if X(1) + 2\nint a;\n#elif defined(B)\nint b;\n#else\nint c;\n#endif',
];

test('conditions that rule each other out never hold together, and each holds in some build', () => {
  for (const chain of CHAINS) {
    const doc = readHeader(new TextEncoder().encode(`struct s {\n${chain}\n};\n`));
    const branches = textMembers(doc, 0).map(({ holds }) => holds);
    const held = branches.map(() => 0);
    for (let salt = 0; salt < 16; salt++) {
      const isOn = randomBuild(salt);
      const now = branches.map((conditions) => conditions.every(isOn));
      expect(now.filter(Boolean).length, chain).toBeLessThan(2);
      now.forEach((on, index) => (held[index] = (held[index] ?? 0) + Number(on)));
    }
    expect(held[0], chain).toBeGreaterThan(0);
  }
});
