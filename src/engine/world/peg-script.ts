import { invariant } from '../../kernel/assert.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { CollateralSpec } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import type { State } from '../state.ts';
import { stepAfter, stepAt } from './script-steps.ts';

/** The peg of a collateral at a set time, if this is one. */
export function stepPeg(state: State, { asset, pegSteps = [] }: CollateralSpec): EngineEvent[] {
  const step = stepAt(pegSteps, state.now - state.config.startTime);
  return step ? [{ type: 'PegSet', at: state.now, asset, peg: step.peg }] : [];
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
