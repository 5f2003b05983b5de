import { Amount, amountIn } from '../amount.ts';
import { valueAt } from '../paths.ts';
import { isRecord } from '../records.ts';
import { HAIRCUT_COLLATERAL, USUAL_COLLATERAL } from './roles.ts';

/** What a target publishes of one collateral. */
interface Collateral {
  readonly asset: string;
  readonly decimals: number;
  /** What a withdrawal costs, in the asset. */
  readonly fee: Amount;
  /** Of the first band of its value. */
  readonly haircut: Amount;
}

/** Words that stand for what getCollaterals publishes: texts, and figures that do not change while a run lasts. */
const TERMS = [
  HAIRCUT_COLLATERAL,
  'haircut rate',
  'haircut collateral unit',
  'haircut collateral decimals',
  'haircut collateral fee',
  'settlement collateral',
  'settlement unit',
  'settlement decimals',
  'settlement fee',
] as const;
type CollateralTerm = (typeof TERMS)[number];

/** The terms of collaterals with what they stand for; those of an asset that there is none of are missing. */
export type CollateralTerms = ReadonlyMap<string, Amount | string>;

/** True for words that stand for a figure of a collateral. */
export const isCollateralTerm = (words: string): boolean => (TERMS as readonly string[]).includes(words);

/**
 * The collateral that has a haircut and that all of the wallets hold, the first one in the order of the list.
 *
 * @param list `response` of getCollaterals
 * @param holdings of each wallet, the assets it holds some of
 */
export const haircutCollateral = (list: unknown, holdings: readonly (readonly string[])[]): string | undefined =>
  collateralsIn(list).find(({ asset, haircut }) => haircut.gt(0) && holdings.every((held) => held.includes(asset)))
    ?.asset;

/**
 * Returns what the terms of collaterals stand for.
 *
 * @param list `response` of getCollaterals
 * @param asset the haircut collateral; undefined where the target has none
 */
export function collateralTerms(list: unknown, asset: string | undefined): CollateralTerms {
  const all = collateralsIn(list);
  const terms = new Map<CollateralTerm, Amount | string>();
  const settlement = all.find(({ haircut }) => haircut.isZero());
  if (settlement) {
    terms.set('settlement collateral', settlement.asset).set('settlement fee', settlement.fee);
    terms.set('settlement unit', unitOf(settlement)).set('settlement decimals', new Amount(settlement.decimals));
  }
  const held = all.find((one) => one.asset === asset);
  if (held) {
    terms.set(HAIRCUT_COLLATERAL, held.asset).set('haircut rate', held.haircut);
    terms.set('haircut collateral fee', held.fee).set('haircut collateral unit', unitOf(held));
    terms.set('haircut collateral decimals', new Amount(held.decimals));
  }
  return terms;
}

const unitOf = ({ decimals }: Collateral): Amount => new Amount(10).pow(-decimals);

/** Rows without one of these figures are left out: what is wrong with them, scenarios of getCollaterals find out. */
const collateralsIn = (list: unknown): readonly Collateral[] =>
  (Array.isArray(list) ? list.filter(isRecord) : []).flatMap((row) => {
    const { collateral: asset, quantityPrecision: decimals } = row;
    const [fee, haircut] = ['withdrawFee', 'tiers[0].haircut'].map((path) => amountIn(String(valueAt(row, path))));
    if (typeof asset !== 'string' || typeof decimals !== 'number' || !fee || !haircut) return [];
    return { asset, decimals, fee, haircut };
  });

/** What the terms stand for in the world `quiet`. */
export const USUAL_COLLATERALS: CollateralTerms = collateralTerms(
  [
    { collateral: 'USDT', quantityPrecision: 6, withdrawFee: '5', tiers: [{ haircut: '0' }] },
    { collateral: USUAL_COLLATERAL, quantityPrecision: 8, withdrawFee: '0.0017', tiers: [{ haircut: '0.05' }] },
  ],
  USUAL_COLLATERAL,
);
