import { render } from 'preact';
import { Choose, found } from '../../shared/browser/controls.tsx';
import { ELEMENT, type PageData } from '../page-data.ts';
import { NO_FILTER, type RunFilter } from '../view/runs.ts';
import { figureShown } from '../words.ts';
import { Distributions } from './distributions.tsx';
import { HeatMapSection } from './heat.tsx';
import { RunList } from './run-list.tsx';

/** Starts the page: everything below the summary follows from the figure that the reader has chosen. */

const data = JSON.parse(found(`#${ELEMENT.data}`, HTMLScriptElement).text) as PageData;
const parts = [ELEMENT.distributions, ELEMENT.heat, ELEMENT.runs] as const;

let figure = data.figures.includes('pnl') ? 'pnl' : (data.figures[0] ?? '');
let filter: RunFilter = NO_FILTER;

const contentOf = (id: string): HTMLElement => found(`#${id}-content`, HTMLElement);

function show(): void {
  if (figure !== '') {
    render(
      <div class="choices">
        <Choose
          label="Figure"
          values={data.figures.map((name) => [name, figureShown(name).label] as const)}
          chosen={figure}
          onChange={(name) => {
            figure = name;
            show();
          }}
        />
      </div>,
      found('#figure-bar', HTMLElement),
    );
    render(<Distributions data={data} figure={figure} />, contentOf(ELEMENT.distributions));
  }
  render(<HeatMapSection data={data} figure={figure} onGroups={showRunsOf} />, contentOf(ELEMENT.heat));
  showRuns();
}

function showRuns(): void {
  render(
    <RunList
      data={data}
      figure={figure}
      filter={filter}
      onFilter={(asked) => {
        filter = asked;
        showRuns();
      }}
    />,
    contentOf(ELEMENT.runs),
  );
}

function showRunsOf(groups: readonly number[]): void {
  filter = { ...NO_FILTER, groups };
  showRuns();
  found(`#${ELEMENT.runs}-content [role=search]`, HTMLElement).scrollIntoView();
}

document.documentElement.classList.add('scripted');
for (const part of parts) if (part !== ELEMENT.distributions || figure !== '') contentOf(part).replaceChildren();
show();
