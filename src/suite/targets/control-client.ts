import {
  CONTROL_CALLS,
  type ControlCallName,
  type ControlFields,
  controlRequest,
  CONTROL_COMMAND_NAMES,
  CONTROL_COMMANDS,
  type ControlCommandName,
  controlBodyOf,
} from '../../contract/control.ts';
import { boundedFetch, CONTROL_LIMITS } from './bounded-fetch.ts';
import type { TargetControl, TargetFault, TargetWallet } from './target.ts';
import type { Wall } from './wall.ts';
import { isListOf, isNumber, isShape, isText } from '../../kernel/guards.ts';
import { isRecord } from '../records.ts';
import { invariant } from '../../kernel/errors.ts';

const controlFetch = boundedFetch(CONTROL_LIMITS);

/** The control plane of a simulator by HTTP: one method of TargetControl, one route of `/sim/v1`. */
export class ControlClient {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  #now = 0;

  /** @param base ends in `/sim/v1` */
  constructor(base: string, token?: string) {
    this.#base = base;
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  /** Exchange time of a stopped clock, from the last response that contained it. */
  get now(): number {
    return this.#now;
  }

  async get(path: string): Promise<Readonly<Record<string, unknown>>> {
    return this.#responseOf(path, await controlFetch(`${this.#base}${path}`, { headers: this.#headers }));
  }

  async post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const headers = { ...this.#headers, 'content-type': 'application/json' };
    return this.#responseOf(
      path,
      await controlFetch(`${this.#base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
  }

  /** Sends a call of the contract and returns its response. */
  call<N extends ControlCallName>(name: N, fields: ControlFields<N>): Promise<Readonly<Record<string, unknown>>> {
    const { method, path, body } = controlRequest(name, fields);
    return method === 'GET' ? this.get(path) : this.post(path, body);
  }

  /** Resets the exchange and returns its wallets. */
  async reset(body: object): Promise<readonly TargetWallet[]> {
    const { devAccounts } = await this.post(CONTROL_CALLS.reset.path, body);
    invariant(isWallets(devAccounts), 'a reset gives the wallets of the dev accounts');
    await this.lookAtClock();
    return devAccounts;
  }

  async lookAtClock(): Promise<void> {
    this.#now = Number((await this.call('clock', {})).now);
  }

  /** The steering that scenarios use. */
  readonly control: TargetControl = {
    ...commandsOf((path, body) => this.post(path, body)),
    advance: (ms) => this.#advance('advance', { ms }),
    advanceTo: (time) => this.#advance('advanceTo', { time }),
    advanceInSlices: (ms) => this.#advance('advance', { ms }),
    cancelAdvance: () => this.#advance('cancelAdvance', {}),
    clock: () => this.call('clock', {}),
    openAccount: async (wallet, name) =>
      String((await this.call('openAccount', { wallet, ...(name !== undefined && { name }) })).subAccountId),
    takeSnapshot: (name) => this.call('takeSnapshot', { name }),
    revert: async (name) => {
      await this.call('revert', { name });
      await this.lookAtClock();
    },
    digest: async () => String((await this.call('digest', {})).digest),
    setFaults: (rules, add = false) => this.post(CONTROL_CALLS.setFaults.path, { rules, add }),
    clearFaults: () => this.call('clearFaults', {}),
    faults: async () => {
      const { rules } = await this.call('faults', {});
      invariant(isFaults(rules), 'a control plane counts how often each rule struck');
      return rules;
    },
    provenance: async () => (await this.call('provenance', {})).sent === true,
    setProvenance: (sent) => this.call('setProvenance', { sent }),
    setRecord: (record, id, fields) => this.post(CONTROL_CALLS.setRecord.path, { record, id, fields }),
  };

  async #advance<N extends 'advance' | 'advanceTo' | 'cancelAdvance'>(
    name: N,
    fields: ControlFields<N>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const response = await this.call(name, fields);
    this.#now = Number(response.now);
    return response;
  }

  async #responseOf(path: string, response: Response): Promise<Readonly<Record<string, unknown>>> {
    const text = await response.text();
    if (!response.ok) throw new Error(`the control plane responds to ${path} with ${response.status}: ${text}`);
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed)) throw new Error(`the control plane responds to ${path} with no object: ${text}`);
    return parsed;
  }
}

/** The target's clock as its responses report it: never ahead of it, and behind by no more than a response takes to come. */
export class ExchangeClock {
  readonly #wall: Wall;
  #offset: number | undefined;
  #latest = 0;

  constructor(wall: Wall) {
    this.#wall = wall;
  }

  /** Milliseconds between this machine's clock and the target's; undefined before the first response. */
  get offset(): number | undefined {
    return this.#offset;
  }

  /** A response came just now, and carried this time. */
  received(timestamp: number): void {
    const offset = timestamp - this.#wall.now();
    this.#offset = Math.max(this.#offset ?? offset, offset);
    this.#latest = Math.max(this.#latest, timestamp);
  }

  now(): number {
    this.#latest = Math.max(this.#latest, this.#wall.now() + (this.#offset ?? 0));
    return this.#latest;
  }

  /**
   * Waits until the target's clock has left the millisecond of the last response, and returns the time.
   *
   * @param least a time that must be over as well
   */
  async next(least = 0): Promise<number> {
    const after = Math.max(this.#latest, least);
    while (this.now() <= after) await this.#wall.wait(after + 1 - this.now());
    return this.now();
  }
}

const isWallets = isListOf(isShape({ address: isText, privateKey: isText, subAccountId: isText }));

const isFaults = isListOf(isShape<TargetFault>({ name: isText, met: isNumber, fired: isNumber }));

type Commands = Pick<TargetControl, ControlCommandName & keyof TargetControl>;

/** One function for each command of the contract's table. */
function commandsOf(post: (path: string, body: object) => Promise<unknown>): Commands {
  const commands = CONTROL_COMMAND_NAMES.map((name) => [
    name,
    (...given: readonly unknown[]) => post(CONTROL_COMMANDS[name].path, controlBodyOf(name, given)),
  ]);
  return Object.fromEntries(commands) as Commands;
}
