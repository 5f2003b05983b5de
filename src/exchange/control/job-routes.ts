import { Type } from '@sinclair/typebox';
import { ControlError } from '../control-error.ts';
import { type JobAsked, JOB_KINDS, type Jobs, SUITE_PROFILES } from '../../contract/jobs.ts';
import { type Beside, type ControlRoute, getBy, post, postBy } from './route.ts';
import { AnyResponse } from '../../contract/control-fields.ts';

/** Routes that run commands of perpsim in processes of their own. */

const JobId = Type.String({ pattern: '^[a-z0-9-]{1,64}$', description: 'the id of a job' });
const Place = Type.String({ pattern: '^[0-9]{1,9}$', description: 'a place from an earlier response, such as 0' });
const Texts = (description: string) => Type.Array(Type.String(), { maxItems: 64, description });
const oneOf = (...names: readonly string[]) =>
  Type.Union(
    names.map((name) => Type.Literal(name)),
    { description: names.map((name) => `"${name}"`).join(' or ') },
  );

const AskedBody = Type.Object({
  kind: oneOf(...JOB_KINDS),
  scenario: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'a scenario of the library, for a scenario or a sweep' }),
  ),
  seed: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9._-]{1,64}$', description: '1 to 64 letters, digits, dots, _ and -' }),
  ),
  seeds: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'a whole number from 1 to 1000' })),
  set: Type.Optional(Texts('texts such as "strategy.spread=2,4,8", at most 64')),
  features: Type.Optional(Texts('areas or files of features, such as "features/trade", at most 64')),
  profile: Type.Optional(oneOf(...SUITE_PROFILES)),
  tags: Type.Optional(Type.String({ minLength: 1, maxLength: 400, description: 'a tag expression, such as "@auth"' })),
  clause: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_*?-]{1,100}$', description: 'a glob of clause ids, such as "GETTRADES-*"' }),
  ),
  target: Type.Optional(
    Type.String({ minLength: 1, maxLength: 300, description: '"fresh", "this" or the URL of a deployment' }),
  ),
  serviceName: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'the name in the EIP-712 domain of a deployment' }),
  ),
  reset: Type.Optional(Type.Boolean({ description: 'true to restart a simulator that clients have used' })),
});

const JobResponse = Type.Object({
  id: Type.String(),
  asked: AnyResponse,
  startedAt: Type.Integer({ description: 'Unix milliseconds of the machine' }),
  endedAt: Type.Union([Type.Integer(), Type.Null()]),
  outcome: Type.Union([oneOf('passed', 'failed', 'stopped', 'inconclusive', 'fault'), Type.Null()]),
  message: Type.String({ description: 'what the process said on stderr last' }),
  folder: Type.String({ description: 'where its results are on the machine of the server' }),
  hasReport: Type.Boolean(),
});
const StateResponse = Type.Composite([
  JobResponse,
  Type.Object({
    progress: AnyResponse,
    ended: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), verdict: Type.String() })),
    next: Type.Integer({ description: 'the "after" of the next request' }),
  }),
]);
const FeatureResponse = Type.Object({ path: Type.String(), title: Type.String(), scenarios: Type.Integer() });

function jobsOf({ jobs }: Beside): Jobs {
  if (jobs) return jobs;
  throw new ControlError('INVALID_VALUE', 'path', 'there is no server that could start a process', 409);
}

export const JOB_ROUTES: readonly ControlRoute[] = [
  getBy(
    '/library/scenarios',
    'The scenarios of the library with their stories, which a job can run or sweep',
    Type.Object({}),
    Type.Object({ scenarios: Type.Array(AnyResponse) }),
    async (_exchange, _fields, beside) => ({ scenarios: await jobsOf(beside).scenarios() }),
  ),
  getBy(
    '/library/features',
    'The features of the suite, which a job can run',
    Type.Object({}),
    Type.Object({ features: Type.Array(FeatureResponse) }),
    async (_exchange, _fields, beside) => ({ features: await jobsOf(beside).features() }),
  ),
  getBy(
    '/jobs',
    'Jobs that run, and those whose results are kept, newest first',
    Type.Object({}),
    Type.Object({ jobs: Type.Array(JobResponse) }),
    async (_exchange, _fields, { jobs }) => ({ jobs: (await jobs?.list()) ?? [] }),
  ),
  {
    ...post(
      '/jobs',
      'Runs a scenario, a sweep or the suite in a process of its own',
      AskedBody,
      JobResponse,
      () => null,
    ),
    run: (_exchange, asked: JobAsked, beside) => jobsOf(beside).start(asked),
    atOnce: true,
    startsProcesses: true,
  },
  getBy(
    '/jobs/{job}',
    'How far a job has come, with the scenarios of the suite that ended since a place',
    Type.Object({ job: JobId, after: Type.Optional(Place) }),
    StateResponse,
    (_exchange, { job, after = '0' }, beside) => jobsOf(beside).state(job, Number(after)),
  ),
  {
    ...postBy(
      '/jobs/{job}/cancel',
      'Stops a job as Ctrl-C would; a second time ends it at once',
      Type.Object({ job: JobId }),
      Type.Object({}),
      JobResponse,
      (_exchange, { job }, beside) => jobsOf(beside).cancel(job),
    ),
    atOnce: true,
    startsProcesses: true,
  },
  getBy(
    '/jobs/{job}/report',
    'The report of a job that has ended, one HTML file as text',
    Type.Object({ job: JobId }),
    Type.Object({ html: Type.String() }),
    async (_exchange, { job }, beside) => ({ html: await jobsOf(beside).report(job) }),
  ),
];
