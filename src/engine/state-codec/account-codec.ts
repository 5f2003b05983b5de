import { big, bool, type Codec, CodecError, count, int, nullable, oneOf, text } from '../../kernel/codec/codec.ts';
import { fewMapOf, fewSetOf, type Fields, list, record, setOf, variants } from '../../kernel/codec/collections.ts';
import type { AccountNo, Address } from '../../kernel/ids.ts';
import { NumberedMap } from '../../kernel/tables.ts';
import { newAccount } from '../accounts/evolve-accounts.ts';
import type { Referral } from '../command.ts';
import type { OrderFacts } from '../event.ts';
import type { HourOfVolume, TradedVolume } from '../fees/volume.ts';
import type { GroupPlace, OrderGroup, OrderLink, Trigger } from '../orders/conditional-terms.ts';
import { newOrder } from '../orders/evolve-order.ts';
import type { Order } from '../orders/order.ts';
import type { TwapPlan, TwapProgress } from '../orders/twap-terms.ts';
import type { Account, Delegation, OpenTotals, Position, Wallet } from '../state.ts';
import { side } from './terms.ts';

/** Amounts by asset. */
const fewAmounts = fewMapOf(text, big);

const position = record<Position>({
  no: count,
  account: count,
  symbol: text,
  lots: int,
  cost: big,
  entryCost: big,
  entryLots: int,
  realizedPnl: big,
  fees: big,
  netFunding: big,
  openedAt: int,
  updatedAt: int,
});

const orderGroup = record<OrderGroup>({
  no: count,
  main: nullable(count),
  mainLive: bool,
  mainFilled: count,
  position: nullable(count),
  waiting: setOf(count),
  fired: setOf(count),
});

const openTotals = record<OpenTotals>({
  orders: fewSetOf(count),
  buyLots: count,
  sellLots: count,
  reduceLots: count,
  groups: fewMapOf(count, orderGroup),
});

const delegation = record<Delegation>({
  no: count,
  wallet: text,
  permission: oneOf('session', 'delegate'),
  expiresAt: nullable(int),
  grantedBy: text,
  timer: nullable(count),
});

/** The wallet of an account follows from its owner. */
export type StoredAccount = Omit<Account, 'ownerWallet'>;

export const account = record<StoredAccount>({
  no: count,
  owner: text,
  name: text,
  master: nullable(count),
  openedAt: int,
  agent: bool,
  balances: fewAmounts,
  pendingWithdraw: fewAmounts,
  positions: fewMapOf(text, position),
  open: fewMapOf(text, openTotals),
  leverage: fewMapOf(text, count),
  isolated: fewMapOf(text, record<{ margin: bigint }>({ margin: big })),
  clientIds: fewMapOf(text, count),
  liveOrders: count,
  cancelAt: nullable(int),
  feePaying: fewMapOf(int, big),
  delegations: fewMapOf(text, delegation),
});

const volume = record<TradedVolume>({
  total: big,
  hours: list(record<HourOfVolume>({ hour: int, notional: big })),
});

/** Returns the accounts with their wallets. A decoded account is made like any other, so that all share one shape. */
export function accountsFrom(
  stored: Iterable<readonly [AccountNo, StoredAccount]>,
  wallets: ReadonlyMap<Address, Wallet>,
): NumberedMap<Account> {
  const accounts = new NumberedMap<Account>();
  for (const [no, own] of stored) {
    const owner = wallets.get(own.owner);
    if (!owner) throw new CodecError(`accounts[${no}].owner`, 'is no wallet');
    accounts.set(no, Object.assign(newAccount({ ...own, ownerWallet: owner }), own));
  }
  return accounts;
}

export const wallet = record<Wallet>({
  address: text,
  whitelisted: bool,
  tierId: text,
  customTier: bool,
  startTier: text,
  reviewing: bool,
  volume,
  referral: nullable(record<Referral>({ code: text, discount: count })),
  accounts: list(count),
  managers: setOf(text),
});

/** The neighbours of an order and whether it rests follow from the queues of its market. */
type StoredOrder = Omit<Order, 'previous' | 'next' | 'resting'>;

const trigger = record<Trigger>({
  price: count,
  priceType: oneOf('mark', 'last'),
  direction: oneOf('rising', 'falling'),
});

const link = record<OrderLink>({ no: count, clientId: text });

const groupPlace = variants<'role', GroupPlace>('role', {
  main: record({ takeProfit: nullable(link), stopLoss: nullable(link) }),
  child: record({ group: count, pair: count, main: nullable(count), position: nullable(count) }),
});

const plan = record<TwapPlan>({
  chunks: count,
  chunkLots: count,
  intervalMs: count,
  sizeVarianceBps: count,
  intervalVarianceBps: count,
});

const FACTS: Fields<OrderFacts> = {
  no: count,
  account: count,
  symbol: text,
  clientId: text,
  side,
  orderType: oneOf('limitGtc', 'limitIoc', 'limitGtd', 'limitAlo', 'market', 'triggerSl', 'triggerTp', 'twap'),
  kind: oneOf('limit', 'market', 'twap', 'stopMarket', 'stopLimit', 'takeProfitMarket', 'takeProfitLimit'),
  timeInForce: oneOf('GTC', 'IOC', 'GTD', 'FOK'),
  price: count,
  quantity: count,
  reduceOnly: bool,
  postOnly: bool,
  expiresAt: nullable(int),
  source: text,
  triggeredByLiquidation: bool,
  trigger: nullable(trigger),
  closePosition: bool,
  group: nullable(groupPlace),
  twap: nullable(plan),
  parent: nullable(count),
};

const stored = record<StoredOrder>({
  ...FACTS,
  phase: oneOf('working', 'asleep', 'armed'),
  status: oneOf('placed', 'partially filled', 'modified'),
  trimmed: count,
  filled: count,
  filledValue: big,
  createdAt: int,
  updatedAt: int,
});

/** A decoded order is made like any other, so that all orders share one shape, and rests on no book yet. */
export const order: Codec<Order> = {
  encode: (value) => stored.encode(value),
  decode: (plain) => {
    const facts = stored.decode(plain);
    return Object.assign(newOrder(facts, facts.createdAt), facts);
  },
};

export const twapProgress = record<TwapProgress>({
  sent: count,
  sentLots: count,
  filledChunks: count,
  lastFilled: count,
  fees: big,
});
