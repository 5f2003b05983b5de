import type { MarketSpec } from '../../engine/config.ts';
import type { FundingPaidEvent, FundingSettledEvent } from '../../engine/event.ts';
import { formatScaled, formatUnits } from '../../kernel/decimal.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import type { Ticks } from '../../kernel/units.ts';
import { Chain, type Explanation, indexText, priceText, ratioText, sizeText } from './explanation.ts';

/** Decimals that a sample keeps (`engine/funding.ts`). */
const PREMIUM_DECIMALS = 18;

/** A payment and the settlement it belongs to; `mark` is that of the moment, which counts where no sample was taken. */
export interface FundingFacts {
  readonly spec: MarketSpec;
  readonly settled: FundingSettledEvent;
  readonly paid: FundingPaidEvent;
  readonly mark: Ticks;
}

/** Explains why one position paid or received what it did: the samples of the hour, the rate they gave, and its share. */
export function explainFunding({ spec, settled, paid, mark }: FundingFacts): Explanation {
  const chain = new Chain();
  const { symbol, baseAsset, quoteAsset } = spec;
  chain.input('index', indexText(settled.index), quoteAsset, `index price of ${symbol} at the hour`);
  if (settled.samples === 0) presentPremium(chain, spec, mark);
  else sampledPremium(chain, settled);
  rateSteps(chain, spec);
  chain.input('size', sizeText(spec, paid.lots), baseAsset, `position ${paid.position} at the hour, short is negative`);
  chain.step('payment', '-round(size * index * rate, 8)', 'FUNDING-PAYMENT');
  return chain.explain({
    kind: 'funding',
    subject: { paymentId: String(paid.payment), subAccountId: subAccountIdOf(paid.account), symbol },
    verdict: { payment: formatUnits(paid.amount), fundingRate: ratioText(paid.rate) },
    at: paid.at,
  });
}

function sampledPremium(chain: Chain, { samples, premiumSum }: FundingSettledEvent): void {
  const sum = formatScaled(premiumSum, PREMIUM_DECIMALS);
  chain.input('samples', String(samples), 'seconds', 'of the hour, one sample each');
  chain.input('premiumSum', sum, 'ratio', 'sum of (mark - index) / index over the samples');
  chain.step('premiumMean', 'round(premiumSum / samples, 12)', 'FUNDING-SAMPLE');
}

function presentPremium(chain: Chain, spec: MarketSpec, mark: Ticks): void {
  chain.input('samples', '1', 'seconds', 'none was taken: the present premium stands for all');
  chain.input('mark', priceText(spec, mark), spec.quoteAsset, `mark price of ${spec.symbol} at the hour`);
  chain.step('premiumSum', `round((mark - index) / index, ${PREMIUM_DECIMALS})`, 'FUNDING-SAMPLE');
}

/** Everything is kept times the number of samples, so that the rate is rounded once. */
function rateSteps(chain: Chain, { symbol, fundingCap, fundingFloor }: MarketSpec): void {
  chain.input('interest', '0.0001', 'ratio', 'for eight hours');
  chain.input('reach', '0.0005', 'ratio', 'how far interest may pull');
  chain.input('floor', ratioText(fundingFloor), 'ratio', `of ${symbol} for eight hours`);
  chain.input('cap', ratioText(fundingCap), 'ratio', `of ${symbol} for eight hours`);
  const pull = 'max(-reach * samples, min(interest * samples - premiumSum, reach * samples))';
  chain.step('pullSum', pull, 'FUNDING-RATE');
  chain.step('eightHourSum', 'max(floor * samples, min(premiumSum + pullSum, cap * samples))', 'FUNDING-RATE');
  chain.step('rate', 'round(eightHourSum / samples / 8, 8)', 'FUNDING-RATE');
}
