import { TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { parseStrictJson } from '../../contract/strict-json.ts';
import {
  bytesOf,
  type Content,
  type FrameFact,
  type RecordedFact,
  type RecordingHeader,
  type RequestFact,
  type ResponseFact,
} from '../../contract/recording/format.ts';
import { readRecording } from '../../contract/recording/reader.ts';
import { createExchange } from '../../exchange/exchange.ts';
import { CONTROL_PATHS } from '../../scenarios/format/control-actions.ts';
import { orderIdsIn } from '../../scenarios/format/references.ts';
import { refusedItem } from '../../scenarios/run/timeline.ts';
import { NotRecordable, type RecordedWorld, Tape, type Written } from './tape.ts';

/** A request of the recording, in the order of observation, until its response is found. */
interface Asked {
  readonly fact: RequestFact | FrameFact;
  readonly content: unknown;
  response: unknown;
  status: number;
  time: number | null;
}

/**
 * Reads a recording of `perpsim record` or `serve --record` into a tape. Requests have the exchange time of their
 * responses; one without a response has that of what was observed before it.
 *
 * @throws RecordingError, NotRecordable
 */
export async function tapeOfRecording(lines: AsyncIterable<string>, world?: RecordedWorld): Promise<Tape> {
  let header: RecordingHeader | null = null;
  const asked: Asked[] = [];
  const open = new Map<string, Asked>();
  for await (const line of readRecording(lines)) {
    if (line.kind === 'header') header = line.header;
    if (line.kind === 'fact') observe(line.fact, asked, open);
  }
  const tape = await tapeFor(header, world);
  let time = header?.exchange?.startTime ?? 0;
  for (const one of asked) {
    time = Math.max(time, one.time ?? time);
    write(tape, one, time);
  }
  return tape;
}

async function tapeFor(header: RecordingHeader | null, world: RecordedWorld | undefined): Promise<Tape> {
  const start = header?.exchange;
  if (!start) {
    throw new NotRecordable(
      'the recording does not say how its exchange was started: record a simulator, from its start on',
    );
  }
  const { seed, startTime, serviceName, nonceRule, limits } = start;
  const exchange = await createExchange({
    clock: 'manual',
    world: world ?? start.world,
    seed,
    startTime,
    serviceName,
  });
  const dev = exchange.accounts.map(({ subAccountId, address }) => ({ subAccountId, address }));
  await exchange.close();
  const tape = new Tape({
    title: 'A recorded session',
    world: world ?? start.world,
    seed,
    startTime,
    serviceName,
    dev,
  });
  if (nonceRule === 'unique') tape.leaveOut('rule for nonces');
  if (limits && Object.keys(limits).length > 0) tape.leaveOut('setting of limits');
  return tape;
}

function observe(fact: RecordedFact, asked: Asked[], open: Map<string, Asked>): void {
  if (fact.kind === 'request') ask(fact, `${fact.request}`, asked, open);
  if (fact.kind === 'response') respond(open.get(`${fact.request}`), fact, fact.status);
  if (fact.kind !== 'frame' || fact.opcode !== 'text') return;
  const content = jsonIn(fact);
  if (!isObject(content as Json)) return;
  const { id, method, status } = content as JsonObject;
  const key = `${fact.connection} ${typeof id === 'object' ? '' : String(id)}`;
  if (fact.from === 'client' && method === 'post') ask(fact, key, asked, open);
  else if (fact.from === 'exchange' && id !== undefined) respond(open.get(key), fact, Number(status));
}

function ask(fact: Asked['fact'], key: string, asked: Asked[], open: Map<string, Asked>): void {
  const one: Asked = { fact, content: jsonIn(fact), response: null, status: 0, time: null };
  asked.push(one);
  open.set(key, one);
}

function respond(one: Asked | undefined, fact: ResponseFact | FrameFact, status: number): void {
  if (!one) return;
  one.response = jsonIn(fact);
  one.status = status;
  one.time = fact.time ?? null;
}

function write(tape: Tape, asked: Asked, time: number): void {
  tape.reached(time);
  const { fact, content } = asked;
  const path = fact.kind === 'request' ? fact.path : '';
  const control = /\/sim\/v1(\/.*)$/.exec(path)?.[1];
  if (control !== undefined) return writeControl(tape, asked, { path: control, time });
  if (fact.kind === 'request' && !/\/v1\/trade$/.test(path)) return tape.leaveOut('reads of public data and documents');
  if (!isObject(content as Json)) return tape.leaveOut('requests that are no JSON');
  const request = signedRequest(content as JsonObject);
  if (!request) return tape.leaveOut('requests without an action or a subaccount');
  if (TRADE_ACTIONS.get(request.action)?.kind !== 'write') return tape.leaveOut('reads');
  tape.request({ time, ...request, ...outcomeOf(asked) });
}

/** A body of REST, or the flat fields of a frame: what is signed beside the params is made anew. */
function signedRequest(content: JsonObject): { action: string; subAccountId: string; params: Written } | null {
  const fields = isObject(content['params']) ? content['params'] : {};
  const { action, subAccountId, subaccountId, nonce: _n, signature: _s, expiresAfter: _e, ...params } = fields;
  const id = subAccountId ?? subaccountId ?? content['subAccountId'] ?? content['subaccountId'];
  if (typeof action !== 'string' || (typeof id !== 'string' && typeof id !== 'bigint' && typeof id !== 'number'))
    return null;
  return { action, subAccountId: String(id), params: plainOf(params) as Written };
}

function outcomeOf({ fact, response, status }: Asked): {
  readonly orderIds: readonly string[];
  readonly refused: string | null;
} {
  const envelope = (response ?? {}) as {
    readonly response?: unknown;
    readonly result?: { readonly response?: unknown };
    readonly error?: { readonly code: string };
  };
  if (response === null) return { orderIds: [], refused: 'NO_RESPONSE' };
  if (status >= 400 || envelope.error) return { orderIds: [], refused: envelope.error?.code ?? 'INTERNAL_ERROR' };
  const result = fact.kind === 'frame' ? envelope.result?.response : envelope.response;
  return { orderIds: orderIdsIn(result), refused: refusedItem(result)?.code ?? null };
}

function writeControl(
  tape: Tape,
  asked: Asked,
  { path, time }: { readonly path: string; readonly time: number },
): void {
  const { fact, content, response, status } = asked;
  const isRead = fact.kind === 'request' && fact.method === 'GET';
  // The times of its responses are what a request to the clock leaves.
  if (isRead || status >= 400 || path.startsWith('/clock')) return;
  const body = plainOf(content) as Written;
  if (path === '/faults') {
    if (body['add'] !== true) tape.entry(time, { clearFaults: true });
    return tape.entry(time, { faults: body['rules'] });
  }
  if (path === '/faults/clear') return tape.entry(time, { clearFaults: true });
  if (path === '/records') return tape.entry(time, body);
  if (path === '/accounts') {
    const { subAccountId } = response as { readonly subAccountId: string };
    return tape.open(subAccountId, String(body['wallet']), typeof body['name'] === 'string' ? body['name'] : '');
  }
  if (path === '/reset' || path.endsWith('/revert')) {
    throw new NotRecordable(`the recording starts its exchange over in between (${path}): one scenario has one start`);
  }
  const action = Object.keys(CONTROL_PATHS).find((name) => CONTROL_PATHS[name] === path);
  if (action === undefined) return tape.leaveOut(`requests to the control plane at ${path}`);
  tape.control(time, action, body);
}

/** Undefined for what is no JSON. */
function jsonIn(content: Content): unknown {
  const read = parseStrictJson(bytesOf(content));
  return 'value' in read ? read.value : undefined;
}

/** Whole numbers of JSON are bigints where they are read exactly. */
function plainOf(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainOf(one)]));
}
