/**
 * A deployment as the suite knows it: urls, a service name, wallets, and whatever steering it offers. Nothing
 * here says how it is built; a step that needs what a target lacks is skipped with the reason.
 */
export interface Target {
  readonly name: string;
  /** Ends in `/v1`. */
  readonly restUrl: string;
  readonly serviceName: string;
  /** Funded, whitelisted wallets, one subaccount each. */
  readonly wallets: readonly TargetWallet[];
  /** Steering of the simulator; absent on a plain remote deployment. */
  readonly control: TargetControl | undefined;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** Exchange time, as far as the target tells. */
  now(): number;
  close(): Promise<void>;
}

export interface TargetWallet {
  readonly address: string;
  readonly privateKey: string;
  readonly subAccountId: string;
}

export interface TargetControl {
  advance(ms: number): Promise<unknown>;
  advanceTo(time: number): Promise<unknown>;
  setIndexPrice(symbol: string, price: string): Promise<unknown>;
  setFeed(symbol: string, frozen: boolean): Promise<unknown>;
  setMarketStatus(symbol: string, status: 'open' | 'closed' | 'close_only'): Promise<unknown>;
  setExchangeStatus(status: 'running' | 'degraded' | 'draining'): Promise<unknown>;
  setWhitelisted(wallet: string, whitelisted: boolean): Promise<unknown>;
  setTier(wallet: string, tierId: string | null): Promise<unknown>;
  setReferral(wallet: string, code: string | null, discount?: string): Promise<unknown>;
  setManager(owner: string, manager: string, appointed: boolean): Promise<unknown>;
  deposit(subAccountId: string, asset: string, amount: string): Promise<unknown>;
  settleWithdrawal(requestId: string, outcome: 'success' | 'failed'): Promise<void>;
  planWithdrawal(subAccountId: string, outcome: 'success' | 'failed'): Promise<void>;
  openAccount(wallet: string, name?: string): Promise<string>;
  digest(): Promise<string>;
}
