import { isRecord } from '../../kernel/entries.ts';
import type { Command, Difference, NumberedCommand } from './command.ts';
import type { Beginning, Party, PartyAccount } from './parties/party.ts';
import { type Outcome, Session, type Signatures } from './session.ts';

/** A difference, and the read that showed it where it was not the response to the command itself. */
export interface Found {
  readonly difference: Difference;
  readonly step: NumberedCommand;
  readonly read: Command | null;
}

/** Two exchanges that get the same commands from a common beginning. */
export class Pair {
  readonly #target: Party;
  readonly #reference: Party;
  readonly #signatures: Signatures;
  readonly #isPlain: boolean;
  /** What the wallets of a target have used that is never started over. */
  readonly #nonces = new Map<string, number>();

  /** @param isPlain true for a target in real time, where only orders of one's own and refusals can be compared */
  constructor(target: Party, reference: Party, signatures: Signatures, isPlain = false) {
    this.#target = target;
    this.#reference = reference;
    this.#signatures = signatures;
    this.#isPlain = isPlain;
  }

  /** Starts both over. @param names of the accounts that commands use, in the order of the wallets */
  async begin(beginning: Beginning, names: readonly string[]): Promise<RunningPair> {
    const ofTarget = await this.#target.begin(beginning);
    const ofReference = await this.#reference.begin({ ...beginning, startTime: this.#target.now() });
    const session = (party: Party, accounts: readonly PartyAccount[], nonces: Map<string, number>): Session =>
      new Session(party, this.#signatures, named(accounts, names), nonces);
    const onTarget = session(this.#target, ofTarget, this.#isPlain ? this.#nonces : new Map<string, number>());
    if (this.#isPlain) await cancelOrders(onTarget, names);
    return new RunningPair(
      onTarget,
      session(this.#reference, ofReference, new Map()),
      new Comparison({ areTimesEqual: !this.#isPlain }),
      this.#isPlain,
    );
  }
}

/** A target that is never started over has no orders at the beginning. */
async function cancelOrders(session: Session, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) {
    const params = { symbols: ['*'] };
    await session.read({ kind: 'signed', account, on: null, action: 'cancelAllOrders', params, changes: {} });
  }
}

/** What came of a step on both sides. */
export interface Compared {
  /** The response of the reference. */
  readonly reference: Outcome;
  readonly parting: Parting | null;
}

export class RunningPair {
  readonly #target: Session;
  readonly #reference: Session;
  readonly #comparison: Comparison;
  readonly #isPlain: boolean;

  constructor(target: Session, reference: Session, comparison: Comparison, isPlain: boolean) {
    this.#target = target;
    this.#reference = reference;
    this.#comparison = comparison;
    this.#isPlain = isPlain;
  }

  /** Exchange time of the reference. */
  now(): number {
    return this.#reference.now();
  }

  async perform(step: NumberedCommand): Promise<Compared> {
    const [target, reference] = await Promise.all([this.#target.perform(step), this.#reference.perform(step)]);
    return { reference, parting: this.#parting(step.command, target, reference) };
  }

  async read(command: Command): Promise<Compared> {
    const [target, reference] = await Promise.all([this.#target.read(command), this.#reference.read(command)]);
    return { reference, parting: this.#parting(command, target, reference) };
  }

  #parting(command: Command, target: Outcome, reference: Outcome): Parting | null {
    if (!this.#isPlain || isOwnState(command)) return this.#comparison.parting(target, reference);
    return this.#comparison.partingOfRefusals(target, reference);
  }
}

/** The key of a wallet that the exchanges do not know. */
const STRANGER: PartyAccount = {
  address: '0xe1fAE9b4fAB2F5726677ECfA912d96b0B683e6a9',
  privateKey: `0x${'5'.repeat(64)}`,
  subAccountId: '424242424242424242',
};
export const STRANGER_NAME = 'mallory';

function named(accounts: readonly PartyAccount[], names: readonly string[]): ReadonlyMap<string, PartyAccount> {
  const known = new Map<string, PartyAccount>([[STRANGER_NAME, STRANGER]]);
  names.forEach((name, index) => {
    const account = accounts[index];
    if (!account) throw new RangeError(`the world has ${accounts.length} wallets, ${names.length} are wanted`);
    known.set(name, account);
  });
  return known;
}

/** Where two responses part. */
interface Parting {
  /** `status`, `header content-type`, or a path into the body. */
  readonly path: string;
  readonly target: string;
  readonly reference: string;
}

/** Names that each exchange makes up for a request. Their values are not compared, only that they are there. */
const OF_THE_REQUEST = new Set(['request_id', 'requestId']);
const ID_KEY = /(?:(?:^|\.)id|Id|Ids\[\d+\])$/;
/** Ids that clients or the contract give, so that both exchanges must name the same. */
const GIVEN_KEY = /(?:client|Client|tier|Tier|epoch|Epoch)\w*Ids?(?:\[\d+\])?$/;
const ID = /^(?:\d{1,20}|[0-9a-f]{16})$/;
const LONG_ID = 12;
const SHOWN = 300;

/**
 * Compares what two exchanges responded. Ids that exchanges make up may differ, as long as one of the target's always stands
 * for the same one of the reference.
 */
export class Comparison {
  readonly #referenceIds = new Map<string, string>();
  readonly #targetIds = new Map<string, string>();
  readonly #areTimesEqual: boolean;

  /** @param areTimesEqual false where the two clocks are not the same, so that times and tokens differ rightly */
  constructor({ areTimesEqual }: { readonly areTimesEqual: boolean }) {
    this.#areTimesEqual = areTimesEqual;
  }

  /** The same where successes depend on more than the commands: only whether they are refused, and how. */
  partingOfRefusals(target: Outcome, reference: Outcome): Parting | null {
    return target.status === 200 && reference.status === 200 ? null : this.parting(target, reference);
  }

  /** The first place where they part, in the order of the reference; null when they agree. */
  parting(target: Outcome, reference: Outcome): Parting | null {
    if (target.status !== reference.status) return parting('status', statusOf(target), statusOf(reference));
    if (target.contentType !== reference.contentType) {
      return parting('header content-type', target.contentType, reference.contentType);
    }
    // A refusal of the control plane is worded by each side in its own envelope.
    if (reference.contentType === '') return null;
    if (target.body === null || reference.body === null) {
      return target.text === reference.text ? null : parting('body', target.text, reference.text);
    }
    return this.#partingAt('', target.body, reference.body);
  }

  #partingAt(path: string, target: unknown, reference: unknown): Parting | null {
    if (OF_THE_REQUEST.has(path)) return typeof target === typeof reference ? null : parting(path, target, reference);
    if (Array.isArray(reference) && Array.isArray(target)) return this.#partingOfLists(path, target, reference);
    if (isRecord(reference) && isRecord(target)) return this.#partingOfObjects(path, target, reference);
    return this.#isSame(path, target, reference) ? null : parting(path, target, reference);
  }

  #partingOfLists(path: string, target: readonly unknown[], reference: readonly unknown[]): Parting | null {
    for (let index = 0; index < Math.min(target.length, reference.length); index += 1) {
      const found = this.#partingAt(`${path}[${index}]`, target[index], reference[index]);
      if (found) return found;
    }
    if (target.length === reference.length) return null;
    return parting(path, `${target.length} items`, `${reference.length} items`);
  }

  #partingOfObjects(path: string, target: Json, reference: Json): Parting | null {
    for (const key of new Set([...Object.keys(reference), ...Object.keys(target)])) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (inner === 'rateLimit' && !this.#areTimesEqual) continue;
      if (key === 'details' && (isAdvice(target[key]) || isAdvice(reference[key]))) continue;
      if (!Object.hasOwn(target, key)) return parting(inner, undefined, reference[key]);
      if (!Object.hasOwn(reference, key)) return parting(inner, target[key], undefined);
      const found = this.#partingAt(inner, target[key], reference[key]);
      if (found) return found;
    }
    return null;
  }

  #isSame(path: string, target: unknown, reference: unknown): boolean {
    if (typeof target === 'string' && typeof reference === 'string' && this.#areIds(path, target, reference)) {
      return this.#stand(spaceOf(path, target) + target, spaceOf(path, reference) + reference);
    }
    if (this.#areTimesEqual) return target === reference;
    return (isTime(target) && isTime(reference)) || withoutSigner(target) === withoutSigner(reference);
  }

  #areIds(path: string, target: string, reference: string): boolean {
    return ID_KEY.test(path) && !GIVEN_KEY.test(path) && ID.test(target) && ID.test(reference);
  }

  /** True when the two ids stand for each other, or may from now on. */
  #stand(target: string, reference: string): boolean {
    const known = this.#referenceIds.get(target);
    const other = this.#targetIds.get(reference);
    if (known === undefined && other === undefined) {
      this.#referenceIds.set(target, reference);
      this.#targetIds.set(reference, target);
      return true;
    }
    return known === reference && other === target;
  }
}

/** Ids of trades and positions count from 1, each for itself. Longer ones are unique whatever they name. */
const spaceOf = (path: string, id: string): string =>
  id.length > LONG_ID ? '' : `${path.slice(path.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')} `;

type Json = Readonly<Record<string, unknown>>;

/** The wallet that a wrong signature seems to come from differs with what was signed, times included. */
const withoutSigner = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\bwallet 0x[0-9a-fA-F]{40}\b/, 'wallet') : value;

/** Unix milliseconds of this century. */
const isTime = (value: unknown): boolean => typeof value === 'number' && value > 1e12 && value < 1e13;

const statusOf = ({ status, text }: Outcome): string => `${status} ${text}`;

const parting = (path: string, target: unknown, reference: unknown): Parting => ({
  path,
  target: shown(target),
  reference: shown(reference),
});

/** A value as a report shows it; `<absent>` for no value. */
function shown(value: unknown): string {
  const text = value === undefined ? '<absent>' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}

/** Details that only advise, such as the name of a field: the contract leaves them to each deployment (ERRENV-DETAILS). */
const isAdvice = (details: unknown): boolean => isRecord(details) && ('hint' in details || 'field' in details);

/** True where all of a success can be compared: orders of one's own. Of other reads only refusals can. */
const isOwnState = (command: Command): boolean =>
  command.kind === 'signed' && OWN.has(command.action) && command.on === null;

const OWN: ReadonlySet<string> = new Set([
  'placeOrders',
  'cancelOrders',
  'cancelAllOrders',
  'modifyOrder',
  'modifyOrderBatch',
  'getOpenOrders',
]);
