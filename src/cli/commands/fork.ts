import { durationMs } from '../../scenarios/format/times.ts';
import { type CommandBody, REQUIRED } from '../define.ts';
import { writeWhole } from '../output-file.ts';
import { print, say } from '../output.ts';
import { untilStopped } from '../stop-signal.ts';
import { UsageError } from '../usage-error.ts';
import { forkOf, ForkFailed } from '../serve/fork.ts';

const NOTES = `It reads markets, tiers, collaterals, prices, books, candles, trades and funding, which needs no account. docs/calibrating.md
says what becomes of them. An interrupt (Ctrl-C) writes what there is until then. perpsim serve --world world.yaml starts it.`;

/** `perpsim fork`. */
export const FORK: CommandBody = {
  takes: ['the deployment, such as https://exchange.example'],
  flags: [
    ['--out <file>', 'where the world is written', REQUIRED],
    ['--watch <duration>', 'follow trades, prices and books for this long, such as 10m'],
    ['--json', 'print what was written as one JSON line'],
  ],
  notes: NOTES,
  examples: [
    'perpsim fork https://exchange.example --out world.yaml --watch 10m',
    'perpsim fork https://exchange.example --out world.yaml --json',
  ],
  exits: {
    0: 'written',
    1: 'no world could be made of it',
    3: 'the deployment was not reached or does not respond as the API does',
    130: 'interrupted before there was anything to write',
  },
  run: async (url: string, flags: ForkFlags) => fork(url, flags),
};

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
