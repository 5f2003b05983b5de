import type { SweepPlan } from '../sweep.ts';
import { SweepError } from '../sweep-error.ts';

type Parameter = SweepPlan['parameters'][number];

/**
 * Reads each `--set PATH=VALUE,VALUE`. A comma that belongs to a value is written `\,`.
 *
 * @throws SweepError for a text without a path or values, and for a path or a value that comes twice
 */
export function readParameters(texts: readonly string[]): Parameter[] {
  const parameters = texts.map(readParameter);
  const twice = repeated(parameters.map(({ path }) => path));
  if (twice !== undefined)
    throw new SweepError(`--set names ${twice} twice: write its values in one, as in --set '${twice}=2,4,8'`);
  const seed = parameters.find(({ path }) => path === 'seed');
  if (seed) throw new SweepError('--set cannot set the seed: use --seeds');
  return parameters;
}

function readParameter(text: string): Parameter {
  const at = text.indexOf('=');
  const path = text.slice(0, Math.max(at, 0)).trim();
  if (path === '')
    throw new SweepError(`--set must be PATH=VALUE,VALUE, such as strategy.spread=2,4,8 (got "${text}")`);
  const values = splitValues(text.slice(at + 1));
  if (values.includes('')) throw new SweepError(`--set ${path} has an empty value (got "${text}")`);
  const twice = repeated(values);
  if (twice !== undefined) throw new SweepError(`--set ${path} has the value ${twice} twice`);
  return { path, values };
}

const splitValues = (text: string): string[] =>
  text.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());

const repeated = (texts: readonly string[]): string | undefined =>
  texts.find((text, place) => texts.indexOf(text) !== place);
