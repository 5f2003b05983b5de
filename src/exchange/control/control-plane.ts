import type { ControlCall } from '../../contract/control.ts';
import { isObject, type JsonObject } from '../../contract/json.ts';
import { parseStrictJson } from '../../contract/strict-json.ts';
import { ControlError } from '../control-error.ts';
import type { HttpResponse, HttpRequest, StreamedResponse } from '../exchange.ts';
import { JournalError } from '../journal/journal.ts';
import { checkFields } from '../read-fields.ts';
import { RETRY_LATER } from '../requests/failures.ts';
import { WorldFileError } from '../world/world-file.ts';
import { type AccessRules, accessFault, isOffered, processFault } from './access.ts';
import { type ControlFault, fault, isFault } from './fault.ts';
import { controlOpenApi, NDJSON } from './openapi.ts';
import { valuesIn } from './route-path.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { Jobs } from '../../contract/jobs.ts';
import { type Beside, type Branches, Lines, type Steered } from './route.ts';
import { CONTROL_ROUTES, type ControlRoute } from './routes.ts';
import { nearestAside } from '../../kernel/nearest.ts';

export const CONTROL_PREFIX = '/sim/v1';

export interface ControlPlaneOptions extends AccessRules {
  readonly version: string;
  /** Left out: no branch can be started. */
  readonly branches?: Branches;
  /** Left out: no job can be started. */
  readonly jobs?: Jobs;
  /** Left out: no log is kept. Asked for with each request. */
  readonly log?: () => EventLog | null;
}

export interface ControlPlane {
  readonly prefix: string;
  /** Responds to paths under `/sim/v1`; undefined for every other path. */
  handle(request: HttpRequest): Promise<HttpResponse | StreamedResponse | undefined>;
}

/**
 * The control plane over any transport: the routes of `routes.ts` behind the rules of `access.ts`. It stands outside
 * the API under test, so it has its own prefix and its own shape of errors (SEC-40).
 */
export function createControlPlane(exchange: Steered, options: ControlPlaneOptions): ControlPlane {
  return {
    prefix: CONTROL_PREFIX,
    async handle(request) {
      const path = pathBelow(request.path);
      if (path === undefined) return undefined;
      const response = await durably(exchange, () => responseTo(exchange, request, path, options));
      if (isFault(response)) return written(response.status, { error: response.error }, retryHeaders(response));
      return response instanceof Lines ? streamed(response) : written(200, response);
    },
  };
}

/** Responds once what was done is as durable as was asked for, and says so when it cannot be recorded. */
async function durably(exchange: Steered, respond: () => Promise<unknown>): Promise<unknown> {
  try {
    const response = await respond();
    await exchange.durable();
    return response;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return fault(503, 'SERVICE_UNAVAILABLE', 'data', error.message);
  }
}

async function responseTo(
  exchange: Steered,
  request: HttpRequest,
  path: string,
  options: ControlPlaneOptions,
): Promise<unknown> {
  if (!isOffered(options)) {
    return fault(404, 'NOT_FOUND', 'path', 'the control plane is off: bind to 127.0.0.1 or start with --control-token');
  }
  const denied = accessFault(request, options);
  if (denied !== undefined) return denied;
  if (path === '/openapi.json' && request.method === 'GET') {
    return controlOpenApi(CONTROL_ROUTES, CONTROL_PREFIX, options.version);
  }
  const route = routeOf(request.method, path);
  if (isFault(route)) return route;
  const alsoDenied = route.startsProcesses ? processFault(request) : undefined;
  if (alsoDenied !== undefined) return alsoDenied;
  const { branches = null, jobs = null, log } = options;
  try {
    return await run(route, exchange, readRequest(route, request, valuesIn(route.path, path) ?? {}), {
      branches,
      jobs,
      log: log?.() ?? null,
    });
  } catch (error) {
    // What the exchange will not do is the caller's to mend, so it is a fault and no 500.
    const said = faultOf(error);
    if (said === undefined) throw error;
    return said;
  }
}

/**
 * Returns path, query and body of a control request as one set of fields.
 *
 * @param values - what stands in the path, by name
 * @throws ControlError for the first field that is not what its schema says
 */
function readRequest(
  { method, body, address }: ControlCall,
  request: HttpRequest,
  values: Readonly<Record<string, string>>,
): JsonObject {
  if (method === 'GET') {
    // An address that takes no fields passes over its query, as any address does.
    if (Object.keys(body.properties).length === 0) return {};
    const fields = withQuery(values, request.path);
    checkFields(body, fields, '');
    return fields;
  }
  if (address) checkFields(address, values, '');
  const fields = readBody(request, (body.required ?? []).length > 0);
  checkFields(body, fields, '');
  return { ...fields, ...values };
}

/** Fields of the path and of the query, each a text. */
function withQuery(values: Readonly<Record<string, string>>, path: string): JsonObject {
  // A Map, so that `__proto__` is a name like any other.
  const fields = new Map(Object.entries(values));
  for (const [name, value] of new URLSearchParams(path.split('?').slice(1).join('?'))) {
    if (fields.has(name)) throw new ControlError('INVALID_FORMAT', name, `${name} is given twice`);
    fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

function readBody({ headers, body }: HttpRequest, isRequired: boolean): JsonObject {
  const type = headers['content-type'];
  if (body.length === 0 && type === undefined && !isRequired) return {};
  // Only JSON: a page of another site can send plain forms without asking, but never this type.
  if (!/^application\/json *(?:; *charset="?utf-8"? *)?$/i.test(type ?? '')) {
    throw new ControlError('INVALID_FORMAT', 'content-type', 'send the header "Content-Type: application/json"', 415);
  }
  const read = parseStrictJson(body);
  if ('error' in read) throw new ControlError('INVALID_FORMAT', 'body', `the body is not JSON: ${read.error}`);
  if (!isObject(read.value)) throw new ControlError('INVALID_FORMAT', 'body', 'the body must be a JSON object');
  return read.value;
}

async function run(route: ControlRoute, exchange: Steered, fields: JsonObject, beside: Beside): Promise<unknown> {
  const carryOut = (): unknown => route.run(exchange, fields as never, beside);
  return route.method === 'GET' || route.atOnce ? carryOut() : exchange.inTurn(carryOut);
}

function routeOf(method: string, path: string): ControlRoute | ControlFault {
  // A bot in lockstep asks for the route of a step hundreds of times, and most paths name no value.
  const exact = CONTROL_ROUTES.find((route) => route.path === path && route.method === method);
  if (exact) return exact;
  const here = CONTROL_ROUTES.filter((route) => valuesIn(route.path, path) !== null);
  if (here.length === 0) {
    const paths = CONTROL_ROUTES.map((route) => CONTROL_PREFIX + route.path);
    const hint = nearestAside(CONTROL_PREFIX + path, paths);
    return fault(404, 'NOT_FOUND', 'path', `no such route${hint}: GET ${CONTROL_PREFIX}/openapi.json lists them all`);
  }
  const route = here.find((candidate) => candidate.method === method);
  return (
    route ?? fault(405, 'METHOD_NOT_ALLOWED', 'method', `use ${here.map((candidate) => candidate.method).join(' or ')}`)
  );
}

/** Undefined for an error that is ours. */
function faultOf(error: unknown): ControlFault | undefined {
  if (error instanceof ControlError) return fault(error.status, error.code, error.field, error.message);
  if (error instanceof WorldFileError) return fault(400, 'INVALID_VALUE', 'world', error.message);
  return undefined;
}

/** The part of a path after the prefix, without its query. */
function pathBelow(path: string): string | undefined {
  const plain = path.split('?', 1)[0] ?? '';
  if (plain === CONTROL_PREFIX) return '/';
  return plain.startsWith(`${CONTROL_PREFIX}/`) ? plain.slice(CONTROL_PREFIX.length) : undefined;
}

/** What was refused for the moment may be sent again. */
const retryHeaders = ({ status }: ControlFault): Readonly<Record<string, string>> =>
  status === 503 ? RETRY_LATER : {};

const written = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
});

const streamed = ({ lines }: Lines): StreamedResponse => ({
  status: 200,
  headers: { 'content-type': NDJSON, 'cache-control': 'no-store' },
  body: '',
  rest: lines,
});
