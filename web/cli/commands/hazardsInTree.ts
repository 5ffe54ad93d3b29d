import type { StructDesc } from '../../facts/generated';
import type { SourceText } from '../../layout/text/sourceText';
import { isHeader, mayHoldHazards } from '../../output/patch/hazards/files';
import { hazardQuery } from '../../output/patch/hazards/query';
import { asksForMore, joined, lookUpIn } from '../../output/patch/hazards/readFile';
import {
  combineHazards,
  wantedOf,
  type FileAnswer,
  type Hazards,
} from '../../output/patch/hazards/combine';
import { statedOrders } from '../../output/patch/hazards/statedOrders';
import { readHazards, readHeader } from '../open/openText';
import type { SourceTree } from '../open/sourceTree';
import { mentions } from './mentions';

/** Every place of a tree that depends on the order of a struct's members. `header` declares it. */
export function hazardsInTree(
  tree: SourceTree,
  desc: StructDesc,
  header: SourceText | null,
): Hazards {
  const query = hazardQuery(desc, header?.doc ?? null);
  const stated = header === null ? [] : statedOrders(header, desc);
  const isNamed = mentions(query);
  const files = tree.files();
  const read = tree.reader();
  const answers: FileAnswer[] = [];
  for (const path of files.filter(mayHoldHazards)) {
    const bytes = read(path);
    if (!isNamed(path, bytes)) continue;
    answers.push({ path, found: readHazards(path, bytes, query) });
  }
  const wanted = wantedOf(answers);
  if (!asksForMore(wanted)) return combineHazards(answers, joined([]), stated);
  const lookUp = lookUpIn({ wanted, desc, query }, { header: readHeader, hazards: readHazards });
  const found = files.filter(isHeader).map((path) => {
    const bytes = read(path);
    return lookUp(path, bytes, bytes.toString('latin1'));
  });
  return combineHazards(answers, joined(found), stated);
}
