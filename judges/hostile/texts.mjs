// Texts that are as large as people get them, or larger: `npm run check:hostile` drops them.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const MB = 1 << 20;

const TEXTS = [
  ['200 MB that is nothing', 'nothing.txt', (write) => prose(write, 200 * MB)],
  ['perf c2c, a million rows', 'c2c.txt', (write) => report(write, 10_000, 100)],
  ['8 MB of C', 'large.h', (write) => source(write, 8 * MB)],
  ['15 MB of C, which is refused', 'larger.h', (write) => source(write, 15 * MB)],
  ['200,000 symbols', 'kallsyms', (write) => symbols(write, 200_000)],
];

/** Writes each into a folder: [{ title, path }]. */
export function heavyTexts(folder, wanted) {
  return TEXTS.filter(([title]) => title.includes(wanted)).map(([title, name, make]) => {
    const path = join(folder, name);
    const file = openSync(path, 'w');
    let waiting = '';
    make((text) => {
      waiting += text;
      if (waiting.length < MB) return;
      writeSync(file, waiting);
      waiting = '';
    });
    writeSync(file, waiting);
    closeSync(file);
    return { title, path };
  });
}

function prose(write, bytes) {
  const line = 'Dear all, please find below what was said about it, and what was not.\n';
  for (let done = 0; done < bytes; done += line.length) write(line);
}

/** The Pareto of a report, each line with its rows, as perf prints them. */
function report(write, lines, rows) {
  const rule = '='.repeat(49);
  const dashes = '-'.repeat(61);
  write(`${rule}\nShared Cache Line Distribution Pareto\n${rule}\n`);
  for (let line = 0; line < lines; line++) {
    const address = (0xff1ddd3f0c800000n + BigInt(line) * 64n).toString(16);
    write(`${dashes}\n${line} 1000 1000 1000 0 0x${address}\n${dashes}\n`);
    for (let row = 0; row < rows; row++) {
      const at = (row % 16) * 4;
      const code = (0xffffffffab000000n + BigInt(line * rows + row) * 4n).toString(16);
      write(
        `1.00% 1.00% 1.00% 0.00% 0x${at.toString(16)} 0 1 0x${code} 500 400 300 20 160 [k] function_${row} [kernel.kallsyms] function_${row}+${row} 0 1\n`,
      );
    }
    write('\n');
  }
}

function source(write, bytes) {
  for (let done = 0, number = 0; done < bytes; number++) {
    const members = Array.from(
      { length: 60 },
      (_, at) => `\tunsigned long field_${at}; /* what it is for */\n`,
    );
    const text = `struct record_${number} {\n${members.join('')}};\n\n`;
    write(text);
    done += text.length;
  }
}

function symbols(write, count) {
  for (let at = 0; at < count; at++) {
    write(
      `${(0xffffffff81000000n + BigInt(at) * 16n).toString(16)} ${at % 3 ? 't' : 'D'} symbol_${at}\n`,
    );
  }
}
