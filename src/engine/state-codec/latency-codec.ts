import { type Codec, count, nullable, optional } from '../../kernel/codec/codec.ts';
import { readonlyList, record, sortedMapOf, variants } from '../../kernel/codec/collections.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { LatencyModel, LatencySpec } from '../command.ts';

const spec = variants<'kind', LatencySpec>('kind', {
  constant: record({ ms: count }),
  uniform: record({ fromMs: count, toMs: count }),
  normal: record({ meanMs: count, deviationMs: count }),
  exponential: record({ meanMs: count, minMs: count }),
  samples: record({ ms: readonlyList(count) }),
});

const model = record<LatencyModel>({ entry: nullable(spec), response: nullable(spec), data: nullable(spec) });
/** Absent from a state without latencies, as it is from those that earlier versions wrote. */
export const latencies: Codec<Map<AccountNo, LatencyModel> | undefined> = optional(sortedMapOf(count, model));
