import { Draw, streamOf } from '../../../kernel/random.ts';
import type { AccountResult, DepthSample, MarketResult, RunEvent, RunResult } from '../../../scenarios/run-result.ts';
import type { Fill } from '../../../scenarios/strategy.ts';

const START = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const END = START + 30 * MINUTE;

/** A made-up run of half an hour with a crash in its middle, for tests of the report. */
export function sampleRun(part: Partial<RunResult> = {}): RunResult {
  const draw = new Draw(streamOf('7', 'sample run'));
  const bitcoin = sampleMarket('BTC-USDT', 95_000, 0.5, draw);
  const ether = sampleMarket('ETH-USDT', 3_300, 0.05, draw);
  return {
    format: 'perpsim-run',
    version: 1,
    scenario: { name: 'risk/flash-crash', title: 'A flash crash liquidates the leveraged' },
    seed: '7',
    overrides: {},
    world: 'quiet',
    startTime: START,
    endTime: END,
    mode: 'closed',
    digest: '4f1c9b7d2a6e8035b1f0c4d7e9a2638f5b7c1d0e4a9f8263c7b5d1e0f4a92836',
    expectedDigest: '4f1c9b7d2a6e8035b1f0c4d7e9a2638f5b7c1d0e4a9f8263c7b5d1e0f4a92836',
    inputs: 1_842,
    eventCount: 23_518,
    expectations: [
      {
        time: START + 12 * MINUTE,
        line: 2,
        sentence: 'the mark price of "BTC-USDT" is below "91000"',
        passed: true,
        message: '',
      },
      { time: END, line: 4, sentence: '"alice" has no position in "BTC-USDT"', passed: true, message: '' },
    ],
    verdict: 'passed',
    accounts: [
      sampleAccount('maker', true, bitcoin, 400, draw),
      { ...sampleAccount('alice', false, bitcoin, 12, draw), liquidations: 1 },
      sampleAccount('bob', false, ether, 60, draw),
    ],
    markets: [bitcoin, ether],
    events: sampleEvents(),
    measured: { elapsedMs: 1_480, speed: 1_216 },
    ...part,
  };
}

function sampleMarket(symbol: string, first: number, tick: number, draw: Draw): MarketResult {
  const text = (value: number): string => (Math.round(value / tick) * tick).toFixed(2);
  const prices: MarketResult['prices'][number][] = [];
  let price = first;
  for (let place = 0; place <= 1_800; place += 1) {
    const crash = place > 600 && place < 720 ? -first * 0.0006 : place > 720 && place < 1_000 ? first * 0.00012 : 0;
    price += crash + (draw.normalMillionths() / 1e6) * first * 0.00012;
    const isBidGone = place > 650 && place < 690;
    prices.push([
      START + place * 1_000,
      text(price),
      text(price * 1.0001),
      isBidGone ? '0' : text(price - tick * 2),
      text(price + tick * 2),
      (120 - (place > 650 ? 30 : 0) + place / 100).toFixed(3),
    ]);
  }
  const trades = Array.from({ length: 900 }, (_, place): MarketResult['trades'][number] => [
    START + place * 2_000 + draw.between(0, 1_999),
    prices[place * 2]?.[2] ?? '0',
    (draw.between(1, place > 300 && place < 400 ? 4_000 : 700) / 1_000).toFixed(3),
    draw.chance(place > 300 && place < 360 ? 200_000 : 520_000) ? 'buy' : 'sell',
  ]);
  const depth = Array.from({ length: 60 }, (_, place) => sampleDepth(START + place * 30_000, prices, tick, draw));
  return {
    symbol,
    prices,
    depth,
    trades,
    tradeCount: 1_204,
    volume: '486.271',
    funding: [
      [START + 10 * MINUTE, '0.0000125'],
      [START + 20 * MINUTE, '-0.000034'],
      [END, '-0.0000051'],
    ],
  };
}

function sampleDepth(time: number, prices: MarketResult['prices'], tick: number, draw: Draw): DepthSample {
  const mid = Number(prices[(time - START) / 1_000]?.[1]);
  const isThin = time > START + 10 * MINUTE && time < START + 14 * MINUTE;
  const levels = (sign: 1 | -1): [string, string][] =>
    Array.from({ length: isThin && sign < 0 ? 3 : 20 }, (_, level) => [
      (mid + sign * tick * 2 * (level + 1)).toFixed(2),
      (draw.between(100, 900 + level * 120) / (isThin ? 900 : 300)).toFixed(3),
    ]);
  return { time, bids: levels(-1), asks: levels(1) };
}

function sampleAccount(
  name: string,
  isStrategy: boolean,
  { symbol, prices }: MarketResult,
  count: number,
  draw: Draw,
): AccountResult {
  const gap = Math.floor(1_790 / count);
  const fills = Array.from({ length: count }, (_, place): Fill => {
    const [time = START, , mark = '0'] = prices[place * gap] ?? [];
    return {
      time: time + draw.between(0, 900),
      symbol,
      tradeId: String(10_000 + place),
      orderId: String(50_000 + place),
      clientOrderId: place % 3 === 0 ? `${name}-${place}` : null,
      side: draw.chance(500_000) ? 'buy' : 'sell',
      price: mark,
      quantity: '0.1',
      fee: place % 4 === 0 ? '3.325' : '-0.475',
      liquidity: place % 4 === 0 ? 'taker' : 'maker',
    };
  });
  let value = 100_000;
  const equity = Array.from({ length: 361 }, (_, place): [number, string] => {
    value += (draw.normalMillionths() / 1e6) * 12 + (place > 120 && place < 144 ? -60 : 4);
    return [START + place * 5_000, value.toFixed(6)];
  });
  return {
    name,
    subAccountId: String(1_000 + name.length),
    wallet: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
    isStrategy,
    equity,
    fills,
    liquidations: 0,
    pnl: isStrategy
      ? { price: '812.4219', fees: '-151.2', funding: '3.7299', liquidation: '0', total: '664.9518' }
      : { price: '-2310.75', fees: '-48.02', funding: '-6.5', liquidation: '-120', total: '-2485.27' },
    statistics: {
      pnl: isStrategy ? '664.9518' : '-2485.27',
      drawdown: '1402.118733',
      drawdownShare: 0.01398,
      sharpe: isStrategy ? 4.812374 : null,
      sortino: isStrategy ? 6.10021 : null,
      turnover: 37.4712,
      notional: '3748211.5',
      fills: count,
      orders: count * 3,
      fillRatio: 0.3312,
      queuePosition: isStrategy ? 0.1874 : null,
      adverseSelection: { after1s: 0.31, after10s: 1.244, after60s: -0.52 },
      makerShare: 0.75,
    },
  };
}

function sampleEvents(): RunEvent[] {
  const minute = (at: number): number => START + at * MINUTE;
  const event = (at: number, kind: RunEvent['kind'], account: string | null, text: string): RunEvent => ({
    time: minute(at),
    kind,
    account,
    symbol: account === null ? null : 'BTC-USDT',
    text,
  });
  const quotes = Array.from({ length: 60 }, (_, place) =>
    event(place / 2, 'request', 'maker', `placeOrders: 2 orders accepted (round ${place + 1})`),
  );
  return [
    event(1, 'request', 'alice', 'placeOrders: buy 2 at 20 times leverage'),
    event(2, 'refusal', 'alice', 'placeOrders refused with INSUFFICIENT_MARGIN'),
    event(9.5, 'fault', null, 'Replies of placeOrders are lost, once'),
    event(10, 'note', null, 'The maker has gone.'),
    event(10, 'control', null, 'movePrice BTC-USDT 90000'),
    event(11.2, 'liquidation', 'alice', 'alice: 2 BTC-USDT closed on the book at 90,120'),
    event(11.4, 'deleveraging', 'bob', 'bob: 0.4 BTC-USDT taken over at the bankruptcy price'),
    event(20, 'funding', 'maker', 'Paid 3.7299 USDT'),
    event(24, 'stream', 'alice', 'The stream was broken without a close frame'),
    ...quotes,
  ].sort((a, b) => a.time - b.time);
}
