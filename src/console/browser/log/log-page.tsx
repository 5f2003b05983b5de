import './log.css';
import { useEffect } from 'preact/hooks';
import { LOG_KINDS, type LogKind } from '../../../contract/log-shapes.ts';
import { linkTo, query, show } from '../app/router.ts';
import { lives } from '../data/exchange.ts';
import { followMarkets, markets } from '../data/markets.ts';
import { FilterText } from '../design/filter-text.tsx';
import { grouped } from '../design/format.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { addressIn, EVERYTHING, followedIn, type LogAddress, queryOf } from './address.ts';
import { type Feed, useFeed } from './feed.ts';
import { LifeLine } from './life-line.tsx';
import { namedAccounts, readNames, WORLD_KINDS } from './records.ts';
import { RowDetail } from './row-detail.tsx';
import { RowList } from './row-list.tsx';
import { WhyPanel } from './why-panel.tsx';

/** Shows what happens: inputs, events and refusals as they come, the life of one thing, and why it went like this. */
export function LogPage() {
  const address = addressIn(query);
  const feed = useFeed(address, lives.value);
  useEffect(() => {
    readNames();
    void followMarkets();
  }, []);
  const hrefOf = (changes: Partial<LogAddress>): string => linkTo('log') + queryOf({ ...address, ...changes });
  const go = (changes: Partial<LogAddress>): void => show(hrefOf(changes), { replace: true });
  const followed = followedIn(address);
  const shown = feed.shown.value;
  const row = shown?.rows.find(({ id }) => id === address.row);
  const isOpen = row !== undefined || address.why !== '';
  return (
    <div class={`log-page ${isOpen ? 'opened' : ''}`}>
      <h1 class="spoken">Log</h1>
      <div class="log-main">
        <Filters address={address} go={go} />
        {followed && shown ? (
          <LifeLine
            followed={followed}
            shown={shown}
            isWorking={feed.isWorking.value}
            whole={feed.whole}
            hrefOf={hrefOf}
          />
        ) : null}
        <Events feed={feed} address={address} go={go} />
      </div>
      <div class="log-side">
        {address.why === '' ? null : <WhyPanel key={address.why} path={address.why} close={hrefOf({ why: '' })} />}
        {row ? <RowDetail row={row} hrefOf={hrefOf} /> : null}
        {isOpen ? null : <Nothing />}
      </div>
    </div>
  );
}

interface EventsParts {
  readonly feed: Feed;
  readonly address: LogAddress;
  readonly go: (changes: Partial<LogAddress>) => void;
}

function Events({ feed, address, go }: EventsParts) {
  const { shown, fault, isPaused, earlier } = feed;
  const now = shown.value;
  const isFiltered = queryOf({ ...address, row: '', why: '' }) !== '';
  return (
    <Panel
      title="Events"
      class="log-events"
      tools={
        <span class="tools">
          {now ? <span class="quiet">{grouped(String(now.inputs))} inputs so far</span> : null}
          {isFiltered ? (
            <button type="button" class="button small" onClick={() => go({ ...EVERYTHING, row: address.row })}>
              Show all
            </button>
          ) : null}
          <button
            type="button"
            class="button small"
            aria-pressed={isPaused.value}
            onClick={() => {
              isPaused.value = !isPaused.value;
            }}
          >
            {isPaused.value ? 'Resume' : 'Pause'}
          </button>
        </span>
      }
    >
      {fault.value ? <ControlFaultShown fault={fault.value} /> : null}
      {now && now.rows.length > 0 ? (
        <RowList
          key={now.life}
          rows={now.rows}
          hasEarlier={now.hasEarlier}
          open={address.row}
          choose={(row) => go({ row, why: '' })}
          enter={() => document.getElementById('row-text')?.focus()}
          earlier={earlier}
        />
      ) : null}
      {!now && !fault.value ? <Empty>Reading the log…</Empty> : null}
      {now && now.rows.length === 0 ? <NoRows isFiltered={isFiltered} /> : null}
    </Panel>
  );
}

const NoRows = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <Empty>No row that is kept fits these filters. One that comes appears here within half a second.</Empty>
  ) : (
    <Empty>
      Nothing has happened yet. A request of a client or a call of the control plane appears here within half a second;
      what the world does by itself is shown with <em>the world too</em>.
    </Empty>
  );

const Nothing = () => (
  <Panel title="Details" class="log-detail">
    <Empty>
      <h2>What happened, and why?</h2>
      <p>
        Choose a row. You see what it is about and its input with all events, follow its order, account or liquidation
        through its life, and open the arithmetic behind refusals, margin, funding, liquidations and deleveraging.
      </p>
    </Empty>
  </Panel>
);

interface FilterParts {
  readonly address: LogAddress;
  readonly go: (changes: Partial<LogAddress>) => void;
}

/** Chooses which rows are shown. */
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
          <FilterText
            label="Only rows with this text"
            placeholder="Text, such as cancelled"
            text={text}
            choose={(chosen) => go({ text: chosen })}
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
