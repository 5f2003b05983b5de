package main

// Keccak-256, secp256k1 signatures and EIP-712 hashes with the standard library alone. It is for tests with the public dev keys of a
// simulator: math/big does not protect a key against timing attacks. Take a library for Ethereum elsewhere.

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/bits"
	"sort"
	"strings"
)

func number(hex string) *big.Int {
	value, ok := new(big.Int).SetString(strings.TrimPrefix(hex, "0x"), 16)
	if !ok {
		panic("not hex: " + hex)
	}
	return value
}

// The prime of the field, the order of the group and the base point of secp256k1.
var (
	prime = number("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
	order = number("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
	base  = point{
		number("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
		number("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
	}
)

var rotations = [24]int{1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44}
var lanes = [24]int{10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1}

// roundConstants come from the shift register of the permutation.
var roundConstants = func() (constants [24]uint64) {
	register := 1
	for round := range constants {
		for bit := 0; bit < 7; bit++ {
			if register&1 == 1 {
				constants[round] |= 1 << (1<<bit - 1)
			}
			register <<= 1
			if register&0x100 != 0 {
				register ^= 0x171
			}
		}
	}
	return
}()

func permute(state *[25]uint64) {
	for _, constant := range roundConstants {
		var sums [5]uint64
		for x := range sums {
			sums[x] = state[x] ^ state[x+5] ^ state[x+10] ^ state[x+15] ^ state[x+20]
		}
		for x := range sums {
			mixed := sums[(x+4)%5] ^ bits.RotateLeft64(sums[(x+1)%5], 1)
			for y := 0; y < 25; y += 5 {
				state[x+y] ^= mixed
			}
		}
		carried := state[1]
		for step, lane := range lanes {
			carried, state[lane] = state[lane], bits.RotateLeft64(carried, rotations[step])
		}
		for y := 0; y < 25; y += 5 {
			var row [5]uint64
			copy(row[:], state[y:y+5])
			for x := range row {
				state[x+y] = row[x] ^ (^row[(x+1)%5] & row[(x+2)%5])
			}
		}
		state[0] ^= constant
	}
}

// keccak is Keccak-256 with the padding of Ethereum rather than of SHA-3.
func keccak(data []byte) []byte {
	const rate = 136
	padded := append(append([]byte{}, data...), 1)
	padded = append(padded, make([]byte, (rate-len(padded)%rate)%rate)...)
	padded[len(padded)-1] |= 0x80
	var state [25]uint64
	for ; len(padded) > 0; padded = padded[rate:] {
		for lane := 0; lane < rate/8; lane++ {
			state[lane] ^= binary.LittleEndian.Uint64(padded[8*lane:])
		}
		permute(&state)
	}
	hash := make([]byte, 32)
	for lane := 0; lane < 4; lane++ {
		binary.LittleEndian.PutUint64(hash[8*lane:], state[lane])
	}
	return hash
}

type point struct{ x, y *big.Int }

func (a point) plus(b point) point {
	if a.x == nil {
		return b
	}
	if b.x == nil {
		return a
	}
	slope, below := new(big.Int), new(big.Int)
	if a.x.Cmp(b.x) == 0 {
		if new(big.Int).Mod(new(big.Int).Add(a.y, b.y), prime).Sign() == 0 {
			return point{}
		}
		slope.Mul(slope.Mul(a.x, a.x), big.NewInt(3))
		below.Lsh(a.y, 1)
	} else {
		slope.Sub(b.y, a.y)
		below.Sub(b.x, a.x)
	}
	slope.Mul(slope, below.ModInverse(below.Mod(below, prime), prime)).Mod(slope, prime)
	x := new(big.Int).Mul(slope, slope)
	x.Sub(x.Sub(x, a.x), b.x).Mod(x, prime)
	y := new(big.Int).Sub(a.x, x)
	y.Sub(y.Mul(y, slope), a.y).Mod(y, prime)
	return point{x, y}
}

func (a point) times(factor *big.Int) (sum point) {
	for bit := factor.BitLen() - 1; bit >= 0; bit-- {
		sum = sum.plus(sum)
		if factor.Bit(bit) == 1 {
			sum = sum.plus(a)
		}
	}
	return
}

type signature struct {
	V int    `json:"v"`
	R string `json:"r"`
	S string `json:"s"`
}

// signDigest signs 32 bytes with the secret number of RFC 6979, and takes the lower of the two possible s.
func signDigest(key *big.Int, digest []byte) signature {
	mac := func(key []byte, parts ...[]byte) []byte {
		hash := hmac.New(sha256.New, key)
		for _, part := range parts {
			hash.Write(part)
		}
		return hash.Sum(nil)
	}
	message := new(big.Int).SetBytes(digest)
	seed := append(word(key), word(new(big.Int).Mod(message, order))...)
	secret, value := make([]byte, 32), []byte(strings.Repeat("\x01", 32))
	for _, mark := range []byte{0, 1} {
		secret = mac(secret, value, []byte{mark}, seed)
		value = mac(secret, value)
	}
	for {
		value = mac(secret, value)
		nonce := new(big.Int).SetBytes(value)
		if nonce.Sign() > 0 && nonce.Cmp(order) < 0 {
			at := base.times(nonce)
			r := new(big.Int).Mod(at.x, order)
			s := new(big.Int).Mul(r, key)
			s.Mul(s.Add(s, message), nonce.ModInverse(nonce, order)).Mod(s, order)
			odd := at.y.Bit(0)
			if s.Cmp(new(big.Int).Rsh(order, 1)) > 0 {
				s.Sub(order, s)
				odd ^= 1
			}
			if r.Sign() > 0 && s.Sign() > 0 {
				return signature{27 + int(odd), fmt.Sprintf("0x%064x", r), fmt.Sprintf("0x%064x", s)}
			}
		}
		secret = mac(secret, value, []byte{0})
		value = mac(secret, value)
	}
}

func word(value *big.Int) []byte { return value.FillBytes(make([]byte, 32)) }

type field struct{ Name, Type string }
type types map[string][]field

// encodeType has the type first and the structs of its fields behind it, in alphabetical order. The structs of this API have no others
// in them.
func (all types) encodeType(name string) []byte {
	inner := []string{}
	for _, field := range all[name] {
		if item := strings.TrimSuffix(field.Type, "[]"); all[item] != nil {
			inner = append(inner, item)
		}
	}
	sort.Strings(inner)
	text := ""
	for _, each := range append([]string{name}, inner...) {
		parts := []string{}
		for _, field := range all[each] {
			parts = append(parts, field.Type+" "+field.Name)
		}
		text += each + "(" + strings.Join(parts, ",") + ")"
	}
	return []byte(text)
}

// hashStruct hashes what is sent; what is left out is empty text, false, 0 or an empty list.
func (all types) hashStruct(name string, values map[string]any) []byte {
	encoded := keccak(all.encodeType(name))
	for _, field := range all[name] {
		encoded = append(encoded, all.encodeValue(field.Type, values[field.Name])...)
	}
	return keccak(encoded)
}

func (all types) encodeValue(kind string, value any) []byte {
	if item := strings.TrimSuffix(kind, "[]"); item != kind {
		encoded := []byte{}
		list, _ := value.([]any)
		for _, each := range list {
			encoded = append(encoded, all.encodeValue(item, each)...)
		}
		return keccak(encoded)
	}
	if _, isStruct := all[kind]; isStruct {
		values, _ := value.(map[string]any)
		return all.hashStruct(kind, values)
	}
	switch kind {
	case "string":
		text, _ := value.(string)
		return keccak([]byte(text))
	case "bool":
		if value == true {
			return word(big.NewInt(1))
		}
		return word(new(big.Int))
	case "address":
		return word(number(value.(string)))
	}
	if value == nil {
		return word(new(big.Int))
	}
	whole, ok := new(big.Int).SetString(fmt.Sprint(value), 10)
	if !ok {
		panic(fmt.Sprintf("not a whole number: %v", value))
	}
	return word(whole)
}

var domainTypes = types{"EIP712Domain": {{"name", "string"}, {"version", "string"}, {"chainId", "uint256"}, {"verifyingContract", "address"}}}

// signTypedData signs a message of a type in the domain of a service.
func signTypedData(key *big.Int, service string, all types, name string, values map[string]any) signature {
	domain := map[string]any{"name": service, "version": "1", "chainId": 1, "verifyingContract": "0x0"}
	digest := append([]byte{0x19, 1}, domainTypes.hashStruct("EIP712Domain", domain)...)
	return signDigest(key, keccak(append(digest, all.hashStruct(name, values)...)))
}
