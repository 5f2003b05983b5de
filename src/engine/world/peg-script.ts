import { invariant } from '../../kernel/assert.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { CollateralSpec } from '../config.ts';
import type { JobResult } from '../handlers.ts';
import type { State } from '../state.ts';
import { stepAfter, stepAt } from './script-steps.ts';

/** The peg of a collateral at a set time, if this is one, and the next such time. */
export function stepPeg({ now: at, config }: State, spec: CollateralSpec): JobResult {
  const { asset, pegSteps = [] } = spec;
  const step = stepAt(pegSteps, at - config.startTime);
  const again = nextPegTime(spec, config.startTime, at);
  return { events: step ? [{ type: 'PegSet', at, asset, peg: step.peg }] : [], commands: [], again };
}

/** When the peg of a collateral changes next after a moment, or null when it never will again. */
export function nextPegTime({ pegSteps = [] }: CollateralSpec, start: TimeMs, after: TimeMs): TimeMs | null {
  const next = stepAfter(pegSteps, after - start);
  return next ? start + next.afterMs : null;
}

/** The collateral that a timer names. */
export function pegSpecOf(state: State, asset: string): CollateralSpec {
  const spec = state.config.collaterals.find((candidate) => candidate.asset === asset);
  invariant(spec, () => `collateral ${asset} exists`);
  return spec;
}
