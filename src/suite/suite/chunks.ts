import { createHash } from 'node:crypto';
import type { Claim } from '../deployment.ts';
import { claimOf } from './claims.ts';
import type { PlannedScenario } from './plan.ts';

/** Scenarios of one file that take the same, one after the other. */
export interface Chunk {
  readonly claim: Claim;
  readonly scenarios: readonly PlannedScenario[];
}

/** Longest chunk: other scenarios that want the same wallets and markets wait for its end. */
const CHUNK_MAX = 8;

/** Those that others wait for longest come first; those that must be alone come last. */
export function chunksOf(scenarios: readonly PlannedScenario[], seed: string | null): Chunk[] {
  const chunks = new Map<string, { claim: Claim; scenarios: PlannedScenario[] }[]>();
  for (const scenario of scenarios) {
    const claim = claimOf(scenario);
    const key = `${scenario.uri} ${JSON.stringify(claim)}`;
    const alike = chunks.get(key) ?? [];
    const last = alike.at(-1);
    if (last && last.scenarios.length < CHUNK_MAX) last.scenarios.push(scenario);
    else alike.push({ claim, scenarios: [scenario] });
    chunks.set(key, alike);
  }
  const all = [...chunks.values()].flat().map((chunk) => ({ ...chunk, key: shuffleKey(chunk.scenarios[0], seed) }));
  return all.sort((a, b) => urgency(a.claim) - urgency(b.claim) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function urgency({ alone, moves, stills, looks }: Claim): number {
  if (alone) return 4;
  if (moves.length > 0) return stills.length > 0 ? 0 : 1;
  return looks.length > 0 || stills.length > 0 ? 3 : 2;
}

/** Orders chunks at random, the same for equal seeds; without one they stay as they are written. */
const shuffleKey = (first: PlannedScenario | undefined, seed: string | null): string =>
  seed === null
    ? ''
    : createHash('sha256')
        .update(`${seed} ${first?.id ?? ''}`)
        .digest('hex');
