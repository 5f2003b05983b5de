import type { Beginning, HttpCall, PartyAccount, Received } from './party.ts';
import { ReferenceParty } from './reference-party.ts';

const FUNDS = '1000000';

/** An exchange of this process for the wallets of a deployment in real time. Its clock follows that of the deployment. */
export class PlainReference extends ReferenceParty {
  readonly #wallets: readonly PartyAccount[];
  readonly #time: () => number;
  readonly #prices: () => ReadonlyMap<string, string>;

  /**
   * @param time exchange time of the deployment
   * @param prices index prices of the deployment by market, which the reference takes over
   */
  constructor(
    serviceName: string,
    wallets: readonly PartyAccount[],
    time: () => number,
    prices: () => ReadonlyMap<string, string>,
  ) {
    super(serviceName);
    this.#wallets = wallets;
    this.#time = time;
    this.#prices = prices;
  }

  override async begin(beginning: Beginning): Promise<readonly PartyAccount[]> {
    const own = await super.begin({ ...beginning, startTime: this.#time() });
    const { control } = this.exchange;
    for (const [symbol, price] of this.#prices()) control.movePrice(symbol, price);
    return this.#wallets.map(({ address, privateKey }) => {
      const known = own.find((account) => account.address.toLowerCase() === address.toLowerCase());
      if (known) return known;
      const subAccountId = control.openAccount(address);
      control.setWhitelisted(address, true);
      control.deposit(subAccountId, 'USDT', FUNDS);
      return { address, privateKey, subAccountId };
    });
  }

  override async send(call: HttpCall): Promise<Received> {
    const behind = this.#time() - this.now();
    if (behind > 0) await this.advance(behind);
    return super.send(call);
  }
}
