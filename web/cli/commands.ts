import type { CliCommand } from './words';

/** A command as the list of all shows it. */
interface Listed {
  readonly takes: string;
  readonly what: string;
  /** What it needs is loaded when it is called: an answer for one struct takes no longer for the other commands. */
  readonly load: () => Promise<CliCommand>;
}

/** Every command by its name, in the order in which `hitmap --help` lists them. */
export const COMMANDS: Readonly<Record<string, Listed>> = {
  ls: {
    takes: 'FILE',
    what: 'every struct and union of a file',
    load: async () => (await import('./commands/ls')).LS_COMMAND,
  },
  show: {
    takes: 'FILE STRUCT',
    what: "the layout of one, in pahole's style",
    load: async () => (await import('./commands/show')).SHOW_COMMAND,
  },
  heat: {
    takes: 'PROFILE',
    what: 'who fights over which line, and which field',
    load: async () => (await import('./heat/heat')).HEAT_COMMAND,
  },
  what: {
    takes: 'FILE PLACE...',
    what: 'which struct and field each instruction accesses',
    load: async () => (await import('./commands/what')).WHAT_COMMAND,
  },
  findings: {
    takes: 'FILE STRUCT',
    what: 'what is worth looking at, with reasons',
    load: async () => (await import('./commands/findings')).FINDINGS_COMMAND,
  },
  predict: {
    takes: 'FILE STRUCT',
    what: 'the HITM that is expected of a layout, after edits',
    load: async () => (await import('./commands/predict')).PREDICT_COMMAND,
  },
  suggest: {
    takes: 'FILE STRUCT',
    what: 'orders that are worth measuring, as edits',
    load: async () => (await import('./commands/suggest')).SUGGEST_COMMAND,
  },
  patch: {
    takes: 'FILE STRUCT',
    what: 'edits as a patch of its header',
    load: async () => (await import('./commands/patch')).PATCH_COMMAND,
  },
  link: {
    takes: 'FILE STRUCT',
    what: 'a link that holds the layout and its changes',
    load: async () => (await import('./commands/link')).LINK_COMMAND,
  },
  open: {
    takes: 'LINK',
    what: 'what a link holds',
    load: async () => (await import('./commands/link')).OPEN_COMMAND,
  },
  review: {
    takes: 'FILE PATCH',
    what: 'a posted diff, before and after',
    load: async () => (await import('./commands/review')).REVIEW_COMMAND,
  },
  diff: {
    takes: 'A B [STRUCT]',
    what: 'how the layouts of two files differ',
    load: async () => (await import('./commands/diff')).DIFF_COMMAND,
  },
  history: {
    takes: 'STRUCT FILE...',
    what: 'a struct over several kernels',
    load: async () => (await import('./commands/history')).HISTORY_COMMAND,
  },
  summary: {
    takes: 'BASE HEAD',
    what: 'what a change did to layouts, as Markdown for its review',
    load: async () => (await import('./commands/summary')).SUMMARY_COMMAND,
  },
  check: {
    takes: 'RULES FILE...',
    what: 'fails where a layout breaks a rule',
    load: async () => (await import('./commands/check')).CHECK_COMMAND,
  },
  export: {
    takes: 'FILE STRUCT',
    what: "pahole's text, a diff, Markdown, an SVG picture",
    load: async () => (await import('./commands/export')).EXPORT_COMMAND,
  },
  capture: {
    takes: '',
    what: 'the script that gathers all evidence on a machine',
    load: async () => (await import('./commands/capture')).CAPTURE_COMMAND,
  },
  rows: {
    takes: 'FILE...',
    what: 'reports of many machines as one table',
    load: async () => (await import('./rows/rows')).ROWS_COMMAND,
  },
  fleet: {
    takes: 'ROWS...',
    what: 'what many machines fight over',
    load: async () => (await import('./fleet/fleet')).FLEET_COMMAND,
  },
  serve: {
    takes: '[FILE...]',
    what: 'the page, with or without files; its help has the options',
    load: async () => (await import('./serve/serve')).SERVE_COMMAND,
  },
};
