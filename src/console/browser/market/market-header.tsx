import { clock } from '../data/exchange.ts';
import { dayChange, figuresOf, marketOf } from '../data/markets.ts';
import { compact, priceText, signedPercent, span, trend } from '../design/format.ts';
import { Fact } from '../design/panel.tsx';

const HOUR_MS = 3_600_000;

/** The figures of one market: mark, index, premium, funding with its countdown, open interest and 24 hours. */
export function MarketHeader({ symbol }: { readonly symbol: string }) {
  const figures = figuresOf(symbol).value;
  const market = marketOf(symbol);
  if (!figures) return <p class="market-header quiet">Reading the prices…</p>;
  const { lastPrice, markPrice, indexPrice, fundingRate, openInterest, quoteVolume24h } = figures;
  const change = dayChange(figures);
  const premium = Number(indexPrice) > 0 ? Number(markPrice) / Number(indexPrice) - 1 : 0;
  const { now } = clock.value;
  const next = figures.nextFundingTime ?? (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  return (
    <div class="market-header">
      <strong class="name">{symbol}</strong>
      <p class={`last ${trend(change ?? 0)}`}>
        <span class="spoken">Last price </span>
        {priceText(lastPrice, market)}{' '}
        <small class={trend(change ?? 0)}>{change === null ? 'no trade' : signedPercent(change)}</small>
      </p>
      <dl class="facts">
        <Fact name="Mark">{priceText(markPrice, market)}</Fact>
        <Fact name="Index">{priceText(indexPrice, market)}</Fact>
        <Fact name="Premium">{signedPercent(premium, 3)}</Fact>
        <Fact name="Funding, 1 h">
          <span class={trend(Number(fundingRate))}>{signedPercent(Number(fundingRate), 4)}</span>
          {now > 0 && <span class="quiet"> in {span(next - now)}</span>}
        </Fact>
        <Fact name="Open interest">{compact(openInterest)}</Fact>
        <Fact name="Volume, 24 h">{compact(quoteVolume24h)} USDT</Fact>
        {figures.high24h !== undefined && <Fact name="High, 24 h">{priceText(figures.high24h, market)}</Fact>}
        {figures.low24h !== undefined && <Fact name="Low, 24 h">{priceText(figures.low24h, market)}</Fact>}
      </dl>
    </div>
  );
}
