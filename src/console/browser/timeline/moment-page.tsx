import './moment.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { linkTo, query, show } from '../app/router.ts';
import { isReturning, session } from '../data/account.ts';
import { call } from '../data/calls.ts';
import { lives } from '../data/exchange.ts';
import { dayAndTime, grouped, money, signedMoney, timeOfDay, trend } from '../design/format.ts';
import { Heads, number } from '../design/heads.tsx';
import { CopyButton, Empty, Fault, Panel } from '../design/panel.tsx';
import { useRead } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { accountName, namedAccounts, readNames, withNames } from '../log/records.ts';
import { differences, type MomentAccount, type MomentRead, worths } from './moment-data.ts';
import { RunAgain } from './run-again.tsx';

/** What the page shows, as its address says it. */
interface MomentAddress {
  readonly input: string;
  readonly at: string;
  readonly market: string;
  readonly account: string;
  /** What it is compared with: `now`, the time of a moment, or the port of a branch as `branch-9731`. */
  readonly with: string;
}

const FIELDS = ['input', 'at', 'market', 'account', 'with'] as const;
const PATTERNS: Readonly<Record<keyof MomentAddress, RegExp>> = {
  input: /^\d{1,15}$/,
  at: /^\d{1,15}$/,
  market: /^[\w.-]{1,64}$/,
  account: /^\d{1,20}$/,
  with: /^(now|\d{1,15}|branch-\d{1,5})$/,
};

function addressNow(): MomentAddress {
  const of = (name: keyof MomentAddress): string => {
    const text = query(name) ?? '';
    return PATTERNS[name].test(text) ? text : '';
  };
  return { input: of('input'), at: of('at'), market: of('market'), account: of('account'), with: of('with') };
}

function hrefOf(address: Partial<MomentAddress>): string {
  const params = new URLSearchParams();
  for (const name of FIELDS) if (address[name]) params.set(name, address[name]);
  return `${linkTo('moment')}?${params.toString()}`;
}

/** The exchange as it was at a moment of its run, the way back into it, and how another moment or run differs. */
export function MomentPage() {
  const address = addressNow();
  useEffect(readNames, []);
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
  return (
    <div class="moment-page">
      <Head moment={value} address={address} go={go} />
      <AccountThen account={value.account} go={go} />
      <BookThen moment={value} go={go} />
      <LogThen moment={value} address={address} />
      <RunAgain moment={value} compare={(port) => go({ with: `branch-${port}` })} />
      <Panel
        title="Side by side"
        class="beside"
        tools={
          <span class="row">
            <button type="button" class="button small" onClick={() => go({ with: 'now' })}>
              Compare with now
            </button>
          </span>
        }
      >
        {address.with === '' ? (
          <Empty>
            Compare this moment with the exchange as it is, or run again from here and compare what became of both.
          </Empty>
        ) : (
          <Beside moment={value} address={address} />
        )}
      </Panel>
    </div>
  );
}

type Go = (changes: Partial<MomentAddress>) => void;

interface HeadParts {
  readonly moment: MomentRead;
  readonly address: MomentAddress;
  readonly go: Go;
}

/** Which moment it is, where it was worked out from, and the way into it. */
function Head({ moment: { input, at, inputs, from, opens }, address, go }: HeadParts) {
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
          <a href={`${opened.value.url.replace(/\/v1$/, '')}/console`} target="_blank" rel="noreferrer">
            Open its console
          </a>
          <button type="button" class="button small" onClick={() => go({ with: `branch-${opened.value?.port}` })}>
            Compare with it
          </button>
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
                <td class="number">{grouped(quantity)}</td>
                <td class="number">{grouped(entryPrice)}</td>
                <td class={`number ${trend(Number(unrealizedPnl))}`}>{signedMoney(unrealizedPnl)}</td>
                <td class="number">{liquidationPrice === '0' ? '–' : grouped(liquidationPrice)}</td>
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
                <td class="number">{price === '' ? '–' : grouped(price)}</td>
                <td class="number">{grouped(quantity)}</td>
                <td class="number">{grouped(filledQuantity)}</td>
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
        Mark {grouped(market?.markPrice ?? '')}, index {grouped(market?.indexPrice ?? '')}
      </p>
      <table class="grid">
        <Heads of={[number('Size'), number('Bid'), number('Ask'), number('Size')]} />
        <tbody>
          {Array.from({ length: rows }, (_, place) => {
            const [bid, ask] = [book.bids[place], book.asks[place]];
            return (
              <tr key={place}>
                <td class="number">{grouped(bid?.[1] ?? '')}</td>
                <td class="number up">{grouped(bid?.[0] ?? '')}</td>
                <td class="number down">{grouped(ask?.[0] ?? '')}</td>
                <td class="number">{grouped(ask?.[1] ?? '')}</td>
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

interface BesideParts {
  readonly moment: MomentRead;
  readonly address: MomentAddress;
}

/** This moment and another one, or the same run and a branch of it: what differs, and where the runs part. */
function Beside({ moment, address }: BesideParts) {
  const [, port] = /^branch-(\d+)$/.exec(address.with) ?? [];
  // A branch stands beside the run as it is: that is what it could have become.
  const left = port === undefined ? null : `input=${moment.inputs}`;
  const right = port === undefined ? (address.with === 'now' ? `input=${moment.inputs}` : `at=${address.with}`) : '';
  return port === undefined ? (
    <Differences leftRead={{ value: moment }} right={right} address={address} names={['This moment', 'Then']} />
  ) : (
    <Branched left={left ?? ''} port={port} address={address} />
  );
}

function Branched({
  left,
  port,
  address,
}: {
  readonly left: string;
  readonly port: string;
  readonly address: MomentAddress;
}) {
  const { read } = useRead<MomentRead>(pathOf(left, address));
  const { read: parting } = useRead<Parting>(`/branches/${port}/parting`);
  if (parting.value.fault) return <ControlFaultShown fault={parting.value.fault} />;
  return (
    <>
      {parting.value.value ? <Parted parting={parting.value.value} address={address} /> : null}
      <Differences
        leftRead={read.value}
        right={`at=${FAR}&branch=${port}`}
        address={address}
        names={['This run', 'The branch']}
      />
    </>
  );
}

/** After whatever has happened. */
const FAR = 999_999_999_999_999;

interface Parting {
  readonly input: number | null;
  readonly here: string | null;
  readonly there: string | null;
}

function Parted({
  parting: { input, here, there },
  address,
}: {
  readonly parting: Parting;
  readonly address: MomentAddress;
}) {
  if (input === null) return <p class="note">Both runs had the same inputs so far.</p>;
  return (
    <p class="parted" role="status">
      The runs part at{' '}
      <a href={hrefOf({ ...address, at: '', input: String(Math.max(0, input - 1)) })}>input {grouped(String(input))}</a>
      : here <strong>{here ?? 'nothing yet'}</strong>, in the branch <strong>{there ?? 'nothing yet'}</strong>.
    </p>
  );
}

interface DifferencesParts {
  readonly leftRead: { readonly value?: MomentRead; readonly fault?: { readonly message: string } };
  readonly right: string;
  readonly address: MomentAddress;
  readonly names: readonly [string, string];
}

function Differences({ leftRead, right, address, names }: DifferencesParts) {
  const { read } = useRead<MomentRead>(pathOf(right, address));
  const [one, other] = [leftRead.value, read.value.value];
  const fault = leftRead.fault ?? read.value.fault;
  if (fault) return <Fault>They cannot be compared: {fault.message}</Fault>;
  if (!one || !other) return <Empty>Reading both sides…</Empty>;
  const found = differences(one, other);
  return (
    <>
      <p class="note">
        {names[0]}: {dayAndTime(one.at)}, input {grouped(String(one.input))}. {names[1]}: {dayAndTime(other.at)}, input{' '}
        {grouped(String(other.input))}.
      </p>
      <WorthChart left={one} right={other} />
      {found.length === 0 ? (
        <p class="note">Account, orders, book and prices are equal.</p>
      ) : (
        <table class="grid" aria-label="Differences">
          <Heads of={['Figure', number(names[0]), number(names[1]), number('Difference')]} />
          <tbody>
            {found.map((figure) => (
              <tr key={figure.name}>
                <th scope="row">{figure.name}</th>
                <td class="number">{grouped(figure.left)}</td>
                <td class="number">{grouped(figure.right)}</td>
                <td class={`number ${trend(figure.difference ?? 0)}`}>
                  {figure.difference === null ? '' : signed(figure.difference)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${grouped(String(Number(value.toFixed(8))))}`;

/** By how much each account is worth more or less, as bars to either side. */
function WorthChart({ left, right }: { readonly left: MomentRead; readonly right: MomentRead }) {
  const all = worths(left, right);
  const most = Math.max(...all.map(({ difference }) => Math.abs(difference ?? 0)), 0);
  if (most === 0) return <p class="note">Every dev account is worth the same on both sides.</p>;
  return (
    <figure class="worths">
      <figcaption>Account values: the second less the first</figcaption>
      <ul>
        {all
          .filter(({ difference }) => difference !== 0)
          .map(({ name, difference }) => (
            <li key={name}>
              <span>{accountName(name)}</span>
              <svg viewBox="-50 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  class={trend(difference ?? 0)}
                  x={Math.min(0, (50 * (difference ?? 0)) / most)}
                  y={1}
                  width={(50 * Math.abs(difference ?? 0)) / most}
                  height={8}
                />
                <line x1={0} x2={0} y1={0} y2={10} />
              </svg>
              <span class={`number ${trend(difference ?? 0)}`}>{signedMoney(difference ?? 0)}</span>
            </li>
          ))}
      </ul>
    </figure>
  );
}
