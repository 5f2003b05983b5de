import { createExchange, type Exchange, type ExchangeOptions } from '../../../exchange/exchange.ts';
import { ControlError } from '../../../exchange/control-error.ts';
import type { ControlAction, Params } from '../command.ts';
import type { Beginning, HttpCall, Party, PartyAccount, PartyResponse } from './party.ts';

type Control = Exchange['control'];

/** The exchange of this process that the target is compared with. */
export class ReferenceParty implements Party {
  readonly serviceName: string;
  #exchange: Exchange | undefined;

  constructor(serviceName: string) {
    this.serviceName = serviceName;
  }

  /** The exchange of the last beginning. */
  get exchange(): Exchange {
    if (!this.#exchange) throw new Error('the reference has not begun');
    return this.#exchange;
  }

  async begin({ world, seed, limits, startTime }: Beginning): Promise<readonly PartyAccount[]> {
    await this.close();
    this.#exchange = await createExchange({
      world: world as NonNullable<ExchangeOptions['world']>,
      seed,
      limits,
      clock: 'manual',
      serviceName: this.serviceName,
      ...(startTime !== undefined && { startTime }),
    });
    return this.#exchange.accounts;
  }

  async send({ method, path, contentType, body }: HttpCall): Promise<PartyResponse> {
    const url = `${this.exchange.url.replace(/\/v1$/, '')}${path}`;
    const headers = body === null ? {} : { 'content-type': contentType };
    const response = await this.exchange.fetch(url, { method, headers, ...(body !== null && { body }) });
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text: await response.text(),
    };
  }

  now(): number {
    return this.exchange.clock.now();
  }

  async advance(ms: number): Promise<void> {
    this.exchange.clock.advance(ms);
    return Promise.resolve();
  }

  steer(action: ControlAction, params: Params): Promise<string | null> {
    try {
      STEER[action](this.exchange.control, params as Readonly<Record<string, string>>);
      return Promise.resolve(null);
    } catch (error) {
      if (error instanceof ControlError) return Promise.resolve(error.message);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#exchange?.close();
    this.#exchange = undefined;
  }
}

/** Params are named as on the control plane. */
type Texts = Readonly<Record<string, string>>;

const STEER: Readonly<Record<ControlAction, (control: Control, params: Texts) => void>> = {
  movePrice: (control, { symbol = '', price = '' }) => control.movePrice(symbol, price),
  setMarkPrice: (control, { symbol = '', price = '' }) => control.setMarkPrice(symbol, price),
  setPeg: (control, { asset = '', peg = '' }) => control.setPeg(asset, peg),
  setMarketStatus: (control, { symbol = '', status }) =>
    control.setMarketStatus(symbol, status as Parameters<Control['setMarketStatus']>[1]),
  setTier: (control, { wallet = '', tierId = '' }) => control.setTier(wallet, tierId),
  setWhitelisted: (control, { wallet = '', whitelisted }) => control.setWhitelisted(wallet, Boolean(whitelisted)),
  deposit: (control, { subAccountId = '', asset = '', amount = '' }) => control.deposit(subAccountId, asset, amount),
  planWithdrawal: (control, { subAccountId = '', outcome }) =>
    control.planWithdrawal(subAccountId, outcome as Parameters<Control['planWithdrawal']>[1]),
  settleWithdrawal: (control, { requestId = '', outcome }) =>
    control.settleWithdrawal(requestId, outcome as Parameters<Control['settleWithdrawal']>[1]),
};
