import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { biteText } from '../../src/scenarios/drills/bites.ts';
import { type Drill, drillNames, loadDrill, type Need } from '../../src/scenarios/drills/drill.ts';
import type { Invariant } from '../../src/scenarios/drills/facts.ts';
import { ALWAYS, INVARIANTS } from '../../src/scenarios/drills/invariants.ts';
import { durationText } from '../../src/scenarios/format/times.ts';

/**
 * Writes docs/drills.md from the files of the drills and the invariants in the sources.
 *
 *   npm run docs:pages -- drills              write
 *   npm run docs:pages -- drills --check      only compare
 */
const PAGE = 'docs/drills.md';

const ALL: readonly (readonly [string, Invariant])[] = Object.entries<Invariant>(INVARIANTS);

const invariantRow = ([id, { title, means }]: readonly [string, Invariant]): string =>
  `| \`${id}\` | ${title} | ${means} |`;

const NEEDS: Readonly<Record<string, string>> = {
  ...{ orders: 'places orders', streams: 'opens a stream', deadline: 'sends deadlines', clientIds: 'sends client ids' },
};

const needText = (need: Need): string =>
  NEEDS[need] ??
  need
    .replace(/^channel (.*)$/, 'subscribes to `$1`')
    .replace(/^action (.*)$/, 'sends `$1`')
    .replace(/^statement (.*)$/, 'says `$1` in its statement');

const anchor = (name: string): string => name.replaceAll('/', '');

function sectionOf(drill: Drill): string {
  const { name, title, story, stands, sound, needs, bites, invariants, fromMs, untilMs, file } = drill;
  return `### ${name}

${title}. ${story}

- **Stands for**: ${stands}
- **A sound bot**: ${sound}
- **Applies to** a bot that ${needs.length === 0 ? 'trades at all' : needs.map(needText).join(' and ')}.
- **The fault** lasts from ${durationText(fromMs)} to ${durationText(untilMs)}, and has reached the bot when there were: ${bites.map((bite) => `${biteText(bite)}, at least ${bite.atLeast}`).join('; ')}.
- **Judged by** ${[...invariants.map((id) => `\`${id}\``), 'those of every drill'].join(', ')}. [Its file](../${relative('.', file)}).
`;
}

function page(): string {
  const drills = drillNames().map((name) => loadDrill(name));
  const topics = [...new Set(drills.map(({ topic }) => topic))];
  return `# Drills

\`npm run docs:pages -- drills\` writes this page from \`scenarios/drills\` and \`src/scenarios/drills/invariants.ts\`. [certify.md](certify.md) says how
they are run and judged, and how to write one.

${drills.length} drills in ${topics.length} topics:

${topics
  .map(
    (topic) =>
      `- **${topic}**: ${drills
        .filter((drill) => drill.topic === topic)
        .map(({ name }) => `[${name.slice(topic.length + 1)}](#${anchor(name)})`)
        .join(', ')}`,
  )
  .join('\n')}

## Invariants

Judged in every drill:

| Invariant | Says | Measured |
|---|---|---|
${ALL.filter(([id]) => ALWAYS.includes(id))
  .map(invariantRow)
  .join('\n')}

Judged where a drill names them:

| Invariant | Says | Measured |
|---|---|---|
${ALL.filter(([id]) => !ALWAYS.includes(id))
  .map(invariantRow)
  .join('\n')}

${topics
  .map(
    (topic) =>
      `## ${topic[0]?.toUpperCase()}${topic.slice(1)}\n\n${drills
        .filter((drill) => drill.topic === topic)
        .map(sectionOf)
        .join('\n')}`,
  )
  .join('\n')}`;
}

const text = page();
if (!process.argv.includes('--check')) writeFileSync(PAGE, text);
else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== text) {
  process.stderr.write(`${PAGE} is out of date: run npm run docs:pages -- drills\n`);
  process.exitCode = 1;
}
