import { formatUnits } from '../../kernel/decimal.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import { crosses, limitOf } from '../../engine/book/matching.ts';
import type { Command } from '../../engine/command.ts';
import { tierOfAccount } from '../../engine/risk/fees.ts';
import { oppositeOf, signOf } from '../../engine/orders/side.ts';
import { remainingOf } from '../../engine/orders/order.ts';
import { markInput } from './account-steps.ts';
import { addedLotsOf, lotsOf, ticksOf, workingLotsOf } from './asked-order.ts';
import { priceText, ratioText, sizeText } from './figures.ts';
import { type Explainer, forOrder, type OrderCase } from './refusal-case.ts';

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
export function bandStep(
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
