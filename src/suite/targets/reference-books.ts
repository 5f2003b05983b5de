import { Unmet } from '../deployment.ts';
import { withSpares } from './house-wallets.ts';
import { Ladder } from './ladder.ts';
import type { Common, Held } from './lanes.ts';
import type { Findings } from './probe.ts';
import type { SideEffectLog } from './side-effect-log.ts';
import type { SuiteClient } from './suite-client.ts';

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
    // lane that moves a market does it: there is one.
    const mine = (symbol: string): boolean => !claim || claim.moves.includes(symbol);
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
    return fault === undefined || !isWanted ? undefined : new Unmet('reference-market', fault);
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
