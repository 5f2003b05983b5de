import { botOptions } from '../../client/bot-options.ts';
import { Client } from '../../client/client.ts';
import { StreamClient } from '../../client/stream/stream-client.ts';
import type { StrategyFactory } from '../strategy.ts';
import { Amount, sumOf, textOf } from '../amount.ts';
import { StrategyHost } from './strategy-host.ts';

/** Longer than any pause of a bot: the end of the scenario comes first. */
const DAY_MS = 86_400_000;

/**
 * Runs a strategy as a program of its own, which `perpsim run SCENARIO --bot` has started: it asks for each step of time, so
 * that equal runs are equal. The callbacks are called as in process, and in the same order. Resolves at the end of the scenario.
 *
 * @param env - the environment that `perpsim run --bot` gives: `process.env`
 * @param log - takes what the strategy logs
 * @throws StrategyError when a callback throws, StepError when no run waits for the bot
 */
export async function runStrategyBot(
  factory: StrategyFactory,
  env: Readonly<Record<string, string | undefined>>,
  log: (text: string) => void = () => undefined,
): Promise<void> {
  const options = botOptions(env);
  const { symbol, seed, params, startTime, subAccountId } = options;
  const client = new Client(options);
  const position = await positionOf(client, symbol);
  const streams: StreamClient[] = [];
  let now = startTime;
  const host = new StrategyHost({
    ...{ name: 'strategy', strategy: factory(params), symbol, seed, params, log },
    account: {
      subAccountId,
      client,
      openStream: (timing) => {
        const stream = new StreamClient({ ...options, ...timing, pingEveryMs: null });
        streams.push(stream);
        return stream;
      },
    },
    position: () => position,
    now: () => now,
    from: startTime,
    until: Number.MAX_SAFE_INTEGER,
  });
  const [stream] = streams;
  for (let ended = false; !ended;) {
    while (host.hasNews() || (host.nextTimer() ?? now + 1) <= now) await host.wake(now);
    const ms = Math.min(DAY_MS, Math.max(1, (host.nextTimer() ?? now) - now));
    ({ now, ended } = await (stream ?? client).nextStep({ ms }));
  }
  while (host.hasNews() || (host.nextTimer() ?? now + 1) <= now) await host.wake(now);
  await host.end();
}

async function positionOf(client: Client, symbol: string): Promise<string> {
  const positions = await client.getPositions({ symbol });
  return textOf(
    sumOf(
      positions.map(({ side, quantity }) => (side === 'short' ? new Amount(quantity).neg() : new Amount(quantity))),
    ),
  );
}
