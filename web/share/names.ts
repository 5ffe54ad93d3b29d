import text from '../../docs/link_names_1.txt?raw';

/**
 * Common names, which a link of form 1 gives by their place. Frozen: a name that is added, taken out or
 * moved needs a new form of link with a table of its own.
 */
export const NAMES_1: readonly string[] = text.trimEnd().split('\n');
