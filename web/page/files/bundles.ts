import {
  KERNEL_PART,
  profilePart,
  SLABS_PART,
  SYMBOLS_PART,
  type Bundle,
} from '../../core/ingest/bundle/bundle';
import { switchesText } from '../../core/ingest/bundle/kernelConfig';
import { PROGRAMS } from '../../core/ingest/bundle/typesPart';
import { listed, plural } from '../../core/base/prose';

/** Some five times what a machine has loaded. */
const MOST_MODULES = 1000;
/** The most parts that a sentence names. */
const MOST_NAMED = 50;

/** A bundle of hitmap-capture.sh, as what the page opens of it. */
export interface BundleFiles {
  /** Each goes the way of a file that was dropped alone. */
  readonly files: readonly File[];
  /** Whose it is, what is in it, and what is missing. */
  readonly note: string;
}

/** @param name of the bundle's file, which its parts are called after */
export function bundleFiles(name: string, bundle: Bundle): BundleFiles {
  const folder = name.replace(/\.(?:tar\.gz|tgz|tar)$/, '');
  const report = profilePart(bundle);
  const all = [...bundle.parts.keys()].filter((part) => part.startsWith('modules/'));
  const modules = all.slice(0, MOST_MODULES);
  const programs = [...bundle.parts.keys()].filter((part) => part.startsWith(PROGRAMS));
  const wanted = [
    KERNEL_PART,
    ...modules,
    ...programs,
    SYMBOLS_PART,
    SLABS_PART,
    ...(report ? [report] : []),
  ];
  const files = wanted.flatMap((part) => {
    const bytes = bundle.parts.get(part);
    return bytes === undefined ? [] : [new File([bytes.slice()], `${folder}/${part}`)];
  });
  const left = all.length - modules.length;
  const unopened = left === 0 ? '' : ` ${plural(left, 'module')} more were not opened.`;
  return { files, note: `${noteOf(bundle, report)}${unopened}` };
}

function noteOf({ manifest, parts, switches, notes }: Bundle, report: string | null): string {
  const { host, release, cpu, taken } = manifest;
  const whose = [
    host ?? 'A machine without a name',
    ...(release === null ? [] : [`Linux ${release}`]),
    ...(cpu === null ? [] : [cpu]),
    ...(taken === null ? [] : [`taken ${taken}`]),
  ];
  // Both hold the same samples: together they would be counted twice.
  const also =
    report === 'c2c.txt' && parts.has('samples.txt')
      ? ' samples.txt holds the samples of c2c.txt one by one, and was not opened.'
      : '';
  const config = switches.length === 0 ? '' : ` Its configuration: ${switchesText(switches)}.`;
  const lack = report === null ? ' It holds no recording of perf.' : '';
  const names = [...parts.keys()].map((each) => each.slice(0, 100));
  const held = `It holds ${listed(names, MOST_NAMED)}.`;
  return [`${whose.join(', ')}. ${held}${also}${lack}${config}`, ...notes].join(' ');
}
