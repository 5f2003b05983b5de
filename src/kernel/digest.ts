import { hash } from 'node:crypto';
import { BinaryForm } from './binary-form.ts';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of a text, as 64 lower-case hex digits. */
export const sha256 = (text: string): string => hash('sha256', text);

/** Digest of a value in its canonical form. Equal states give equal digests on every machine (DET-08). */
export const digestOf = (value: unknown): string => sha256(canonicalJson(value));

/** The rolling digest before the first input. */
export const CHAIN_START = sha256('perpsim chain 2');

/**
 * A rolling digest over every input and the events it caused (DET-08): the hash of the digest before, and of the bytes
 * of what is added.
 */
export class DigestChain {
  readonly #form = new BinaryForm();
  #value: string;

  /** Goes on from this digest. */
  constructor(value: string = CHAIN_START) {
    this.#value = value;
  }

  add(value: unknown): void {
    const form = this.#form;
    form.clear();
    form.write(this.#value);
    form.write(value);
    this.#value = hash('sha256', form.bytes());
  }

  /** The digest after the last value added. */
  value(): string {
    return this.#value;
  }
}
