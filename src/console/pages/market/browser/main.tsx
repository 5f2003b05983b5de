import { render } from 'preact';
import { found } from '../../shared/browser/found.ts';
import type { Plot } from '../../../../lab/market/table/plots.ts';
import { ELEMENT } from '../page-data.ts';
import { PlotFigure } from './plot-figure.tsx';

/** Starts the page: draws the charts. The table comes with the file. */

const plots = JSON.parse(found(`#${ELEMENT.plots}`, HTMLScriptElement).text) as readonly Plot[];

document.documentElement.classList.add('scripted');
render(
  <div class="plots">
    {plots.map((plot) => (
      <PlotFigure key={plot.id} plot={plot} />
    ))}
  </div>,
  found(`#${ELEMENT.charts}-content`, HTMLElement),
);
