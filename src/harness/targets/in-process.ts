import { createExchange, type LimitOptions } from '../../runtime/exchange.ts';
import type { Target } from './target.ts';

export interface TargetOptions {
  readonly world: string;
  readonly seed: string;
  /** Left out: requests are limited as the specification states it. */
  readonly limits?: LimitOptions;
}

/** The simulator inside this process: the same bytes as over TCP, with a clock that stands still until told. */
export async function inProcessTarget(options: TargetOptions): Promise<Target> {
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
      setFeed: (symbol, frozen) => settled(() => control.setFeed(symbol, frozen)),
      setMarketStatus: (symbol, status) => settled(() => control.setMarketStatus(symbol, status)),
      setExchangeStatus: (status) => settled(() => control.setExchangeStatus(status)),
      setWhitelisted: (wallet, whitelisted) => settled(() => control.setWhitelisted(wallet, whitelisted)),
      setTier: (wallet, tierId) => settled(() => control.setTier(wallet, tierId)),
      setReferral: (wallet, code, discount) => settled(() => control.setReferral(wallet, code, discount)),
      setManager: (owner, manager, appointed) => settled(() => control.setManager(owner, manager, appointed)),
      deposit: (subAccountId, asset, amount) => settled(() => control.deposit(subAccountId, asset, amount)),
      settleWithdrawal: (requestId, outcome) => settled(() => control.settleWithdrawal(requestId, outcome)),
      planWithdrawal: (subAccountId, outcome) => settled(() => control.planWithdrawal(subAccountId, outcome)),
      openAccount: (wallet, name) => settled(() => control.openAccount(wallet, name)),
      digest: () => settled(() => exchange.digest()),
    },
  };
}

/** The exchange acts at once; a target's control answers later, as one behind a socket does. */
const settled = <T>(act: () => T): Promise<T> => new Promise((resolve) => resolve(act()));
