import { valueAt } from '../paths.ts';
import { isRecord } from '../records.ts';
import type { Exchanged } from '../transports/transport.ts';
import type { SuiteClient } from './suite-client.ts';
import type { RequestWatch } from './request-watch.ts';
import type { TargetWallet } from './target.ts';
import { ResponseLimitError } from './bounded-fetch.ts';
import { TargetUnreachable } from './unreachable.ts';

/** A read of the probe: its response, or why the target may refuse it. */
export interface ProbeRead {
  readonly exchanged: Exchanged;
  /** `response` of a success. */
  readonly response: unknown;
  /** In words; undefined for a success. */
  readonly refused: string | undefined;
}

/** Statuses with which a deployment may refuse any request: it is busy, or shut for now. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
/** It may also not know who signs: the key or the service name is not the right one. */
const STRANGER: ReadonlySet<number> = new Set([401, 403, ...BUSY]);

/** The reads of the probe. Each is a success, a refusal that is the target's right, or a failure. */
export class ProbeReads {
  readonly #suiteClient: SuiteClient;
  readonly #watch: RequestWatch;
  readonly #url: string;

  constructor(suiteClient: SuiteClient, watch: RequestWatch, url: string) {
    this.#suiteClient = suiteClient;
    this.#watch = watch;
    this.#url = url;
  }

  /** Throws TargetUnreachable unless one of two public reads receives an envelope of the API. */
  async assertReachable(): Promise<void> {
    const { exchanged } = await this.ask('getExchangeStatus');
    if (isOfApi(exchanged) || isOfApi((await this.ask('getMarkets')).exchanged)) return;
    throw new TargetUnreachable(
      `${this.#url} responds to getExchangeStatus with ${exchanged.status}, and not as the API does`,
    );
  }

  ask(action: string, params: Record<string, unknown> = {}): Promise<ProbeRead> {
    return this.#read(
      action,
      BUSY,
      (refusal) => (refusal.status === 401 || refusal.status === 403 ? 'AUTH-INFO-NONE' : versionClause(refusal)),
      () => this.#suiteClient.askPublic(action, params),
    );
  }

  askAs(wallet: TargetWallet, action: string, params: Record<string, unknown> = {}): Promise<ProbeRead> {
    // Reads of the probe carry no nonce.
    const clause = (refusal: Exchanged): string | undefined =>
      /nonce/.test(messageOf(refusal)) ? 'REQ-NONCE-READ-OPTIONAL' : versionClause(refusal);
    return this.#read(action, STRANGER, clause, () => this.#suiteClient.ask(wallet, action, params));
  }

  /** Throws TargetUnreachable where no response comes. */
  async reached<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      // What fetch throws for a connection that cannot be made, breaks or takes too long.
      const { cause, message, name } = error as Error;
      if (error instanceof ResponseLimitError) throw new TargetUnreachable(message);
      if (message !== 'fetch failed' && message !== 'terminated' && name !== 'TimeoutError') throw error;
      throw new TargetUnreachable(`${this.#url} does not respond: ${cause instanceof Error ? cause.message : message}`);
    }
  }

  /** @param clauseOf what a refusal breaks, where a clause states it explicitly */
  async #read(
    action: string,
    mayRefuse: ReadonlySet<number>,
    clauseOf: (refusal: Exchanged) => string | undefined,
    request: () => Promise<Exchanged>,
  ): Promise<ProbeRead> {
    const exchanged = await this.reached(request);
    const { status, body } = exchanged;
    const response = valueAt(body, 'response');
    // Whatever else is wrong with it is found by the watch.
    if (status === 200 && response !== undefined) return { exchanged, response, refused: undefined };
    const error = [valueAt(body, 'error.code'), valueAt(body, 'error.message')].filter(
      (part) => typeof part === 'string',
    );
    const refused = `${action} receives ${[status, ...error].join(' ')}`;
    if (!mayRefuse.has(status)) {
      const clause = clauseOf(exchanged);
      const fault = `a valid request is refused: ${refused}`;
      if (clause === undefined) this.#watch.contrary(action, fault);
      else this.#watch.breaks(clause, action, fault);
    }
    return { exchanged, response: undefined, refused };
  }
}

const messageOf = ({ body }: Exchanged): string => String(valueAt(body, 'error.message'));

/** Requests of the suite name no version of the API, which a refusal may not ask for. */
const versionClause = (refusal: Exchanged): string | undefined =>
  /\bversion\b/i.test(messageOf(refusal)) ? 'VERSION-NO-HEADER' : undefined;

/** True for a response in the envelope of the API, whatever is wrong with it; 404 says that nothing of it is here. */
const isOfApi = ({ status, body }: Exchanged): boolean =>
  status !== 404 && isRecord(body) && ('response' in body || isRecord(body.error));
