import { CONSOLE_PATH, consoleIcon, createConsoleFiles } from '../../console/console-files.ts';
import { createFirstData } from '../../console/first-data.ts';
import { lateJobs } from '../../console/jobs/late-jobs.ts';
import { BranchServers } from '../../exchange/branch-servers.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { isOffered } from '../../exchange/control/access.ts';
import { createControlPlane } from '../../exchange/control/control-plane.ts';
import { EventLog } from '../../exchange/event-log/event-log.ts';
import {
  createLateExchange,
  type DevAccount,
  type Exchange,
  type ExchangeOptions,
  type RequestFacts,
} from '../../exchange/exchange.ts';
import { currentHost } from '../../exchange/host.ts';
import { MAX_QUEUE_MS, QueueAge } from '../../exchange/queue-age.ts';
import { refusalWriter } from '../../exchange/rest/refusals.ts';
import { type Bound, RestServer } from '../../exchange/rest/server.ts';
import { createDocsSite } from '../../exchange/service/docs-site.ts';
import { Metrics, serviceRoutes } from '../../exchange/service/service-routes.ts';
import { problemText, WorldFileError } from '../../exchange/world/world-file.ts';
import { WsUpgradeHandler } from '../../exchange/ws/upgrade-handler.ts';
import { printableLines } from '../../kernel/printable.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';
import type { ServeOptions } from '../options.ts';
import { print, table, wantsColour } from '../output.ts';
import type { ServerRecording } from '../recording.ts';
import { untilStopped } from '../stop-signal.ts';
import { UsageError, whyNotListening } from '../usage-error.ts';
import { type CliLog, createLog, RequestLog } from './log.ts';

/** What an exchange is opened with: the settings, and who is told of requests. */
export type ObservedOptions = ServeOptions & Pick<ExchangeOptions, 'onRequest'>;

/**
 * Runs an exchange until a signal ends it: the first SIGINT or SIGTERM drains, a second one exits 130 at once.
 *
 * @param open - makes the exchange from the options; the default is a new one or that of a data directory
 * @throws UsageError when the world or the port is unavailable, OutputError when the ready message or the recording cannot be
 * written
 */
export const serve = (options: ServeOptions, open = openExchange): Promise<void> =>
  untilStopped((stop) => serveUntil(stop, options, open));

async function serveUntil(stop: Promise<void>, options: ServeOptions, open: typeof openExchange): Promise<void> {
  const log = createLog(options.logLevel, options.quiet);
  const queue = new QueueAge({ maxMs: options.maxQueueMs ?? MAX_QUEUE_MS });
  const metrics = new Metrics(() => exchange, queue);
  const requestLog = requestLogOf(options);
  const onRequest = (facts: RequestFacts): void => {
    metrics.count(facts);
    requestLog?.add(facts);
  };
  const exchange = await open({ ...options, onRequest }, log, stop);
  const recording = await recordingOf(exchange, options, log);
  const access = { boundHost: options.host, token: options.controlToken ?? null };
  const isSteered = options.control && isOffered(access);
  const writeRefusal = refusalWriter(exchange);
  const onError = (error: unknown): void => log.error({ err: error }, 'a request failed');
  const consoleFiles = createConsoleFiles({ hasFirstData: true });
  const branches = new BranchServers(exchange, {
    token: access.token,
    onError,
    queue,
    innerRoutes: [createConsoleFiles()],
  });
  const jobs = lateJobs({
    reports: options.reports,
    origin: () => exchange.url.replace(/\/v1$/, ''),
    controlToken: access.token,
    onError,
  });
  const eventLog = options.control ? new LateLog(exchange) : null;
  const server = new RestServer({
    exchange,
    writeRefusal,
    queue,
    streams: new WsUpgradeHandler({ exchange, writeRefusal, onError, queue, ...recording?.streams }),
    ...recording?.requests,
    ...(options.cors && { cors: options.cors }),
    innerRoutes: [
      ...serviceRoutes(exchange, metrics, { console: CONSOLE_PATH, icon: consoleIcon }),
      createFirstData(exchange),
      consoleFiles,
      ...createDocsSite(CONSOLE_PATH, isSteered),
      ...(options.control
        ? [
            createControlPlane(exchange, {
              ...access,
              version: exchange.version,
              branches,
              jobs,
              log: () => eventLog?.now() ?? null,
            }),
          ]
        : []),
    ],
    onError,
  });
  try {
    const bound = await listen(server, options);
    exchange.bound({ url: `${bound.origin}/v1`, wsUrl: `${bound.origin.replace(/^http/, 'ws')}/v1/ws` });
    const facts = factsOf(exchange, bound.origin, isSteered ? `${bound.origin}/sim/v1` : null);
    await announce(facts, options);
    if (options.open) {
      const { openInBrowser } = await import('../open-in-browser.ts');
      await openInBrowser(facts.consoleUrl);
    }
    log.info(`listening on ${bound.origin}`);
    const failed = await Promise.race([stop, exchange.failure()]);
    await drain(server, log);
    if (failed) throw failed;
  } finally {
    await Promise.all([branches.close(), jobs.close()]);
    await server.close();
    await exchange.close();
    eventLog?.close();
    recording?.close();
    requestLog?.flush();
  }
}

/** The log of an exchange from its beginning on. */
class LateLog {
  readonly #exchange: Exchange;
  #log: EventLog | null = null;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    exchange.onBegin(() => (this.#log = new EventLog(exchange.runView)));
  }

  now(): EventLog | null {
    // The exchange begins with that if it has not yet.
    void this.#exchange.runView.state;
    return this.#log;
  }

  close(): void {
    this.#log?.close();
  }
}

/** On a terminal unless it is switched off, elsewhere where it is asked for. */
function requestLogOf({ logRequests, quiet, json }: ServeOptions): RequestLog | null {
  const { stderr, env } = currentHost();
  if (!(logRequests ?? (stderr.isTTY && !quiet && !json))) return null;
  return new RequestLog(stderr, { json, isColoured: wantsColour(stderr, env), now: () => new Date() });
}

async function drain(server: RestServer, log: CliLog): Promise<void> {
  log.info('draining');
  await server.drain();
  log.info('drained');
}

/** Loaded only when it is asked for, because it would be a third of what a start loads. */
async function forkOf(
  options: ServeOptions,
  stop: Promise<void>,
): Promise<Pick<ExchangeOptions, 'world' | 'startTime'>> {
  if (options.fork === undefined) return {};
  const { forkedStart } = await import('./fork.ts');
  return await forkedStart(options.fork, options, stop);
}

async function recordingOf(exchange: Exchange, options: ServeOptions, log: CliLog): Promise<ServerRecording | null> {
  if (options.record === undefined) return null;
  const { startRecording } = await import('../recording.ts');
  return startRecording(options.record, exchange, options, log);
}

async function openExchange(options: ObservedOptions, log: CliLog, stop: Promise<void>): Promise<Exchange> {
  const {
    seed,
    clock,
    speed,
    world,
    startTime,
    serviceName,
    nonceRule,
    rateLimits,
    limits,
    data,
    durability,
    journalWindow,
    historyRows,
  } = options;
  const forked = await forkOf(options, stop);
  const wanted: ExchangeOptions = {
    ...forked,
    clock,
    speed,
    log,
    ...(options.onRequest && { onRequest: options.onRequest }),
    ...(seed !== undefined && { seed }),
    ...(world !== undefined && { world }),
    ...(startTime !== undefined && { startTime }),
    ...(serviceName !== undefined && { serviceName }),
    ...(nonceRule !== undefined && { nonceRule }),
    ...((limits !== undefined || !rateLimits) && { limits: { ...limits, ...(!rateLimits && { enabled: false }) } }),
    ...(options.provenance !== undefined && { provenance: options.provenance }),
    ...(data !== undefined && { data }),
    ...(durability !== undefined && { durability }),
    ...(journalWindow !== undefined && { journalWindow }),
    ...(options.snapshotEvery !== undefined && { snapshotEvery: options.snapshotEvery }),
    ...(options.snapshotsKept !== undefined && { snapshotsKept: options.snapshotsKept }),
    ...(options.state !== undefined && { state: options.state }),
    ...(historyRows !== undefined && { historyRows }),
    pastThread: true,
    ...(options.signatureWorkers !== undefined && { signatureWorkers: options.signatureWorkers }),
  };
  try {
    return await createLateExchange(wanted);
  } catch (error) {
    if (error instanceof WorldFileError) throw new UsageError(worldFault(error));
    if (error instanceof ControlError) throw new UsageError(error.message);
    throw error;
  }
}

/** One problem and the number of the others: a misspelt field first, not the one that is missing because of it. */
function worldFault({ message, problems: found }: WorldFileError): string {
  const problems = found.map(problemText);
  const first = problems.find((problem) => !problem.endsWith('is missing; add it')) ?? problems[0] ?? message;
  const others = problems.length - 1;
  return others === 0 ? first : `${first} (and ${others} more)`;
}

async function listen(server: RestServer, { host, port }: ServeOptions): Promise<Bound> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    throw new UsageError(`cannot listen on ${host} port ${port}: ${whyNotListening(systemCodeOf(error), '--port')}`);
  }
}

async function announce(facts: ServerFacts, options: ServeOptions): Promise<void> {
  if (options.configOut !== undefined) {
    const { writeWhole } = await import('../output-file.ts');
    await writeWhole(options.configOut, `${JSON.stringify(connectionConfig(facts), null, 2)}\n`);
  }
  if (options.json) await print(`${JSON.stringify(facts)}\n`);
  else if (!options.quiet) await print(printableLines(banner(facts)));
}

function factsOf(exchange: Exchange, origin: string, controlUrl: string | null): ServerFacts {
  return {
    version: exchange.version,
    seed: exchange.seed,
    world: exchange.world,
    clock: exchange.clock.mode(),
    serviceName: exchange.serviceName,
    restUrl: exchange.url,
    wsUrl: exchange.wsUrl,
    controlUrl,
    consoleUrl: `${origin}${CONSOLE_PATH}`,
    docsUrl: `${origin}/docs`,
    pid: process.pid,
    accounts: exchange.accounts,
    markets: exchange.indexPrices.map(({ symbol, price: indexPrice }) => ({ symbol, indexPrice })),
  };
}

/** What `perpsim serve` prints when it is ready. */
function banner(facts: ServerFacts): string {
  const accounts = facts.accounts.map(({ address, privateKey, subAccountId }, i) => [
    String(i),
    address,
    privateKey,
    subAccountId,
  ]);
  const markets = facts.markets.map(({ symbol, indexPrice }) => [symbol, indexPrice]);
  return [
    `perpsim ${facts.version}`,
    '',
    ...indented([
      ['seed', facts.seed],
      ['world', facts.world],
      ['clock', facts.clock],
      ['REST', facts.restUrl],
      ['WebSocket', facts.wsUrl],
      ['control', facts.controlUrl ?? 'off (--no-control, or bound to other machines without --control-token)'],
      ['console', facts.consoleUrl],
      ['docs', facts.docsUrl],
    ]),
    '',
    'Dev accounts. These keys are public, everybody has them: never send them anything of value.',
    ...indented([['#', 'address', 'private key', 'subaccount id'], ...accounts]),
    '',
    'Markets',
    ...indented([['symbol', 'index price'], ...markets], [1]),
    '',
    'Try',
    `  ${sampleRequest(facts)}`,
    '',
  ].join('\n');
}

/** A request to copy; it needs no key. */
export function sampleRequest({ restUrl, markets }: ServerFacts): string {
  const symbol = markets[0]?.symbol ?? 'BTC-USDT';
  const body = JSON.stringify({ params: { action: 'getOrderbook', symbol } });
  return `curl -s ${restUrl}/info -H 'content-type: application/json' -d '${body}'`;
}

const indented = (rows: readonly (readonly string[])[], right: readonly number[] = []): string[] =>
  table(rows, right).map((line) => `  ${line}`);

/** What a client needs to use a running exchange. `--config-out` and `--json` write it, the banner shows it. */
interface ServerFacts {
  readonly version: string;
  readonly seed: string;
  readonly world: string;
  readonly clock: 'live' | 'manual';
  readonly serviceName: string;
  /** Ends in /v1. */
  readonly restUrl: string;
  /** Ends in /v1/ws. */
  readonly wsUrl: string;
  /** Ends in /sim/v1; null when the control plane is off. */
  readonly controlUrl: string | null;
  /** The web application. */
  readonly consoleUrl: string;
  /** The API, rendered. */
  readonly docsUrl: string;
  readonly pid: number;
  readonly accounts: readonly DevAccount[];
  readonly markets: readonly MarketFacts[];
}

export interface MarketFacts {
  readonly symbol: string;
  /** Index price as a decimal string. */
  readonly indexPrice: string;
}

/** The file of `--config-out`: the facts with the markets as plain symbols. */
const connectionConfig = (facts: ServerFacts): object => ({
  restUrl: facts.restUrl,
  wsUrl: facts.wsUrl,
  controlUrl: facts.controlUrl,
  consoleUrl: facts.consoleUrl,
  docsUrl: facts.docsUrl,
  serviceName: facts.serviceName,
  seed: facts.seed,
  clock: facts.clock,
  pid: facts.pid,
  accounts: facts.accounts,
  markets: facts.markets.map(({ symbol }) => symbol),
});
