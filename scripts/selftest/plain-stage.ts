import { readFileSync } from 'node:fs';
import type { Deployment } from '../../src/suite/deployment.ts';
import { ControlClient } from '../../src/suite/targets/control-client.ts';
import { remoteDeployment } from '../../src/suite/targets/remote.ts';
import type { WalletOptions } from '../../src/suite/targets/remote-options.ts';
import { makePast, PAST_BEGINS, type PastAccount } from './past.ts';
import { Proxy } from './proxy.ts';
import type { Simulator } from './simulator.ts';
import { SkippingWall } from './skipping-wall.ts';
import type { Wrong } from './wrong.ts';

/** A plain deployment begins like this: the usual world, its own time, the rate limits of production. */
const SETTINGS = { asStarted: true, world: 'quiet', seed: '7', clock: 'manual', startTime: PAST_BEGINS } as const;

/** Empty subaccounts that the first wallets own beside the one they trade with. */
const SPARES = [1, 1, 2, 3];

/** Time is moved on while the suite waits, so it may wait until funding is settled. */
const WAIT_MS = 3_600_000;

/** Subaccounts that the suite may open. */
const SUBACCOUNTS = 3;

/**
 * Deployments without a control plane, one after the other: the exchange starts over and is prepared behind a proxy that
 * hides its control plane, and is then probed like any deployment that is only URLs and wallets.
 */
export class PlainStage {
  readonly #proxy: Proxy;
  readonly #site: ControlClient;
  readonly #wall: SkippingWall;
  readonly #accounts = publicAccounts();
  readonly #simulator: Simulator;
  #origin = '';

  constructor(simulator: Simulator) {
    const { origin, serviceName } = simulator;
    this.#proxy = new Proxy(origin, serviceName, { hidesControl: true });
    this.#site = new ControlClient(`${origin}/sim/v1`);
    this.#wall = new SkippingWall(this.#site);
    this.#simulator = simulator;
  }

  async open(): Promise<void> {
    this.#origin = await this.#proxy.listen();
  }

  close(): Promise<void> {
    return this.#proxy.close();
  }

  /** A deployment that is wrong in this way, or right; what a wrong remembers is forgotten before each scenario. */
  async begin(wrong: Pick<Wrong, 'make'> | undefined): Promise<Deployment> {
    this.#proxy.become(wrong);
    await this.#proxy.begin(SETTINGS);
    // A wallet that is not whitelisted now was whitelisted when it traded.
    await makePast(this.#simulator, this.#site, this.#accounts);
    const [lastTrader, , unlisted] = this.#accounts.slice(-3);
    if (unlisted) await this.#site.control.setReferral(unlisted.address, 'FRIEND', '0.9');
    if (unlisted) await this.#site.control.setWhitelisted(unlisted.address, false);
    // Fee tiers other than the usual one; enough wallets stay in that.
    if (lastTrader) await this.#site.control.setTier(lastTrader.address, 'tier_0');
    if (unlisted) await this.#site.control.setTier(unlisted.address, 'tier_3');
    for (const [index, count] of SPARES.entries()) {
      const address = this.#accounts[index]?.address ?? '';
      for (let n = 0; n < count; n += 1) await this.#site.control.openAccount(address);
    }
    await this.#site.post('/clock/mode', { mode: 'live' });
    await this.#wall.look();
    const deployment = await remoteDeployment({
      restUrl: this.#origin,
      serviceName: this.#simulator.serviceName,
      wallets: this.#wallets(),
      mayExhaust: true,
      subAccounts: SUBACCOUNTS,
      mayWithdrawToOwner: true,
      waitMs: WAIT_MS,
      wall: this.#wall,
    });
    return {
      ...deployment,
      begin: async (wanted) => {
        const target = await deployment.begin(wanted);
        this.#proxy.renew();
        return target;
      },
    };
  }

  /** All public accounts: traders, the keeper, and one that is not whitelisted. */
  #wallets(): WalletOptions[] {
    const last = this.#accounts.length - 1;
    return this.#accounts.map(({ privateKey }, index) => ({
      privateKey,
      role: index === last ? 'whitelist-off' : index === last - 1 ? 'keeper' : 'trader',
    }));
  }
}

function publicAccounts(): readonly PastAccount[] {
  const file = 'fixtures/accounts/dev-accounts.json';
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly accounts: readonly PastAccount[] }).accounts;
}
