import { gridOf } from '../../kernel/terms.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { Units } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { CollateralSpec } from '../config.ts';
import type { Decision } from '../handlers.ts';
import { canPart, valueOfQuantity } from '../risk/collateral.ts';
import { summaryOf } from '../risk/margin.ts';
import type { State } from '../state.ts';

/**
 * Moves an amount between two subaccounts, whole and without a fee (INV-07). It goes only as far as the
 * source keeps its margin without counting unrealized gains, so an account in the red gives nothing (INV-47).
 */
export function transferCollateral(state: State, command: Extract<Command, { type: 'TransferCollateral' }>): Decision {
  const { from, to, asset, amount } = command;
  const source = state.accounts.get(from);
  if (!source || !state.accounts.has(to)) return refuse('NOT_FOUND', 'Subaccount not found');
  if (from === to) return refuse('VALIDATION_ERROR', 'invalid request');
  const spec = readAmount(state, asset, amount);
  if (isRefusal(spec)) return spec;
  if (!canPart(state, source, spec, amount, summaryOf(state, source).freeValue)) return refuse('INSUFFICIENT_MARGIN');
  const { value } = valueOfQuantity(state, spec, amount);
  const transfer = state.counters.transfer + 1;
  return [{ type: 'Transferred', at: state.now, transfer, from, to, asset, amount, value }];
}

/** The asset of a positive amount on its grid (INV-04); the texts are for callers other than the API, which says more. */
export function readAmount(state: State, asset: string, amount: Units): CollateralSpec | Refusal {
  const spec = collateralSpecOf(state, asset);
  if (!spec) return refuse('ASSET_NOT_FOUND');
  if (amount <= 0n) return refuse('INVALID_VALUE', 'amount must be a positive value');
  return amount % gridOf(spec) === 0n
    ? spec
    : refuse('INVALID_VALUE', `amount takes at most ${spec.quantityPrecision} decimals of ${asset}`);
}

/** The collateral asset of a name, if there is one. */
export const collateralSpecOf = (state: Readonly<State>, asset: string): CollateralSpec | undefined =>
  state.config.collaterals.find((spec) => spec.asset === asset);
