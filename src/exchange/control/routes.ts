import type { Static } from '@sinclair/typebox';
import {
  CONTROL_CALLS,
  CONTROL_COMMAND_NAMES,
  type ControlCall,
  type ControlCallName,
  type ControlCommandName,
  controlArguments,
} from '../../contract/control.ts';
import type { ClockResponse } from '../../contract/control-responses.ts';
import type { Jobs } from '../../contract/jobs.ts';
import { keysOf, recordOf } from '../../kernel/entries.ts';
import { ControlError } from '../control-error.ts';
import { openedRun } from '../opened-run.ts';
import { LOG_HANDLERS, momentOf } from './log-routes.ts';
import { type Beside, type Branches, type Handlers, Lines, type Steered } from './route.ts';

const DONE = { ok: true } as const;
const STARTED_BY = { startedBy: 'control plane' } as const;

const clockOf = ({ clock }: Steered): Static<typeof ClockResponse> => ({
  mode: clock.mode(),
  now: clock.now(),
  speed: clock.speed(),
  achievedSpeed: clock.achievedSpeed(),
  advancing: clock.advancing(),
  heldUntil: clock.heldUntil(),
  nextDue: clock.nextDue(),
});

/** World, seed, clock, accounts and markets in short. */
const stateOf = ({ accounts, control }: Steered): object => ({ ...control.state(), devAccounts: accounts });

const faultsOf = ({ control }: Steered): object => ({ rules: control.faults() });
const latenciesOf = ({ control }: Steered): object => ({
  latencies: control.latencies(),
  responses: control.responseTimes(),
});

type CommandFunctions = Readonly<Record<ControlCommandName, (...given: readonly unknown[]) => void>>;

/** Carries out a command that is a function of its name. */
const runCommand =
  (name: ControlCommandName) =>
  (exchange: Steered, fields: Readonly<Record<string, unknown>>): object => {
    // The table lists the fields in the order of the function, which the type of a union of functions cannot say.
    (exchange.control as CommandFunctions)[name](...controlArguments(name, fields));
    return name === 'setLatency' ? latenciesOf(exchange) : DONE;
  };

function branchesIn({ branches }: Beside): Branches {
  if (branches) return branches;
  throw new ControlError('INVALID_VALUE', 'path', 'there is no server that could open a port for a branch', 409);
}

function jobsOf({ jobs }: Beside): Jobs {
  if (jobs) return jobs;
  throw new ControlError('INVALID_VALUE', 'path', 'there is no server that could start a process', 409);
}

/** Every call that is no command of one function, beside those of the log. */
const HANDLERS: Handlers<Exclude<ControlCallName, ControlCommandName | keyof typeof LOG_HANDLERS>> = {
  clock: clockOf,
  advance: ({ clock }, { ms }) => clock.advanceAsync(ms, STARTED_BY),
  advanceTo: ({ clock }, { time }) => clock.advanceToAsync(time, STARTED_BY),
  cancelAdvance: async (exchange) => {
    const ended = await exchange.clock.cancelAdvance();
    return { ...clockOf(exchange), cancelled: ended?.cancelled === true };
  },
  step: ({ steps }, asked) => {
    if (steps) return steps.step(asked);
    const message = 'no run drives this exchange: start one with perpsim run SCENARIO --bot, or use /clock/advance';
    throw new ControlError('CONFLICT', 'clock', message, 409);
  },
  setMode: (exchange, { mode }) => {
    exchange.clock.setMode(mode);
    return clockOf(exchange);
  },
  setSpeed: (exchange, { speed }) => {
    exchange.clock.setSpeed(speed);
    return clockOf(exchange);
  },
  provenance: ({ control }) => ({ sent: control.provenance() }),
  setProvenance: ({ control }, { sent }) => {
    control.setProvenance(sent);
    return { sent: control.provenance() };
  },
  book: ({ control }, { symbol, depth }) => control.book(symbol, depth === undefined ? undefined : Number(depth)),
  accounts: ({ accounts }) => ({ accounts }),
  openAccount: ({ control }, { wallet, name }) => ({ subAccountId: control.openAccount(wallet, name) }),
  digest: ({ control }) => ({ digest: control.digest() }),
  ledger: ({ control }) => control.ledger(),
  journal: ({ control }) => new Lines(control.journal()),
  setFaults: (exchange, { rules, add }) => {
    exchange.control.setFaults(rules, add);
    return faultsOf(exchange);
  },
  faults: faultsOf,
  clearFaults: ({ control }) => {
    control.clearFaults();
    return DONE;
  },
  setRecord: ({ control }, { record, id, fields }) => {
    control.setRecord(record, id, fields);
    return DONE;
  },
  records: ({ control }) => ({ records: control.records() }),
  latencies: latenciesOf,
  snapshots: (exchange) => ({ snapshots: exchange.snapshots() }),
  takeSnapshot: (exchange, { name }) => {
    const taken = exchange.snapshot(name);
    return exchange.snapshots().find((snapshot) => snapshot.name === taken);
  },
  exportSnapshot: (exchange, { name }) => new Lines([exchange.exportSnapshot(name)]),
  compareSnapshot: (exchange, { name, with: other }) => exchange.compareSnapshot(name, other),
  revert: async (exchange, { name }) => {
    await exchange.revert(name);
    return stateOf(exchange);
  },
  deleteSnapshot: (exchange, { name }) => {
    exchange.deleteSnapshot(name);
    return DONE;
  },
  startBranch: (_exchange, { name, port = 0 }, beside) => branchesIn(beside).start(name, port),
  startBranchAt: (_exchange, { port = 0, ...moment }, beside) => branchesIn(beside).start(momentOf(moment), port),
  runAgain: (_exchange, { port = 0, command, fields = {}, ...moment }, beside) =>
    branchesIn(beside).again(momentOf(moment), command === undefined ? null : { command, fields }, port),
  parting: (_exchange, { port, with: other }, beside) =>
    branchesIn(beside).parting(Number(port), other === undefined ? null : Number(other)),
  branches: (_exchange, _fields, { branches }) => ({ branches: branches?.list() ?? [] }),
  endBranch: async (_exchange, { port }, beside) => {
    await branchesIn(beside).end(Number(port));
    return DONE;
  },
  scenarios: async (_exchange, _fields, beside) => ({ scenarios: await jobsOf(beside).scenarios() }),
  features: async (_exchange, _fields, beside) => ({ features: await jobsOf(beside).features() }),
  jobs: async (_exchange, _fields, { jobs }) => ({ jobs: (await jobs?.list()) ?? [] }),
  startJob: (_exchange, asked, beside) => jobsOf(beside).start(asked),
  job: (_exchange, { job, after = '0' }, beside) => jobsOf(beside).state(job, Number(after)),
  cancelJob: (_exchange, { job }, beside) => jobsOf(beside).cancel(job),
  openRun: async (_exchange, { job, at, port = 0 }, beside) => {
    const { name, lines } = await jobsOf(beside).journal(job);
    return branchesIn(beside).open(name, await openedRun(lines, at), port);
  },
  jobReport: async (_exchange, { job }, beside) => ({ html: await jobsOf(beside).report(job) }),
  why: () => ({
    kinds: Object.values<ControlCall>(CONTROL_CALLS)
      .filter(({ path }) => path.startsWith('/why/'))
      .map(({ method, path, summary }) => ({ kind: path.split('/')[2], method, path, about: summary })),
  }),
  refusals: ({ why }) => ({ refusals: why.refusals() }),
  whyRefusal: ({ why }, { requestId, item }) => why.refusal(requestId, item === undefined ? undefined : Number(item)),
  whySignature: ({ why }, { request, address }) => why.signature(request, address),
  whySignatureOf: ({ why }, { requestId, address }) => why.signatureOf(requestId, address),
  whyMargin: ({ why }, { subAccountId, symbol }) => why.margin(subAccountId, symbol),
  whyOrder: ({ why }, { orderId }) => why.order(orderId),
  whyFunding: ({ why }, { paymentId }) => why.funding(paymentId),
  liquidations: ({ why }, { subAccountId }) => ({ liquidations: why.liquidations(subAccountId) }),
  whyLiquidation: ({ why }, { number }) => why.liquidation(number),
  whyAdl: ({ why }, { tradeId }) => why.adl(tradeId),
  state: stateOf,
  reset: async (exchange, { asStarted = false, ...options }) => {
    await exchange.control.reset(options, asStarted);
    return stateOf(exchange);
  },
};

/** A call of the contract, and what carries it out. */
export interface ControlRoute extends ControlCall {
  readonly run: (exchange: Steered, fields: never, beside: Beside) => unknown;
}

const RUNS: Readonly<Record<ControlCallName, ControlRoute['run']>> = {
  ...recordOf(CONTROL_COMMAND_NAMES, runCommand),
  ...HANDLERS,
  ...LOG_HANDLERS,
};

/** Every route of the control plane: what the contract says of it, and what carries it out. */
export const CONTROL_ROUTES: readonly ControlRoute[] = keysOf(CONTROL_CALLS).map((name) => ({
  ...CONTROL_CALLS[name],
  run: RUNS[name],
}));
