import type { Claim } from '../deployment.ts';
import type { FailedCheck } from '../results/failed-check.ts';
import { Past } from './side-effect-log.ts';
import type { SuiteClient, HouseWallet } from './suite-client.ts';
import { ExchangeClock } from './exchange-clock.ts';
import { Pacer } from './pacer.ts';
import type { Findings } from './probe.ts';
import { REMOTE_DEFAULTS, type RemoteOptions } from './remote-options.ts';
import { wall as machineWall, type Wall } from './wall.ts';

/** Scenarios state the fees and limits of this tier. */
export const USUAL_TIER = 'tier_1';

/** Small withdrawals of a run, where the profile allows any: one of each asset. */
const WITHDRAWALS = 3;

/** What a lane has for its own. */
export interface Held {
  readonly claim: Claim;
  /** Its wallets alone, beside those that are no traders. */
  readonly findings: Findings;
  /** Signs for the keeper, who serves all lanes; undefined where scenarios of this one take it for themselves. */
  readonly keeperClient: SuiteClient | undefined;
  /** The highest nonce that was sent for one of its wallets. */
  readonly least: number;
}

/** What all lanes of a run have in common: time, tokens, and who holds which wallet. */
export class Common {
  readonly wall: Wall;
  readonly clock: ExchangeClock;
  readonly pacer: Pacer;
  readonly past = new Past();
  /** Of the suite's own requests. */
  readonly failures: FailedCheck[] = [];
  /** Tiers of wallets as last seen: what they trade lifts them. */
  readonly tiers = new Map<string, string>();
  /** Markets whose marks may not be back. */
  readonly moved = new Set<string>();
  /** Markets whose books could not be filled up. */
  readonly damaged = new Set<string>();
  wallets: readonly HouseWallet[] = [];
  subAccounts: number;
  withdrawals: number;
  orders = 0;
  closed = false;
  readonly #taken = new Set<string>();
  readonly #claims: Claim[] = [];
  readonly #nonces = new Map<string, number>();

  constructor({
    wall = machineWall,
    budget,
    subAccounts = REMOTE_DEFAULTS.subAccounts,
    mayWithdrawToOwner = false,
  }: RemoteOptions) {
    this.wall = wall;
    this.clock = new ExchangeClock(wall);
    this.pacer = new Pacer({ wall, budget });
    this.subAccounts = subAccounts;
    this.withdrawals = mayWithdrawToOwner ? WITHDRAWALS : 0;
  }

  /** Wallets for a claim, those with the most tokens first; undefined while there are too few that nobody holds. */
  hold(claim: Claim, { wallets, capabilities }: Findings): readonly HouseWallet[] | undefined {
    const traders = wallets.filter(({ role }) => role === 'trader');
    const unheld = this.byTokens(traders.filter(({ subAccountId }) => !this.#taken.has(subAccountId)));
    // Second subaccounts where they are wanted, and wallets without any where they would only show in lists.
    const fits = (one: HouseWallet): number => (claim.owners > 0 ? -one.spares.length : one.others);
    const free = unheld.toSorted((a, b) => fits(a) - fits(b));
    if (claim.owners > 0 && this.#claims.length > 0 && !hasSpares(free, traders, claim.owners)) return undefined;
    const count = Math.min(claim.alone ? traders.length : Math.max(1, claim.wallets), traders.length);
    const wantsUsual = claim.watchesFees && capabilities.has('reference-market');
    const usual = free.filter((one) => this.isUsual(one));
    const others = free.filter((one) => !this.isUsual(one));
    // Who waits long enough gets wallets of the usual tier, as long as there are enough of them.
    const isWorthWaiting = wantsUsual && traders.filter((one) => this.isUsual(one)).length >= count;
    const isIdle = this.#claims.length === 0;
    if (!isIdle && (isWorthWaiting ? usual : free).length < count) return undefined;
    if (claim.owners > 0) return free.slice(0, count);
    return (wantsUsual ? [...usual, ...others] : [...others, ...usual]).slice(0, count);
  }

  enter(claim: Claim, wallets: readonly HouseWallet[]): void {
    this.#claims.push(claim);
    for (const { subAccountId } of wallets) this.#taken.add(subAccountId);
  }

  /** @param isClean false when something is left on the wallets: nobody gets them any more */
  leave(claim: Claim, wallets: readonly HouseWallet[], nonce: number, isClean: boolean): void {
    this.#claims.splice(this.#claims.indexOf(claim), 1);
    for (const { subAccountId } of wallets) {
      this.#nonces.set(subAccountId, Math.max(nonce, this.nonceOf([{ subAccountId }])));
      if (isClean) this.#taken.delete(subAccountId);
    }
  }

  /** The highest nonce that lanes which have been left sent for some wallets; for any, without them. */
  nonceOf(wallets?: readonly Pick<HouseWallet, 'subAccountId'>[]): number {
    const nonces = wallets?.map(({ subAccountId }) => this.#nonces.get(subAccountId) ?? 0) ?? this.#nonces.values();
    return Math.max(0, ...nonces);
  }

  /** Whether somebody else has orders in a market. */
  isSharedBeside(claim: Claim, symbol: string): boolean {
    return this.#claims.some((other) => other !== claim && other.rests.includes(symbol));
  }

  byTokens(wallets: readonly HouseWallet[]): readonly HouseWallet[] {
    const tokens = new Map(wallets.map((one) => [one, this.pacer.holds(one.subAccountId)]));
    return wallets.toSorted((a, b) => (tokens.get(b) ?? 0) - (tokens.get(a) ?? 0));
  }

  isUsual(wallet: HouseWallet): boolean {
    return this.tierOf(wallet) === USUAL_TIER;
  }

  tierOf({ subAccountId, tierId }: HouseWallet): string {
    return this.tiers.get(subAccountId) ?? tierId;
  }
}

/** True when enough of those that are free have second subaccounts, or nobody has them. */
const hasSpares = (free: readonly HouseWallet[], all: readonly HouseWallet[], wanted: number): boolean => {
  const own = (wallets: readonly HouseWallet[]): number => wallets.filter(({ spares }) => spares.length > 0).length;
  return own(free) >= Math.min(wanted, own(all));
};
