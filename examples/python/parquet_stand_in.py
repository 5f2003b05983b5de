"""Reads the flat Parquet files that perpsim writes, in plain Python.

A stand-in for pyarrow, for machines that cannot install it. It knows data pages of version 2, dictionaries, Snappy and
uncompressed pages, and refuses everything else by name. Use pyarrow, pandas or DuckDB where they are at hand.
"""

import struct
from decimal import Decimal

BOOLEAN, INT32, INT64, FLOAT, DOUBLE, BYTE_ARRAY, FIXED = 0, 1, 2, 4, 5, 6, 7
PLAIN, PLAIN_DICTIONARY, RLE, RLE_DICTIONARY = 0, 2, 3, 8
DICTIONARY_PAGE, DATA_PAGE_V2 = 2, 3
UTF8, DECIMAL = 0, 5
NUMBERS = {INT32: "<i", INT64: "<q", FLOAT: "<f", DOUBLE: "<d"}


class Thrift:
    """The compact protocol in which Parquet writes its headers: a struct becomes a dict by field number."""

    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def varint(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def zigzag(self):
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def take(self, count):
        self.at += count
        return self.data[self.at - count : self.at]

    def value(self, kind):
        if kind in (1, 2):
            return kind == 1
        if kind == 3:
            return self.take(1)[0]
        if kind in (4, 5, 6):
            return self.zigzag()
        if kind == 7:
            return struct.unpack("<d", self.take(8))[0]
        if kind == 8:
            return self.take(self.varint())
        if kind in (9, 10):
            head = self.take(1)[0]
            count = head >> 4 if head >> 4 < 15 else self.varint()
            inner = head & 15
            return [self.take(1)[0] == 1 if inner in (1, 2) else self.value(inner) for _ in range(count)]
        if kind == 12:
            return self.struct()
        raise ValueError(f"the header holds a value of kind {kind}, which this reader does not know")

    def struct(self):
        fields, number = {}, 0
        while True:
            head = self.take(1)[0]
            if head == 0:
                return fields
            number = number + (head >> 4) if head >> 4 else self.zigzag()
            fields[number] = self.value(head & 15)


def unsnap(data):
    """Undoes Snappy: literals, and copies of what is out already."""
    reader, out = Thrift(data), bytearray()
    reader.varint()
    while reader.at < len(data):
        tag = reader.take(1)[0]
        if tag & 3 == 0:
            length = tag >> 2
            if length >= 60:
                length = int.from_bytes(reader.take(length - 59), "little")
            out += reader.take(length + 1)
            continue
        if tag & 3 == 1:
            length, offset = (tag >> 2 & 7) + 4, (tag >> 5 << 8) | reader.take(1)[0]
        else:
            length, offset = (tag >> 2) + 1, int.from_bytes(reader.take(2 if tag & 3 == 2 else 4), "little")
        for _ in range(length):
            out.append(out[-offset])
    return bytes(out)


def hybrid(data, width, count):
    """Runs and bit-packed groups of small numbers."""
    reader, values = Thrift(data), []
    while len(values) < count:
        head = reader.varint()
        if head & 1:
            packed = int.from_bytes(reader.take((head >> 1) * width), "little")
            values += [packed >> place * width & (1 << width) - 1 for place in range((head >> 1) * 8)]
        else:
            values += [int.from_bytes(reader.take((width + 7) // 8), "little")] * (head >> 1)
    return values[:count]


def plain(data, element, count):
    """Values as they are, in the type of their column."""
    kind = element[1]
    if kind == BOOLEAN:
        return [data[place // 8] >> place % 8 & 1 == 1 for place in range(count)]
    if kind in NUMBERS:
        return [value for (value,) in struct.iter_unpack(NUMBERS[kind], data)][:count]
    reader, values = Thrift(data), []
    for _ in range(count):
        length = element[2] if kind == FIXED else struct.unpack("<I", reader.take(4))[0]
        values.append(read_bytes(reader.take(length), element))
    return values


def read_bytes(raw, element):
    if element.get(6) == DECIMAL:
        return Decimal(int.from_bytes(raw, "big", signed=True)).scaleb(-element.get(7, 0))
    return raw.decode() if element.get(6) == UTF8 else raw


def page_values(page, element, dictionary, codec, header):
    """The values of one data page, with None where the column has none."""
    terms = header[8]
    count, nulls, encoding, levels = terms[1], terms[2], terms[4], terms[5]
    present = hybrid(page[terms[6] : terms[6] + levels], 1, count) if levels else [1] * count
    body = page[terms[6] + levels :]
    if terms.get(7, True) and codec == 1 and body:
        body = unsnap(body)
    some = count - nulls
    if encoding == PLAIN:
        values = plain(body, element, some)
    elif encoding in (PLAIN_DICTIONARY, RLE_DICTIONARY):
        places = hybrid(body[1:], body[0], some) if some and body[0] else [0] * some
        values = [dictionary[place] for place in places]
    elif encoding == RLE and element[1] == BOOLEAN:
        values = [value == 1 for value in hybrid(body[4:], 1, some)]
    else:
        raise ValueError(f"column {element[4].decode()} has encoding {encoding}, which this reader does not know")
    rest = iter(values)
    return [next(rest) if is_there else None for is_there in present]


def column_values(data, chunk, element):
    terms = chunk[3]
    codec, total = terms[4], terms[5]
    if codec not in (0, 1):
        raise ValueError(f"the file is compressed with codec {codec}, which this reader does not know")
    reader = Thrift(data, terms.get(11) or terms[9])
    values, dictionary = [], []
    while len(values) < total:
        header = reader.struct()
        page = reader.take(header[3])
        if header[1] == DICTIONARY_PAGE:
            dictionary = plain(unsnap(page) if codec == 1 else page, element, header[7][1])
        elif header[1] == DATA_PAGE_V2:
            values += page_values(page, element, dictionary, codec, header)
        else:
            raise ValueError(f"the file holds a page of kind {header[1]}, which this reader does not know")
    return values


def read_table(file):
    """Returns the columns of a file as lists, by name."""
    with open(file, "rb") as opened:
        data = opened.read()
    if data[:4] != b"PAR1" or data[-4:] != b"PAR1":
        raise ValueError(f"{file} is no Parquet file")
    (length,) = struct.unpack("<I", data[-8:-4])
    footer = Thrift(data, len(data) - 8 - length).struct()
    elements = footer[2][1:]
    table = {element[4].decode(): [] for element in elements}
    for group in footer[4]:
        for chunk, element in zip(group[1], elements):
            table[element[4].decode()] += column_values(data, chunk, element)
    return table
