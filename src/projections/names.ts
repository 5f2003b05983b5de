import type { MarketSpec } from '../engine/config.ts';
import { invariant } from '../kernel/assert.ts';
import type { AccountNo } from '../kernel/ids.ts';
import { subAccountIdOf } from '../kernel/ids.ts';
import { CodecError, count, type Plain, text } from '../kernel/codec/codec.ts';
import { list, record, sortedSetOf } from '../kernel/codec/collections.ts';
import type { Insert } from './database.ts';

/** A market that rows refer to. */
export interface KnownMarket {
  readonly spec: MarketSpec;
  readonly row: number;
}

/** Markets in the order in which they were first needed, and every account. */
const SAVED = record<{ readonly markets: string[]; readonly accounts: Set<AccountNo> }>({
  markets: list(text),
  accounts: sortedSetOf(count),
});

/** The names behind the small numbers in rows; each is written when it is first needed. */
export class Names {
  readonly #specs: ReadonlyMap<string, MarketSpec>;
  readonly #markets = new Map<string, KnownMarket>();
  readonly #accounts: Set<AccountNo> = new Set();

  /** With what `save` returned, its rows are there already. */
  constructor(specs: ReadonlyMap<string, MarketSpec>, saved?: Plain) {
    this.#specs = specs;
    if (saved === undefined) return;
    const { markets, accounts } = SAVED.decode(saved);
    for (const symbol of markets) {
      if (!specs.has(symbol)) throw new CodecError('markets', `${symbol} is no market`);
      this.market(symbol, () => undefined);
    }
    this.#accounts = accounts;
  }

  save(): Plain {
    return SAVED.encode({ markets: [...this.#markets.keys()], accounts: this.#accounts });
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

  /** A market that has a row already. */
  known(symbol: string): KnownMarket {
    const market = this.#markets.get(symbol);
    if (!market) throw new CodecError('', `${symbol} is no market that has been needed`);
    return market;
  }

  account(account: AccountNo, insert: Insert): void {
    if (this.#accounts.has(account)) return;
    this.#accounts.add(account);
    insert('accounts', [account, subAccountIdOf(account)]);
  }
}
