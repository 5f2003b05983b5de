import { isList, isRecord } from '../../kernel/entries.ts';
import type { Run } from './run.ts';
import { isRunFacts, isScenarioResults } from './run-form.ts';

/** Goes up with every change that a reader of the last version would stumble over. */
const SCHEMA = 1;

/** Text that is no run, or a run that this version cannot read. */
export class RunJsonError extends Error {
  override readonly name = 'RunJsonError';
}

/**
 * A run as JSON, a scenario a line, with verdicts as they were given. Traces of what passed are left to the messages: those
 * of a whole run are more than a text can hold.
 */
export function runJson({ facts, scenarios }: Run): string {
  const lines = scenarios.map((scenario) =>
    JSON.stringify(scenario.verdict === 'passed' ? { ...scenario, trace: [] } : scenario),
  );
  return `{"schema":${SCHEMA},\n"facts":${JSON.stringify(facts)},\n"scenarios":[\n${lines.join(',\n')}\n]}\n`;
}

/** @throws RunJsonError for anything but what runJson writes */
export function readRunJson(text: string): Run {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RunJsonError('it is no JSON');
  }
  const { schema, facts, scenarios } = isRecord(value) ? value : {};
  if (!isRecord(facts) || !isList(scenarios)) throw new RunJsonError('it is no run');
  if (schema !== SCHEMA) {
    throw new RunJsonError(
      `it has schema ${JSON.stringify(schema)}, and this version reads ${SCHEMA}: make it again from the messages`,
    );
  }
  if (!isRunFacts(facts) || !isScenarioResults(scenarios)) throw new RunJsonError('a part of it has another form');
  return { facts, scenarios };
}
