import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lives } from '../../src/exchange/lives.ts';
import { DATA_OPTIONS, makersAndTakers } from '../load/maker-taker.ts';

// Writes a journal of so many requests, without snapshots, and starts from it: `recovery-round.ts <inputs>`.

/** What the start came to. */
export interface RecoveryRound {
  readonly inputs: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly memoryMiB: number;
}

const inputs = Number(process.argv[2]);
const data = mkdtempSync(join(tmpdir(), 'perpsim-recovery-'));
const log = { error: (_facts: object, message: string): void => console.error(message) };
const options = { ...DATA_OPTIONS, data, log, snapshotEvery: 0 } as const;

const writer = new Lives(options);
const core = await writer.first(options);
const submit = makersAndTakers(core);
for (let turn = 0; turn < inputs; turn += 1) submit();
core.stop();
await writer.end(core);
await writer.release();

const bytes = statSync(join(data, 'journal-000001.jsonl')).size;
const reader = new Lives(options);
const started = performance.now();
const again = await reader.first(options);
const seconds = (performance.now() - started) / 1000;
if (again.state.inputSeq < inputs) throw new Error('inputs are missing');
const memoryMiB = process.memoryUsage().rss / 1_048_576;
again.stop();
await reader.end(again);
await reader.release();
rmSync(data, { recursive: true });
const round: RecoveryRound = { inputs, bytes, seconds, memoryMiB };
process.stdout.write(`result ${JSON.stringify(round)}\n`);
