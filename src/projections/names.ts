import type { MarketSpec } from '../engine/config.ts';
import { invariant } from '../kernel/assert.ts';
import type { AccountNo } from '../kernel/ids.ts';
import { subAccountIdOf } from '../kernel/ids.ts';
import type { Insert } from './database.ts';

/** A market that rows refer to. */
export interface KnownMarket {
  readonly spec: MarketSpec;
  readonly row: number;
}

/** The names behind the small numbers in rows; each is written when it is first needed. */
export class Names {
  readonly #specs: ReadonlyMap<string, MarketSpec>;
  readonly #markets = new Map<string, KnownMarket>();
  readonly #accounts = new Set<AccountNo>();

  constructor(specs: ReadonlyMap<string, MarketSpec>) {
    this.#specs = specs;
  }

  /** The asset that profit, fees and margin are counted in: one for all markets. */
  get settlementAsset(): string {
    const [first] = this.#specs.values();
    invariant(first, 'history knows a market');
    return first.settleAsset;
  }

  market(symbol: string, insert: Insert): KnownMarket {
    const known = this.#markets.get(symbol);
    if (known) return known;
    const spec = this.#specs.get(symbol);
    invariant(spec, () => `market ${symbol} is known to history`);
    const market = { spec, row: this.#markets.size + 1 };
    this.#markets.set(symbol, market);
    insert('markets', [market.row, symbol]);
    return market;
  }

  account(account: AccountNo, insert: Insert): void {
    if (this.#accounts.has(account)) return;
    this.#accounts.add(account);
    insert('accounts', [account, subAccountIdOf(account)]);
  }
}
