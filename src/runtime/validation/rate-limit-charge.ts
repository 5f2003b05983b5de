import type { RateLimit } from '../../api/envelope.ts';
import type { Charge, Surface } from '../../engine/admission/limit-terms.ts';
import { canAccountPay, canAddressPay, rateLimitOf } from '../../engine/admission/limits.ts';
import type { Account, State } from '../../engine/state.ts';
import type { Sequencer } from '../sequencer.ts';

export interface RateLimitChargeParts {
  readonly state: State;
  readonly sequencer: Sequencer;
}

/** What a request asks of the buckets before anything about it is believed. */
export interface Ask {
  /** Address of the socket's peer. */
  readonly ip: string;
  readonly surface: Surface;
  readonly tokens: number;
  /** Orders it places. */
  readonly orders?: number;
}

/**
 * What one request owes the buckets. They are asked first and paid later, once: a request that a bucket refuses is
 * charged nowhere, any other pays the address, and the subaccount too from the moment that the signer has
 * shown a right to act for it (SEC-28). Payment is an input of the log, or rides on that of the request.
 */
export class RateLimitCharge {
  readonly #parts: RateLimitChargeParts;
  #charge: Charge;
  #account: Readonly<Account> | null = null;
  #settled: boolean;
  #withoutAccount = false;

  constructor(parts: RateLimitChargeParts, { ip, surface, tokens, orders = 0 }: Ask) {
    this.#parts = parts;
    this.#charge = { ip: addressKeyOf(ip), surface, tokens, account: null, orders };
    this.#settled = !parts.state.config.limits.enabled;
  }

  /** Step 2: false when the address cannot pay; it then owes nothing. */
  chargeAddress(): boolean {
    return this.#admits(() => canAddressPay(this.#parts.state, this.#charge, this.#now()));
  }

  /** The request turns out to cost this many times as much; false when the address cannot pay that. */
  multiply(factor: number): boolean {
    this.#charge = { ...this.#charge, tokens: this.#charge.tokens * factor };
    return this.chargeAddress();
  }

  /** Limits of subaccounts are not to be had: nobody is refused for them, and answers are silent about them. */
  waiveAccount(): void {
    this.#withoutAccount = true;
  }

  /** Step 13, after authority: from here on answers tell what the subaccount has left. False when it cannot pay. */
  chargeAccount(account: Readonly<Account>): boolean {
    if (this.#withoutAccount) return true;
    this.#account = account;
    if (!this.#admits(() => canAccountPay(this.#parts.state, account, this.#charge, this.#now()))) return false;
    this.#charge = { ...this.#charge, account: account.no };
    return true;
  }

  /** The charge for an input that the request makes anyway; nothing when there is none left to pay. */
  take(): { readonly charge?: Charge } {
    if (this.#settled) return {};
    this.#settled = true;
    return { charge: this.#charge };
  }

  /** Pays with an input of its own what nothing else has paid. */
  pay(): void {
    const { charge } = this.take();
    if (charge) this.#parts.sequencer.submit({ kind: 'charge', charge });
  }

  /** What the subaccount has left after this request. */
  snapshot(): RateLimit | undefined {
    return this.#account ? rateLimitOf(this.#parts.state, this.#account, this.#now()) : undefined;
  }

  #admits(canPay: () => boolean): boolean {
    if (this.#settled || canPay()) return true;
    this.#settled = true;
    return false;
  }

  #now(): number {
    return this.#parts.sequencer.now();
  }
}

/** One client, one bucket: an IPv4 peer of a socket that speaks both is written as IPv6. */
const addressKeyOf = (ip: string): string => ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
