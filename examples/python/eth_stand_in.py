"""Keccak-256, secp256k1 signatures and EIP-712 hashes in plain Python.

A stand-in for the package eth-account, for machines that cannot install it. It is slow (some milliseconds a signature) and does
not protect the key against timing attacks: use it with the public dev keys of a simulator, and eth-account elsewhere.
"""

import hashlib
import hmac
from functools import lru_cache

# The order of the group, the prime of the field and the base point of secp256k1.
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
PRIME = 2**256 - 2**32 - 977
BASE = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)

_ROTATIONS = [
    [0, 36, 3, 41, 18],
    [1, 44, 10, 45, 2],
    [62, 6, 43, 15, 61],
    [28, 55, 25, 21, 56],
    [27, 20, 39, 8, 14],
]
_MASK = (1 << 64) - 1
_RATE = 136


def _round_constants():
    """The 24 constants of the permutation, from its shift register."""
    constants, state = [], 1
    for _ in range(24):
        constant = 0
        for bit in range(7):
            if state & 1:
                constant |= 1 << ((1 << bit) - 1)
            state = (state << 1) ^ (0x171 if state & 0x80 else 0)
        constants.append(constant)
    return constants


_CONSTANTS = _round_constants()


# A lane of column x and row y has the place x + 5y. Each step of the permutation moves a lane from one place to another, and turns it.
_MOVES = [(x + 5 * y, y + 5 * ((2 * x + 3 * y) % 5), _ROTATIONS[x][y]) for x in range(5) for y in range(5)]


def _rotate(word, by):
    return (word << by | word >> (64 - by)) & _MASK


def _permute(lanes):
    for constant in _CONSTANTS:
        sums = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
        mixed = [sums[x - 1] ^ _rotate(sums[(x + 1) % 5], 1) for x in range(5)]
        turned = [0] * 25
        # `_rotate`, written out: this runs 600 times for each block.
        for start, end, by in _MOVES:
            word = lanes[start] ^ mixed[start % 5]
            turned[end] = (word << by | word >> (64 - by)) & _MASK
        for row in range(0, 25, 5):
            a, b, c, d, e = turned[row : row + 5]
            lanes[row : row + 5] = a ^ (~b & c), b ^ (~c & d), c ^ (~d & e), d ^ (~e & a), e ^ (~a & b)
        lanes[0] ^= constant


# Most of what a client hashes is the same each time: the domain, the types, symbols, words.
@lru_cache(maxsize=512)
def keccak(data):
    """Keccak-256 of bytes, with the padding of Ethereum rather than of SHA-3."""
    padded = bytearray(data) + b"\x01" + b"\x00" * (_RATE - 1 - len(data) % _RATE)
    padded[-1] |= 0x80
    lanes = [0] * 25
    for start in range(0, len(padded), _RATE):
        for place in range(_RATE // 8):
            lanes[place] ^= int.from_bytes(padded[start + 8 * place : start + 8 * place + 8], "little")
        _permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])


def _add(left, right):
    if left is None:
        return right
    if right is None:
        return left
    if left[0] == right[0]:
        if (left[1] + right[1]) % PRIME == 0:
            return None
        slope = 3 * left[0] * left[0] * pow(2 * left[1], -1, PRIME)
    else:
        slope = (right[1] - left[1]) * pow(right[0] - left[0], -1, PRIME)
    x = (slope * slope - left[0] - right[0]) % PRIME
    return x, (slope * (left[0] - x) - left[1]) % PRIME


# Bits of a factor that are looked up at once.
_WINDOW = 4


@lru_cache(maxsize=None)
def _multiples():
    """For each four bits of a factor, the base point times 0 to 15 of what they stand for."""
    rows, point = [], BASE
    for _ in range(256 // _WINDOW):
        row = [None]
        for _ in range(2**_WINDOW - 1):
            row.append(_add(row[-1], point))
        rows.append(row)
        point = _add(row[-1], point)
    return rows


def _times_base(factor):
    total = None
    for row in _multiples():
        total = _add(total, row[factor % 2**_WINDOW])
        factor >>= _WINDOW
    return total


def address_of(private_key):
    """The address of a key given as hex text, in lower case."""
    x, y = _times_base(int(private_key, 16))
    return "0x" + keccak(x.to_bytes(32, "big") + y.to_bytes(32, "big"))[-20:].hex()


def _nonces(secret, digest):
    """Candidates for the secret number of a signature, by RFC 6979: equal messages get equal signatures."""
    reduced = (int.from_bytes(digest, "big") % ORDER).to_bytes(32, "big")
    seed = secret.to_bytes(32, "big") + reduced
    key, value = b"\x00" * 32, b"\x01" * 32
    for mark in (b"\x00", b"\x01"):
        key = hmac.new(key, value + mark + seed, hashlib.sha256).digest()
        value = hmac.new(key, value, hashlib.sha256).digest()
    while True:
        value = hmac.new(key, value, hashlib.sha256).digest()
        yield int.from_bytes(value, "big")
        key = hmac.new(key, value + b"\x00", hashlib.sha256).digest()
        value = hmac.new(key, value, hashlib.sha256).digest()


def sign_digest(private_key, digest):
    """Signs 32 bytes. Returns {"r", "s", "v"} as the API takes them, with the lower of the two possible s."""
    secret = int(private_key, 16)
    number = int.from_bytes(digest, "big")
    for nonce in _nonces(secret, digest):
        if not 0 < nonce < ORDER:
            continue
        x, y = _times_base(nonce)
        r = x % ORDER
        s = pow(nonce, -1, ORDER) * (number + r * secret) % ORDER
        if r == 0 or s == 0:
            continue
        odd = y % 2
        if s > ORDER // 2:
            s, odd = ORDER - s, 1 - odd
        return {"r": f"0x{r:064x}", "s": f"0x{s:064x}", "v": 27 + odd}


def _type_text(name, types):
    return f"{name}({','.join(field['type'] + ' ' + field['name'] for field in types[name])})"


def _encode_type(name, types):
    """The type and those inside it, which follow in alphabetical order."""
    inner = sorted({field["type"].replace("[]", "") for field in types[name]} & (types.keys() - {name}))
    return (_type_text(name, types) + "".join(_type_text(other, types) for other in inner)).encode()


def _encode_value(kind, value, types):
    if kind.endswith("[]"):
        return keccak(b"".join(_encode_value(kind[:-2], item, types) for item in value))
    if kind in types:
        return hash_struct(kind, value, types)
    if kind == "string":
        return keccak(value.encode())
    if kind == "address":
        return int(value, 16).to_bytes(32, "big")
    return int(value).to_bytes(32, "big")


def hash_struct(name, values, types):
    """The EIP-712 hash of a struct."""
    encoded = b"".join(_encode_value(field["type"], values[field["name"]], types) for field in types[name])
    return keccak(keccak(_encode_type(name, types)) + encoded)


def sign_typed_data(private_key, typed_data):
    """Signs a whole EIP-712 document: `types` with EIP712Domain, `domain`, `primaryType`, `message`."""
    types = typed_data["types"]
    domain = hash_struct("EIP712Domain", typed_data["domain"], types)
    message = hash_struct(typed_data["primaryType"], typed_data["message"], types)
    return sign_digest(private_key, keccak(b"\x19\x01" + domain + message))
