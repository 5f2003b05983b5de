import { ArgumentsRequired, BadRequest, type Amount, type Dict, NotSupported, Precise } from 'ccxt';
import type * as Records from '../records.ts';
import { AccountReads } from './account-reads.ts';
import { DAY_MS, listed, type Span } from './paging.ts';
import { fundsStatusOf, transactionOf, transferOf } from './structures.ts';

const MONTH_MS = 30 * DAY_MS;
/** The longest range that balance updates take. */
const YEAR_MS = 365 * DAY_MS;

type Until = Dict & { readonly until?: number };

/** The methods of ccxt that read and move what an account holds. */
export class Funds extends AccountReads {
  /** The subaccounts of the owner. */
  async fetchAccounts(params: Dict = {}): Promise<Dict[]> {
    this.takes('fetchAccounts', params);
    const { subAccounts } = await (await this.accountClient()).getSubAccounts();
    return subAccounts.map((info) => ({ id: info.subAccountId, type: 'subaccount', code: undefined, info }));
  }

  async fetchDeposits(code?: string, since?: number, limit?: number, params: Until = {}): Promise<Dict[]> {
    this.takes('fetchDeposits', params, ['until']);
    return this.#transactions('DEPOSIT', code, { since, until: params.until, limit });
  }

  async fetchWithdrawals(code?: string, since?: number, limit?: number, params: Until = {}): Promise<Dict[]> {
    this.takes('fetchWithdrawals', params, ['until']);
    return this.#transactions('WITHDRAWAL', code, { since, until: params.until, limit });
  }

  async fetchDepositsWithdrawals(code?: string, since?: number, limit?: number, params: Until = {}): Promise<Dict[]> {
    this.takes('fetchDepositsWithdrawals', params, ['until']);
    return this.#transactions('DEPOSIT,WITHDRAWAL', code, { since, until: params.until, limit });
  }

  async #transactions(actionFilter: string, code: string | undefined, span: Span): Promise<Dict[]> {
    const rows = await this.#updates(actionFilter, code, span);
    return rows.map((row) => transactionOf(row, this.safeCurrencyCode(row.collateral), this.iso8601(row.timestamp)));
  }

  /** Changes of balances, oldest first. The API has no filter for the currency, so that a list of one is cut here. */
  async #updates(actionFilter: string, code: string | undefined, span: Span): Promise<Records.BalanceUpdate[]> {
    await this.loadMarkets();
    const client = await this.accountClient();
    const asked = { ...span, limit: code === undefined ? span.limit : undefined };
    const rows = await listed(asked, await this.fetchTime(), {
      ...{ windowMs: YEAR_MS, keptMs: YEAR_MS },
      read: async (page) => (await client.getBalanceUpdates({ actionFilter, ...page })).balanceUpdates,
    });
    const found = rows.filter(({ collateral }) => code === undefined || this.safeCurrencyCode(collateral) === code);
    if (span.limit === undefined) return found;
    return span.since === undefined ? found.slice(-span.limit) : found.slice(0, span.limit);
  }

  /** Transfers of the last 30 days, out of this subaccount and into it. */
  async fetchTransfers(code?: string, since?: number, limit?: number, params: Until = {}): Promise<Dict[]> {
    this.takes('fetchTransfers', params, ['until']);
    await this.loadMarkets();
    const client = await this.accountClient();
    const rows = await listed({ since, until: params.until, limit }, await this.fetchTime(), {
      ...{ windowMs: MONTH_MS, keptMs: MONTH_MS },
      read: async (page) =>
        (await client.getTransfers({ ...(code !== undefined && { symbol: this.currencyId(code) }), ...page }))
          .transfers,
    });
    return rows.map((row) => transferOf(row, this.safeCurrencyCode(row.symbol), this.iso8601(row.timestamp)));
  }

  async fetchTransfer(id: string, code?: string, params: Dict = {}): Promise<Dict> {
    this.takes('fetchTransfer', params);
    const transfers = await this.fetchTransfers(code);
    const found = transfers.find((transfer) => transfer['id'] === id);
    if (!found) throw new BadRequest(`${this.id} has no transfer ${id} of the last 30 days`);
    return found;
  }

  /**
   * What changed the balances: deposits, withdrawals, transfers, funding and trades, of which the fee is part of `amount`. Oldest first,
   * of the last 30 days; `before` and `after` are not known.
   */
  async fetchLedger(code?: string, since?: number, limit?: number, params: Until = {}): Promise<Dict[]> {
    this.takes('fetchLedger', params, ['until']);
    await this.loadMarkets();
    const client = await this.accountClient();
    const now = await this.fetchTime();
    const span = { since: Math.max(since ?? 0, now - MONTH_MS), until: params.until, limit: undefined };
    const [updates, payments, trades] = await Promise.all([
      this.#updates('DEPOSIT,WITHDRAWAL,TRANSFER', undefined, span),
      listed(span, now, this.fundingSource(client, undefined)),
      listed(span, now, this.tradeSource(client)),
    ]);
    const entries = [
      ...updates.map((row) => this.#updateEntry(row)),
      ...payments.map((row) => this.#paymentEntry(row)),
      ...trades.map((row) => this.#tradeEntry(row)),
    ];
    const found = entries
      .filter(({ currency }) => code === undefined || currency === code)
      .sort((a, b) => Number(a['timestamp']) - Number(b['timestamp']));
    return this.filterBySymbolSinceLimit(found, undefined, since, limit);
  }

  #updateEntry(info: Records.BalanceUpdate): Dict {
    const currency = this.safeCurrencyCode(info.collateral);
    return this.#entry(info.amount, {
      ...{ info, id: info.id, timestamp: info.timestamp, currency, status: fundsStatusOf(info.status) },
      type: info.action === 'TRANSFER' ? 'transfer' : 'transaction',
      ...{ referenceId: info.txHash, referenceAccount: info.destinationAddress },
      fee: { currency, cost: Number(info.fee) },
    });
  }

  #paymentEntry(info: Records.FundingPayments['fundingHistory'][number]): Dict {
    const currency = this.safeMarket(info.symbol)['settle'];
    const { paymentId: id, fundingTime: timestamp } = info;
    return this.#entry(info.payment, { info, id, timestamp, currency, type: 'funding', status: 'ok' });
  }

  #tradeEntry(info: Records.Trade): Dict {
    const currency = this.safeMarket(info.symbol)['settle'];
    const { tradeId: id, timestamp, orderId: referenceId, fee } = info;
    return this.#entry(Precise.stringSub(info.realizedPnl, fee), {
      ...{ info, id, timestamp, currency, type: 'trade', referenceId, status: 'ok' },
      fee: { currency, cost: Number(fee) },
    });
  }

  #entry(amount: string, parts: Dict & { readonly timestamp: number }): Dict {
    return {
      ...{ account: undefined, referenceId: undefined, referenceAccount: undefined, fee: undefined },
      ...parts,
      ...{ datetime: this.iso8601(parts.timestamp), direction: amount.startsWith('-') ? 'out' : 'in' },
      ...{ amount: Math.abs(Number(amount)), before: undefined, after: undefined },
    };
  }

  /** From one subaccount of the owner to another; both are ids, as `fetchAccounts` has them. */
  async transfer(
    code: string,
    amount: Amount,
    fromAccount: string,
    toAccount: string,
    params: Dict = {},
  ): Promise<Dict> {
    this.takes('transfer', params);
    await this.loadMarkets();
    for (const account of [fromAccount, toAccount]) {
      if (/^\d+$/.test(account)) continue;
      throw new NotSupported(
        `${this.id} transfer takes ids of subaccounts, as fetchAccounts has them (got ${account})`,
      );
    }
    const sent = { symbol: this.currencyId(code), amount: this.amountText('transfer', amount) };
    const client = await this.accountClient();
    const info = await client.raw(
      'transferCollateral',
      { destinationSubAccountId: toAccount, ...sent },
      { subAccountId: fromAccount },
    );
    return {
      ...{ info, id: undefined, timestamp: undefined, datetime: undefined },
      ...{ currency: code, amount: Number(sent.amount), fromAccount, toAccount, status: 'ok' },
    };
  }

  /** `amount` includes the fee: the address receives the rest. */
  async withdraw(code: string, amount: Amount, address: string, tag?: string, params: Dict = {}): Promise<Dict> {
    this.takes('withdraw', params);
    if (tag !== undefined) throw new NotSupported(`${this.id} withdraw has no tag: an address is all that it needs`);
    await this.loadMarkets();
    const sent = { symbol: this.currencyId(code), amount: this.amountText('withdraw', amount), destination: address };
    const info = await (await this.accountClient()).withdrawCollateral(sent);
    return {
      ...{ info, id: info.requestId, txid: undefined, timestamp: undefined, datetime: undefined, network: undefined },
      ...{ address, addressTo: address, addressFrom: undefined, tag: undefined, tagTo: undefined, tagFrom: undefined },
      ...{ type: 'withdrawal', amount: Number(sent.amount), currency: code, status: 'pending', updated: undefined },
      ...{ internal: false, comment: undefined, fee: undefined },
    };
  }

  /** Into the margin of an isolated market, in its settlement currency. */
  async addMargin(symbol: string, amount: Amount, params: Dict = {}): Promise<Dict> {
    this.takes('addMargin', params);
    return this.#margin('add', symbol, this.amountText('addMargin', amount));
  }

  /** Out of the margin of an isolated market. */
  async reduceMargin(symbol: string, amount: Amount, params: Dict = {}): Promise<Dict> {
    this.takes('reduceMargin', params);
    return this.#margin('reduce', symbol, this.amountText('reduceMargin', amount));
  }

  async #margin(type: 'add' | 'reduce', symbol: string, amount: string): Promise<Dict> {
    const market = await this.marketOf(symbol);
    const delta = type === 'add' ? amount : Precise.stringNeg(amount);
    const info = await (await this.accountClient()).updateIsolatedMargin(market.id, delta);
    return {
      ...{ info, symbol: market.symbol, type, marginMode: 'isolated', code: market['settle'], status: 'ok' },
      ...{ amount: Number(amount), total: Number(info.newIsolatedMargin), timestamp: undefined, datetime: undefined },
    };
  }

  /** The asset of the API that a currency code is of. */
  protected currencyId(code: string | undefined): string {
    if (code === undefined) throw new ArgumentsRequired(`${this.id} needs a currency code`);
    const known = this.currencies[code];
    if (known === undefined) throw this.refusal('ASSET_NOT_FOUND', `there is no currency ${code}`);
    return known.id;
  }

  /** A positive amount as decimal text with every digit; the API refuses digits that the asset has not. */
  protected amountText(method: string, amount: Amount): string {
    const text = this.numberToString(amount);
    if (/^\d+(?:\.\d+)?$/.test(text) && /[1-9]/.test(text)) return text;
    throw new BadRequest(`${this.id} ${method} takes a positive amount (got ${text})`);
  }
}
