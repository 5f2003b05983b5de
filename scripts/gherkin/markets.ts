import { rolesOf, termsIn } from '../../src/suite/market/terms.ts';
import { REFERENCE_MARKETS } from '../../src/suite/targets/reference-market.ts';
import type { Finding, Parts, ScenarioPart } from './parts.ts';

const NAMED = new RegExp(`\\b(?:${REFERENCE_MARKETS.map(({ symbol }) => symbol).join('|')})(?![-\\w])`, 'i');

/** A scenario that claims to hold in any market names no market of ours: another deployment need not have it. */
export function lintAnyMarket({ scenarios }: Parts): Finding[] {
  return scenarios.flatMap((part) => {
    if (!part.tags.some(({ name }) => name === '@any-market')) return [];
    const named = textsOf(part).find((text) => NAMED.test(text));
    if (named === undefined) return [];
    const symbol = NAMED.exec(named)?.[0] ?? '';
    const { name, location } = part.scenario;
    return [{ line: location.line, message: `"${name}" is for @any-market and names ${symbol}: say {market}` }];
  });
}

const INCREMENT = /^(?:tick|lot)s?$/;

/** A price of one market less ticks of another is below zero where the ticks are large, and says nothing of either where they are small. */
export function lintIncrements({ scenarios }: Parts): Finding[] {
  return scenarios.flatMap((part) => {
    const { name, location } = part.scenario;
    return termsIn(textsOf(part)).flatMap((expression) => {
      const increment = expression.words.find((word) => INCREMENT.test(word));
      const other = rolesOf(expression).find((role) => role !== 'market');
      if (increment === undefined || other === undefined) return [];
      const message = `"${name}" has {${expression.text}}: its ${increment} are those of the first market, say "${other.replace(' market', '')} ${increment}"`;
      return [{ line: location.line, message }];
    });
  });
}

/** What the steps of a scenario say, those of its backgrounds and the rows of its examples among them. */
function textsOf({ scenario, before }: ScenarioPart): string[] {
  const steps = [...before, ...scenario.steps].flatMap(({ text, dataTable, docString }) => [
    text,
    docString?.content ?? '',
    ...(dataTable?.rows.flatMap(({ cells }) => cells.map(({ value }) => value)) ?? []),
  ]);
  const examples = scenario.examples.flatMap(({ tableBody }) =>
    tableBody.flatMap(({ cells }) => cells.map(({ value }) => value)),
  );
  return [...steps, ...examples];
}
