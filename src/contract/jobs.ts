/** Commands of perpsim that the server runs for a reader in processes of their own: a scenario, a sweep, the suite. */

export const JOB_KINDS = ['scenario', 'sweep', 'conformance'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const SUITE_PROFILES = ['full', 'ws', 'core', 'readonly'] as const;
export type SuiteProfile = (typeof SUITE_PROFILES)[number];

/** What to run. Which fields there are follows from the kind. */
export interface JobAsked {
  readonly kind: JobKind;
  /** Of a scenario or a sweep: a name of the library. */
  readonly scenario?: string;
  /** Of a scenario: instead of its own seed. */
  readonly seed?: string;
  /** Of a sweep: it runs the seeds from 1 to this. */
  readonly seeds?: number;
  /** `PATH=VALUE` of numbers that the library lists for the scenario; of a sweep `PATH=VALUE,VALUE` as well. */
  readonly set?: readonly string[];
  /** Of the suite: areas or files of features; none stands for all. */
  readonly features?: readonly string[];
  /** Of the suite: one of the profiles that come with the package. */
  readonly profile?: SuiteProfile;
  /** Of the suite: a tag expression, and a glob of clause ids. */
  readonly tags?: string;
  readonly clause?: string;
  /** `fresh`: exchanges that the run starts. `this`: the exchange of this server. Any other is the URL of a deployment. */
  readonly target?: string;
  /** Of a deployment: the name in its EIP-712 domain, where it does not say it itself. */
  readonly serviceName?: string;
  /** Restart a simulator that clients have used; its state is lost. */
  readonly reset?: boolean;
}

/** `stopped` was cancelled, `inconclusive` ended without a verdict, `fault` could not run. */
export const JOB_OUTCOMES = ['passed', 'failed', 'stopped', 'inconclusive', 'fault'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

export interface Job {
  readonly id: string;
  readonly asked: JobAsked;
  /** Unix ms of the machine. */
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
  readonly outcome: JobOutcome | null;
  /** What it said on stderr last; empty when it said nothing. */
  readonly message: string;
  /** The folder of its results. */
  readonly folder: string;
  readonly hasReport: boolean;
}

/** A scenario of the suite that has ended. */
export interface EndedScenario {
  readonly id: string;
  readonly name: string;
  readonly verdict: string;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number;
  readonly unit: string;
  readonly failed: number;
  readonly skipped: number;
}

export interface JobState extends Job {
  /** Null until the process has said how much there is to do. */
  readonly progress: JobProgress | null;
  /** Scenarios of the suite that ended after the place that was asked for. */
  readonly ended: readonly EndedScenario[];
  /** The place to ask from next. */
  readonly next: number;
}

/** A scenario of the library; `perpsim scenario list --json` prints these fields and more. */
export interface ListedScenario {
  readonly name: string;
  readonly numbers: readonly { readonly path: string }[];
}

/** A feature of the suite. */
export interface ListedFeature {
  readonly path: string;
  readonly title: string;
  readonly scenarios: number;
}

/** Starts and ends jobs; a control plane without a server has none. All of it rejects with ControlError. */
export interface Jobs {
  scenarios(): Promise<readonly ListedScenario[]>;
  features(): Promise<readonly ListedFeature[]>;
  start(asked: JobAsked): Promise<Job>;
  /** Those that run and those whose results are in the folder, newest first. */
  list(): Promise<readonly Job[]>;
  state(id: string, after: number): Promise<JobState>;
  cancel(id: string): Promise<Job>;
  /** The report of a job that has ended, as HTML. */
  report(id: string): Promise<string>;
  /** The journal of a run of a scenario that has ended, line by line, and what to call the run. */
  journal(id: string): Promise<{ readonly name: string; readonly lines: AsyncIterable<string> }>;
}
