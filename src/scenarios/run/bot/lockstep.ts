import { ControlError } from '../../../exchange/control-error.ts';
import type { StepTaken, StepTaker } from '../../../exchange/control/route.ts';
import type { Participant } from '../../participant.ts';

export interface LockstepParts {
  readonly startTime: number;
  readonly endTime: number;
  /** What a step moves the clock by at most when the bot does not say. */
  readonly stepMs: number;
  readonly now: () => number;
  /** Resolves when everything that has happened by now has been pushed. */
  readonly delivered: () => Promise<void>;
  readonly isRequesting: () => boolean;
  /** Starts the bot. */
  readonly start: () => void;
  /** Begins to wait for the bot, which thinks from now on; what it returns ends the wait. */
  readonly watch: () => () => void;
}

interface Pending {
  readonly from: number;
  readonly due: number;
  readonly wantsNews: boolean;
  readonly respond: (step: StepTaken) => void;
}

/**
 * A bot that asks for time. While it thinks, the clock stands still; while it waits for a step, the run goes on. So the
 * time that it takes makes no difference, and equal bots send equal requests at equal times.
 */
export class Lockstep implements Participant, StepTaker {
  readonly #parts: LockstepParts;
  #state: 'new' | 'awake' | 'waiting' | 'gone' = 'new';
  #pending: Pending | null = null;
  /** The step that was under way at the end. */
  #last: Pending | null = null;
  #ended = false;
  #hasNews = false;
  #hasStepped = false;
  #rest: () => void = () => undefined;

  constructor(parts: LockstepParts) {
    this.#parts = parts;
  }

  get hasStepped(): boolean {
    return this.#hasStepped;
  }

  nextTimer(): number | null {
    return this.#state === 'new' ? this.#parts.startTime : (this.#pending?.due ?? null);
  }

  hasNews(): boolean {
    return this.#hasNews && this.wantsNews();
  }

  wantsNews(): boolean {
    return this.#pending?.wantsNews ?? false;
  }

  isRequesting(): boolean {
    return this.#parts.isRequesting();
  }

  /** Something was pushed to a stream of the bot. */
  pushed(): void {
    this.#hasNews = true;
  }

  async wake(now: number): Promise<void> {
    const isNew = this.#state === 'new';
    // At the end the bot is told so, once the run is over.
    if (!isNew && now >= this.#parts.endTime) return this.#forget();
    this.#state = 'awake';
    const release = this.#parts.watch();
    const rested = new Promise<void>((resolve) => {
      this.#rest = resolve;
    }).then(release);
    if (isNew) this.#parts.start();
    else this.#respond(false);
    return rested;
  }

  async step({ ms = this.#parts.stepMs, until = 'data' }: Parameters<StepTaker['step']>[0]): Promise<StepTaken> {
    const now = this.#parts.now();
    this.#hasStepped = true;
    if (this.#ended) return { now, ended: true, advancedMs: 0 };
    if (this.#state !== 'awake') {
      throw new ControlError('CONFLICT', 'clock', 'a step is under way: wait for its response', 409);
    }
    this.#state = 'waiting';
    // What its own requests have caused has been pushed to it by now; it has seen that, and waits for more.
    await this.#parts.delivered();
    this.#hasNews = false;
    const due = Math.min(now + ms, this.#parts.endTime);
    return new Promise((respond) => {
      this.#pending = { from: now, due, wantsNews: until === 'data', respond };
      this.#rest();
    });
  }

  /** The bot is gone: the run goes on without it. */
  gone(): void {
    this.#state = 'gone';
    this.#pending = null;
    this.#rest();
  }

  /** The run is over: a step that waits is told so, and so is each that comes. */
  end(): void {
    this.#ended = true;
    this.#respond(true);
  }

  #forget(): void {
    this.#last = this.#pending;
    this.#pending = null;
  }

  #respond(ended: boolean): void {
    const pending = this.#pending ?? this.#last;
    this.#pending = null;
    this.#last = null;
    const now = this.#parts.now();
    pending?.respond({ now, ended, advancedMs: now - pending.from });
  }
}
