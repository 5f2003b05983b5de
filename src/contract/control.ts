import { type TProperties, Type } from '@sinclair/typebox';
import {
  Amount,
  Asset,
  Cap,
  DepthLevel,
  Discount,
  Enabled,
  ExchangeStatus,
  FeeRate,
  LatencyModelField,
  ManagerAction,
  MarginTiers,
  MarketStatus,
  Peg,
  RampMs,
  ReferralCode,
  SubAccountId,
  Symbol,
  TierId,
  TierName,
  TradeSide,
  Wallet,
  WithdrawalId,
  WithdrawalOutcome,
} from './control-fields.ts';

const command = <P extends TProperties>(path: string, summary: string, fields: P) => ({
  path,
  summary,
  body: Type.Object(fields),
});

/**
 * Every command that changes a running exchange from outside, in one table: the route below `/sim/v1` that takes it, what it does, and the
 * fields of its body in the order in which functions of its name take them. The routes of the control plane, the functions of an
 * exchange in process, the actions of scenarios, the client of the suite and the documents are made from it. Commands that respond with
 * something of their own, such as the clock, are routes of `exchange/control/routes.ts`. The order is
 * that in which a list of names shows them.
 */
export const CONTROL_COMMANDS = {
  deposit: command('/deposit', 'Credits a subaccount from outside the exchange', {
    subAccountId: SubAccountId,
    asset: Asset,
    amount: Amount,
  }),
  movePrice: command(
    '/prices/move',
    'Moves the index price of a market, at once or in equal steps over whole seconds; the feed goes on from there',
    { symbol: Symbol, price: Amount, overMs: Type.Optional(RampMs) },
  ),
  pinPrice: command(
    '/prices/pin',
    'Keeps the index price of a market at a price, or where it is; it is fresh there, until it is released',
    { symbol: Symbol, price: Type.Optional(Amount) },
  ),
  stopFeed: command(
    '/prices/stop',
    'Stops the index feed of a market, so that its price goes stale after a minute; a price that is moved then counts as long',
    { symbol: Symbol },
  ),
  releasePrice: command(
    '/prices/release',
    'Ends a pin, a ramp or a stop: the feed of the market goes on from the price there is',
    { symbol: Symbol },
  ),
  setMarkPrice: command(
    '/prices/mark',
    'Moves the mark of a market alone, by the premium it stands off the index; its average pulls it back',
    { symbol: Symbol, price: Amount },
  ),
  setPeg: command('/prices/collateral', 'Sets what a collateral is worth of the index it goes by; 1 is all of it', {
    asset: Asset,
    peg: Peg,
  }),
  setWhitelisted: command('/whitelist', 'Lets a wallet trade, or stops it', {
    wallet: Wallet,
    whitelisted: Type.Boolean({ description: 'true or false' }),
  }),
  setTier: command('/tier', 'Puts a wallet on a fixed fee tier, or clears it: the wallet then goes by its volume', {
    wallet: Wallet,
    tierId: TierId,
  }),
  setReferral: command(
    '/referrals',
    'Gives a wallet a referral code and a multiplier of its fees, or takes them away',
    { wallet: Wallet, code: ReferralCode, discount: Type.Optional(Discount) },
  ),
  setManager: command('/managers', 'Lets a wallet act as manager of every subaccount of another, or stops it', {
    owner: Wallet,
    manager: Wallet,
    action: ManagerAction,
  }),
  settleWithdrawal: command('/withdrawals', 'Ends a pending withdrawal now', {
    requestId: WithdrawalId,
    outcome: WithdrawalOutcome,
  }),
  planWithdrawal: command(
    '/withdrawals/next',
    'Says how the next withdrawal of a subaccount will end; without a word each succeeds',
    { subAccountId: SubAccountId, outcome: WithdrawalOutcome },
  ),
  setCancelOnDisconnect: command(
    '/cancelOnDisconnect',
    'Lets the live orders of a subaccount end with the last of its logged-in connections, or keeps them; by default it keeps them',
    { subAccountId: SubAccountId, enabled: Enabled },
  ),
  setLatency: command(
    '/latency',
    'Holds the requests, the responses and the pushes of a subaccount back, or no longer',
    {
      subAccountId: SubAccountId,
      model: LatencyModelField,
    },
  ),
  setMarketStatus: command('/market', 'Opens or closes a market', { symbol: Symbol, status: MarketStatus }),
  setExchangeStatus: command('/status', 'Sets the status of the whole exchange', { status: ExchangeStatus }),
  setFees: command('/fees', 'Sets the fee rates of a tier; fills from now on pay them', {
    tierId: TierName,
    makerFeeRate: FeeRate,
    takerFeeRate: FeeRate,
  }),
  setMargin: command('/market/margin', 'Sets the margin tiers of a market; they count for open positions at once', {
    symbol: Symbol,
    tiers: MarginTiers,
  }),
  setOpenInterestCap: command(
    '/market/openInterestCap',
    'Sets the cap on the open interest of a market; what is open stays',
    { symbol: Symbol, cap: Cap },
  ),
  delist: command(
    '/market/delist',
    'Ends a market: cancels its orders and closes its positions without fees, at a price or at the mark',
    { symbol: Symbol, price: Type.Optional(Amount) },
  ),
  setHistoryDepth: command(
    '/history/depth',
    'Sets what recorded data offers at levels of a market whose liquidity is history; a snapshot is all that it offers',
    {
      symbol: Symbol,
      levels: Type.Array(DepthLevel, {
        maxItems: 10_000,
        description: 'a list of at most 10000 levels, such as {"side": "buy", "price": "94990", "quantity": "0.5"}',
      }),
      snapshot: Type.Optional(Type.Boolean({ description: 'true or false' })),
    },
  ),
  historyTrade: command(
    '/history/trade',
    'Plays a recorded trade in a market whose liquidity is history; side is that of its taker',
    { symbol: Symbol, side: TradeSide, price: Amount, quantity: Amount },
  ),
};

export type ControlCommandName = keyof typeof CONTROL_COMMANDS;

export const CONTROL_COMMAND_NAMES: readonly ControlCommandName[] =
  Object.keys(CONTROL_COMMANDS).filter(isControlCommand);

/** Returns true for the name of a command; a name of a file must never reach an inherited member (SEC-21). */
export function isControlCommand(name: string): name is ControlCommandName {
  return Object.hasOwn(CONTROL_COMMANDS, name);
}

/** Commands with which a market is given recorded liquidity; a timeline has other entries for that. */
const OF_HISTORY: ReadonlySet<ControlCommandName> = new Set<ControlCommandName>(['setHistoryDepth', 'historyTrade']);

/** Commands that an entry of a timeline may give. */
export const TIMELINE_COMMANDS = CONTROL_COMMAND_NAMES.filter((name) => !OF_HISTORY.has(name));

/** Words of a body that functions take as true and false. */
const SWITCHES: ReadonlyMap<string, readonly [on: string, off: string]> = new Map([['action', ['add', 'remove']]]);

/** Returns the fields of a body as the arguments of the function of that name. */
export const controlArguments = (name: ControlCommandName, body: Readonly<Record<string, unknown>>): unknown[] =>
  fieldsOf(name).map((field) => {
    const words = SWITCHES.get(field);
    return words ? body[field] === words[0] : body[field];
  });

/** Returns the body for the arguments of the function of that name; an argument that is left out is no field. */
export const controlBodyOf = (name: ControlCommandName, given: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(name).flatMap((field, at) => {
      const words = SWITCHES.get(field);
      const value = words ? words[given[at] === true ? 0 : 1] : given[at];
      return value === undefined ? [] : [[field, value]];
    }),
  );

const fieldsOf = (name: ControlCommandName): readonly string[] => Object.keys(CONTROL_COMMANDS[name].body.properties);
