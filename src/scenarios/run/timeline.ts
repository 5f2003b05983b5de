import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import type { ChannelName } from '../../client/stream/types.ts';
import { INFO_ACTIONS } from '../../contract/catalogue.ts';
import { type ControlPlane, createControlPlane } from '../../exchange/control/control-plane.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { isList, isRecord } from '../../kernel/entries.ts';
import { evaluate } from '../expectations/catalogue.ts';
import type { RequestFact, RunFacts, StreamFacts } from '../expectations/sentence.ts';
import { CONTROL_PATHS } from '../format/control-actions.ts';
import { resolveReferences } from '../format/references.ts';
import type { ExpectationResult, RunEvent } from '../run-result.ts';
import type { ConditionalEntry, Scenario, TimelineEntry } from '../scenario.ts';
import type { Accounts, OpenedStream } from './accounts.ts';
import { type RunAccount, RunError } from './run.ts';
import type { Tasks } from './tasks.ts';

export interface TimelineParts {
  readonly scenario: Scenario;
  readonly exchange: Exchange;
  readonly startTime: number;
  readonly accounts: Accounts;
  readonly account: (name: string) => RunAccount;
  readonly tasks: Tasks;
  /** Resolves when every task is over or waits for exchange time. */
  readonly rest: () => Promise<void>;
  /** Results by name; accounts are in it from the start. */
  readonly results: Map<string, unknown>;
  readonly report: (event: Omit<RunEvent, 'time'>) => void;
  /** An entry that had to be refused, or that failed. */
  readonly check: (result: Omit<ExpectationResult, 'time'>) => void;
}

type EntryOf<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { readonly kind: K }>;

/** An entry that waits for its condition. */
interface Waiting {
  readonly condition: ConditionalEntry;
  left: number;
  /** Whether the sentence held when it was last looked at. */
  held: boolean;
}

/** The stream of an account: one connection after the other. */
interface AccountStream {
  open: OpenedStream | null;
  connections: number;
  readonly pushes: StreamFacts['pushes'][number][];
}

/** Carries out the timeline of a scenario, entry by entry, in order of time and of the file. */
export class Timeline {
  readonly #parts: TimelineParts;
  readonly #control: ControlCommands;
  readonly #streams = new Map<string, AccountStream>();
  /** Every request so far, in order. */
  readonly requests: RequestFact[] = [];
  #next = 0;
  readonly #waiting: Waiting[];

  constructor(parts: TimelineParts) {
    this.#parts = parts;
    this.#control = new ControlCommands(parts.exchange);
    this.#waiting = parts.scenario.conditions.map((condition) => ({ condition, left: condition.count, held: false }));
  }

  /** Exchange time of the next entry; null behind the last. */
  nextTime(): number | null {
    const entry = this.#parts.scenario.timeline[this.#next];
    return entry ? this.#parts.startTime + entry.atMs : null;
  }

  /** Whether a condition is to be looked at now. */
  isWatching(): boolean {
    const now = this.#now() - this.#parts.startTime;
    return this.#waiting.some(
      ({ condition: { fromMs, untilMs }, left }) => left > 0 && fromMs <= now && now <= untilMs,
    );
  }

  /** Exchange time at which a further condition begins to be looked at; null when none does. */
  nextWatch(): number | null {
    const { startTime } = this.#parts;
    const now = this.#now() - startTime;
    const later = this.#waiting.flatMap(({ condition: { fromMs } }) => (fromMs > now ? [fromMs] : []));
    return later.length === 0 ? null : startTime + Math.min(...later);
  }

  /**
   * Looks at the conditions, and begins the entries whose condition has come to hold, one after the other in the order of the file.
   * Returns whether one has begun.
   */
  async meet(facts: () => RunFacts): Promise<boolean> {
    const now = this.#now() - this.#parts.startTime;
    const met: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const { sentence, fromMs, untilMs, entry } = waiting.condition;
      if (waiting.left === 0 || now < fromMs || now > untilMs) continue;
      const { passed } = await evaluate({ sentence, line: entry.line, rows: [], atMs: now }, facts());
      if (passed && !waiting.held) met.push(waiting);
      waiting.held = passed;
    }
    for (const waiting of met) {
      const { sentence, entry } = waiting.condition;
      waiting.left -= 1;
      this.#parts.report({ kind: 'note', account: null, symbol: null, text: `It has come about that ${sentence}.` });
      this.#parts.tasks.start(this.#carryOut(entry));
      await this.#parts.rest();
    }
    return met.length > 0;
  }

  /** Streams that have been opened, by account. */
  streams(): ReadonlyMap<string, StreamFacts> {
    return new Map(
      Array.from(this.#streams, ([name, { open, connections, pushes }]) => [
        name,
        { isOpen: open !== null, connections, pushes: [...pushes] },
      ]),
    );
  }

  /** Begins the next entry. It is over, or waits for exchange time, once the tasks rest. */
  begin(): void {
    const entry = this.#parts.scenario.timeline[this.#next];
    this.#next += 1;
    if (entry) this.#parts.tasks.start(this.#carryOut(entry));
  }

  async #carryOut(entry: TimelineEntry): Promise<void> {
    try {
      await this.#perform(entry);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#parts.report({ kind: 'refusal', account: null, symbol: null, text: message });
      this.#parts.check({ line: entry.line, sentence: `${sentenceOf(entry)} is carried out`, passed: false, message });
    }
  }

  #perform(entry: TimelineEntry): void | Promise<void> {
    switch (entry.kind) {
      case 'request':
        return this.#request(entry);
      case 'control':
        return this.#command(entry);
      case 'connect':
        return this.#connect(entry);
      case 'disconnect':
        return this.#disconnect(entry.account);
      default:
        return this.#atOnce(entry);
    }
  }

  #atOnce(entry: Exclude<TimelineEntry, EntryOf<'request' | 'control' | 'connect' | 'disconnect'>>): void {
    const { exchange, report } = this.#parts;
    const event = { account: null, symbol: null } as const;
    switch (entry.kind) {
      case 'faults':
        exchange.control.setFaults(this.#resolved({ rules: entry.rules })['rules'] as typeof entry.rules, true);
        return report({
          ...event,
          kind: 'fault',
          text: `Injected: ${entry.rules.map(({ effect }) => effect.kind).join(', ')}.`,
        });
      case 'clearFaults':
        exchange.control.clearFaults();
        return report({ ...event, kind: 'fault', text: 'All injected faults are cleared.' });
      case 'record':
        exchange.control.setRecord(entry.record, entry.id, entry.fields);
        return report({ ...event, kind: 'control', text: `The stored ${entry.record} ${entry.id} is overridden.` });
      case 'note':
        return report({ ...event, kind: 'note', text: entry.text });
    }
  }

  async #request(entry: EntryOf<'request'>): Promise<void> {
    const { account, results, report } = this.#parts;
    const params = this.#resolved(entry.params);
    const time = this.#now();
    const outcome = await send(account(entry.account), entry.action, params);
    if (entry.name !== null) results.set(entry.name, outcome.response);
    const { account: by, action, name } = entry;
    this.requests.push({ time, account: by, action, name, code: outcome.refusal?.code ?? null });
    const event = { account: by, symbol: symbolIn(params) };
    if (outcome.refusal) report({ ...event, kind: 'refusal', text: refusalText(entry, outcome.refusal) });
    else report({ ...event, kind: 'request', text: `${entry.action} is accepted.` });
    this.#judge(entry, outcome);
  }

  /** A refusal that was not expected fails the run, and so does one that was expected and did not come. */
  #judge(entry: EntryOf<'request'>, { refusal }: Outcome): void {
    const { check } = this.#parts;
    const { line, refused } = entry;
    if (refused === null && refusal === null) return;
    const sentence = `${sentenceOf(entry)} ${refused === null ? 'is accepted' : `is refused with ${refused}`}`;
    const passed = refused === (refusal?.code ?? null);
    const message = refusal ? `it was refused with ${refusal.code}: ${refusal.message}` : 'it was accepted';
    check({ line, sentence, passed, message: passed ? '' : message });
  }

  async #command({ action, params }: EntryOf<'control'>): Promise<void> {
    const { report } = this.#parts;
    const given = this.#resolved(params);
    await this.#control.run(action, given);
    const text = `${action} ${Object.values(given).map(wordOf).join(' ')}`.trim();
    report({ kind: 'control', account: null, symbol: symbolIn(given), text });
  }

  async #connect({ account: name, channels }: EntryOf<'connect'>): Promise<void> {
    const { account, report } = this.#parts;
    const stream = this.#streams.get(name) ?? { open: null, connections: 0, pushes: [] };
    this.#streams.set(name, stream);
    const { client } = stream.open ?? this.#opened(name, stream);
    for (const { channel, params } of channels) {
      const own = channel === 'subAccountUpdates' ? { subAccountId: account(name).subAccountId } : {};
      await client.subscribe(channel as ChannelName, { ...own, ...this.#resolved(params) } as never, (frame: object) =>
        stream.pushes.push({ time: this.#now(), channel, frame: { ...frame } }),
      );
    }
    const names = channels.map(({ channel }) => channel).join(', ');
    report({
      kind: 'stream',
      account: name,
      symbol: null,
      text: `Connected${names && ` and subscribed to ${names}`}.`,
    });
  }

  /** A connection that the exchange breaks is not opened again before the timeline says so. */
  #opened(name: string, stream: AccountStream): OpenedStream {
    const { accounts, account, report } = this.#parts;
    const open = accounts.openStream(account(name));
    open.client.on('disconnected', () => {
      if (stream.open !== open) return;
      stream.open = null;
      report({ kind: 'stream', account: name, symbol: null, text: 'The exchange broke the connection.' });
    });
    stream.open = open;
    stream.connections += 1;
    return open;
  }

  async #disconnect(name: string): Promise<void> {
    const stream = this.#streams.get(name);
    if (!stream?.open) throw new RunError(`${name} is not connected: connect it first`);
    const { open } = stream;
    stream.open = null;
    open.cut();
    await open.client.close();
    this.#parts.report({ kind: 'stream', account: name, symbol: null, text: 'The connection broke.' });
  }

  #now(): number {
    return this.#parts.exchange.clock.now();
  }

  #resolved(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return resolveReferences(params, { now: this.#now(), named: (name) => this.#parts.results.get(name) });
  }
}

function sentenceOf(entry: TimelineEntry): string {
  if (entry.kind === 'request') return `${entry.action} of ${entry.account}`;
  if (entry.kind === 'control') return entry.action;
  if (entry.kind === 'connect' || entry.kind === 'disconnect') return `${entry.kind} of ${entry.account}`;
  return entry.kind;
}

const refusalText = ({ action }: EntryOf<'request'>, refusal: NonNullable<Outcome['refusal']>): string =>
  `${action} is refused with ${refusal.code}: ${refusal.message}`;

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The market that a request or command names, in its params or in the first of its orders. */
function symbolIn(params: Readonly<Record<string, unknown>>): string | null {
  const { symbol, orders, order } = params;
  if (typeof symbol === 'string') return symbol;
  const first: unknown = Array.isArray(orders) ? orders[0] : order;
  return isRecord(first) ? symbolIn(first) : null;
}

/** What became of a request: its response, or why it or the first of its items was refused. */
interface Outcome {
  readonly response: unknown;
  /** `NO_RESPONSE` where the connection broke before the response. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
}

/** Sends a request of the timeline: signed, or as a read of public data. */
async function send(
  { client }: RunAccount,
  action: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  try {
    const response = await (INFO_ACTIONS.has(action) ? client.info(action, params) : signed(client, action, params));
    return { response, refusal: refusedItem(response) };
  } catch (error) {
    if (error instanceof ApiError) return { response: null, refusal: { code: error.code, message: error.message } };
    // As fetch says it of a connection that broke.
    if (error instanceof TypeError) {
      return { response: null, refusal: { code: 'NO_RESPONSE', message: 'the connection broke before the response' } };
    }
    throw error;
  }
}

/** A delegate names the subaccount that it acts for; both this and the deadline are signed, and are no parameters. */
function signed(client: Client, action: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { subAccountId, expiresAfter, ...params } = given;
  return client.raw(action, params, {
    ...(typeof subAccountId === 'string' && { subAccountId }),
    ...(typeof expiresAfter === 'number' && { expiresAfter }),
  });
}

/** The first item of a batch that was refused. */
export function refusedItem(response: unknown): Outcome['refusal'] {
  const statuses = isRecord(response) ? response['statuses'] : undefined;
  const items = [statuses, response].find(isList) ?? [response];
  for (const item of items) {
    const { errorCode, error, message } = isRecord(item) ? item : {};
    if (typeof errorCode === 'string') {
      return { code: errorCode, message: [error, message].find((text) => typeof text === 'string') ?? '' };
    }
  }
  return null;
}

/** The control plane of a run's exchange, asked as a program on this machine asks it. */
class ControlCommands {
  readonly #plane: ControlPlane;

  constructor(exchange: Exchange) {
    this.#plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: exchange.version });
  }

  /**
   * Carries out one command and returns the response.
   *
   * @throws RunError with the reason when the control plane refuses it
   */
  async run(action: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    const path = CONTROL_PATHS[action];
    if (path === undefined) {
      throw new RunError(`there is no control command ${action}; there are ${Object.keys(CONTROL_PATHS).join(', ')}`);
    }
    const response = await this.#plane.handle({
      method: 'POST',
      path: `${this.#plane.prefix}${path}`,
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(params)),
      ip: '127.0.0.1',
    });
    const body: unknown = JSON.parse(response?.body ?? '{}');
    if (response?.status === 200) return body;
    const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
    const { code, field, message } = error;
    throw new RunError(`${action} is refused with ${String(code)} (${String(field)}): ${String(message)}`);
  }
}
