/**
 * A worked example of the risk book is a scenario that runs: each block of it stands word for word in a feature file, and
 * each scenario tagged @worked-example stands in the book. Indentation does not count.
 */

const TAG = '@worked-example';
const BLOCK = /^```gherkin\n(.*?)^```$/gms;

/** A feature file by path and text. */
export interface FeatureText {
  readonly path: string;
  readonly text: string;
}

interface Example {
  readonly path: string;
  /** Of its first line, counted from 1. */
  readonly line: number;
  readonly text: string;
  readonly tagged: boolean;
}

/** Everything that keeps book and features from saying the same, as `file:line: what`. */
export function checkWorkedExamples(book: FeatureText, features: readonly FeatureText[]): string[] {
  const blocks = blocksOf(book);
  const scenarios = features.flatMap(scenariosOf);
  const running = new Set(scenarios.map(({ text }) => text));
  const printed = new Set(blocks.map(({ text }) => text));
  return [
    ...blocks.filter(({ text }) => !running.has(text)).map((block) => `${placeOf(block)} no feature has this scenario`),
    ...scenarios
      .filter(({ text, tagged }) => tagged && !printed.has(text))
      .map((scenario) => `${placeOf(scenario)} ${book.path} does not have this worked example`),
  ];
}

const placeOf = ({ path, line }: Example): string => `${path}:${line}:`;

const blocksOf = ({ path, text }: FeatureText): Example[] =>
  [...text.matchAll(BLOCK)].map((match) => ({
    path,
    line: lineAt(text, match.index),
    text: withoutIndent((match[1] ?? '').trimEnd()),
    tagged: false,
  }));

/** Scenarios of a file, each from its first line to the blank line after its steps. */
function scenariosOf({ path, text }: FeatureText): Example[] {
  const whole = (text.split(/^Feature:/m)[0] ?? '').includes(TAG);
  return [...text.matchAll(/(?:^.+\n)+/gm)].flatMap((match) => {
    const [paragraph] = match;
    const start = paragraph.search(/^ *Scenario:/m);
    if (start < 0) return [];
    return [
      {
        path,
        line: lineAt(text, match.index + start),
        text: withoutIndent(paragraph.slice(start).trimEnd()),
        tagged: whole || paragraph.slice(0, start).includes(TAG),
      },
    ];
  });
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const withoutIndent = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
