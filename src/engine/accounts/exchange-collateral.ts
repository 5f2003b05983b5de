import { gridOf } from '../../kernel/terms.ts';
import { divHalfEven, maxBig } from '../../kernel/decimal.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { type Ratio, type TimeMs, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { Command } from '../command.ts';
import type { CollateralSpec } from '../config.ts';
import type { Decision } from '../handlers.ts';
import { adjustedGivenUp, collateralPriceOf, haircutTierOf, largestThat, valueOfQuantity } from '../risk/collateral.ts';
import { settlementAsset } from '../risk/margin.ts';
import { refuseStalePrice } from '../risk/price-age.ts';
import type { Account, State } from '../state.ts';
import type { ExchangeWant } from './funds-commands.ts';
import type { CollateralExchangedEvent } from './funds-events.ts';
import { collateralSpecOf } from './transfers.ts';

/**
 * Sells collateral to the house for the settlement asset, at the index price less the haircut (wire 2.13).
 * What is paid is the haircut value the account gives up, rounded down to the settlement asset's grid, and
 * what is taken is rounded up to the source's: no way of splitting an exchange pays more (INV-06).
 */
export function exchangeCollateral(state: State, command: Extract<Command, { type: 'ExchangeCollateral' }>): Decision {
  const { account: no, source, want } = command;
  const account = state.accounts.get(no);
  if (!account) return refuse('NOT_FOUND', 'Subaccount not found');
  const spec = collateralSpecOf(state, source);
  if (!spec) return refuse('ASSET_NOT_FOUND');
  const target = settlementAsset(state);
  if (source === target) return refuse('VALIDATION_ERROR', `sourceAsset cannot be ${target}`);
  const terms = refuseStalePrice(state, spec) ?? termsOf(state, account, spec, want);
  if (isRefusal(terms)) return terms;
  const haircut = haircutOn(state, account, spec, terms.taken);
  return [exchanged(state, account, spec, { ...terms, haircut, forced: false })];
}

/** The sale of a part of what an account holds, at the index price of this moment less `haircut`. */
export function exchanged(
  state: State,
  account: Account,
  spec: CollateralSpec,
  sale: Pick<CollateralExchangedEvent, 'taken' | 'received' | 'haircut' | 'forced'>,
): CollateralExchangedEvent & { readonly at: TimeMs } {
  return {
    type: 'CollateralExchanged',
    at: state.now,
    transfer: state.counters.transfer + 1,
    account: account.no,
    source: spec.asset,
    takenValue: valueOfQuantity(state, spec, sale.taken).value,
    target: settlementAsset(state),
    price: collateralPriceOf(state, spec),
    ...sale,
  };
}

interface Terms {
  readonly taken: Units;
  readonly received: Units;
}

function termsOf(state: State, account: Account, spec: CollateralSpec, want: ExchangeWant): Terms | Refusal {
  const held = account.balances.get(spec.asset) ?? 0n;
  const pays = (taken: Units): Units => paidFor(state, account, spec, taken);
  if (want.kind === 'give') {
    if (want.amount <= 0n || want.amount % gridOf(spec) !== 0n) return refuse('INVALID_VALUE');
    return want.amount <= held ? sold(want.amount, pays(want.amount)) : notEnough(spec);
  }
  const debt = maxBig(-(account.balances.get(settlementAsset(state)) ?? 0n), 0n);
  const wanted = want.kind === 'receive' ? want.amount : debt;
  if (want.kind === 'receive' && wanted <= 0n) return refuse('INVALID_VALUE');
  if (want.kind === 'all' && (debt === 0n || pays(held) < debt)) return sold(held, pays(held));
  if (pays(held) < wanted) return notEnough(spec);
  const taken = fewestSteps(spec, held, (part) => pays(part) >= wanted);
  return { taken, received: wanted };
}

/** The least amount on an asset's grid that is enough, or all that is held where nothing less is; what is enough stays so with more. */
export function fewestSteps(spec: CollateralSpec, held: Units, isEnough: (amount: Units) => boolean): Units {
  if (!isEnough(held)) return held;
  const grid = gridOf(spec);
  return (largestThat(held / grid, (steps) => !isEnough(steps * grid)) + 1n) * grid;
}

/** An exchange that would bring nothing in is none. */
const sold = (taken: Units, received: Units): Terms | Refusal =>
  received > 0n ? { taken, received } : refuse('VALIDATION_ERROR', 'nothing to exchange');

const notEnough = ({ asset }: CollateralSpec): Refusal => refuse('VALIDATION_ERROR', `insufficient ${asset} balance`);

function paidFor(state: State, account: Account, spec: CollateralSpec, taken: Units): Units {
  const paid = adjustedGivenUp(state, account, spec, taken);
  const target = state.config.collaterals[0];
  return target ? paid - (paid % gridOf(target)) : paid;
}

/** The band's own haircut where all that was taken lies in one band, else the blend of the bands. */
function haircutOn(state: State, account: Account, spec: CollateralSpec, taken: Units): Ratio {
  const held = account.balances.get(spec.asset) ?? 0n;
  const before = valueOfQuantity(state, spec, held).value;
  const after = valueOfQuantity(state, spec, held - taken).value;
  const band = haircutTierOf(spec, before);
  if (haircutTierOf(spec, after) === band || before === after) return band.haircut;
  const kept = divHalfEven(adjustedGivenUp(state, account, spec, taken) * UNIT_BIG, before - after);
  return Number(UNIT_BIG - kept);
}
