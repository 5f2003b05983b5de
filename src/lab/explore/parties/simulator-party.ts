import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { CONTROL_COMMANDS } from '../../../contract/control.ts';
import type { ControlAction, Params } from '../command.ts';
import {
  type Beginning,
  type HttpCall,
  type Party,
  type PartyAccount,
  type PartyResponse,
  TargetLost,
} from './party.ts';
import { isListOf, isShape, isText } from '../../../kernel/guards.ts';
import { isRecord } from '../../../kernel/entries.ts';

/** Longest wait for a response of the target. */
const PATIENCE_MS = 30_000;
const RESPONSE_BYTES = 16_777_216;
/** Longest time for a whole response; a control plane may take minutes to move a clock. */
const TOTAL_MS = 900_000;

export interface SimulatorPartyOptions {
  /** Without path and trailing slash. */
  readonly origin: string;
  readonly serviceName: string;
  readonly token?: string | undefined;
  /** Most bytes that are read of one response. Left out: 16 MiB. */
  readonly responseBytes?: number | undefined;
}

const isAccounts = isListOf(isShape({ address: isText, privateKey: isText, subAccountId: isText }));

/** A deployment with a control plane: each beginning resets it, and its clock stands still between commands. */
export class SimulatorParty implements Party {
  readonly serviceName: string;
  readonly #origin: URL;
  readonly #token: string | undefined;
  readonly #agent: Agent;
  readonly #isTls: boolean;
  readonly #responseBytes: number;
  #now = 0;
  #hasBegun = false;

  constructor({ origin, serviceName, token, responseBytes = RESPONSE_BYTES }: SimulatorPartyOptions) {
    this.#responseBytes = responseBytes;
    this.serviceName = serviceName;
    this.#origin = new URL(origin);
    this.#token = token;
    this.#isTls = this.#origin.protocol === 'https:';
    this.#agent = this.#isTls ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  }

  async begin({ world, seed, limits }: Beginning): Promise<readonly PartyAccount[]> {
    this.#hasBegun = true;
    const state = await this.#control('/reset', { asStarted: true, world, seed, limits, clock: 'manual' });
    this.#now = Number(state['now']);
    const devAccounts = state['devAccounts'];
    if (isAccounts(devAccounts)) return devAccounts;
    throw new TargetLost('the control plane gives no dev accounts after a reset');
  }

  send({ method, path, contentType, body }: HttpCall): Promise<PartyResponse> {
    return this.#http(method, path, body, body === null ? {} : { 'content-type': contentType });
  }

  now(): number {
    return this.#now;
  }

  async advance(ms: number): Promise<void> {
    const { now } = await this.#control('/clock/advance', { ms });
    this.#now = Number(now);
  }

  async steer(action: ControlAction, params: Params): Promise<string | null> {
    const { status, text } = await this.#post(CONTROL_COMMANDS[action].path, params);
    return status === 200 ? null : text;
  }

  /** Leaves the target as it was started. */
  async close(): Promise<void> {
    if (this.#hasBegun) await this.#control('/reset', { asStarted: true });
    this.#agent.destroy();
  }

  async #control(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const { status, text } = await this.#post(path, body);
    if (status !== 200) throw new TargetLost(`the control plane responds to ${path} with ${status}: ${text}`);
    const parsed: unknown = JSON.parse(text);
    if (isRecord(parsed)) return parsed;
    throw new TargetLost(`the control plane responds to ${path} with no object: ${text}`);
  }

  #post(path: string, body: object): Promise<PartyResponse> {
    const headers = {
      'content-type': 'application/json',
      ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
    };
    return this.#http('POST', `/sim/v1${path}`, JSON.stringify(body), headers);
  }

  #http(
    method: string,
    path: string,
    body: string | null,
    headers: Readonly<Record<string, string>>,
  ): Promise<PartyResponse> {
    const send = this.#isTls ? tlsRequest : request;
    const responseBytes = this.#responseBytes;
    return new Promise((resolve, reject) => {
      const lost = (error: Error): void => reject(new TargetLost(`${this.#origin.origin}: ${error.message}`));
      const url = new URL(path, this.#origin);
      // A body that trickles in is never idle.
      const total = setTimeout(
        () => sent.destroy(new Error(`${path} took longer than ${TOTAL_MS / 1_000} s in all`)),
        TOTAL_MS,
      );
      const sent = send(url, { method, headers, agent: this.#agent, timeout: PATIENCE_MS }, (response) => {
        const pieces: Buffer[] = [];
        let length = 0;
        response.on('data', (piece: Buffer) => {
          length += piece.length;
          if (length > responseBytes)
            sent.destroy(new Error(`${path} responded with more than ${responseBytes} bytes`));
          else pieces.push(piece);
        });
        response.on('error', lost);
        response.on('end', () => {
          const contentType = response.headers['content-type'] ?? '';
          resolve({ status: response.statusCode ?? 0, contentType, text: Buffer.concat(pieces).toString('utf8') });
        });
      });
      sent.on('timeout', () => sent.destroy(new Error(`no response within ${PATIENCE_MS / 1_000} s`)));
      sent.on('error', lost);
      sent.on('close', () => clearTimeout(total));
      sent.end(body ?? undefined);
    });
  }
}
