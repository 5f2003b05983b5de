import { collateralConfig } from '../../engine/accounts/collateral.test-helper.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import type { EngineEvent, FillSide, PositionAfter, PositionLeg, TradedEvent } from '../../engine/event.ts';
import { unitsOf } from '../../kernel/decimal.ts';
import { VAULT_NO } from '../../kernel/ids.ts';

/**
 * A short history of an exchange, written by hand: every kind of event that moves value, once, with figures
 * calculated on paper. One BTC tick is 1 USDT, one lot 0.00001 BTC; makers pay 0.02 %, takers 0.05 %.
 */
export const STORY_CONFIG: ExchangeConfig = collateralConfig();

const at = STORY_CONFIG.startTime;
const symbol = 'BTC-USDT';
const ADDRESS = `0x${'a'.repeat(40)}`;

interface GivenSide {
  readonly account: number;
  readonly fee: string;
  readonly rate: number;
  readonly pnl?: string;
  readonly legs: readonly [leg: 'open' | 'close', position: number, quantity: number, fee: string, pnl: string][];
  /** Number, signed lots, cost; entry cost and lots where the position did not grow. */
  readonly after: readonly [no: number, lots: number, cost: string, entryCost?: string, entryLots?: number] | null;
  readonly feeTo?: FillSide['feeTo'];
}

function sideOf(side: 'buy' | 'sell', given: GivenSide): FillSide {
  const long = (leg: 'open' | 'close'): boolean => (side === 'buy') === (leg === 'open');
  return {
    order: 100 + given.account,
    account: given.account,
    side,
    filled: 0,
    filledValue: 0n,
    complete: true,
    fee: unitsOf(given.fee),
    feeRate: given.rate,
    feeTo: given.feeTo ?? 'tradingFees',
    realizedPnl: unitsOf(given.pnl ?? '0'),
    legs: given.legs.map(([leg, position, quantity, fee, pnl]): PositionLeg => ({
      leg,
      position,
      direction: `${leg} ${long(leg) ? 'long' : 'short'}`,
      quantity,
      fee: unitsOf(fee),
      closedPnl: unitsOf(pnl),
      entryCost: 0n,
      entryLots: 0,
      remaining: 0,
    })),
    position: given.after ? afterOf(given.after) : null,
  };
}

function afterOf([no, lots, cost, entryCost, entryLots]: NonNullable<GivenSide['after']>): PositionAfter {
  const units = unitsOf(cost);
  const absolute = units < 0n ? -units : units;
  const entry = entryCost === undefined ? absolute : unitsOf(entryCost);
  return { no, lots, cost: units, entryCost: entry, entryLots: entryLots ?? Math.abs(lots) };
}

/** The maker stands first; `taker` says which side the taker is on. */
function trade(
  no: number,
  taker: 'buy' | 'sell',
  quantity: number,
  price: number,
  sides: readonly [maker: GivenSide, taker: GivenSide],
  cause: TradedEvent['cause'] = 'match',
): TradedEvent {
  return {
    type: 'Traded',
    at,
    trade: no,
    symbol,
    price,
    quantity,
    notional: BigInt(quantity) * BigInt(price) * 1_000n,
    mark: 97_000,
    cause,
    takerSide: taker,
    maker: sideOf(taker === 'buy' ? 'sell' : 'buy', sides[0]),
    taker: sideOf(taker, sides[1]),
  };
}

const paid = (payment: number, account: number, position: number, lots: number, amount: string): EngineEvent => ({
  type: 'FundingPaid',
  at,
  payment,
  account,
  symbol,
  position,
  lots,
  index: 9_500_000_000_000,
  rate: 1_250,
  amount: unitsOf(amount),
});

const deposited = (transfer: number, account: number, asset: string, amount: string): EngineEvent => ({
  type: 'Deposited',
  at,
  account,
  asset,
  amount: unitsOf(amount),
  value: 0n,
  transfer,
  txHash: '',
});

const opened = (account: number): EngineEvent => ({
  type: 'AccountOpened',
  at,
  account,
  wallet: ADDRESS,
  name: '',
  master: null,
  agentOf: null,
});

const MAKER = 20_000;
const TAKER = 50_000;

/** The story by name, in the order it happened. */
export const STORY = {
  vault: { type: 'VaultOpened', at, wallet: ADDRESS, funds: unitsOf('1000') },
  open0: opened(0),
  open1: opened(1),
  open2: opened(2),
  deposit0: deposited(1, 0, 'USDT', '10000'),
  deposit1: deposited(2, 1, 'USDT', '10000'),
  deposit2: deposited(3, 2, 'USDT', '10000'),
  ether: deposited(4, 2, 'WETH', '5'),
  open3: opened(3),
  open4: opened(4),
  // 1 ETH at 3,300 from before the start: 3 is long, 4 is short.
  seeded: {
    type: 'PositionSeeded',
    at,
    symbol: 'ETH-USDT',
    price: 33_000,
    quantity: 10_000,
    long: { account: 3, position: afterOf([101, 10_000, '3300']) },
    short: { account: 4, position: afterOf([102, -10_000, '-3300']) },
  },
  // 0.1 BTC at 95,000: 0 is long, 1 is short.
  opening: trade(1, 'buy', 10_000, 95_000, [
    { account: 1, fee: '1.9', rate: MAKER, legs: [['open', 1, 10_000, '1.9', '0']], after: [1, -10_000, '-9500'] },
    { account: 0, fee: '4.75', rate: TAKER, legs: [['open', 2, 10_000, '4.75', '0']], after: [2, 10_000, '9500'] },
  ]),
  // 0 sells 0.04 of it at 96,000 to 2.
  reducing: trade(2, 'sell', 4_000, 96_000, [
    { account: 2, fee: '0.768', rate: MAKER, legs: [['open', 3, 4_000, '0.768', '0']], after: [3, 4_000, '3840'] },
    {
      account: 0,
      fee: '1.92',
      rate: TAKER,
      pnl: '40',
      legs: [['close', 2, 4_000, '1.92', '40']],
      after: [2, 6_000, '5700', '9500', 10_000],
    },
  ]),
  hour: {
    type: 'FundingSettled',
    at,
    symbol,
    rate: 1_250,
    index: 9_500_000_000_000,
    premiumSum: 0n,
    samples: 3_600,
  },
  paid0: paid(1, 0, 2, 6_000, '-0.07125'),
  paid1: paid(2, 1, 1, -10_000, '0.11875'),
  paid2: paid(3, 2, 3, 4_000, '-0.0475'),
  // 0 sells 0.1 at 96,000: it closes 0.06 and is short 0.04.
  flip: trade(3, 'sell', 10_000, 96_000, [
    { account: 2, fee: '1.92', rate: MAKER, legs: [['open', 3, 10_000, '1.92', '0']], after: [3, 14_000, '13440'] },
    {
      account: 0,
      fee: '4.8',
      rate: TAKER,
      pnl: '60',
      legs: [
        ['close', 2, 6_000, '2.88', '60'],
        ['open', 4, 4_000, '1.92', '0'],
      ],
      after: [4, -4_000, '-3840'],
    },
  ]),
  transfer: { type: 'Transferred', at, transfer: 5, from: 2, to: 1, asset: 'WETH', amount: unitsOf('1'), value: 0n },
  withdrawal: {
    type: 'WithdrawalRequested',
    at,
    transfer: 6,
    account: 1,
    asset: 'USDT',
    amount: unitsOf('100'),
    fee: unitsOf('5'),
    value: unitsOf('100'),
    destination: ADDRESS,
    requestId: 'w',
    outcome: 'success',
  },
  withdrawn: { type: 'WithdrawalSettled', at, transfer: 6, account: 1, outcome: 'success', txHash: '0x1' },
  exchange: {
    type: 'CollateralExchanged',
    at,
    transfer: 7,
    account: 2,
    source: 'WETH',
    taken: unitsOf('1'),
    takenValue: unitsOf('3300'),
    target: 'USDT',
    received: unitsOf('3135'),
    price: unitsOf('3300'),
    haircut: 5_000_000,
    forced: false,
  },
  isolate: {
    type: 'IsolatedMarginMoved',
    at,
    account: 2,
    symbol: 'ETH-USDT',
    amount: unitsOf('500'),
    held: unitsOf('500'),
  },
  release: { type: 'IsolatedMarginReleased', at, account: 2, symbol: 'ETH-USDT', amount: unitsOf('500') },
  // The vault takes the short of 1 at the mark, 97,000, and then all it has left.
  takeover: trade(
    4,
    'buy',
    10_000,
    97_000,
    [
      { account: VAULT_NO, fee: '0', rate: 0, legs: [['open', 5, 10_000, '0', '0']], after: [5, -10_000, '-9700'] },
      { account: 1, fee: '0', rate: 0, pnl: '-200', legs: [['close', 1, 10_000, '0', '-200']], after: null },
    ],
    'takeover',
  ),
  taken: {
    type: 'TakenOver',
    at,
    liquidation: 1,
    account: 1,
    symbol: null,
    assets: [
      { asset: 'USDT', amount: unitsOf('9698.21875'), value: unitsOf('9698.21875'), transfer: 8 },
      { asset: 'WETH', amount: unitsOf('1'), value: unitsOf('3300'), transfer: 9 },
    ],
  },
  // 0 is bankrupt at 98,000; 2, who is long, gives up 0.04.
  deleveraging: trade(
    5,
    'buy',
    4_000,
    98_000,
    [
      {
        account: 2,
        fee: '0',
        rate: 0,
        pnl: '80',
        legs: [['close', 3, 4_000, '0', '80']],
        after: [3, 10_000, '9600', '13440', 14_000],
      },
      { account: 0, fee: '0', rate: 0, pnl: '-80', legs: [['close', 4, 4_000, '0', '-80']], after: null },
    ],
    'adl',
  ),
  deleveraged: {
    type: 'Deleveraged',
    at,
    liquidation: 2,
    account: 0,
    symbol: null,
    market: symbol,
    winner: 2,
    position: 3,
    order: 102,
    lots: 4_000,
    price: 98_000,
    mark: 97_000,
    rank: 1,
    ranked: 1,
    unrealizedPnl: 0n,
    cost: unitsOf('13440'),
    leverage: 10,
    deficit: 0n,
  },
  deficit: {
    type: 'DeficitCovered',
    at,
    liquidation: 2,
    account: 0,
    symbol: null,
    amount: unitsOf('5'),
    transfer: 10,
  },
  // Half of what 2 has left is liquidated at 98,000; 20 is all that was there of a fee of 24.5.
  liquidated: trade(6, 'sell', 5_000, 98_000, [
    { account: 0, fee: '0.98', rate: MAKER, legs: [['open', 6, 5_000, '0.98', '0']], after: [6, 5_000, '4900'] },
    {
      account: 2,
      fee: '20',
      rate: 500_000,
      pnl: '100',
      legs: [['close', 3, 5_000, '20', '100']],
      after: [3, 5_000, '4800', '13440', 14_000],
      feeTo: 'clearanceFees',
    },
  ]),
} as const satisfies Record<string, EngineEvent>;

export type Chapter = keyof typeof STORY;

/** The story with one event replaced, or left out where nothing takes its place. */
export const storyWith = (chapter: Chapter | null, instead?: EngineEvent): EngineEvent[] =>
  Object.entries(STORY).flatMap(([name, event]) => (name !== chapter ? [event] : instead ? [instead] : []));
