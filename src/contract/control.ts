import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import {
  AccountName,
  AnyFields,
  Amount,
  AsStarted,
  Asset,
  BranchPort,
  BranchPortText,
  Cap,
  CommandName,
  DepthLevel,
  Discount,
  DurationMs,
  Enabled,
  ExchangeStatus,
  FeeRate,
  HistoryEvent,
  HistoryId,
  InputNumber,
  ItemPlace,
  JobFields,
  JobId,
  JobPlace,
  LatencyModelField,
  LevelCount,
  Limits,
  LogFields,
  MomentBody,
  MomentFields,
  ManagerAction,
  MarginTiers,
  MarketStatus,
  Mode,
  OrderId,
  Peg,
  RampMs,
  RecordNumber,
  ReferralCode,
  RequestId,
  Seed,
  Sent,
  SignedRequest,
  SnapshotName,
  Speed,
  StartTime,
  StepMs,
  StepUntil,
  SubAccountId,
  Symbol,
  TierId,
  TierName,
  TimelineFields,
  TimeMs,
  TradeSide,
  Wallet,
  WithdrawalId,
  WithdrawalOutcome,
  World,
} from './control-fields.ts';
import {
  AccountsResponse,
  AdvanceResponse,
  AnyResponse,
  BookResponse,
  BranchesResponse,
  BranchResponse,
  CancelResponse,
  ClockResponse,
  ComparisonResponse,
  DocumentLine,
  ExplanationResponse,
  FeaturesResponse,
  InputResponse,
  JobResponse,
  JobStateResponse,
  KindsResponse,
  LatenciesResponse,
  LedgerResponse,
  LiquidationsResponse,
  LogResponse,
  MomentResponse,
  PartingResponse,
  ProvenanceResponse,
  RefusalsResponse,
  RepeatedResponse,
  SignatureResponse,
  SnapshotResponse,
  SnapshotsResponse,
  StepResponse,
  SuccessResponse,
  TimelineResponse,
} from './control-responses.ts';
import { FaultRules, FaultRulesResponse, KeepRules, StoredRecordFields } from './fault-fields.ts';

/** A request that the control plane takes, as data: its routes, documents and clients are made of it. */
export interface ControlCall {
  readonly method: 'GET' | 'POST';
  /** Below `/sim/v1`; parts in braces are fields of the request. */
  readonly path: string;
  readonly summary: string;
  /** Fields of a POST's body; of a GET those of its path and query, all of them texts. */
  readonly body: TObject;
  /** Fields of a POST's path, all of them texts. */
  readonly address?: TObject;
  /** Of each line, where the response is lines. */
  readonly response: TSchema;
  readonly respondsLines?: true;
  /** A POST that does not wait for the end of an advance. A GET never does. */
  readonly atOnce?: true;
  /** Takes no page of another origin, not even of this machine. */
  readonly startsProcesses?: true;
}

type How = Pick<ControlCall, 'address' | 'respondsLines' | 'atOnce' | 'startsProcesses'>;

const callBy =
  <M extends ControlCall['method']>(method: M) =>
  <P extends TProperties, R extends TSchema, H extends How = object>(
    path: string,
    summary: string,
    fields: P,
    response: R,
    how?: H,
  ) => ({ method, path, summary, body: Type.Object(fields), response, ...(how as H) });
const reads = callBy('GET');
const changes = callBy('POST');

const AT_ONCE = { atOnce: true } as const;
const LINES = { respondsLines: true } as const;
const OF_SNAPSHOT = { address: Type.Object({ name: SnapshotName }) };

const command = <P extends TProperties>(path: string, summary: string, fields: P) =>
  changes(path, summary, fields, SuccessResponse);

/**
 * Commands that change a running exchange from outside and respond with nothing of their own: the route below `/sim/v1` that takes each,
 * what it does, and the fields of its body in the order in which functions of its name take them. The routes of the control plane, the
 * functions of an exchange in process, the actions of scenarios, the client of the suite and the documents are made from it. The order
 * is that in which a list of names shows them.
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
  setLatency: changes(
    '/latency',
    'Holds the requests, the responses and the pushes of a subaccount back, or no longer',
    { subAccountId: SubAccountId, model: LatencyModelField },
    LatenciesResponse,
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
  historyOrder: command(
    '/history/order',
    'Plays one message of an order-level record in a market whose liquidity is history; side is that of the recorded order',
    { symbol: Symbol, event: HistoryEvent, id: HistoryId, side: TradeSide, price: Amount, quantity: Amount },
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
const OF_HISTORY: ReadonlySet<ControlCommandName> = new Set<ControlCommandName>([
  'setHistoryDepth',
  'historyTrade',
  'historyOrder',
]);

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

const CLOCK_CALLS = {
  clock: reads('/clock', 'The exchange clock: mode, time, speed, and how far an advance has come', {}, ClockResponse),
  advance: changes(
    '/clock/advance',
    'Moves a manual clock forward; responds when everything that is due has run. Other requests wait meanwhile',
    { ms: DurationMs },
    AdvanceResponse,
    AT_ONCE,
  ),
  advanceTo: changes(
    '/clock/advanceTo',
    'Moves a manual clock forward to a time, at most 366 days away',
    { time: TimeMs },
    AdvanceResponse,
    AT_ONCE,
  ),
  cancelAdvance: changes(
    '/clock/cancel',
    'Stops the advance that is under way at a whole input; what has happened stays',
    {},
    CancelResponse,
    AT_ONCE,
  ),
  step: changes(
    '/clock/step',
    'In a run of a scenario: lets the clock go on until something is pushed to the bot, at most by this long',
    { ms: Type.Optional(StepMs), until: Type.Optional(StepUntil) },
    StepResponse,
    AT_ONCE,
  ),
  setMode: changes('/clock/mode', 'Makes the clock manual or live', { mode: Mode }, ClockResponse, AT_ONCE),
  setSpeed: changes('/clock/speed', 'Sets how fast a live clock runs', { speed: Speed }, ClockResponse, AT_ONCE),
};

/** Reads, and commands that respond with something of their own. */
const OTHER_CALLS = {
  provenance: reads(
    '/provenance',
    'Whether order and trade notifications carry meseq, met and provenanceMissing',
    {},
    ProvenanceResponse,
  ),
  setProvenance: changes(
    '/provenance',
    'Makes order and trade notifications carry meseq, met and provenanceMissing, or leave them out',
    { sent: Sent },
    ProvenanceResponse,
  ),
  book: reads(
    '/book',
    'The book of a market as it stands, without tokens: a stream waits for its next frame, which a manual clock holds back',
    { symbol: Symbol, depth: Type.Optional(LevelCount) },
    BookResponse,
  ),
  accounts: reads('/accounts', 'The dev accounts with their keys, which are public', {}, AccountsResponse),
  openAccount: changes(
    '/accounts',
    'Opens a subaccount for a wallet',
    { wallet: Wallet, name: Type.Optional(AccountName) },
    Type.Object({ subAccountId: SubAccountId }),
  ),
  digest: reads(
    '/digest',
    'The digest of everything that happened: equal runs have equal digests',
    {},
    Type.Object({ digest: Type.String() }),
  ),
  ledger: reads('/ledger', 'What every subaccount and the house hold, after the last input', {}, LedgerResponse),
  journal: reads(
    '/journal',
    'The log of inputs so far: a header, each input, and what the exchange had come to, a JSON document a line',
    {},
    AnyResponse,
    LINES,
  ),
  log: reads(
    '/log',
    'What happened: the latest inputs with their events, and refusals; "whole" works the run out again from its start',
    LogFields,
    LogResponse,
  ),
  loggedInput: reads(
    '/log/{input}',
    'One input with all its events as plain data, by its number',
    { input: InputNumber },
    InputResponse,
  ),
  timeline: reads(
    '/timeline',
    'How often what happened, from the start to now: counts by time, and snapshots; "whole" counts from the start of the journal',
    TimelineFields,
    TimelineResponse,
  ),
  moment: reads(
    '/moment',
    'The exchange as it was after an input or at a time: prices, a book, an account, and what had just happened',
    MomentFields,
    MomentResponse,
  ),
  startBranchAt: changes(
    '/moment/branch',
    'Starts a second exchange as it was at a moment, on a port of its own and with a manual clock',
    { ...MomentBody, port: Type.Optional(BranchPort) },
    BranchResponse,
    AT_ONCE,
  ),
  runAgain: changes(
    '/moment/again',
    'Starts a branch at a moment, carries out a command there, and repeats what was asked for since, up to now; the world acts anew',
    {
      ...MomentBody,
      command: Type.Optional(CommandName),
      fields: Type.Optional(AnyFields),
      port: Type.Optional(BranchPort),
    },
    RepeatedResponse,
    AT_ONCE,
  ),
  parting: reads(
    '/branches/{port}/parting',
    'The first input that a branch and this exchange, or two branches, do not have in common',
    { port: BranchPortText, with: Type.Optional(BranchPortText) },
    PartingResponse,
  ),
  setFaults: changes(
    '/faults',
    'Sets the rules by which faults are injected, in place of those there are or beside them',
    { rules: FaultRules, add: Type.Optional(KeepRules) },
    FaultRulesResponse,
  ),
  faults: reads('/faults', 'The rules in force, and how often each has struck', {}, FaultRulesResponse),
  clearFaults: command('/faults/clear', 'Takes all rules away', {}),
  setRecord: command(
    '/records',
    'Has a stored record read with other words than its own, as older deployments may have left them',
    StoredRecordFields,
  ),
  records: reads(
    '/records',
    'Records that are read otherwise than they are',
    {},
    Type.Object({ records: Type.Array(Type.Object(StoredRecordFields)) }),
  ),
  latencies: reads('/latency', 'The subaccounts that have a latency', {}, LatenciesResponse),
  snapshots: reads('/snapshots', 'Snapshots that have been taken', {}, SnapshotsResponse),
  takeSnapshot: changes(
    '/snapshots',
    'Takes a snapshot of the whole exchange, under a name or the next number',
    { name: Type.Optional(SnapshotName) },
    SnapshotResponse,
  ),
  exportSnapshot: reads(
    '/snapshots/{name}',
    'A snapshot as a document, for --state',
    { name: SnapshotName },
    DocumentLine,
    LINES,
  ),
  compareSnapshot: reads(
    '/snapshots/{name}/compare',
    'How a snapshot differs from another one, or from the exchange as it is',
    { name: SnapshotName, with: Type.Optional(SnapshotName) },
    ComparisonResponse,
  ),
  revert: changes(
    '/snapshots/{name}/revert',
    'Goes back to a snapshot, as often as wanted; URLs stay, streams end',
    {},
    AnyResponse,
    OF_SNAPSHOT,
  ),
  deleteSnapshot: changes('/snapshots/{name}/delete', 'Deletes a snapshot', {}, SuccessResponse, OF_SNAPSHOT),
  startBranch: changes(
    '/snapshots/{name}/branch',
    'Starts a second exchange from a snapshot, on a port of its own',
    { port: Type.Optional(BranchPort) },
    BranchResponse,
    OF_SNAPSHOT,
  ),
  branches: reads(
    '/branches',
    'Exchanges that were started from snapshots of this one and still run',
    {},
    BranchesResponse,
  ),
  endBranch: changes(
    '/branches/{port}/end',
    'Ends the exchange on a port that was started from a snapshot',
    {},
    SuccessResponse,
    { address: Type.Object({ port: BranchPortText }) },
  ),
  scenarios: reads(
    '/library/scenarios',
    'The scenarios of the library with their stories, which a job can run or sweep',
    {},
    Type.Object({ scenarios: Type.Array(AnyResponse) }),
  ),
  features: reads('/library/features', 'The features of the suite, which a job can run', {}, FeaturesResponse),
  jobs: reads(
    '/jobs',
    'Jobs that run, and those whose results are kept, newest first',
    {},
    Type.Object({ jobs: Type.Array(JobResponse) }),
  ),
  startJob: changes('/jobs', 'Runs a scenario, a sweep or the suite in a process of its own', JobFields, JobResponse, {
    atOnce: true,
    startsProcesses: true,
  } as const),
  job: reads(
    '/jobs/{job}',
    'How far a job has come, with the scenarios of the suite that ended since a place',
    { job: JobId, after: Type.Optional(JobPlace) },
    JobStateResponse,
  ),
  cancelJob: changes(
    '/jobs/{job}/cancel',
    'Stops a job as Ctrl-C would; a second time ends it at once',
    {},
    JobResponse,
    { address: Type.Object({ job: JobId }), atOnce: true, startsProcesses: true } as const,
  ),
  jobReport: reads(
    '/jobs/{job}/report',
    'The report of a job that has ended, one HTML file as text',
    { job: JobId },
    Type.Object({ html: Type.String() }),
  ),
  openRun: changes(
    '/jobs/{job}/open',
    'Starts the exchange of a run of a scenario, as it was at a time or at its end, on a port of its own and with its whole past',
    { at: Type.Optional(TimeMs), port: Type.Optional(BranchPort) },
    BranchResponse,
    { address: Type.Object({ job: JobId }), atOnce: true } as const,
  ),
  why: reads('/why', 'What can be asked', {}, KindsResponse),
  refusals: reads('/why/refusals', 'The latest refusals in short, newest first', {}, RefusalsResponse),
  whyRefusal: reads(
    '/why/refusal/{requestId}',
    'Why a request, or an item of it, was refused',
    { requestId: RequestId, item: Type.Optional(ItemPlace) },
    ExplanationResponse,
  ),
  // It changes nothing, so it does not wait for an advance.
  whySignature: changes(
    '/why/signature',
    'Who signed a request, and what the wallet signed instead of it. The request is not carried out',
    { request: SignedRequest, address: Type.Optional(Wallet) },
    SignatureResponse,
    AT_ONCE,
  ),
  whySignatureOf: reads(
    '/why/signature/{requestId}',
    'The same for a request that was refused for its signer',
    { requestId: RequestId, address: Type.Optional(Wallet) },
    SignatureResponse,
  ),
  whyMargin: reads(
    '/why/margin/{subAccountId}',
    'How the margin figures of a subaccount come about, or those of its position in a market',
    { subAccountId: SubAccountId, symbol: Type.Optional(Symbol) },
    ExplanationResponse,
  ),
  whyOrder: reads(
    '/why/order/{orderId}',
    'Why a conditional order that may open a position was not taken when it fired',
    { orderId: OrderId },
    ExplanationResponse,
  ),
  whyFunding: reads(
    '/why/funding/{paymentId}',
    'How a funding payment came about',
    { paymentId: RecordNumber },
    ExplanationResponse,
  ),
  liquidations: reads(
    '/why/liquidations',
    'The latest liquidations in short, newest first, of one subaccount or of all',
    { subAccountId: Type.Optional(SubAccountId) },
    LiquidationsResponse,
  ),
  whyLiquidation: reads(
    '/why/liquidation/{number}',
    'Why and how a liquidation went, step by step',
    { number: RecordNumber },
    ExplanationResponse,
  ),
  whyAdl: reads(
    '/why/adl/{tradeId}',
    'Why a position was deleveraged, by how much and at which price',
    { tradeId: RecordNumber },
    ExplanationResponse,
  ),
  state: reads('/state', 'World, seed, clock, accounts and markets in short', {}, AnyResponse),
  reset: changes(
    '/reset',
    'Starts the exchange over; what is left out stays as it was',
    {
      asStarted: Type.Optional(AsStarted),
      seed: Type.Optional(Seed),
      world: Type.Optional(World),
      startTime: Type.Optional(StartTime),
      clock: Type.Optional(Mode),
      limits: Type.Optional(Limits),
    },
    AnyResponse,
  ),
};

/** Every request that the control plane takes, by name, in the order of its documents. */
export const CONTROL_CALLS = { ...CLOCK_CALLS, ...CONTROL_COMMANDS, ...OTHER_CALLS };
export type ControlCallName = keyof typeof CONTROL_CALLS;

/** The fields of a request, wherever they stand in it. */
export type ControlFields<N extends ControlCallName> = Static<(typeof CONTROL_CALLS)[N]['body']> &
  ((typeof CONTROL_CALLS)[N] extends { readonly address: infer A extends TObject } ? Static<A> : unknown);
/** What a call responds with. */
export type ControlResponse<N extends ControlCallName> = Static<(typeof CONTROL_CALLS)[N]['response']>;

/** A call as it is sent. */
export interface ControlRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/sim/v1`, with its query. */
  readonly path: string;
  /** Of a POST. */
  readonly body: object;
}

/** Returns the request of a call: which fields stand in the path, in the query or in the body. A field that is undefined is left out. */
export function controlRequest<N extends ControlCallName>(name: N, fields: ControlFields<N>): ControlRequest {
  const { method, path }: ControlCall = CONTROL_CALLS[name];
  const left = new Map(Object.entries<unknown>(fields).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_braces, field: string) => {
    const value = left.get(field);
    left.delete(field);
    return encodeURIComponent(String(value));
  });
  if (method === 'POST') return { method, path: filled, body: Object.fromEntries(left) };
  const query = new URLSearchParams(
    [...left].map(([field, value]): [string, string] => [field, String(value)]),
  ).toString();
  return { method, path: query === '' ? filled : `${filled}?${query}`, body: {} };
}
