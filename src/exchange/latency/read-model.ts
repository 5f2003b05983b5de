import type { LatencyModel, LatencySpec } from '../../engine/latency/latency-terms.ts';
import { Given, wrong } from '../faults/given.ts';

const DAY_MS = 86_400_000;
const SAMPLES_MAX = 10_000;

const SPECS: { readonly [K in LatencySpec['kind']]: (given: Given) => Extract<LatencySpec, { kind: K }> } = {
  constant: (given) => ({ kind: 'constant', ms: given.whole('ms', 0, DAY_MS) }),
  uniform: (given) => {
    const fromMs = given.whole('fromMs', 0, DAY_MS);
    return { kind: 'uniform', fromMs, toMs: given.whole('toMs', fromMs, DAY_MS) };
  },
  normal: (given) => ({
    kind: 'normal',
    meanMs: given.whole('meanMs', 0, DAY_MS),
    deviationMs: given.whole('deviationMs', 0, DAY_MS),
  }),
  exponential: (given) => {
    const meanMs = given.whole('meanMs', 0, DAY_MS);
    return { kind: 'exponential', meanMs, minMs: given.whole('minMs', 0, meanMs, 0) };
  },
  samples: (given) => ({ kind: 'samples', ms: samplesFrom(given) }),
};

export const LATENCY_KINDS = Object.keys(SPECS) as readonly LatencySpec['kind'][];

/** A model as the control plane takes it: what is left out holds nothing back. Throws ControlError that names the field, which begins with `name`. */
export function readLatencyModel(value: unknown, name = 'model'): LatencyModel {
  const given = new Given(value, name);
  const model = {
    entry: readSpec(given, 'entry'),
    response: readSpec(given, 'response'),
    data: readSpec(given, 'data'),
  };
  given.end();
  return model;
}

function readSpec(model: Given, name: string): LatencySpec | null {
  const value = model.take(name);
  if (value === undefined || value === null) return null;
  const given = new Given(value, model.pathOf(name));
  const spec = SPECS[given.word('kind', LATENCY_KINDS)](given);
  given.end();
  return spec;
}

function samplesFrom(given: Given): readonly number[] {
  const value = given.take('ms');
  const isSample = (one: unknown): one is number =>
    Number.isSafeInteger(one) && Number(one) >= 0 && Number(one) <= DAY_MS;
  if (Array.isArray(value) && value.length > 0 && value.length <= SAMPLES_MAX && value.every(isSample)) return value;
  throw wrong(given.pathOf('ms'), `a list of 1 to ${SAMPLES_MAX} whole numbers from 0 to ${DAY_MS}`);
}
