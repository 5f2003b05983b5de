import { counted, duration, plural } from '../../kernel/words.ts';
import type { Forecast, RunFacts } from '../results/run.ts';

/** What a run is expected to take, in lines. */
export function forecastLines({ scenarios, requests, tokens, waitMs, lanes, ms, bucketMs }: Forecast): string[] {
  return [
    `${plural(scenarios, 'scenario')}, ${lanes} at a time: about ${rounded(requests)} requests for ${rounded(tokens)} tokens, and ${duration(waitMs)} of waiting in all`,
    bucketMs === null
      ? `about ${duration(ms)}; the target limits nothing`
      : `about ${duration(ms)}; with these wallets its rate limits allow no less than ${duration(bucketMs)}`,
  ];
}

/** What a run has taken beside what was expected; undefined where nothing was. */
export function comparedText({ forecast, wallMs, spentTokens }: RunFacts): string | undefined {
  if (!forecast) return undefined;
  const spent = spentTokens === undefined ? '' : `, ${counted(spentTokens)} tokens`;
  return `expected ${duration(forecast.ms)} and ${rounded(forecast.tokens)} tokens; took ${duration(wallMs)}${spent}`;
}

/** Two digits of an estimate are enough. */
const rounded = (count: number): string => counted(Number(count.toPrecision(2)));
