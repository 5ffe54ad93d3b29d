import { join } from 'node:path';
import { kernelBase, programBase, type CodeBase } from '../patch/codeBase';
import { fetchHeaders, fetchSource, fromSource } from '../patch/packages';

/** A source tree whose files can be compiled one by one. */
export interface JudgedTree {
  readonly base: CodeBase;
  /** Where its files lie: those of the kernel beside the headers of its package, which have what a configuration writes. */
  readonly sources: string;
  /** Of which files structs are drawn. */
  readonly headers: RegExp;
}

type Fetch = (cache: string) => JudgedTree | null;

/** Source trees by name, fetched through apt into a folder; null, with a word, where one cannot be had. */
export const TREES: Readonly<Record<string, Fetch>> = {
  CPython: program(
    'python3.11',
    /^Include\//,
    { includes: ['Include', 'Include/internal'], first: ['Python.h'] },
    './configure',
  ),
  PostgreSQL: program(
    'postgresql-15',
    /^src\/include\//,
    {
      includes: ['src/include', 'src/interfaces/libpq'],
      first: ['postgres.h'],
      flags: ['-D_GNU_SOURCE'],
    },
    './configure --without-readline --without-zlib && make -C src/backend generated-headers',
  ),
  haproxy: program(
    'haproxy',
    /^include\/haproxy\//,
    { includes: ['include'], first: ['haproxy/api.h'], flags: HAPROXY_FLAGS() },
    null,
  ),
  FFmpeg: program(
    'ffmpeg',
    /^lib\w+\//,
    { includes: [''], first: ['config.h'], flags: ['-DHAVE_AV_CONFIG_H', '-D_GNU_SOURCE'] },
    './configure --disable-x86asm --disable-doc',
  ),
  'Linux 6.12': (cache) => {
    const sources = fetchSource(cache, '6.12', 'whole');
    const headers = fetchHeaders(cache, '6.12');
    if (sources === null || headers === null) return null;
    return { base: kernelBase(headers), sources, headers: /^include\/(?:linux|net)\// };
  },
};

/** What haproxy's Makefile defines for Linux. */
function HAPROXY_FLAGS(): readonly string[] {
  const uses = 'EPOLL POLL THREAD TPROXY NETFILTER CPU_AFFINITY GETADDRINFO LINUX_SPLICE PRCTL';
  return ['-D_GNU_SOURCE', ...uses.split(' ').map((use) => `-DUSE_${use}`)];
}

interface Compiled {
  readonly includes: readonly string[];
  readonly first: readonly string[];
  readonly flags?: readonly string[];
}

function program(
  packageName: string,
  headers: RegExp,
  compiled: Compiled,
  configure: string | null,
): Fetch {
  return (cache) => {
    const folder = join(cache, 'programs');
    const place = (root: string) => ({
      ...compiled,
      root,
      includes: compiled.includes.map((part) => join(root, part)),
    });
    const [found] = fromSource(folder, packageName, packageName, place, configure);
    return found === undefined ? null : { base: programBase(found), sources: found.root, headers };
  };
}
