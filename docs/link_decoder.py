#!/usr/bin/env python3
"""Reads a Hitmap link of form 1 and prints the document in it as JSON: no part of Hitmap is needed.

    link_decoder.py LINK        or a file that holds one; the format is in link.md
"""
import base64, json, os, re, struct, sys, zlib

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES, SHAPES = (part.split("\n") for part in open(os.path.join(HERE, "link_table_1.txt"), encoding="utf-8").read().rstrip().split("\n\n"))


def unpack(text):
    link = re.search(r"hitmap(\d+)\.([\w-]+)", text)
    if not link or link.group(1) != "1":
        sys.exit("no link of form 1")
    body, rest = link.group(2), text[link.end():]
    while True:
        whole = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)) if len(body) % 4 != 1 else b""
        if len(whole) > 4 and zlib.crc32(whole[4:]) == struct.unpack("<I", whole[:4])[0]:
            return zlib.decompressobj(-15).decompress(whole[4:], 1 << 22)
        piece = re.match(r"=?\s*[\n\r][\s>|]*([\w-]+)|\s+([\w-]+)", rest)  # a mailer broke the line
        if not piece:
            sys.exit("the link is damaged: its checksum does not fit")
        body, rest = body + (piece.group(1) or piece.group(2)), rest[piece.end():]


class Values:
    """Values from bytes: the low three bits of the first number are the kind, the rest its argument."""

    def __init__(self, data):
        self.data, self.at, self.seen, self.shapes = data, 0, [], [keys.split(" ") for keys in SHAPES]

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at, value, shift = self.at + 1, value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value

    def value(self):
        argument, kind = divmod(self.number(), 8)
        if kind == 0 or kind == 7:
            return argument if kind == 0 else -1 - argument
        if kind == 1:
            self.seen.append(self.data[self.at:self.at + argument].decode())
            self.at += argument
            return self.seen[-1]
        if kind == 2 or kind == 3:
            return self.seen[-1 - argument] if kind == 2 else NAMES[argument]
        if kind == 4:
            return [self.value() for _ in range(argument)]
        if kind == 5:
            if argument == len(self.shapes):
                self.shapes.append([self.value() for _ in range(self.number())])
            return {key: self.value() for key in self.shapes[argument]}
        if argument == 3:
            digits = self.value()
            return float("%de-%d" % (digits, self.number()))
        if argument == 4:
            self.at += 8
            return struct.unpack("<d", self.data[self.at - 8:self.at])[0]
        return (None, True, False)[argument]


def target(machine):
    if isinstance(machine, dict):
        return machine
    return {"machine": machine, "pointerBytes": 8, "bigEndian": False, "maxScalarAlignBytes": 16, "lineBytes": 64, "unnamedBitfieldsAlign": machine == "aarch64"}


class Types:
    def __init__(self, pointer_bytes):
        self.all, self.places, self.pointers, self.pointer_bytes = [], [], {}, pointer_bytes

    def usual_align(self, size):
        align = 1
        while size and align < self.pointer_bytes and size % (2 * align) == 0:
            align *= 2
        return align

    def type(self, lean):
        if isinstance(lean, int):
            return self.places[lean]
        index = len(self.all)
        if isinstance(lean, str):  # a pointer
            if lean not in self.pointers:
                self.pointers[lean] = index
                self.all.append(fact(lean, self.pointer_bytes, align(self.pointer_bytes), {"kind": "pointer"}))
            return self.pointers[lean]
        self.places.append(index)
        self.all.append(None)
        if "c" in lean:
            return self.array(lean, index)
        size = lean["s"]
        own = fact(lean["n"], size, align(lean.get("a", self.usual_align(size))), None)
        if "d" in lean:
            own["declared"] = dict(zip(("file", "line", "column"), lean["d"]))
        self.all[index] = own
        if "m" in lean:
            own["shape"] = {"kind": "aggregate", "keyword": lean["k"], "members": self.members(lean), "packed": lean.get("p", False), "forcedAlign": align(lean["f"]) if "f" in lean else None, "readOnly": lean.get("r")}
        elif "e" in lean:
            own["shape"] = {"kind": "scalar", "encoding": lean["e"]}
        elif "w" in lean:
            own["shape"] = {"kind": "declared", "keyword": lean["w"]}
        else:
            own["shape"] = {"kind": lean.get("i", "other")}
        return index

    def array(self, lean, index):
        element, count = self.type(lean["t"]), lean["c"]
        of = self.all[element]
        dims = re.search(r"(?:\[\d*\])*$", of["name"]).start()
        name = "%s[%s]%s" % (of["name"][:dims], "" if count is None else count, of["name"][dims:])
        size = 0 if count is None else None if of["sizeBytes"] is None else of["sizeBytes"] * count
        self.all[index] = fact(lean.get("n", name), lean.get("s", size), align(lean["a"]) if "a" in lean else of["align"], {"kind": "array", "element": element, "count": count})
        return index

    def members(self, lean):
        members, end = [], 0
        for each in lean["m"]:
            index = self.type(each["t"])
            type_, bits, own_align = self.all[index], each.get("b"), align(each["a"]) if "a" in each else None
            unit = 8 * max(1 if lean.get("p") or each.get("p") else type_["align"]["bytes"], own_align["bytes"] if own_align else 1)
            expected = 0 if lean["k"] == "union" else end if bits else -(-end // unit) * unit
            usual = bits[0] if bits else None if type_["sizeBytes"] is None else type_["sizeBytes"] * 8
            member = {"name": each.get("n"), "typeIndex": index, "role": each.get("r", "field"), "offsetBits": expected + each.get("o", 0), "sizeBits": each.get("z", usual), "bitField": {"widthBits": bits[0], "unitBits": bits[1]} if bits else None, "align": own_align, "packed": each.get("p", False), "declared": None}
            end = member["offsetBits"] + (member["sizeBits"] or 0)
            members.append(member)
        return members


def fact(name, size, alignment, shape):
    return {"name": name, "sizeBytes": size, "align": alignment, "shape": shape, "declared": None}


def align(lean):
    return {"bytes": lean[0], "from": lean[1]} if isinstance(lean, list) else {"bytes": lean, "from": "abi"}


def content_key(keyword, name, size, members, types):
    return "%s:%s:%d:%016x" % (keyword, name, size or 0, members_hash(members, types))


def members_hash(members, types, depth=0):
    data = b""
    for member in members:
        if member["role"] != "inferredBits":
            bits = 2 ** 64 - 1 if member["sizeBits"] is None else member["sizeBits"]
            data += (member["name"] or "").encode() + struct.pack("<BQQ", 0, member["offsetBits"], bits)
            inside = types[member["typeIndex"]]["shape"]
            if member["name"] is None and member["role"] != "base" and inside["kind"] == "aggregate" and depth < 32:
                data += struct.pack("<Q", members_hash(inside["members"], types, depth + 1))
    hash_ = 0xCBF29CE484222325
    for byte in data:  # FNV-1a
        hash_ = (hash_ ^ byte) * 0x100000001B3 % 2 ** 64
    return hash_


COUNTS = dict.fromkeys("records loads stores hitmLocal hitmRemote peerLocal peerRemote storesL1Hit storesL1Miss storesNoLevel loadsFillBuffer loadsL1 loadsL2 loadsLlc loadsRemote dramLocal dramRemote".split())
KINDS = "hitmLocal hitmRemote peerLocal peerRemote storesL1Hit storesL1Miss storesNoLevel".split()
SHARES = dict.fromkeys("hitmRemotePercent hitmLocalPercent peerRemotePercent peerLocalPercent storesL1HitPercent storesL1MissPercent storesNoLevelPercent".split())
LATENCIES = dict.fromkeys("hitmRemoteCycles hitmLocalCycles peerRemoteCycles peerLocalCycles otherCycles".split())
ROW = dict(dict.fromkeys("codeAddress pid tid threadName shares otherLoads cpuCount symbol level object sourceLine".split()), counts=COUNTS, latencies=LATENCIES, nodes=[], cpus=[], symbolMayBeCut=False)
NODE = dict(cpuCount=None, cpus=[], snoopPercent=None, storesPercent=None)
LINE = dict(id=None, address=None, counts=COUNTS, rows=[], trimmedPercent=None, missing=None, snoopPercent=None, physicalChanges=None, memoryNodes=[], rowErrorSamples=0)
PROFILE = dict(name=None, kind="c2cReport", cpuCount=None, listed=COUNTS, lines=[], display=None, stated=COUNTS, events=[], command=None, kernelRelease=None, perfVersion=None, machine=None, operations=None, types=[], takenOn=[], cores=[], lineBytes=64)
COLUMNS = "offsetBytes codeAddress symbol sourceLine cpuCount counts.hitmLocal counts.hitmRemote counts.peerLocal counts.peerRemote counts.storesL1Hit counts.storesL1Miss counts.storesNoLevel otherLoads latencies.hitmRemoteCycles latencies.hitmLocalCycles latencies.otherCycles counts.stores counts.loads counts.records".split()


def with_table(lean, table):
    whole, values = {}, list(lean) + [None] * (len(table) + 1 - len(lean))
    for (key, usual), value in zip(table.items(), values):
        inner = SHARES if key == "missing" else usual if isinstance(usual, dict) else None
        whole[key] = usual if value is None else None if value is False else with_table(value, inner) if inner else value
    return {**whole, **(values[len(table)] or {})}


def total(counts, keys):
    known = [counts[key] for key in keys if counts.get(key) is not None]
    return sum(known) if known else None


def rows(columns, line_counts):
    found, before, address, rest = [], {}, 0, {}
    for place in range(len(columns[0])) if columns else []:
        told = {"counts": {}, "latencies": {}}
        for column, path in enumerate(COLUMNS):
            group, _, key = path.rpartition(".")
            value = columns[column][place] if columns[column] is not None else None
            counts, usual = told["counts"], None
            if key in ("symbol", "cpuCount"):
                usual = before.get(key)
            elif group == "counts" and key in KINDS:
                usual = None if line_counts.get(key) is None else 0
            elif key == "stores":
                usual = total(counts, KINDS[4:])
            elif key == "loads":
                hitm = total(counts, KINDS[:2])
                usual = None if hitm is None or told["otherLoads"] is None else hitm + told["otherLoads"]
            elif key == "records":
                usual = None if counts["loads"] is None or counts["stores"] is None else counts["loads"] + counts["stores"]
            value = usual if value is None else None if value is False else value
            if key == "codeAddress" and isinstance(value, int):
                address += value
                value = "0x%x" % (address % 2 ** 64)
            if key == "sourceLine" and isinstance(value, int):
                value = "%s+%d" % (told["symbol"], value)
            (told[group] if group else told)[key] = value
        others = columns[len(COLUMNS)] and columns[len(COLUMNS)][place]
        rest, before = rest if others is None else others, told
        merged = {key: {**ROW[key], **rest.get(key, {}), **told[key]} for key in ("counts", "latencies")}
        nodes = [dict(NODE, node=node) if isinstance(node, int) else node for node in rest.get("nodes", [])]
        found.append({**ROW, **rest, **told, **merged, "nodes": nodes})
    return found


def profile(lean):
    whole = with_table(lean, PROFILE)
    whole["lines"] = [with_table(line, LINE) for line in whole["lines"]]
    for line in whole["lines"]:
        line.update(id=line["id"] or line["address"], rows=rows(line["rows"], line["counts"]))
    return whole


def document(lean):
    own, machine = lean["struct"], target(lean["struct"]["g"])
    types = Types(machine["pointerBytes"])
    types.type(own["t"])
    root = types.all[0]["shape"]
    key = own.get("k") or content_key(root["keyword"], own["n"], types.all[0]["sizeBytes"], root["members"], types.all)
    desc = {"key": key, "name": own["n"], "target": machine, "source": own.get("s", "dwarf"), "types": types.all, "root": 0, "diagnostics": own.get("d", [])}
    defaults = {"lineBytes": machine["lineBytes"], "pair": False, "baseBytes": 0, "pins": [], "together": [], "tags": [], "notes": [], "lineNotes": [], "rules": [], "bindings": [], "edits": [], "view": {"expanded": [], "show": "edited", "profile": None, "metric": "hitm", "conflicts": False}}
    return {**defaults, **lean, "v": 3, "struct": desc, "profiles": [profile(each) for each in lean.get("profiles", [])]}


if __name__ == "__main__":
    given = sys.argv[1]
    text = open(given, encoding="utf-8").read() if os.path.exists(given) else given
    json.dump(document(Values(unpack(text)).value()), sys.stdout, ensure_ascii=False)
