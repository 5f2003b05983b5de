import type { Static } from '@sinclair/typebox';
import { type Item, getWithdrawableAmounts } from '../../../../contract/actions/trade/funds/getWithdrawableAmounts.ts';
import { formatCollateral, formatAmount, formatValueDown } from '../../../../contract/format.ts';
import { collateralSpecOf } from '../../../../engine/accounts/funds.ts';
import { collateralValueOf, summaryOf } from '../../../../engine/risk/margin.ts';
import type { State, Account } from '../../../../engine/state.ts';
import { maxBig } from '../../../../kernel/decimal.ts';
import { readTrade } from '../../read.ts';

function itemOf(state: Readonly<State>, account: Account, symbol: string): Static<typeof Item> {
  const spec = collateralSpecOf(state, symbol);
  if (!spec) return { symbol, withdrawableAmount: '0', quantity: '0', pendingWithdraw: '0', withdrawFee: '0' };
  const row = collateralValueOf(state, account, spec);
  return {
    symbol,
    withdrawableAmount: formatCollateral(spec, row.withdrawable),
    quantity: formatCollateral(spec, row.quantity),
    pendingWithdraw: formatCollateral(spec, row.pendingWithdraw),
    withdrawFee: formatAmount(spec.withdrawFee),
  };
}

/** What the response of getWithdrawableAmounts is made of. */
export const getWithdrawableAmountsRead = readTrade(getWithdrawableAmounts, ({ symbols }, { state, account }) => ({
  items: symbols.map((symbol) => itemOf(state, account, symbol)),
  totalWithdrawableUsdt: formatValueDown(maxBig(summaryOf(state, account).freeValue, 0n)),
}));
