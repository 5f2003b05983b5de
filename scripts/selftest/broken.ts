import type { ScenarioResult, TraceEntry } from '../../src/suite/results/run.ts';

/** A scenario of the control run that fails although nothing is wrong: it catches nothing, and the self-test is not sound. */
export interface Broken {
  /** With the transport, where the same scenario may run over both: `features/a.feature:7 (ws)`. */
  readonly id: string;
  readonly name: string;
  /** What the failure says. */
  readonly said: string;
  /** What went over the wire, in order; one line for each request and frame. */
  readonly trace: readonly string[];
}

export const brokenOf = ({ name, error, trace }: ScenarioResult, id: string): Broken => ({
  id,
  name,
  said: error ?? '',
  trace: trace.map(traceLine),
});

function traceLine({ kind, method, url, request, status, response }: TraceEntry): string {
  const [asked, came] = [request ?? '', response ?? ''];
  if (kind === 'http' || kind === 'control') return `${method} ${url} ${asked} -> ${status ?? 'none'} ${came}`.trim();
  return `${kind} on ${method}: ${asked}${came}${kind === 'closed' ? ` ${status ?? ''}` : ''}`;
}

/** Characters of a line on a terminal; the page and the JSON have it whole. */
const WIDTH = 400;

/** What a terminal shows of it. */
export const brokenLines = ({ id, name, said, trace }: Broken): string[] => [
  `BROKEN    ${id} ${name} fails although nothing is wrong`,
  ...said.split('\n').map((line) => `    ${line}`),
  ...trace.map((line) => `  ${line.length > WIDTH ? `${line.slice(0, WIDTH)} ...` : line}`),
];

/** The chapter of the page about them; nothing where there are none. */
export const brokenMarkdown = (title: string, all: readonly Broken[]): string[] =>
  all.length === 0
    ? []
    : [
        '',
        title,
        ...all.flatMap(({ id, name, said, trace }) => [
          '',
          `\`${id}\` ${name}`,
          '',
          '```text',
          said.replaceAll('```', "'''"),
          ...trace.map((line) => line.replaceAll('```', "'''")),
          '```',
        ]),
      ];
