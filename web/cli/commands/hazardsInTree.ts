import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { HeaderDoc, StructDesc } from '../../facts/generated';
import { isHeader, mayHoldHazards } from '../../output/patch/hazards/files';
import { hazardQuery, needlesOf } from '../../output/patch/hazards/query';
import { asksForMore, joined, lookUpIn } from '../../output/patch/hazards/readFile';
import {
  settleHazards,
  wantedOf,
  type FileAnswer,
  type Hazards,
} from '../../output/patch/hazards/settle';
import { readHazards, readHeader } from '../open/openText';

/** Every place of a tree that depends on the order of a struct's members. `header` declares it. */
export function hazardsInTree(tree: string, desc: StructDesc, header: HeaderDoc | null): Hazards {
  const query = hazardQuery(desc, header);
  const needles = needlesOf(query).map((word) => Buffer.from(word));
  const files = filesUnder(tree);
  const read = fileReader(tree);
  const answers: FileAnswer[] = [];
  for (const path of files.filter(mayHoldHazards)) {
    const bytes = read(path);
    if (!needles.some((needle) => bytes.includes(needle))) continue;
    answers.push({ path, found: readHazards(path, bytes, query) });
  }
  const wanted = wantedOf(answers);
  if (!asksForMore(wanted)) return settleHazards(answers, joined([]));
  const lookUp = lookUpIn({ wanted, desc, query }, { header: readHeader, hazards: readHazards });
  const found = files.filter(isHeader).map((path) => {
    const bytes = read(path);
    return lookUp(path, bytes, bytes.toString('latin1'));
  });
  return settleHazards(answers, joined(found));
}

/** Every file of a folder, relative to it; what git keeps is none. */
export function filesUnder(tree: string): string[] {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(tree, folder), { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && entry.name !== '.git') folders.push(`${path}/`);
    }
  }
  return found;
}

/** Reads files one after the other into the same memory: what one holds is gone with the next. */
function fileReader(tree: string): (path: string) => Buffer {
  let memory = Buffer.allocUnsafe(1 << 20);
  return (path) => {
    let file: number;
    try {
      file = openSync(join(tree, path), 'r');
    } catch {
      // A file that went away meanwhile holds nothing.
      return memory.subarray(0, 0);
    }
    try {
      let length = 0;
      for (;;) {
        const count = readSync(file, memory, length, memory.length - length, length);
        length += count;
        if (length < memory.length) {
          if (count === 0) return memory.subarray(0, length);
          continue;
        }
        memory = Buffer.concat([memory], 2 * memory.length);
      }
    } finally {
      closeSync(file);
    }
  };
}
