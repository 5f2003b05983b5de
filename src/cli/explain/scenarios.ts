import { featureFiles } from '../conform/files.ts';

interface FoundScenario {
  /** `file:line title`. */
  readonly shown: string;
  readonly tags: string;
  /** From its title to the tags of the next one. */
  readonly text: string;
}

/** The scenarios of the suite with the tag of a clause, as `file:line title`. */
export function scenariosProving(clause: string): string[] {
  const tag = new RegExp(`@clause:${clause}(?![\\w-])`);
  return shownOf(({ tags }) => tag.test(tags));
}

/** The scenarios of the suite that name a word, such as an error code, as `file:line title`. */
export function scenariosNaming(word: string): string[] {
  const whole = new RegExp(`(?<![\\w-])${word}(?![\\w-])`);
  return shownOf(({ text }) => whole.test(text));
}

function shownOf(isMeant: (scenario: FoundScenario) => boolean): string[] {
  const files = [...featureFiles()].sort(([a], [b]) => (a < b ? -1 : 1));
  return files
    .flatMap(([file, text]) => scenariosIn(file, text.split('\n')))
    .filter(isMeant)
    .map(({ shown }) => shown);
}

function scenariosIn(file: string, lines: readonly string[]): FoundScenario[] {
  const titles = lines.flatMap((line, at) => (/^\s*Scenario(?: Outline)?: /.test(line) ? [at] : []));
  const starts = titles.map((at) => firstTagAbove(lines, at));
  return titles.map((at, index) => ({
    shown: `${file}:${at + 1} ${(lines[at] ?? '').trim().replace(/^Scenario(?: Outline)?: /, '')}`,
    tags: lines.slice(starts[index], at).join(' '),
    text: lines.slice(at, starts[index + 1] ?? lines.length).join('\n'),
  }));
}

function firstTagAbove(lines: readonly string[], title: number): number {
  let from = title;
  while ((lines[from - 1] ?? '').trim().startsWith('@')) from -= 1;
  return from;
}
