import type { Claim } from '../deployment.ts';
import type { Look } from '../market/view.ts';
import type { FailedCheck } from '../results/failed-check.ts';
import { ExchangeClock } from './control-client.ts';
import { Pacer } from './pacer.ts';
import type { Findings } from './probe.ts';
import { REMOTE_DEFAULTS, type RemoteOptions } from './remote-options.ts';
import { Past } from './side-effect-log.ts';
import type { HouseWallet, SuiteClient } from './suite-client.ts';
import { wall as machineWall, type Wall } from './wall.ts';

/** Scenarios state the fees and limits of this tier. */
export const USUAL_TIER = 'tier_1';

/** Small withdrawals of a run, where the profile allows any: one of each asset. */
const WITHDRAWALS = 3;

/** Wallets that a scenario takes, apart from a few. */
export const PRINCIPALS = 3;

/** Prices at which orders rest are far from those of a few seconds ago, too. */
const LATELY_MS = 10_000;

/** Two wallets trade with each other. */
const SPENDERS = 2;

/** Most trades, and the largest, are in this market; one lane at a time has it. */
const BUSIEST_MARKET = 'BTC-USDT';

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

/** Parts that all lanes of a run have in common: time, tokens, and who holds which wallet. */
export class Common {
  readonly wall: Wall;
  readonly clock: ExchangeClock;
  readonly pacer: Pacer;
  readonly past = new Past();
  readonly loginTimes = new LoginTimes();
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
  #seen: ReadonlyMap<string, Look> = new Map();
  #seenAt = -Infinity;
  readonly #taken = new Set<string>();
  readonly #claims: Claim[] = [];
  readonly #nonces = new Map<string, number>();
  /** How many claims with trades a wallet has served. */
  readonly #trades = new Map<string, number>();

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

  /** Looks of the last seconds at all markets, for figures that do not follow the market from second to second. */
  lately(): ReadonlyMap<string, Look> | undefined {
    return this.wall.now() - this.#seenAt <= LATELY_MS ? this.#seen : undefined;
  }

  saw(looks: ReadonlyMap<string, Look>): void {
    this.#seen = looks;
    this.#seenAt = this.wall.now();
  }

  /** Wallets for a claim, those with the most tokens first; undefined while too few are free. */
  hold(claim: Claim, { wallets, capabilities }: Findings): readonly HouseWallet[] | undefined {
    const traders = wallets.filter(({ role }) => role === 'trader');
    // Of equal ones those whose second subaccounts other claims cannot want.
    const unheld = this.byTokens(
      traders.filter(({ subAccountId }) => !this.#taken.has(subAccountId)).toSorted((x, y) => x.others - y.others),
    );
    const count = Math.min(claim.alone ? traders.length : Math.max(1, claim.wallets), traders.length);
    const wantsUsual = claim.watchesFees && capabilities.has('reference-market');
    const spenders = this.#spenders(traders);
    const isSpending = claim.moves.length > 0 && !claim.watchesFees;
    const rank = (one: HouseWallet): number => {
      if (isSpending) return spenders.includes(one) ? 0 : 1;
      return wantsUsual && !this.isUsual(one) ? 2 : spenders.includes(one) ? 1 : 0;
    };
    // Trades are spread, so that no wallet is lifted before the others.
    const trades = (one: HouseWallet): number => (claim.moves.length > 0 ? this.#tradesOf(one) : 0);
    const free = unheld.toSorted((x, y) => rank(x) - rank(y) || trades(x) - trades(y));
    const usual = free.filter((one) => this.isUsual(one));
    // Who waits long enough gets wallets of the usual tier, as long as there are enough of them.
    const isWorthWaiting = wantsUsual && traders.filter((one) => this.isUsual(one)).length >= count;
    const isIdle = this.#claims.length === 0;
    if (!isIdle && (isWorthWaiting ? usual : free).length < count) return undefined;
    const mustSpend = isSpending && claim.moves.includes(BUSIEST_MARKET);
    if (!isIdle && mustSpend && spenders.slice(0, count).some((one) => !free.includes(one))) return undefined;
    const [chosen = []] = [...(wantsUsual ? [usual] : []), free]
      .map((some) => withFamilies(claim, some, count))
      .toSorted((a, b) => b.length - a.length);
    if (!isIdle && chosen.length < withFamilies(claim, traders, count).length) return undefined;
    return [...chosen, ...free.filter((one) => !chosen.includes(one))].slice(0, count);
  }

  /**
   * Wallets that do the trading whose fees no scenario states, and are lifted out of the usual tier by it, so that the
   * others stay there. Where there are few wallets, all of them do.
   */
  #spenders(traders: readonly HouseWallet[]): readonly HouseWallet[] {
    if (traders.length < SPENDERS + PRINCIPALS) return [];
    const order = (one: HouseWallet): number => (this.isUsual(one) ? 1 : 0);
    return traders
      .toReversed()
      .toSorted((a, b) => order(a) - order(b) || a.others - b.others)
      .slice(0, SPENDERS);
  }

  #tradesOf({ subAccountId }: HouseWallet): number {
    return this.#trades.get(subAccountId) ?? 0;
  }

  enter(claim: Claim, wallets: readonly HouseWallet[]): void {
    this.#claims.push(claim);
    for (const wallet of wallets) {
      this.#taken.add(wallet.subAccountId);
      if (claim.moves.length > 0) this.#trades.set(wallet.subAccountId, this.#tradesOf(wallet) + 1);
    }
  }

  /** @param isClean false when something is left on the wallets: no claim gets them any more */
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

  /** Whether another lane has orders in a market. */
  isSharedBeside(claim: Claim, symbol: string): boolean {
    return this.#claims.some((other) => other !== claim && other.rests.includes(symbol));
  }

  /** Whether no other lane places, moves, states or looks at anything in a market. */
  isAloneIn(claim: Claim, symbol: string): boolean {
    return !this.#claims.some(
      (other) =>
        other !== claim && [other.rests, other.moves, other.stills, other.looks].some((some) => some.includes(symbol)),
    );
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

/**
 * Wallets with the second subaccounts that a claim wants, each with as few more as can be.
 *
 * @param wallets in the order in which they are preferred
 * @param most wallets in all
 * @returns one wallet for each wish that can be met
 */
export function withFamilies(
  { families, listsFamilies }: Pick<Claim, 'families' | 'listsFamilies'>,
  wallets: readonly HouseWallet[],
  most: number,
): readonly HouseWallet[] {
  const chosen: HouseWallet[] = [];
  for (const wanted of families.slice(0, most)) {
    const able = wallets.filter(
      (one) => !chosen.includes(one) && one.spares.length >= wanted && (!listsFamilies || one.others === wanted),
    );
    const [best] = able.toSorted((a, b) => a.spares.length - b.spares.length);
    if (best) chosen.push(best);
  }
  return chosen;
}

/** Times for which the wallets of a run have signed logins: a deployment takes each of them once from a wallet (wire 1.7). */
export class LoginTimes {
  readonly #taken = new Map<string, Set<number>>();

  /** Returns the latest time up to `wanted` that the wallet has not signed yet, and keeps it. Unix milliseconds. */
  take(address: string, wanted: number): number {
    const wallet = address.toLowerCase();
    const taken = this.#taken.get(wallet) ?? new Set<number>();
    this.#taken.set(wallet, taken);
    let time = wanted;
    while (taken.has(time)) time -= 1;
    taken.add(time);
    return time;
  }
}
