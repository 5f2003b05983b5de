import { SERVER, subscribe, subscribers, TRADES, type Ran, work, type Work } from '../load/subscribers.ts';
import { startServer } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import { figure, mebibytes, milliseconds, ratio, side } from '../table/figure.ts';
import { percentile } from '../table/statistics.ts';

const READERS = 100;
const MIB = 1_048_576;
const AMOUNT: Work = { turns: 2_000, burst: 2, pauseMs: 10 };

interface Crowd {
  readonly p99Ms: number;
  readonly ran: Ran;
}

/** Latency of trades at those who read, while one may stand still; the exchange stamps frames with the time of day. */
async function crowd(isOnePaused: boolean): Promise<Crowd> {
  const server = await startServer(SERVER, 'exchange');
  try {
    const sockets = await subscribers(server.url, READERS - 1, TRADES);
    const candles = ['1m', '5m', '1h'].map((timeframe) => ({ type: 'candles', symbol: 'BTC-USDT', timeframe }));
    const other = await subscribe(server.url, [{ type: 'marketPrices' }, ...candles]);
    if (isOnePaused) other.pause();
    const latencies: number[] = [];
    for (const socket of sockets) {
      socket.on('message', (data) => {
        const [, stamp] = /"timestamp":(\d+)/.exec((data as Buffer).toString('latin1')) ?? [];
        latencies.push(performance.timeOrigin + performance.now() - Number(stamp));
      });
    }
    const ran = await work(server, AMOUNT);
    for (const socket of [...sockets, other]) socket.terminate();
    return { p99Ms: percentile(latencies, 99), ran };
  } finally {
    await server.stop();
  }
}

/** What one reader that stands still costs the others and the server. */
export const pausedReader: Part = {
  name: 'paused',
  about: 'one of 100 stream readers stands still',
  rounds: 2,
  roundSeconds: 50,
  fixedSeconds: 1,
  extra: true,
  measure: async (run) => {
    const rounds = await run.each(async () => ({ none: await crowd(false), paused: await crowd(true) }));
    const p99 = (name: 'none' | 'paused'): ReturnType<typeof side> =>
      side(
        rounds.map((round) => round[name].p99Ms),
        milliseconds,
      );
    const waiting = rounds.map(({ paused }) => paused.ran.waitingBytes / MIB);
    const rss = rounds.map(({ paused }) => mebibytes(paused.ran.rssMiB));
    return [
      ratio('paused-p99', p99('paused'), p99('none')),
      figure('paused-waiting', waiting, `RSS ${rss.join(', ')}`),
    ];
  },
};
