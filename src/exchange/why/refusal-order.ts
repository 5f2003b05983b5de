import { FewMap } from '../../kernel/tables.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import { maxLeverageOf } from '../../kernel/terms.ts';
import type { Units } from '../../kernel/units.ts';
import { crosses, limitOf, type Probe, probe } from '../../engine/book/matching.ts';
import type { Command, PlaceIsolatedOrder } from '../../engine/command.ts';
import { withLeverage, withMargin } from '../../engine/risk/isolated.ts';
import { remainingOf } from '../../engine/orders/order.ts';
import { oppositeOf, signOf } from '../../engine/orders/order-terms.ts';
import {
  haircutTierOf,
  marketInitialMargin,
  marketOf,
  settlementAsset,
  summaryOf,
  unrealizedPnlIn,
  valueOfQuantity,
} from '../../engine/risk/margin.ts';
import { feeRateOf, tierOfAccount } from '../../engine/fees/fee-rates.ts';
import type { Account, Market, State } from '../../engine/state.ts';
import {
  type AddedLots,
  adjustedValueSteps,
  collateralsOf,
  crossSymbols,
  initialStep,
  markInput,
  summarySteps,
} from './account-steps.ts';
import { addedLotsOf, type AskedOrder, lotsOf, ticksOf, workingLotsOf } from './asked-order.ts';
import { isolatedEquitySteps } from './explain-margin.ts';
import { type Chain, priceText, ratioText, sizeText, sumOf } from './explanation.ts';
import { type Explainer, forOrder, type OrderCase, type RefusalCase } from './refusal-case.ts';

/** Why an order was not taken, apart from margin: its own terms, and what it would have met. */

const quantityInput = ({ chain, market, asked }: OrderCase): void =>
  chain.input('quantity', asked.quantity, market.spec.baseAsset, 'the order');

const priceInput = ({ chain, market, asked }: OrderCase): void =>
  chain.input('price', asked.price, market.spec.quoteAsset, 'the order');

/** Price or trigger off the grid or under the least price of the market. */
function offPriceGrid(of: OrderCase, name: 'price' | 'triggerPrice', text: string): void {
  const { chain, market } = of;
  const { spec } = market;
  chain.input(name, text, spec.quoteAsset, 'the order');
  chain.input('tick', priceText(spec, 1), spec.quoteAsset, `price increment of ${spec.symbol}`);
  chain.input('minPrice', priceText(spec, spec.minPriceTicks), spec.quoteAsset, `least price of ${spec.symbol}`);
  chain.step('onGrid', `roundDown(${name} / tick) * tick = ${name}`, 'ORDER-GRID');
  chain.step('refused', `onGrid = 'no' or ${name} < minPrice`, 'ORDER-GRID');
}

function offQuantityGrid(of: OrderCase): void {
  const { chain, market, asked } = of;
  const { spec } = market;
  quantityInput(of);
  chain.input('lot', sizeText(spec, 1), spec.baseAsset, `size increment of ${spec.symbol}`);
  chain.input('maxQuantity', sizeText(spec, asked.maxLots), spec.baseAsset, 'most that an order of this kind may have');
  chain.step('onGrid', 'roundDown(quantity / lot) * lot = quantity', 'ORDER-GRID');
  chain.step('refused', `onGrid = 'no' or quantity <= 0 or quantity > maxQuantity`, 'ORDER-GRID');
}

/** Explains a price or a quantity that is off the grid of its market. */
export const invalidValue: Explainer = (of) =>
  forOrder((order) => {
    if (of.refusal.message === 'invalid price') offPriceGrid(order, 'price', order.asked.price);
    else offQuantityGrid(order);
  })(of);

export const invalidTrigger = forOrder((of) => {
  const { chain, asked } = of;
  const text = asked.triggerPrice ?? '';
  if (text !== '') {
    offPriceGrid(of, 'triggerPrice', text);
    return;
  }
  chain.input('triggerPrice', 'none', '', 'the order');
  chain.step('refused', `triggerPrice = 'none'`, 'ORDER-TRIGGER');
});

/** Under the least size, or under the least notional at the mark. */
export const tooSmall = forOrder((of) => {
  const { chain, account, market, asked } = of;
  const { spec } = market;
  quantityInput(of);
  if (lotsOf(spec, asked) < spec.minLots) {
    chain.input('minQuantity', sizeText(spec, spec.minLots), spec.baseAsset, `least size of ${spec.symbol}`);
    if (!asked.reduceOnly) {
      chain.step('refused', 'quantity < minQuantity', 'ORDER-MINIMUM');
      return;
    }
    const filled = asked.changes?.filled ?? 0;
    chain.input('size', sizeText(spec, account.positions.get(asked.symbol)?.lots ?? 0), spec.baseAsset, 'position');
    chain.input('filled', sizeText(spec, filled), spec.baseAsset, asked.changes ? 'of the order' : 'a new order');
    chain.step('closable', asked.side === 'sell' ? 'max(0, size)' : 'max(0, -size)', 'ORDER-REDUCE-ONLY');
    chain.step('whole', 'filled + closable', 'ORDER-MINIMUM');
    chain.step('refused', 'quantity < minQuantity and quantity != whole', 'ORDER-MINIMUM');
    return;
  }
  markInput(chain, market);
  chain.input('minNotional', formatUnits(spec.minNotional), spec.quoteAsset, `least notional of ${spec.symbol}`);
  chain.step('notional', `quantity * mark[${spec.symbol}]`, 'ORDER-MINIMUM');
  chain.step('refused', 'notional < minNotional', 'ORDER-MINIMUM');
});

/** Beyond the band around the mark, or around the trigger that the order waits for. */
export const outOfBounds = forOrder((of) => {
  const { chain, market, asked } = of;
  const { spec } = market;
  priceInput(of);
  const around = asked.triggerPrice === null ? `mark[${spec.symbol}]` : 'triggerPrice';
  if (asked.triggerPrice === null) markInput(chain, market);
  else chain.input('triggerPrice', asked.triggerPrice, spec.quoteAsset, 'the order');
  bandStep(of, around, 'limit');
  chain.step('refused', asked.side === 'buy' ? 'price > bound' : 'price < bound', 'ORDER-BAND');
});

/** The worst price of a side around a price: up to the cap for a buy, down to the floor for a sell. */
function bandStep(
  { chain, market, asked }: Pick<OrderCase, 'chain' | 'market' | 'asked'>,
  around: string,
  kind: 'limit' | 'market',
): void {
  const { spec } = market;
  const rule = kind === 'limit' ? 'ORDER-BAND' : 'ORDER-MARKET-BAND';
  chain.input('tick', priceText(spec, 1), spec.quoteAsset, `price increment of ${spec.symbol}`);
  const from = `${kind} orders of ${spec.symbol}`;
  if (asked.side === 'buy') {
    chain.input('cap', ratioText(kind === 'limit' ? spec.limitCap : spec.marketCap), 'ratio', from);
    chain.step('bound', `roundUp(${around} * (1 + cap) / tick) * tick`, rule);
  } else {
    chain.input('floor', ratioText(kind === 'limit' ? spec.limitFloor : spec.marketFloor), 'ratio', from);
    chain.step('bound', `roundDown(${around} * (1 - floor) / tick) * tick`, rule);
  }
}

/** A live order has the client id, or two of the linked orders share one. */
export const takenClientId = forOrder(({ chain, account, asked, command }) => {
  const named = command.type === 'PlaceGroup' ? [...(command.main ? [command.main] : []), ...command.pairs.flat()] : [];
  const taken = (id: string): boolean => id !== '' && account.clientIds.has(id);
  const clientId = named.find((order) => taken(order.clientId))?.clientId ?? asked.clientId;
  const holder = account.clientIds.get(clientId);
  const repeated = named
    .map((order) => order.clientId)
    .filter((id, index, all) => id !== '' && all.indexOf(id) < index);
  chain.input('clientOrderId', repeated[0] ?? clientId, '', 'the order');
  if (holder === undefined) {
    chain.input('sharing', String(repeated.length + 1), 'orders', 'linked orders that carry it');
    chain.step('refused', 'sharing > 1', 'ORDER-CLIENT-ID');
    return;
  }
  chain.input('holder', venueIdOf(holder), '', 'live order with that client id');
  chain.step('refused', `holder != 'none'`, 'ORDER-CLIENT-ID');
});

export const tooManyOrders = forOrder(({ state, chain, account, market, command, refusal }) => {
  const tier = tierOfAccount(state, account);
  const inMarket = refusal.code === 'MAX_ORDERS_PER_MARKET';
  const live = inMarket ? (account.open.get(market.spec.symbol)?.orders.size ?? 0) : account.liveOrders;
  const limit = inMarket ? tier.maxOrdersPerMarket : tier.maxTotalOrders;
  const where = inMarket ? `in ${market.spec.symbol}` : 'in all markets';
  chain.input('liveOrders', String(live), 'orders', `of the subaccount ${where}`);
  chain.input('added', String(staying(command)), 'orders', 'that would stay, if none filled');
  chain.input('most', String(limit), 'orders', `tier ${tier.tierId}, ${where}`);
  chain.step('after', 'liveOrders + added', 'ORDER-LIMITS');
  chain.step('refused', 'after > most', 'ORDER-LIMITS');
});

/** Orders of a placement that may rest or wait. */
function staying(command: Command): number {
  if (command.type !== 'PlaceGroup') return 1;
  const { main, pairs } = command;
  const rests = main !== null && main.orderType !== 'market' && main.orderType !== 'limitIoc';
  return pairs.flat().length + (rests ? 1 : 0);
}

export const reduceOnly = forOrder((of) => {
  const { chain, account, market, asked, refusal } = of;
  const { spec } = market;
  const { symbol, side } = asked;
  const position = account.positions.get(symbol);
  const added = addedLotsOf(spec, asked);
  chain.input(`size[${symbol}]`, sizeText(spec, position?.lots ?? 0), spec.baseAsset, 'position, short is negative');
  if (refusal.code === 'REDUCE_ONLY_NO_POSITION') {
    chain.step('refused', `size[${symbol}] = 0`, 'ORDER-REDUCE-ONLY');
    return;
  }
  const closable = side === 'sell' ? `max(0, size[${symbol}])` : `max(0, -size[${symbol}])`;
  chain.step('closable', closable, 'ORDER-REDUCE-ONLY');
  if (refusal.code === 'REDUCE_ONLY_SAME_SIDE') {
    chain.step('refused', 'closable = 0', 'ORDER-REDUCE-ONLY');
    return;
  }
  const resting = account.open.get(symbol)?.reduceLots ?? 0;
  chain.input('reducing', sizeText(spec, resting), spec.baseAsset, 'reduce-only orders on the book, unfilled');
  chain.input('added', sizeText(spec, added), spec.baseAsset, asked.changes ? 'what the change adds' : 'the order');
  chain.step('refused', 'reducing + added > closable', 'ORDER-REDUCE-ONLY');
});

/** Conditional orders stand on the closing side of whatever position there is. */
export const wrongSide = forOrder(({ chain, account, market, asked }) => {
  const { spec } = market;
  const lots = account.positions.get(asked.symbol)?.lots ?? 0;
  const side = signOf(asked.side) * lots > 0 ? asked.side : oppositeOf(asked.side);
  chain.input(`size[${asked.symbol}]`, sizeText(spec, lots), spec.baseAsset, 'position, short is negative');
  chain.input('side', side, '', 'the order');
  chain.step('opens', `size[${asked.symbol}] ${side === 'buy' ? '>' : '<'} 0`, 'ORDER-CLOSING-SIDE');
  chain.step('refused', `opens = 'yes'`, 'ORDER-CLOSING-SIDE');
});

export const overOpenInterest = forOrder((of) => {
  const { chain, account, market, asked } = of;
  const { spec } = market;
  const { symbol } = asked;
  const left = workingLotsOf(spec, asked);
  markInput(chain, market);
  chain.input(`size[${symbol}]`, sizeText(spec, account.positions.get(symbol)?.lots ?? 0), spec.baseAsset, 'position');
  chain.input('quantity', sizeText(spec, signOf(asked.side) * left), spec.baseAsset, 'the order, a sell is negative');
  chain.input('openInterest', sizeText(spec, market.openInterest), spec.baseAsset, `one side of ${symbol}`);
  chain.input('cap', formatUnits(spec.openInterestCap), spec.quoteAsset, `cap of ${symbol}`);
  chain.step('growth', `abs(size[${symbol}] + quantity) - abs(size[${symbol}])`, 'ORDER-OI-CAP');
  chain.step('after', `(openInterest + growth) * mark[${symbol}]`, 'ORDER-OI-CAP');
  chain.step('refused', 'after > cap', 'ORDER-OI-CAP');
});

export const wouldTradeAtOnce = forOrder((of) => {
  const { chain, market, asked } = of;
  const { spec, book } = market;
  priceInput(of);
  const best = asked.side === 'buy' ? 'bestAsk' : 'bestBid';
  chain.input(best, priceText(spec, book.best(oppositeOf(asked.side))), spec.quoteAsset, 'the book');
  chain.step('refused', `price ${asked.side === 'buy' ? '>=' : '<='} ${best}`, 'ORDER-POST-ONLY');
});

/** Its own order stands within its reach, with less in front of it than the order would take. */
export const selfTrade = forOrder((of) => {
  const { chain, market, account, asked } = of;
  const { spec, book } = market;
  const left = workingLotsOf(spec, asked);
  const limit = limitOf(market, {
    side: asked.side,
    kind: asked.isMarket ? 'market' : 'limit',
    price: ticksOf(spec, asked),
  });
  let ahead = 0;
  let own = book.front(oppositeOf(asked.side));
  while (own && own.account !== account.no && crosses(asked.side, limit, own.price)) {
    ahead += remainingOf(own);
    own = book.behind(own);
  }
  if (asked.isMarket) {
    markInput(chain, market);
    bandStep(of, `mark[${asked.symbol}]`, 'market');
  } else {
    priceInput(of);
  }
  const reach = asked.isMarket ? 'bound' : 'price';
  chain.input('ownOrder', own ? venueIdOf(own.no) : 'none', '', 'first order of the same subaccount on the other side');
  chain.input('ownPrice', priceText(spec, own?.price ?? 0), spec.quoteAsset, 'that order');
  chain.input('ahead', sizeText(spec, ahead), spec.baseAsset, 'offered before it');
  chain.input('quantity', sizeText(spec, left), spec.baseAsset, 'the order');
  const within = `${reach} ${asked.side === 'buy' ? '>=' : '<='} ownPrice`;
  chain.step('refused', `${within} and ahead < quantity`, 'ORDER-SELF-TRADE');
});

export const noLiquidity = forOrder((of) => {
  const { chain, market, asked } = of;
  const { spec, book } = market;
  const best = asked.side === 'buy' ? 'bestAsk' : 'bestBid';
  const ticks = book.best(oppositeOf(asked.side));
  chain.input(best, priceText(spec, ticks), spec.quoteAsset, ticks === 0 ? 'nothing is offered' : 'the book');
  markInput(chain, market);
  bandStep(of, `mark[${spec.symbol}]`, 'market');
  chain.step('refused', `${best} = 0 or ${best} ${asked.side === 'buy' ? '>' : '<'} bound`, 'ORDER-LIQUIDITY');
});

export const belowFilled = forOrder((of) => {
  const { chain, market, asked } = of;
  quantityInput(of);
  chain.input(
    'filled',
    sizeText(market.spec, asked.changes?.filled ?? 0),
    market.spec.baseAsset,
    'of the order so far',
  );
  chain.step('refused', 'quantity <= filled', 'ORDER-FILLED');
});

/** Explains why margin was short: what was required against what was there, split up. */

export const insufficientMargin: Explainer = (of) => {
  const { command, state, account, market, asked, chain } = of;
  if (command.type === 'TransferCollateral') return partStep(chain, state, command.from, command.asset, command.amount);
  if (!account || !market) return false;
  if (command.type === 'PlaceIsolatedOrder') return isolatedOrder(of, account, market, command);
  if (command.type === 'MoveIsolatedMargin') {
    if (command.amount > 0n) unaffordable(chain, state, account, command.amount);
    else uncovered(chain, state, market, withMargin(account, command.symbol, heldBy(account, market) + command.amount));
    return true;
  }
  if (command.type === 'SetLeverage') {
    uncovered(chain, state, market, withLeverage(account, command.symbol, command.leverage));
    return true;
  }
  if (!asked) return false;
  overMargin(chain, state, market, account, asked);
  return true;
};

const heldBy = (account: Account, market: Market): Units => account.isolated.get(market.spec.symbol)?.margin ?? 0n;

/** The first of the three things that an isolated order needs: margin to give, cover for what is there, and for itself. */
function isolatedOrder(of: RefusalCase, account: Account, market: Market, command: PlaceIsolatedOrder): boolean {
  const { chain, state, asked } = of;
  const { symbol, leverage, margin } = command;
  const after = withMargin(withLeverage(account, symbol, leverage), symbol, heldBy(account, market) + margin);
  const pnl = unrealizedPnlIn(market, account);
  const covered = heldBy(after, market) + (pnl < 0n ? pnl : 0n);
  if (margin > summaryOf(state, account).withdrawable) unaffordable(chain, state, account, margin);
  else if (covered < 0n || marketInitialMargin(market, after) > covered) uncovered(chain, state, market, after);
  else if (asked) overMargin(chain, state, market, after, asked);
  return true;
}

/** Margin for an isolated market comes out of what could be withdrawn. */
function unaffordable(chain: Chain, state: State, account: Account, amount: Units): void {
  summarySteps(chain, state, account);
  chain.input('margin', formatUnits(amount), settlementAsset(state), 'the request');
  chain.step('refused', 'margin > withdrawable', 'MARGIN-ISOLATED');
}

/** What stands in a market against what covers it, on the account as it would be. */
function uncovered(chain: Chain, state: State, market: Market, after: Account): void {
  const { symbol } = market.spec;
  if (after.isolated.has(symbol)) {
    isolatedEquitySteps(chain, state, after, { symbol });
    const pnl = after.positions.has(symbol) ? `pnl[${symbol}]` : '0';
    chain.step('covered', `isolatedMargin[${symbol}] + min(0, ${pnl})`, 'MARGIN-COVERED');
    initialStep(chain, market, after);
    chain.step('refused', `covered < 0 or initial[${symbol}] > covered`, 'MARGIN-COVERED');
    return;
  }
  adjustedValueSteps(chain, state, after);
  const { all } = crossSymbols(after);
  for (const other of all) initialStep(chain, marketOf(state, other), after);
  chain.step('required', sumOf(all.map((other) => `initial[${other}]`)), 'MARGIN-TOTALS');
  chain.step('refused', 'required > adjustedAccountValue', 'MARGIN-COVERED');
}

/** An order at its worst: all of its side filled, the loss against the mark taken, the taker fee paid. */
function overMargin(chain: Chain, state: State, market: Market, account: Account, asked: AskedOrder): void {
  const { symbol } = market.spec;
  const terms = exposureOf(market, account, asked);
  const isolated = account.isolated.has(symbol);
  if (isolated) isolatedEquitySteps(chain, state, account, { symbol });
  else adjustedValueSteps(chain, state, account);
  const others = isolated ? [] : crossSymbols(account).all.filter((other) => other !== symbol);
  for (const other of others) initialStep(chain, marketOf(state, other), account);
  initialStep(chain, market, account, terms.added);
  lossSteps(chain, state, market, account, asked, terms);
  const initials = [...others, symbol].map((other) => `initial[${other}]`);
  chain.step('required', sumOf([...initials, 'fillLoss', 'restLoss', 'fee']), 'ORDER-WORST-CASE');
  chain.step('available', isolated ? 'equity' : 'adjustedAccountValue', 'ORDER-WORST-CASE');
  chain.step('refused', 'required > available', 'ORDER-WORST-CASE');
}

interface Terms {
  readonly added: AddedLots;
  readonly met: Probe;
  readonly restingLots: number;
}

function exposureOf(market: Market, account: Account, asked: AskedOrder): Terms {
  const { spec } = market;
  const { side, changes } = asked;
  const lots = workingLotsOf(spec, asked);
  const limit = limitOf(market, { side, kind: asked.isMarket ? 'market' : 'limit', price: ticksOf(spec, asked) });
  const met = asked.isTwap
    ? { lots: 0, notional: 0n, meetsOwn: false }
    : probe(market, account.no, { side, lots, limit });
  const restingLots = asked.rests ? lots - met.lots : 0;
  const added = changes ? addedLotsOf(spec, asked) : met.lots + restingLots;
  return {
    met,
    restingLots,
    added: side === 'buy' ? { buyLots: added, sellLots: 0 } : { buyLots: 0, sellLots: added },
  };
}

function lossSteps(
  chain: Chain,
  state: State,
  market: Market,
  account: Account,
  asked: AskedOrder,
  { met, restingLots }: Terms,
): void {
  const { spec } = market;
  const { baseAsset, quoteAsset, symbol } = spec;
  markInput(chain, market);
  const mark = `mark[${symbol}]`;
  const buys = asked.side === 'buy';
  chain.input('filledNow', sizeText(spec, met.lots), baseAsset, 'what the order would take from the book at once');
  chain.input('filledValue', formatUnits(met.notional), quoteAsset, 'at the prices of the book');
  chain.input('rests', sizeText(spec, restingLots), baseAsset, 'what could fill later');
  if (asked.isTwap && asked.price !== '') {
    worstChunkSteps(chain, market, asked);
  } else {
    const price = asked.price === '' ? priceText(spec, market.mark) : asked.price;
    chain.input('price', price, quoteAsset, asked.price === '' ? 'the mark: the order names none' : 'the order');
  }
  chain.input('takerRate', ratioText(feeRateOf(state, account, 'taker')), 'ratio', 'fee tier of the owner');
  const fillLoss = buys ? `filledValue - filledNow * ${mark}` : `filledNow * ${mark} - filledValue`;
  chain.step('fillLoss', `max(0, ${fillLoss})`, 'ORDER-WORST-CASE');
  const over = buys ? `price - ${mark}` : `${mark} - price`;
  chain.step('restLoss', `max(0, ${over}) * rests`, 'ORDER-WORST-CASE');
  chain.step('fee', 'max(0, round(filledValue * takerRate, 8))', 'ORDER-WORST-CASE');
}

/** What a chunk of a TWAP can cost at most: the price of the parent, or the bound of the band where that is tighter. */
function worstChunkSteps(chain: Chain, market: Market, asked: AskedOrder): void {
  const { spec } = market;
  chain.input('named', asked.price, spec.quoteAsset, 'worst price of the TWAP');
  bandStep({ chain, market, asked }, `mark[${spec.symbol}]`, 'limit');
  chain.step('price', asked.side === 'buy' ? 'min(named, bound)' : 'max(named, bound)', 'ORDER-BAND');
}

/** An amount that would leave the account: what it gives up against what is free, without unrealized gains. */
export function partStep(chain: Chain, state: State, no: number, asset: string, amount: Units): boolean {
  const account = state.accounts.get(no);
  if (!account) return false;
  summarySteps(chain, state, account);
  chain.input('amount', formatUnits(amount), asset, 'the request');
  if (!chain.has(`held[${asset}]`)) chain.input(`held[${asset}]`, '0', asset, 'balance of the subaccount');
  const held = account.balances.get(asset) ?? 0n;
  if (amount > held) {
    chain.step('refused', `amount > held[${asset}]`, 'FUNDS-PART');
    return true;
  }
  const after = { ...account, balances: new FewMap(account.balances).set(asset, held - amount) };
  leftSteps(chain, state, after, asset);
  chain.step('givenUp', `adjusted[${asset}] - adjustedLeft`, 'FUNDS-PART');
  chain.step('refused', 'freeValue < 0 or givenUp > freeValue', 'FUNDS-PART');
  return true;
}

/** Adjusted value of what would be left of one asset, across its haircut bands. */
function leftSteps(chain: Chain, state: State, after: Account, asset: string): void {
  const spec = collateralsOf(state, after).find((other) => other.asset === asset);
  const left = after.balances.get(asset) ?? 0n;
  if (!spec || spec.priceMarket === null) {
    chain.step('adjustedLeft', `held[${asset}] - amount`, 'COLLATERAL-HAIRCUT');
    return;
  }
  const { value } = valueOfQuantity(state, spec, left);
  const band = haircutTierOf(spec, value);
  const price = chain.has(`price[${asset}]`) ? `price[${asset}]` : `index[${spec.priceMarket}]`;
  chain.step('valueLeft', `round((held[${asset}] - amount) * ${price}, 8)`, 'COLLATERAL-VALUE');
  chain.input('haircutLeft', ratioText(band.haircut), 'ratio', `haircut tier ${band.id} of ${asset}`);
  chain.input('additionLeft', formatUnits(band.valueAddition), settlementAsset(state), `haircut tier ${band.id}`);
  chain.step('adjustedLeft', 'roundDown(valueLeft * (1 - haircutLeft), 8) + additionLeft', 'COLLATERAL-HAIRCUT');
}

/** Terms of a leverage or a placement that the engine itself words. */
export const overLeverage: Explainer = ({ chain, command, market }) => {
  if (!market || (command.type !== 'SetLeverage' && command.type !== 'PlaceIsolatedOrder')) return false;
  chain.input('leverage', String(command.leverage), 'times', 'the request');
  chain.input('most', String(maxLeverageOf(market.spec)), 'times', `margin tier 1 of ${market.spec.symbol}`);
  chain.step('refused', 'leverage > most', 'LEVERAGE');
  return true;
};
