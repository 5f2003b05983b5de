import { type IntegerOptions, type StringOptions, type TLiteral, type TUnion, Type } from '@sinclair/typebox';
import { JOB_KINDS, SUITE_PROFILES } from './jobs.ts';

/** An advance, and what a live clock may be behind, is no longer than this. */
export const LONGEST_ADVANCE_MS = 366 * 24 * 3_600_000;

/** Fields of control requests. `description` is read by people and by refusals: "x must be <description>". */

/** Returns the schema of one of these words or numbers, with them as its description. */
export const oneOf = <W extends string | number>(
  words: readonly W[],
  options: { readonly description?: string; readonly default?: W } = {},
): TUnion<TLiteral<W>[]> =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description: `one of ${words.join(', ')}`, ...options },
  );

/** Returns the schema of one of a few words, described as `"a", "b" or "c"`. */
export const words = <W extends string>(...names: readonly W[]): TUnion<TLiteral<W>[]> => {
  const quoted = names.map((name) => `"${name}"`);
  return oneOf(names, { description: `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` });
};

/** Returns the schema of a whole number in a range, which is its description. */
export const whole = (minimum: number, maximum: number, options: IntegerOptions = {}) =>
  Type.Integer({ minimum, maximum, description: `a whole number from ${minimum} to ${maximum}`, ...options });

const text = (minLength: number, maxLength: number, description: string, options: StringOptions = {}) =>
  Type.String({ minLength, maxLength, description, ...options });

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
/** What happens to a recorded order. */
export const HistoryEvent = words('add', 'reduce', 'remove', 'execute');

/** Id of a recorded order. */
export const HistoryId = Type.String({
  maxLength: 64,
  description:
    'the id of a recorded order, of at most 64 characters; "" for an execution of an order that was never shown',
});

export const TradeSide = words('buy', 'sell');
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
export const Enabled = Type.Boolean({ description: 'true or false' });
export const Peg = Type.String({
  pattern: '^(?=.*[1-9])(10([.]0{1,8})?|[0-9]([.][0-9]{1,8})?)$',
  description: 'a decimal string above 0 and at most 10, such as "0.85", which leaves 85 % of the index price',
});
export const Asset = Type.String({ minLength: 1, maxLength: 32, description: 'the name of an asset, such as "USDT"' });
export const Mode = words('manual', 'live');
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
export const StepUntil = words('data', 'time');
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
export const ManagerAction = words('add', 'remove');
export const WithdrawalOutcome = words('success', 'failed');
export const WithdrawalId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'the requestId in the response to a withdrawal',
});
export const MarketStatus = words('open', 'closed', 'close_only');
export const FeeRate = Type.String({
  pattern: '^-?(0|[1-9][0-9]{0,17})([.][0-9]{1,8})?$',
  description: 'a decimal string from -0.01 to 0.1, such as "0.0005", which is 5 bp; a negative rate is a rebate',
});
const Leverage = whole(1, 1_000);
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
export const ExchangeStatus = words('running', 'degraded', 'draining', 'down');
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
    Type.Object(
      { extends: Type.Optional(Type.String({ pattern: WORLD_NAME, description: 'the name of a built-in world' })) },
      { additionalProperties: true },
    ),
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

/** Longest latency, and longest delay of an injected fault: a day. */
export const DELAY_MS_MAX = 86_400_000;
const delay = (options?: IntegerOptions) => whole(0, DELAY_MS_MAX, options);
const SAMPLES_MAX = 10_000;

const LatencySpecField = Type.Union(
  [
    Type.Object({ kind: Type.Literal('constant'), ms: delay() }),
    Type.Object({ kind: Type.Literal('uniform'), fromMs: delay(), toMs: delay() }),
    Type.Object({ kind: Type.Literal('normal'), meanMs: delay(), deviationMs: delay() }),
    Type.Object({ kind: Type.Literal('exponential'), meanMs: delay(), minMs: Type.Optional(delay({ default: 0 })) }),
    Type.Object({
      kind: Type.Literal('samples'),
      ms: Type.Array(delay(), {
        minItems: 1,
        maxItems: SAMPLES_MAX,
        description: `a list of 1 to ${SAMPLES_MAX} whole numbers from 0 to ${DELAY_MS_MAX}`,
      }),
    }),
  ],
  { description: 'one duration, drawn anew each time; docs/latency.md says what each kind takes' },
);

const PART = { description: 'a latency by its kind, or null' };
export const LatencyPart = Type.Union([LatencySpecField, Type.Null()], PART);
const OptionalPart = Type.Optional(Type.Union(LatencyPart.anyOf, { ...PART, default: null }));
/** What is left out holds nothing back. */
export const LatencyModelSpec = Type.Object({
  entry: OptionalPart,
  response: OptionalPart,
  data: OptionalPart,
});
export const LatencyModelField = Type.Union([LatencyModelSpec, Type.Null()], {
  description: 'a latency of entry, response and data, or null to take it away',
});

const Place = Type.String({
  pattern: '^(0|[1-9][0-9]{0,14})[.](0|[1-9][0-9]{0,14})$',
  description: 'the id of a row or the "next" of an earlier response, such as "12.3"',
});
const Flag = words('true', 'false');
export const InputNumber = Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$', description: 'a number from 0' });
const digits = (description: string) => Type.String({ pattern: '^[1-9][0-9]{0,19}$', description });

/** A query of the log. */
export const LogFields = {
  after: Type.Optional(Place),
  before: Type.Optional(Place),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,2}|1000)$', description: 'a number from 1 to 1000' })),
  kind: Type.Optional(text(1, 200, 'kinds of rows, parted by commas')),
  account: Type.Optional(SubAccountId),
  order: Type.Optional(digits('the id of an order as a string of digits')),
  market: Type.Optional(Symbol),
  liquidation: Type.Optional(InputNumber),
  text: Type.Optional(text(1, 200, 'a part of the text of a row')),
  world: Type.Optional(Flag),
  whole: Type.Optional(Flag),
};

const UnixMs = Type.String({ pattern: '^(0|[1-9][0-9]{0,14})$', description: 'exchange time, Unix milliseconds' });

/** A window of the timeline; all of it when nothing is given. */
export const TimelineFields = {
  from: Type.Optional(UnixMs),
  to: Type.Optional(UnixMs),
  buckets: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]{0,2}|1000)$', description: 'at most so many, 1 to 1000' }),
  ),
  whole: Type.Optional(Flag),
};

/** A moment: after an input, or after the last input up to a time. */
export const MomentFields = {
  input: Type.Optional(InputNumber),
  at: Type.Optional(UnixMs),
  market: Type.Optional(Symbol),
  account: Type.Optional(SubAccountId),
  branch: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,4}$', description: 'the port of a branch' })),
};

/** The same in a body. */
export const MomentBody = {
  input: Type.Optional(Type.Integer({ minimum: 0, description: 'the number of an input, 0 for the start' })),
  at: Type.Optional(TimeMs),
};

export const CommandName = text(1, 64, 'the name of a control command, such as "movePrice"');
export const AnyFields = Type.Object({}, { additionalProperties: true, description: 'the fields of its body' });

export const SnapshotName = text(1, 64, 'the name of a snapshot');
export const BranchPort = Type.Integer({
  minimum: 0,
  maximum: 65_535,
  description: 'a port from 0 to 65535, 0 for a free one',
});
export const BranchPortText = Type.String({ pattern: '^[1-9][0-9]{0,4}$', description: 'the port of a branch' });

const texts = (description: string, maxItems: number) =>
  Type.Array(Type.String({ description: 'a text' }), { maxItems, description });

/** More than the suite has files, so that whatever failed can be run again. */
const FEATURES_MAX = 1_000;

/** What a job is to run; `JobAsked` says which fields go with which kind. */
export const JobFields = {
  kind: words(...JOB_KINDS),
  scenario: Type.Optional(text(1, 100, 'a scenario of the library, for a scenario or a sweep')),
  seed: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', description: '1 to 64 letters, digits, dots, _ and -' }),
  ),
  seeds: Type.Optional(whole(1, 1_000)),
  set: Type.Optional(texts('texts such as "strategy.spread=2,4,8", at most 64', 64)),
  features: Type.Optional(
    texts(`areas or files of features, such as "features/trade", at most ${FEATURES_MAX}`, FEATURES_MAX),
  ),
  profile: Type.Optional(words(...SUITE_PROFILES)),
  tags: Type.Optional(text(1, 400, 'a tag expression, such as "@auth"')),
  clause: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_*?-]{1,100}$', description: 'a glob of clause ids, such as "GETTRADES-*"' }),
  ),
  target: Type.Optional(text(1, 300, '"fresh", "this" or the URL of a deployment')),
  serviceName: Type.Optional(text(1, 100, 'the name in the EIP-712 domain of a deployment')),
  reset: Type.Optional(Type.Boolean({ description: 'true to restart a simulator that clients have used' })),
};
export const JobId = Type.String({ pattern: '^[a-z0-9-]{1,64}$', description: 'the id of a job' });
export const JobPlace = Type.String({
  pattern: '^[0-9]{1,9}$',
  description: 'a place from an earlier response, such as 0',
});

export const RequestId = Type.String({
  pattern: '^[0-9a-f]{16}$',
  description: 'the request_id of a response, 16 lower-case hex digits',
});
export const ItemPlace = Type.String({
  pattern: '^(0|[1-9][0-9]{0,3})$',
  description: 'the place of an item in the request, counted from 0',
});
export const RecordNumber = Type.String({ pattern: '^[1-9][0-9]{0,15}$', description: 'a number from 1' });
export const OrderId = digits('the venue id of an order');
export const SignedRequest = Type.Union(
  [Type.Object({}, { additionalProperties: true }), Type.String({ minLength: 1 })],
  {
    description:
      'a signed request as an object or its JSON text: a body of POST /v1/trade, a frame of a stream, or its params',
  },
);
