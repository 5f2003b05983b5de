import { Comparison, type Parting } from './compare.ts';
import { type Command, type Step } from './command.ts';
import type { Difference } from './difference.ts';
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
  readonly #areTimesEqual: boolean;

  constructor(target: Party, reference: Party, signatures: Signatures, areTimesEqual = true) {
    this.#target = target;
    this.#reference = reference;
    this.#signatures = signatures;
    this.#areTimesEqual = areTimesEqual;
  }

  /** Starts both over. @param names of the accounts that commands use, in the order of the wallets */
  async begin(beginning: Beginning, names: readonly string[]): Promise<RunningPair> {
    const ofTarget = await this.#target.begin(beginning);
    const ofReference = await this.#reference.begin({ ...beginning, startTime: this.#target.now() });
    const session = (party: Party, accounts: readonly PartyAccount[]): Session =>
      new Session(party, this.#signatures, named(accounts, names));
    return new RunningPair(
      session(this.#target, ofTarget),
      session(this.#reference, ofReference),
      new Comparison({ areTimesEqual: this.#areTimesEqual }),
    );
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

  constructor(target: Session, reference: Session, comparison: Comparison) {
    this.#target = target;
    this.#reference = reference;
    this.#comparison = comparison;
  }

  /** Exchange time of the reference. */
  now(): number {
    return this.#reference.now();
  }

  async perform(step: Step): Promise<Compared> {
    const [target, reference] = await Promise.all([this.#target.perform(step), this.#reference.perform(step)]);
    return { reference, parting: this.#comparison.parting(target, reference) };
  }

  async read(command: Command): Promise<Compared> {
    const [target, reference] = await Promise.all([this.#target.read(command), this.#reference.read(command)]);
    return { reference, parting: this.#comparison.parting(target, reference) };
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
