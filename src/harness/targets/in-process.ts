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
      advance: async (ms) => void (await clock.advance(ms)),
      advanceTo: async (time) => void (await clock.advanceTo(time)),
      setIndexPrice: async (symbol, price) => void (await control.setIndexPrice(symbol, price)),
      setMarketStatus: async (symbol, status) => void (await control.setMarketStatus(symbol, status)),
      setExchangeStatus: async (status) => void (await control.setExchangeStatus(status)),
      setWhitelisted: async (wallet, whitelisted) => void (await control.setWhitelisted(wallet, whitelisted)),
      setTier: async (wallet, tierId) => void (await control.setTier(wallet, tierId)),
      deposit: async (subAccountId, asset, amount) => void (await control.deposit(subAccountId, asset, amount)),
      openAccount: async (wallet, name) => control.openAccount(wallet, name),
      digest: async () => exchange.digest(),
    },
  };
}
