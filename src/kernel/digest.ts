import { BinaryForm, LIST_HEAD } from './binary-form.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256 } from './sha256.ts';

/** Events in binary form, one after the other: valid until the next ones are written. */
export interface EncodedEvents {
  readonly bytes: Uint8Array;
  /** Where the first one begins. */
  readonly start: number;
  /** Where each one ends; what stands behind the last one means nothing. */
  readonly ends: readonly number[];
}

/** Digest of a value in its canonical form. Equal states give equal digests on every machine (DET-08). */
export const digestOf = (value: unknown): string => sha256(canonicalJson(value));

/** The rolling digest before the first input. */
export const CHAIN_START = sha256('perpsim chain 2');

/**
 * A rolling digest over every input and the events it caused (DET-08): the hash of the digest before and of what is
 * added. It is read before each input, and hashing a few hundred bytes at once costs less than to keep a hash open.
 */
export class DigestChain {
  readonly #binary = new BinaryForm();
  #value: string;
  readonly #ends: number[] = [];
  #listAt = 0;

  /** Goes on from this digest. */
  constructor(value: string = CHAIN_START) {
    this.#value = value;
  }

  add(seq: number, input: unknown, events: readonly unknown[]): void {
    const binary = this.#binary;
    binary.clear();
    binary.write(this.#value);
    binary.write(seq);
    binary.write(input);
    this.#listAt = binary.length;
    binary.writeList(events, this.#ends);
    this.#value = sha256(binary.bytes());
  }

  /** The events that were added last. */
  events(): EncodedEvents {
    return { bytes: this.#binary.bytes(), start: this.#listAt + LIST_HEAD, ends: this.#ends };
  }

  /** The digest after the last value added. */
  value(): string {
    return this.#value;
  }
}
