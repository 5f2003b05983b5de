import { hash } from 'node:crypto';
import { BinaryForm } from './binary-form.ts';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of a text, as 64 lower-case hex digits. */
export const sha256 = (text: string): string => hash('sha256', text);

/** Digest of a value in its canonical form. Equal states give equal digests on every machine (DET-08). */
export const digestOf = (value: unknown): string => sha256(canonicalJson(value));

/** The rolling digest before the first input. */
export const CHAIN_START = sha256('perpsim chain 2');
export const JSON_CHAIN_START = sha256('perpsim chain 1');

/** What a rolling digest hashes: the binary form, or canonical JSON, as it was before version 3 of the journal. */
export type ChainForm = 'binary' | 'json';

/**
 * A rolling digest over every input and the events it caused (DET-08): the hash of the digest before and of what is
 * added.
 */
export class DigestChain {
  readonly #binary: BinaryForm | null;
  #value: string;

  /** Goes on from this digest. */
  constructor(value: string = CHAIN_START, form: ChainForm = 'binary') {
    this.#value = value;
    this.#binary = form === 'binary' ? new BinaryForm() : null;
  }

  add(value: unknown): void {
    const binary = this.#binary;
    if (!binary) {
      this.#value = sha256(`${this.#value}\n${canonicalJson(value)}`);
      return;
    }
    binary.clear();
    binary.write(this.#value);
    binary.write(value);
    this.#value = hash('sha256', binary.bytes());
  }

  /** The digest after the last value added. */
  value(): string {
    return this.#value;
  }
}
