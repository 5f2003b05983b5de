import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { VERDICTS } from '../../../../suite/reporters/summary.ts';
import { choices, type Facet, type Filter, FIXED_ORDER, type SingleFacet } from '../view/filter.ts';
import type { Model } from '../view/model.ts';
import { VERDICT_SHOWN } from '../../../../suite/reporters/words.ts';
import { SearchField, Select, Toggles, toggled } from '../../shared/browser/controls.tsx';

/** Below this width in pixels, only the search and the verdicts start open. */
const NARROW = 640;

const SELECTS: readonly (readonly [SingleFacet, string])[] = [
  ['area', 'Area'],
  ['action', 'Action'],
  ['aspect', 'About'],
  ['transport', 'Transport'],
  ['needs', 'Needs'],
];

const usesMore = (filter: Filter): boolean => filter.clause !== '' || SELECTS.some(([facet]) => filter[facet] !== '');

interface Props {
  readonly model: Model;
  readonly filter: Filter;
  readonly ask: (filter: Filter, isTyping?: boolean) => void;
}

export function ScenarioFilters({ model, filter, ask }: Props): VNode {
  const [startsOpen] = useState(() => innerWidth > NARROW || usesMore(filter));
  const change = (part: Partial<Filter>, isTyping = false): void => ask({ ...filter, ...part }, isTyping);
  const tags = choicesOf(model, filter, 'tags').filter(
    ([tag]) => !filter.tags.includes(tag) && !tag.startsWith('transition:'),
  );
  return (
    <>
      <div class="filters" role="search" aria-label="Filter scenarios">
        <SearchField
          label="Search names, steps, tags, errors"
          text={filter.text}
          onInput={(text) => change({ text }, true)}
        />
        <Toggles
          label="Verdicts"
          choices={VERDICTS}
          shown={VERDICT_SHOWN}
          counts={choices(model, filter, 'verdicts')}
          chosen={filter.verdicts}
          onToggle={(verdict) => change({ verdicts: toggled(filter.verdicts, verdict) })}
        />
        <details class="more" open={startsOpen}>
          <summary>More filters</summary>
          <div class="row">
            <SearchField
              label="Clause id, or ERR-*"
              text={filter.clause}
              onInput={(clause) => change({ clause: clause.trim() }, true)}
            />
            {SELECTS.map(([facet, label]) => (
              <Select
                key={facet}
                label={label}
                choices={choicesOf(model, filter, facet)}
                chosen={filter[facet]}
                onChange={(value) => change({ [facet]: value })}
              />
            ))}
            <Select
              label="Tag"
              choices={tags}
              chosen=""
              onChange={(tag) => change({ tags: toggled(filter.tags, tag) })}
            />
          </div>
        </details>
      </div>
      <ul class="pills" aria-label="Chosen tags, clauses and scenarios">
        {filter.tags.map((tag) => (
          <Pill key={tag} text={`@${tag}`} remove={() => change({ tags: toggled(filter.tags, tag) })} />
        ))}
        {filter.clause !== '' && <Pill text={`clause ${filter.clause}`} remove={() => change({ clause: '' })} />}
        {filter.id !== '' && <Pill text={filter.id} remove={() => change({ id: '' })} />}
      </ul>
    </>
  );
}

/** A chosen value with a button that removes it. */
const Pill = ({ text, remove }: { readonly text: string; readonly remove: () => void }): VNode => (
  <li>
    <button type="button" aria-label={`Remove ${text}`} onClick={remove}>
      {text}
      <span aria-hidden="true"> ×</span>
    </button>
  </li>
);

function choicesOf(model: Model, filter: Filter, facet: Facet): (readonly [string, number])[] {
  const counts = choices(model, filter, facet);
  const order = FIXED_ORDER[facet] ?? [...counts.keys()].sort((a, b) => (a < b ? -1 : 1));
  return order.map((value) => [value, counts.get(value) ?? 0]);
}
