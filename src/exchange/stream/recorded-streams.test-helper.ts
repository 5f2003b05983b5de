import { type Lab, startLab } from '../lab.test-helper.ts';
import { Listener, livingWorld, nextTurn, place } from './listener.test-helper.ts';

export const SYMBOLS = ['BTC-USDT', 'ETH-USDT'];

/** Twenty seconds before a minute ends. */
export const START = '2026-01-05T00:00:40Z';

/** One of every public stream. */
export function followAll(reader: Listener): void {
  for (const symbol of SYMBOLS) {
    reader.follow('orderbook', { symbol, depth: 10, updateFrequencyMs: 50 });
    reader.follow('candles', { symbol, timeframe: '1m' });
    reader.follow('liquidations', { symbol });
    reader.follow('marketPrices', { symbol });
  }
  reader.follow('marketPrices');
  reader.follow('trades');
}

/** Half a minute in steps of a length, with two orders and the end of a candle on the way. */
export async function live(lab: Lab, stepMs: number): Promise<void> {
  for (let time = 0; time < 30_000; time += stepMs) {
    if (time === 10_000) place(lab, 0, 'buy', '0.5', '94000');
    if (time === 20_000) place(lab, 1, 'sell', '0.5', '94000', { orderType: 'limitIoc' });
    lab.core.clock.advance(stepMs);
    await nextTurn();
  }
}

/** What one who listens to everything is sent. */
export async function framesOf(stepMs: number): Promise<string[]> {
  const lab = await startLab({ world: livingWorld(SYMBOLS, 300), seed: 7, startTime: START });
  const reader = new Listener(lab.core);
  followAll(reader);
  await live(lab, stepMs);
  lab.core.stop();
  return reader.frames;
}
