import type { Message } from '../messages';

/** The tables of core, page and command line. */
const TABLES = import.meta.glob<Record<string, unknown>>('../../../**/messages.ts', {
  eager: true,
});

/** Every message once, with the defaults of its arguments. */
export function everyMessage(): readonly Message[] {
  const makers = Object.values(TABLES).flatMap((table) => Object.values(table));
  return makers.flatMap((maker) =>
    typeof maker === 'function' && 'samples' in maker
      ? (maker.samples as () => readonly Message[])()
      : [],
  );
}
