import { Unmet } from '../deployment.ts';
import { Ladder } from './ladder.ts';
import { type Common, type Held, PRINCIPALS, USUAL_TIER } from './lanes.ts';
import type { Findings } from './probe.ts';
import type { Opened, SideEffectLog } from './side-effect-log.ts';
import type { HouseWallet, SuiteClient } from './suite-client.ts';
import type { TargetWallet } from './target.ts';

export interface ReferenceBooksParts {
  readonly common: Common;
  /** Undefined for the whole deployment. */
  readonly held: Held | undefined;
  readonly sideEffects: SideEffectLog;
  readonly suiteClient: SuiteClient;
  /** What is known of the deployment now. */
  readonly findings: () => Findings;
  readonly clientId: () => string;
  readonly stillOpen: (text: string) => void;
}

/** The books and marks of the reference markets, as one lane of a deployment restores them after its scenarios. */
export class ReferenceBooks {
  readonly #parts: ReferenceBooksParts;

  constructor(parts: ReferenceBooksParts) {
    this.#parts = parts;
  }

  /**
   * Fills up the books that scenarios took from; returns in words what could not be filled up.
   *
   * @param books markets whose books are wanted whole; all that were taken from where it is left out
   */
  async refill(books?: readonly string[]): Promise<Unmet | undefined> {
    const { common, held, sideEffects, findings } = this.#parts;
    if (!findings().capabilities.has('reference-market')) return undefined;
    const { moved, damaged } = common;
    const claim = held?.claim;
    // Filling up takes the keeper's orders out of a book for a moment, and two at once would fill it up twice. So only the
    // lane that moves a market does it: there is one. One that looks does it where no other has to do with the market.
    const mine = (symbol: string): boolean =>
      !claim || claim.moves.includes(symbol) || (claim.looks.includes(symbol) && common.isAloneIn(claim, symbol));
    for (const symbol of sideEffects.takeInside()) moved.add(symbol);
    for (const symbol of sideEffects.takeMarkets()) {
      moved.add(symbol);
      damaged.add(symbol);
    }
    const markets = [...damaged].filter(mine);
    const fault = await this.#ladder().restore(markets);
    // After a fault the next scenario tries again.
    for (const symbol of markets) if (fault === undefined) damaged.delete(symbol);
    const isWanted = books === undefined || markets.some((symbol) => books.includes(symbol));
    if (fault !== undefined && isWanted) return new Unmet('reference-market', fault);
    for (const symbol of books?.filter((one) => damaged.has(one) && !mine(one)) ?? []) {
      // Tried again later, when a lane has filled it up.
      if (await this.#ladder().hasGaps(symbol)) {
        return new Unmet('moved', `the book of ${symbol} has gaps that another scenario has left`);
      }
    }
    return undefined;
  }

  /** Waits until the marks that a scenario states are back where they stood. */
  async marksBack(): Promise<void> {
    const { common, held } = this.#parts;
    const { moved } = common;
    const markets = [...moved].filter((symbol) => !held || held.claim.stills.includes(symbol));
    const fault = await this.#ladder().marksBack(markets);
    if (fault !== undefined) throw new Unmet('reference-market', fault);
    for (const symbol of markets) moved.delete(symbol);
  }

  /** Restores all books and marks before the first scenario; returns in words why it cannot. */
  async faultAtStart(): Promise<string | undefined> {
    const markets = this.#parts.findings().reference.map(({ symbol }) => symbol);
    return (await this.#ladder().restore(markets)) ?? (await this.#ladder().marksBack(markets));
  }

  #ladder(): Ladder {
    const { common, held, suiteClient, findings, clientId, stillOpen } = this.#parts;
    const { reference, wallets } = findings();
    return new Ladder({
      suiteClient,
      reference,
      keeper: wallets.find(({ role }) => role === 'keeper'),
      clientId,
      hasPlacedAt: (symbol, price) => this.#hasPlacedAt(symbol, price),
      stillOpen,
      isShared: (symbol) => held !== undefined && common.isSharedBeside(held.claim, symbol),
      wait: (ms) => common.wall.wait(ms),
    });
  }

  /** False where a subaccount that a scenario has opened may have placed the order, since those are not cancelled. */
  #hasPlacedAt(symbol: string, price: string): boolean {
    const { common, sideEffects } = this.#parts;
    const known = new Set(withSpares(common.wallets).map(({ subAccountId }) => subAccountId));
    return [...sideEffects.everTouched].every((id) => known.has(id)) && sideEffects.hasPlacedAt(symbol, price);
  }
}

/** What decides which wallets a scenario gets, and in which order. */
export interface Turn {
  readonly common: Pick<Common, 'byTokens' | 'isUsual'>;
  /** The scenario states fees of the usual tier. */
  readonly statesFees: boolean;
  /** The scenario looks at fees, whatever they are. */
  readonly watchesFees: boolean;
  /** The scenario uses up the bucket of its first wallet. */
  readonly exhausts: boolean;
  /** Other lanes use the keeper as well, so that it is left out. */
  readonly sharesKeeper: boolean;
}

/**
 * Returns the traders in turn, those with the most tokens first, and the keeper last of all. Trading lifts a wallet into
 * another tier, so those that still pay the usual fees are kept for scenarios that look at them.
 *
 * @throws Unmet when a scenario states fees that too few wallets pay
 */
export function inTurn(wallets: readonly HouseWallet[], turn: Turn): readonly TargetWallet[] {
  const { common, statesFees, watchesFees, exhausts, sharesKeeper } = turn;
  const traders = wallets.filter(({ role }) => role === 'trader');
  // One wallet is used up again and again, so that the others find their buckets as they left them.
  const [last] = exhausts ? traders.slice(-1) : [];
  const byTokens = [...(last ? [last] : []), ...common.byTokens(traders).filter((one) => one !== last)];
  const usual = byTokens.filter((one) => common.isUsual(one));
  const others = byTokens.filter((one) => !common.isUsual(one));
  if (statesFees && usual.length < Math.min(traders.length, PRINCIPALS)) {
    throw new Unmet('wallets', `too few wallets pay the fees of ${USUAL_TIER}: trading lifts them out of it`);
  }
  const keeper = sharesKeeper ? [] : wallets.filter(({ role }) => role === 'keeper').map(apart);
  if (statesFees) return [...usual, ...others.map(apart), ...keeper];
  return [...(watchesFees ? [...usual, ...others] : [...others, ...usual]), ...keeper];
}

/** A scenario may choose a wallet for its subaccounts, but neither the keeper nor one that pays other fees than it states. */
const apart = ({ address, privateKey, subAccountId }: HouseWallet): TargetWallet => ({
  address,
  privateKey,
  subAccountId,
});

/** Returns the wallets with the subaccounts that scenarios have opened among their spare ones. */
export const withOpened = (wallets: readonly HouseWallet[], opened: readonly Opened[]): readonly HouseWallet[] =>
  wallets.map((wallet) => {
    const its = opened.filter(({ master }) => master === wallet.subAccountId);
    const spares = its.map(({ subAccountId, name }): HouseWallet => {
      return { ...wallet, subAccountId, role: 'spare', standing: { name, leverages: {} }, spares: [], others: 0 };
    });
    return { ...wallet, spares: [...wallet.spares, ...spares], others: wallet.others + spares.length };
  });

/** Returns the wallets, each followed by its second subaccounts. */
export const withSpares = (wallets: readonly HouseWallet[]): readonly HouseWallet[] =>
  wallets.flatMap((wallet) => [wallet, ...wallet.spares]);

/** Returns how many more subaccounts a wallet may own; undefined where the target does not report it. */
export const roomOf = ({ maxSubAccounts, others }: HouseWallet): number | undefined =>
  maxSubAccounts === undefined ? undefined : Math.max(0, maxSubAccounts - 1 - others);

/** Returns how many subaccounts the traders may open together. A wallet whose room is unknown counts for all that are wanted. */
export const roomFor = (wanted: number, wallets: readonly HouseWallet[]): number =>
  wallets
    .filter(({ role }) => role === 'trader')
    .map(roomOf)
    .reduce<number>((sum, room) => sum + (room ?? wanted), 0);
