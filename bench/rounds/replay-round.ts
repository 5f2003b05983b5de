import { startCore } from '../../src/exchange/core.ts';
import { dumpLines } from '../../src/exchange/journal/write-dump.ts';
import { settingsOf } from '../../src/exchange/options.ts';
import { JournalReplay } from '../../src/inspect/replay/journal-replay.ts';
import { benchConfig, inputsOf } from '../load/bench-engine.ts';
import { commandStream } from '../load/stream.ts';
import { profiled } from '../process/profile-session.ts';

// Replays the journal of a stream, and parses its lines alone, in turns: `replay-round.ts <commands> <rounds>`.

/** Lines a second of each round. */
export interface ReplayRounds {
  readonly lines: number;
  readonly bytes: number;
  readonly replay: readonly number[];
  readonly parse: readonly number[];
}

const ACCOUNTS = 1_000;
const ABOUT = { package: '0', world: 'bench', serviceName: 'PerpSim' };
const [commands, rounds] = process.argv.slice(2).map(Number);

async function journalOf(count: number): Promise<string[]> {
  const config = benchConfig(ACCOUNTS);
  const core = await startCore({ ...settingsOf({ world: 'quiet', journalWindow: 10_000_000 }), config });
  let now = core.state.now;
  core.sequencer.follow(() => now);
  for (const { at, ...draft } of inputsOf(commandStream('7', count), ACCOUNTS)) {
    now = at;
    core.sequencer.submit(draft);
  }
  const { state, journal, sequencer } = core;
  const lines = [...dumpLines({ state, config: state.config, journal, chain: sequencer.chain, about: ABOUT })];
  core.stop();
  return lines.map((line) => line.trimEnd());
}

/** Throws unless the replay comes to every digest of the journal. */
function replayed(lines: readonly string[]): void {
  const replay = new JournalReplay();
  for (const line of lines) replay.apply(replay.read(line));
  if (replay.mismatch || !replay.ended) throw new Error(`the replay differs: ${JSON.stringify(replay.mismatch)}`);
}

function parsed(lines: readonly string[]): void {
  let last: unknown;
  for (const line of lines) last = JSON.parse(line);
  if (last === undefined) throw new Error('no lines');
}

const lines = await journalOf(commands ?? 0);
/** Lines a second. */
const timed = (work: (lines: readonly string[]) => void): number => {
  const started = performance.now();
  work(lines);
  return (lines.length * 1_000) / (performance.now() - started);
};
replayed(lines);
parsed(lines);
const replay: number[] = [];
const parse: number[] = [];
for (let round = 0; round < (rounds ?? 0); round += 1) {
  replay.push(await profiled(() => timed(replayed)));
  parse.push(timed(parsed));
}
const bytes = lines.reduce((sum, line) => sum + line.length, 0);
const result: ReplayRounds = { lines: lines.length, bytes, replay, parse };
process.stdout.write(`result ${JSON.stringify(result)}\n`);
