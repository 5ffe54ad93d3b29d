import styles from './Welcome.module.css';

/** Offsets and sizes in bytes: three lines of a struct with a hole, and the field that would fill it. */
const CELLS: readonly (readonly [line: number, offset: number, size: number, kind: string])[] = [
  [0, 0, 8, 'accent'],
  [0, 8, 4, 'cell'],
  [0, 12, 4, 'cell'],
  [0, 16, 16, 'cell'],
  [0, 32, 8, 'cell'],
  [0, 40, 16, 'cell'],
  [0, 56, 8, 'cell'],
  [1, 0, 16, 'cell'],
  [1, 16, 32, 'cell'],
  [1, 48, 8, 'cell'],
  [1, 56, 8, 'hole'],
  [2, 0, 4, 'cell'],
  [2, 4, 4, 'cell'],
  [2, 8, 40, 'cell'],
  [2, 48, 8, 'cell'],
  [2, 56, 8, 'tail'],
];

/** What the page is about, at a glance; it says nothing that the words beside it do not. */
export function WelcomePicture() {
  return (
    <svg className={styles.picture} viewBox="0 0 264 96" aria-hidden="true" focusable="false">
      <defs>
        <pattern
          id="welcome-hatch"
          width="6"
          height="6"
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
        >
          <rect width="2" height="6" fill="var(--hatch)" />
        </pattern>
      </defs>
      {[0, 1, 2].map((line) => (
        <rect
          key={line}
          x="0.5"
          y={line * 33 + 0.5}
          width="263"
          height="29"
          rx="5"
          fill="var(--panel)"
          stroke="var(--line)"
        />
      ))}
      {CELLS.map(([line, offset, size, kind]) => (
        <rect
          key={`${line} ${offset}`}
          x={offset * 4.06 + 3}
          y={line * 33 + 3.5}
          width={size * 4.06 - 2}
          height="23"
          rx="3"
          fill={FILLS[kind]}
          stroke={kind === 'hole' ? 'var(--accent)' : 'none'}
          strokeDasharray="3 2"
        />
      ))}
      <path
        d="M20 28 C20 52, 150 26, 236 38"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        strokeDasharray="4 3"
      />
    </svg>
  );
}

const FILLS: Readonly<Record<string, string>> = {
  accent: 'var(--accent)',
  cell: 'var(--cell-edge)',
  hole: 'var(--accent-soft)',
  tail: 'url(#welcome-hatch)',
};
