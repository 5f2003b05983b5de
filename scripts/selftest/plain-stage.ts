import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Deployment } from '../../src/suite/deployment.ts';
import { ControlClient } from '../../src/suite/targets/control-client.ts';
import { remoteDeployment } from '../../src/suite/targets/remote.ts';
import type { WalletOptions } from '../../src/suite/targets/remote-options.ts';
import { makePast, PAST_ENDS, type PastAccount, SHORT_MS, TWO_DAYS_MS } from './past.ts';
import { Proxy } from './proxy.ts';
import type { Simulator } from './simulator.ts';
import { SkippingWall } from './skipping-wall.ts';
import type { Wrong } from './wrong.ts';

/** The world that plain deployments are, and its seed. */
export interface Scene {
  readonly world: string;
  readonly seed: string;
}

/** The usual one, whose prices and books scenarios know. */
export const USUAL_SCENE: Scene = { world: 'quiet', seed: '7' };

/** A plain deployment begins like this: its own time, the rate limits of production. Two days of a living world would take minutes. */
const settingsOf = ({ world, seed }: Scene) => ({
  asStarted: true,
  world,
  seed,
  clock: 'manual',
  startTime: new Date(PAST_ENDS - (world === USUAL_SCENE.world ? TWO_DAYS_MS : SHORT_MS)).toISOString(),
});

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
  readonly #scene: Scene;
  readonly #hasState: boolean;
  #origin = '';
  #hasPast = false;

  /** @param hasState the simulator was started from a document of `pastFile`, as one of another source is, which may not get there by itself */
  constructor(simulator: Simulator, scene: Scene = USUAL_SCENE, { hasState = false } = {}) {
    this.#scene = scene;
    this.#hasState = hasState;
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
    if (!this.#hasState) await this.#proxy.begin(settingsOf(this.#scene));
    // Whoever begins with other figures has lived with them.
    if (wrong?.make().begun) await this.#prepare();
    else await this.#goBack();
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

  /**
   * Writes what a right deployment has been through into a file that another simulator can be started from. Returns its path.
   *
   * @param folder of the file
   */
  async pastFile(folder: string): Promise<string> {
    await this.begin(undefined);
    const name = this.#pastName();
    const response = await fetch(`${this.#simulator.origin}/sim/v1/snapshots/${name}`);
    const path = `${folder}/${name}.json`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, await response.text());
    return path;
  }

  #pastName(): string {
    const { world, seed } = this.#scene;
    return `past-${world.replace(/^.*\//, '').replace(/\.\w+$/, '')}-${seed}`;
  }

  /** To the end of the past, which is made once: in a living world it takes seconds. */
  async #goBack(): Promise<void> {
    const name = this.#pastName();
    if (this.#hasPast) return void (await this.#site.control.revert(name));
    if (!this.#hasState) await this.#prepare();
    await this.#site.control.takeSnapshot(name);
    this.#hasPast = true;
  }

  async #prepare(): Promise<void> {
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
