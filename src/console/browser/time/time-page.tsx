import './time.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { session } from '../data/account.ts';
import { call, calls } from '../data/calls.ts';
import { clock } from '../data/exchange.ts';
import { figuresOf, firstSymbol, followMarkets, markets } from '../data/markets.ts';
import { grouped } from '../design/format.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { ClockPanel } from './clock-panel.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { SnapshotsPanel } from './snapshots-panel.tsx';

/** Drives the exchange: its clock, snapshots, prices, deposits and faults. Each control shows the call that it makes. */
export function TimePage() {
  if (clock.value.mode === 'unknown') return <Empty>Reading the clock…</Empty>;
  return (
    <div class="time-page">
      <h1 class="spoken">Time and control</h1>
      <div>
        <ClockPanel />
        <SnapshotsPanel />
        <DepositPanel />
      </div>
      <div>
        <PricePanel />
        <FaultsPanel />
      </div>
      <CallList />
    </div>
  );
}

/** Shows what the controls of this page sent, as the same calls for a shell, and what was refused. */
export function CallList() {
  return (
    <Panel title="Calls" class="calls">
      {calls.value.length === 0 ? (
        <Empty>Each control shows here the call of the control plane that it made.</Empty>
      ) : (
        <ol>
          {calls.value.map(({ number, curl, fault }) => (
            <li key={number}>
              <code>{curl}</code>
              <button
                type="button"
                class="button small"
                aria-label="Copy the call"
                onClick={() => void navigator.clipboard.writeText(curl)}
              >
                Copy
              </button>
              {fault && (
                <p class="wrong" role="alert">
                  {fault.code}, {fault.field}: {fault.message}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** Gives collateral to a subaccount. */
export function DepositPanel() {
  const typed = useSignal('');
  const asset = useSignal('USDT');
  const amount = useSignal('10000');
  const subAccountId = typed.value === '' ? (session.value?.subAccountId ?? '') : typed.value;
  const field = (name: string, label: string, value: string, take: (text: string) => void) => (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} value={value} onInput={(event) => take(event.currentTarget.value.trim())} />
    </div>
  );
  return (
    <Panel title="Deposit">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void call('/deposit', { subAccountId, asset: asset.value, amount: amount.value });
        }}
      >
        {field('deposit-to', 'Subaccount', subAccountId, (text) => {
          typed.value = text;
        })}
        {field('deposit-asset', 'Asset', asset.value, (text) => {
          asset.value = text;
        })}
        {field('deposit-amount', 'Amount', amount.value, (text) => {
          amount.value = text;
        })}
        <div class="row">
          <button type="submit" class="button" disabled={subAccountId === ''}>
            Deposit
          </button>
        </div>
      </form>
    </Panel>
  );
}

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
