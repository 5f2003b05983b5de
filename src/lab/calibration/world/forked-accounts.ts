import type { CollateralTerms, Market } from '../../../client.ts';
import type { World } from '../../../exchange/world/world-file.ts';
import type { Deployment } from '../source/deployment.ts';
import { mapLines } from './market-record.ts';
import { block, type Block, entry, type Line, remark } from './yaml.ts';

const BASE = 'default';
const AGENT_TIER = 'market_maker';
/** Tokens of a tier that the world `default` does not have. */
const BUCKET_CAP = 1000;
/** What a deployment shows of a tier. */
const TIER_FIELDS = [
  'tierId',
  'tierType',
  'tierName',
  'minTradeVolume',
  'makerFeeRate',
  'takerFeeRate',
  'maxOrdersPerMarket',
  'maxTotalOrders',
  'maxSubAccounts',
  'maxBorrowCapacity',
] as const satisfies readonly (keyof World['tiers'][number])[];
type TierField = (typeof TIER_FIELDS)[number];

export function collateralLines(deployment: Deployment, base: World): Line[] {
  const { collaterals, assets } = deployment;
  const found = collaterals.map((terms, at) => ({
    terms,
    priceMarket: at === 0 ? null : priceMarketOf(terms, deployment.markets, base),
  }));
  const lost = found.flatMap(({ terms, priceMarket }, at) =>
    at > 0 && priceMarket === null ? [terms.collateral] : [],
  );
  const items = found
    .filter(({ terms }) => !lost.includes(terms.collateral))
    .map(({ terms, priceMarket }) => {
      const asset = assets.find(({ symbol }) => symbol === terms.collateral);
      return block(
        entry('asset', terms.collateral),
        entry('name', asset?.name ?? terms.collateral),
        entry('pricingPair', terms.market),
        entry('priceMarket', priceMarket, priceMarket === null ? undefined : 'not public: the market of that asset'),
        entry('quantityPrecision', terms.quantityPrecision),
        entry('chainDecimals', asset?.decimals ?? terms.quantityPrecision),
        ...mapLines({ withdrawFee: terms.withdrawFee, depositCap: terms.depositCap, ltv: terms.ltv, lltv: terms.lltv }),
        entry('haircuts', {
          items: terms.tiers.map(({ name, minAmount, maxAmount, haircut }) =>
            block(...mapLines({ name, from: minAmount, to: maxAmount === '' ? null : maxAmount, haircut })),
          ),
        }),
      );
    });
  return [
    ...(lost.length > 0 ? [remark(`Left out, because no market of their asset prices them: ${lost.join(', ')}.`)] : []),
    entry('collaterals', { items }),
  ];
}

/** The market of the asset, or of what it wraps. */
function priceMarketOf({ collateral }: CollateralTerms, markets: readonly Market[], base: World): string | null {
  const known = base.collaterals.find(({ asset }) => asset === collateral)?.priceMarket;
  const names = [collateral, collateral.replace(/^W/, '')];
  const own = markets.find(({ symbol, baseAsset }) => symbol === known || names.includes(baseAsset));
  return own?.symbol ?? null;
}

export function tierLines(deployment: Deployment, base: World): Line[] {
  const bucketOf = (id: string): number => base.tiers.find(({ tierId }) => tierId === id)?.bucketCap ?? BUCKET_CAP;
  const tierBlock = (tier: Pick<World['tiers'][number], TierField>): Block =>
    block(
      ...mapLines(Object.fromEntries(TIER_FIELDS.map((field) => [field, tier[field]]))),
      entry('bucketCap', bucketOf(tier.tierId), 'not public'),
    );
  const own = deployment.tiers.map(tierBlock);
  const agents = base.tiers.find(({ tierId }) => tierId === AGENT_TIER);
  const hasAgents = deployment.tiers.some(({ tierId }) => tierId === AGENT_TIER);
  return [
    ...(hasAgents ? [] : [remark(`The deployment has no tier ${AGENT_TIER}; the accounts behind the books need it.`)]),
    entry('tiers', { items: hasAgents || !agents ? own : [...own, block(...mapLines(agents))] }),
  ];
}

/** The dev accounts of the world `default`, with a tier and collaterals that are there. */
export function accountLines(deployment: Deployment, base: World): Line[] {
  const settlement = deployment.collaterals[0]?.collateral ?? 'USDT';
  const assets = deployment.collaterals.map(({ collateral }) => collateral);
  const items = base.devAccounts.map(({ address, tierId, balances }) => {
    const tier = deployment.tiers.some((each) => each.tierId === tierId)
      ? tierId
      : (deployment.tiers[0]?.tierId ?? tierId);
    const own = Object.entries(balances).flatMap(([asset, amount]) => {
      const name = asset === base.collaterals[0]?.asset ? settlement : asset;
      return assets.includes(name) ? [[name, amount] as const] : [];
    });
    return block(
      entry('address', address),
      entry('tierId', tier),
      entry('balances', block(...mapLines(Object.fromEntries(own)))),
    );
  });
  return [
    remark(`Funded accounts for tests, those of the world ${BASE}: their keys are public.`),
    entry('devAccounts', { items }),
  ];
}
