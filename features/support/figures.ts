import { valueAt } from '../../src/suite/paths.ts';
import { CONDITIONS, type Condition, type FigureCell } from '../../src/suite/coverage/figures.ts';
import { STEPS } from '../../src/suite/steps/library.ts';
import type { ExchangeWorld } from './world.ts';

/**
 * Notes which figures a `@figures` scenario has compared with a literal, and what was true of the record and of the exchange at that
 * moment. Both are read from the exchange, so that a title or a tag cannot claim what was not compared.
 */

type Row = Readonly<Record<string, unknown>>;

/** Records by the action, or the event of a stream, and the path below the response. */
const RECORDS: Readonly<Record<string, string>> = {
  'getPositions ': 'position',
  'getSubAccount positions': 'account position',
  'getSubAccount crossMarginSummary': 'margin',
  'getSubAccount collaterals': 'collateral',
  'getTrades trades': 'trade',
  'getOrderHistory ': 'order',
  'getOrderHistory legs': 'leg',
  'getFeeRate ': 'fee rate',
  'getFundingPayments fundingHistory': 'funding payment',
  'getFundingPayments summary': 'funding summary',
  'getPositionHistory positions': 'closed position',
  '/info/contracts ': 'contract',
  'trade ': 'stream trade',
  'funding ': 'stream funding',
  'marginUpdate crossMarginSummary': 'stream margin',
  'marginUpdate collaterals': 'stream collateral',
  'marginUpdate positions': 'stream position',
  'getDelegationsForDelegate delegatedAccounts': 'delegated account',
  'getPortfolio assets': 'portfolio',
  'getPerformanceHistory performanceHistory.history': 'performance',
  'getWithdrawableAmounts items': 'withdrawable amount',
  'getWithdrawableAmounts ': 'withdrawable total',
  'getOpenOrders twapDetails': 'twap',
  'placeOrders statuses.filled': 'placed order',
  'placeIsolatedOrder statuses.filled': 'placed order',
  'modifyOrder ': 'modified order',
  'getBalanceUpdates balanceUpdates': 'balance update',
  'getTransfers transfers': 'transfer',
  'voluntaryCollateralExchange ': 'exchange',
};

/** A comparison that has held: the record as it came, one of its fields, and the literal. */
export interface Compared {
  /** The response, the `data` of a frame, or a part of it. */
  readonly whole: unknown;
  /** From there to the field: `positions[0].upnl`. */
  readonly path: string;
  readonly cell: string;
}

/** Cells that comparisons have filled in this process and that no scenario has attached yet. */
const NEWS = new Set<FigureCell>();

/** Takes the cells that were filled since the last call. */
export function takeFigures(): readonly FigureCell[] {
  const news = [...NEWS];
  NEWS.clear();
  return news;
}

/** What the records do not say themselves. */
interface Circumstances {
  /** Position records of the subaccount that was asked about. */
  readonly positions: readonly Row[];
  readonly trades: readonly Row[];
  /** Markets whose mark is another price than their index. */
  readonly apart: ReadonlySet<unknown>;
  /** Markets that the scenario has isolated. */
  readonly isolated: ReadonlySet<unknown>;
}

/**
 * Notes comparisons of one response or frame.
 *
 * @param source the action or path that was asked, or the event of the frame
 * @param subAccountId whose records they are; undefined for public ones
 */
export async function noteFigures(
  world: ExchangeWorld,
  source: string,
  subAccountId: string | undefined,
  compared: readonly Compared[],
): Promise<void> {
  if (!world.traits.tags.includes('@figures')) return;
  const circumstances = await circumstancesOf(world, subAccountId);
  for (const { whole, path, cell } of compared) {
    if (!/^-?\d+(\.\d+)?$/.test(cell)) continue;
    const cut = path.lastIndexOf('.');
    const [holder, field] = cut < 0 ? ['', path] : [path.slice(0, cut), path.slice(cut + 1)];
    const row = holder === '' ? whole : valueAt(whole, holder);
    const record = RECORDS[`${source} ${holder.replace(/\[\d+\]/g, '').replace(/^\./, '')}`];
    const named = /^\[\d+\]$/.test(field) || record === undefined ? undefined : record;
    if (named === undefined || typeof row !== 'object' || row === null) continue;
    for (const condition of CONDITIONS) {
      if (HOLDS[condition](row as Row, cell, circumstances)) NEWS.add(`${named}.${field}: ${condition}`);
    }
  }
}

async function circumstancesOf(world: ExchangeWorld, subAccountId: string | undefined): Promise<Circumstances> {
  const prices = valueAt((await world.client.info('getMarketPrices', {})).body, 'response') as Readonly<
    Record<string, Row>
  >;
  const apart = Object.values(prices).filter(({ markPrice, indexPrice }) => Number(markPrice) !== Number(indexPrice));
  const wallet = [...world.principals.values()].find((one) => one.subAccountId === subAccountId);
  const rows = async (action: string, path: string): Promise<readonly Row[]> =>
    wallet ? (valueAt((await world.client.trade(wallet, action, {})).body, path) as readonly Row[]) : [];
  const isolates = STEPS.readAll(world.traits).values.includes('placeIsolatedOrder');
  const symbols = world.traits.cells.flatMap((cell) =>
    [...cell.matchAll(/"symbol":"([A-Z]+-[A-Z]+)"/g)].map(([, one]) => one),
  );
  return {
    positions: await rows('getPositions', 'response'),
    trades: await rows('getTrades', 'response.trades'),
    apart: new Set(apart.map(({ symbol }) => symbol)),
    isolated: new Set(isolates ? symbols : []),
  };
}

/** Fields of records that name no market: their figures depend on the positions of the account, of which these scenarios open one. */
const OF_ACCOUNT = [
  'accountValue',
  'collateralValue',
  'totalFundingPaid',
  'leg_type',
  'unrealizedPnL',
  'withdrawableAmount',
  'totalWithdrawableUsdt',
  'totalFees',
  'totalSize',
  'cumQty',
] as const;
const isOfAccount = (row: Row): boolean => OF_ACCOUNT.some((field) => field in row);

/** The markets whose index prices an asset. */
const PRICED_BY: Readonly<Record<string, string>> = { WETH: 'ETH-USDT', BTC: 'BTC-USDT' };

const symbolOf = (row: Row, { positions }: Circumstances): unknown => {
  if (typeof row.symbol === 'string' && row.symbol.includes('-')) return row.symbol;
  if (isOfAccount(row)) return positions[0]?.symbol;
  return row.ticker_id ?? PRICED_BY[String(row.sourceAsset ?? row.collateral ?? row.symbol)];
};

/** An order, or an account, has the side of the one position that these scenarios open. */
function sideOf(row: Row, { positions }: Circumstances): unknown {
  if (row.side === 'long' || row.side === 'short') return row.side;
  if (typeof row.direction === 'string') return row.direction.split(' ')[1];
  if (typeof row.positionSize === 'string') return row.positionSize.startsWith('-') ? 'short' : 'long';
  return row.filledPrice === undefined && !isOfAccount(row) ? undefined : positions[0]?.side;
}

/** The roles in which an order, or the order of a trade, has been filled. */
const rolesOf = (row: Row, { trades }: Circumstances): readonly unknown[] =>
  row.orderId === undefined ? [] : trades.filter(({ orderId }) => orderId === row.orderId).map(({ maker }) => maker);

/** An order has no role of its own: it has that of its fills where they share one. */
const isAlways = (maker: boolean, roles: readonly unknown[], row: Row): boolean =>
  row.maker === undefined && roles.length > 0 && roles.every((role) => role === maker);

type Holds = (row: Row, cell: string, circumstances: Circumstances) => boolean;

const HOLDS: Readonly<Record<Condition, Holds>> = {
  'mark apart': (row, _cell, at) => at.apart.has(symbolOf(row, at)),
  long: (row, _cell, at) => sideOf(row, at) === 'long',
  short: (row, _cell, at) => sideOf(row, at) === 'short',
  maker: (row, _cell, at) => row.maker === true || isAlways(true, rolesOf(row, at), row),
  taker: (row, _cell, at) => row.maker === false || isAlways(false, rolesOf(row, at), row),
  'taker then maker': (row, _cell, at) =>
    row.maker !== false && [true, false].every((role) => rolesOf(row, at).includes(role)),
  // All decimals that the field can carry, the last of them not zero: an amount has eight, an average price up to six, a value two.
  rounded: (_row, cell) => /\.(\d{2}|\d{6}|\d{8})$/.test(cell) && !cell.endsWith('0'),
  // Who has not traded has no position in either mode.
  cross: (row, _cell, at) =>
    at.trades.length > 0 && symbolOf(row, at) !== undefined && !at.isolated.has(symbolOf(row, at)),
  isolated: (row, _cell, at) => at.isolated.has(symbolOf(row, at)),
  negative: (_row, cell) => cell.startsWith('-'),
  positive: (_row, cell) => /[1-9]/.test(cell) && !cell.startsWith('-'),
};
