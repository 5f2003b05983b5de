import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type uPlot from 'uplot';
import { Choose } from '../../pages/shared/browser/controls.tsx';
import type { Theme } from '../../pages/shared/browser/theme.ts';
import { grouped, rounded, span } from '../../../kernel/words.ts';
import { AtCursor, Chart, type ChartOptions, figureAxis, timeAxis } from '../../pages/run/browser/chart/chart.tsx';
import { Timeline } from '../../pages/run/browser/timeline.ts';
import { valueAt } from '../../pages/run/view/series.ts';
import { ELEMENT } from '../../pages/run/page-data.ts';
import type { RunResult } from '../../../scenarios/run-result.ts';
import { linkTo, show } from '../app/router.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { dataIn, useReport } from '../jobs/report.tsx';
import { openRun } from '../jobs/open-run.tsx';
import { compareHref } from '../timeline/compare-link.ts';
import type { Side } from '../timeline/sides.ts';
import {
  alikeText,
  aligned,
  comparedFigures,
  differenceLine,
  equityLine,
  type Line,
  markLine,
  namesInBoth,
} from './compare.ts';
import './run-view.tsx';
import { Heads, number } from '../design/heads.tsx';

interface Props {
  readonly left: string;
  readonly right: string;
}

/** Two runs side by side: account values and prices over the time since the start, and the figures of an account. */
export function CompareView({ left, right }: Props) {
  const [one, other] = [useReport(left), useReport(right)];
  const fault = one.fault ?? other.fault;
  const results = useMemo(
    () =>
      one.value && other.value
        ? ([dataIn(one.value, ELEMENT.run) as RunResult, dataIn(other.value, ELEMENT.run) as RunResult] as const)
        : undefined,
    [one.value, other.value],
  );
  if (!results) return fault ? <ControlFaultShown fault={fault} /> : <Empty>Reading both reports…</Empty>;
  return <Compared runs={results} links={[left, right]} />;
}

interface ComparedProps {
  readonly runs: readonly [RunResult, RunResult];
  readonly links: readonly [string, string];
}

function Compared({ runs: [one, other], links }: ComparedProps) {
  const accounts = namesInBoth(...both(one, other, ({ accounts: all }) => all.map(({ name }) => name)));
  const markets = namesInBoth(...both(one, other, ({ markets: all }) => all.map(({ symbol }) => symbol)));
  const account = useSignal(one.accounts.find(({ isStrategy }) => isStrategy)?.name ?? accounts[0] ?? '');
  const market = useSignal(markets[0] ?? '');
  const timeline = useMemo(() => {
    const lasted = both(one, other, ({ startTime, endTime }) => endTime - startTime);
    return new Timeline(0, Math.max(1, ...lasted));
  }, [one, other]);
  const [leftAccount, rightAccount] = both(one, other, (run) =>
    run.accounts.find(({ name }) => name === account.value),
  );
  const [leftMarket, rightMarket] = both(one, other, (run) =>
    run.markets.find(({ symbol }) => symbol === market.value),
  );
  return (
    <div class="job-page">
      <h1 class="spoken">Two runs</h1>
      <Panel
        title={`${one.scenario.name}, seed ${one.seed} and ${other.scenario.name}, seed ${other.seed}`}
        tools={
          <span class="row">
            <a href={linkTo('scenarios', 'runs', links[0])}>First</a>
            <a href={linkTo('scenarios', 'runs', links[1])}>Second</a>
            <CompareMoments
              ids={links}
              starts={[one.startTime, other.startTime]}
              market={market.value}
              account={leftAccount?.subAccountId ?? ''}
              timeline={timeline}
            />
          </span>
        }
      >
        <p class="note">{alikeText(one, other)} Times count from the start of each run.</p>
      </Panel>
      <div class="report">
        <div class="choices">
          <Choose
            label="Account"
            values={accounts}
            chosen={account.value}
            onChange={(name) => (account.value = name)}
          />
          <Choose label="Market" values={markets} chosen={market.value} onChange={(name) => (market.value = name)} />
        </div>
        <Lines
          title={`Account value of ${account.value}`}
          left={equityLine(leftAccount, one.startTime)}
          right={equityLine(rightAccount, other.startTime)}
          timeline={timeline}
        />
        <DifferenceChart
          title={`Account value of ${account.value}: the second less the first`}
          line={differenceLine(equityLine(leftAccount, one.startTime), equityLine(rightAccount, other.startTime))}
          timeline={timeline}
        />
        <Lines
          title={`Mark price of ${market.value}`}
          left={markLine(leftMarket, one.startTime)}
          right={markLine(rightMarket, other.startTime)}
          timeline={timeline}
        />
        <h2>{`Figures of ${account.value}`}</h2>
        <div class="scroller" role="region" tabindex={0} aria-label={`Figures of ${account.value}`}>
          <table>
            <Heads of={['Figure', number('First'), number('Second'), number('Difference')]} />
            <tbody>
              {comparedFigures(leftAccount, rightAccount).map(({ label, left, right, difference }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td class="number">{left === null ? '–' : grouped(left)}</td>
                  <td class="number">{right === null ? '–' : grouped(right)}</td>
                  <td class="number">{differenceText(difference)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </div>
  );
}

const differenceText = (difference: string | null): string =>
  difference === null ? '–' : `${/^[^-]*[1-9]/.test(difference) ? '+' : ''}${grouped(difference)}`;

const both = <T,>(one: RunResult, other: RunResult, of: (run: RunResult) => T): [T, T] => [of(one), of(other)];

interface CompareMomentsProps {
  readonly ids: readonly [string, string];
  readonly starts: readonly [number, number];
  readonly market: string;
  readonly account: string;
  readonly timeline: Timeline;
}

/** Starts the exchanges of both runs again, and shows them side by side at the time that the charts are at. */
function CompareMoments({ ids, starts, market, account, timeline }: CompareMomentsProps) {
  const fault = useSignal<string | null>(null);
  const isOpening = useSignal(false);
  const compare = async (): Promise<void> => {
    isOpening.value = true;
    const after = Math.round(timeline.cursor);
    const sides: Side[] = [];
    for (const [at, id] of ids.entries()) {
      const opened = await openRun(id);
      if ('error' in opened) {
        fault.value = opened.error.message;
        break;
      }
      sides.push({ run: String(opened.value.port), moment: { of: 'time', at: (starts[at] ?? 0) + after } });
    }
    isOpening.value = false;
    const [left, right] = sides;
    if (left && right) show(compareHref(left, right, { market, account }));
  };
  return (
    <>
      <button type="button" class="button small" disabled={isOpening.value} onClick={() => void compare()}>
        {isOpening.value ? 'Starting both…' : 'Compare accounts, orders and book'}
      </button>
      {fault.value === null ? null : <Fault>They cannot be compared: {fault.value}</Fault>}
    </>
  );
}

interface DifferenceChartProps {
  readonly title: string;
  readonly line: Line;
  readonly timeline: Timeline;
}

const differenceOptions = (theme: Theme): ChartOptions => ({
  axes: [{ ...timeAxis(theme), values: (_, splits) => splits.map(span) }, figureAxis(theme)],
  series: [{}, { stroke: theme.main, width: 1.75, points: { show: false }, spanGaps: true }],
});

interface CaptionProps {
  readonly title: string;
  readonly keys: readonly { readonly name: string; readonly swatch: string; readonly line: Line }[];
  readonly timeline: Timeline;
}

/** The title of a chart, and each of its lines with its value under the pointer. */
const Caption = ({ title, keys, timeline }: CaptionProps) => (
  <figcaption>
    <h3>{title}</h3>
    <div class="legend-row">
      {keys.map(({ name, swatch, line }) => (
        <span key={name} class="key">
          <span class={`swatch ${swatch}`} aria-hidden="true" /> {name}{' '}
          <AtCursor timeline={timeline} valueAt={(after) => lineText(line, after)} />
        </span>
      ))}
    </div>
  </figcaption>
);

/** What the second run is worth more than the first, over time. */
function DifferenceChart({ title, line, timeline }: DifferenceChartProps) {
  const data = useMemo(() => [line.after, line.values] as unknown as uPlot.AlignedData, [line]);
  return (
    <figure class="chart">
      <Caption title={title} keys={[{ name: 'Difference', swatch: 'line', line }]} timeline={timeline} />
      <Chart label={title} height={160} data={data} optionsOf={differenceOptions} timeline={timeline} />
    </figure>
  );
}

interface LinesProps {
  readonly title: string;
  readonly left: Line;
  readonly right: Line;
  readonly timeline: Timeline;
}

const optionsOf = (theme: Theme): ChartOptions => ({
  axes: [{ ...timeAxis(theme), values: (_, splits) => splits.map(span) }, figureAxis(theme)],
  series: [
    {},
    { stroke: theme.main, width: 1.75, points: { show: false }, spanGaps: true },
    { stroke: theme.sell, width: 1.75, dash: [5, 3], points: { show: false }, spanGaps: true },
  ],
});

function lineText({ after, values }: Line, at: number): string {
  const value = valueAt(after, values, at);
  return value === null ? '–' : rounded(value);
}

function Lines({ title, left, right, timeline }: LinesProps) {
  const data = useMemo(() => aligned(left, right) as unknown as uPlot.AlignedData, [left, right]);
  return (
    <figure class="chart">
      <Caption
        title={title}
        keys={[
          { name: 'First', swatch: 'line', line: left },
          { name: 'Second', swatch: 'second-line', line: right },
        ]}
        timeline={timeline}
      />
      <Chart label={`${title} in both runs`} height={220} data={data} optionsOf={optionsOf} timeline={timeline} />
    </figure>
  );
}
