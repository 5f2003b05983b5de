import type { ControlClient } from '../../src/suite/targets/control-client.ts';
import { wall as machine, type Wall } from '../../src/suite/targets/wall.ts';

/** Waits shorter than this are waited for in real time. */
const LEAST_MS = 20;
/** Looks at the exchange clock; one that begins and ends within a millisecond settles it. */
const LOOKS = 50;

/**
 * The time of a live simulator, for a suite that waits for its buckets to refill: the simulator's clock is moved on instead,
 * over a control plane that the suite does not see. The suite keeps the rate limits of production at the speed of the machine.
 */
export class SkippingWall implements Wall {
  readonly #site: ControlClient;
  /** Exchange time minus the time of this machine. */
  #offset = 0;

  constructor(site: ControlClient) {
    this.#site = site;
  }

  now(): number {
    return machine.now() + this.#offset;
  }

  async wait(ms: number): Promise<void> {
    if (ms < LEAST_MS) return machine.wait(ms);
    await this.#site.post('/clock/mode', { mode: 'manual' });
    await this.#site.post('/clock/advance', { ms: Math.ceil(ms) });
    await this.#site.post('/clock/mode', { mode: 'live' });
    await this.look();
  }

  within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
    return machine.within(ms, work);
  }

  /**
   * Reads the exchange clock until the difference is known to the millisecond. A live clock follows that of the machine, so
   * it does not change until the next wait; a difference that were too large would put `now` ahead of the exchange.
   */
  async look(): Promise<void> {
    let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let look = 0; look < LOOKS && least < most; look += 1) {
      const asked = machine.now();
      const now = Number((await this.#site.get('/clock')).now);
      least = Math.max(least, now - machine.now());
      most = Math.min(most, now - asked);
    }
    this.#offset = least;
  }
}
