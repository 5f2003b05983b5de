import type { ComponentChildren } from 'preact';
import type { SubAccount } from '../../../client.ts';
import { grouped, trend } from '../design/format.ts';
import { Panel } from '../design/panel.tsx';
import { marginRatio } from './margin-ratio.ts';
import { whyMargin } from './why-margin.ts';

/** The margin of a subaccount and its collateral. */
export function Summary({ summary }: { readonly summary: SubAccount }) {
  const margin = summary.crossMarginSummary;
  const ratio = marginRatio(margin);
  return (
    <Panel
      title="Margin"
      class="summary"
      tools={
        <a class="button small" href={whyMargin()}>
          Why?
        </a>
      }
    >
      <dl class="facts wide">
        <Fact name="Account value">{grouped(margin.accountValue)}</Fact>
        <Fact name="Available margin">{grouped(margin.availableMargin)}</Fact>
        <Fact name="Unrealized PnL">
          <span class={trend(Number(margin.totalUnrealizedPnl))}>{grouped(margin.totalUnrealizedPnl)}</span>
        </Fact>
        <Fact name="Initial margin">{grouped(margin.initialMargin)}</Fact>
        <Fact name="Maintenance margin">{grouped(margin.maintenanceMargin)}</Fact>
        <Fact name="Withdrawable">{grouped(margin.withdrawable)}</Fact>
        <Fact name="Fees">
          {summary.feeRates.makerFeeRate} maker, {summary.feeRates.takerFeeRate} taker
        </Fact>
      </dl>
      <div class="ratio">
        <label for="margin-ratio">Margin ratio</label>
        <meter id="margin-ratio" min={0} max={1} low={0.5} high={0.8} optimum={0} value={Math.min(1, ratio)} />
        <span>{(100 * ratio).toFixed(1)}% of what liquidates the account</span>
      </div>
      <table class="grid">
        <thead>
          <tr>
            <th>Collateral</th>
            <th class="number">Quantity</th>
            <th class="number">Price</th>
            <th class="number">Value</th>
            <th class="number">Counted</th>
            <th class="number">Withdrawable</th>
          </tr>
        </thead>
        <tbody>
          {(summary.collaterals ?? []).map((held) => (
            <tr key={held.symbol}>
              <td>{held.symbol}</td>
              <td class="number">{grouped(held.quantity)}</td>
              <td class="number">{grouped(held.price)}</td>
              <td class="number">{grouped(held.collateralValue)}</td>
              <td class="number">{grouped(held.adjustedCollateralValue)}</td>
              <td class="number">{grouped(held.withdrawable)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
