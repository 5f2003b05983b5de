import { isRefusal, type Refusal, refuse } from '../../../kernel/errors.ts';
import type { OrderNo } from '../../../kernel/ids.ts';
import type { Lots, Ticks } from '../../../kernel/units.ts';
import { closableLots } from '../../book/matching.ts';
import { type Side, signOf } from '../side.ts';
import type { MarketSpec } from '../../config.ts';
import type { Decision } from '../../handlers.ts';
import type { OrderFacts } from '../../event.ts';
import type { Account, Market, State } from '../../state.ts';
import type {
  ConditionalKind,
  ConditionalType,
  GroupPlace,
  PlaceConditional,
  TriggerDirection,
} from './conditional-terms.ts';
import { stepsOf } from '../grid.ts';
import { isMarketKind } from '../order-kind.ts';
import {
  readPrice,
  readQuantity,
  refuseOutOfBand,
  refuseSmallNotional,
  refuseTakenClientId,
  refuseTooManyOrders,
  refuseUntradable,
} from '../validate.ts';

/** A stop follows a price that runs against the position, a take profit one that runs with it (wire 2.4). */
const DIRECTIONS: Readonly<Record<ConditionalType, Readonly<Record<Side, TriggerDirection>>>> = {
  triggerSl: { sell: 'falling', buy: 'rising' },
  triggerTp: { sell: 'rising', buy: 'falling' },
};
/** Stored kinds without and with a limit (wire 2.3). */
const KINDS: Readonly<Record<ConditionalType, { market: ConditionalKind; limit: ConditionalKind }>> = {
  triggerSl: { market: 'stopMarket', limit: 'stopLimit' },
  triggerTp: { market: 'takeProfitMarket', limit: 'takeProfitLimit' },
};

/**
 * Accepts a conditional order of its own, or refuses it with nothing changed. It needs no position until it fires; for
 * one that can only close, a position that is there must be on the other side. A trigger that holds already fires at
 * once.
 */
export function placeConditional(state: State, command: PlaceConditional): Decision {
  const account = state.accounts.get(command.account);
  const market = state.markets.get(command.symbol);
  if (!account) return refuse('ORDER_REJECTED_BY_ENGINE');
  if (!market) return refuse('MARKET_NOT_FOUND');
  const facts = conditionalFacts(state, market, account, command, { no: state.counters.order, group: null });
  if (isRefusal(facts)) return facts;
  const refusal =
    refuseTooManyOrders(state, account, command.symbol) ??
    (facts.reduceOnly ? refuseWrongSide(account, command) : refuseSmallNotional(market, facts.quantity, false));
  return refusal ?? [{ type: 'OrderPlaced', at: state.now, order: facts }];
}

/** For orders that can only close: one on the side of the position would add to it. */
export function refuseWrongSide(account: Account, order: { symbol: string; side: Side }): Refusal | null {
  const lots = account.positions.get(order.symbol)?.lots ?? 0;
  return lots * signOf(order.side) > 0 ? refuse('INVALID_ORDER_SIDE') : null;
}

/**
 * What a conditional order is, if its own terms are sound. It reserves no margin: one that can open a position asks for
 * it when it fires.
 */
export function conditionalFacts(
  state: State,
  market: Market,
  account: Account,
  command: PlaceConditional,
  place: { readonly no: OrderNo; readonly group: GroupPlace | null },
): OrderFacts | Refusal {
  const reduceOnly = onlyReduces(command, place.group);
  const sizes =
    refuseUntradable(state, market, account, reduceOnly ? null : { ...command, reduceOnly }) ??
    readSizes(market, account, command, reduceOnly);
  if (isRefusal(sizes)) return sizes;
  const taken = refuseTakenClientId(account, command.clientId);
  if (taken) return taken;
  const { symbol, side, clientId, orderType, closePosition, source } = command;
  return {
    no: place.no,
    account: command.account,
    symbol,
    clientId,
    side,
    orderType,
    kind: kindOf(command),
    timeInForce: 'GTC',
    price: sizes.price,
    quantity: sizes.quantity,
    reduceOnly,
    postOnly: false,
    expiresAt: null,
    source,
    triggeredByLiquidation: false,
    trigger: {
      price: sizes.trigger,
      priceType: command.triggerPriceType,
      direction: DIRECTIONS[orderType][side],
    },
    closePosition,
    group: place.group,
    twap: null,
    parent: null,
  };
}

/** What is attached to a position, or to the orders that open it, never does more than close it. */
export const onlyReduces = (
  { reduceOnly, closePosition }: Pick<PlaceConditional, 'reduceOnly' | 'closePosition'>,
  group: GroupPlace | null,
): boolean => reduceOnly || closePosition || group !== null;

const kindOf = ({ orderType, price }: PlaceConditional): ConditionalKind =>
  KINDS[orderType][price === '' ? 'market' : 'limit'];

interface Sizes {
  readonly trigger: Ticks;
  readonly price: Ticks;
  readonly quantity: Lots;
}

function readSizes(market: Market, account: Account, command: PlaceConditional, reduceOnly: boolean): Sizes | Refusal {
  const { spec } = market;
  const trigger = readTrigger(spec, command.triggerPrice);
  if (isRefusal(trigger)) return trigger;
  const price = command.price === '' ? 0 : readPrice(spec, command.price);
  if (isRefusal(price)) return price;
  const kind = kindOf(command);
  const max = isMarketKind(kind) ? spec.maxMarketLots : spec.maxLimitLots;
  const whole = reduceOnly ? closableLots(account, command) : 0;
  const quantity = command.closePosition ? 0 : readQuantity(spec, command.quantity, max, whole);
  if (isRefusal(quantity)) return quantity;
  const outside = price === 0 ? null : refuseOutOfBand(market, command.side, price, trigger);
  return outside ?? { trigger, price, quantity };
}

/** Trigger text to ticks. Errors: INVALID_TRIGGER_PRICE when there is none or it lies off the tick (wire 2.4). */
export function readTrigger(spec: MarketSpec, text: string): Ticks | Refusal {
  if (text === '') return refuse('INVALID_TRIGGER_PRICE');
  const ticks = stepsOf(text, spec.tickUnits);
  return ticks === undefined || ticks < spec.minPriceTicks
    ? refuse('INVALID_TRIGGER_PRICE', 'invalid trigger price')
    : ticks;
}
