import { valueAt } from '../paths.ts';
import type { SuiteClient } from './suite-client.ts';

/** Rates and limits of the tiers that scenarios name, as in the world `quiet`. */
const TIERS: Readonly<Record<string, readonly [maker: string, taker: string, subAccounts: number]>> = {
  tier_0: ['0.0002', '0.0005', 1],
  tier_1: ['0.0002', '0.0005', 5],
  tier_2: ['0.00016', '0.0004', 10],
  tier_3: ['0.00014', '0.00035', 10],
  tier_4: ['0.00012', '0.00032', 10],
};

/** What a withdrawal of a collateral costs, and how many decimals its amounts have. */
const COLLATERALS: Readonly<Record<string, readonly [fee: string, decimals: number]>> = {
  USDT: ['5', 6],
  WETH: ['0.0017', 8],
  BTC: ['0.00005', 8],
};

/** Returns how the schedule of a target differs from the one that scenarios state figures of, in words; undefined where it does not. */
export async function scheduleFault(suiteClient: SuiteClient): Promise<string | undefined> {
  const tiers = valueAt((await suiteClient.askPublic('getTiers')).body, 'response');
  for (const [id, [maker, taker, subAccounts]] of Object.entries(TIERS)) {
    const tier = rowOf(tiers, 'tierId', id);
    for (const [field, wanted] of [
      ['makerFeeRate', maker],
      ['takerFeeRate', taker],
      ['maxSubAccounts', subAccounts],
    ] as const) {
      const found = valueAt(tier, field);
      if (found !== wanted) return `${field} of ${id} is ${String(found)}, not ${wanted}`;
    }
  }
  const collaterals = valueAt((await suiteClient.askPublic('getCollaterals')).body, 'response');
  for (const [asset, [fee, decimals]] of Object.entries(COLLATERALS)) {
    const collateral = rowOf(collaterals, 'collateral', asset);
    if (collateral === undefined) return `${asset} is no collateral`;
    if (valueAt(collateral, 'withdrawFee') !== fee) return `a withdrawal of ${asset} does not cost ${fee}`;
    if (valueAt(collateral, 'quantityPrecision') !== decimals)
      return `amounts of ${asset} do not have ${decimals} decimals`;
  }
  return undefined;
}

const rowOf = (list: unknown, field: string, text: string): unknown =>
  Array.isArray(list) ? list.find((row) => valueAt(row, field) === text) : undefined;
