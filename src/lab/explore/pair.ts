import { Comparison, type Parting } from './compare.ts';
import { type Command, type Step } from './command.ts';
import type { Difference } from './difference.ts';
import { isOwnState } from './own-state.ts';
import type { Beginning, Party, PartyAccount } from './parties/party.ts';
import { type Outcome, Session } from './session.ts';
import type { Signatures } from './signatures.ts';

/** A difference, and the read that showed it where it was not the response to the command itself. */
export interface Found {
  readonly difference: Difference;
  readonly step: Step;
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

  async perform(step: Step): Promise<Compared> {
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
