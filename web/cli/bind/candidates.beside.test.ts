import { noteLine } from '../words';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { KERNEL_BTF, REPORTS, needsKernelBtf, needsReports } from '../../core/base/testing/needs';
import { profileLines } from '../../core/heat/slice';
import { candidatesOf, candidatesText } from '../bind/candidates';
import { HEAT_COMMAND } from '../heat/heat';
import { openFile } from '../open/openFile';
import { readProfile } from '../open/readProfile';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MAPPING = at('../../../e2e/samples/mapping.o');

describe('reports that were posted', needsReports(), () => {
  test('the line of struct address_space is found in a compiled kernel header', async () => {
    const file = openFile(MAPPING, 'best', false);
    const profile = readProfile(`${REPORTS}address_space-before.txt`);
    const found = await candidatesOf(profile, profile.lines[0]!, file);
    file.close();
    const [first] = found.search.ranking.candidates;
    expect(first).toMatchObject({
      name: 'address_space',
      grade: 'strong',
      fit: { baseBytes: 48, offsetBytes: 80 },
      inside: [{ name: 'inode', offsetBytes: 56 }],
    });
    expect(candidatesText(found, 'mapping.o')).toContain(
      '1. address_space (192 bytes), --base-offset 48 --at 80: strong',
    );
  });

  test('the command line puts it on the struct without a number', async () => {
    const report = `${REPORTS}address_space-before.txt`;
    const args = [report, '--struct', 'address_space', '--from', MAPPING];
    const { text, notes } = await HEAT_COMMAND.run(args);
    expect(text).toContain('i_mmap_rwsem.owner');
    expect(notes.map(noteLine)[0]).toMatch(/^note: byte 80 of address_space was chosen by what /);
    const listed = await HEAT_COMMAND.run([report, '--line', '0', '--from', MAPPING]);
    expect(listed.text).toContain('1. address_space (192 bytes), --base-offset 48 --at 80: strong');
    const json = await HEAT_COMMAND.run([report, '--line', '0', '--from', MAPPING, '--json']);
    const { bind } = JSON.parse(json.text) as { bind: { candidates: readonly unknown[] } };
    expect(bind.candidates[0]).toMatchObject({ struct: 'address_space', baseBytes: 48 });
  });

  test('over a whole kernel it is among the first', needsKernelBtf(), async () => {
    const file = openFile(KERNEL_BTF, 'btf', false);
    const profile = readProfile(`${REPORTS}address_space-before.txt`);
    const found = await candidatesOf(profile, profile.lines[0]!, file);
    file.close();
    // Since v6.5 the two are further apart: it still holds what the functions are handed.
    const names = found.search.ranking.candidates.map(({ name }) => name);
    expect(names.slice(0, 5)).toContain('address_space');
  });

  const files = existsSync(REPORTS)
    ? readdirSync(`${REPORTS}real`).filter((name) => name.endsWith('.txt'))
    : [];
  test.each(files)('%s: every line has an answer', needsKernelBtf(), async (name) => {
    const profile = readProfile(`${REPORTS}real/${name}`);
    const file = openFile(KERNEL_BTF, 'btf', false);
    for (const line of profileLines(profile).slice(0, 3)) {
      const found = await candidatesOf(profile, line, file);
      for (const candidate of found.search.ranking.candidates) {
        expect(Number.isFinite(candidate.fit.score)).toBe(true);
        expect(candidate.reasons.length).toBeGreaterThan(0);
      }
      expect(candidatesText(found, 'vmlinux')).not.toMatch(/NaN|undefined/);
    }
    file.close();
  });
});
