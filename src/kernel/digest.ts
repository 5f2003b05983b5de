import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256 of a text, as 64 lower-case hex digits. */
export const sha256 = (text: string): string => hash('sha256', text);

/** Digest of a value in its canonical form. Equal states give equal digests on every machine (DET-08). */
export const digestOf = (value: unknown): string => sha256(canonicalJson(value));

/** Lines are hashed together once they hold this many events, which bounds the memory they take. */
const FOLD_WEIGHT = 512;

/**
 * A rolling digest over every input and the events it caused (DET-08). A value is written and hashed when the digest
 * is read or when many values wait; it must not change after it was added.
 */
export class DigestChain {
  #value = sha256('perpsim chain 1');
  #pending: unknown[] = [];
  #weight = 0;

  /** Adds a value; `weight` is the approximate number of events in it. */
  add(value: unknown, weight = 1): void {
    this.#pending.push(value);
    this.#weight += weight;
    if (this.#weight >= FOLD_WEIGHT) this.#fold();
  }

  /** The digest after the last value added. */
  value(): string {
    this.#fold();
    return this.#value;
  }

  // Each value is folded separately, so the moment of folding does not change the digest.
  #fold(): void {
    for (const value of this.#pending) this.#value = sha256(`${this.#value}\n${canonicalJson(value)}`);
    this.#pending = [];
    this.#weight = 0;
  }
}
