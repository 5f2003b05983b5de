import type { Mismatch } from '../../inspect/replay/journal-replay.ts';

/** What a replay came to. */
export interface Replayed {
  readonly source: string;
  readonly world: string;
  readonly seed: string;
  /** Of the perpsim that wrote the journal. */
  readonly package: string;
  /** The last input, its exchange time and the last event. */
  readonly inputs: number;
  readonly at: number;
  readonly events: number;
  readonly chain: string;
  readonly digest: string;
  /** Recorded digests that were compared; 0 says that nothing was verified. */
  readonly compared: number;
  /** Whether the end of the journal was reached; false with `--until`, and for an exchange that was not closed. */
  readonly ended: boolean;
  readonly mismatch: Mismatch | null;
}

/** The result of a replay for programs: one line. */
export const replayJson = (replayed: Replayed): string => `${JSON.stringify(replayed)}\n`;

/** The result of a replay for people. */
export function replayText(replayed: Replayed): string {
  const { source, world, seed, inputs, at, events, chain, digest, compared, ended, mismatch } = replayed;
  const rows: readonly (readonly [string, string])[] = [
    ['replayed', source],
    ['world', `${world}, seed ${seed}, journal of perpsim ${replayed.package}`],
    ['inputs', ended ? String(inputs) : `${inputs}, the end of the journal was not reached`],
    ['time', `${new Date(at).toISOString()} (${at})`],
    ['events', String(events)],
    ['chain', chain],
    ['digest', digest],
    ['compared', compared === 0 ? 'nothing: no digest was recorded up to here' : `${compared} recorded digests`],
  ];
  const figures = rows.map(([name, value]) => `  ${name.padEnd(10)} ${value}`);
  const verdict = mismatch ? mismatchText(mismatch) : ['equal: this build comes to every digest that was recorded'];
  return [...figures, '', ...(compared === 0 && !mismatch ? [] : [...verdict, ''])].join('\n');
}

const WHAT: Readonly<Record<Mismatch['what'], string>> = {
  chain: 'digest of all inputs and their events',
  state: 'digest of the state',
  ledger: 'ledger',
};

function mismatchText({ input, line, what, expected, found }: Mismatch): readonly string[] {
  const place = input === 0 ? 'at the start' : `after input ${input} (line ${line})`;
  return [`DIFFERENT ${place}: ${WHAT[what]}`, `  expected   ${expected}`, `  found      ${found}`];
}
