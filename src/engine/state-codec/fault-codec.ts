import { count, type Codec, nullable, oneOf, text } from '../../kernel/codec/codec.ts';
import { dictionary, readonlyList, record, sortedMapOf, variants } from '../../kernel/codec/collections.ts';
import { ERRORS, type ErrorCode } from '../../kernel/errors.ts';
import {
  type ArmedRule,
  DEPENDENCIES,
  FAULT_SURFACES,
  type FaultEffect,
  type FaultRule,
  type FaultsState,
} from '../faults/fault-terms.ts';
import { randomStream } from './terms.ts';

const code: Codec<ErrorCode> = oneOf(...(Object.keys(ERRORS) as ErrorCode[]));
const nothing = record<object>({});

const effect = variants<'kind', FaultEffect>('kind', {
  latency: record({ ms: count, of: oneOf('request', 'answer') }),
  rateLimited: nothing,
  rateLimitUnavailable: nothing,
  drop: nothing,
  failure: record({ http: oneOf(500, 502, 503), code }),
  timeout: nothing,
  replyLost: nothing,
  outage: record({ of: oneOf(...DEPENDENCIES) }),
  reject: record({ code }),
  stalePrice: nothing,
  transferFails: record({ errorMessage: text }),
  duplicate: nothing,
  reorder: nothing,
  delay: record({ ms: count }),
  lose: nothing,
});

const rule = record<FaultRule>({
  name: text,
  place: oneOf('arrival', 'execution', 'item', 'frame'),
  surface: nullable(oneOf(...FAULT_SURFACES)),
  target: nullable(text),
  account: nullable(count),
  wallet: nullable(text),
  item: nullable(count),
  effect,
  perMille: count,
  times: nullable(count),
  seed: text,
});

export const faults = record<FaultsState>({
  rules: readonlyList(record<ArmedRule>({ rule, met: count, fired: count, random: randomStream })),
  records: sortedMapOf(text, dictionary(nullable(text))),
});
