import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { call } from '../data/calls.ts';
import { figuresOf, firstSymbol, followMarkets, markets } from '../data/markets.ts';
import { grouped } from '../design/format.ts';
import { Panel } from '../design/panel.tsx';

/** Moves, pins and releases the index of a market, moves its mark, and stops its feed. */
export function PricePanel() {
  useEffect(() => void followMarkets(), []);
  const chosen = useSignal('');
  const price = useSignal('');
  const symbol = chosen.value === '' ? (firstSymbol.value ?? '') : chosen.value;
  const figures = figuresOf(symbol).value;
  return (
    <Panel title="Prices">
      <div class="form">
        <div class="field">
          <label for="price-market">Market</label>
          <select
            id="price-market"
            value={symbol}
            onChange={(event) => {
              chosen.value = event.currentTarget.value;
            }}
          >
            {(markets.value ?? []).map((market) => (
              <option key={market.symbol}>{market.symbol}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="price-value">Price{figures && `, index is ${grouped(figures.indexPrice)}`}</label>
          <input
            id="price-value"
            inputMode="decimal"
            placeholder={figures?.indexPrice ?? ''}
            value={price}
            onInput={(event) => {
              price.value = event.currentTarget.value.trim();
            }}
          />
        </div>
        <div class="row">
          <button
            type="button"
            class="button"
            disabled={price.value === ''}
            onClick={() => void call('/prices/move', { symbol, price: price.value })}
          >
            Move index
          </button>
          <button
            type="button"
            class="button"
            disabled={price.value === ''}
            onClick={() => void call('/prices/mark', { symbol, price: price.value })}
          >
            Set mark
          </button>
          <button
            type="button"
            class="button"
            title="The price stays and is fresh: orders, liquidations and collateral go on"
            onClick={() => void call('/prices/pin', { symbol, ...(price.value !== '' && { price: price.value }) })}
          >
            Pin
          </button>
          <button
            type="button"
            class="button"
            title="The price goes stale after a minute"
            onClick={() => void call('/prices/stop', { symbol })}
          >
            Stop feed
          </button>
          <button type="button" class="button" onClick={() => void call('/prices/release', { symbol })}>
            Release
          </button>
        </div>
      </div>
    </Panel>
  );
}
