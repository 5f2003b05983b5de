import { nextTurn } from '../../exchange/clock/slices.ts';
import type { RunView } from '../../exchange/run-view.ts';

/** How a run learns that it is to stop. */
export interface Stop {
  isStopped(): boolean;
  readonly stopped: Promise<void>;
}

/** Work that goes on while the clock may stand: a request of the timeline, or somebody who was woken. */
export interface Task {
  readonly isOver: boolean;
}

/**
 * The work under way in a run. Before the clock moves, each task must be over, or wait for a request that the exchange
 * holds for some exchange time.
 */
export class Tasks {
  readonly #view: Pick<RunView, 'nextRelease' | 'onHold'>;
  readonly #running = new Set<Running>();
  #failure: Error | null = null;

  constructor(view: Pick<RunView, 'nextRelease' | 'onHold'>) {
    this.#view = view;
  }

  /**
   * Its error is thrown by the next `rest`.
   *
   * @param isRequesting - whether a request of this work is under way; left out, that is taken for granted
   */
  start(work: Promise<void>, isRequesting: () => boolean = () => true): Task {
    const task: Running = { isOver: false, done: Promise.resolve(), isRequesting };
    task.done = work
      .catch((error: unknown) => {
        this.#failure ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        task.isOver = true;
        this.#running.delete(task);
      });
    this.#running.add(task);
    return task;
  }

  /** When the first request goes on that a task waits for; null when none is under way. */
  nextRelease(): number | null {
    return this.#running.size === 0 ? null : this.#view.nextRelease();
  }

  /** Resolves once every task is over or waits for exchange time, or once the run is stopped. */
  async rest(stop: Stop): Promise<void> {
    while (this.#running.size > 0 && !stop.isStopped()) {
      // What runs in this process has come as far as it can by the next turn.
      await nextTurn();
      if (this.#isResting()) break;
      await this.#change(stop.stopped);
    }
    if (this.#failure !== null) throw this.#failure;
  }

  #isResting(): boolean {
    if (this.#running.size === 0) return true;
    return this.#view.nextRelease() !== null && [...this.#running].every(({ isRequesting }) => isRequesting());
  }

  /** Resolves when a task ends, when the exchange holds a request, or when the run is stopped. */
  async #change(stopped: Promise<void>): Promise<void> {
    let leave = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      leave = this.#view.onHold(resolve);
    });
    await Promise.race([...Array.from(this.#running, ({ done }) => done), held, stopped]);
    leave();
  }
}

interface Running extends Task {
  isOver: boolean;
  done: Promise<void>;
  readonly isRequesting: () => boolean;
}
