import { getAssets } from '../../../contract/actions/info/getAssets.ts';
import { formatAmount } from '../../../contract/format.ts';
import { readInfo } from '../read.ts';

/** What the response of getAssets is made of. */
export const getAssetsRead = readInfo(getAssets, (_parsed, { state }) =>
  state.config.collaterals.map((spec) => ({
    symbol: spec.asset,
    name: spec.name,
    decimals: spec.chainDecimals,
    quantityPrecision: spec.quantityPrecision,
    QuantityPrecision: spec.quantityPrecision,
    isCollateral: true,
    withdrawFee: formatAmount(spec.withdrawFee),
  })),
);
