import { addressOf, idOf, type Params, resultOf, timeIn } from '../command.ts';
import type { Plan } from './plan.ts';

/** Reads of an account and of the market, with the filters that they take. */

/** Reads that are signed. */
export const READS = [
  'getOpenOrders',
  'getPositions',
  'getSubAccount',
  'getSubAccounts',
  'getTrades',
  'getOrderHistory',
  'getPositionHistory',
  'getTradesForPosition',
  'getFeeRate',
  'getReferral',
  'getPerformanceHistory',
  'getPortfolio',
  'getRateLimits',
  'getDelegatedSigners',
  'getDelegationsForDelegate',
  'getBalanceUpdates',
  'getFundingPayments',
  'getTransfers',
  'getWithdrawableAmounts',
  'getLotteryEpochTickets',
  'getLotteryMyWinningTickets',
] as const;

/** How often each is drawn: trades of a position need an id from another read, see `positionRead`. */
const DRAWN: Readonly<Partial<Record<string, number>>> = { getTrades: 2, getOrderHistory: 2, getTradesForPosition: 0 };
const OWN = READS.flatMap((action) => Array.from({ length: DRAWN[action] ?? 1 }, () => action));

export function ownRead(plan: Plan): void {
  const account = plan.account();
  const action = plan.pick(OWN);
  plan.signed(account, action, { ...filters(plan, action), ...(plan.percent(40) ? pages(plan) : {}) });
}

/** Trades of one position, whose id comes from a read. */
export function positionRead(plan: Plan): void {
  const account = plan.account();
  const action = plan.pick(['getPositions', 'getPositionHistory']);
  const list = plan.signed(account, action);
  plan.signed(account, 'getTradesForPosition', {
    positionId: resultOf(
      list,
      action === 'getPositions' ? 'response[0].positionId' : 'response.positions[0].positionId',
    ),
    ...(plan.percent(30) && { limit: plan.pick([1, 2, 0, 1_001]) }),
  });
}

const pages = (plan: Plan): Params => ({
  ...(plan.percent(60) && { limit: plan.pick([1, 2, 3, 5, 1_000, 1_001, 0, -1]) }),
  ...(plan.percent(40) && { offset: plan.pick([0, 1, 2, 10_000, 10_001, -1]) }),
});

function filters(plan: Plan, action: string): Params {
  const window =
    plan.percent(35) && action !== 'getPortfolio'
      ? {
          ...(plan.percent(60) && { startTime: aTime(plan) }),
          ...(plan.percent(60) && { endTime: aTime(plan) }),
        }
      : {};
  const symbol = plan.percent(30) ? { symbol: plan.pick(['BTC-USDT', 'ETH-USDT', 'NO-USDT', 'btc-usdt']) } : {};
  switch (action) {
    case 'getOrderHistory':
      return {
        ...window,
        ...symbol,
        ...(plan.percent(35) && {
          status: [plan.pick(['placed', 'partially filled', 'filled', 'cancelled', 'rejected', 'none'])],
        }),
        ...(plan.percent(20) && { side: plan.pick(['buy', 'sell']) }),
        ...(plan.percent(20) && { type: plan.pick(['LIMIT', 'MARKET', 'STOP_LOSS', 'TAKE_PROFIT']) }),
      };
    case 'getPositions':
      return {
        ...symbol,
        ...(plan.percent(40) && { status: plan.pick(['open', 'close', 'update', 'gone']) }),
        ...(plan.percent(30) && { sortBy: plan.pick(['updatedAt', 'createdAt', 'symbol']) }),
        ...(plan.percent(30) && { sortOrder: plan.pick(['asc', 'desc', 'up']) }),
        ...window,
      };
    case 'getTrades': {
      const { orders } = plan.memory;
      const byOrder = orders.length > 0 && plan.percent(25) ? { orderId: plan.pick(orders).id } : {};
      return { ...window, ...symbol, ...byOrder };
    }
    case 'getPerformanceHistory':
      return { period: plan.pick(['day', 'week', 'month', 'year', 'decade']) };
    case 'getWithdrawableAmounts':
      return { symbols: plan.pick([['USDT'], ['WETH', 'BTC'], ['NOPE'], []]) };
    case 'getBalanceUpdates':
      return {
        ...window,
        ...(plan.percent(40) && { actionFilter: plan.pick(['DEPOSIT', 'WITHDRAWAL,TRANSFER', 'NONE']) }),
      };
    case 'getLotteryMyWinningTickets':
      return { epochId: '1' };
    case 'getLotteryEpochTickets':
      return { startEpochId: '1', endEpochId: plan.pick(['1', '2', '0']) };
    case 'getTransfers':
      return { ...window, ...(plan.percent(30) && { symbol: plan.pick(['USDT', 'WETH']) }) };
    default:
      return { ...window, ...symbol };
  }
}

const aTime = (plan: Plan): string | number =>
  plan.pick([timeIn(0), timeIn(-1), timeIn(-1_000), timeIn(-60_000), timeIn(-3_600_000), timeIn(1_000), 0, -1]);

export function publicRead(plan: Plan): void {
  const { symbol } = plan.market();
  const named = plan.percent(92)
    ? { symbol }
    : plan.pick<Params>([{}, { symbol: 'NO-USDT' }, { symbol: symbol.toLowerCase() }]);
  plan.weighted<() => void>([
    [2, () => plan.public('getMarkets', plan.percent(50) ? { activeOnly: true } : {})],
    [3, () => plan.public('getMarketPrices')],
    [2, () => plan.public('getMids')],
    [
      4,
      () =>
        plan.public('getOrderbook', {
          ...named,
          ...(plan.percent(60) && { limit: plan.pick([5, 10, 20, 50, 100, 7, 0]) }),
        }),
    ],
    [
      4,
      () =>
        plan.public('getLastTrades', { ...named, ...(plan.percent(60) && { limit: plan.pick([1, 2, 100, 101, 0]) }) }),
    ],
    [3, () => plan.public('getCandles', candles(plan, named))],
    [2, () => plan.public('getFundingRate', named)],
    [2, () => plan.public('getFundingRateHistory', { ...named, startTime: timeIn(-7_200_000), endTime: timeIn(0) })],
    [2, () => plan.public('getOpenInterest', plan.percent(70) ? named : {})],
    [
      1,
      () =>
        plan.public('getSubAccountIds', {
          walletAddress: addressOf(plan.account()),
          ...(plan.percent(40) && { includeDelegations: true }),
        }),
    ],
    [1, () => plan.public('getIsWhitelisted', { walletAddress: addressOf(plan.account()) })],
    [1, () => plan.public('getExchangeStatus')],
    [1, () => plan.public('getTiers')],
    [1, () => plan.public('getCollaterals')],
    [1, () => plan.public('getAssets')],
    [1, () => plan.public('getLotteryEpoch', plan.percent(50) ? { epochId: '1' } : {})],
    [2, () => plan.add({ kind: 'raw', method: 'GET', path: plainPath(plan, symbol), contentType: '', body: null })],
  ])();
}

const candles = (plan: Plan, named: Params): Params => ({
  ...named,
  interval: plan.pick(['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '2m']),
  ...(plan.percent(80) && { startTime: timeIn(-600_000), endTime: plan.pick([timeIn(0), timeIn(-60_000)]) }),
  ...(plan.percent(30) && { limit: plan.pick([1, 3, 0]) }),
});

const plainPath = (plan: Plan, symbol: string): string =>
  plan.pick([
    '/info/contracts',
    '/info/contract_specs',
    `/info/orderbook?ticker_id=${symbol.replace('-USDT', '_USDT')}`,
    `/info/orderbook?ticker_id=${symbol}-PERP`,
    '/exchange/status',
    '/nothing',
  ]);

const HISTORIES = ['getTrades', 'getOrderHistory', 'getPositionHistory', 'getBalanceUpdates', 'getTransfers'] as const;

/** Something is recorded, and histories are read in windows that begin or end exactly at its time. */
export function boundedRead(plan: Plan): void {
  const account = plan.account();
  const [first] = plan.memory.markets;
  const symbol = first?.symbol ?? 'BTC-USDT';
  const market = (side: string): Params => ({
    orders: [{ symbol, side, orderType: 'market', quantity: '0.01' }],
    grouping: 'na',
  });
  const side = plan.pick(['buy', 'sell']);
  if (plan.canSteer && plan.percent(70)) plan.advance(plan.pick([1_000, 7_000]));
  plan.signed(account, 'placeOrders', market(side));
  const own = plan.memory.subAccounts.filter(({ owner }) => owner === account).at(-1);
  const id = plan.percent(60)
    ? plan.signed(account, 'placeOrders', market(side === 'buy' ? 'sell' : 'buy'))
    : plan.signed(account, 'transferCollateral', {
        destinationSubAccountId: own?.ref ?? idOf(plan.other(account)),
        symbol: 'USDT',
        amount: '3',
      });
  if (plan.canSteer && plan.percent(60)) plan.advance(plan.pick([1, 2_000]));
  const at = resultOf(id, 'timestamp');
  for (const action of HISTORIES) {
    if (plan.percent(45)) continue;
    plan.signed(
      account,
      action,
      plan.pick<Params>([{ endTime: at }, { startTime: at }, { startTime: at, endTime: at }]),
    );
  }
}

/** The subaccount ids of somebody else in reads. */
export const foreignRead = (plan: Plan): void => {
  const reader = plan.account();
  plan.signed(
    reader,
    plan.pick(['getOpenOrders', 'getPositions', 'getSubAccount', 'getTrades']),
    {},
    { on: plan.pick(['0', '5', idOf(plan.other(reader)), 'x']) },
  );
};
