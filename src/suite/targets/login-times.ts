/** Times for which the wallets of a run have signed logins: a deployment takes each of them once from a wallet (wire 1.7). */
export class LoginTimes {
  readonly #taken = new Map<string, Set<number>>();

  /** Returns the latest time up to `wanted` that the wallet has not signed yet, and keeps it. Unix milliseconds. */
  take(address: string, wanted: number): number {
    const wallet = address.toLowerCase();
    const taken = this.#taken.get(wallet) ?? new Set<number>();
    this.#taken.set(wallet, taken);
    let time = wanted;
    while (taken.has(time)) time -= 1;
    taken.add(time);
    return time;
  }
}
