import { Unmet } from '../../src/suite/deployment.ts';
import type { Target, TargetWallet } from '../../src/suite/targets/target.ts';
import type { Traits } from './traits.ts';

/** The wallets and subaccounts that a scenario names, and the ids that stand for its names in cells. */
export class Principals {
  readonly wallets = new Map<string, TargetWallet>();
  /** Names a scenario gives to ids: `{bid}` in a table becomes the id this target gave that order. */
  readonly ids = new Map<string, string>();
  /** Wallets of the target, and their second subaccounts, that have a name. */
  readonly #taken = new Set<TargetWallet>();
  readonly #target: () => Target;
  readonly #traits: () => Traits;

  constructor(target: () => Target, traits: () => Traits) {
    this.#target = target;
    this.#traits = traits;
  }

  /** Returns how many of these wallets the scenario uses. */
  taken(offered: readonly TargetWallet[]): number {
    const addresses = new Set(offered.map(({ address }) => address));
    const used = [...this.wallets.values()].map(({ address }) => address);
    return new Set(used.filter((address) => addresses.has(address))).size;
  }

  /** Returns the name of a wallet in the scenario. */
  nameOf(address: string): string {
    for (const [name, wallet] of this.wallets) if (wallet.address === address) return name;
    return address;
  }

  /** Returns the wallet of a name. A new name takes the next funded wallet of the target. */
  wallet(name: string): TargetWallet {
    const known = this.wallets.get(name);
    if (known) return known;
    const { unlisted, wallets } = this.#target();
    const { unlisted: offTheWhitelist, owners } = this.#traits();
    if (unlisted && offTheWhitelist.includes(name)) {
      this.know(name, unlisted);
      return unlisted;
    }
    const wallet = this.#nextWallet(owners.filter((owner) => owner === name).length);
    if (!wallet) {
      throw new Unmet(
        wallets.length < 2 ? 'second-wallet' : 'wallets',
        `the target has ${wallets.length} wallets, "${name}" would be one more`,
      );
    }
    this.#taken.add(wallet);
    this.know(name, wallet);
    return wallet;
  }

  /** Returns the subaccount of a name: the id that was called "<name> id", or the subaccount of its wallet. */
  subAccountOf(name: string): string {
    return this.ids.get(`${name} id`) ?? this.wallet(name).subAccountId;
  }

  /**
   * Returns the next free wallet. Without a control plane it owns `count` other subaccounts; where the target does not show that
   * number exactly, it is the wallet with the fewest that are enough.
   */
  #nextWallet(count: number): TargetWallet | undefined {
    const { control, wallets } = this.#target();
    if (control) return wallets[this.wallets.size];
    const free = wallets.filter((one) => !this.#taken.has(one));
    const able = free.filter(({ spares = [] }) => spares.length >= count);
    const exact = able.find(({ others }) => others === count);
    if (exact || free.length === 0) return exact;
    if (this.#traits().claim.listsFamilies || able.length === 0) {
      throw new Unmet('second-subaccount', `no other wallet has ${count} more empty subaccounts, and no others`);
    }
    // Wallets with many subaccounts stay free for names that need them. The keeper, whose subaccounts do not count, comes last.
    const traders = able.filter(({ others }) => others !== undefined);
    return traders.toSorted((a, b) => (a.spares?.length ?? 0) - (b.spares?.length ?? 0))[0] ?? able[0];
  }

  /** Names another subaccount of a known wallet: a new one with a control plane, and an empty one of the wallet otherwise. */
  async openSubAccount(who: string, name: string, title?: string): Promise<void> {
    const { address, privateKey, spares = [] } = this.wallet(who);
    const { control } = this.#target();
    if (!control) {
      const spare = spares.find((one) => !this.#taken.has(one));
      if (!spare) throw new Unmet('second-subaccount', `the wallet of "${who}" has no other empty subaccount`);
      this.#taken.add(spare);
      this.know(name, spare);
      return;
    }
    const subAccountId = await control.openAccount(address, title);
    this.know(name, { address, privateKey, subAccountId });
  }

  /** Names a wallet that the target does not know. Its key is derived from the name. */
  async unknownWallet(name: string): Promise<void> {
    const { id, Wallet } = await import('ethers');
    const { address, privateKey } = new Wallet(id(name));
    this.know(name, { address, privateKey, subAccountId: '' });
  }

  /** Gives a wallet a name, and defines the names of its id and address for cells. */
  know(name: string, wallet: TargetWallet): void {
    this.wallets.set(name, wallet);
    this.ids.set(`${name} id`, wallet.subAccountId);
    this.ids.set(`${name} address`, wallet.address);
    this.ids.set(`${name} wallet`, wallet.address.toLowerCase());
    this.ids.set(`${name} capitals`, `0x${wallet.address.slice(2).toUpperCase()}`);
  }
}
