import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { LatencyPart, Mode, oneOf, Sent, SubAccountId, Symbol, TimeMs, Wallet } from './control-fields.ts';
import { JOB_OUTCOMES } from './jobs.ts';
import { LOG_KINDS, TIMELINE_KINDS } from './log-shapes.ts';

/** What the control plane responds with. */

/** An object that is described where it is made. */
export const AnyResponse = Type.Object({}, { additionalProperties: true });
const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
/** Keeps the type of a schema; a bare spread has one that declarations cannot name. */
const described = <S extends TSchema>(schema: S, description: string): S => ({ ...schema, description });
const listOf = <P extends TProperties>(fields: P) => Type.Array(Type.Object(fields));
const texts = Type.Record(Type.String(), Type.String());

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
  subAccounts: listOf({
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
  house: Type.Record(Type.String(), Amounts),
  openInterest: Amounts,
});
export const StepResponse = Type.Object({
  now: Type.Integer({ description: 'exchange time, Unix milliseconds' }),
  ended: Type.Boolean({ description: 'true at the end of the scenario' }),
  advancedMs: Type.Integer(),
});

export const ProvenanceResponse = Type.Object({ sent: Sent });
const Row = Type.Object({
  id: Type.String({ description: 'the place of the row: number of the input, and a place among its rows' }),
  input: Type.Integer({ description: 'number of the input; of a refusal that of the input before it' }),
  event: Type.Union([Type.Integer(), Type.Null()], { description: 'sequence of the event; null for all else' }),
  at: Type.Integer({ description: 'exchange time, Unix milliseconds' }),
  kind: oneOf(LOG_KINDS),
  name: Type.String({ description: 'name of the event, action or control command, or code of the refusal' }),
  text: Type.String(),
  market: nullable(Type.String()),
  accounts: Type.Array(Type.String()),
  orders: Type.Array(Type.String()),
  liquidation: nullable(Type.Integer()),
  why: Type.Union([Type.String(), Type.Null()], { description: 'what explains it, below /sim/v1/why' }),
});

export const LogResponse = Type.Object({
  life: Type.Integer({ description: 'counts resets and reverts; after one the places are those of another run' }),
  now: Type.Integer(),
  inputs: Type.Integer({ description: 'inputs so far' }),
  keptFrom: Type.Integer({ description: 'from this input on no row is missing; 1 is the first, 0 the start' }),
  rows: Type.Array(Row),
  next: Type.String({ description: 'the "after" of the next request' }),
  more: Type.Boolean({ description: 'there are further rows in the direction that was read' }),
});

const counts = Object.fromEntries(TIMELINE_KINDS.map((kind) => [kind, Type.Optional(Type.Integer())]));

export const TimelineResponse = Type.Object({
  life: Type.Integer({ description: 'counts resets and reverts' }),
  start: described(TimeMs, 'exchange time at which the exchange began'),
  now: TimeMs,
  inputs: Type.Integer({ description: 'inputs so far' }),
  countedFrom: Type.Integer({ description: 'what happened from this input on is counted' }),
  from: described(TimeMs, 'begin of the window'),
  to: TimeMs,
  width: Type.Integer({ description: 'milliseconds of a bucket' }),
  buckets: Type.Array(Type.Object({ at: TimeMs, ...counts }, { description: 'a bucket with its begin' }), {
    description: 'those in which something happened',
  }),
  snapshots: listOf({ name: Type.String(), inputs: Type.Integer(), time: TimeMs }),
  reach: Type.Object(
    {
      input: Type.Integer(),
      reason: Type.String({ description: 'why nothing before it can be shown; empty where all can' }),
    },
    { description: 'the first moment that can be shown' },
  ),
});

const Level = Type.Array(Type.String(), { minItems: 2, maxItems: 2 });
export const MomentResponse = Type.Object({
  input: Type.Integer({ description: 'the last input up to the moment' }),
  at: described(TimeMs, 'exchange time of that input'),
  inputs: Type.Integer({ description: 'inputs of the exchange so far' }),
  from: Type.Object(
    { snapshot: nullable(Type.String()), input: Type.Integer() },
    { description: 'where it was worked out from' },
  ),
  opens: Type.String({ description: 'why no branch can start here; empty where one can' }),
  markets: listOf({
    symbol: Symbol,
    status: Type.String(),
    indexPrice: Type.String(),
    markPrice: Type.String(),
    bestBid: Type.String(),
    bestAsk: Type.String(),
    openInterest: Type.String(),
  }),
  book: Type.Object({ symbol: Symbol, bids: Type.Array(Level), asks: Type.Array(Level) }),
  accounts: Type.Array(Type.Object({ subAccountId: SubAccountId, accountValue: Type.String() }), {
    description: 'what each dev account was worth',
  }),
  account: nullable(
    Type.Object({
      subAccountId: SubAccountId,
      accountValue: Type.String(),
      availableMargin: Type.String(),
      maintenanceMargin: Type.String(),
      balances: listOf({ asset: Type.String(), quantity: Type.String() }),
      positions: listOf({
        symbol: Symbol,
        side: Type.String(),
        quantity: Type.String(),
        entryPrice: Type.String(),
        unrealizedPnl: Type.String(),
        liquidationPrice: Type.String(),
      }),
      orders: listOf({
        orderId: Type.String(),
        symbol: Symbol,
        side: Type.String(),
        type: Type.String(),
        price: Type.String(),
        quantity: Type.String(),
        filledQuantity: Type.String(),
      }),
      ordersLeftOut: Type.Integer({ description: 'orders beyond the first 100' }),
    }),
  ),
  rows: Type.Array(Row, { description: 'what had just happened, as the log writes it' }),
});

export const InputResponse = Type.Object({
  input: AnyResponse,
  rows: Type.Array(Type.Object({ ...Row.properties, data: AnyResponse })),
});

export const ExplanationResponse = Type.Object({
  kind: Type.String(),
  subject: texts,
  verdict: texts,
  said: Type.String({ description: 'a refusal in one sentence, with what to do instead; empty for all else' }),
  at: Type.Integer(),
  inputs: listOf({ name: Type.String(), value: Type.String(), unit: Type.String(), from: Type.String() }),
  steps: listOf({
    name: Type.String(),
    formula: Type.String(),
    with: Type.String(),
    result: Type.String(),
    rule: Type.String(),
  }),
  rules: listOf({
    id: Type.String(),
    text: Type.String(),
    source: Type.String(),
    pages: Type.Array(Type.String(), {
      description: 'where the cited texts stand: paths from the root of the package, with their anchors',
    }),
  }),
});
const Signer = { address: Type.String(), role: nullable(Type.String()) };
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' });
export const SignatureResponse = Type.Object({
  action: Type.String(),
  subAccountId: Type.String(),
  typedData: Type.Object(
    {
      domain: Type.Object({}, { additionalProperties: true }),
      types: Type.Object({}, { additionalProperties: true }),
      primaryType: Type.String(),
      message: Type.Object({}, { additionalProperties: true }),
    },
    { description: 'what has to be signed, as eth_signTypedData_v4 takes it; integers are decimal texts' },
  ),
  domainSeparator: Hash,
  digest: Hash,
  signature: Type.Object({ v: Type.Integer(), r: Type.String(), s: Type.String() }),
  recovered: Type.Union([
    Type.Object({ ...Signer, owns: Type.Array(SubAccountId, { description: 'subaccounts that the wallet owns' }) }),
    Type.Null(),
  ]),
  expected: Type.Array(Type.Object(Signer), { description: 'wallets with a right on the subaccount' }),
  roles: Type.Array(Type.String(), { description: 'roles that may carry out the action' }),
  verdict: Type.Union([Type.Literal('right'), Type.Literal('explained'), Type.Literal('unexplained')]),
  mistake: Type.Union([
    Type.Object({
      field: Type.String({ description: 'the first member that differs, such as domain.chainId' }),
      signed: Type.String(),
      expected: Type.String(),
      fix: Type.String(),
      signer: Type.String(),
    }),
    Type.Null(),
  ]),
  tried: Type.Integer({ description: 'documents that were tried' }),
  advice: Type.String({ description: 'what to do' }),
});
export const RefusalsResponse = Type.Object({
  refusals: listOf({
    requestId: Type.String(),
    at: Type.Integer(),
    item: nullable(Type.Integer()),
    action: nullable(Type.String()),
    subAccountId: nullable(Type.String()),
    step: Type.String(),
    code: Type.String(),
    message: Type.String(),
    said: Type.String({ description: 'the refusal in one sentence, with what to do instead' }),
  }),
});
export const LiquidationsResponse = Type.Object({
  liquidations: listOf({
    liquidation: Type.Integer(),
    at: Type.Integer(),
    subAccountId: Type.String(),
    symbol: nullable(Type.String()),
    outcome: Type.String(),
  }),
});
export const KindsResponse = Type.Object({
  kinds: listOf({
    kind: Type.String(),
    method: Type.String(),
    path: Type.String(),
    about: Type.String(),
  }),
});

export const SnapshotResponse = Type.Object({
  name: Type.String(),
  inputs: Type.Integer({ description: 'inputs up to the snapshot' }),
  time: TimeMs,
  chain: Type.String({ description: 'the rolling digest of everything that had happened' }),
  world: Type.String(),
  seed: Type.String(),
});
export const BranchResponse = Type.Object({
  snapshot: Type.String({ description: 'the snapshot, or the input, that it started from' }),
  port: Type.Integer(),
  url: Type.String(),
  wsUrl: Type.String(),
  controlUrl: Type.String(),
});
export const RepeatedResponse = Type.Object({
  ...BranchResponse.properties,
  inputs: Type.Integer({ description: 'inputs of clients and of the control plane that were repeated' }),
  otherwise: Type.Integer({ description: 'commands that one of the runs took and the other refused' }),
});
export const PartingResponse = Type.Object({
  isSameStart: Type.Boolean({ description: 'false where they began with another seed or in another world' }),
  input: Type.Union([Type.Integer(), Type.Null()], { description: 'null while the inputs are equal' }),
  here: nullable(Type.String()),
  there: nullable(Type.String()),
});
export const DocumentLine = described(AnyResponse, 'the snapshot as one line of canonical JSON with its sum');

export const JobResponse = Type.Object({
  id: Type.String(),
  asked: AnyResponse,
  startedAt: Type.Integer({ description: 'Unix milliseconds of the machine' }),
  endedAt: nullable(Type.Integer()),
  outcome: nullable(oneOf(JOB_OUTCOMES)),
  message: Type.String({ description: 'what the process said on stderr last' }),
  folder: Type.String({ description: 'where its results are on the machine of the server' }),
  hasReport: Type.Boolean(),
});
export const JobStateResponse = Type.Composite([
  JobResponse,
  Type.Object({
    progress: nullable(AnyResponse),
    ended: listOf({ id: Type.String(), name: Type.String(), verdict: Type.String() }),
    next: Type.Integer({ description: 'the "after" of the next request' }),
  }),
]);
export const FeaturesResponse = Type.Object({
  features: listOf({ path: Type.String(), title: Type.String(), scenarios: Type.Integer() }),
});

export const SnapshotsResponse = Type.Object({ snapshots: Type.Array(SnapshotResponse) });
export const ComparisonResponse = Type.Object({
  a: SnapshotResponse,
  b: described(SnapshotResponse, 'its name is empty for the exchange as it is'),
  total: Type.Integer({ description: 'places of the state that differ' }),
  differences: Type.Array(Type.Object({ path: Type.String(), a: Type.String(), b: Type.String() }), {
    description: 'the first 50 of them',
  }),
});
export const BranchesResponse = Type.Object({ branches: Type.Array(BranchResponse) });

export const LatenciesResponse = Type.Object({
  latencies: listOf({ subAccountId: SubAccountId, entry: LatencyPart, response: LatencyPart, data: LatencyPart }),
  responses: described(
    listOf({
      subAccountId: SubAccountId,
      count: Type.Integer(),
      lastMs: Type.Integer(),
      medianMs: Type.Integer(),
      p99Ms: Type.Integer(),
      mostMs: Type.Integer(),
    }),
    'how long responses to requests that change something took, in exchange time, of the latest 1,000 that anything held back',
  ),
});

/** Price, then quantity. */
const BookLevel = Type.Array(Type.String(), { minItems: 2, maxItems: 2 });
export const BookResponse = Type.Object({ symbol: Symbol, bids: Type.Array(BookLevel), asks: Type.Array(BookLevel) });
export const AccountsResponse = Type.Object({
  accounts: listOf({ address: Type.String(), privateKey: Type.String(), subAccountId: SubAccountId }),
});
