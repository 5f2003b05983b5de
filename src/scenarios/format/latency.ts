import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Reader, object, oneOf, report, text, variant } from '../../exchange/world/read.ts';
import type { LatencyModel, LatencySpec } from '../scenario.ts';
import { duration } from './times.ts';

/** A longer way of a message is a mistake of units. */
const LATENCY_MS_MAX = 3_600_000;
const SAMPLES_MAX = 10_000;

/** One duration such as `20ms`, or a map that says how durations are drawn. */
type Written =
  | { readonly kind: 'constant'; readonly delay: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  | { readonly kind: 'exponential'; readonly mean: number; readonly least: number }
  | { readonly kind: 'samples'; readonly file: string };

const delay: Reader<number> = (node, problems) => {
  const ms = duration(0)(node, problems);
  if (ms === undefined || ms <= LATENCY_MS_MAX) return ms;
  return report(problems, node, 'must be at most 1h');
};

const written: Reader<Written> = variant<Written>({
  constant: object({ kind: oneOf(['constant']), delay }),
  uniform: object({ kind: oneOf(['uniform']), from: delay, to: delay }),
  normal: object({ kind: oneOf(['normal']), mean: delay, deviation: delay }),
  exponential: object<Extract<Written, { kind: 'exponential' }>>(
    { kind: oneOf(['exponential']), mean: delay, least: delay },
    { least: 0 },
  ),
  samples: object({ kind: oneOf(['samples']), file: text() }),
});

/** Reads the latencies of an account; names of files start from the folder. */
export function latencyReader(folder: string): Reader<LatencyModel> {
  const spec = specReader(folder);
  return object<LatencyModel>({ entry: spec, response: spec, data: spec }, { entry: null, response: null, data: null });
}

function specReader(folder: string): Reader<LatencySpec> {
  return (node, problems) => {
    if (node.kind === 'scalar') {
      const ms = delay(node, problems);
      return ms === undefined ? undefined : { kind: 'constant', ms };
    }
    const given = written(node, problems);
    if (!given) return undefined;
    switch (given.kind) {
      case 'constant':
        return { kind: 'constant', ms: given.delay };
      case 'uniform':
        if (given.from > given.to) return report(problems, node, 'from is above to; exchange them');
        return { kind: 'uniform', fromMs: given.from, toMs: given.to };
      case 'normal':
        return { kind: 'normal', meanMs: given.mean, deviationMs: given.deviation };
      case 'exponential':
        if (given.least > given.mean) return report(problems, node, 'least is above mean; exchange them');
        return { kind: 'exponential', meanMs: given.mean, minMs: given.least };
      case 'samples': {
        const read = samplesOf(resolve(folder, given.file), given.file);
        return typeof read === 'string' ? report(problems, node, read) : { kind: 'samples', ms: read };
      }
    }
  };
}

/** The numbers of a file, or what is wrong with it. */
function samplesOf(path: string, name: string): readonly number[] | string {
  if (!existsSync(path)) return `there is no file ${name}; name one, relative to the scenario`;
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return `${name} is empty; write one number of milliseconds on each line`;
  if (lines.length > SAMPLES_MAX) return `${name} has more than ${SAMPLES_MAX} lines; thin it out`;
  const wrong = lines.findIndex((line) => !/^\d{1,7}(?:\.\d{1,9})?$/.test(line) || Number(line) > LATENCY_MS_MAX);
  if (wrong >= 0) return `line ${wrong + 1} of ${name} must be a number of milliseconds from 0 to ${LATENCY_MS_MAX}`;
  return lines.map((line) => Math.round(Number(line)));
}
