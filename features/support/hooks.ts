import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { After, Before, setDefaultTimeout, setDefinitionFunctionWrapper, Status } from '@cucumber/cucumber';
import { Unmet } from '../../src/harness/deployment.ts';
import { jsonText } from '../../src/harness/json-text.ts';
import { NotAsSpecified } from '../../src/harness/not-as-specified.ts';
import { observedIn } from '../../src/harness/observe.ts';
import { lacksOf, skipReason } from '../../src/harness/outlook/lacks.ts';
import { ATTACHED } from '../../src/harness/results/run.ts';
import { deploymentOf } from '../../src/harness/suite/current.ts';
import { overdrawn } from '../../src/harness/suite/claims.ts';
import { doneIn } from '../../src/harness/suite/claimed.ts';
import { traitsOf } from './traits.ts';
import { takeFigures } from './figures.ts';
import { type ExchangeWorld, SEEN } from './world.ts';

/** Milliseconds for a step. Where the suite does not move the clock, a step may wait for tokens and for time to pass. */
setDefaultTimeout(120_000);

type Definition = (this: ExchangeWorld, ...given: unknown[]) => unknown;

/** A step that throws Unmet skips its scenario with the reason. */
setDefinitionFunctionWrapper((definition: Definition) => {
  const wrapped = async function (this: ExchangeWorld, ...given: unknown[]): Promise<unknown> {
    try {
      return await definition.apply(this, given);
    } catch (error) {
      if (error instanceof Unmet) return skip(this, error.message, [error.capability]);
      throw error;
    }
  };
  // Cucumber uses the number of parameters to decide whether a step takes a table.
  Object.defineProperty(wrapped, 'length', { value: definition.length });
  return wrapped;
});

// The parent process receives the signal and stops the workers. A worker that ends on SIGINT would lose its scenario.
if (process.env['CUCUMBER_WORKER_ID'] !== undefined) process.on('SIGINT', () => undefined);

Before(function (this: ExchangeWorld, { pickle }) {
  const { stopFile } = this.parameters;
  if (stopFile !== undefined && existsSync(stopFile)) return skip(this, readFileSync(stopFile, 'utf8'));
  this.traits = traitsOf(pickle);
  const deployment = deploymentOf(this.parameters);
  const lacks = lacksOf(this.traits, deployment);
  const [first] = lacks;
  return first === undefined ? undefined : skip(this, skipReason(first, deployment), lacks);
});

// A scenario fails if no step has examined its last response.
After(async function (this: ExchangeWorld, { result }) {
  const { unexamined, inspector, isSteered, taken } = this;
  await this.stop();
  const passed = result?.status === Status.PASSED;
  attach(this, ATTACHED.observed, observedIn(this.trace.entries, unexamined === undefined ? 0 : 1, 0));
  const { trace = 'failed' } = this.parameters;
  const failed =
    result?.status !== Status.SKIPPED && (!passed || unexamined !== undefined || inspector.findings.length > 0);
  if (trace === 'all' || (trace === 'failed' && failed)) attach(this, ATTACHED.trace, this.trace.entries);
  attach(this, ATTACHED.branches, SEEN.takeNews());
  const figures = takeFigures();
  if (passed && figures.length > 0) attach(this, ATTACHED.figures, figures);
  if (passed && inspector.findings.length > 0) throw new NotAsSpecified(inspector.findings.join('\n\n'));
  if (passed) assert.equal(unexamined, undefined, 'the last response was never examined');
  // Checked where the scenario has an exchange of its own, so that a wrong claim shows before scenarios share an exchange.
  const beyond = passed && isSteered ? overdrawn(this.traits.claim, doneIn(this.trace.entries, taken)) : undefined;
  if (beyond !== undefined) throw new Error(beyond);
});

function skip(world: ExchangeWorld, reason: string, lacks: readonly string[] = []): 'skipped' {
  attach(world, ATTACHED.skipped, { reason, lacks });
  return 'skipped';
}

function attach(world: ExchangeWorld, mediaType: string, value: unknown): void {
  void world.attach(jsonText(value), mediaType);
}
