import { rawText, visibleIn } from '../base/visible';

/**
 * JSON as the command line and the page hand it out: names are as their file has them, and JSON's own escapes keep
 * them from a terminal.
 */
export function jsonText(value: unknown, indent: 0 | 2 = 2): string {
  return `${JSON.stringify(visibleIn(value, rawText), null, indent)}\n`;
}
