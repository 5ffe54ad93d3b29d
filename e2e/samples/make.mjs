// Builds the committed samples from their sources again (needs gcc 12 or later, objcopy, dwz, and gcc for 32-bit and 64-bit arm).
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cwd = dirname(fileURLToPath(import.meta.url));
const run = (command, ...args) => execFileSync(command, args, { cwd, stdio: 'inherit' });
const compile = (...args) => run('gcc', '-std=gnu11', '-O1', '-c', ...args);
const gcc = (...args) => compile('shop.c', ...args);

// No path of the machine that builds them.
const map = `-fdebug-prefix-map=${cwd}=.`;
gcc('-gdwarf-5', map, '-o', 'shop.o');
compile('mapping.c', '-gdwarf-5', map, '-o', 'mapping.o');
compile('depot.c', '-gdwarf-5', map, '-o', 'depot.o');
compile('depot.c', '-DAUDIT', '-gdwarf-5', map, '-o', 'depot-audit.o');
const arm = ['-std=gnu11', '-O1', '-ffreestanding', '-DAUDIT', '-gdwarf-5', map, '-c', 'depot.c'];
run('arm-linux-gnueabihf-gcc', ...arm, '-o', 'depot-arm.o');
run('aarch64-linux-gnu-gcc', ...arm, '-o', 'depot-arm64.o');

// A program of two units: its types in two .dwo files, or in what dwz shares between two programs.
const bare = ['-nostdlib', '-static', '-no-pie', '-Wl,-z,noseparate-code'];
const units = ['parcel', 'truck'];
for (const unit of units) compile(`${unit}.c`, '-gdwarf-5', '-gsplit-dwarf', '-fno-pie', map);
const sources = units.map((unit) => `${unit}.c`);
const objects = units.map((unit) => `${unit}.o`);
run('gcc', ...bare, ...objects, '-o', 'fleet');
const programs = ['fleet-dwz', 'fleet-twin'];
for (const program of programs) {
  run('gcc', '-std=gnu11', '-O1', '-gdwarf-4', '-fno-pie', map, ...bare, ...sources, '-o', program);
}
run('dwz', '-m', 'fleet.dwz', ...programs);
for (const made of [...objects, 'fleet-twin']) rmSync(join(cwd, made));

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

// gcc maps no prefix in BTF. The name of the source becomes shorter; what is left over are empty strings.
const btf = readFileSync(join(cwd, 'shop.btf'));
const name = Buffer.from(`${cwd}/shop.c\0`);
const at = btf.indexOf(name);
if (at >= 0) btf.fill(0, at, at + name.length).write('shop.c', at);
writeFileSync(join(cwd, 'shop.btf'), btf);
