import { crc32 } from 'node:zlib';
import { BinaryForm, type EncodedEvents, LIST_HEAD } from './binary-form.ts';
import { sha256 } from './sha256.ts';

/** Where a rolling digest goes on from: the end of its last full group, and what has come since. */
export interface ChainPlace {
  /** The digest at the end of the last full group. */
  readonly base: string;
  /** Checksum of all inputs so far and their events. */
  readonly crc: number;
  /** Inputs since the last full group. */
  readonly inputs: number;
  /** These inputs and their events in binary form, as Base64. */
  readonly open: string;
}

/** The rolling digest before the first input. */
export const CHAIN_START: ChainPlace = { base: sha256('perpsim chain 3'), crc: 0, inputs: 0, open: '' };

/**
 * A group is full with so many inputs, or with so many bytes. Both follow from the log alone: a turn, a socket or the
 * moment of a snapshot would give equal inputs unequal digests. The bytes bound what a snapshot in the middle of a group holds of it.
 */
const GROUP = { inputs: 64, bytes: 16_384 } as const;

/** What has been taken into a rolling digest, as readers see it. */
export interface RollingDigest {
  /** Checksum of all inputs so far and their events: CRC-32, which costs a fraction of the digest and tells accidents apart, not forgeries. */
  readonly crc: number;
  /** The digest after the last input. */
  value(): string;
  /** Where another one can go on from. */
  place(): ChainPlace;
}

/**
 * A rolling digest over every input and the events it caused (DET-08): the hash of the digest before a group of inputs and of the group, up
 * to the last input. A group is hashed when it is full or when somebody asks: to hash each input by itself costs as much as much of what the
 * engine does for it. The checksum is there after each input.
 */
export class DigestChain implements RollingDigest {
  readonly #binary = new BinaryForm();
  readonly #ends: number[] = [];
  #listAt = 0;
  /** Bytes before the first input of the group. */
  #head = 0;
  #base = '';
  #crc: number;
  #inputs: number;
  #value: string | null = null;

  /** Goes on from this place. */
  constructor(place: ChainPlace = CHAIN_START) {
    this.#begin(place.base);
    this.#binary.append(Buffer.from(place.open, 'base64'));
    this.#inputs = place.inputs;
    this.#crc = place.crc;
  }

  add(seq: number, input: unknown, events: readonly unknown[]): void {
    if (this.#isFull) this.#begin(this.value());
    const binary = this.#binary;
    const start = binary.length;
    binary.write(seq);
    binary.write(input);
    this.#listAt = binary.length;
    binary.writeList(events, this.#ends);
    this.#crc = crc32(binary.bytes(start), this.#crc);
    this.#inputs += 1;
    this.#value = null;
  }

  get crc(): number {
    return this.#crc;
  }

  /** The events that were added last. */
  events(): EncodedEvents {
    return { bytes: this.#binary.bytes(), start: this.#listAt + LIST_HEAD, ends: this.#ends };
  }

  value(): string {
    if (this.#inputs === 0) return this.#base;
    return (this.#value ??= sha256(this.#binary.bytes()));
  }

  place(): ChainPlace {
    const { crc } = this;
    if (this.#isFull) return { base: this.value(), crc, inputs: 0, open: '' };
    const open = Buffer.from(this.#binary.bytes(this.#head)).toString('base64');
    return { base: this.#base, crc, inputs: this.#inputs, open };
  }

  get #isFull(): boolean {
    return this.#inputs >= GROUP.inputs || this.#binary.length - this.#head >= GROUP.bytes;
  }

  /** Begins a group after this digest. What was written stays until then, so that `events` can be read. */
  #begin(base: string): void {
    this.#binary.clear();
    this.#binary.write(base);
    this.#head = this.#binary.length;
    this.#base = base;
    this.#inputs = 0;
  }
}

/** The digest at a place. */
export const chainAt = (place: ChainPlace): string => new DigestChain(place).value();

/** Returns whether two places come after equal inputs with equal events. */
export const isSamePlace = (one: ChainPlace, other: ChainPlace): boolean =>
  one.base === other.base && one.inputs === other.inputs && one.crc === other.crc;
