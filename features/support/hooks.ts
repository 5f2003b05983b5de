import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import {
  After,
  Before,
  BeforeStep,
  DataTable,
  defineParameterType,
  defineStep,
  type ITestCaseHookParameter,
  type ITestStepHookParameter,
  setDefaultTimeout,
  setDefinitionFunctionWrapper,
  Status,
} from '@cucumber/cucumber';
import { Unmet } from '../../src/suite/deployment.ts';
import { jsonText } from '../../src/suite/values.ts';
import { NotAsSpecified } from '../../src/suite/results/attempt.ts';
import { observedIn } from '../../src/suite/observe.ts';
import { lacksOf, skipReason } from '../../src/suite/needs.ts';
import { ATTACHED } from '../../src/suite/results/run.ts';
import { StepArgument } from '../../src/suite/steps/declaration.ts';
import { StepError, STEPS } from '../../src/suite/steps/library.ts';
import { deploymentOf } from '../../src/suite/run/current.ts';
import { overdrawn } from '../../src/suite/run/claims.ts';
import { doneIn } from '../../src/suite/run/claims.ts';
import { traitsOf } from './traits.ts';
import { takeFigures } from './figures.ts';
import { THESE_FIGURES } from './market-terms.ts';
import { unsettledBy } from './interference.ts';
import { DIALECTS, type ExchangeWorld, SEEN } from './world.ts';

/** Milliseconds for a step. Where the suite does not move the clock, a step may wait for tokens and for time to pass. */
setDefaultTimeout(120_000);

type Definition = (this: ExchangeWorld, ...given: unknown[]) => unknown;

/** What the library and this file define: nothing else may define a step or a hook. */
const declared = new WeakSet<object>();

function declare<T extends object>(definition: T): T {
  declared.add(definition);
  return definition;
}

STEPS.each({
  step: ({ sentence, declaration: { timeout }, body }) =>
    defineStep(sentence, timeout === undefined ? {} : { timeout }, declare(body as Definition)),
  parameter: defineParameterType,
});

/**
 * A step that throws Unmet skips its scenario with the reason, and so does one whose error says nothing of the target. Terms of the
 * market in a sentence or a table have become figures when its body gets them.
 *
 * @throws StepError for a step that Cucumber knows and the library does not, which ends the run before it begins
 */
setDefinitionFunctionWrapper((definition: Definition) => {
  if (!declared.has(definition)) {
    throw new StepError(
      'a step is defined without a declaration, use defineStep(sentence, { needs, cost, claims }, body) of ' +
        `src/suite/steps/library.ts: ${String(definition).slice(0, 200)}`,
    );
  }
  const wrapped = async function (this: ExchangeWorld, ...given: unknown[]): Promise<unknown> {
    try {
      return await definition.apply(
        this,
        given.map((one) => inFigures(this, one)),
      );
    } catch (error) {
      if (error instanceof Unmet) return skip(this, error.message, [error.capability]);
      const unsettled = await unsettledBy(this, error);
      if (!unsettled) throw error;
      this.isUnsettled = true;
      return skip(this, unsettled.reason, [unsettled.lack]);
    }
  };
  // Cucumber uses the number of parameters to decide whether a step takes a table.
  Object.defineProperty(wrapped, 'length', { value: definition.length });
  return wrapped;
});

/** What a step is given, with figures of the market in place of its terms; statements keep what moves, and are held to both ends. */
function inFigures(world: ExchangeWorld, given: unknown): unknown {
  if (!world.terms.isUsed) return given;
  const isStated = world.step === 'Outcome';
  if (typeof given === 'string') return world.terms.textOf(given, isStated ? 'terms' : 'nothing');
  const cell = (one: string): string => world.terms.textOf(one, isStated ? 'figures' : 'nothing');
  return given instanceof DataTable ? new DataTable(given.raw().map((row) => row.map(cell))) : given;
}

/** Notes what requests are made of. A statement about what moves is held against the market as it is then, too. */
BeforeStep(
  declare(async function (this: ExchangeWorld, { pickleStep }: ITestStepHookParameter) {
    const argument = StepArgument.of(pickleStep);
    this.step = pickleStep.type ?? 'Unknown';
    this.written = argument.rows;
    const texts = [pickleStep.text, ...argument.cells];
    if (this.step !== 'Outcome') {
      if (pickleStep.text !== THESE_FIGURES) this.terms.asks(texts);
    } else if (!this.isSteered && this.terms.watchesLive(texts)) await this.terms.lookAgain();
  }),
);

// The parent process receives the signal and stops the workers. A worker that ends on SIGINT would lose its scenario.
if (process.env['CUCUMBER_WORKER_ID'] !== undefined) process.on('SIGINT', () => undefined);

Before(
  declare(function (this: ExchangeWorld, { pickle }: ITestCaseHookParameter) {
    const { stopFile } = this.parameters;
    if (stopFile !== undefined && existsSync(stopFile)) return skip(this, readFileSync(stopFile, 'utf8'));
    this.traits = traitsOf(pickle);
    const deployment = deploymentOf(this.parameters);
    const lacks = lacksOf(this.traits, deployment);
    const [first] = lacks;
    return first === undefined ? undefined : skip(this, skipReason(first, deployment), lacks);
  }),
);

// A scenario fails if no step has examined its last response.
After(
  declare(async function (this: ExchangeWorld, { result }: ITestCaseHookParameter) {
    const { unexamined, inspector, isSteered, isUnsettled, taken } = this;
    await this.stop();
    inspector.findings.push(...(DIALECTS?.findings.splice(0) ?? []));
    const passed = result?.status === Status.PASSED;
    attach(this, ATTACHED.observed, observedIn(this.trace.entries, unexamined === undefined ? 0 : 1, 0));
    const { trace = 'failed' } = this.parameters;
    const failed =
      isUnsettled ||
      (result?.status !== Status.SKIPPED && (!passed || unexamined !== undefined || inspector.findings.length > 0));
    if (trace === 'all' || (trace === 'failed' && failed)) attach(this, ATTACHED.trace, this.trace.entries);
    attach(this, ATTACHED.branches, SEEN.takeNews());
    const figures = takeFigures();
    if (passed && figures.length > 0) attach(this, ATTACHED.figures, figures);
    if (this.terms.isUsed) attach(this, ATTACHED.terms, this.terms.used);
    if ((passed || isUnsettled) && inspector.findings.length > 0)
      throw new NotAsSpecified(inspector.findings.join('\n\n'));
    if (passed) assert.equal(unexamined, undefined, 'the last response was never examined');
    // Checked where the scenario has an exchange of its own, so that a wrong claim shows before scenarios share an exchange.
    const beyond = passed && isSteered ? overdrawn(this.traits.claim, doneIn(this.trace.entries, taken)) : undefined;
    if (beyond !== undefined) throw new Error(beyond);
  }),
);

function skip(world: ExchangeWorld, reason: string, lacks: readonly string[] = []): 'skipped' {
  attach(world, ATTACHED.skipped, { reason, lacks });
  return 'skipped';
}

function attach(world: ExchangeWorld, mediaType: string, value: unknown): void {
  void world.attach(jsonText(value), mediaType);
}
