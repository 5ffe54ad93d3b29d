const PATHS = {
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.3 10.3 14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  open: 'M1.8 13V3.5h4.4l1.5 1.8h5.6v2.2M1.8 13l2.4-5.5h10.6L12.6 13Z',
  undo: 'M5.5 3 2.5 6l3 3M2.8 6H10a3.5 3.5 0 0 1 0 7H6.5',
  redo: 'M10.5 3l3 3-3 3M13.2 6H6a3.5 3.5 0 0 0 0 7h3.5',
  moon: 'M13.4 9.8A5.8 5.8 0 0 1 6.2 2.6a5.8 5.8 0 1 0 7.2 7.2Z',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8 13 13M13 3l-1.2 1.2M4.2 11.8 3 13',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  commands: 'M3 4.5 6.5 8 3 11.5M8.5 12H13.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5 6.5 12 13 4.5',
  left: 'M13.5 8H3M7 4 3 8l4 4',
  leftPanel: 'M2 3h12v10H2zM6 3v10',
  rightPanel: 'M2 3h12v10H2zM10 3v10',
  warning: 'M8 2.2 14.5 13.5h-13ZM8 6.5v3.2M8 11.4v.4',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 7.2v3.6M8 5v.4',
  file: 'M4 1.8h5.2L12.5 5v9.2H4zM9 2v3.2h3.2',
  up: 'M3.5 10 8 5.5 12.5 10',
  down: 'M3.5 6 8 10.5 12.5 6',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  flame: 'M8 14a4.2 4.2 0 0 1-4.2-4.2C3.8 6.6 7 5.8 7.2 2c2.6 1.4 5 4.4 5 7.8A4.2 4.2 0 0 1 8 14Z',
  chart: 'M2.5 13.5h11M4.5 11V7M8 11V3M11.5 11V5.5',
  bulb: 'M6 11.5a4.6 4.6 0 1 1 4 0M6.3 13.8h3.4',
  change: 'M3 5h9M9.5 2.5 12 5 9.5 7.5M13 11H4M6.5 8.5 4 11l2.5 2.5',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2A2.6 2.6 0 0 0 9 3.3l-.8.8M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 0 0 7 12.7l.8-.8',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A small line drawing in the colour of the text; always beside words or on a labelled button. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Logo() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <g fill="var(--hatch)">
        <rect x="1" y="2" width="18" height="4.4" rx="1.2" />
        <rect x="1" y="7.8" width="18" height="4.4" rx="1.2" />
        <rect x="1" y="13.6" width="18" height="4.4" rx="1.2" />
      </g>
      <rect x="1" y="2" width="6" height="4.4" rx="1.2" fill="#b5271d" />
      <rect x="8" y="7.8" width="5" height="4.4" rx="1.2" fill="#f5a04c" />
      <rect x="14" y="13.6" width="5" height="4.4" rx="1.2" fill="var(--accent)" />
    </svg>
  );
}
