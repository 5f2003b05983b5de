import { maxLeverageOf } from '../../kernel/terms.ts';
import { formatScaled } from '../../kernel/decimal.ts';
import type { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { UNIT } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { OrderType, Side } from '../orders/order-terms.ts';
import { premiumLimit } from '../prices.ts';
import { leverageOf, summaryOf } from '../risk/margin.ts';
import type { Account, Market, State } from '../state.ts';

/** How a run goes to people's money: chances of each kind of command in a thousand, and how far prices go. */
export interface Temper {
  /** Orders as large as the account can carry, and the leverage to carry more. */
  readonly leveraged: number;
  /** Orders of the wealthy first account that others can trade with. */
  readonly quotes: number;
  readonly indexMoves: number;
  /** The largest fall and rise of one move, in basis points. */
  readonly fall: number;
  readonly rise: number;
  readonly markMoves: number;
  readonly pegMoves: number;
  readonly feeds: number;
  /** Deposits for accounts that have lost their funds. */
  readonly refills: number;
  readonly exchanges: number;
}

/** Returns the next risk command of a run, or null when the next command is an ordinary one. */
export function randomRisk(draw: RandomInputs, state: State, temper: Temper): Command | null {
  let dice = draw.between(0, 999);
  const within = (share: number): boolean => (dice -= share) < 0;
  const markets = [...state.markets.values()];
  const market = markets[draw.between(0, markets.length - 1)];
  if (!market) throw new Error('a world has markets');
  const { symbol } = market.spec;
  if (within(temper.leveraged)) return leveraged(draw, state, market);
  if (within(temper.quotes)) return quote(draw, market);
  if (within(temper.indexMoves)) return { type: 'SetIndexPrice', symbol, price: movedIndex(draw, market, temper) };
  if (within(temper.markMoves)) return { type: 'SetMarkPrice', symbol, price: movedMark(draw, market) };
  if (within(temper.pegMoves)) return { type: 'SetPeg', asset: 'WETH', peg: pegOf(draw) };
  if (within(temper.feeds)) return { type: 'SetFeed', symbol, frozen: draw.chance(500_000) };
  if (within(temper.refills)) return refill(draw, state);
  if (within(temper.exchanges)) return exchange(draw, state);
  return null;
}

const anAccount = (draw: RandomInputs, state: State): Account => {
  const account = state.accounts.get(draw.between(0, state.counters.account - 1));
  if (!account) throw new Error('accounts are counted');
  return account;
};

const TYPES: readonly OrderType[] = ['limitGtc', 'limitGtc', 'market', 'market', 'limitIoc'];

/** Nearly all that the account has, at its leverage or the highest; now and then isolated, or sold again. */
function leveraged(draw: RandomInputs, state: State, market: Market): Command {
  const account = anAccount(draw, state);
  const { spec } = market;
  const dice = draw.between(0, 99);
  if (dice < 8) {
    const leverage = draw.between(Math.ceil(maxLeverageOf(spec) / 4), maxLeverageOf(spec));
    return { type: 'SetLeverage', account: account.no, symbol: spec.symbol, leverage };
  }
  const held = account.positions.get(spec.symbol)?.lots ?? 0;
  const side: Side = held !== 0 && draw.chance(700_000) ? (held > 0 ? 'buy' : 'sell') : aSide(draw);
  const orderType = TYPES[draw.between(0, TYPES.length - 1)] ?? 'market';
  const order = {
    account: account.no,
    symbol: spec.symbol,
    side,
    orderType: dice < 20 && orderType === 'market' ? 'limitIoc' : orderType,
    price: '',
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: '',
  } as const;
  const price = order.orderType === 'market' ? '' : priceAt(draw, market, side === 'buy' ? 40 : -40);
  if (dice < 20) {
    const leverage = draw.between(20, maxLeverageOf(spec));
    const margin = (summaryOf(state, account).withdrawable * BigInt(draw.between(5, 60))) / 100n;
    const quantity = sizeFor(market, (margin * BigInt(leverage * draw.between(60, 95))) / 100n);
    return { type: 'PlaceIsolatedOrder', ...order, price, quantity, leverage, margin };
  }
  const { availableMargin } = summaryOf(state, account);
  const leverage = leverageOf(market, account);
  const quantity = sizeFor(market, (availableMargin * BigInt(leverage * draw.between(20, 97))) / 100n);
  return { type: 'PlaceOrder', ...order, price, quantity };
}

const aSide = (draw: RandomInputs): Side => (draw.chance(500_000) ? 'buy' : 'sell');

/** A size of about this notional; the smallest one where it would be less. */
function sizeFor({ spec, mark }: Market, notional: bigint): string {
  const lots = Number(notional / (BigInt(mark) * spec.notionalPerTickLot));
  return formatScaled(BigInt(Math.max(spec.minLots, Math.min(lots, spec.maxMarketLots))) * BigInt(spec.lotUnits), 8);
}

/** A price up to this number of basis points off the mark: above it when positive. */
function priceAt(draw: RandomInputs, market: Market, reach: number): string {
  const off = Math.sign(reach) * draw.between(0, Math.abs(reach));
  const ticks = Math.max(1, market.mark + Math.round((market.mark * off) / 10_000));
  return formatScaled(BigInt(ticks) * BigInt(market.spec.tickUnits), 8);
}

function quote(draw: RandomInputs, market: Market): Command {
  const side = aSide(draw);
  return {
    type: 'PlaceOrder',
    account: 0,
    symbol: market.spec.symbol,
    side,
    orderType: 'limitGtc',
    price: priceAt(draw, market, side === 'buy' ? -300 : 300),
    quantity: sizeFor(market, BigInt(draw.between(100, 100_000)) * BigInt(UNIT)),
    reduceOnly: false,
    postOnly: false,
    clientId: '',
    expiresAt: null,
    source: '',
  };
}

/** One move; what has strayed far from where it began comes back. */
function movedIndex(draw: RandomInputs, { index, spec }: Market, { fall, rise }: Temper): number {
  const away = index / spec.initialIndex;
  const move = away < 0.5 ? draw.between(0, rise) : away > 2 ? -draw.between(0, fall) : draw.between(-fall, rise);
  return Math.max(spec.tickUnits, Math.round(index * (1 + move / 10_000)));
}

/** Mostly as far as a premium goes, now and then beyond. */
function movedMark(draw: RandomInputs, { index, spec }: Market): number {
  const premium = Math.round((premiumLimit(index) * draw.between(-105, 105)) / 100);
  return Math.max(1, Math.floor((index + premium) / spec.tickUnits));
}

const pegOf = (draw: RandomInputs): number => (draw.chance(300_000) ? UNIT : draw.between(UNIT * 0.4, UNIT));

/** Deposits to the poorest of a few accounts. */
function refill(draw: RandomInputs, state: State): Command {
  const some = [anAccount(draw, state), anAccount(draw, state), anAccount(draw, state)];
  const worth = (account: Account): bigint => summaryOf(state, account).accountValue;
  const poorest = some.reduce((least, account) => (worth(account) < worth(least) ? account : least));
  const weth = state.config.collaterals.length > 1 && draw.chance(300_000);
  const amount = BigInt(weth ? draw.between(1, 100) : draw.between(500, 10_000)) * BigInt(weth ? UNIT / 20 : UNIT);
  return { type: 'Deposit', account: poorest.no, asset: weth ? 'WETH' : 'USDT', amount };
}

function exchange(draw: RandomInputs, state: State): Command {
  const account = anAccount(draw, state);
  const held = account.balances.get('WETH') ?? 0n;
  const amount = (held * BigInt(draw.between(1, 30))) / 100n;
  return { type: 'ExchangeCollateral', account: account.no, source: 'WETH', want: { kind: 'give', amount } };
}
