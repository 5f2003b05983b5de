import { digestOf } from '../kernel/binary-form.ts';
import type { Account, State } from './state.ts';
import type { Order } from './orders/order.ts';
import { flatNonces } from './admission.ts';

/**
 * Everything that can change a later response, in plain values (DET-09). The book appears as its queues, so an
 * order's links are left out, and so is the wallet that an account holds; the configuration in force has a digest of its own.
 */
export function canonicalState(state: State): object {
  const { orders, config, faults, latencies, ...rest } = state;
  const isFaulty = faults.rules.length > 0 || faults.records.size > 0;
  return {
    ...rest,
    // Without faults and latencies the digest is that of an exchange that has never had any.
    ...(isFaulty && { faults }),
    ...(latencies.size > 0 && { latencies }),
    config: digestOf(config),
    nonces: flatNonces(state.nonces),
    accounts: new Map([...state.accounts].map(([no, account]) => [no, withoutWallet(account)])),
    orders: new Map([...orders].map(([no, order]) => [no, withoutLinks(order)])),
    markets: new Map([...state.markets].map(([symbol, { spec: _, ...market }]) => [symbol, market])),
  };
}

/** Digest of the canonical state, 64 hex digits. */
export const stateDigest = (state: State): string => digestOf(canonicalState(state));

const withoutWallet = ({ ownerWallet: _, ...account }: Account): unknown => account;

function withoutLinks({ previous: _previous, next: _next, ...facts }: Order): unknown {
  return facts;
}
