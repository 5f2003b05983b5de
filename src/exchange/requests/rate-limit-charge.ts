import type { RateLimit } from '../../contract/envelope.ts';
import type { Charge, LimitsView, Surface } from '../../engine/token-bucket.ts';
import { canAccountPay, canAddressPay, rateLimitOf } from '../../engine/admission.ts';
import type { Account, State } from '../../engine/state.ts';
import type { Sequencer } from '../sequencer.ts';

export interface RateLimitChargeParts {
  readonly state: State;
  readonly sequencer: Sequencer;
}

/** What a request costs, before anything about it is checked. */
export interface Ask {
  /** Address of the socket's peer. */
  readonly ip: string;
  readonly surface: Surface;
  readonly tokens: number;
  /** Orders it places. */
  readonly orders?: number;
  /** Nothing is owed: the request is served in the middle of an advance, where no input may come. */
  readonly isFree?: boolean;
}

/**
 * What one request owes the buckets. It asks them first and pays later, once: a request that a bucket refuses pays
 * nothing, any other pays from the address, and from the subaccount too once the signer has shown a right to act
 * for it (SEC-28). The payment is part of the input of the request; without one it waits for the next input.
 */
export class RateLimitCharge {
  readonly #parts: RateLimitChargeParts;
  #charge: Charge;
  #account: Readonly<Account> | null = null;
  /** False until the address was charged: before that nothing is owed. */
  #isCharged = false;
  #isPaid: boolean;
  #withoutAccount = false;

  constructor(parts: RateLimitChargeParts, { ip, surface, tokens, orders = 0, isFree = false }: Ask) {
    this.#parts = parts;
    this.#charge = { ip: addressKeyOf(ip), surface, tokens, account: null, orders };
    this.#isPaid = isFree || !parts.state.config.limits.enabled;
  }

  /** Whether the address could pay now. Nothing is charged. */
  get isAffordable(): boolean {
    return this.#isPaid || canAddressPay(this.#limits, this.#parts.state.config, this.#charge, this.#now());
  }

  /** Returns false when the address cannot pay; the request then owes nothing. */
  chargeAddress(): boolean {
    this.#isCharged = true;
    return this.#admits(() => canAddressPay(this.#limits, this.#parts.state.config, this.#charge, this.#now()));
  }

  /** Multiplies the price; returns false when the address cannot pay that. */
  multiply(factor: number): boolean {
    this.#charge = { ...this.#charge, tokens: this.#charge.tokens * factor };
    return this.chargeAddress();
  }

  /** Leaves out the limits of subaccounts, because an injected fault makes them unavailable: responses do not state them. */
  waiveAccount(): void {
    this.#withoutAccount = true;
  }

  /** Returns false when the subaccount cannot pay. From here on responses state what the subaccount has left. */
  chargeAccount(account: Readonly<Account>): boolean {
    if (this.#withoutAccount) return true;
    this.#account = account;
    if (!this.#admits(() => canAccountPay(this.#limits, this.#parts.state, account, this.#charge, this.#now())))
      return false;
    this.#charge = { ...this.#charge, account: account.no };
    return true;
  }

  /** Returns the charge for the input of the request to carry; empty when nothing is owed. */
  take(): { readonly charge?: Charge } {
    if (this.#isPaid || !this.#isCharged) return {};
    this.#isPaid = true;
    return { charge: this.#charge };
  }

  /** Pays what is owed without an input: the next one carries the charge. */
  pay(): void {
    const { charge } = this.take();
    if (charge) this.#parts.sequencer.charge(charge);
  }

  /** Returns what the subaccount has left after this request. */
  snapshot(): RateLimit | undefined {
    return this.#account ? rateLimitOf(this.#limits, this.#parts.state, this.#account, this.#now()) : undefined;
  }

  #admits(canPay: () => boolean): boolean {
    if (this.#isPaid || canPay()) return true;
    this.#isPaid = true;
    return false;
  }

  get #limits(): LimitsView {
    return this.#parts.sequencer.charges.view;
  }

  #now(): number {
    return this.#parts.sequencer.now();
  }
}

/** One client has one bucket: a socket that accepts IPv4 and IPv6 writes an IPv4 peer as IPv6. */
const addressKeyOf = (ip: string): string => ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
