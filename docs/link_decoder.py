#!/usr/bin/env python3
"""Reads a Hitmap link and prints what stands in it as JSON: no part of Hitmap is needed.

    link_decoder.py LINK        or a file that holds one; link.md says what the keys are

link_document.py fills in what a link leaves out.
"""
import base64, json, os, re, struct, sys, zlib


def dictionary():
    beside = os.path.dirname(os.path.abspath(__file__))
    return open(os.path.join(beside, "link_dictionary_1.txt"), "rb").read()


def body(text):
    """The bytes behind the checksum, put together again where a mailer broke the line."""
    link = re.search(r"hitmap(\d+)\.([\w-]+)", text)
    if not link or link.group(1) != "1":
        sys.exit("no link of form 1")
    body, rest = link.group(2), text[link.end():]
    while True:
        whole = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)) if len(body) % 4 != 1 else b""
        if len(whole) > 4 and zlib.crc32(whole[4:]) == struct.unpack("<I", whole[:4])[0]:
            return whole[4:]
        piece = re.match(r"=?\s*[\n\r][\s>|]*([\w-]+)|\s+([\w-]+)", rest)
        if not piece:
            sys.exit("the link is damaged: its checksum does not fit")
        body, rest = body + (piece.group(1) or piece.group(2)), rest[piece.end():]


def compact_document(text):
    return json.loads(zlib.decompressobj(-15, zdict=dictionary()).decompress(body(text), 1 << 22))


def main(of_link):
    given = sys.argv[1]
    text = open(given, encoding="utf-8").read() if os.path.exists(given) else given
    json.dump(of_link(text), sys.stdout)


if __name__ == "__main__":
    main(compact_document)
