import type { ExploreProgress } from '../../lab/explore/explore.ts';
import { say } from '../output.ts';

const SAY_EVERY_MS = 2_000;

/** A line on stderr now and then. */
export class ExploreProgressLines {
  #said = performance.now();

  at({ commands, differences, shrinking }: ExploreProgress): void {
    if (performance.now() - this.#said < SAY_EVERY_MS) return;
    this.#said = performance.now();
    const found =
      differences === 0 ? 'no difference' : `${differences} ${differences === 1 ? 'difference' : 'differences'}`;
    say(
      shrinking === null
        ? `${commands} commands compared so far, ${found}`
        : `${found}, shrinking the last: ${shrinking.length} commands after ${shrinking.tries} tries`,
    );
  }
}
