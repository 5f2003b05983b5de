import { isList, isRecord } from '../../kernel/entries.ts';
import { amountIn, amountText } from '../amount.ts';
import { valueAt } from '../paths.ts';
import { parsed } from '../transports/transport.ts';
import { standsInside } from './reference-market.ts';
import type { Write } from './request-charge.ts';

/** What a write may leave behind on a subaccount. */
export type SideEffect = 'orders' | 'leverage' | 'signers' | 'switch' | 'name' | 'funds' | 'unanswered';

const LEAVES: Readonly<Record<string, readonly SideEffect[]>> = {
  placeOrders: ['orders'],
  placeIsolatedOrder: ['orders', 'leverage'],
  modifyOrder: ['orders'],
  modifyOrderBatch: ['orders'],
  updateIsolatedMargin: ['orders'],
  updateLeverage: ['leverage'],
  addDelegatedSigner: ['signers'],
  scheduleCancel: ['switch'],
  updateSubAccountName: ['name'],
  transferCollateral: ['funds'],
};

/** A subaccount that a scenario has opened. */
export interface Opened {
  readonly master: string;
  readonly subAccountId: string;
  readonly name: string;
}

/** True for a rejection. Any other request may have been executed, also one without a response. */
const isRefused = (status: number | undefined): boolean => status !== undefined && status >= 400 && status < 500;

/** Things that all lanes of a run have done. */
export class Past {
  /** Subaccounts that anything was ever done to. */
  readonly touched = new Set<string>();
  /** Prices of every order that was placed, as amount texts, by market; a modify names no market. */
  readonly prices = new Map<string, Set<string>>();
}

/** Remembers what was done, so that only that is taken back and a run of reads costs nothing more. */
export class SideEffectLog {
  readonly #left = new Map<string, Set<SideEffect>>();
  /** Markets in which orders were placed since the books were last looked at. */
  readonly #placed = new Set<string>();
  /** Whether any of these orders may have taken something. */
  #took = false;
  /** Whether any of them may have stood between the best two, which moves the mark. */
  #stoodInside = false;
  readonly #opened: Opened[] = [];
  readonly #past: Past;
  #nonce = 0n;

  constructor(past = new Past()) {
    this.#past = past;
  }

  /** The highest nonce that was sent. */
  get nonce(): bigint {
    return this.#nonce;
  }

  /** Subaccounts that anything was ever done to. */
  get everTouched(): ReadonlySet<string> {
    return this.#past.touched;
  }

  /** A write is on its way. */
  sent({ nonce = 0n }: Write): void {
    if (nonce > this.#nonce && nonce <= BigInt(Number.MAX_SAFE_INTEGER)) this.#nonce = nonce;
  }

  /** @param status of the response; undefined when none came */
  done({ action, subAccountId, params }: Write, status: number | undefined, response: string): void {
    if (action === 'createSubaccount' && status === 200) this.#noteOpened(subAccountId, response);
    const kinds = LEAVES[action];
    if (!kinds || isRefused(status)) return;
    const leaves: readonly SideEffect[] = status === undefined ? [...kinds, 'unanswered'] : kinds;
    for (const id of [subAccountId, ...destinationsIn(params)]) {
      this.#left.set(id, new Set([...(this.#left.get(id) ?? []), ...leaves]));
      this.#past.touched.add(id);
    }
    for (const symbol of symbolsIn(params)) this.#placed.add(symbol);
    this.#notePrices(params);
    this.#stoodInside ||= standsInside(params);
    // What rests and is cancelled takes nothing from a book; everything else may have.
    if (action.startsWith('modify') || /"filled"/.test(response) || LATER.test(JSON.stringify(params)))
      this.#took = true;
  }

  /** What another has done and not taken back is left to this one. */
  adopt(other: SideEffectLog, withNonce: boolean): void {
    this.#opened.push(...other.takeOpened());
    if (withNonce && other.#nonce > this.#nonce) this.#nonce = other.#nonce;
    for (const [subAccountId, traces] of other.take()) {
      this.#left.set(subAccountId, new Set([...(this.#left.get(subAccountId) ?? []), ...traces]));
    }
  }

  /** What is left since the last time, by subaccount; it counts as taken back from here on. */
  take(): ReadonlyMap<string, ReadonlySet<SideEffect>> {
    const left = new Map(this.#left);
    this.#left.clear();
    return left;
  }

  /** Subaccounts opened since the last time. */
  takeOpened(): readonly Opened[] {
    return this.#opened.splice(0);
  }

  /** The response is that of HTTP, or a frame that holds one. */
  #noteOpened(master: string, response: string): void {
    const body = parsed(response);
    for (const response of [valueAt(body, 'response'), valueAt(body, 'result.response')]) {
      const [subAccountId, name] = ['subAccountId', 'subAccountName'].map((field) => valueAt(response, field));
      if (typeof subAccountId !== 'string') continue;
      this.#opened.push({ master, subAccountId, name: typeof name === 'string' ? name : '' });
    }
  }

  /** Markets whose books may be other than before; they count as looked at from here on. */
  takeMarkets(): readonly string[] {
    if (!this.#took) return [];
    const markets = [...this.#placed];
    this.#placed.clear();
    this.#took = false;
    return markets;
  }

  /** Markets whose marks may have moved since the last time; to be asked before the books are. */
  takeInside(): readonly string[] {
    const stood = this.#stoodInside ? [...this.#placed] : [];
    this.#stoodInside = false;
    return stood;
  }

  /** True when an order of this run was placed in a market at a price, or moved to that price. */
  hasPlacedAt(symbol: string, price: string): boolean {
    return [symbol, ''].some((name) => this.#past.prices.get(name)?.has(price) === true);
  }

  #notePrices(params: Write['params']): void {
    const orders = [params, ...(isList(params.orders) ? params.orders : [])];
    for (const order of orders) {
      const { symbol, price } = isRecord(order) ? order : {};
      const amount = typeof price === 'string' ? amountIn(price) : undefined;
      if (amount === undefined) continue;
      const name = typeof symbol === 'string' ? symbol.toUpperCase() : '';
      this.#past.prices.set(name, (this.#past.prices.get(name) ?? new Set()).add(amountText(amount)));
    }
  }

  /** Something traded there, or their books are still not as before. */
  traded(...symbols: readonly string[]): void {
    for (const symbol of symbols) this.#placed.add(symbol);
    this.#took ||= symbols.length > 0;
  }
}

/** Orders that may trade long after they were placed. */
const LATER = /"trigger|"twap"/i;

/** Where a transfer goes. */
const destinationsIn = ({ destinationSubAccountId, to }: Write['params']): readonly string[] =>
  [destinationSubAccountId, to].filter((id) => typeof id === 'string');

/** Symbols anywhere in the params of a write; a modify names none, and counts for all that were placed. */
function symbolsIn(params: Readonly<Record<string, unknown>>): string[] {
  const found = JSON.stringify(params).matchAll(/"symbol":"([^"]+)"/g);
  return [...found].map(([, symbol = '']) => symbol.toUpperCase());
}
