import { quiet, SERVER, subscribers, TRADES, work, type Work } from '../load/subscribers.ts';
import { startServer } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import { rate, ratio, side } from '../table/figure.ts';

const SUBSCRIBERS = 100;
/** Streams in which one trade makes some twenty frames, all due in the turn of that trade. */
const BURST = [
  ...[undefined, 'BTC-USDT'].flatMap((symbol) => ['trades', 'marketPrices'].map((type) => ({ type, symbol }))),
  ...['1m', '5m', '15m', '30m', '1h', '4h', '8h', '12h', '1d', '3d', '1w', '1M'].map((timeframe) => ({
    type: 'candles',
    symbol: 'BTC-USDT',
    timeframe,
  })),
];
const BURST_FRAMES = 20;
/** The pause between turns is for the readers to keep up. */
const SINGLE: Work = { turns: 600, burst: 1, pauseMs: 2 };
const IN_BURSTS: Work = { turns: 100, burst: 1, pauseMs: 20 };

/** Frames delivered for each second of processor time of the server; the exchange makes its trades in the same time. */
async function deliveriesPerSecond(
  kind: 'exchange' | 'bare',
  wanted: readonly object[],
  amount: Work,
): Promise<number> {
  const server = await startServer(SERVER, kind);
  try {
    const sockets = await subscribers(server.url, SUBSCRIBERS, wanted);
    let count = 0;
    for (const socket of sockets) socket.on('message', () => (count += 1));
    await work(server, { ...amount, turns: Math.ceil(amount.turns / 3) });
    await quiet(() => count);
    const before = count;
    // Begins the profile, if one is wanted.
    await server.usage();
    const { cpuMs } = await work(server, amount);
    await quiet(() => count);
    for (const socket of sockets) socket.terminate();
    return ((count - before) * 1_000) / cpuMs;
  } finally {
    await server.stop();
  }
}

/** Trades to 100 subscribers against bare sends of ws. */
export const fanOut: Part = {
  name: 'fan-out',
  about: 'trades to 100 subscribers, one frame and 20 frames a turn, against bare sends',
  rounds: 3,
  roundSeconds: 18,
  fixedSeconds: 1,
  measure: async (run) => {
    const rounds = await run.each(async () => ({
      single: await deliveriesPerSecond('exchange', TRADES, SINGLE),
      bareSingle: await deliveriesPerSecond('bare', TRADES, SINGLE),
      burst: await deliveriesPerSecond('exchange', BURST, IN_BURSTS),
      bareBurst: await deliveriesPerSecond('bare', TRADES, { ...IN_BURSTS, burst: BURST_FRAMES }),
    }));
    const of = (name: keyof (typeof rounds)[number]): ReturnType<typeof side> =>
      side(
        rounds.map((round) => round[name]),
        rate,
        'of processor time',
      );
    return [ratio('fan-out', of('single'), of('bareSingle')), ratio('fan-out-burst', of('burst'), of('bareBurst'))];
  },
};
