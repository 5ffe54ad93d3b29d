#!/usr/bin/env node
// Looks whether this Node can run Hitmap, then hands over to start.mjs. A Node that is too old has to read this file to
// say so: nothing in it is younger than Node 12 (no `?.`, no `??`, no `await` outside of functions), and it imports
// nothing before it has looked.

/** As `engines` in package.json. */
const NODE = [20, 19];

const unusable = whyUnusable();
if (unusable === null) {
  import('./start.mjs').catch((error) => {
    if (error.code !== 'ERR_ACCESS_DENIED') throw error;
    fail(whyRefused(error));
  });
} else {
  fail(unusable);
}

/** A sentence, or null where all that is needed is there. */
function whyUnusable() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1])) {
    return `Node ${process.versions.node} is too old: ${NODE.join('.')} or later is needed.`;
  }
  if (typeof WebAssembly === 'undefined') {
    return `this Node has no WebAssembly, which reads the files, as it is started with --jitless${byWhat('--jitless')}: leave that out.`;
  }
  return null;
}

/** Node's permissions allow less than Hitmap needs to begin. */
function whyRefused({ permission, resource }) {
  const option = process.execArgv
    .concat((process.env.NODE_OPTIONS || '').split(' '))
    .find((word) => /^--(experimental-)?permission$/.test(word));
  return `Node refuses ${permission}${resource ? ` of ${resource}` : ''}, as it is started with ${option || '--permission'}${byWhat(option)}: leave that out, or allow it.`;
}

function byWhat(option) {
  return (process.env.NODE_OPTIONS || '').includes(option) ? ' by NODE_OPTIONS' : '';
}

function fail(sentence) {
  console.error(`hitmap: ${sentence}`);
  process.exitCode = 2;
}
