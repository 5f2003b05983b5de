import { currentHost, type HostStream } from '../../exchange/host.ts';
import { durationText } from '../../scenarios/format/times.ts';
import { JsonProgress } from '../json-progress.ts';
import type { RunProgress } from '../../scenarios/run/open-run.ts';

const SAY_EVERY_MS = 5_000;
const DRAW_EVERY_MS = 100;

/** Follows a run: for a program as lines of JSON, for a person as text. */
export function progressOf(isJson: boolean): Pick<Progress, 'at' | 'end'> {
  if (!isJson) return new Progress(currentHost().stderr);
  const lines = new JsonProgress();
  return {
    at: ({ startTime, now, endTime }) => lines.at({ done: now - startTime, total: endTime - startTime, unit: 'ms' }),
    end: () => undefined,
  };
}

/** How far a run has come: one line that is drawn again on a terminal, a line now and then anywhere else. */
class Progress {
  readonly #out: HostStream;
  readonly #started = performance.now();
  #said = this.#started;

  constructor(out: HostStream) {
    this.#out = out;
  }

  at({ startTime, now, endTime }: RunProgress): void {
    const wall = performance.now();
    if (wall - this.#said < (this.#out.isTTY ? DRAW_EVERY_MS : SAY_EVERY_MS)) return;
    this.#said = wall;
    const [done, whole] = [now - startTime, endTime - startTime];
    const share = Math.floor((done / whole) * 100);
    const seconds = Math.round((wall - this.#started) / 1_000);
    const line = `${durationText(Math.floor(done / 1_000) * 1_000)} of ${durationText(whole)} (${share} %), ${seconds} s`;
    this.#out.write(this.#out.isTTY ? `\r\u001b[K${line}` : `perpsim: ${line}\n`);
  }

  /** Removes what was drawn. */
  end(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001b[K');
  }
}
