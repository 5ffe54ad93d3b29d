#!/usr/bin/env python3
"""Writes a program, an invented recording of it, and the truth: which member each sample is of.

    python3 types.py FOLDER     writes FOLDER/types, types.data, chains.data (with callers) and types.truth; needs gcc and nm

Each function of types.c begins with its one access, so that its address is that of the access.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'samples'))
import make  # noqa: E402

# Samples of each function, whether it stores, and what it touches: the type, its size, offset and member.
TRUTH = [
    ('read_mode', 40, False, 'struct channel', 256, 0, 'mode'),
    ('write_low', 120, True, 'struct channel', 256, 8, 'low'),
    ('read_next', 60, False, 'struct channel', 256, 16, 'peers.next'),
    ('write_served', 90, True, 'struct channel', 256, 36, 'queue.served'),
    ('read_list', 30, False, 'struct channel', 256, 48, 'queue.list.prev'),
    ('read_seen', 20, False, 'struct channel', 256, 80, 'seen[3]'),
    ('read_owner', 70, False, 'struct channel', 256, 144, 'owner'),
    ('write_last', 50, True, 'struct channel', 256, 248, 'last'),
    ('read_b', 20, False, 'struct small', 16, 8, 'b'),
]


def main():
    folder = sys.argv[1]
    program = os.path.join(folder, 'types')
    subprocess.run(['gcc', '-g', '-O1', '-fcf-protection=none', '-fomit-frame-pointer', '-fno-pie', '-no-pie',
                    os.path.join(HERE, 'types.c'), '-o', program], check=True)
    named = subprocess.run(['nm', program], check=True, capture_output=True, text=True).stdout
    at = {words[-1]: int(words[0], 16) for words in map(str.split, named.splitlines()) if len(words) == 3}

    samples = []
    for function, count, stores, of_type, _, offset, _ in TRUTH:
        address = at[of_type.split()[1]] + offset
        source = make.word(4, make.HIT | make.L1, 2) if stores else make.word(2, make.HIT | make.L3, 0x10, 1 << 24)
        for n in range(count):
            samples.append(dict(pid=500, tid=501 + n % 2, cpu=n % 4, mode=2, ip=at[function], addr=address, src=source,
                                weight=100 if stores else 300, phys=0x10000000 + (address & 0xffff)))
    # Threads take turns.
    samples = [sample for n in range(max(row[1] for row in TRUTH)) for sample in samples[n::120]]
    for n, sample in enumerate(samples):
        sample['time'] = 1_000_000 + n * 1000

    class Typed(make.Form):
        def mmap2(self, pid, start, length, offset, inode, shared, name, **more):
            return super().mmap2(pid, start, length, offset, 0, shared, program if name == '/opt/app' else name, **more)

    Typed('types', samples=lambda: samples).write(os.path.join(folder, 'types.data'))
    with_callers = Typed('chains').type | make.CALLCHAIN
    Typed('chains', samples=lambda: samples, sample_type=with_callers).write(os.path.join(folder, 'chains.data'))
    with open(os.path.join(folder, 'types.truth'), 'w') as out:
        out.write('# samples, stores, type, its size, offset, member: written by types.py\n')
        for _, count, stores, of_type, size, offset, member in TRUTH:
            out.write(f'{count}\t{"stores" if stores else "loads"}\t{of_type}\t{size}\t{offset}\t{member}\n')


if __name__ == '__main__':
    main()
