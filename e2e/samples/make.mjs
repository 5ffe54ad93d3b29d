// Builds the committed samples from shop.c again (needs gcc 12 or later and objcopy).
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const cwd = dirname(fileURLToPath(import.meta.url));
const run = (command, ...args) => execFileSync(command, args, { cwd, stdio: 'inherit' });
const gcc = (...args) => run('gcc', '-std=gnu11', '-O1', '-c', 'shop.c', ...args);

gcc('-gdwarf-5', '-fdebug-prefix-map=' + cwd + '=.', '-o', 'shop.o');
gcc('-gbtf', '-o', 'btf.o');
run(
  'objcopy',
  '-O',
  'binary',
  '--only-section=.BTF',
  '--set-section-flags',
  '.BTF=alloc',
  'btf.o',
  'shop.btf',
);
rmSync(new URL('btf.o', import.meta.url));
