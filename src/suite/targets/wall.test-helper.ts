import type { Wall } from './wall.ts';

/** A clock that only waiting moves. */
export class StillWall implements Wall {
  readonly waits: number[] = [];
  #now: number;

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  async wait(ms: number): Promise<void> {
    this.waits.push(ms);
    this.#now += ms;
  }

  async within<T>(_ms: number, work: Promise<T>): Promise<T | undefined> {
    return work;
  }
}
