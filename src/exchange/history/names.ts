import { orderTypeWord, tradeTypeWord } from '../../contract/words.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { OrderFacts } from '../../engine/event.ts';
import { invariant } from '../../kernel/errors.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import { CodecError, count, type Plain, text } from '../../kernel/codec/codec.ts';
import { list, record, sortedSetOf } from '../../kernel/codec/collections.ts';
import type { KnownMarket, RowSink } from './row-sink.ts';

type Named = Pick<RowSink, 'named'>;

/** Takes rows that are there already. */
const NOWHERE: Named = { named: () => undefined };

interface Saved {
  readonly markets: string[];
  readonly terms: string[];
  readonly accounts: Set<AccountNo>;
}

/** Markets and terms in the order in which they were first needed, and every account. */
const SAVED = record<Saved>({ markets: list(text), terms: list(text), accounts: sortedSetOf(count) });

/** The names behind the small numbers in rows; each is written when it is first needed. */
export class Names {
  readonly #specs: ReadonlyMap<string, MarketSpec>;
  readonly #markets = new Map<string, KnownMarket>();
  /** Rows of the terms of orders, by all that they say. */
  readonly #terms = new Map<string, number>();
  readonly #accounts: Set<AccountNo> = new Set();

  /** With what `save` returned, its rows are there already. */
  constructor(specs: ReadonlyMap<string, MarketSpec>, saved?: Plain) {
    this.#specs = specs;
    if (saved === undefined) return;
    const { markets, terms, accounts } = SAVED.decode(saved);
    for (const symbol of markets) {
      if (!specs.has(symbol)) throw new CodecError('markets', `${symbol} is no market`);
      this.market(symbol, NOWHERE);
    }
    for (const key of terms) this.#terms.set(key, this.#terms.size + 1);
    this.#accounts = accounts;
  }

  save(): Plain {
    return SAVED.encode({
      markets: [...this.#markets.keys()],
      terms: [...this.#terms.keys()],
      accounts: this.#accounts,
    });
  }

  /** The asset that profit, fees and margin are counted in: one for all markets. */
  get settlementAsset(): string {
    const [first] = this.#specs.values();
    invariant(first, 'history knows a market');
    return first.settleAsset;
  }

  market(symbol: string, sink: Named): KnownMarket {
    const known = this.#markets.get(symbol);
    if (known) return known;
    const spec = this.#specs.get(symbol);
    invariant(spec, () => `market ${symbol} is known to history`);
    const market = { spec, row: this.#markets.size + 1 };
    this.#markets.set(symbol, market);
    sink.named('markets', [market.row, symbol]);
    return market;
  }

  /** A market that has a row already. */
  known(symbol: string): KnownMarket {
    const market = this.#markets.get(symbol);
    if (!market) throw new CodecError('', `${symbol} is no market that has been needed`);
    return market;
  }

  /** The row of what an order has in common with many others. */
  terms(facts: OrderFacts, market: KnownMarket, sink: Named): number {
    const key = `${market.row},${facts.side},${facts.kind},${facts.timeInForce},${facts.reduceOnly},${facts.postOnly},${
      facts.triggeredByLiquidation
    },${facts.trigger?.priceType ?? ''},${facts.closePosition}`;
    const known = this.#terms.get(key);
    if (known !== undefined) return known;
    const row = this.#terms.size + 1;
    this.#terms.set(key, row);
    sink.named('order_terms', [
      row,
      market.row,
      facts.side,
      orderTypeWord(facts.kind),
      tradeTypeWord(facts.kind),
      facts.timeInForce,
      Number(facts.reduceOnly),
      Number(facts.postOnly),
      Number(facts.triggeredByLiquidation),
      facts.trigger?.priceType ?? '',
      Number(facts.closePosition),
    ]);
    return row;
  }

  account(account: AccountNo, sink: Named): void {
    if (this.#accounts.has(account)) return;
    this.#accounts.add(account);
    sink.named('accounts', [account, subAccountIdOf(account)]);
  }
}
