import './moment.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { linkTo, query, show } from '../app/router.ts';
import { isReturning, session } from '../data/account.ts';
import { call } from '../data/calls.ts';
import { lives } from '../data/exchange.ts';
import { followMarkets, marketOf } from '../data/markets.ts';
import { dayAndTime, grouped, money, priceText, signedMoney, sizeText, timeOfDay, trend } from '../design/format.ts';
import { Heads, number } from '../design/heads.tsx';
import { CopyButton, Empty, Fault, Panel } from '../design/panel.tsx';
import { useRead } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { consoleOf } from '../jobs/open-run.tsx';
import { namedAccounts, readNames, withNames } from '../log/records.ts';
import { compareHref } from './compare-link.ts';
import type { MomentAccount, MomentRead } from './moment-data.ts';
import { RunAgain } from './run-again.tsx';
import { END, type Side, THIS_RUN } from './sides.ts';

/** What the page shows, as its address says it. */
interface MomentAddress {
  readonly input: string;
  readonly at: string;
  readonly market: string;
  readonly account: string;
}

const FIELDS = ['input', 'at', 'market', 'account'] as const;
const PATTERNS: Readonly<Record<keyof MomentAddress, RegExp>> = {
  input: /^\d{1,15}$/,
  at: /^\d{1,15}$/,
  market: /^[\w.-]{1,64}$/,
  account: /^\d{1,20}$/,
};

function addressNow(): MomentAddress {
  const of = (name: keyof MomentAddress): string => {
    const text = query(name) ?? '';
    return PATTERNS[name].test(text) ? text : '';
  };
  return { input: of('input'), at: of('at'), market: of('market'), account: of('account') };
}

function hrefOf(address: Partial<MomentAddress>): string {
  const params = new URLSearchParams();
  for (const name of FIELDS) if (address[name]) params.set(name, address[name]);
  return `${linkTo('moment')}?${params.toString()}`;
}

/** The exchange as it was at a moment of its run, the way back into it, and the way to how another moment or run differs. */
export function MomentPage() {
  const address = addressNow();
  useEffect(readNames, []);
  useEffect(() => void followMarkets(), []);
  if (address.input === '' && address.at === '') {
    return (
      <Empty>
        <h1>A moment of the run</h1>
        <p>Click a place of the timeline above, or &quot;Show this moment&quot; of a row of the log.</p>
      </Empty>
    );
  }
  // Whose account is shown is known once the session of the tab is back.
  if (isReturning.value) return <Empty>Reading the account…</Empty>;
  return <Moment key={lives.value} address={address} />;
}

/** Route of a moment for the account and the market that are shown. */
function pathOf(place: string, { market, account }: MomentAddress): string {
  const id = account === '' ? (session.value?.subAccountId ?? '') : account;
  return `/moment?${place}${market === '' ? '' : `&market=${encodeURIComponent(market)}`}${id === '' ? '' : `&account=${id}`}`;
}

function Moment({ address }: { readonly address: MomentAddress }) {
  const place = address.input === '' ? `at=${address.at}` : `input=${address.input}`;
  const { read } = useRead<MomentRead>(pathOf(place, address));
  const { value, fault } = read.value;
  if (fault) return <ControlFaultShown fault={fault} />;
  if (!value) return <Empty>Reading the moment: the run is worked out again up to there…</Empty>;
  const go = (changes: Partial<MomentAddress>): void => show(hrefOf({ ...address, ...changes }), { replace: true });
  const shown = { market: value.book.symbol, account: value.account?.subAccountId ?? '' };
  return (
    <div class="moment-page">
      <Head moment={value} address={address} />
      <AccountThen account={value.account} go={go} />
      <BookThen moment={value} go={go} />
      <LogThen moment={value} address={address} />
      <RunAgain
        moment={value}
        compare={(port) => compareHref({ run: THIS_RUN, moment: END }, { run: String(port), moment: END }, shown)}
      />
    </div>
  );
}

type Go = (changes: Partial<MomentAddress>) => void;

interface HeadParts {
  readonly moment: MomentRead;
  readonly address: MomentAddress;
}

/** Which moment it is, where it was worked out from, and the way into it. */
function Head({ moment: { input, at, inputs, from, opens, book, account }, address }: HeadParts) {
  const opened = useSignal<{ readonly port: number; readonly url: string } | null>(null);
  const fault = useSignal<string | null>(null);
  const isOpening = useSignal(false);
  const open = async (): Promise<void> => {
    isOpening.value = true;
    const response = await call<{ readonly port: number; readonly url: string }>('/moment/branch', { input, port: 0 });
    isOpening.value = false;
    if ('value' in response) opened.value = response.value;
    fault.value = 'error' in response ? response.error.message : null;
  };
  const step = (to: number) => hrefOf({ ...address, at: '', input: String(to) });
  const shown = { market: book.symbol, account: account?.subAccountId ?? '' };
  const beside = (other: Side) => compareHref({ run: THIS_RUN, moment: { of: 'input', input } }, other, shown);
  const command = `perpsim replay ${location.origin} --until ${input} --serve --port 0`;
  const start = from.snapshot === null ? 'the start of the journal' : `the snapshot ${from.snapshot}`;
  return (
    <Panel
      title="Moment"
      class="moment-head"
      tools={
        <span class="row">
          <a class="button small" href={step(Math.max(0, input - 1))} aria-label="The input before">
            ‹ Before
          </a>
          <a class="button small" href={step(Math.min(inputs, input + 1))} aria-label="The input after">
            After ›
          </a>
          <a class="button small" href={beside({ run: THIS_RUN, moment: END })}>
            Compare with now
          </a>
        </span>
      }
    >
      <div class="row">
        <h1>{dayAndTime(at)}</h1>
        <span>
          after input {grouped(String(input))} of {grouped(String(inputs))}
        </span>
        <button
          type="button"
          class="button main"
          disabled={opens !== '' || isOpening.value}
          onClick={() => void open()}
        >
          {isOpening.value ? 'Opening…' : 'Open the exchange at this moment'}
        </button>
      </div>
      <p class="note">
        Worked out from {start}, {grouped(String(input - from.input))} inputs, beside the exchange, which goes on.
        {opens === '' ? null : ` It cannot be opened: ${opens}`}
      </p>
      {fault.value === null ? null : <Fault>It cannot be opened: {fault.value}</Fault>}
      {opened.value === null ? null : (
        <p class="row" role="status">
          An exchange as it was then runs at <code>{opened.value.url}</code>
          <a href={consoleOf(opened.value)} target="_blank" rel="noreferrer">
            Open its console
          </a>
          <a class="button small" href={beside({ run: String(opened.value.port), moment: END })}>
            Compare with it
          </a>
        </p>
      )}
      <p class="row">
        <span class="quiet">The same in a shell:</span> <code>{command}</code>
        <CopyButton text={command} what="the command" />
      </p>
    </Panel>
  );
}

function AccountThen({ account, go }: { readonly account: MomentAccount | null; readonly go: Go }) {
  return (
    <Panel
      title="Account"
      class="then-account"
      tools={
        <select
          aria-label="Account at this moment"
          value={account?.subAccountId ?? ''}
          onChange={(event) => go({ account: event.currentTarget.value })}
        >
          {namedAccounts().map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {account && !namedAccounts().some(([id]) => id === account.subAccountId) ? (
            <option value={account.subAccountId}>{account.subAccountId}</option>
          ) : null}
        </select>
      }
    >
      {account === null ? <Empty>No account is chosen.</Empty> : <AccountFigures account={account} />}
    </Panel>
  );
}

function AccountFigures({ account }: { readonly account: MomentAccount }) {
  const { accountValue, availableMargin, maintenanceMargin, positions, orders, ordersLeftOut } = account;
  return (
    <>
      <dl class="facts wide">
        <div>
          <dt>Account value</dt>
          <dd>{money(accountValue)}</dd>
        </div>
        <div>
          <dt>Available margin</dt>
          <dd>{money(availableMargin)}</dd>
        </div>
        <div>
          <dt>Maintenance margin</dt>
          <dd>{money(maintenanceMargin)}</dd>
        </div>
      </dl>
      {positions.length === 0 ? (
        <p class="note">It held no position.</p>
      ) : (
        <table class="grid" aria-label="Positions at this moment">
          <Heads of={['Position', number('Size'), number('Entry'), number('PnL'), number('Liquidation')]} />
          <tbody>
            {positions.map(({ symbol, side, quantity, entryPrice, unrealizedPnl, liquidationPrice }) => (
              <tr key={`${symbol} ${side}`}>
                <td>
                  {symbol} {side}
                </td>
                <td class="number">{sizeText(quantity, marketOf(symbol))}</td>
                <td class="number">{priceText(entryPrice, marketOf(symbol))}</td>
                <td class={`number ${trend(Number(unrealizedPnl))}`}>{signedMoney(unrealizedPnl)}</td>
                <td class="number">{liquidationPrice === '0' ? '–' : priceText(liquidationPrice, marketOf(symbol))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {orders.length === 0 ? (
        <p class="note">It had no open order.</p>
      ) : (
        <table class="grid" aria-label="Orders at this moment">
          <Heads of={['Order', number('Price'), number('Size'), number('Filled')]} />
          <tbody>
            {orders.map(({ orderId, symbol, side, type, price, quantity, filledQuantity }) => (
              <tr key={orderId}>
                <td>
                  {symbol} {side} {type.toLowerCase()}
                </td>
                <td class="number">{price === '' ? '–' : priceText(price, marketOf(symbol))}</td>
                <td class="number">{sizeText(quantity, marketOf(symbol))}</td>
                <td class="number">{sizeText(filledQuantity, marketOf(symbol))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {ordersLeftOut === 0 ? null : <p class="note">{ordersLeftOut} further orders are left out.</p>}
    </>
  );
}

function BookThen({ moment: { book, markets }, go }: { readonly moment: MomentRead; readonly go: Go }) {
  const market = markets.find(({ symbol }) => symbol === book.symbol);
  const terms = marketOf(book.symbol);
  const rows = Math.max(book.bids.length, book.asks.length);
  return (
    <Panel
      title="Book"
      class="then-book"
      tools={
        <select
          aria-label="Market at this moment"
          value={book.symbol}
          onChange={(event) => go({ market: event.currentTarget.value })}
        >
          {markets.map(({ symbol }) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </select>
      }
    >
      <p class="note">
        Mark {priceText(market?.markPrice ?? '', terms)}, index {priceText(market?.indexPrice ?? '', terms)}
      </p>
      <table class="grid">
        <Heads of={[number('Size'), number('Bid'), number('Ask'), number('Size')]} />
        <tbody>
          {Array.from({ length: rows }, (_, place) => {
            const [bid, ask] = [book.bids[place], book.asks[place]];
            return (
              <tr key={place}>
                <td class="number">{sizeText(bid?.[1] ?? '', terms)}</td>
                <td class="number up">{priceText(bid?.[0] ?? '', terms)}</td>
                <td class="number down">{priceText(ask?.[0] ?? '', terms)}</td>
                <td class="number">{sizeText(ask?.[1] ?? '', terms)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

function LogThen({ moment: { rows }, address }: { readonly moment: MomentRead; readonly address: MomentAddress }) {
  return (
    <Panel title="What had just happened" class="then-log">
      {rows.length === 0 ? (
        <Empty>Nothing had happened to an account before.</Empty>
      ) : (
        <ol>
          {rows.toReversed().map((row) => (
            <li key={row.id}>
              <a href={hrefOf({ ...address, at: '', input: String(row.input) })}>{timeOfDay(row.at)}</a>{' '}
              {withNames(row.text)}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
