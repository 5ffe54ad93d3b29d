import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureOf } from './studies/picture';
import { STUDIES } from './studies/all';

/** Writes every study to public/studies; `npm run studies` after a change of the figures. */
export function main(): number {
  mkdirSync('public/studies', { recursive: true });
  for (const [name, document] of Object.entries(STUDIES)) {
    writeFileSync(join('public/studies', `${name}.json`), `${JSON.stringify(document)}\n`);
  }
  const pictures = Object.fromEntries(
    Object.entries(STUDIES).map(([name, document]) => [name, pictureOf(document)]),
  );
  writeFileSync('web/page/studies/gallery.json', `${JSON.stringify(pictures)}\n`);
  return 0;
}
