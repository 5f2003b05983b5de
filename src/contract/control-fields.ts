import { type TSchema, Type } from '@sinclair/typebox';

/** An advance, and what a live clock may be behind, is no longer than this. */
export const LONGEST_ADVANCE_MS = 366 * 24 * 3_600_000;

/** Fields of control requests. `description` is read by people and by refusals: "x must be <description>". */

export const Wallet = Type.String({
  pattern: '^0[xX][0-9a-fA-F]{40}$',
  description: 'a wallet address, 0x and 40 hex digits',
});
export const SubAccountId = Type.String({
  pattern: '^[1-9][0-9]{0,19}$',
  description: 'a subaccount id as a string of digits',
});
export const Amount = Type.String({
  pattern: '^(?=.*[1-9])(0|[1-9][0-9]{0,17})([.][0-9]{1,8})?$',
  description: 'a positive decimal string with at most 8 decimals, such as "2500.5"',
});
const Quantity = Type.String({
  pattern: '^(0|[1-9][0-9]{0,17})([.][0-9]{1,8})?$',
  description: 'a decimal string of at least 0 with at most 8 decimals, such as "0.5"',
});
export const TradeSide = Type.Union([Type.Literal('buy'), Type.Literal('sell')], { description: '"buy" or "sell"' });
export const DepthLevel = Type.Object(
  { side: TradeSide, price: Amount, quantity: Quantity },
  { description: 'a level with side, price and quantity' },
);
export const Symbol = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'the symbol of a market, such as "BTC-USDT"',
});
export const LevelCount = Type.String({
  pattern: '^([1-9][0-9]{0,2}|1000)$',
  description: 'a number of levels from 1 to 1000',
});
export const RampMs = Type.Integer({
  minimum: 1_000,
  maximum: 3_600_000,
  multipleOf: 1_000,
  description: 'whole seconds in milliseconds, from 1000 to 3600000',
});
export const Sent = Type.Boolean({ description: 'true to send the fields, false to leave them out' });
export const ProvenanceResponse = Type.Object({ sent: Sent });
export const Enabled = Type.Boolean({ description: 'true or false' });
export const Peg = Type.String({
  pattern: '^(?=.*[1-9])(10([.]0{1,8})?|[0-9]([.][0-9]{1,8})?)$',
  description: 'a decimal string above 0 and at most 10, such as "0.85", which leaves 85 % of the index price',
});
export const Asset = Type.String({ minLength: 1, maxLength: 32, description: 'the name of an asset, such as "USDT"' });
export const Mode = Type.Union([Type.Literal('manual'), Type.Literal('live')], { description: '"manual" or "live"' });
export const DurationMs = Type.Integer({
  minimum: 0,
  maximum: LONGEST_ADVANCE_MS,
  description: `a whole number of milliseconds from 0 to ${LONGEST_ADVANCE_MS}`,
});
export const StepMs = Type.Integer({
  minimum: 1,
  maximum: LONGEST_ADVANCE_MS,
  description: `a whole number of milliseconds from 1 to ${LONGEST_ADVANCE_MS}`,
});
export const StepUntil = Type.Union([Type.Literal('data'), Type.Literal('time')], { description: '"data" or "time"' });
export const TimeMs = Type.Integer({
  minimum: 0,
  maximum: 8_640_000_000_000_000,
  description: 'a time in Unix milliseconds, as a number, not before the present time of the exchange',
});
export const Speed = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description: 'a number above 0 and at most 1000000: exchange milliseconds per wall millisecond',
});
export const ManagerAction = Type.Union([Type.Literal('add'), Type.Literal('remove')], {
  description: '"add" or "remove"',
});
export const WithdrawalOutcome = Type.Union([Type.Literal('success'), Type.Literal('failed')], {
  description: '"success" or "failed"',
});
export const WithdrawalId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'the requestId in the response to a withdrawal',
});
export const MarketStatus = Type.Union([Type.Literal('open'), Type.Literal('closed'), Type.Literal('close_only')], {
  description: '"open", "closed" or "close_only"',
});
export const FeeRate = Type.String({
  pattern: '^-?(0|[1-9][0-9]{0,17})([.][0-9]{1,8})?$',
  description: 'a decimal string from -0.01 to 0.1, such as "0.0005", which is 5 bp; a negative rate is a rebate',
});
const Leverage = Type.Integer({ minimum: 1, maximum: 1_000, description: 'a whole number from 1 to 1000' });
/** As in `margin.tiers` of a world file. */
export const MarginTiers = Type.Array(
  Type.Object({
    from: Quantity,
    to: Type.Union([Quantity, Type.Null()], { description: 'a decimal string, or null in the last tier' }),
    maxLeverage: Leverage,
    initial: Quantity,
    maintenance: Quantity,
  }),
  {
    minItems: 1,
    description:
      'a list of tiers, such as {"from": "0", "to": null, "maxLeverage": 20, "initial": "0.05", "maintenance": "0.025"}',
  },
);
export const Cap = Type.String({
  pattern: '^(0|[1-9][0-9]{0,17})([.][0-9]{1,8})?$',
  description: 'a decimal string such as "1000000", or "0" for no cap',
});
export const ExchangeStatus = Type.Union(
  [Type.Literal('running'), Type.Literal('degraded'), Type.Literal('draining'), Type.Literal('down')],
  {
    description: '"running", "degraded", "draining" or "down"',
  },
);
export const TierName = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'the id of a fee tier, such as "tier_0"',
});
export const TierId = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
  description: 'the id of a fee tier, or null to go by volume again',
});
export const ReferralCode = Type.Union([Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }), Type.Null()], {
  description: 'a code of 1 to 32 letters, digits, underscores and hyphens, or null to take the referral away',
});
export const Discount = Type.String({
  pattern: '^0?[.](?=.*[1-9])[0-9]{1,8}$',
  description: 'a decimal string above 0 and below 1, such as "0.9", which leaves nine tenths of every fee',
});
export const AccountName = Type.String({ minLength: 1, maxLength: 50, description: 'a name of 1 to 50 characters' });
export const Seed = Type.Union([Type.String({ minLength: 1, maxLength: 128 }), Type.Integer({ minimum: 0 })], {
  description: 'a text of 1 to 128 characters or a whole number',
});
const WORLD_NAME = '^[a-z0-9][a-z0-9-]{0,63}$';
/** A world that is written out may build on those of the package; files stay out of reach. */
export const World = Type.Union(
  [
    Type.String({ pattern: WORLD_NAME }),
    Type.Object({ extends: Type.Optional(Type.String({ pattern: WORLD_NAME })) }, { additionalProperties: true }),
  ],
  {
    description:
      'the name of a built-in world, such as "quiet", or a world as an object, such as {"extends": "quiet", "risk": {...}}, ' +
      'which may extend a built-in one',
  },
);
export const Limits = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'an object of limits, such as {"ipTokens": 20000}; what it leaves out is standard',
  },
);
export const AsStarted = Type.Boolean({ description: 'true to go back to what the exchange was started with' });
export const StartTime = Type.Union([TimeMs, Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}' })], {
  description: 'a time in Unix milliseconds or an ISO date such as "2026-01-05T00:00:00Z"',
});

/** An advance that is under way. */
const Advancing = Type.Object({
  from: TimeMs,
  to: TimeMs,
  now: TimeMs,
  startedBy: Type.String({ description: '"control plane", or what a program in the same process calls itself' }),
  elapsedMs: Type.Integer({ description: 'wall time since it began' }),
  waitingRequests: Type.Integer({ description: 'requests that wait for its end' }),
});
/** The exchange clock as it is now. */
export const ClockResponse = Type.Object({
  mode: Mode,
  now: TimeMs,
  speed: Type.Number(),
  achievedSpeed: Type.Union([Type.Number(), Type.Null()], {
    description: 'exchange milliseconds per wall millisecond over five seconds; null for a manual clock, and at first',
  }),
  advancing: Type.Union([Advancing, Type.Null()], { description: 'null while no advance is under way' }),
  heldUntil: Type.Union([TimeMs, Type.Null()], {
    description: 'when the first request, response or push that latency or a fault holds back goes on; null for none',
  }),
  nextDue: Type.Union([TimeMs, Type.Null()], {
    description: 'when the next timer of the exchange is due; null for none',
  }),
});
/** The clock after a request to cancel; `cancelled` is false when no advance was under way or it was over by then. */
export const CancelResponse = Type.Object({ ...ClockResponse.properties, cancelled: Type.Boolean() });
/** What an advance did; `firstEvent` is one more than `lastEvent` when nothing happened. */
export const AdvanceResponse = Type.Object({
  from: TimeMs,
  now: TimeMs,
  firstEvent: Type.Integer(),
  lastEvent: Type.Integer(),
  cancelled: Type.Optional(Type.Literal(true, { description: 'it was stopped before its end, at `now`' })),
});
export const SuccessResponse = Type.Object({ ok: Type.Literal(true) });
export const FaultResponse = Type.Object({
  error: Type.Object({ code: Type.String(), field: Type.String(), message: Type.String() }),
});
const Decimal = Type.String({ description: 'a signed decimal string' });
/** By asset, market or house account. */
const Amounts = Type.Record(Type.String(), Decimal);
/** Wire form of `exchange/journal/ledger-record.ts`. */
export const LedgerResponse = Type.Object({
  inputs: Type.Integer(),
  events: Type.Integer(),
  at: TimeMs,
  digest: Type.String(),
  subAccounts: Type.Array(
    Type.Object({
      subAccountId: SubAccountId,
      owner: Wallet,
      name: Type.String(),
      balances: Amounts,
      pendingWithdraw: Amounts,
      isolatedMargin: Amounts,
      positions: Type.Array(
        Type.Object({
          positionId: Type.String(),
          symbol: Symbol,
          size: Decimal,
          cost: Decimal,
          entryPrice: Decimal,
          entryCost: Decimal,
          entrySize: Decimal,
          realizedPnl: Decimal,
          fees: Decimal,
          netFunding: Decimal,
        }),
      ),
    }),
  ),
  house: Type.Record(Type.String(), Amounts),
  openInterest: Amounts,
});
/** An object that is described where it is made. */
export const AnyResponse: TSchema = Type.Unsafe({ type: 'object', additionalProperties: true });

export const StepResponse = Type.Object({
  now: Type.Integer({ description: 'exchange time, Unix milliseconds' }),
  ended: Type.Boolean({ description: 'true at the end of the scenario' }),
  advancedMs: Type.Integer(),
});

/** Kinds of a duration that is drawn anew each time (docs/latency.md). */
export const LATENCY_KINDS = ['constant', 'uniform', 'normal', 'exponential', 'samples'] as const;

const ms = (of: string): TSchema => Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000, description: of }));

const LatencySpecField = Type.Object(
  {
    kind: Type.Union(LATENCY_KINDS.map((kind) => Type.Literal(kind))),
    ms: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0 }), Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 })], {
        description: 'constant: exchange milliseconds; samples: a list of them',
      }),
    ),
    fromMs: ms('uniform'),
    toMs: ms('uniform'),
    meanMs: ms('normal, exponential'),
    deviationMs: ms('normal'),
    minMs: ms('exponential; 0 when it is left out'),
  },
  { description: 'one duration, drawn anew each time; docs/latency.md says what each kind takes' },
);

export const LatencyPart = Type.Union([LatencySpecField, Type.Null()]);
const PARTS = {
  entry: Type.Optional(LatencyPart),
  response: Type.Optional(LatencyPart),
  data: Type.Optional(LatencyPart),
};
export const LatencyModelField = Type.Union([Type.Object(PARTS), Type.Null()], {
  description: 'a latency of entry, response and data, or null to take it away',
});
