import '../jobs/report.tsx';
import '../../pages/conformance/browser/views.css?within=report';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { counted } from '../../../kernel/words.ts';
import { ActionTable } from '../../pages/conformance/browser/action-table.tsx';
import { ClauseMatrix } from '../../pages/conformance/browser/clause-matrix.tsx';
import { completeFailures } from '../../pages/conformance/browser/failures.tsx';
import { ScenarioList } from '../../pages/conformance/browser/scenario-list.tsx';
import { TransitionTables } from '../../pages/conformance/browser/transition-tables.tsx';
import { ELEMENT, type PageData } from '../../pages/conformance/page-data.ts';
import { hashOf, type Location, locationOf, START, VIEWS } from '../../pages/conformance/view/location.ts';
import { type Model, modelOf } from '../../pages/conformance/view/model.ts';
import { Empty } from '../design/panel.tsx';
import { OpenScenario } from './open-scenario.tsx';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { dataIn, ReportPart, useReport } from '../jobs/report.tsx';

/** The report of a run of the suite. What is shown of it stands behind the `#` of the address, as in the file. */
export function SuiteReport({ id }: { readonly id: string }) {
  const { value: report, fault } = useReport(id);
  const model = useMemo(
    () =>
      report && {
        ...modelOf(
          dataIn(report, ELEMENT.data) as PageData,
          (scenario) => report.getElementById(ELEMENT.trace(scenario))?.textContent ?? undefined,
        ),
        beside: ({ id: scenario }: { readonly id: string }) => <OpenScenario id={scenario} />,
      },
    [report],
  );
  if (!report || !model) return fault ? <ControlFaultShown fault={fault} /> : <Empty>Reading the report…</Empty>;
  return <Shown report={report} model={model} />;
}

interface Props {
  readonly report: Document;
  readonly model: Model;
}

function Shown({ report, model }: Props) {
  const place = useSignal<Location>(locationOf(location.hash));
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = (): void => {
      place.value = locationOf(location.hash);
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [place]);
  /** Typing replaces the address, so that Back does not undo a search letter by letter. */
  const go = (next: Location, inPlace = false): void => {
    history[inPlace ? 'replaceState' : 'pushState'](null, '', `#${hashOf(next)}`);
    place.value = next;
  };
  const followLinks = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const name = link.hash.slice(1).split('?')[0] ?? '';
    if (VIEWS.some((view) => view === name)) go(locationOf(link.hash));
    else host.current?.querySelector(`#${CSS.escape(name)}`)?.scrollIntoView();
  };
  const complete = useCallback((part: HTMLElement) => completeFailures(part, model), [model]);
  const { view } = place.value;
  return (
    // Links take keys themselves; this only sees their clicks.
    <div ref={host} class="report suite-report" onClick={followLinks}>
      <nav aria-label="Views of the report" class="views">
        {VIEWS.map((name) => (
          <a key={name} href={`#${hashOf({ ...START, view: name })}`} aria-current={name === view ? 'page' : undefined}>
            {TITLES[name]} <span class="count">{countIn(model, name)}</span>
          </a>
        ))}
      </nav>
      <section aria-label="Summary" hidden={view !== 'summary'}>
        <ReportPart report={report} id="summary" adjust={complete} />
      </section>
      {view === 'summary' ? null : (
        <section aria-labelledby="view-title">
          <h2 id="view-title">{TITLES[view]}</h2>
          <View model={model} place={place.value} go={go} />
        </section>
      )}
    </div>
  );
}

const TITLES = {
  summary: 'Summary',
  scenarios: 'Scenarios',
  clauses: 'Clauses',
  transitions: 'Transitions',
  actions: 'Actions',
} as const;

const countIn = ({ scenarios, data }: Model, view: Location['view']): string =>
  view === 'summary' ? '' : counted(view === 'scenarios' ? scenarios.length : data[view].length);

interface ViewProps {
  readonly model: Model;
  readonly place: Location;
  readonly go: (next: Location, inPlace?: boolean) => void;
}

function View({ model, place, go }: ViewProps): VNode | null {
  switch (place.view) {
    case 'summary':
      return null;
    case 'scenarios':
      return (
        <ScenarioList
          model={model}
          filter={place.filter}
          ask={(filter, isTyping) => go({ ...place, filter }, isTyping)}
        />
      );
    case 'clauses':
      return (
        <ClauseMatrix
          model={model}
          filter={place.clauses}
          ask={(clauses, isTyping) => go({ ...place, clauses }, isTyping)}
        />
      );
    case 'transitions':
      return <TransitionTables model={model} />;
    case 'actions':
      return <ActionTable model={model} />;
  }
}
