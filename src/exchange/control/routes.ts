import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ControlError } from '../control-error.ts';
import { Lines } from './ndjson.ts';
import {
  AccountName,
  AdvanceResponse,
  Amount,
  AnyResponse,
  AsStarted,
  Asset,
  Cap,
  CancelResponse,
  ClockResponse,
  DepthLevel,
  Discount,
  SuccessResponse,
  DurationMs,
  Enabled,
  ExchangeStatus,
  FeeRate,
  LedgerResponse,
  LevelCount,
  Limits,
  ManagerAction,
  MarginTiers,
  MarketStatus,
  Mode,
  Peg,
  ProvenanceResponse,
  RampMs,
  ReferralCode,
  Seed,
  Sent,
  Speed,
  StepMs,
  StepResponse,
  StepUntil,
  StartTime,
  SubAccountId,
  Symbol,
  TierId,
  TierName,
  TimeMs,
  TradeSide,
  Wallet,
  WithdrawalId,
  WithdrawalOutcome,
  World,
} from './schemas.ts';
import { FAULT_ROUTES } from './fault-routes.ts';
import { JOB_ROUTES } from './job-routes.ts';
import { LATENCY_ROUTES } from './latency-routes.ts';
import { LOG_ROUTES } from './log-routes.ts';
import { type ControlRoute, get, getBy, post, postAtOnce, type Steered } from './route.ts';
import { SNAPSHOT_ROUTES } from './snapshot-routes.ts';
import { stateOf } from './state-of.ts';
import { WHY_ROUTES } from './why-routes.ts';

const getLines = (
  path: string,
  summary: string,
  line: TSchema,
  run: (exchange: Steered) => Iterable<string>,
): ControlRoute => ({
  ...get(path, summary, line, (exchange) => new Lines(run(exchange))),
  respondsLines: true,
});

const clockOf = ({ clock }: Steered): Static<typeof ClockResponse> => ({
  mode: clock.mode(),
  now: clock.now(),
  speed: clock.speed(),
  achievedSpeed: clock.achievedSpeed(),
  advancing: clock.advancing(),
  heldUntil: clock.heldUntil(),
  nextDue: clock.nextDue(),
});

/** Price, then quantity. */
const BookLevel = Type.Array(Type.String(), { minItems: 2, maxItems: 2 });
const DONE = { ok: true } as const;
const STARTED_BY = { startedBy: 'control plane' } as const;

export const CONTROL_ROUTES: readonly ControlRoute[] = [
  get('/clock', 'The exchange clock: mode, time, speed, and how far an advance has come', ClockResponse, clockOf),
  postAtOnce(
    '/clock/advance',
    'Moves a manual clock forward; responds when everything that is due has run. Other requests wait meanwhile',
    Type.Object({ ms: DurationMs }),
    AdvanceResponse,
    ({ clock }, { ms }) => clock.advanceAsync(ms, STARTED_BY),
  ),
  postAtOnce(
    '/clock/advanceTo',
    'Moves a manual clock forward to a time, at most 366 days away',
    Type.Object({ time: TimeMs }),
    AdvanceResponse,
    ({ clock }, { time }) => clock.advanceToAsync(time, STARTED_BY),
  ),
  postAtOnce(
    '/clock/cancel',
    'Stops the advance that is under way at a whole input; what has happened stays',
    Type.Object({}),
    CancelResponse,
    async (exchange) => {
      const ended = await exchange.clock.cancelAdvance();
      return { ...clockOf(exchange), cancelled: ended?.cancelled === true };
    },
  ),
  postAtOnce(
    '/clock/step',
    'In a run of a scenario: lets the clock go on until something is pushed to the bot, at most by this long',
    Type.Object({ ms: Type.Optional(StepMs), until: Type.Optional(StepUntil) }),
    StepResponse,
    ({ steps }, asked) => {
      if (steps) return steps.step(asked);
      const message = 'no run drives this exchange: start one with perpsim run SCENARIO --bot, or use /clock/advance';
      throw new ControlError('CONFLICT', 'clock', message, 409);
    },
  ),
  postAtOnce(
    '/clock/mode',
    'Makes the clock manual or live',
    Type.Object({ mode: Mode }),
    ClockResponse,
    (exchange, { mode }) => {
      exchange.clock.setMode(mode);
      return clockOf(exchange);
    },
  ),
  postAtOnce(
    '/clock/speed',
    'Sets how fast a live clock runs',
    Type.Object({ speed: Speed }),
    ClockResponse,
    (exchange, { speed }) => {
      exchange.clock.setSpeed(speed);
      return clockOf(exchange);
    },
  ),
  post(
    '/deposit',
    'Credits a subaccount from outside the exchange',
    Type.Object({ subAccountId: SubAccountId, asset: Asset, amount: Amount }),
    SuccessResponse,
    ({ control }, { subAccountId, asset, amount }) => {
      control.deposit(subAccountId, asset, amount);
      return DONE;
    },
  ),
  post(
    '/prices/move',
    'Moves the index price of a market, at once or in equal steps over whole seconds; the feed goes on from there',
    Type.Object({ symbol: Symbol, price: Amount, overMs: Type.Optional(RampMs) }),
    SuccessResponse,
    ({ control }, { symbol, price, overMs }) => {
      control.movePrice(symbol, price, overMs);
      return DONE;
    },
  ),
  post(
    '/prices/pin',
    'Keeps the index price of a market at a price, or where it is; it is fresh there, until it is released',
    Type.Object({ symbol: Symbol, price: Type.Optional(Amount) }),
    SuccessResponse,
    ({ control }, { symbol, price }) => {
      control.pinPrice(symbol, price);
      return DONE;
    },
  ),
  post(
    '/prices/stop',
    'Stops the index feed of a market, so that its price goes stale after a minute; a price that is moved then counts as long',
    Type.Object({ symbol: Symbol }),
    SuccessResponse,
    ({ control }, { symbol }) => {
      control.stopFeed(symbol);
      return DONE;
    },
  ),
  post(
    '/prices/release',
    'Ends a pin, a ramp or a stop: the feed of the market goes on from the price there is',
    Type.Object({ symbol: Symbol }),
    SuccessResponse,
    ({ control }, { symbol }) => {
      control.releasePrice(symbol);
      return DONE;
    },
  ),
  post(
    '/prices/mark',
    'Moves the mark of a market alone, by the premium it stands off the index; its average pulls it back',
    Type.Object({ symbol: Symbol, price: Amount }),
    SuccessResponse,
    ({ control }, { symbol, price }) => {
      control.setMarkPrice(symbol, price);
      return DONE;
    },
  ),
  post(
    '/prices/collateral',
    'Sets what a collateral is worth of the index it goes by; 1 is all of it',
    Type.Object({ asset: Asset, peg: Peg }),
    SuccessResponse,
    ({ control }, { asset, peg }) => {
      control.setPeg(asset, peg);
      return DONE;
    },
  ),
  get(
    '/provenance',
    'Whether order and trade notifications carry meseq, met and provenanceMissing',
    ProvenanceResponse,
    ({ control }) => ({ sent: control.provenance() }),
  ),
  post(
    '/provenance',
    'Makes order and trade notifications carry meseq, met and provenanceMissing, or leave them out',
    Type.Object({ sent: Sent }),
    ProvenanceResponse,
    ({ control }, { sent }) => {
      control.setProvenance(sent);
      return { sent: control.provenance() };
    },
  ),
  post(
    '/history/depth',
    'Sets what recorded data offers at levels of a market whose liquidity is history; a snapshot is all that it offers',
    Type.Object({
      symbol: Symbol,
      levels: Type.Array(DepthLevel, {
        maxItems: 10_000,
        description: 'a list of at most 10000 levels, such as {"side": "buy", "price": "94990", "quantity": "0.5"}',
      }),
      snapshot: Type.Optional(Type.Boolean({ description: 'true or false' })),
    }),
    SuccessResponse,
    ({ control }, { symbol, levels, snapshot }) => {
      control.setHistoryDepth(symbol, levels, snapshot);
      return DONE;
    },
  ),
  post(
    '/history/trade',
    'Plays a recorded trade in a market whose liquidity is history; side is that of its taker',
    Type.Object({ symbol: Symbol, side: TradeSide, price: Amount, quantity: Amount }),
    SuccessResponse,
    ({ control }, { symbol, side, price, quantity }) => {
      control.historyTrade(symbol, side, price, quantity);
      return DONE;
    },
  ),
  post(
    '/whitelist',
    'Lets a wallet trade, or stops it',
    Type.Object({ wallet: Wallet, whitelisted: Type.Boolean({ description: 'true or false' }) }),
    SuccessResponse,
    ({ control }, { wallet, whitelisted }) => {
      control.setWhitelisted(wallet, whitelisted);
      return DONE;
    },
  ),
  post(
    '/tier',
    'Puts a wallet on a fixed fee tier, or clears it: the wallet then goes by its volume',
    Type.Object({ wallet: Wallet, tierId: TierId }),
    SuccessResponse,
    ({ control }, { wallet, tierId }) => {
      control.setTier(wallet, tierId);
      return DONE;
    },
  ),
  post(
    '/referrals',
    'Gives a wallet a referral code and a multiplier of its fees, or takes them away',
    Type.Object({ wallet: Wallet, code: ReferralCode, discount: Type.Optional(Discount) }),
    SuccessResponse,
    ({ control }, { wallet, code, discount }) => {
      control.setReferral(wallet, code, discount);
      return DONE;
    },
  ),
  post(
    '/managers',
    'Lets a wallet act as manager of every subaccount of another, or stops it',
    Type.Object({ owner: Wallet, manager: Wallet, action: ManagerAction }),
    SuccessResponse,
    ({ control }, { owner, manager, action }) => {
      control.setManager(owner, manager, action === 'add');
      return DONE;
    },
  ),
  post(
    '/withdrawals',
    'Ends a pending withdrawal now',
    Type.Object({ requestId: WithdrawalId, outcome: WithdrawalOutcome }),
    SuccessResponse,
    ({ control }, { requestId, outcome }) => {
      control.settleWithdrawal(requestId, outcome);
      return DONE;
    },
  ),
  post(
    '/withdrawals/next',
    'Says how the next withdrawal of a subaccount will end; without a word each succeeds',
    Type.Object({ subAccountId: SubAccountId, outcome: WithdrawalOutcome }),
    SuccessResponse,
    ({ control }, { subAccountId, outcome }) => {
      control.planWithdrawal(subAccountId, outcome);
      return DONE;
    },
  ),
  post(
    '/cancelOnDisconnect',
    'Lets the live orders of a subaccount end with the last of its logged-in connections, or keeps them; by default it keeps them',
    Type.Object({ subAccountId: SubAccountId, enabled: Enabled }),
    SuccessResponse,
    ({ control }, { subAccountId, enabled }) => {
      control.setCancelOnDisconnect(subAccountId, enabled);
      return DONE;
    },
  ),
  post(
    '/market',
    'Opens or closes a market',
    Type.Object({ symbol: Symbol, status: MarketStatus }),
    SuccessResponse,
    ({ control }, { symbol, status }) => {
      control.setMarketStatus(symbol, status);
      return DONE;
    },
  ),
  post(
    '/fees',
    'Sets the fee rates of a tier; fills from now on pay them',
    Type.Object({ tierId: TierName, makerFeeRate: FeeRate, takerFeeRate: FeeRate }),
    SuccessResponse,
    ({ control }, { tierId, makerFeeRate, takerFeeRate }) => {
      control.setFees(tierId, makerFeeRate, takerFeeRate);
      return DONE;
    },
  ),
  post(
    '/market/margin',
    'Sets the margin tiers of a market; they count for open positions at once',
    Type.Object({ symbol: Symbol, tiers: MarginTiers }),
    SuccessResponse,
    ({ control }, { symbol, tiers }) => {
      control.setMargin(symbol, tiers);
      return DONE;
    },
  ),
  post(
    '/market/openInterestCap',
    'Sets the cap on the open interest of a market; what is open stays',
    Type.Object({ symbol: Symbol, cap: Cap }),
    SuccessResponse,
    ({ control }, { symbol, cap }) => {
      control.setOpenInterestCap(symbol, cap);
      return DONE;
    },
  ),
  post(
    '/market/delist',
    'Ends a market: cancels its orders and closes its positions without fees, at a price or at the mark',
    Type.Object({ symbol: Symbol, price: Type.Optional(Amount) }),
    SuccessResponse,
    ({ control }, { symbol, price }) => {
      control.delist(symbol, price);
      return DONE;
    },
  ),
  post(
    '/status',
    'Sets the status of the whole exchange',
    Type.Object({ status: ExchangeStatus }),
    SuccessResponse,
    ({ control }, { status }) => {
      control.setExchangeStatus(status);
      return DONE;
    },
  ),
  getBy(
    '/book',
    'The book of a market as it stands, without tokens: a stream waits for its next frame, which a manual clock holds back',
    Type.Object({ symbol: Symbol, depth: Type.Optional(LevelCount) }),
    Type.Object({ symbol: Symbol, bids: Type.Array(BookLevel), asks: Type.Array(BookLevel) }),
    ({ control }, { symbol, depth }) => control.book(symbol, depth === undefined ? undefined : Number(depth)),
  ),
  get(
    '/accounts',
    'The dev accounts with their keys, which are public',
    Type.Object({
      accounts: Type.Array(
        Type.Object({ address: Type.String(), privateKey: Type.String(), subAccountId: SubAccountId }),
      ),
    }),
    ({ accounts }) => ({ accounts }),
  ),
  post(
    '/accounts',
    'Opens a subaccount for a wallet',
    Type.Object({ wallet: Wallet, name: Type.Optional(AccountName) }),
    Type.Object({ subAccountId: SubAccountId }),
    ({ control }, { wallet, name }) => ({ subAccountId: control.openAccount(wallet, name) }),
  ),
  get(
    '/digest',
    'The digest of everything that happened: equal runs have equal digests',
    Type.Object({ digest: Type.String() }),
    ({ control }) => ({
      digest: control.digest(),
    }),
  ),
  get('/ledger', 'What every subaccount and the house hold, after the last input', LedgerResponse, ({ control }) =>
    control.ledger(),
  ),
  getLines(
    '/journal',
    'The log of inputs so far: a header, each input, and what the exchange had come to, a JSON document a line',
    AnyResponse,
    ({ control }) => control.journal(),
  ),
  ...LOG_ROUTES,
  ...FAULT_ROUTES,
  ...LATENCY_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...JOB_ROUTES,
  ...WHY_ROUTES,
  get('/state', 'World, seed, clock, accounts and markets in short', AnyResponse, stateOf),
  post(
    '/reset',
    'Starts the exchange over; what is left out stays as it was',
    Type.Object({
      asStarted: Type.Optional(AsStarted),
      seed: Type.Optional(Seed),
      world: Type.Optional(World),
      startTime: Type.Optional(StartTime),
      clock: Type.Optional(Mode),
      limits: Type.Optional(Limits),
    }),
    AnyResponse,
    async (exchange, { asStarted = false, ...options }) => {
      await exchange.control.reset(options, asStarted);
      return stateOf(exchange);
    },
  ),
];
