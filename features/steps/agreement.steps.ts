import assert from 'node:assert/strict';
import { type Amount, amountIn } from '../../src/suite/amount.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import { valueAt } from '../../src/suite/paths.ts';
import { isRecord } from '../../src/suite/records.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, infoCost } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about public figures that must agree with each other, whatever a market has come to. */

const figureOf = (row: unknown, field: string): Amount => {
  const figure = amountIn(String(valueAt(row, field)));
  assert.ok(figure, `${field} should be a number: ${JSON.stringify(row)}`);
  return figure;
};

/** Of getMarketPrices. An empty side bounds nothing, and what has never traded shows the mark. */
defineStep(
  'every market of the response has its last price between its best two, or at one of them',
  EXAMINES,
  function (this: ExchangeWorld) {
    const response = this.response();
    assert.ok(isRecord(response) && Object.keys(response).length > 0, 'the response should hold markets');
    for (const row of Object.values(response)) {
      const [bid, ask, last] = [figureOf(row, 'bestBid'), figureOf(row, 'bestAsk'), figureOf(row, 'lastPrice')];
      if (last.eq(figureOf(row, 'markPrice'))) continue;
      const isInside = (bid.eq(0) || last.gte(bid)) && (ask.eq(0) || last.lte(ask));
      assert.ok(
        isInside,
        `the last price should be the median of best bid, best ask and last trade: ${JSON.stringify(row)}`,
      );
    }
  },
);

/** Looks at getMarketPrices. A market that has traded between the two requests is passed over. */
defineStep(
  'getMarketPrices shows the same value for each contract of the body whose volume is the same',
  { needs: [], cost: infoCost('getMarketPrices'), claims: { market: 'reaches' } },
  async function (this: ExchangeWorld) {
    const { body } = this.take();
    assert.ok(Array.isArray(body) && body.length > 0, 'the body should list contracts');
    const prices = valueAt((await this.client.info('getMarketPrices', {})).body, 'response');
    let compared = 0;
    for (const contract of body as readonly unknown[]) {
      const row = valueAt(prices, String(valueAt(contract, 'ticker_id')));
      if (row === undefined || !figureOf(contract, 'base_volume').eq(figureOf(row, 'volume24h'))) continue;
      compared += 1;
      const [value, other] = [figureOf(contract, 'target_volume'), figureOf(row, 'quoteVolume24h')];
      assert.ok(value.eq(other), `${JSON.stringify(contract)} should have the value of ${JSON.stringify(row)}`);
    }
    if (compared === 0) throw new Unmet('moved', 'every market has traded between the two requests');
  },
);

/** Candles of the response, the oldest first. */
function candlesOf(world: ExchangeWorld): readonly unknown[] {
  const candles = valueAt(world.response(), 'candles');
  assert.ok(Array.isArray(candles) && candles.length > 1, 'the response should list several candles');
  return (candles as readonly unknown[]).toReversed();
}

defineStep('each candle of the response opens when the one before closes', EXAMINES, function (this: ExchangeWorld) {
  const candles = candlesOf(this);
  for (const [place, candle] of candles.slice(1).entries()) {
    const [opens, closed] = [valueAt(candle, 'openTime'), valueAt(candles[place], 'closeTime')];
    assert.equal(opens, closed, `a candle opens at ${String(opens)}, and the one before closes at ${String(closed)}`);
  }
});

defineStep(
  'each candle of the response without trades stands at the close of the one before',
  EXAMINES,
  function (this: ExchangeWorld) {
    const candles = candlesOf(this);
    for (const [place, candle] of candles.slice(1).entries()) {
      if (valueAt(candle, 'tradeCount') !== 0) continue;
      const close = figureOf(candles[place], 'closePrice');
      for (const field of ['openPrice', 'highPrice', 'lowPrice', 'closePrice']) {
        const said = `${JSON.stringify(candle)} comes after ${JSON.stringify(candles[place])}`;
        assert.ok(figureOf(candle, field).eq(close), said);
      }
    }
  },
);

defineStep(
  'each candle of the response reaches from its lowest price to its highest',
  EXAMINES,
  function (this: ExchangeWorld) {
    for (const candle of candlesOf(this)) {
      const [open, high, low, close] = ['openPrice', 'highPrice', 'lowPrice', 'closePrice'].map((field) =>
        figureOf(candle, field),
      );
      assert.ok(open && high && low && close);
      const isSpanned = [open, close].every((price) => price.lte(high) && price.gte(low));
      assert.ok(isSpanned, `open and close should lie between low and high: ${JSON.stringify(candle)}`);
    }
  },
);
