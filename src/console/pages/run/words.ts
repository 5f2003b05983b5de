import { shellWord } from '../../../kernel/shell.ts';
import type { RunEvent, RunResult } from '../../../scenarios/run-result.ts';

/** Words and signs of the run report. A sign gives the same information as its colour. */
interface Shown {
  readonly label: string;
  readonly mark: string;
}

export const VERDICT_SHOWN: Readonly<Record<RunResult['verdict'], Shown>> = {
  passed: { label: 'Passed', mark: '✓' },
  failed: { label: 'Failed', mark: '✕' },
  none: { label: 'No expectations', mark: '–' },
};

/** The class that gives a verdict its colour. */
export const LOOK_OF_VERDICT = { passed: 'passed', failed: 'failed', none: 'skipped' } as const;

export const MODE_SHOWN: Readonly<Record<RunResult['mode'], { readonly label: string; readonly means: string }>> = {
  closed: {
    label: 'Closed',
    means: 'No program from outside took part. The same scenario, seed and overrides give the same digest.',
  },
  lockstep: {
    label: 'Lockstep, repeats',
    means:
      'The bot asked for each step of time. As long as it decides alike, the run gives the same digest every time.',
  },
  recorded: {
    label: 'Recorded, the recording repeats',
    means:
      'The bot ran against a moving clock, so another run may differ. The recorded journal gives the same digest every time.',
  },
};

export type EventKind = RunEvent['kind'];

/** The gravest first. */
export const EVENT_KINDS: readonly EventKind[] = [
  'liquidation',
  'deleveraging',
  'fault',
  'refusal',
  'note',
  'control',
  'funding',
  'stream',
  'request',
];

export const EVENT_SHOWN: Readonly<Record<EventKind, Shown>> = {
  liquidation: { label: 'liquidation', mark: '✕' },
  deleveraging: { label: 'deleveraging', mark: '⇊' },
  fault: { label: 'fault', mark: '!' },
  refusal: { label: 'refusal', mark: '⊘' },
  note: { label: 'note', mark: '¶' },
  control: { label: 'control', mark: '⚙' },
  funding: { label: 'funding', mark: '%' },
  stream: { label: 'stream', mark: '≈' },
  request: { label: 'request', mark: '→' },
};

/** The command that repeats a run. */
export function commandOf({ scenario, seed, overrides }: Pick<RunResult, 'scenario' | 'seed' | 'overrides'>): string {
  const set = Object.entries(overrides).flatMap(([path, value]) => ['--set', `${path}=${value}`]);
  return ['npx', 'perpsim', 'run', scenario.name, '--seed', seed, ...set].map(shellWord).join(' ');
}

/** Says where the command works. Scenarios of the library have a topic in their name; others are found by their folder. */
export const placeOfCommand = (scenario: string): string =>
  scenario.includes('/') ? '' : ` The scenario is not of the library: run the command where ${scenario} is.`;
