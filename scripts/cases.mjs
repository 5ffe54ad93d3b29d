/* global ClipboardEvent, DataTransfer, document */
// `npm run cases`: the five cases from what a mail brings to a link, by what a person does and how long it takes.
// It prints a table in Markdown. HITMAP_VMLINUX names a kernel with debug information; else the one of `npm run bench`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { launchBrowser } from './lib/browser.mjs';
import { debianVmlinux } from './lib/debian.mjs';
import { servePage } from './lib/server.mjs';
import { root, runMain } from './lib/tools.mjs';

/** Longer than any of it takes. */
const WAIT_MS = 60_000;

const corpus = (name) => readFileSync(join(root, 'corpus', name), 'utf8');

/** Each: what is read at the end of its first part, and how one comes there; then the way to the link. */
const cases = (kernel) => [
  ...[
    ['address_space', 'address_space-before-5.15.txt'],
    ['mm_struct', 'mm_struct-5.4.txt'],
    ['file', 'file_f_count-5.4.txt'],
  ].map(([struct, report]) => ({
    name: `\`${struct}\`, a report (${report})`,
    async toSentence(person) {
      await person.pastes(corpus(report));
      await person.opens(kernel);
      await person.clicks('button', new RegExp(`^Bind to ${struct} `));
      return person.sees(/^(?:False sharing|Lock beside|Contended|Straddling)/);
    },
  })),
  {
    name: '`file`, `f_ref` to the end',
    async toSentence(person) {
      await person.clicks('button', 'Try struct file of v6.14');
      await person.clicksMember('f_ref');
      await person.presses('Alt+End');
      return person.sees('0 %');
    },
  },
  {
    name: '`pcpu_chunk`, its pahole text',
    async toSentence(person) {
      await person.pastes(pahole(kernel, 'pcpu_chunk'));
      await person.clicksMember('base_addr');
      await person.presses('a');
      return person.sees('Alignment');
    },
  },
];

function pahole(kernel, name) {
  const { stdout } = spawnSync(process.execPath, ['dist-cli/hitmap.mjs', 'show', kernel, name], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return stdout;
}

await runMain(async () => {
  const kernel = process.env.HITMAP_VMLINUX ?? debianVmlinux();
  const server = await servePage();
  const browser = await launchBrowser();
  console.log(
    '| case | actions to the sentence | s | actions to the link | s | letters of the link |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  try {
    for (const { name, toSentence } of cases(kernel)) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      await page.goto(server.address);
      await page.locator('html[data-prefetched=true]').waitFor();
      const person = personAt(page);
      try {
        await toSentence(person);
        const sentence = [person.actions(), person.seconds()];
        await person.clicks('tab', 'Share');
        await person.clicks('button', 'Copy link');
        await page.getByText('The link is copied').first().waitFor({ state: 'attached' });
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const figures = [...sentence, person.actions(), person.seconds(), link.length];
        console.log(`| ${name} | ${figures.join(' | ')} |`);
      } catch (error) {
        console.log(`| ${name} | not reached: ${String(error.message).split('\n')[0]} | | | | |`);
        process.exitCode = 1;
      }
      await context.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
});

/** Somebody in front of the page: each thing done is an action, what is waited for is none. */
function personAt(page) {
  const begin = performance.now();
  let count = 0;
  const act = async (what) => {
    count += 1;
    await what();
  };
  return {
    actions: () => count,
    seconds: () => ((performance.now() - begin) / 1000).toFixed(1),
    pastes: (text) =>
      act(() =>
        page.evaluate((pasted) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', pasted);
          const event = new ClipboardEvent('paste', { clipboardData, bubbles: true });
          document.body.dispatchEvent(event);
        }, text),
      ),
    opens: (file) => act(() => page.getByLabel('Files to open').setInputFiles(file)),
    clicks: (role, name) => act(() => page.getByRole(role, { name }).first().click()),
    clicksMember: (path) =>
      act(() => page.locator(`[role=treeitem][data-path="${path}"]`).first().click()),
    presses: (key) => act(() => page.keyboard.press(key)),
    sees: (text) => page.getByText(text).first().waitFor(),
  };
}
