import { refuse } from '../../kernel/errors.ts';
import type { Deciders, Handlers } from '../handlers.ts';
import type { LatencyControl } from '../command.ts';

export const LATENCY_DECIDERS: Deciders<LatencyControl['type']> = {
  SetLatency: (state, { account, model }) => {
    if (!state.accounts.has(account)) return refuse('NOT_FOUND', 'Subaccount not found');
    if (model === null && !state.latencies.has(account)) return [];
    return [{ type: 'LatencySet', at: state.now, account, model }];
  },
};

export const LATENCY_HANDLERS: Handlers<'LatencySet'> = {
  LatencySet: ({ latencies }, { account, model }) => {
    if (model === null) latencies.delete(account);
    else latencies.set(account, model);
  },
};
