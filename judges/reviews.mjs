// `npm run check:reviews -- CLONE...`: commits of public repositories that changed structs (judges/reviews.tsv), each reviewed
// over the object of its parent and held against gcc's object of the commit, by pahole: sizes, and the offset of each member.
// A row with `FROM..TO` is a series, which goes in as the mails of `git format-patch --cover-letter`.
// CLONE is a clone of one of those repositories, with its history; `--only=TEXT` takes the rows with that commit alone. Prints
// what became of each, and fails where one is wrong.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runMain } from '../scripts/lib/tools.mjs';

const HAPROXY =
  'EPOLL POLL THREAD TPROXY NETFILTER CPU_AFFINITY GETADDRINFO LINUX_SPLICE PRCTL OPENSSL QUIC';

/** How headers of a repository are compiled: the folders that are needed, where they are searched, what goes before them. */
const HOW = {
  haproxy: {
    compiler: 'gcc',
    folders: ['include'],
    includes: ['include'],
    first: ['haproxy/api.h', 'haproxy/thread.h'],
    flags: ['-D_GNU_SOURCE', ...HAPROXY.split(' ').map((each) => `-DUSE_${each}`)],
  },
  redis: {
    compiler: 'gcc',
    folders: ['src', 'deps'],
    includes: [
      'src',
      'deps/hiredis',
      'deps/lua/src',
      'deps/hdr_histogram',
      'deps/linenoise',
      'deps/fpconv',
    ],
    first: ['server.h'],
    flags: ['-D_GNU_SOURCE'],
  },
  rocksdb: {
    compiler: 'g++',
    folders: [
      'include',
      'cache',
      'db',
      'env',
      'file',
      'logging',
      'memory',
      'memtable',
      'monitoring',
      'options',
      'port',
      'table',
      'test_util',
      'trace_replay',
      'util',
      'utilities',
      'third-party',
    ],
    includes: ['.', 'include'],
    first: [],
    flags: [
      '-std=c++20',
      '-DROCKSDB_PLATFORM_POSIX',
      '-DROCKSDB_LIB_IO_POSIX',
      '-DOS_LINUX',
      '-DROCKSDB_SUPPORT_THREAD_LOCAL',
    ],
  },
};
HOW.valkey = HOW.redis;
HOW.libuv = {
  compiler: 'gcc',
  folders: ['include', 'src'],
  includes: ['include', 'src'],
  first: ['uv.h'],
  flags: ['-D_GNU_SOURCE'],
};
HOW.memcached = {
  compiler: 'gcc',
  folders: ['.'],
  includes: ['.', 'vendor/lua/src', 'vendor/mcmc'],
  first: ['memcached.h'],
  flags: ['-D_GNU_SOURCE', '-DHAVE_CONFIG_H', '-DPROXY', '-DEXTSTORE'],
  prepare:
    'printf "#include <stdbool.h>\\n#define ENDIAN_LITTLE 1\\n" > config.h; printf "#pragma once\\n#include <stdarg.h>\\nstruct event_base; struct event { long of[16]; };\\n" > event.h',
};
HOW.nginx = {
  compiler: 'gcc',
  folders: ['.'],
  includes: [
    'src',
    'objs',
    ...[
      'core',
      'event',
      'event/modules',
      'event/quic',
      'os/unix',
      'http',
      'http/modules',
      'http/v2',
      'http/v3',
      'stream',
      'mail',
    ].map((each) => `src/${each}`),
  ],
  first: ['ngx_config.h', 'ngx_core.h', 'ngx_http.h', 'ngx_stream.h'],
  flags: [],
  prepare:
    '[ -d $MADE ] || (./auto/configure --with-stream --with-http_v2_module --without-http_rewrite_module --without-http_gzip_module ; cp -r objs $MADE); cp -rT $MADE objs',
};

const folder = mkdtempSync(join(tmpdir(), 'hitmap-reviews-'));
let runs = 0;

await runMain(async () => {
  const found = { right: 0, withheld: 0, wrong: 0, none: 0 };
  try {
    const rows = readFileSync(join(root, 'judges/reviews.tsv'), 'utf8').trim().split('\n').slice(1);
    const words = process.argv.slice(2);
    const only = words.find((word) => word.startsWith('--only='))?.slice('--only='.length) ?? '';
    for (const clone of words.filter((word) => !word.startsWith('--'))) {
      const name = Object.keys(HOW).find((each) => clone.includes(each));
      for (const [repository, commit] of rows.map((row) => row.split('\t'))) {
        if (!repository.endsWith(`/${name}`) || !commit.includes(only)) continue;
        const { outcome, detail } = judged(clone, HOW[name], commit);
        found[outcome] += 1;
        console.log([repository, commit, outcome, detail].join('\t'));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { right, withheld, wrong, none } = found;
  console.log(
    `${right} right, ${withheld} withheld with a reason, ${wrong} wrong, ${none} not built here`,
  );
  return wrong === 0 ? 0 : 1;
});

/** What became of the review of a commit, and the figures or the reason. */
function judged(clone, how, commit) {
  const isSeries = commit.includes('..');
  const [from, to] = isSeries ? commit.split('..') : [`${commit}^`, commit];
  const headers = git(clone, 'diff', '--name-only', from, to)
    .split('\n')
    .filter((path) => /\.(?:h|hh|hpp)$/.test(path) && !path.includes('test'));
  const before = built(clone, how, from, headers);
  const after = built(clone, how, to, headers);
  if (before === null || after === null)
    return { outcome: 'none', detail: 'does not compile alone' };
  const patch = join(folder, 'patch');
  const mails = isSeries
    ? ['format-patch', '--cover-letter', '--stdout', commit]
    : ['show', '--format=email', commit];
  writeFileSync(patch, git(clone, ...mails, '--', ...headers));
  const { structs, left } = JSON.parse(
    hitmap('review', before.object, patch, '--json', '--tree', before.place),
  );
  const changed = structs.filter(({ kind }) => kind === 'changes');
  const wrong = changed
    .filter(({ after: figures }) => figures !== null)
    .flatMap((struct) => differs(before, after, struct));
  // A struct of another size of which nothing is said.
  const silent = Object.keys(before.sizes).filter(
    (name) =>
      after.sizes[name] !== undefined &&
      after.sizes[name] !== before.sizes[name] &&
      before.texts[name] !== after.texts[name] &&
      !structs.some((each) => each.name === name) &&
      left.length === 0,
  );
  if (wrong.length + silent.length > 0)
    return {
      outcome: 'wrong',
      detail: [...wrong, ...silent.map((name) => `${name} is not told`)].join('; '),
    };
  const known = changed.filter(({ after: figures }) => figures !== null);
  const figures = known.map(
    ({ name, before: was, after: is }) => `${name} ${was.sizeBytes} to ${is.sizeBytes}`,
  );
  const [reason] = left.map(({ text, reason: why }) => `${text.trim()}: ${why}`);
  if (changed.length > known.length || (known.length === 0 && left.length > 0))
    return { outcome: 'withheld', detail: [...figures, reason ?? ''].join('; ') };
  if (known.length === 0) return { outcome: 'none', detail: 'no layout changes' };
  return { outcome: 'right', detail: figures.join('; ') };
}

/** Where the reviewed layout is not what the compiler made. */
function differs(before, after, { name, edits, after: figures }) {
  const truth = offsetsOf(paholeOf(after.object, name));
  if (truth.size === 0) return [];
  const words = edits.flatMap((edit) => ['--edit', edit]);
  const shown = offsetsOf(hitmap('show', before.object, name, ...words));
  const faults = [...truth.offsets].filter(([member, offset]) => {
    const printed = shown.offsets.get(member);
    return printed !== undefined && printed !== offset;
  });
  return [
    ...(figures.sizeBytes === truth.size
      ? []
      : [`${name} ${figures.sizeBytes} said, ${truth.size} built`]),
    ...faults.map(
      ([member, offset]) => `${name}.${member} ${shown.offsets.get(member)} said, ${offset} built`,
    ),
  ];
}

/** Of pahole's text: members that only one place has, and the size. */
function offsetsOf(text) {
  const offsets = new Map();
  const twice = new Set();
  for (const [, member, offset] of text.matchAll(
    /(\w+)(?:\[\w*\])*(?::\d+)?(?:\)\(.*\))?(?: __attribute__\(\(.*\)\))?;\s+\/\* +(\d+)(?:: *\d+)? +\d+ /g,
  )) {
    if (offsets.has(member)) twice.add(member);
    offsets.set(member, Number(offset));
  }
  for (const member of twice) offsets.delete(member);
  return { offsets, size: Number(/\/\* size: (\d+)/.exec(text)?.[1] ?? 0) };
}

/** The structs of headers, as a commit has them, in an object; null where they do not compile. */
function built(clone, how, commit, headers) {
  const place = join(folder, String((runs += 1)));
  mkdirSync(place);
  const { stdout } = spawnSync('git', ['-C', clone, 'archive', commit, ...how.folders], {
    maxBuffer: 1 << 30,
  });
  spawnSync('tar', ['-x', '-C', place], { input: stdout });
  if (how.prepare !== undefined)
    spawnSync('sh', ['-c', how.prepare], {
      cwd: place,
      env: { ...process.env, MADE: join(folder, 'made') },
    });
  const own = headers.filter((path) => spawnSync('test', ['-f', join(place, path)]).status === 0);
  const texts = {};
  for (const path of own) {
    const text = readFileSync(join(place, path), 'utf8');
    for (const [whole, name] of text.matchAll(
      /^(?:typedef )?(?:struct|class)\s+(?:\w+\([^)]*\)\s+)?(\w+)[^;{]*\{[^]*?^\}/gm,
    ))
      texts[name] = whole;
  }
  const paths = own.map((path) => path.replace(/^(?:include|src)\//, ''));
  const includes = [...new Set([...how.first, ...paths])];
  const isC = how.compiler === 'gcc';
  const lines = [
    // Some headers have no guard of their own.
    ...includes.map((path) => `#import "${path}"`),
    // A pointer's target is in the debug information where something needs its layout.
    ...(isC
      ? Object.keys(texts).map(
          (name) =>
            `unsigned long size_${name}(struct ${name} *p); unsigned long size_${name}(struct ${name} *p) { return sizeof(*p); }`,
        )
      : []),
  ];
  const source = join(place, isC ? 'probe.c' : 'probe.cc');
  const object = join(place, 'probe.o');
  writeFileSync(source, `${lines.join('\n')}\n`);
  const folders = how.includes.map((each) => `-I${join(place, each)}`);
  const words = [
    '-g',
    '-w',
    '-fno-eliminate-unused-debug-types',
    ...how.flags,
    ...folders,
    '-c',
    source,
    '-o',
    object,
  ];
  let made = spawnSync(how.compiler, words, { maxBuffer: 1 << 28 });
  // Some are declared for other systems alone.
  const absent = new Set(
    [...made.stderr.toString().matchAll(/\bsize_(\w+)/g)].map(([, each]) => each),
  );
  if (made.status !== 0 && absent.size > 0) {
    const rest = lines.filter((line) => !absent.has(/ size_(\w+)/.exec(line)?.[1]));
    writeFileSync(source, `${rest.join('\n')}\n`);
    made = spawnSync(how.compiler, words, { maxBuffer: 1 << 28 });
  }
  if (made.status !== 0) {
    if (process.env.HITMAP_VERBOSE) console.error(made.stderr.toString().slice(0, 800));
    return null;
  }
  const listed = spawnSync('pahole', ['-s', object], { maxBuffer: 1 << 28 }).stdout.toString();
  const sizes = {};
  for (const [, name, size] of listed.matchAll(/^(\w+)\t(\d+)\t/gm))
    if (name in texts) sizes[name] = Number(size);
  return { object, texts, sizes, place };
}

function paholeOf(object, name) {
  return spawnSync('pahole', ['-C', name.replace(/^.*::/, ''), object], {
    maxBuffer: 1 << 28,
  }).stdout.toString();
}

function hitmap(...words) {
  return spawnSync(process.execPath, [join(root, 'bin/hitmap.mjs'), ...words], {
    maxBuffer: 1 << 28,
  }).stdout.toString();
}

function git(clone, ...words) {
  return spawnSync('git', ['-C', clone, ...words], { maxBuffer: 1 << 28 }).stdout.toString();
}
