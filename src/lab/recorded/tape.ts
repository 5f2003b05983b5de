import { isDeepStrictEqual } from 'node:util';
import type { ExchangeConfig } from '../../engine/config.ts';
import { settingsOf } from '../../exchange/options.ts';
import { WorldFileError } from '../../exchange/world/read.ts';
import type { WorldFile } from '../../exchange/world/world-file.ts';
import { durationText } from '../../scenarios/format/times.ts';
import { isRecord } from '../../kernel/entries.ts';

/** A part of a scenario file, as it is written. */
export type Written = Readonly<Record<string, unknown>>;

/** A scenario that was made of something recorded, as its file has it. */
export type RecordedScenario = Written & { readonly title: string };

/** An account of what was recorded, and what it is called in the scenario. */
export interface TapeAccount {
  readonly name: string;
  /** Place among the dev accounts of the world; null for one of the scenario's own. */
  readonly dev: number | null;
  readonly subAccountId: string;
  readonly address: string;
}

export interface TapeRequest {
  /** Exchange time, Unix ms. */
  readonly time: number;
  readonly subAccountId: string;
  readonly action: string;
  readonly params: Written;
  /** Venue ids of the orders that it placed, in their order. */
  readonly orderIds: readonly string[];
  /** Code of the refusal of the request or of its first refused item. */
  readonly refused: string | null;
}

export interface TapeStart {
  readonly title: string;
  readonly world: unknown;
  readonly seed: string;
  readonly startTime: number;
  readonly serviceName: string;
  /** The dev accounts of the world, in their order. */
  readonly dev: readonly { readonly subAccountId: string; readonly address: string }[];
}

/** What follows after the last thing that was recorded, so that its effects are there at the end. */
const TAIL_MS = 1_000;

/** Collects what was recorded, and writes it as a scenario: ids of orders and accounts become references. */
export class Tape {
  readonly #start: TapeStart;
  readonly #entries: Written[] = [];
  readonly #accounts = new Map<string, TapeAccount>();
  readonly #used = new Set<string>();
  /** Entry and place of each order that was placed. */
  readonly #orders = new Map<string, { readonly entry: number; readonly place: number }>();
  readonly #named = new Set<number>();
  readonly #leftOut = new Map<string, number>();
  #end: number;

  constructor(start: TapeStart) {
    this.#start = start;
    this.#end = start.startTime;
    start.dev.forEach((account, dev) => {
      this.#accounts.set(account.subAccountId, { name: `dev${dev}`, dev, ...account });
    });
  }

  /** Adds a subaccount of its own; its wallet in the scenario is another one, because its key is not known. */
  open(subAccountId: string, address: string, name: string): void {
    const taken = new Set(Array.from(this.#accounts.values(), (one) => one.name));
    const wanted = /^[A-Za-z][\w-]*$/.test(name) && !taken.has(name) && !/^r\d+$/.test(name) ? name : '';
    const own = wanted || `account${this.#accounts.size + 1}`;
    this.#accounts.set(subAccountId, { name: own, dev: null, subAccountId, address });
    this.#used.add(subAccountId);
  }

  /** Exchange time has come as far. */
  reached(time: number): void {
    this.#end = Math.max(this.#end, time);
  }

  /** Something that a scenario cannot say, or that it need not. */
  leaveOut(what: string): void {
    this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + 1);
  }

  request({ time, subAccountId, action, params, orderIds, refused }: TapeRequest): void {
    const account = this.#accounts.get(subAccountId);
    if (!account) return this.leaveOut('requests of subaccounts that no control command has opened');
    this.#used.add(subAccountId);
    const number = this.#entries.length;
    const given = this.#withReferences(params);
    this.#add(time, { as: account.name, do: action, with: given, ...(refused !== null && { refused }) });
    orderIds.forEach((id, place) => {
      if (id !== '') this.#orders.set(id, { entry: number, place });
    });
  }

  /** A command of the control plane, by the name that a timeline calls it by. */
  control(time: number, action: string, { subAccountId, wallet, ...params }: Written): void {
    const account = this.#accounts.get(String(subAccountId)) ?? this.#ownerOf(wallet);
    if (account) this.#used.add(account.subAccountId);
    const whose = account ? { account: account.name } : { subAccountId, wallet };
    const named = Object.entries({ ...whose, ...params }).filter(([, value]) => value !== undefined);
    this.#add(time, { control: action, with: this.#withReferences(Object.fromEntries(named)) });
  }

  entry(time: number, written: Written): void {
    this.#add(time, this.#membersOf(written));
  }

  /** The scenario, and what of the recorded is not in it. */
  written(): { readonly scenario: RecordedScenario; readonly leftOut: readonly string[] } {
    const { title, world, seed, startTime, serviceName } = this.#start;
    const accounts = [...this.#accounts.values()].filter(({ subAccountId }) => this.#used.has(subAccountId));
    const timeline = this.#entries.map((entry, number) =>
      this.#named.has(number) ? { ...entry, name: `r${number + 1}` } : entry,
    );
    const scenario = {
      title,
      world,
      seed,
      start: new Date(startTime).toISOString(),
      duration: durationText(this.#end - startTime + TAIL_MS),
      ...(serviceName !== 'PerpSim' && { serviceName }),
      accounts: Object.fromEntries(accounts.map(({ name, dev }) => [name, dev === null ? {} : { dev }])),
      timeline,
    };
    return { scenario, leftOut: Array.from(this.#leftOut, ([what, count]) => `${count} ${what}`) };
  }

  #add(time: number, entry: Written): void {
    this.reached(time);
    this.#entries.push({ at: durationText(time - this.#start.startTime), ...entry });
  }

  #ownerOf(wallet: unknown): TapeAccount | undefined {
    const address = typeof wallet === 'string' ? wallet.toLowerCase() : '';
    return [...this.#accounts.values()].find((one) => one.address.toLowerCase() === address);
  }

  #withReferences(value: unknown): unknown {
    if (typeof value === 'string') return this.#referenceTo(value) ?? value;
    if (Array.isArray(value)) return value.map((one) => this.#withReferences(one));
    return isRecord(value) ? this.#membersOf(value) : value;
  }

  #membersOf(value: Written): Written {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#withReferences(one)]));
  }

  #referenceTo(text: string): string | undefined {
    const order = this.#orders.get(text);
    if (order) {
      this.#named.add(order.entry);
      return `\${r${order.entry + 1}.orderIds[${order.place}]}`;
    }
    const account = this.#accounts.get(text);
    const owner = account ?? (/^0x[0-9a-fA-F]{40}$/.test(text) ? this.#ownerOf(text) : undefined);
    if (!owner) return undefined;
    this.#used.add(owner.subAccountId);
    return `\${${owner.name}.${account ? 'subAccountId' : 'address'}}`;
  }
}

/** A world by name or absolute file, or written out. */
export type RecordedWorld = string | WorldFile;

/** What decides over trades and positions. Limits and nonces are settings of an exchange, and no part of a world. */
const COMPARED = ['markets', 'collaterals', 'risk', 'devAccounts'] as const;

/** Throws NotRecordable when a journal was written in another world, so that a scenario of it would trade otherwise. */
export function checkWorld(world: RecordedWorld, name: string, config: ExchangeConfig): void {
  if (isWorldOf(world, config)) return;
  throw new NotRecordable(
    `has other markets than the world ${name}: name the scenario that it is a run of with --scenario, or the file of its world with --world`,
  );
}

function isWorldOf(world: RecordedWorld, config: ExchangeConfig): boolean {
  try {
    const named = settingsOf({ world }).config;
    return COMPARED.every((part) => isDeepStrictEqual(named[part], config[part]));
  } catch (error) {
    if (error instanceof WorldFileError) return false;
    throw error;
  }
}

/** A journal or a recording from which no scenario can be made; the message says why. */
export class NotRecordable extends Error {
  override readonly name = 'NotRecordable';
}
