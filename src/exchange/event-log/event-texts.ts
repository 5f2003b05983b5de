import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import { formatAmount, formatRatio, formatValue } from '../../contract/format.ts';
import type { LogKind } from '../../contract/log-shapes.ts';
import { cancelReasonOf } from '../../contract/words.ts';
import type { EngineEvent, FillSide, OrderFacts } from '../../engine/event.ts';
import type { Charge } from '../../engine/token-bucket.ts';
import type { Words } from './words.ts';

/** Orders, and what is traded with them. */
const ORDER_EVENTS: FactsOf<
  | 'OrderPlaced'
  | 'OrderRested'
  | 'OrderCancelled'
  | 'OrderModified'
  | 'OrderArmed'
  | 'OrderTriggered'
  | 'TwapChunkSent'
  | 'TwapFilled'
  | 'CancelScheduled'
  | 'CancelOnDisconnectSet'
  | 'Traded'
  | 'PositionSeeded'
> = {
  OrderPlaced: {
    kind: 'order',
    accounts: ({ order }) => [order.account],
    orders: ({ order }) => relatives(order),
    market: ({ order }) => order.symbol,
    text: ({ order, rests }, words) =>
      `Order ${rests ? 'rests in the book' : 'accepted'}: ${words.terms(order)} (${kindText(order, words)})`,
  },
  OrderRested: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ order }, words) => `Order rests in the book: ${words.order(order)}`,
  },
  OrderCancelled: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ order, cause }, words) =>
      `Order cancelled: ${words.order(order)} (${cancelReasonOf(cause) ?? 'asked for'})`,
  },
  OrderModified: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ price, quantity, triggerPrice, keepsPlace, cause }, words) => {
      const what = cause === 'reduce_only' ? 'trimmed to the position' : 'modified';
      const limit = price === 0 ? '' : ` at ${words.orderPrice(price)}`;
      const trigger = triggerPrice === null ? '' : `, triggers at ${words.orderPrice(triggerPrice)}`;
      return `Order ${what}: ${words.orderLots(quantity)}${limit}${trigger}, ${keepsPlace ? 'keeps' : 'loses'} its place`;
    },
  },
  OrderArmed: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ order }, words) => `Conditional order armed: ${words.order(order)}`,
  },
  OrderTriggered: {
    kind: 'order',
    order: ({ order }) => order,
    text: ({ quantity, price }, words) =>
      `Conditional order triggered at ${words.orderPrice(price)}: ${words.orderLots(quantity)} go to the market`,
  },
  TwapChunkSent: {
    kind: 'order',
    order: ({ order }) => order,
    orders: ({ order, child }) => (child === null ? [order] : [order, child]),
    text: ({ chunk, lots, child }, words) =>
      child === null
        ? `Chunk ${chunk} of the TWAP refused: ${words.orderLots(lots)} dropped`
        : `Chunk ${chunk} of the TWAP sent: ${words.orderLots(lots)}`,
  },
  TwapFilled: {
    kind: 'order',
    order: ({ order }) => order,
    orders: ({ order, child }) => [order, child],
    text: ({ filled, filledChunks, complete }, words) =>
      `TWAP has filled ${words.orderLots(filled)} in ${filledChunks} chunks${complete ? ' and is complete' : ''}`,
  },
  CancelScheduled: {
    kind: 'order',
    accounts: ({ account }) => [account],
    text: ({ triggerTime }) =>
      triggerTime === null
        ? 'Cancel switch disarmed'
        : `Cancel switch armed for ${new Date(triggerTime).toISOString()}`,
  },
  CancelOnDisconnectSet: {
    kind: 'account',
    accounts: ({ account }) => [account],
    text: ({ enabled }) => `Orders ${enabled ? 'end with' : 'outlive'} the last connection`,
  },
  Traded: {
    kind: 'trade',
    accounts: ({ taker, maker }) => [taker.account, maker.account],
    orders: ({ taker, maker }) => [taker.order, maker.order],
    market: ({ symbol }) => symbol,
    text: ({ trade, symbol, price, quantity, cause, taker, maker }, words) =>
      `Trade ${trade}: ${words.lots(symbol, quantity)} at ${words.price(symbol, price)}${CAUSES[cause]}. ` +
      `Taker ${sideText(symbol, taker, words)}. Maker ${sideText(symbol, maker, words)}.`,
  },
  PositionSeeded: {
    kind: 'trade',
    accounts: ({ long, short }) => [long.account, short.account],
    market: ({ symbol }) => symbol,
    text: ({ symbol, price, quantity }, words) =>
      `Positions of ${words.lots(symbol, quantity)} at ${words.price(symbol, price)} were there from the start`,
  },
};

const account = ({ account: no }: { readonly account: number }): readonly number[] => [no];
const market = ({ symbol }: { readonly symbol: string | null }): string | null => symbol;

/** Liquidation, deleveraging and funding. */
const LIQUIDATION_EVENTS: FactsOf<
  | 'LiquidationBegan'
  | 'LiquidationStaged'
  | 'LiquidationPaused'
  | 'TakenOver'
  | 'DeficitCovered'
  | 'Deleveraged'
  | 'LiquidationEnded'
  | 'FundingSettled'
  | 'FundingPaid'
> = {
  LiquidationBegan: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation, stage, equity, maintenance }) =>
      `Liquidation ${liquidation} begins with ${STAGES[stage]}: equity ${formatValue(equity)} is below the maintenance margin of ${formatValue(maintenance)}`,
  },
  LiquidationStaged: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation, stage, equity, maintenance }) =>
      `Liquidation ${liquidation} goes on with ${STAGES[stage]}: equity ${formatValue(equity)}, maintenance margin ${formatValue(maintenance)}`,
  },
  LiquidationPaused: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation }) => `Liquidation ${liquidation} pauses before its next attempt`,
  },
  TakenOver: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation, assets }, words) =>
      `Liquidation ${liquidation}: the vault takes ${assets.map(({ asset, amount }) => `${words.amount(amount)} ${asset}`).join(', ') || 'nothing'}`,
  },
  DeficitCovered: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ amount }, words) => `The vault covers a deficit of ${words.amount(amount)}`,
  },
  Deleveraged: {
    kind: 'adl',
    accounts: (event) => [event.winner, event.account],
    orders: ({ order }) => [order],
    market: (event) => event.market,
    text: (event, words) =>
      `${words.account(event.winner)} is deleveraged: ${words.lots(event.market, event.lots)} at ${words.price(event.market, event.price)}, ` +
      `rank ${event.rank} of ${event.ranked}, for ${words.account(event.account)}`,
  },
  LiquidationEnded: {
    kind: 'liquidation',
    accounts: account,
    market,
    text: ({ liquidation, outcome, equity, maintenance }) =>
      `Liquidation ${liquidation} ends: ${OUTCOMES[outcome]} (equity ${formatValue(equity)}, maintenance margin ${formatValue(maintenance)})`,
  },
  FundingSettled: {
    kind: 'funding',
    market,
    text: ({ rate, index, symbol, samples }, words) =>
      `Funding settles at the rate ${formatRatio(rate)}, index ${words.index(symbol, index)}, ${samples} samples`,
  },
  FundingPaid: {
    kind: 'funding',
    accounts: account,
    market,
    text: ({ payment, amount, symbol, lots, rate }, words) =>
      `Funding payment ${payment}: ${amount < 0n ? 'pays' : 'receives'} ${words.amount(amount < 0n ? -amount : amount)} ` +
      `on ${words.lots(symbol, lots)} at the rate ${formatRatio(rate)}`,
  },
};

const symbol = (event: { readonly symbol: string }): string => event.symbol;
const both = ({ from, to }: { readonly from: number; readonly to: number }): readonly number[] => [from, to];

/** Subaccounts with their collateral and margin, wallets, and rights. */
const ACCOUNT_EVENTS: FactsOf<
  | 'AccountOpened'
  | 'VaultOpened'
  | 'Deposited'
  | 'Transferred'
  | 'TransferFailed'
  | 'WithdrawalRequested'
  | 'WithdrawalSettled'
  | 'WithdrawalPlanned'
  | 'CollateralExchanged'
  | 'AccountRenamed'
  | 'LeverageSet'
  | 'IsolatedMarginMoved'
  | 'IsolatedMarginReleased'
  | 'WhitelistSet'
  | 'TierSet'
  | 'TierMoved'
  | 'ReferralSet'
  | 'DelegationGranted'
  | 'DelegationsEnded'
  | 'ManagerSet'
  | 'LatencySet'
> = {
  AccountOpened: {
    kind: 'account',
    accounts: account,
    text: ({ name, wallet }) => `Subaccount ${name === '' ? '' : `${JSON.stringify(name)} `}opened for ${wallet}`,
  },
  VaultOpened: { kind: 'funds', text: ({ funds }, words) => `The vault opens with ${words.amount(funds)}` },
  Deposited: {
    kind: 'funds',
    accounts: account,
    text: ({ amount, asset }, words) => `Deposit of ${words.amount(amount)} ${asset}`,
  },
  Transferred: {
    kind: 'funds',
    accounts: both,
    text: ({ from, to, amount, asset }, words) =>
      `Transfer of ${words.amount(amount)} ${asset} from ${words.account(from)} to ${words.account(to)}`,
  },
  TransferFailed: {
    kind: 'funds',
    accounts: both,
    text: ({ amount, asset, errorMessage }, words) =>
      `Transfer of ${words.amount(amount)} ${asset} failed: ${errorMessage}`,
  },
  WithdrawalRequested: {
    kind: 'funds',
    accounts: account,
    text: ({ amount, asset, fee, destination }, words) =>
      `Withdrawal of ${words.amount(amount)} ${asset} to ${destination} is pending, fee ${words.amount(fee)}`,
  },
  WithdrawalSettled: {
    kind: 'funds',
    accounts: account,
    text: ({ outcome, transfer }) =>
      outcome === 'success' ? `Withdrawal ${transfer} is paid` : `Withdrawal ${transfer} failed and comes back`,
  },
  WithdrawalPlanned: {
    kind: 'funds',
    accounts: account,
    text: ({ outcome }) => `The next withdrawal will end with ${outcome}`,
  },
  CollateralExchanged: {
    kind: 'funds',
    accounts: account,
    text: ({ source, taken, target, received, forced }, words) =>
      `${forced ? 'The exchange sells' : 'Sold'} ${words.amount(taken)} ${source} for ${words.amount(received)} ${target}`,
  },
  AccountRenamed: { kind: 'account', accounts: account, text: ({ name }) => `Renamed to ${JSON.stringify(name)}` },
  LeverageSet: {
    kind: 'account',
    accounts: account,
    market: symbol,
    text: ({ previous, leverage }) => `Leverage ${leverage} instead of ${previous}`,
  },
  IsolatedMarginMoved: {
    kind: 'account',
    accounts: account,
    market: symbol,
    text: ({ amount, held }, words) =>
      amount < 0n
        ? `${words.amount(-amount)} leave the isolated margin, which holds ${words.amount(held)}`
        : `${words.amount(amount)} go to the isolated margin, which holds ${words.amount(held)}`,
  },
  IsolatedMarginReleased: {
    kind: 'account',
    accounts: account,
    market: symbol,
    text: ({ amount }, words) => `The market is cross again: ${words.amount(amount)} of isolated margin come back`,
  },
  WhitelistSet: {
    kind: 'account',
    text: ({ wallet, whitelisted }) => `${wallet} ${whitelisted ? 'may' : 'may not'} trade`,
  },
  TierSet: { kind: 'account', text: ({ wallet, tierId }) => `${wallet} is put on tier ${tierId}` },
  TierMoved: { kind: 'account', text: ({ wallet, tierId }) => `${wallet} comes into tier ${tierId}` },
  ReferralSet: {
    kind: 'account',
    text: ({ wallet, referral }) => `${wallet} ${referral ? `has the referral ${referral.code}` : 'has no referral'}`,
  },
  DelegationGranted: {
    kind: 'account',
    accounts: account,
    text: ({ wallet, permission }) => `${wallet} may act with the permission ${permission}`,
  },
  DelegationsEnded: {
    kind: 'account',
    accounts: account,
    text: ({ wallets, cause }) => `${wallets.join(', ')} may not act any more (${cause})`,
  },
  ManagerSet: {
    kind: 'account',
    text: ({ owner, manager, appointed }) =>
      `${manager} ${appointed ? 'manages' : 'does not manage'} the subaccounts of ${owner}`,
  },
  LatencySet: {
    kind: 'exchange',
    accounts: account,
    text: ({ model }) => (model ? 'A latency is set for the account' : 'The account has no latency'),
  },
};

/** The exchange itself: status, prices, faults, time. */
const EXCHANGE_EVENTS: FactsOf<
  | 'MarketStatusSet'
  | 'ExchangeStatusSet'
  | 'FaultsSet'
  | 'FaultMet'
  | 'RecordSet'
  | 'FeesSet'
  | 'MarginSet'
  | 'OpenInterestCapSet'
  | 'LotteryDrawn'
  | 'PegSet'
  | 'FeedSet'
  | 'PricePinned'
  | 'RampSet'
  | 'IndexMoved'
  | 'MarkMoved'
  | 'FactorMoved'
  | 'AgentsStepped'
  | 'PopulationActed'
  | 'ValuesSampled'
  | 'ClockMoved'
  | 'NonceUsed'
  | 'Charged'
  | 'LevelsSet'
  | 'TimerArmed'
  | 'SampleArmed'
  | 'TimerFired'
> = {
  MarketStatusSet: { kind: 'exchange', market: symbol, text: ({ status }) => `The market is ${status}` },
  ExchangeStatusSet: { kind: 'exchange', text: ({ status }) => `The exchange is ${status}` },
  FaultsSet: { kind: 'exchange', text: ({ rules }) => `Fault rules in force: ${rules.length}` },
  FaultMet: {
    kind: 'exchange',
    text: ({ rule, fired }) => `The fault rule ${rule} was met${fired ? ' and has struck' : ''}`,
  },
  RecordSet: { kind: 'exchange', text: ({ record, id }) => `The stored ${record} ${id} is set` },
  FeesSet: {
    kind: 'exchange',
    text: ({ tierId, makerRate, takerRate }) =>
      `The fees of ${tierId} are ${formatRatio(makerRate)} for makers and ${formatRatio(takerRate)} for takers`,
  },
  MarginSet: {
    kind: 'exchange',
    market: symbol,
    text: ({ tiers }) => `The margin has ${tiers.length} tiers, with leverage up to ${tiers[0]?.maxLeverage ?? 1}`,
  },
  OpenInterestCapSet: {
    kind: 'exchange',
    market: symbol,
    text: ({ cap }) => (cap === 0n ? 'Open interest has no cap' : `Open interest has a cap of ${formatAmount(cap)}`),
  },
  LotteryDrawn: { kind: 'exchange', text: ({ epoch }) => `The lottery of epoch ${epoch} is drawn` },
  PegSet: {
    kind: 'exchange',
    text: ({ asset, peg }) => `${asset} is worth ${formatRatio(peg)} of its index`,
  },
  FeedSet: {
    kind: 'exchange',
    market: symbol,
    text: ({ frozen }) => (frozen ? 'The index feed stops' : 'The index feed goes on'),
  },
  PricePinned: {
    kind: 'exchange',
    market: symbol,
    text: ({ pinned }) => (pinned ? 'The index is pinned: it stays, and is fresh' : 'The index is no longer pinned'),
  },
  RampSet: {
    kind: 'exchange',
    market: symbol,
    text: ({ symbol: of, ramp }, words) =>
      ramp ? `The index begins to move to ${words.index(of, ramp.to)}` : 'The index no longer moves to a price',
  },
  IndexMoved: {
    kind: 'price',
    market: symbol,
    text: (event, words) =>
      `Index ${words.index(event.symbol, event.price)}, mark ${words.price(event.symbol, event.mark)}`,
  },
  MarkMoved: {
    kind: 'price',
    market: symbol,
    text: (event, words) => `Mark ${words.price(event.symbol, event.mark)}`,
  },
  FactorMoved: { kind: 'price', text: () => 'The common factor of the markets moves' },
  AgentsStepped: { kind: 'price', market: symbol, text: () => 'Makers and taker of the market act' },
  PopulationActed: { kind: 'price', market: symbol, text: ({ group }) => `Traders of the group ${group} act` },
  ValuesSampled: { kind: 'clock', text: ({ values }) => `Values of ${values.length} accounts sampled` },
  ClockMoved: { kind: 'clock', text: ({ to }) => `Time moves to ${new Date(to).toISOString()}` },
  NonceUsed: {
    kind: 'clock',
    accounts: ({ account }) => [account],
    text: ({ nonce, charge }) => `Nonce ${nonce} used${charge === null ? '' : `, ${chargeText(charge)}`}`,
  },
  Charged: {
    kind: 'clock',
    accounts: ({ account }) => (account === null ? [] : [account]),
    text: chargeText,
  },
  LevelsSet: { kind: 'clock', text: () => 'Rate limits as reads have left them' },
  TimerArmed: { kind: 'clock', text: ({ timer }) => `Timer ${timer.job.kind} armed` },
  SampleArmed: { kind: 'clock', market: symbol, text: () => 'Samples of the premium begin' },
  TimerFired: { kind: 'clock', text: () => 'A timer fires' },
};

function chargeText({ tokens, surface, ip }: Charge): string {
  return `${tokens} tokens of ${surface} charged to ${ip}`;
}

/** Every type of event has its facts, so that no event is missing in the log. */
const FACTS: FactsOf<EngineEvent['type']> = {
  ...ORDER_EVENTS,
  ...LIQUIDATION_EVENTS,
  ...ACCOUNT_EVENTS,
  ...EXCHANGE_EVENTS,
};

/** Returns how the log shows an event: its subject, the accounts it concerns and its text. */
export function factsOf(event: EngineEvent): EventFacts<EngineEvent> {
  const facts: unknown = FACTS[event.type];
  return facts as EventFacts<EngineEvent>;
}

const KINDS = {
  limitGtc: 'limit',
  limitIoc: 'limit, IOC',
  limitGtd: 'limit, GTD',
  limitAlo: 'limit, post-only',
  market: 'market',
  triggerSl: 'stop loss',
  triggerTp: 'take profit',
  twap: 'TWAP',
} as const;

/** What a placed order is, without its side and size. */
function kindText(order: OrderFacts, words: Words): string {
  const { orderType, reduceOnly, trigger, twap, triggeredByLiquidation, symbol } = order;
  const parts = [
    KINDS[orderType],
    trigger && `triggers at ${words.price(symbol, trigger.price)} (${trigger.priceType})`,
    twap && `${twap.chunks} chunks`,
    reduceOnly && 'reduce-only',
    triggeredByLiquidation && 'of a liquidation',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Orders that a placed one belongs to as well: its TWAP, its main order. */
const relatives = ({ no, parent, group }: OrderFacts): number[] => [
  no,
  ...(parent === null ? [] : [parent]),
  ...(group?.role === 'child' && group.main !== null ? [group.main] : []),
];

const CAUSES = {
  match: '',
  takeover: ', taken over by the vault',
  adl: ', by deleveraging',
  settlement: ', as the market ends',
} as const;

/** What an execution did to one side. */
function sideText(symbol: string, { account, side, fee, realizedPnl, position }: FillSide, words: Words): string {
  const held = position === null ? 'flat' : `position ${words.lots(symbol, position.lots)}`;
  const pnl = realizedPnl === 0n ? '' : `, PnL ${words.amount(realizedPnl)}`;
  return `${words.account(account)} ${side === 'buy' ? 'buys' : 'sells'}, fee ${words.amount(fee)}${pnl}, ${held}`;
}

const STAGES = { partial: 'orders to the book', vault: 'takeover by the vault', adl: 'deleveraging' } as const;
const OUTCOMES = {
  healthy: 'the account is above maintenance again',
  closed: 'no position is left',
  takenOver: 'the vault has taken over what was left',
  deleveraged: 'traders of the other side were deleveraged',
} as const;

type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { readonly type: T }>;

/** What the log says of events of one type. What is left out does not apply. */
interface EventFacts<E> {
  readonly kind: LogKind;
  readonly accounts?: (event: E) => readonly AccountNo[];
  readonly orders?: (event: E) => readonly OrderNo[];
  /** The order whose account and market the event does not repeat. */
  readonly order?: (event: E) => OrderNo;
  readonly market?: (event: E) => string | null;
  readonly text: (event: E, words: Words) => string;
}

type FactsOf<T extends EngineEvent['type']> = { readonly [K in T]: EventFacts<EventOf<K>> };
