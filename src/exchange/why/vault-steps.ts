import { absBig, formatUnits } from '../../kernel/decimal.ts';
import type { Lots } from '../../kernel/units.ts';
import { positionsOf, worthOf } from '../../engine/liquidation/health.ts';
import type { MarginAccount } from '../../engine/liquidation/terms.ts';
import { VAULT } from '../../engine/liquidation/stages/vault.ts';
import { marketOf, notionalOf, settlementAsset } from '../../engine/risk/margin.ts';
import { marginTierOf } from '../../engine/risk/tiers.ts';
import type { Market, State } from '../../engine/state.ts';
import { type Chain, sumOf } from './explanation.ts';
import { priceText, ratioText, sizeText } from './figures.ts';

/** Adds the steps for whether the vault can take over a margin account, as it stands at a stage of its liquidation. */
export function vaultSteps(chain: Chain, state: State, marginAccount: MarginAccount, stage: number): void {
  const unit = settlementAsset(state);
  const without = 'cash, collateral at the index and unrealized PnL, no haircuts';
  chain.input(`vaultWorth[${stage}]`, formatUnits(worthOf(state, VAULT).total), unit, `the vault: ${without}`);
  chain.input(`worth[${stage}]`, formatUnits(worthOf(state, marginAccount).total), unit, `the liquidated: ${without}`);
  const needs = [...sizesOf(state, marginAccount)].map(([symbol, sizes]) => {
    netSteps(chain, marketOf(state, symbol), sizes, stage);
    return `netMaintenance[${stage} ${symbol}]`;
  });
  chain.step(`vaultNeeds[${stage}]`, sumOf(needs), 'MARGIN-TOTALS');
  chain.step(`vaultAfter[${stage}]`, `vaultWorth[${stage}] + worth[${stage}]`, 'LIQUIDATION-TAKEOVER');
  const sound = `vaultAfter[${stage}] >= 0 and vaultAfter[${stage}] >= vaultNeeds[${stage}]`;
  chain.step(`vaultSound[${stage}]`, sound, 'LIQUIDATION-TAKEOVER');
}

interface Sizes {
  vault: Lots;
  own: Lots;
}

/** Positions of the vault and of the margin account, by market. */
function sizesOf(state: State, marginAccount: MarginAccount): Map<string, Sizes> {
  const sizes = new Map<string, Sizes>();
  const at = (symbol: string): Sizes => {
    const known = sizes.get(symbol) ?? { vault: 0, own: 0 };
    sizes.set(symbol, known);
    return known;
  };
  for (const { symbol, lots } of positionsOf(state, VAULT)) at(symbol).vault = lots;
  if (marginAccount.account !== VAULT.account)
    for (const { symbol, lots } of positionsOf(state, marginAccount)) at(symbol).own = lots;
  return sizes;
}

function netSteps(chain: Chain, market: Market, { vault, own }: Sizes, stage: number): void {
  const { spec } = market;
  const of = (name: string): string => `${name}[${stage} ${spec.symbol}]`;
  const tier = marginTierOf(spec, absBig(notionalOf(market, vault + own, market.mark)));
  const tierName = `margin tier ${spec.marginTiers.indexOf(tier) + 1} of ${spec.symbol}`;
  chain.input(of('vaultSize'), sizeText(spec, vault), spec.baseAsset, 'position of the vault');
  chain.input(of('ownSize'), sizeText(spec, own), spec.baseAsset, 'position of the liquidated');
  chain.input(of('markAt'), priceText(spec, market.mark), spec.quoteAsset, `mark price of ${spec.symbol}`);
  chain.input(of('netRatio'), ratioText(tier.maintenanceRate), 'ratio', tierName);
  chain.input(of('netDeduction'), formatUnits(tier.deduction), spec.quoteAsset, tierName);
  const notional = `abs((${of('vaultSize')} + ${of('ownSize')}) * ${of('markAt')})`;
  chain.step(of('netNotional'), notional, 'POSITION-NOTIONAL');
  const margin = `max(0, round(${of('netNotional')} * ${of('netRatio')}, 8) - ${of('netDeduction')})`;
  chain.step(of('netMaintenance'), margin, 'MARGIN-MAINTENANCE');
}
