import type { ShortRefusal } from '../../../exchange/why/explanation.ts';
import './bots.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LogRecord } from '../../../contract/log-shapes.ts';
import { RefusalTable } from '../account/refusals-panel.tsx';
import { linkTo, segments } from '../app/router.ts';
import { gainCard, gainFile, largestGain } from '../card/card-data.ts';
import { CardMaker } from '../card/card-panel.tsx';
import { type DevAccount, devName, readDevAccounts } from '../data/account.ts';
import { type ControlFault, readControl } from '../data/control.ts';
import { readRefusals } from '../data/refusals.ts';
import { useFollowed } from '../data/use-followed.ts';
import { money, percent, signedMoney, timeOfDay, trend } from '../design/format.ts';
import { Heads, number } from '../design/heads.tsx';
import { Empty, Fact, Fault, Panel } from '../design/panel.tsx';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { readBot, type Seen } from './bot-data.ts';
import { curve, kindsSince, pnlBySource, refusalsByCode } from './figures.ts';

/** Shows what each program makes of its account: an overview of all, or the page of one. */
export function BotsPage() {
  const id = segments.value[1];
  const devs = useSignal<readonly DevAccount[] | null>(null);
  const fault = useSignal<ControlFault | null>(null);
  useEffect(() => {
    void readDevAccounts().then((read) => {
      if ('value' in read) devs.value = read.value;
      else fault.value = read.error;
    });
  }, [devs, fault]);
  if (fault.value) return <ControlFaultShown fault={fault.value} />;
  if (devs.value === null) return <Empty>Reading the accounts…</Empty>;
  if (id === undefined) return <Overview devs={devs.value} />;
  const rank = devs.value.findIndex(({ subAccountId }) => subAccountId === id);
  return <Bot key={id} id={id} name={rank === -1 ? id : devName(rank)} dev={devs.value[rank]} />;
}

/** Rows of the log that the page looks at. */
const ROWS = 500;
const READ_EVERY_MS = 2_000;
/** Of all accounts together, which is more to read. */
const READ_ALL_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;

interface Activity {
  readonly now: number;
  readonly rows: readonly LogRecord[];
  readonly refusals: readonly ShortRefusal[];
  readonly waits: Waits;
}

/** `GET /sim/v1/latency` of an account. */
interface Waits {
  /** How long its requests to change something have waited, in exchange time; undefined while nothing held one back. */
  readonly measured: ResponseTimes | undefined;
  readonly hasLatency: boolean;
}

interface ResponseTimes {
  readonly subAccountId: string;
  readonly count: number;
  readonly lastMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}

interface LatencyRead {
  readonly latencies: readonly { readonly subAccountId: string }[];
  readonly responses: readonly ResponseTimes[];
}

/** What the control plane tells of an account: it costs the account nothing, so it is read all the time. */
function useActivity(id: string, everyMs: number) {
  const activity = useSignal<Activity | null>(null);
  useFollowed(id, (until) => {
    const look = async (): Promise<void> => {
      const [log, refusals, latency] = await Promise.all([
        readControl<{ readonly now: number; readonly rows: readonly LogRecord[] }>(`/log?account=${id}&limit=${ROWS}`),
        readRefusals(id),
        readControl<LatencyRead>('/latency'),
      ]);
      const { latencies = [], responses = [] } = 'value' in latency ? latency.value : {};
      const waits = {
        measured: responses.find(({ subAccountId }) => subAccountId === id),
        hasLatency: latencies.some(({ subAccountId }) => subAccountId === id),
      };
      if (until.aborted) return;
      if ('value' in log) activity.value = { ...log.value, refusals: refusals ?? [], waits };
      setTimeout(() => void (until.aborted || look()), everyMs);
    };
    void look();
  });
  return activity;
}

interface OverviewParts {
  readonly devs: readonly DevAccount[];
}

/** All dev accounts with what they did last. */
function Overview({ devs }: OverviewParts) {
  return (
    <div class="bots-page">
      <h1 class="spoken">Bots</h1>
      <Panel title={`Accounts (${devs.length})`} class="all-bots">
        <table class="grid">
          <Heads
            of={[
              'Account',
              number('Fills'),
              number('Refused'),
              number('In the last minute'),
              'Last thing that happened',
            ]}
          />
          <tbody>
            {devs.map((dev, rank) => (
              <OverviewLine key={dev.subAccountId} dev={dev} rank={rank} />
            ))}
          </tbody>
        </table>
      </Panel>
    </div>
  );
}

function OverviewLine({ dev: { subAccountId }, rank }: { readonly dev: DevAccount; readonly rank: number }) {
  const seen = useActivity(subAccountId, READ_ALL_EVERY_MS).value;
  const last = seen?.rows.at(-1);
  const count = (kind: string): string => String(seen?.rows.filter((row) => row.kind === kind).length ?? '');
  return (
    <tr>
      <td>
        <a href={linkTo('bots', subAccountId)}>{devName(rank)}</a>
      </td>
      <td class="number">{count('trade')}</td>
      <td class="number">{seen ? seen.refusals.length : ''}</td>
      <td class="number">{seen ? seen.rows.filter(({ at }) => at >= seen.now - MINUTE_MS).length : ''}</td>
      <td>{last ? `${timeOfDay(last.at)} ${last.text}` : seen ? 'nothing yet' : 'Reading…'}</td>
    </tr>
  );
}

interface BotParts {
  readonly id: string;
  readonly name: string;
  /** Its key is public; undefined for an account whose key nobody has here. */
  readonly dev: DevAccount | undefined;
}

/** One account: what it earned and how, what was refused to it and what to do about it, and what it did last. */
function Bot({ id, name, dev }: BotParts) {
  const activity = useActivity(id, READ_EVERY_MS);
  const seen = useSignal<Seen | null>(null);
  const problem = useSignal<string | null>(null);
  const round = useSignal(0);
  useFollowed(`${id} ${round.value}`, (until) => {
    readBot(id, dev, until).then(
      (read) => {
        if (!until.aborted) seen.value = read;
      },
      (error: unknown) => {
        if (!until.aborted) problem.value = error instanceof Error ? error.message : String(error);
      },
    );
  });
  return (
    <div class="bots-page">
      <div class="account-bar">
        <h1>{name}</h1>
        <code>{id}</code>
        <a href={linkTo('bots')}>All accounts</a>
        <a href={`${linkTo('log')}?account=${id}`}>Its log</a>
      </div>
      {problem.value === null ? null : <Fault>The account cannot be read: {problem.value}</Fault>}
      <Worth
        seen={seen.value}
        name={name}
        again={() => {
          round.value += 1;
        }}
      />
      <Limits seen={seen.value} />
      <OrderToResponse waits={activity.value?.waits} />
      <Refusals activity={activity.value} />
      <LastMinute activity={activity.value} id={id} />
    </div>
  );
}

const WIDTH = 600;
const HEIGHT = 80;

interface WorthParts {
  readonly seen: Seen | null;
  readonly name: string;
  readonly again: () => void;
}

function Worth({ seen, name, again }: WorthParts) {
  const values = seen?.equity ?? [];
  const best = largestGain(seen?.trades ?? []);
  return (
    <Panel
      title="PnL by source"
      class="pnl"
      tools={
        <button type="button" class="button small" onClick={again}>
          Read again
        </button>
      }
    >
      {seen === null ? (
        <Empty>Reading the account…</Empty>
      ) : (
        <>
          <table class="grid">
            <tbody>
              {pnlBySource(seen).map((source) => (
                <tr key={source.name}>
                  <th scope="row">{source.name}</th>
                  <td class={`number ${trend(source.amount)}`}>{signedMoney(source.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="note">
            {seen.isCut ? `Of the latest ${seen.trades.length} fills. ` : ''}The reads of this panel are charged to the
            account like its own, so it is read when you ask.
          </p>
          <figure>
            <figcaption>
              Equity <strong>{money(seen.accountValue)}</strong>
              <span class="quiet"> over 24 hours, by the hour</span>
            </figcaption>
            {values.length > 1 ? (
              <svg
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={`Equity from ${money(values[0] ?? 0)} to ${money(values.at(-1) ?? 0)}`}
              >
                <polyline points={curve(values, WIDTH, HEIGHT)} />
              </svg>
            ) : (
              <p class="note">The curve begins with the second full hour.</p>
            )}
          </figure>
          {best === undefined ? null : (
            <div class="best">
              <p>
                Largest gain: <strong class="up">{signedMoney(best.realizedPnl)}</strong> in {best.symbol},{' '}
                {timeOfDay(best.timestamp)}
              </p>
              <CardMaker
                key={best.timestamp}
                drawn={{ market: best.symbol, at: best.timestamp, make: (origin) => gainCard(best, name, origin) }}
                file={gainFile(best)}
              />
            </div>
          )}
        </>
      )}
    </Panel>
  );
}

function Limits({ seen }: { readonly seen: Seen | null }) {
  const { requestsUsed: used = 0, requestsCap: cap = 0 } = seen?.limits ?? {};
  return (
    <Panel title="Rate limit" class="limits">
      {seen === null ? (
        <Empty>Reading the limits…</Empty>
      ) : cap === 0 ? (
        <Empty>Nothing is limited here.</Empty>
      ) : (
        <dl class="facts wide">
          <Fact name="Used of its tokens">
            {used} of {cap}
          </Fact>
          <Fact name="Share">{percent(used / cap)}</Fact>
          <Fact name="Bar">
            <meter aria-label="Tokens used" min={0} max={cap} low={cap / 2} high={0.8 * cap} optimum={0} value={used} />
          </Fact>
        </dl>
      )}
    </Panel>
  );
}

/** How long the account waits for the response to an order, in exchange time. */
function OrderToResponse({ waits }: { readonly waits: Waits | undefined }) {
  const { measured, hasLatency = false } = waits ?? {};
  return (
    <Panel title="Order to response" class="waits">
      {waits === undefined ? (
        <Empty>Reading the latency…</Empty>
      ) : measured === undefined ? (
        <p class="note">
          {hasLatency ? 'The account has a latency, and no request met it yet.' : 'Nothing holds its requests back: '}
          {hasLatency ? '' : 'each is answered within the same millisecond of exchange time.'}
        </p>
      ) : (
        <>
          <dl class="facts wide">
            <Fact name="Median">{measured.medianMs} ms</Fact>
            <Fact name="1 in 100 takes">{measured.p99Ms} ms</Fact>
            <Fact name="Longest">{measured.mostMs} ms</Fact>
            <Fact name="Last">{measured.lastMs} ms</Fact>
          </dl>
          <p class="note">
            Exchange time from sending to the response, of {measured.count} requests that changed something and that a
            latency or a fault held back. A repeated run has the same figures.
          </p>
        </>
      )}
    </Panel>
  );
}

const LATEST = 10;

function Refusals({ activity }: { readonly activity: Activity | null }) {
  const lines = activity?.refusals ?? [];
  return (
    <Panel title={activity ? `Refusals (${lines.length})` : 'Refusals'} class="refusals">
      {lines.length === 0 ? (
        <Empty>{activity ? 'Nothing was refused to this account.' : 'Reading the refusals…'}</Empty>
      ) : (
        <>
          <ul class="codes" aria-label="Refusals by code">
            {refusalsByCode(lines).map(([code, count]) => (
              <li key={code}>
                <code>{code}</code> <strong>{count}</strong>
              </li>
            ))}
          </ul>
          <RefusalTable lines={lines.slice(0, LATEST)} />
        </>
      )}
    </Panel>
  );
}

function LastMinute({ activity, id }: { readonly activity: Activity | null; readonly id: string }) {
  const since = (activity?.now ?? 0) - MINUTE_MS;
  const rows = activity?.rows.filter(({ at }) => at >= since) ?? [];
  return (
    <Panel title="The last minute" class="last-minute">
      {rows.length === 0 ? (
        <Empty>{activity ? 'It did nothing, and nothing happened to it.' : 'Reading the log…'}</Empty>
      ) : (
        <>
          <ul class="codes" aria-label="What happened, by kind">
            {kindsSince(rows, since).map(([kind, count]) => (
              <li key={kind}>
                {kind} <strong>{count}</strong>
              </li>
            ))}
          </ul>
          <ol>
            {rows
              .slice(-LATEST)
              .reverse()
              .map((row) => (
                <li key={row.id}>
                  <a href={`${linkTo('log')}?account=${id}&row=${row.id}`}>{timeOfDay(row.at)}</a> {row.text}
                </li>
              ))}
          </ol>
        </>
      )}
    </Panel>
  );
}
