import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lives } from '../../src/exchange/lives.ts';
import { PLAIN, SYMBOL } from '../load/bench-engine.ts';

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
const options = {
  data,
  durability: 'none',
  world: 'bench/worlds/load.json',
  nonceRule: 'unique',
  log,
  snapshotEvery: 0,
} as const;

const MAKERS = 5;
const ACCOUNTS = 10;
const MID = 95_000;

// Half of the accounts rest orders and half take them, as in the load over REST.
const writer = new Lives(options);
const core = await writer.first(options);
const owners = [...core.state.accounts.values()].filter(({ agent }) => !agent).slice(0, ACCOUNTS);
for (let turn = 0; turn < inputs; turn += 1) {
  const owner = owners[turn % ACCOUNTS];
  if (!owner) throw new Error('ten accounts are needed');
  const isMaker = turn % ACCOUNTS < MAKERS;
  const isBuy = Math.floor(turn / ACCOUNTS) % 2 === 0;
  const away = isMaker ? 1 + (Math.floor(turn / ACCOUNTS) % 9) : -1_000;
  const order = {
    type: 'PlaceOrder',
    account: owner.no,
    symbol: SYMBOL,
    side: isBuy ? 'buy' : 'sell',
    orderType: isMaker ? 'limitGtc' : 'limitIoc',
    price: String(isBuy ? MID - away : MID + away),
    quantity: '0.001',
    ...PLAIN,
  } as const;
  core.sequencer.submit({
    kind: 'request',
    wallet: owner.owner,
    account: owner.no,
    action: 'placeOrders',
    nonce: BigInt(turn + 1),
    commands: [order],
    charge: { ip: '127.0.0.1', surface: 'trade', tokens: 10, account: owner.no, orders: 1 },
  });
}
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
