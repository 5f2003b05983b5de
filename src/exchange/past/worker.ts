import { parentPort, workerData } from 'node:worker_threads';
import { pastsOf } from '../../engine/world/past/start-of-present.ts';
import { invariant } from '../../kernel/errors.ts';
import { packHours, rowsOfHour } from '../history/market-past.ts';
import type { PastQuestion, PastStart } from './past-thread.ts';

// Makes the past of the markets of one exchange, hour by hour, in the order of the questions.
invariant(parentPort, 'the past of an exchange is made on a thread of its own');
const port = parentPort;
const { markets, origin } = workerData as PastStart;
const pasts = pastsOf(markets, origin);

port.on('message', ({ symbol, hours }: PastQuestion) => {
  const process = pasts.get(symbol);
  invariant(process, `market ${symbol} has a past`);
  const made = packHours(hours.map((hour) => rowsOfHour(process, hour)));
  port.postMessage(made, [made.numbers.buffer, made.tickLots.buffer]);
});
