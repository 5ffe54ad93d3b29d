// `node --import` it: the file that `HITMAP_CUT` names loses its second half when it has been opened.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { openSync, fstatSync } = fs;
const opened = new Set();

fs.openSync = (path, ...more) => {
  const descriptor = openSync(path, ...more);
  if (path === process.env['HITMAP_CUT']) opened.add(descriptor);
  return descriptor;
};

// Who has asked how long it is goes by that.
fs.fstatSync = (descriptor, ...more) => {
  const stat = fstatSync(descriptor, ...more);
  if (opened.delete(descriptor)) fs.truncateSync(process.env['HITMAP_CUT'], stat.size >> 1);
  return stat;
};
syncBuiltinESMExports();
