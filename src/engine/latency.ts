import { type Codec, count, nullable, optional } from '../kernel/codec/codec.ts';
import { readonlyList, record, sortedMapOf, variants } from '../kernel/codec/collections.ts';
import { refuse } from '../kernel/errors.ts';
import type { AccountNo } from '../kernel/ids.ts';
import type { LatencyControl, LatencyModel, LatencySpec } from './command.ts';
import type { Deciders, Handlers } from './handlers.ts';

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

const spec = variants<'kind', LatencySpec>('kind', {
  constant: record({ ms: count }),
  uniform: record({ fromMs: count, toMs: count }),
  normal: record({ meanMs: count, deviationMs: count }),
  exponential: record({ meanMs: count, minMs: count }),
  samples: record({ ms: readonlyList(count) }),
});

const model = record<LatencyModel>({ entry: nullable(spec), response: nullable(spec), data: nullable(spec) });
/** Absent from a state without latencies, so that its digest is that of an exchange that has never had any. */
export const latencies: Codec<Map<AccountNo, LatencyModel> | undefined> = optional(sortedMapOf(count, model));
