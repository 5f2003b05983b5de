import { Amount, amountIn, amountOrNothing, amountText } from '../amount.ts';
import { valueAt } from '../paths.ts';
import { isRecord } from '../records.ts';
import type { SideEffect } from './side-effect-log.ts';
import type { Exchanged } from '../transports/transport.ts';
import { accountIn, type AccountRecord, type HouseWallet, type SuiteClient } from './suite-client.ts';
import { REFERENCE_MARKETS } from './reference-market.ts';

export interface CleanupParts {
  readonly suiteClient: Pick<SuiteClient, 'ask' | 'askPublic' | 'book' | 'openOrders' | 'place'>;
  readonly wallets: readonly HouseWallet[];
  /** Names an order that the suite places itself. */
  readonly clientId: () => string;
  /** Whether only orders of this run may stand between the ladders of the reference markets. */
  readonly isReference: () => boolean;
  /** Receives each account record that was read. */
  readonly saw: (record: AccountRecord) => void;
  /** Receives a text for orders that are still open although they were cancelled. */
  readonly stillOpen: (text: string) => void;
  /** Receives each market in which the suite traded on its own account. */
  readonly traded: (symbol: string) => void;
  /** Gives the target time: to recover from too much work, or to receive what is still on its way to it. */
  readonly pause: () => Promise<void>;
}

/** What one wallet holds in a market; negative is short. */
interface Holding {
  readonly wallet: HouseWallet;
  readonly symbol: string;
  amount: Amount;
}

/** Side effects that an account record shows. */
const RECORDED: readonly SideEffect[] = ['orders', 'leverage', 'name', 'funds'];

/** Rounds of closing against a book; each takes as much as one market order may. */
const ROUNDS = 20;

/** How often a target that has too much to do is asked for what must not be left out. */
const TRIES = 6;

/** Takes back what scenarios did: orders, positions, signers, leverage and names. */
export class Cleanup {
  readonly #parts: CleanupParts;
  #markets: readonly MarketFigures[] = [];
  /** Wallets whose positions may be other than they were, since somebody else has met their orders. */
  readonly #unsure = new Set<HouseWallet>();

  constructor(parts: CleanupParts) {
    this.#parts = parts;
  }

  get #keeper(): HouseWallet | undefined {
    return this.#parts.wallets.find(({ role }) => role === 'keeper');
  }

  /** Brings subaccounts back to how the run found them. Returns a text for each thing that could not be restored. */
  async takeBack(left: ReadonlyMap<string, ReadonlySet<SideEffect>>): Promise<readonly string[]> {
    const kept: string[] = [];
    const holdings: Holding[] = [];
    const records: (readonly [HouseWallet, AccountRecord])[] = [];
    for (const [subAccountId, traces] of left) {
      const wallet = this.#parts.wallets.find((one) => one.subAccountId === subAccountId);
      if (!wallet) continue;
      if (wallet.role === 'keeper') {
        // The keeper keeps its position to the end: it is the other side of the positions that were closed.
        kept.push(
          ...(await this.#undo(
            wallet,
            new Set([...traces].filter((trace) => trace === 'signers' || trace === 'switch')),
          )),
        );
        continue;
      }
      kept.push(...(await this.#undo(wallet, traces)));
      if (!RECORDED.some((trace) => traces.has(trace))) continue;
      const record = await this.#accountOf(wallet);
      if (!record) {
        kept.push(`subaccount ${subAccountId}, which cannot be read`);
        continue;
      }
      this.#parts.saw(record);
      records.push([wallet, record]);
      holdings.push(...holdingsOf(wallet, record));
    }
    for (const symbol of new Set(holdings.map((one) => one.symbol))) {
      kept.push(
        ...(await this.#close(
          symbol,
          holdings.filter((one) => one.symbol === symbol),
        )),
      );
    }
    kept.push(...(await this.#makeSure()));
    for (const [wallet, record] of records) await this.#restore(wallet, record);
    for (const [wallet] of records) await this.#bringHome(wallet);
    return kept;
  }

  /** Cleans up at the end of a run, including positions of the keeper. Returns a text for each thing that stays behind. */
  async finish(touched: ReadonlySet<string>): Promise<readonly string[]> {
    const all: readonly SideEffect[] = ['orders', 'leverage', 'name', 'funds'];
    const wallets = this.#parts.wallets.filter(
      ({ subAccountId, role }) => role === 'keeper' || touched.has(subAccountId),
    );
    await this.takeBack(new Map(wallets.map(({ subAccountId }) => [subAccountId, new Set(all)])));
    const keeper = this.#keeper;
    if (keeper) await this.#closeAgainstBook(keeper);
    const kept = [];
    for (const wallet of wallets) kept.push(...(await this.#leftOf(wallet)));
    return kept;
  }

  async #leftOf(wallet: HouseWallet): Promise<readonly string[]> {
    const { suiteClient } = this.#parts;
    const record = await this.#accountOf(wallet);
    if (!record) return [`subaccount ${wallet.subAccountId} cannot be read`];
    const orders = await suiteClient.openOrders(wallet);
    const signers = record.delegatedSigners.length;
    const whose = `of subaccount ${wallet.subAccountId}`;
    for (const { orderId, symbol } of orders.slice(0, 1)) {
      this.#parts.stillOpen(
        `order ${orderId} in ${symbol} ${whose} is still open after cancelAllOrders; ${orders.length} are`,
      );
    }
    return [
      ...orders.map(({ orderId, symbol }) => `open order ${orderId} in ${symbol} ${whose}`),
      ...record.positions.map(({ symbol, side, quantity }) => `position ${side} ${quantity} ${symbol} ${whose}`),
      ...(wallet.role === 'spare' ? fundsOf(record).map(([asset, amount]) => `${amount} ${asset} ${whose}`) : []),
      ...(signers > 0 ? [`${signers} delegated signers ${whose}`] : []),
    ];
  }

  /** Returns a text for each thing that the target would not do, however often it was asked. */
  async #undo(wallet: HouseWallet, traces: ReadonlySet<SideEffect>): Promise<readonly string[]> {
    // What had no response may still be on its way: an order that arrives after the cancel would stay.
    if (traces.has('unanswered')) await this.#parts.pause();
    const wanted: (readonly [action: string, params: Record<string, unknown>, what: string])[] = [];
    if (traces.has('switch')) wanted.push(['scheduleCancel', { timeoutSeconds: 0 }, "a dead man's switch"]);
    if (traces.has('orders')) wanted.push(['cancelAllOrders', { symbols: ['*'] }, 'orders']);
    if (traces.has('signers')) wanted.push(['removeAllDelegatedSigners', {}, 'delegated signers']);
    const kept: string[] = [];
    for (const [action, params, what] of wanted) {
      if (isBusy(await this.#insist(wallet, action, params))) kept.push(`${what} of subaccount ${wallet.subAccountId}`);
    }
    return kept;
  }

  /** Asks until the target has time for it. What it refuses for another reason it refuses for good. */
  async #insist(wallet: HouseWallet, action: string, params: Record<string, unknown>): Promise<Exchanged> {
    const { suiteClient, pause } = this.#parts;
    let response = await suiteClient.ask(wallet, action, params);
    for (let tries = 1; tries < TRIES && isBusy(response); tries += 1) {
      await pause();
      response = await suiteClient.ask(wallet, action, params);
    }
    return response;
  }

  /** Undefined where the target does not show it, however often it is asked. */
  async #accountOf(wallet: HouseWallet): Promise<AccountRecord | undefined> {
    return accountIn(await this.#insist(wallet, 'getSubAccounts', {}), wallet.subAccountId);
  }

  /** Wallets whose orders others have met have no position either. Returns a text for each that stays. */
  async #makeSure(): Promise<readonly string[]> {
    const unsure = [...this.#unsure].filter((wallet) => wallet !== this.#keeper);
    this.#unsure.clear();
    const kept: string[] = [];
    for (const wallet of unsure) {
      await this.#closeAgainstBook(wallet);
      const rest = holdingsOf(wallet, await this.#accountOf(wallet));
      kept.push(...rest.map(leftIn));
    }
    return kept;
  }

  async #restore(wallet: HouseWallet, record: AccountRecord): Promise<void> {
    const { suiteClient } = this.#parts;
    const now = record.leverages;
    for (const [symbol, leverage] of Object.entries(wallet.standing.leverages)) {
      if (now[symbol] === leverage) continue;
      await suiteClient.ask(wallet, 'updateLeverage', { symbol, leverage: String(leverage) });
    }
    const { name } = wallet.standing;
    if (record.subAccountName !== name) await suiteClient.ask(wallet, 'updateSubAccountName', { name });
  }

  /** What a second subaccount holds goes to the first of the same owner; what it owes is paid from there. */
  async #bringHome(spare: HouseWallet): Promise<void> {
    const home = this.#parts.wallets.find(({ spares }) => spares.includes(spare));
    const record = home && (await this.#accountOf(spare));
    if (!home || !record) return;
    for (const [symbol, amount] of fundsOf(record)) {
      const [from, to] = amount.startsWith('-') ? [home, spare] : [spare, home];
      const transfer = { destinationSubAccountId: to.subAccountId, symbol, amount: amount.replace('-', '') };
      await this.#parts.suiteClient.ask(from, 'transferCollateral', transfer);
    }
  }

  /** Wallets of the run trade with each other inside the spread; the rest goes to the keeper, or into the book. */
  async #close(symbol: string, holdings: readonly Holding[]): Promise<readonly string[]> {
    const price = await this.#insidePrice(symbol);
    const keeper = this.#keeper;
    for (const holding of holdings) {
      for (const other of holdings) {
        if (holding.amount.lte(0) || other.amount.gte(0)) continue;
        const quantity = Amount.min(holding.amount, other.amount.neg());
        if (!price || !(await this.#swap(holding, other.wallet, quantity, price))) continue;
        holding.amount = holding.amount.minus(quantity);
        other.amount = other.amount.plus(quantity);
      }
    }
    const kept: string[] = [];
    for (const holding of holdings.filter(({ amount }) => !amount.isZero())) {
      if (keeper && price && (await this.#handOver(holding, keeper, price))) continue;
      await this.#closeAgainstBook(holding.wallet);
      const [rest] = holdingsOf(holding.wallet, await this.#accountOf(holding.wallet)).filter(
        (one) => one.symbol === symbol,
      );
      if (rest) kept.push(leftIn(rest));
    }
    return kept;
  }

  /** A position too small to be traded is first made larger by as much as can be. */
  async #handOver(holding: Holding, keeper: HouseWallet, price: string): Promise<boolean> {
    const least = amountOrNothing((await this.#marketOf(holding.symbol))?.minOrderSize ?? '');
    const { wallet, symbol, amount } = holding;
    if (amount.abs().lt(least)) {
      const more = amount.gt(0) ? least.neg() : least;
      if (!(await this.#swap({ wallet, symbol, amount: more }, keeper, least, price, false))) return false;
      holding.amount = holding.amount.minus(more);
    }
    return this.#swap(holding, keeper, holding.amount.abs(), price);
  }

  /**
   * One wallet hands a position to another: the taker of it rests, the holder crosses. False where the holder met somebody else; what
   * still rests is cancelled then.
   */
  async #swap(
    { wallet, symbol, amount }: Holding,
    to: HouseWallet,
    quantity: Amount,
    price: string,
    reduceOnly = true,
  ): Promise<boolean> {
    const { suiteClient } = this.#parts;
    const common = { symbol, price, quantity: amountText(quantity) };
    const [away, back] = amount.gt(0) ? ['sell', 'buy'] : ['buy', 'sell'];
    const order = { ...common, side: back, orderType: 'limitGtc', clientOrderId: this.#parts.clientId() };
    const posted = await suiteClient.place(to, [order]);
    const id = valueAt(posted.body, 'response.statuses[0].resting.id');
    // One that somebody else has met in part, or whose response did not come, may still rest: it does not stay.
    if (id === undefined) return this.#giveUp(symbol, wallet, to);
    const taken = await suiteClient.place(wallet, [
      { ...common, side: away, orderType: 'limitIoc', reduceOnly, clientOrderId: this.#parts.clientId() },
    ]);
    const filled = valueAt(taken.body, 'response.statuses[0].filled.totalSize');
    if (filled === common.quantity && (this.#parts.isReference() || !(await this.#isOpen(to, id)))) return true;
    return this.#giveUp(symbol, wallet, to);
  }

  /** What was to rest is cancelled, and nobody knows what the two hold now. */
  async #giveUp(symbol: string, wallet: HouseWallet, to: HouseWallet): Promise<false> {
    await this.#insist(to, 'cancelAllOrders', { symbols: [symbol] });
    this.#unsure.add(wallet).add(to);
    this.#parts.traded(symbol);
    return false;
  }

  async #isOpen(wallet: HouseWallet, id: unknown): Promise<boolean> {
    const orders = await this.#parts.suiteClient.openOrders(wallet);
    return orders.some(({ orderId }) => orderId === id);
  }

  async #closeAgainstBook(wallet: HouseWallet): Promise<void> {
    const { suiteClient } = this.#parts;
    await this.#insist(wallet, 'cancelAllOrders', { symbols: ['*'] });
    for (let round = 0; round < ROUNDS; round += 1) {
      const holdings = holdingsOf(wallet, await this.#accountOf(wallet));
      if (holdings.length === 0) return;
      for (const { symbol, amount } of holdings) {
        const most = amountIn(await this.#mostAtMarket(symbol)) ?? amount.abs();
        const quantity = amountText(Amount.min(amount.abs(), most));
        const side = amount.gt(0) ? 'sell' : 'buy';
        await suiteClient.place(wallet, [
          {
            symbol,
            side,
            orderType: 'market',
            price: '',
            quantity,
            reduceOnly: true,
            clientOrderId: this.#parts.clientId(),
          },
        ]);
        this.#parts.traded(symbol);
      }
    }
  }

  async #mostAtMarket(symbol: string): Promise<string> {
    return (await this.#marketOf(symbol))?.maxMarketOrderSize ?? '';
  }

  async #marketOf(symbol: string): Promise<MarketFigures | undefined> {
    if (this.#markets.length === 0) {
      const markets = valueAt((await this.#parts.suiteClient.askPublic('getMarkets')).body, 'response');
      if (Array.isArray(markets)) this.#markets = markets.filter(isRecord).map(figuresOf);
    }
    return this.#markets.find((one) => one.symbol === symbol);
  }

  /** A price between the best two, where only wallets of the run trade; undefined when there is none. */
  async #insidePrice(symbol: string): Promise<string | undefined> {
    const reference = this.#parts.isReference() ? REFERENCE_MARKETS.find((one) => one.symbol === symbol) : undefined;
    if (reference) return reference.index;
    const book = await this.#parts.suiteClient.book(symbol);
    const [bid, ask] = [book?.bids[0], book?.asks[0]].map((level) => amountIn(level?.[0] ?? ''));
    if (bid === undefined || ask === undefined) return undefined;
    const tick = amountIn((await this.#marketOf(symbol))?.priceIncrement ?? '');
    if (tick === undefined || tick.lte(0)) return undefined;
    const middle = bid.plus(ask).div(2).divToInt(tick).times(tick);
    return middle.gt(bid) && middle.lt(ask) ? amountText(middle) : undefined;
  }
}

/** True for a refusal that says nothing of what was asked: there was too much to do. */
const isBusy = ({ status }: Exchanged): boolean => status === 429 || status >= 500;

const leftIn = ({ amount, symbol, wallet }: Holding): string =>
  `position ${amountText(amount)} ${symbol} of subaccount ${wallet.subAccountId}`;

interface MarketFigures {
  readonly symbol: string;
  readonly priceIncrement: string | undefined;
  readonly minOrderSize: string | undefined;
  readonly maxMarketOrderSize: string | undefined;
}

const figuresOf = (market: Readonly<Record<string, unknown>>): MarketFigures => ({
  symbol: String(market.symbol),
  priceIncrement: figureIn(market.priceIncrement),
  minOrderSize: figureIn(market.minOrderSize),
  maxMarketOrderSize: figureIn(market.maxMarketOrderSize),
});

const figureIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Assets that a subaccount holds or owes, and how much of each. */
const fundsOf = ({ collaterals }: AccountRecord): (readonly [string, string])[] =>
  collaterals.filter(({ quantity }) => /[1-9]/.test(quantity)).map(({ symbol, quantity }) => [symbol, quantity]);

function holdingsOf(wallet: HouseWallet, record: AccountRecord | undefined): Holding[] {
  return (record?.positions ?? []).map(({ symbol, side, quantity }) => {
    const amount = amountOrNothing(quantity);
    return { wallet, symbol, amount: side === 'long' ? amount : amount.neg() };
  });
}
