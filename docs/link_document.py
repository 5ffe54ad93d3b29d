#!/usr/bin/env python3
"""Prints the document of a Hitmap link with all that follows from what stands in it: offsets, sizes, defaults.

    link_document.py LINK       or a file that holds one; link.md has the rules
"""
import re, struct
from link_decoder import compact_document, main


# The struct

class Types:
    def __init__(self, pointer_bytes):
        self.all, self.places, self.pointers, self.pointer_bytes = [], [], {}, pointer_bytes

    def add(self, compact):
        """The place of a type: a number is one that came, a text a pointer, an object a new one."""
        if isinstance(compact, int):
            return self.places[compact]
        index = len(self.all)
        if isinstance(compact, str):
            if compact not in self.pointers:
                self.pointers[compact] = index
                self.all.append(fact(compact, self.pointer_bytes, align(self.pointer_bytes), {"kind": "pointer"}))
            return self.pointers[compact]
        self.places.append(index)
        self.all.append(None)
        self.all[index] = self.array(compact) if "c" in compact else self.named(compact, index)
        return index

    def named(self, compact, index):
        size = compact["s"]
        usual = max(each for each in (1, 2, 4, 8) if each == 1 or size and each <= self.pointer_bytes and size % each == 0)
        own = self.all[index] = fact(compact["n"], size, align(compact.get("a", usual)), None)
        own["declared"] = dict(zip(("file", "line", "column"), compact["d"])) if "d" in compact else None
        if "m" in compact:
            own["shape"] = {"kind": "aggregate", "keyword": compact["k"], "members": list(self.members(compact)), "packed": compact.get("p", False), "forcedAlign": align(compact.get("f")), "readOnly": compact.get("r")}
        else:
            own["shape"] = {"kind": "scalar", "encoding": compact["e"]} if "e" in compact else {"kind": "declared", "keyword": compact["w"]} if "w" in compact else {"kind": compact.get("i", "other")}
        return own

    def array(self, compact):
        element, count = self.add(compact["t"]), compact["c"]
        of = self.all[element]
        dims = re.search(r"(?:\[\d*\])*$", of["name"]).start()
        name = "%s[%s]%s" % (of["name"][:dims], "" if count is None else count, of["name"][dims:])
        size = 0 if count is None else None if of["sizeBytes"] is None else of["sizeBytes"] * count
        return fact(compact.get("n", name), compact.get("s", size), align(compact.get("a")) or of["align"], {"kind": "array", "element": element, "count": count})

    def members(self, compact):
        end = 0
        for each in compact["m"]:
            index, bits, own = self.add(each["t"]), each.get("b"), align(each.get("a"))
            type_ = self.all[index]
            unit = 8 * max(1 if compact.get("p") or each.get("p") else type_["align"]["bytes"], own["bytes"] if own else 1)
            offset = each.get("o", 0) + (0 if compact["k"] == "union" else end if bits else -(-end // unit) * unit)
            size = each.get("z", bits[0] if bits else None if type_["sizeBytes"] is None else type_["sizeBytes"] * 8)
            end = offset + (size or 0)
            yield {"name": each.get("n"), "typeIndex": index, "role": each.get("r", "field"), "offsetBits": offset, "sizeBits": size, "bitField": bits and {"widthBits": bits[0], "unitBits": bits[1]}, "align": own, "packed": each.get("p", False), "declared": None}


def fact(name, size, alignment, shape):
    return {"name": name, "sizeBytes": size, "align": alignment, "shape": shape, "declared": None}


def align(compact):
    return compact and dict(zip(("bytes", "from"), compact if isinstance(compact, list) else (compact, "abi")))


def members_hash(members, types, depth=0):
    data, hash_ = b"", 0xCBF29CE484222325
    for member in members:
        if member["role"] != "inferredBits":
            bits = 2 ** 64 - 1 if member["sizeBits"] is None else member["sizeBits"]
            data += (member["name"] or "").encode() + struct.pack("<BQQ", 0, member["offsetBits"], bits)
            inside = types[member["typeIndex"]]["shape"]
            if member["name"] is None and member["role"] != "base" and inside["kind"] == "aggregate" and depth < 32:
                data += struct.pack("<Q", members_hash(inside["members"], types, depth + 1))
    for byte in data:  # FNV-1a
        hash_ = (hash_ ^ byte) * 0x100000001B3 % 2 ** 64
    return hash_


def described(compact):
    machine = compact["g"]
    if isinstance(machine, str):
        machine = {"machine": machine, "pointerBytes": 8, "bigEndian": False, "maxScalarAlignBytes": 16, "lineBytes": 64, "unnamedBitfieldsAlign": machine == "aarch64"}
    types = Types(machine["pointerBytes"])
    types.add(compact["t"])
    root = types.all[0]["shape"]
    key = compact.get("k") or "%s:%s:%d:%016x" % (root["keyword"], compact["n"], types.all[0]["sizeBytes"] or 0, members_hash(root["members"], types.all))
    struct = {"key": key, "name": compact["n"], "target": machine, "source": compact.get("s", "dwarf"), "types": types.all, "root": 0, "diagnostics": compact.get("d", [])}
    if "w" in compact:
        struct["wordsFrom"] = compact["w"]
    if "p" in compact:
        struct["alignCapBytes"] = compact["p"]
    if "c" in compact:
        struct["cplusplus"] = compact["c"]
    return struct


# Profiles

COUNTS = dict.fromkeys("records loads stores hitmLocal hitmRemote peerLocal peerRemote storesL1Hit storesL1Miss storesNoLevel loadsFillBuffer loadsL1 loadsL2 loadsLlc loadsRemote dramLocal dramRemote".split())
KINDS = list(COUNTS)[3:10]
SHARES = dict.fromkeys("hitmRemotePercent hitmLocalPercent peerRemotePercent peerLocalPercent storesL1HitPercent storesL1MissPercent storesNoLevelPercent".split())
LATENCIES = dict.fromkeys("hitmRemoteCycles hitmLocalCycles peerRemoteCycles peerLocalCycles otherCycles".split())
ROW = dict(dict.fromkeys("codeAddress pid tid threadName shares otherLoads cpuCount symbol level object sourceLine".split()), counts=COUNTS, latencies=LATENCIES, nodes=[], cpus=[], symbolMayBeCut=False)
NODE = dict(cpuCount=None, cpus=[], snoopPercent=None, storesPercent=None)
LINE = dict(id=None, address=None, counts=COUNTS, rows=[], trimmedPercent=None, missing=None, snoopPercent=None, physicalChanges=None, memoryNodes=[], rowErrorSamples=0)
PROFILE = dict(name=None, kind="c2cReport", cpuCount=None, listed=COUNTS, lines=[], display=None, stated=COUNTS, events=[], command=None, kernelRelease=None, perfVersion=None, machine=None, operations=None, types=[], measuredOn=[], cores=[], lineBytes=64)
COLUMNS = "offsetBytes codeAddress symbol sourceLine cpuCount counts.hitmLocal counts.hitmRemote counts.peerLocal counts.peerRemote counts.storesL1Hit counts.storesL1Miss counts.storesNoLevel otherLoads latencies.hitmRemoteCycles latencies.hitmLocalCycles latencies.otherCycles counts.stores counts.loads counts.records".split()


def with_table(compact, table):
    whole, values = {}, list(compact) + [None] * (len(table) + 1 - len(compact))
    for (key, usual), value in zip(table.items(), values):
        inner = SHARES if key == "missing" else usual if isinstance(usual, dict) else None
        whole[key] = usual if value is None else None if value is False else with_table(value, inner) if inner else value
    return {**whole, **(values[len(table)] or {})}


def total(*numbers, all_of=True):
    known = [each for each in numbers if each is not None]
    return None if not known or all_of and len(known) < len(numbers) else sum(known)


def usual_of(key, row, before, line_counts):
    counts = row["counts"]
    if key in ("symbol", "cpuCount"):
        return before.get(key)
    if key in KINDS:
        return None if line_counts.get(key) is None else 0
    if key == "stores":
        return total(*(counts[kind] for kind in KINDS[4:]), all_of=False)
    if key == "loads":
        return total(total(counts["hitmLocal"], counts["hitmRemote"], all_of=False), row["otherLoads"])
    return total(counts["loads"], counts["stores"]) if key == "records" else None


def rows(columns, line_counts):
    before, address, rest = {}, 0, {}
    for place in range(len(columns[0])) if columns else []:
        told = {"counts": {}, "latencies": {}}
        for path, column in zip(COLUMNS, columns):
            group, _, key = path.rpartition(".")
            value = column[place] if column else None
            value = usual_of(key, told, before, line_counts) if value is None else None if value is False else value
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
        yield {**ROW, **rest, **told, **merged, "nodes": nodes}


def profile(compact):
    whole = with_table(compact, PROFILE)
    whole["lines"] = [with_table(line, LINE) for line in whole["lines"]]
    for line in whole["lines"]:
        line.update(id=line["id"] or line["address"], rows=list(rows(line["rows"], line["counts"])))
    return whole


def document(text):
    compact = compact_document(text)
    desc = described(compact["struct"])
    view = {"expanded": [], "show": "edited", "profile": None, "metric": "hitm", "conflicts": False}
    defaults = {"lineBytes": desc["target"]["lineBytes"], "pair": False, "baseBytes": 0, "view": view}
    lists = dict.fromkeys("pins together tags notes lineNotes rules bindings edits".split(), [])
    profiles = [profile(each) for each in compact.get("profiles", [])]
    return {**defaults, **lists, **compact, "v": 1, "struct": desc, "profiles": profiles}


if __name__ == "__main__":
    main(document)
