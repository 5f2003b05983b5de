import { gridOf } from '../../kernel/terms.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import { collateralSpecOf } from '../../engine/accounts/transfers.ts';
import { settlementAsset } from '../../engine/risk/margin.ts';
import { tierOfAccount } from '../../engine/risk/fees.ts';
import { markInput } from './account-steps.ts';
import { sizeText } from './figures.ts';
import { lotsOf } from './asked-order.ts';
import type { Explainer, RefusalCase } from './refusal-case.ts';
import { overLeverage, partStep } from './refusal-margin.ts';

/** Why funds, subaccounts and the terms that the engine words itself were refused. */

/** VALIDATION_ERROR of the engine, by what was asked. */
export const invalidRequest: Explainer = (of) => {
  const { command, chain, state, refusal } = of;
  switch (command.type) {
    case 'SetLeverage':
    case 'PlaceIsolatedOrder':
      return overLeverage(of);
    case 'PlaceTwap':
      return smallTwap(of);
    case 'WithdrawCollateral':
      return partStep(chain, state, command.account, command.asset, command.amount);
    case 'CreateSubAccount':
      return refusal.details ? tooManyAccounts(of) : false;
    default:
      return false;
  }
};

function smallTwap({ chain, market, asked }: RefusalCase): boolean {
  if (!market || !asked) return false;
  const { spec } = market;
  markInput(chain, market);
  chain.input('quantity', sizeText(spec, lotsOf(spec, asked)), spec.baseAsset, 'the order');
  chain.input('least', '10000', spec.quoteAsset, 'least notional of a TWAP');
  chain.step('notional', `quantity * mark[${spec.symbol}]`, 'ORDER-TWAP');
  chain.step('refused', 'notional < least', 'ORDER-TWAP');
  return true;
}

function tooManyAccounts({ chain, state, account }: RefusalCase): boolean {
  if (!account) return false;
  const tier = tierOfAccount(state, account);
  const count = state.wallets.get(account.owner)?.accounts.length ?? 0;
  chain.input('subAccounts', String(count), '', 'of the owner');
  chain.input('most', String(tier.maxSubAccounts), '', `tier ${tier.tierId}`);
  chain.step('refused', 'subAccounts >= most', 'FUNDS-LIMITS');
  return true;
}

/** INVALID_VALUE of an amount: not positive, finer than the asset is counted, or no more than its fee. */
export const invalidAmount: Explainer = ({ command, chain, state }) => {
  if (command.type !== 'TransferCollateral' && command.type !== 'WithdrawCollateral') return false;
  const spec = collateralSpecOf(state, command.asset);
  if (!spec) return false;
  const fee = command.type === 'WithdrawCollateral' ? spec.withdrawFee : 0n;
  chain.input('amount', formatUnits(command.amount), spec.asset, 'the request');
  chain.input('step', formatUnits(gridOf(spec)), spec.asset, `the least amount of ${spec.asset}`);
  chain.input('fee', formatUnits(fee), spec.asset, command.type === 'WithdrawCollateral' ? 'withdrawal fee' : 'no fee');
  chain.step('refused', 'amount <= fee or roundDown(amount / step) * step != amount', 'FUNDS-LIMITS');
  return true;
};

export const assetUnknown: Explainer = ({ command, chain, state }) => {
  const asset = 'asset' in command ? command.asset : 'source' in command ? command.source : null;
  if (asset === null) return false;
  chain.input('asset', asset, '', 'the request');
  chain.input(
    'accepted',
    collateralSpecOf(state, asset) ? 'yes' : 'no',
    '',
    `collaterals beside ${settlementAsset(state)}`,
  );
  chain.step('refused', `accepted = 'no'`, 'FUNDS-LIMITS');
  return true;
};
