import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { countsOf, VERDICTS } from '../../../../suite/reporters/summary.ts';
import { type Filter, filtered, isEverything } from '../view/filter.ts';
import type { Feature, Model, Scenario } from '../view/model.ts';
import { counted } from '../../../../kernel/words.ts';
import { VERDICT_SHOWN } from '../../../../suite/reporters/words.ts';
import { LazyDetails, Mark, StatusLine, Unseen } from '../../shared/browser/controls.tsx';
import { ScenarioFilters } from './scenario-filters.tsx';
import { ScenarioRow } from './scenario.tsx';

/** Up to this many scenarios, every feature starts open. */
const SHOWN_AT_ONCE = 60;

interface Props {
  readonly model: Model;
  readonly filter: Filter;
  readonly ask: (filter: Filter, isTyping?: boolean) => void;
}

/** The scenarios that a filter leaves, grouped by feature. */
export function ScenarioList({ model, filter, ask }: Props): VNode {
  /** Features that the reader has opened (true) or closed (false). */
  const toggledByReader = useRef(new Map<string, boolean>());
  const scenarios = filtered(model, filter);
  const left = new Set(scenarios);
  const groups = model.features.flatMap((feature) => {
    const own = feature.scenarios.filter((scenario) => left.has(scenario));
    return own.length === 0 ? [] : [{ feature, own }];
  });
  return (
    <>
      <ScenarioFilters model={model} filter={filter} ask={ask} />
      <StatusLine
        left={scenarios.length}
        all={model.scenarios.length}
        unit="scenario"
        showAll={isEverything(filter) ? undefined : '#scenarios'}
      />
      <div class="features">
        {groups.length === 0 && <p class="calm">No scenario matches this filter.</p>}
        {groups.map(({ feature, own }) => (
          <FeatureGroup
            key={feature.uri}
            model={model}
            feature={feature}
            scenarios={own}
            isOpen={toggledByReader.current.get(feature.uri) ?? scenarios.length <= SHOWN_AT_ONCE}
            isOnly={scenarios.length === 1}
            onToggle={(isOpen) => toggledByReader.current.set(feature.uri, isOpen)}
          />
        ))}
      </div>
    </>
  );
}

interface GroupProps {
  readonly model: Model;
  readonly feature: Feature;
  readonly scenarios: readonly Scenario[];
  readonly isOpen: boolean;
  readonly isOnly: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

function FeatureGroup({ model, feature: { uri, name }, scenarios, isOpen, isOnly, onToggle }: GroupProps): VNode {
  const counts = countsOf(scenarios);
  const summary = (
    <summary onClick={({ currentTarget }) => onToggle(!(currentTarget.parentElement as HTMLDetailsElement).open)}>
      <h3>{name}</h3>
      <span class="where">{uri}</span>
      <span class="tallies">
        {VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => (
          <span key={verdict} class="tally">
            <Mark look={verdict} sign={VERDICT_SHOWN[verdict].mark} />
            {counted(counts[verdict])}
            <Unseen>{` ${VERDICT_SHOWN[verdict].label}`}</Unseen>
          </span>
        ))}
      </span>
    </summary>
  );
  return (
    <LazyDetails class="feature" open={isOpen} summary={summary}>
      {() =>
        scenarios.map((scenario) => (
          <ScenarioRow key={scenario.index} model={model} scenario={scenario} isOpen={isOnly} />
        ))
      }
    </LazyDetails>
  );
}
