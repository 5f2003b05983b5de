import { type ErrorCode, invariant } from '../kernel/errors.ts';
import { formatUnits, parseUnits } from '../kernel/decimal.ts';
import { type Address, subAccountIdOf, VAULT_NO } from '../kernel/ids.ts';
import { nearestAside } from '../kernel/nearest.ts';
import type { PriceUnits, Ticks, Units } from '../kernel/units.ts';
import { parseAddress } from '../contract/address.ts';
import { formatLots, formatPrice, formatPriceUnits } from '../contract/format.ts';
import type { WithdrawalOutcome } from '../engine/accounts/account-terms.ts';
import type { ControlCommand, ExchangeStatus, LatencyModel, MarketStatus } from '../engine/command.ts';
import type { MarginTier } from '../engine/config.ts';
import { summaryOf } from '../engine/risk/margin.ts';
import { isIndexStale } from '../engine/prices.ts';
import type { Account, Market, State } from '../engine/state.ts';
import { HISTORY_EVENTS, type HistoryEvent, type HistoryLevel } from '../engine/world/history-terms.ts';
import { accountOf } from './account-of.ts';
import { ControlError } from './control-error.ts';
import { type FaultSteering, steerFaults } from './faults/steering.ts';
import { readLatencyModel } from './latencies.ts';
import type { Sequencer } from './sequencer.ts';
import { marginTiers } from './world/convert.ts';
import { list, nodeOfValue, reportAt, type WorldProblem } from './world/read.ts';
import { checkMarginTiers } from './world/rules.ts';
import { marginTierShape, type WorldMarginTier } from './world/shape.ts';

/** What the control plane can do to a running exchange; every effect is an input of the log. Throws ControlError. */
export interface Steering extends FaultSteering, HistorySteering, LatencySteering, TermsSteering {
  /** `amount` in whole units of the asset, as decimal text. */
  deposit(subAccountId: string, asset: string, amount: string): void;
  /**
   * Moves the index of a market to `price`, quote units per base unit as decimal text: at once, or in equal steps of a second over
   * `overMs`, whole seconds up to an hour. The feed goes on from there; a pin stays, at the new price.
   */
  movePrice(symbol: string, price: string, overMs?: number): void;
  /** Keeps the index of a market at a price, or where it is now. It is fresh there: orders, liquidations and collateral go on. */
  pinPrice(symbol: string, price?: string): void;
  /** Stops the index feed of a market, so that its price goes stale; it says nothing when it is stopped already. */
  stopFeed(symbol: string): void;
  /** Ends a pin, a ramp and a stop: the feed goes on from the price there is. It says nothing when nothing held the price. */
  releasePrice(symbol: string): void;
  /**
   * Moves the mark of a market alone, to `price` in decimal text on its tick and within 5 % of the index; its average
   * pulls it back as the clock goes on.
   */
  setMarkPrice(symbol: string, price: string): void;
  /** What a collateral is worth of the index it goes by, as decimal text: "1" is all of it. */
  setPeg(asset: string, peg: string): void;
  setWhitelisted(wallet: string, whitelisted: boolean): void;
  /** Puts a wallet on a fixed tier. Null clears it: the wallet then goes by its volume, from the entry tier up. */
  setTier(wallet: string, tierId: string | null): void;
  /**
   * Gives a wallet a referral code and the multiplier of its fees, as decimal text above 0 and below 1; a null code takes
   * both away.
   */
  setReferral(wallet: string, code: string | null, discount?: string): void;
  /** Makes a wallet a manager of every subaccount of `owner`, or ends that; it says nothing when nothing changes. */
  setManager(owner: string, manager: string, appointed: boolean): void;
  /** Ends a pending withdrawal now. */
  settleWithdrawal(requestId: string, outcome: WithdrawalOutcome): void;
  /** Sets how the next withdrawal of a subaccount ends; without it each succeeds. */
  planWithdrawal(subAccountId: string, outcome: WithdrawalOutcome): void;
  /** Whether the live orders of a subaccount end with the last of its logged-in connections. */
  setCancelOnDisconnect(subAccountId: string, enabled: boolean): void;
  setMarketStatus(symbol: string, status: MarketStatus): void;
  setExchangeStatus(status: ExchangeStatus): void;
  /** Opens a subaccount for a wallet and returns its id. */
  openAccount(wallet: string, name?: string): string;
}

/** An exchange in short, for people. */
export interface StateSummary {
  readonly now: number;
  readonly status: ExchangeStatus;
  /** Inputs applied and events emitted so far. */
  readonly inputs: number;
  readonly events: number;
  readonly accounts: number;
  readonly liveOrders: number;
  readonly markets: readonly MarketSummary[];
  readonly vault: VaultSummary;
}

/** The account that takes over what others cannot carry. */
export interface VaultSummary {
  readonly subAccountId: string;
  /** What it holds of each asset; the settlement asset is there always. */
  readonly balances: Readonly<Record<string, string>>;
  readonly accountValue: string;
  readonly maintenanceMargin: string;
}

/** State of one market in figures; prices are decimal texts. */
export interface MarketSummary {
  readonly symbol: string;
  readonly status: MarketStatus;
  readonly indexPrice: string;
  readonly markPrice: string;
  readonly bestBid: string;
  readonly bestAsk: string;
  readonly openInterest: string;
  /** True when the feed stopped so long ago that no account is liquidated here and no position may grow. */
  readonly priceStale: boolean;
  /** Signed size of what the vault holds here. */
  readonly vaultPosition: string;
}

const NAME_LENGTH_MAX = 50;

/** Returns the functions that steer an exchange; each makes a control input. */
export function steer(state: State, sequencer: Pick<Sequencer, 'submit'>): Steering {
  const run = (command: ControlCommand, field: string): void => {
    const { refusal } = sequencer.submit({ kind: 'control', commands: [command] }).outcomes[0] ?? {};
    if (refusal) {
      const message = `${refusal.message}${nameAside(state, refusal.code, command)}`;
      throw new ControlError(refusal.code, FIELD_OF.get(refusal.code) ?? field, message);
    }
  };
  return {
    ...steerFaults(state, sequencer),
    ...steerHistory(state, run),
    ...steerLatency(state, sequencer),
    ...steerTerms(state, run),
    deposit: (id, asset, amount) =>
      run({ type: 'Deposit', account: accountOf(state, id), asset, amount: unitsFrom('amount', amount) }, 'amount'),
    movePrice: (symbol, text, overMs = 0) => {
      const price = countFrom('price', text);
      if (overMs === 0) run({ type: 'SetIndexPrice', symbol, price }, 'price');
      else run({ type: 'RampPrice', symbol, price, overMs }, overMs % 1_000 === 0 ? 'price' : 'overMs');
    },
    pinPrice: (symbol, price) =>
      run({ type: 'PinPrice', symbol, price: price === undefined ? null : countFrom('price', price) }, 'price'),
    stopFeed: (symbol) => run({ type: 'SetFeed', symbol, frozen: true }, 'symbol'),
    releasePrice: (symbol) => run({ type: 'SetFeed', symbol, frozen: false }, 'symbol'),
    setMarkPrice: (symbol, price) => {
      const ticks = ticksFrom(state.markets.get(symbol)?.spec.tickUnits ?? 1, price);
      run({ type: 'SetMarkPrice', symbol, price: ticks }, 'price');
    },
    setPeg: (asset, peg) => run({ type: 'SetPeg', asset, peg: countFrom('peg', peg) }, 'asset'),
    setWhitelisted: (wallet, whitelisted) =>
      run({ type: 'SetWhitelisted', wallet: walletFrom(wallet), whitelisted }, 'wallet'),
    setTier: (wallet, tierId) => run({ type: 'SetTier', wallet: walletFrom(wallet), tierId }, 'tierId'),
    setReferral: (wallet, code, discount) => {
      const referral = code === null ? null : { code, discount: Number(unitsFrom('discount', discount ?? '')) };
      run({ type: 'SetReferral', wallet: walletFrom(wallet), referral }, 'discount');
    },
    setManager: (owner, manager, appointed) =>
      run(
        { type: 'SetManager', owner: walletFrom(owner, 'owner'), manager: walletFrom(manager, 'manager'), appointed },
        'manager',
      ),
    settleWithdrawal: (requestId, outcome) => {
      const pending = [...state.withdrawals.values()].some((withdrawal) => withdrawal.requestId === requestId);
      if (!pending) throw new ControlError('NOT_FOUND', 'requestId', 'no such pending withdrawal');
      run({ type: 'SettleWithdrawal', requestId, outcome }, 'requestId');
    },
    planWithdrawal: (id, outcome) =>
      run({ type: 'PlanWithdrawal', account: accountOf(state, id), outcome }, 'subAccountId'),
    setCancelOnDisconnect: (id, enabled) =>
      run({ type: 'SetCancelOnDisconnect', account: accountOf(state, id), enabled }, 'subAccountId'),
    setMarketStatus: (symbol, status) => run({ type: 'SetMarketStatus', symbol, status }, 'symbol'),
    setExchangeStatus: (status) => run({ type: 'SetExchangeStatus', status }, 'status'),
    openAccount: (wallet, name = '') => {
      if (Array.from(name).length > NAME_LENGTH_MAX) {
        throw new ControlError('INVALID_VALUE', 'name', `name takes at most ${NAME_LENGTH_MAX} characters`);
      }
      const no = state.counters.account;
      run({ type: 'OpenAccount', wallet: walletFrom(wallet), name }, 'wallet');
      return subAccountIdOf(no);
    },
  };
}

/** Returns the figures of an exchange by which the control plane shows where it stands. */
export const summaryOfState = (state: State, now: number): StateSummary => ({
  now,
  status: state.status,
  inputs: state.inputSeq,
  events: state.eventSeq,
  accounts: state.accounts.size,
  liveOrders: state.orders.size,
  markets: [...state.markets.values()].map((market) => summaryOfMarket(state, market)),
  vault: summaryOfVault(state),
});

function summaryOfMarket(state: State, market: Market): MarketSummary {
  const { spec, status, index, mark, book, openInterest } = market;
  return {
    symbol: spec.symbol,
    status,
    indexPrice: formatPriceUnits(spec, index),
    markPrice: formatPrice(spec, mark),
    bestBid: formatPrice(spec, book.bestBid()),
    bestAsk: formatPrice(spec, book.bestAsk()),
    openInterest: formatLots(spec, openInterest),
    priceStale: isIndexStale(state, market),
    vaultPosition: formatLots(spec, vaultOf(state).positions.get(spec.symbol)?.lots ?? 0),
  };
}

function summaryOfVault(state: State): VaultSummary {
  const vault = vaultOf(state);
  const { accountValue, maintenanceMargin } = summaryOf(state, vault);
  return {
    subAccountId: subAccountIdOf(vault.no),
    balances: Object.fromEntries([...vault.balances].map(([asset, amount]) => [asset, formatUnits(amount)])),
    accountValue: formatUnits(accountValue),
    maintenanceMargin: formatUnits(maintenanceMargin),
  };
}

function vaultOf(state: State): Account {
  const vault = state.accounts.get(VAULT_NO);
  invariant(vault, 'every exchange has a vault');
  return vault;
}

/** The field that a refusal of the engine concerns, for codes that determine it. */
const FIELD_OF: ReadonlyMap<ErrorCode, string> = new Map([
  ['NOT_FOUND', 'subAccountId'],
  ['ASSET_NOT_FOUND', 'asset'],
  ['MARKET_NOT_FOUND', 'symbol'],
]);

/** The name that a refusal is about, with the nearest one that there is. */
function nameAside(state: State, code: ErrorCode, command: ControlCommand): string {
  if (code === 'MARKET_NOT_FOUND' && 'symbol' in command) return aside(command.symbol, [...state.markets.keys()]);
  if (code === 'ASSET_NOT_FOUND' && 'asset' in command)
    return aside(
      command.asset,
      state.config.collaterals.map(({ asset }) => asset),
    );
  return '';
}

const aside = (name: string, known: readonly string[]): string => `: ${name}${nearestAside(name, known)}`;

function unitsFrom(field: string, text: string): Units {
  const units = parseUnits(text);
  if (units !== undefined) return units;
  throw new ControlError('INVALID_VALUE', field, `${field} must be decimal text with at most eight decimals`);
}

/** Prices and ratios are counted in safe integers. */
function countFrom(field: string, text: string): PriceUnits {
  const count = Number(unitsFrom(field, text));
  if (Number.isSafeInteger(count)) return count;
  throw new ControlError(
    'INVALID_VALUE',
    field,
    `${field} is too large for the exchange; it must be below 90071992.54740992`,
  );
}

function ticksFrom(tickUnits: number, text: string): Ticks {
  const price = countFrom('price', text);
  if (price % tickUnits === 0) return price / tickUnits;
  const tick = formatUnits(BigInt(tickUnits));
  throw new ControlError('INVALID_VALUE', 'price', `price must be a multiple of the market's price increment, ${tick}`);
}

function walletFrom(text: string, field = 'wallet'): Address {
  const wallet = parseAddress(text);
  if (wallet !== undefined) return wallet;
  throw new ControlError('INVALID_VALUE', field, `${field} must be 0x and 40 hex digits`);
}

/** A level of recorded depth in decimal text; quantity "0" for one that is gone. */
export interface DepthLevel {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
}

/** Recorded data as the liquidity of a market whose world says `liquidity: { kind: history }`. Throws ControlError. */
interface HistorySteering {
  /**
   * Sets what history offers at these levels from now on. With `snapshot` they are all that history offers. Users' orders
   * stay where they are, and trade with a level that crosses them.
   */
  setHistoryDepth(symbol: string, levels: readonly DepthLevel[], snapshot?: boolean): void;
  /** Plays a trade that took place; `side` is that of its taker. It fills users' orders at its price or better. */
  historyTrade(symbol: string, side: 'buy' | 'sell', price: string, quantity: string): void;
  /**
   * Plays one message of an order-level record: the recorded order `id` is added, loses a part, goes or is executed. `side` and
   * `price` are those of the order, `quantity` that of the message.
   */
  historyOrder(
    symbol: string,
    event: HistoryEvent,
    id: string,
    side: 'buy' | 'sell',
    price: string,
    quantity: string,
  ): void;
}

/** Returns the functions that feed a market of history; each makes a control input. */
function steerHistory(state: State, run: (command: ControlCommand, field: string) => void): HistorySteering {
  return {
    setHistoryDepth: (symbol, levels, snapshot = false) => {
      const counted = levels.map((level, index) => levelFrom(state, symbol, level, `levels[${index}].`));
      run({ type: 'SetHistoryDepth', symbol, levels: counted, snapshot }, 'levels');
    },
    historyTrade: (symbol, side, price, quantity) => {
      const level = levelFrom(state, symbol, { side, price, quantity }, '');
      run({ type: 'HistoryTrade', symbol, ...level }, 'quantity');
    },
    historyOrder: (symbol, event, id, side, price, quantity) => {
      if (!HISTORY_EVENTS.includes(event)) throw wrong('event', `must be one of ${HISTORY_EVENTS.join(', ')}`);
      const level = levelFrom(state, symbol, { side, price, quantity }, '');
      run({ type: 'HistoryOrder', symbol, event, id, ...level }, 'id');
    },
  };
}

/** Levels of a control request arrive unchecked, so that the refusal can name the one that is wrong. */
function levelFrom(state: State, symbol: string, level: Readonly<Partial<DepthLevel>>, place: string): HistoryLevel {
  const { tickUnits, lotUnits } = state.markets.get(symbol)?.spec ?? { tickUnits: 1, lotUnits: 1 };
  const { side, price, quantity } = level;
  if (side !== 'buy' && side !== 'sell') throw wrong(`${place}side`, 'must be "buy" or "sell"');
  return {
    side,
    price: multipleOf(tickUnits, `${place}price`, price, 'price increment'),
    lots: multipleOf(lotUnits, `${place}quantity`, quantity, 'order size increment'),
  };
}

/** How often `text` holds an increment of the market. */
function multipleOf(increment: number, field: string, text: unknown, name: string): number {
  const units = typeof text === 'string' ? parseUnits(text) : undefined;
  if (units === undefined) throw wrong(field, 'must be decimal text with at most eight decimals');
  if (units % BigInt(increment) !== 0n) {
    throw wrong(field, `must be a multiple of the market's ${name}, ${formatUnits(BigInt(increment))}`);
  }
  const count = Number(units / BigInt(increment));
  if (!Number.isSafeInteger(count)) throw wrong(field, 'is too large for the exchange');
  return count;
}

const wrong = (field: string, problem: string): ControlError =>
  new ControlError('INVALID_VALUE', field, `${field} ${problem}`);

/** Terms of trade that change while the exchange runs, and the end of a market. Throws ControlError. */
interface TermsSteering {
  /**
   * Sets the fee rates of a tier, as decimal text: "0.0005" is 5 bp, a negative maker rate is a rebate. Fills from now on pay them. No
   * rebate may be above the lowest taker rate (INV-33).
   */
  setFees(tierId: string, makerFeeRate: string, takerFeeRate: string): void;
  /**
   * Sets the margin tiers of a market, as `margin.tiers` of a world file has them. They count for open positions at once, which
   * may be liquidated by it. Chosen leverage above the new maximum becomes the maximum.
   */
  setMargin(symbol: string, tiers: readonly WorldMarginTier[]): void;
  /** Sets the cap on the open interest of a market, in its quote asset as decimal text; "0" is no cap. What is open stays. */
  setOpenInterestCap(symbol: string, cap: string): void;
  /**
   * Ends a market: closes it, cancels all its orders with MARKET_DELISTED, and closes all its positions against each other without fees, at
   * `price` in decimal text on its tick; left out, at the mark. A market that is opened again afterwards is empty.
   */
  delist(symbol: string, price?: string): void;
}

/** Returns the functions that change terms; each makes a control input. */
function steerTerms(state: State, run: (command: ControlCommand, field: string) => void): TermsSteering {
  return {
    setFees: (tierId, makerFeeRate, takerFeeRate) => {
      const makerRate = rateFrom('makerFeeRate', makerFeeRate);
      const takerRate = rateFrom('takerFeeRate', takerFeeRate);
      const isKnown = state.config.tiers.some((tier) => tier.tierId === tierId);
      run({ type: 'SetFees', tierId, makerRate, takerRate }, isKnown ? 'makerFeeRate' : 'tierId');
    },
    setMargin: (symbol, tiers) => run({ type: 'SetMargin', symbol, tiers: tiersFrom(tiers) }, 'tiers'),
    setOpenInterestCap: (symbol, cap) => {
      const units = parseUnits(cap);
      if (units === undefined || units < 0n) throw wrong('cap', 'must be decimal text of at least 0');
      run({ type: 'SetOpenInterestCap', symbol, cap: units }, 'cap');
    },
    delist: (symbol, price) => {
      const { tickUnits = 1 } = state.markets.get(symbol)?.spec ?? {};
      run({ type: 'Delist', symbol, price: price === undefined ? null : ticksFrom(tickUnits, price) }, 'price');
    },
  };
}

/** From -0.01 to 0.1, as in a world file. */
function rateFrom(field: string, text: string): number {
  const rate = Number(parseUnits(text) ?? NaN);
  if (rate >= -1_000_000 && rate <= 10_000_000) return rate;
  throw wrong(field, 'must be decimal text from -0.01 to 0.1, such as "0.0005"');
}

/** Tiers of a control request arrive unchecked, so that the refusal can name the field that is wrong. */
function tiersFrom(given: unknown): readonly MarginTier[] {
  const problems: WorldProblem[] = [];
  const node = nodeOfValue(given, '', 'tiers');
  const tiers = list(marginTierShape, 1)(node, problems);
  if (tiers) checkMarginTiers(tiers, (steps, message) => reportAt(problems, node, steps, message));
  const [problem] = problems;
  if (tiers && !problem) return marginTiers(tiers);
  throw wrong(problem?.path ?? 'tiers', problem?.message ?? 'must be a list of tiers');
}

/** What the control plane can do about latency; every effect is an input of the log. Throws ControlError. */
interface LatencySteering {
  /**
   * Holds the requests, the responses and the pushes of a subaccount back from now on; what is left out or null is not
   * held back. Null takes the latency away; what is on its way still arrives when it would have.
   */
  setLatency(subAccountId: string, model: Partial<LatencyModel> | null): void;
  /** The subaccounts that have a latency. */
  latencies(): readonly LatencyView[];
}

export interface LatencyView extends LatencyModel {
  readonly subAccountId: string;
}

const steerLatency = (state: State, sequencer: Pick<Sequencer, 'submit'>): LatencySteering => ({
  setLatency: (subAccountId, given) => {
    const account = accountOf(state, subAccountId);
    const model = given === null ? null : readLatencyModel(given);
    sequencer.submit({ kind: 'control', commands: [{ type: 'SetLatency', account, model }] });
  },
  latencies: () =>
    [...state.latencies].map(([account, model]) => ({ subAccountId: subAccountIdOf(account), ...model })),
});
