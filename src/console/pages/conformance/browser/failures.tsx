import { render } from 'preact';
import type { Model } from '../view/model.ts';
import { ScenarioBody } from './scenario.tsx';

/** The file has the error of each failure; steps and messages are rendered when the failure is first opened. */
export function completeFailures(root: ParentNode, model: Model): void {
  for (const details of root.querySelectorAll<HTMLDetailsElement>('details[data-scenario]')) complete(details, model);
}

function complete(details: HTMLDetailsElement, model: Model): void {
  const scenario = model.scenarios[Number(details.dataset.scenario)];
  const body = details.querySelector('.body');
  if (!scenario || !body) return;
  details.addEventListener(
    'toggle',
    () => {
      body.replaceChildren();
      render(<ScenarioBody model={model} scenario={scenario} />, body);
    },
    { once: true },
  );
}
