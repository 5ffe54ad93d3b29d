#!/usr/bin/env python3
"""Writes the recordings of this folder, and has perf itself report them.

The data is invented: four threads on four CPUs of two nodes share two lines of a file mapping, one line
of private memory and one of the kernel; every kind of data source occurs. Each recording holds the same
samples in another form of file. `perf c2c report` (6.1 here) is the judge: its texts are the expectations.

    python3 make.py            needs perf and libzstd, and writes *.data and *.txt beside itself
"""
import ctypes
import os
import random
import struct
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
IP, TID, TIME, ADDR, READ, CALLCHAIN, ID, CPU, PERIOD = (1 << n for n in (0, 1, 2, 3, 4, 5, 6, 7, 8))
WEIGHT, DATA_SRC, IDENTIFIER, PHYS, WEIGHT_STRUCT = (1 << n for n in (14, 15, 16, 19, 24))

HIT, L1, LFB, L2, L3, RAM, REMRAM, REMC = 2, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x400


def word(op, level, snoop, more=0):
    return op | level << 5 | snoop << 19 | more


LOADS = [
    (word(2, HIT | REMC, 0x10, 1 << 24), 9),        # remote HITM
    (word(2, HIT | L3, 0x10, 1 << 24), 12),         # local HITM
    (word(2, HIT | L3, 0x04, 2 << 24), 4),          # clean in the last level, locked
    (word(2, HIT | REMC, 0x04), 3),                 # clean in a remote cache
    (word(2, HIT | L1, 0x02), 20),
    (word(2, HIT | LFB, 0x02), 6),
    (word(2, HIT | L2, 0x02, 2 << 40), 3),          # blocked by data
    (word(2, HIT | RAM, 0x04), 2),
    (word(2, HIT | REMRAM, 0x02), 2),
    (word(2, HIT | L3, 0x02, 2 << 38), 2),          # peer
    (word(2, HIT, 0x10, 1 << 37), 1),               # unknown remote level, HITM
    (word(2, HIT | L3, 0x10, 1 << 37 | 1 << 43), 1),  # one hop: another core of the node
]
STORES = [(word(4, HIT | L1, 2), 14), (word(4, 4 | L1, 2), 7), (word(4, 1, 1), 2)]
OTHER = [(word(1, 1, 1), 1)]


def pick(rng, table):
    return rng.choices([w for w, _ in table], [n for _, n in table])[0]


def samples():
    rng = random.Random(7)
    out = []
    # pid, tid, cpus, mode, ip, addresses, what
    actors = [
        (500, 501, [0, 1], 2, 0x401150, [0x404040, 0x404048], LOADS),
        (500, 502, [2], 2, 0x401160, [0x404050], LOADS + STORES),
        (500, 503, [3], 2, 0x4011b0, [0x404058, 0x404070], STORES),
        (600, 601, [1, 3], 2, 0x401150, [0x404084, 0x404048], LOADS),
        (600, 601, [3], 2, 0x401170, [0x7f0000001010], LOADS + STORES),
        (500, 504, [0], 2, 0x401170, [0x7f0000001010], LOADS),
        (0, 0, [0, 2], 1, 0xffffffff81001234, [0xffff888012345688], LOADS + STORES),
        (500, 501, [1], 2, 0x401150, [0x404044], OTHER),
        (500, 501, [1], 2, 0x401150, [0], LOADS),
        (500, 501, [1], 2, 0x909090, [0x404048], LOADS),   # code in no mapping
    ]
    weights = [90, 60, 70, 50, 30, 25, 40, 3, 4, 5]
    for n in range(900):
        pid, tid, cpus, mode, ip, addresses, what = rng.choices(actors, weights)[0]
        address = rng.choice(addresses)
        out.append(dict(
            time=1_000_000 + n * 1000, pid=pid, tid=tid, cpu=rng.choice(cpus), mode=mode, ip=ip,
            addr=address, src=pick(rng, what), weight=rng.randrange(30, 900),
            # Private memory of the two processes is apart, the mapped file is not.
            phys=(0x10000000 + (address & 0xffff) + (pid << 16 if address >> 40 else 0)) if address else 0))
    return out


def accesses():
    """300 writes and 100 reads of two members, as hardware breakpoints sample them: addresses, and no data source."""
    touched = [(0x404080, 0x401150)] * 300 + [(0x404088, 0x401160)] * 100
    return [dict(time=1_000_000 + n * 1000, pid=500, tid=501, cpu=n % 4, mode=2, ip=ip, addr=address, src=0x5080021,
                 weight=0, phys=0x10000000 + (address & 0xffff)) for n, (address, ip) in enumerate(touched)]


class Form:
    """A form of file: byte order, file or pipe, and what a sample holds."""

    def __init__(self, name, big=False, pipe=False, sample_type=None, events=1, packed=False, samples=samples):
        self.name, self.big, self.pipe, self.events, self.packed = name, big, pipe, events, packed
        self.samples = samples
        self.end = '>' if big else '<'
        self.type = sample_type or IP | TID | TIME | ADDR | CPU | PERIOD | DATA_SRC | PHYS | WEIGHT_STRUCT

    def pack(self, form, *values):
        return struct.pack(self.end + form, *values)

    def record(self, kind, misc, body):
        body += b'\0' * (-len(body) % 8)
        return self.pack('IHH', kind, misc, 8 + len(body)) + body

    def attr(self, event):
        names = ['disabled', 'inherit', 'mmap', 'comm', 'task', 'mmap_data', 'sample_id_all', 'mmap2']
        bit = dict(disabled=0, inherit=1, mmap=8, comm=9, task=13, mmap_data=17, sample_id_all=18, mmap2=23)
        flags = sum(1 << (63 - bit[n] if self.big else bit[n]) for n in names)
        read_format = 4 if self.type & READ else 0
        start = self.pack('IIQQQQQ', 4, 128, 0x1cd + event, 100, self.type, read_format, flags)
        return start + b'\0' * (128 - len(start))

    def trailer(self, pid, tid, time, cpu):
        out = self.pack('II', pid, tid) + self.pack('Q', time)
        if self.type & ID:
            out += self.pack('Q', 11)
        out += self.pack('II', cpu, 0)
        if self.type & IDENTIFIER:
            out += self.pack('Q', 11)
        return out

    def mmap2(self, pid, start, length, offset, inode, shared, name, mode=2, time=1):
        path = name.encode() + b'\0'
        path += b'\0' * (-len(path) % 8)
        body = self.pack('IIQQQIIQQII', pid, pid, start, length, offset, 8 if inode else 0, 1 if inode else 0, inode, 0, 5,
                         1 if shared else 2) + path
        return self.record(10, mode, body + self.trailer(pid, pid, time, 0))

    def sample(self, s):
        event = 1 if self.events == 2 and s['src'] & 4 else 0
        body = b''
        if self.type & IDENTIFIER:
            body += self.pack('Q', 11 + event)
        body += self.pack('QIIQQ', s['ip'], s['pid'], s['tid'], s['time'], s['addr'])
        if self.type & ID:
            body += self.pack('Q', 11 + event)
        body += self.pack('IIQ', s['cpu'], 0, 100)
        if self.type & READ:
            # The counter grows: perf takes a sample without growth for none.
            body += self.pack('QQ', s['time'], 11 + event)
        if self.type & CALLCHAIN:
            body += self.pack('QQQ', 2, (1 << 64) - 512 if s['mode'] == 2 else (1 << 64) - 128, s['ip'])
        if self.type & WEIGHT:
            body += self.pack('Q', s['weight'])
        if self.type & WEIGHT_STRUCT:
            # var1_dw is the low half of the word on both byte orders.
            body += self.pack('Q', s['weight'] | 17 << 32 | 3 << 48)
        body += self.pack('Q', s['src'])
        if self.type & PHYS:
            body += self.pack('Q', s['phys'])
        return self.record(9, s['mode'], body)

    def records(self):
        out = [self.record(1, 1, self.pack('IIQQQ', 0xffffffff, 0, 0xffffffff81000000, 0x1000000, 0xffffffff81000000)
                           + b'[kernel.kallsyms]_text\0\0' + self.trailer(0, 0, 0, 0))]
        for pid in (500, 600):
            body = self.pack('II', pid, pid) + b'app\0\0\0\0\0'
            out.append(self.record(3, 0x2000, body + self.trailer(pid, pid, 1, 0)))
            out.append(self.mmap2(pid, 0x401000, 0x1000, 0x1000, 77, False, '/opt/app'))
            out.append(self.mmap2(pid, 0x404000, 0x1000, 0x3000, 77, True, '/opt/app'))
            out.append(self.mmap2(pid, 0x7f0000000000, 0x10000, 0x7f0000000000, 0, False, '//anon'))
        half = {0: [], 1: []}
        for s in self.samples():
            half[s['cpu'] % 2].append(s)
        # Two buffers, each in order by itself, in three rounds.
        for turn in range(3):
            for cpus in (1, 0):
                part = half[cpus]
                third = -(-len(part) // 3)
                out += [self.sample(s) for s in part[turn * third:(turn + 1) * third]]
            out.append(self.record(68, 0, b''))
        return out

    def string(self, text):
        raw = text.encode() + b'\0'
        raw += b'\0' * (-len(raw) % 64)
        return self.pack('I', len(raw)) + raw

    def features(self):
        names = ['cpu/mem-loads,ldlat=30/P', 'cpu/mem-stores/P'][:self.events]
        described = self.pack('II', len(names), 128)
        for event, name in enumerate(names):
            described += self.attr(event) + self.pack('I', 1) + self.string(name) + self.pack('Q', 11 + event)
        numa = self.pack('I', 2)
        for node, cpus in ((0, '0-1'), (1, '2-3')):
            numa += self.pack('IQQ', node, 1 << 20, 1 << 19) + self.string(cpus)
        block, bits = 1 << 27, 8
        memory = self.pack('QQQ', 1, block, 2)
        for node, mask in ((0, 0b0011), (1, 0b1100)):
            memory += self.pack('QQQQ', node, bits, bits, mask)
        packed = {27: self.pack('IIIII', 1, 1, 1, 4, 1 << 16)} if self.packed else {}
        return packed | {3: self.string('machine'), 4: self.string('6.1.0-made-up'), 5: self.string('6.1.192'),
                6: self.string('x86_64'), 7: self.pack('II', 4, 4), 12: described, 14: numa, 22: memory}

    def write(self, path):
        data = self.records()
        if self.pipe:
            out = (b'2ELIFREP' if self.big else b'PERFILE2') + self.pack('Q', 16)
            for event in range(self.events):
                out += self.record(64, 0, self.attr(event) + self.pack('Q', 11 + event))
            for number, body in self.features().items():
                out += self.record(80, 0, self.pack('Q', number) + body)
            out += self.record(82, 0, b'')
            open(path, 'wb').write(out + b''.join(data))
            return
        ids = b''.join(self.pack('Q', 11 + event) for event in range(self.events))
        attrs = b''.join(self.attr(e) + self.pack('QQ', 104 + 8 * e, 8) for e in range(self.events))
        attrs_at = 104 + len(ids)
        data_at = attrs_at + len(attrs)
        body = b''.join(data)
        if self.packed:
            parts = flushed(body, 20_000)
            body = b''.join(self.pack('IHH', 81, 0, 8 + len(part)) + part for part in parts)
        features = self.features()
        bitmap = [0] * 4
        for number in features:
            bitmap[number // 64] |= 1 << number % 64
        header = (b'2ELIFREP' if self.big else b'PERFILE2') + self.pack(
            'QQQQQQQQ', 104, 128 + 16, attrs_at, len(attrs), data_at, len(body), 0, 0) + self.pack('QQQQ', *bitmap)
        table, sections, at = b'', b'', data_at + len(body) + 16 * len(features)
        for number in sorted(features):
            table += self.pack('QQ', at + len(sections), len(features[number]))
            sections += features[number]
        open(path, 'wb').write(header + ids + attrs + body + table + sections)


def flushed(body, step):
    """One zstd stream that is flushed after every `step` bytes and never ended, as `perf record -z` writes it."""
    zstd = ctypes.CDLL('libzstd.so.1')
    zstd.ZSTD_createCStream.restype = ctypes.c_void_p
    zstd.ZSTD_compressStream2.restype = ctypes.c_size_t

    class Buffer(ctypes.Structure):
        _fields_ = [('at', ctypes.c_void_p), ('size', ctypes.c_size_t), ('pos', ctypes.c_size_t)]

    stream = ctypes.c_void_p(zstd.ZSTD_createCStream())
    for at in range(0, len(body), step):
        part = body[at:at + step]
        source = ctypes.create_string_buffer(part, len(part))
        target = ctypes.create_string_buffer(2 * step)
        inside = Buffer(ctypes.addressof(source), len(part), 0)
        out = Buffer(ctypes.addressof(target), 2 * step, 0)
        if zstd.ZSTD_compressStream2(stream, ctypes.byref(out), ctypes.byref(inside), 1) != 0:
            raise SystemExit('zstd did not flush')
        yield target.raw[:out.pos]


FORMS = [
    Form('plain'),
    Form('big', big=True),
    Form('pipe', pipe=True),
    Form('wide', sample_type=IDENTIFIER | IP | TID | TIME | ADDR | ID | CPU | PERIOD | READ | CALLCHAIN | DATA_SRC
         | PHYS | WEIGHT, events=2),
    Form('packed', packed=True),
]
REPORTS = {
    'tot': [], 'lcl': ['-d', 'lcl'], 'rmt': ['-d', 'rmt'], 'peer': ['-d', 'peer'], 'NNN': ['-NNN'], 'N': ['-N'],
    'tid': ['-c', 'tid,iaddr'], 'all': ['--show-all'],
}


def perf(*words):
    # perf asks addr2line about files that are made up; now and then that ends perf with a broken pipe.
    for _ in range(20):
        done = subprocess.run(['perf', *words], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout
    raise SystemExit(f'perf {" ".join(words)}: {done.stderr}')


def main():
    os.chdir(HERE)
    Form('accesses', samples=accesses).write('accesses.data')
    judged = None
    for form in FORMS:
        form.write(f'{form.name}.data')
        # perf c2c reads no pipe; the samples are the same, so are the tables.
        if form.pipe:
            continue
        options = ['--call-graph', 'none'] if form.type & CALLCHAIN else []
        text = perf('c2c', 'report', '-i', f'{form.name}.data', '--stdio', *options)
        tables = [line for line in text.splitlines() if 'mem-' not in line]
        judged = judged or tables
        if tables != judged:
            raise SystemExit(f'perf reads {form.name}.data otherwise than plain.data')
        if form.name == 'wide':
            with open('wide-c2c.txt', 'w') as out:
                out.write(text)
    for name, options in REPORTS.items():
        with open(f'report-{name}.txt', 'w') as out:
            out.write(perf('c2c', 'report', '-i', 'plain.data', '--stdio', *options))
    with open('callgraph-c2c.txt', 'w') as out:
        out.write(perf('c2c', 'report', '-i', 'wide.data', '--stdio'))
    fields = 'comm,pid,tid,cpu,time,event,ip,sym,symoff,dso,addr,data_src,weight,phys_addr'
    with open('script.txt', 'w') as out:
        out.write(perf('script', '-i', 'plain.data', '-F', fields))
    with open('script-callchain.txt', 'w') as out:
        out.write(perf('script', '-i', 'wide.data', '-F', 'comm,tid,cpu,time,event,ip,sym,dso,addr,data_src,weight'))
    with open('mem-dump.txt', 'w') as out:
        out.write(perf('mem', '-D', 'report', '-i', 'plain.data'))


if __name__ == '__main__':
    main()
