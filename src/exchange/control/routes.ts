import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { ControlError } from '../control-error.ts';
import { Lines } from './ndjson.ts';
import {
  CONTROL_COMMAND_NAMES,
  CONTROL_COMMANDS,
  type ControlCommandName,
  controlArguments,
} from '../../contract/control.ts';
import {
  AccountName,
  AdvanceResponse,
  AnyResponse,
  AsStarted,
  CancelResponse,
  ClockResponse,
  SuccessResponse,
  DurationMs,
  LedgerResponse,
  LevelCount,
  Limits,
  Mode,
  ProvenanceResponse,
  Seed,
  Speed,
  StepMs,
  StepResponse,
  StepUntil,
  StartTime,
  Sent,
  SubAccountId,
  Symbol,
  TimeMs,
  Wallet,
  World,
} from '../../contract/control-fields.ts';
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

type CommandFunctions = Readonly<Record<ControlCommandName, (...given: readonly unknown[]) => void>>;

/** Routes of the commands that respond with nothing of their own. */
const COMMAND_ROUTES: readonly ControlRoute[] = CONTROL_COMMAND_NAMES.filter((name) => name !== 'setLatency').map(
  (name) => {
    const { path, summary, body } = CONTROL_COMMANDS[name];
    return post(path, summary, body, SuccessResponse, ({ control }, fields) => {
      // The table lists the fields in the order of the function, which the type of a union of functions cannot say.
      (control as CommandFunctions)[name](...controlArguments(name, fields));
      return DONE;
    });
  },
);

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
  ...COMMAND_ROUTES,
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
