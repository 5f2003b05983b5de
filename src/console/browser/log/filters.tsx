import { Panel } from '../design/panel.tsx';
import { markets } from '../data/markets.ts';
import type { LogAddress } from './address.ts';
import { namedAccounts } from './names.ts';
import { LOG_KINDS, type LogKind } from '../../../contract/log-shapes.ts';
import { WORLD_KINDS } from './records.ts';

interface FilterParts {
  readonly address: LogAddress;
  readonly go: (changes: Partial<LogAddress>) => void;
}

/** Which rows are shown. */
export function Filters({ address, go }: FilterParts) {
  const { kinds, account, market, text, world } = address;
  const offered = LOG_KINDS.filter((kind) => world || !WORLD_KINDS.includes(kind));
  const toggle = (kind: LogKind): void =>
    go({ kinds: kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind] });
  const known = namedAccounts();
  const isOther = account !== '' && !known.some(([id]) => id === account);
  return (
    <Panel title="Filters" class="log-filters">
      <form class="log-filter" onSubmit={(event) => event.preventDefault()}>
        {/* A fieldset cannot be a row of a grid in every browser. */}
        <span class="kinds" role="group" aria-label="Kinds">
          {offered.map((kind) => (
            <button
              key={kind}
              type="button"
              class={`kind ${kind}`}
              aria-pressed={kinds.includes(kind)}
              onClick={() => toggle(kind)}
            >
              {kind}
            </button>
          ))}
        </span>
        <span class="row">
          <select
            aria-label="Only this account"
            value={account}
            onChange={(event) => go({ account: event.currentTarget.value, order: '', liquidation: '' })}
          >
            <option value="">All accounts</option>
            {known.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {isOther ? <option value={account}>{account}</option> : null}
          </select>
          <select
            aria-label="Only this market"
            value={market}
            onChange={(event) => go({ market: event.currentTarget.value })}
          >
            <option value="">All markets</option>
            {(markets.value ?? []).map(({ symbol }) => (
              <option key={symbol}>{symbol}</option>
            ))}
            {market !== '' && !markets.value?.some(({ symbol }) => symbol === market) ? (
              <option>{market}</option>
            ) : null}
          </select>
          <input
            type="search"
            aria-label="Only rows with this text"
            placeholder="Text, such as cancelled"
            value={text}
            onChange={(event) => go({ text: event.currentTarget.value.trim() })}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={world}
              onChange={(event) =>
                go({
                  world: event.currentTarget.checked,
                  kinds: kinds.filter((kind) => event.currentTarget.checked || !WORLD_KINDS.includes(kind)),
                })
              }
            />{' '}
            the world too
          </label>
        </span>
      </form>
    </Panel>
  );
}
