import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describedScenarios, type DescribedScenario } from '../../src/scenarios/described-library.ts';
import { type Executed, shown } from './executed.ts';
import { withSiteLinks } from './guide-pages.ts';
import { block, code, parts, plainText, table } from './markdown.ts';
import type { SitePage } from './page.ts';

/** One page for each scenario of the library. */
export const scenarioPages = (executed: ReadonlyMap<string, readonly Executed[]>): SitePage[] =>
  describedScenarios().map((scenario) => pageOf(scenario, executed.get(`run ${scenario.name}`) ?? []));

function pageOf(scenario: DescribedScenario, executed: readonly Executed[]): SitePage {
  const { name, title, lesson, story, seed, durationMs, accounts, numbers, expectations } = scenario;
  const folder = join('scenarios', name);
  const file = (named: string): string =>
    existsSync(join(folder, named)) ? readFileSync(join(folder, named), 'utf8') : '';
  const yaml = (named: string): string => block('yaml', file(named).replace(/^# yaml-language-server.*\n/, ''));
  const text = parts(
    `# ${plainText(title)}`,
    withSiteLinks(`${folder}/README.md`, story),
    table(
      ['', ''],
      [
        ['Exchange time', durationText(durationMs)],
        ['Seed', code(seed)],
        ['Accounts', accounts.map(code).join(', ')],
        ['Expectations', String(expectations)],
        ['Digest', code(file('digest.txt').trim())],
      ],
    ),
    '## Run it',
    block(
      'sh',
      `perpsim run ${name}\nperpsim run ${name} --html report.html\nperpsim run ${name} --bot 'node my-bot.mjs'`,
    ),
    'The digest is the same on every machine. The program after `--bot` takes the place of the strategy, where the scenario has one ([scenarios](/guides/scenarios)).',
    ...(executed.length > 0 ? ['Executed when these pages were built:', ...executed.map(shown)] : []),
    '## Parameters',
    ...(numbers.length === 0
      ? ['Any field of the file can be replaced with `--set PATH=VALUE`.']
      : [
          `Any field of the file can be replaced. These are numbers that a sweep may vary, such as \`perpsim sweep ${name} --seeds 1..20 --set ${numbers[0]?.path}=...\`:`,
          table(
            ['`--set`', 'Value', 'Meaning'],
            numbers.map(({ path, value, description }) => [code(path), code(value), plainText(description)]),
          ),
        ]),
    '## What must hold',
    yaml('expect.yaml'),
    '## The file',
    yaml('scenario.yaml'),
  );
  const [topic = ''] = name.split('/');
  return {
    kind: 'scenarios',
    path: `scenarios/${name}`,
    name: title,
    group: topic.charAt(0).toUpperCase() + topic.slice(1),
    summary: lesson,
    text,
  };
}

function durationText(ms: number): string {
  const units: readonly [number, string][] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ];
  let left = ms;
  const shownUnits = units.flatMap(([size, unit]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  return shownUnits.join(' ');
}
