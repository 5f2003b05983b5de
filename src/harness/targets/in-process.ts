import { createExchange } from '../../runtime/exchange.ts';
import type { Target } from './target.ts';

/** The simulator inside this process: the same bytes as over TCP, with a clock that stands still until told. */
export async function inProcessTarget(options: { world: string; seed: string }): Promise<Target> {
  const exchange = await createExchange({ ...options, clock: 'manual' });
  const { control, clock } = exchange;
  return {
    name: `in process, world ${options.world}, seed ${options.seed}`,
    restUrl: exchange.url,
    serviceName: exchange.serviceName,
    wallets: exchange.accounts,
    fetch: (url, init) => exchange.fetch(url, init),
    now: () => clock.now(),
    close: () => exchange.close(),
    control: {
      advance: (ms) => settled(() => clock.advance(ms)),
      advanceTo: (time) => settled(() => clock.advanceTo(time)),
      setIndexPrice: (symbol, price) => settled(() => control.setIndexPrice(symbol, price)),
      setMarketStatus: (symbol, status) => settled(() => control.setMarketStatus(symbol, status)),
      setExchangeStatus: (status) => settled(() => control.setExchangeStatus(status)),
      setWhitelisted: (wallet, whitelisted) => settled(() => control.setWhitelisted(wallet, whitelisted)),
      setTier: (wallet, tierId) => settled(() => control.setTier(wallet, tierId)),
      deposit: (subAccountId, asset, amount) => settled(() => control.deposit(subAccountId, asset, amount)),
      openAccount: (wallet, name) => settled(() => control.openAccount(wallet, name)),
      digest: () => settled(() => exchange.digest()),
    },
  };
}

/** The exchange acts at once; a target's control answers later, as one behind a socket does. */
const settled = <T>(act: () => T): Promise<T> => new Promise((resolve) => resolve(act()));
