import { durationMs } from '../../scenarios/format/times.ts';
import { writeWhole } from '../output-file.ts';
import { print, say } from '../output.ts';
import { untilStopped } from '../stop-signal.ts';
import { UsageError } from '../usage-error.ts';
import { forkOf, ForkFailed } from './read.ts';

export interface ForkFlags {
  readonly out: string;
  readonly watch?: string;
  readonly json?: boolean;
}

/**
 * `perpsim fork`: 0 when the world was written, 1 when none can be made of the deployment, 3 when it was not reached or does not
 * respond as the API does, 130 when it was interrupted before there was anything to write.
 *
 * @throws UsageError for wrong flags, OutputError
 */
export async function fork(url: string, { out, watch, json = false }: ForkFlags): Promise<0 | 1 | 3 | 130> {
  const watchMs = watch === undefined ? 0 : durationMs(watch);
  if (watchMs === undefined) throw new UsageError(`--watch must be a duration such as 10m (got "${watch ?? ''}")`);
  const stop = new AbortController();
  try {
    const { text, time } = await untilStopped((stopped) => {
      void stopped.then(() => {
        say('interrupted: writing what there is');
        stop.abort();
      });
      return forkOf(url, { watchMs, signal: stop.signal });
    });
    await writeWhole(out, text);
    if (json) await print(`${JSON.stringify({ file: out, source: url, time })}\n`);
    else say(`wrote ${out}`);
    return 0;
  } catch (error) {
    if (!(error instanceof ForkFailed)) throw error;
    say(error.message);
    return error.exitCode;
  }
}
