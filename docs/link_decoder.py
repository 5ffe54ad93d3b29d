#!/usr/bin/env python3
"""Reads a Hitmap link of any form and prints what stands in it as JSON: no part of Hitmap is needed.

    link_decoder.py LINK        or a file that holds one; link.md says what the keys are

link_document.py fills in what a link leaves out.
"""
import array, base64, copy, json, os, re, struct, sys, zlib


def beside(name):
    return open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), "rb").read()


def unpack(text):
    link = re.search(r"hitmap(\d+)\.([\w-]+)", text)
    if not link or link.group(1) not in "12":
        sys.exit("no link of form 1 or 2")
    body, rest = link.group(2), text[link.end():]
    while True:
        whole = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)) if len(body) % 4 != 1 else b""
        if len(whole) > 4 and zlib.crc32(whole[4:]) == struct.unpack("<I", whole[:4])[0]:
            return int(link.group(1)), whole[4:]
        piece = re.match(r"=?\s*[\n\r][\s>|]*([\w-]+)|\s+([\w-]+)", rest)  # a mailer broke the line
        if not piece:
            sys.exit("the link is damaged: its checksum does not fit")
        body, rest = body + (piece.group(1) or piece.group(2)), rest[piece.end():]


# Form 2: JSON, coded by a model of what comes next

KNOTS = [1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094]


def squash(x):
    x = max(-2047, min(2047, x))
    return KNOTS[(x >> 7) + 16] * (128 - (x & 127)) + KNOTS[(x >> 7) + 17] * (x & 127) + 64 >> 7


class Model:
    """Guesses each bit from the bytes before it."""
    primed = None

    def __init__(self):
        self.chances, self.seen = array.array("H", [32768]) * (1 << 22), bytearray(1 << 22)
        self.weights, self.before = [32768] * 4, [0] * 5
        self.stretch = [next(x for x in range(-2047, 2048) if squash(x) >= chance or x == 2047) for chance in range(4096)]

    def byte(self, bit_of):
        hashes, start, chances, seen, weights = [0], 1, self.chances, self.seen, self.weights
        for each in self.before:
            hashes.append((hashes[-1] + each + 1) * 0x2F0B4C47 & 0xFFFFFFFF)
        while start < 256:
            mixed = [(hashes[length] + start * 0x3D4D51CB) * 0x2545F491 & 0xFFFFFFFF for length in (1, 2, 3, 5)]
            slots = [(each ^ each >> 15) >> 10 for each in mixed]
            guesses = [self.stretch[chances[slot] >> 4] for slot in slots]
            chance = max(1, squash(sum(map(int.__mul__, guesses, weights)) >> 16))
            bit = bit_of(start, chance)
            error = (bit * 4096 - chance) * 3
            for place, slot in enumerate(slots):
                weights[place] += guesses[place] * error + 4096 >> 13
                chances[slot] += (bit * 65535 - chances[slot]) * 4 // (4 * seen[slot] + 5)
                seen[slot] = min(20, seen[slot] + 1)
            start = start * 2 + bit
        self.before = [start - 256] + self.before[:4]
        return start - 256


def json_text(code):
    if Model.primed is None:
        Model.primed = Model()
        for known in beside("link_primer_2.txt"):
            Model.primed.byte(lambda start, _: known >> 8 - start.bit_length() & 1)
    model, low, high = copy.deepcopy(Model.primed), 0, 2 ** 32 - 1
    window, rest = int.from_bytes(code[:4].ljust(4, b"\0"), "big"), iter(code[4:])

    def coded(_, chance):
        nonlocal low, high, window
        middle = low + (high - low >> 12) * chance
        bit = int(window <= middle)
        low, high = (low, middle) if bit else (middle + 1, high)
        while low >> 24 == high >> 24:
            low, high = low << 8 & 0xFFFFFFFF, (high << 8 & 0xFFFFFFFF) + 255
            window = (window << 8 & 0xFFFFFFFF) + next(rest, 0)
        return bit

    return bytes(iter(lambda: model.byte(coded), 10))  # up to a line feed


# Form 1: values in bytes, with frozen names and shapes of objects

class Values:
    def __init__(self, data):
        names, shapes = (part.split("\n") for part in beside("link_table_1.txt").decode().rstrip().split("\n\n"))
        self.data, self.at, self.seen, self.names, self.shapes = data, 0, [], names, [keys.split(" ") for keys in shapes]

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at, value, shift = self.at + 1, value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value

    def bytes(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def value(self):
        argument, kind = divmod(self.number(), 8)
        if kind == 1:
            self.seen.append(self.bytes(argument).decode())
            return self.seen[-1]
        if kind == 4:
            return [self.value() for _ in range(argument)]
        if kind == 5:
            if argument == len(self.shapes):
                self.shapes.append([self.value() for _ in range(self.number())])
            return {key: self.value() for key in self.shapes[argument]}
        if kind == 6 and argument == 3:
            return float("%de-%d" % (self.value(), self.number()))
        if kind == 6:
            return struct.unpack("<d", self.bytes(8))[0] if argument == 4 else (None, True, False)[argument]
        return argument if kind == 0 else -1 - argument if kind == 7 else self.seen[-1 - argument] if kind == 2 else self.names[argument]


def lean_document(text):
    form, data = unpack(text)
    if form == 2:
        return json.loads(json_text(data))
    return Values(zlib.decompressobj(-15).decompress(data, 1 << 22)).value()


def main(of_link):
    given = sys.argv[1]
    text = open(given, encoding="utf-8").read() if os.path.exists(given) else given
    json.dump(of_link(text), sys.stdout)


if __name__ == "__main__":
    main(lean_document)
