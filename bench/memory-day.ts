import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Command } from '../src/engine/command.ts';
import type { EngineEvent } from '../src/engine/event.ts';
import { UNIT } from '../src/kernel/units.ts';
import { MemoryJournal } from '../src/exchange/journal/memory-journal.ts';
import { type Core, startCore } from '../src/exchange/core.ts';
import { settingsOf } from '../src/exchange/options.ts';
import { PLAIN, SYMBOL } from './load/bench-engine.ts';
import { collect } from './process/collect.ts';

/**
 * Measures the memory of a long run: `memory-day.ts [--hours 24] [--cycles 10] [--reads 1] [--gtd 5] [--world quiet] [--journal-window N]
 * [--history-rows N]`. It drives an exchange in this process on simulated time: `cycles` orders a second are placed and cancelled, `reads` times as many reads are
 * charged, every `gtd`-th order has an expiry a day ahead, and every ten seconds a position is opened and closed. Requests enter
 * where validated ones do, so that signing does not make the run long. Prints one line at the start and for each hour: the heap is what
 * a full collection leaves, and what is counted beside it is what could grow.
 */

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    cycles: { type: 'string', default: '10' },
    reads: { type: 'string', default: '1' },
    gtd: { type: 'string', default: '5' },
    world: { type: 'string', default: 'quiet' },
    'journal-window': { type: 'string' },
    'history-rows': { type: 'string' },
  },
});
const hours = Number(values.hours);
const cycles = Number(values.cycles);
const reads = Number(values.reads);
const gtd = Number(values.gtd);
const bounds = {
  ...(values['journal-window'] !== undefined && { journalWindow: Number(values['journal-window']) }),
  ...(values['history-rows'] !== undefined && { historyRows: Number(values['history-rows']) }),
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TRADE_EVERY_MS = 10_000;
const ACCOUNTS = 5;
const MIB = 1_048_576;
const IP = '127.0.0.1';

const core: Core = await startCore(settingsOf({ world: values.world, seed: 7, ...bounds }));
const { state, sequencer } = core;
const accounts = [...state.accounts.values()].filter(({ agent }) => !agent).slice(0, ACCOUNTS);
let now = state.now;
let nonce = 0;
let inputs = 0;
sequencer.follow(() => now);
core.bus.subscribe(() => {
  inputs += 1;
});

/** Sends a request; returns its events. */
function request(index: number, tokens: number, command: Command): readonly EngineEvent[] {
  const account = accounts[index % ACCOUNTS];
  if (!account) throw new Error('the world has too few accounts');
  nonce += 1;
  const { outcomes } = sequencer.submit({
    kind: 'request',
    wallet: account.owner,
    account: account.no,
    action: 'bench',
    nonce: BigInt(nonce),
    commands: [command],
    charge: { ip: IP, surface: 'trade', tokens, account: account.no, orders: command.type === 'PlaceOrder' ? 1 : 0 },
  });
  const refusal = outcomes[0]?.refusal;
  if (refusal) throw new Error(`${command.type} is refused: ${refusal.message}`);
  return outcomes[0]?.events ?? [];
}

/** A price in whole USDT at which an order rests for the moment that it stands, however far a living market has gone. */
const restingPrice = (): string => String(Math.floor(((state.markets.get(SYMBOL)?.index ?? 0) / UNIT) * 0.98));

function cycle(index: number): void {
  const account = index % ACCOUNTS;
  const expires = gtd > 0 && index % gtd === 0;
  const terms = { ...PLAIN, symbol: SYMBOL, side: 'buy', price: restingPrice(), quantity: '0.01' } as const;
  const expiry = { orderType: expires ? 'limitGtd' : 'limitGtc', expiresAt: expires ? now + DAY_MS : null } as const;
  const events = request(index, 5, { type: 'PlaceOrder', account: accounts[account]?.no ?? 0, ...terms, ...expiry });
  const order = events.find((event) => event.type === 'OrderPlaced')?.order.no ?? -1;
  request(index, 1, { type: 'CancelOrder', account: accounts[account]?.no ?? 0, order: { no: order } });
  for (let read = 0; read < reads; read += 1) {
    sequencer.charge({ ip: IP, surface: 'trade', tokens: 2, account: accounts[account]?.no ?? 0, orders: 0 });
  }
}

function trade(index: number): void {
  const terms = { ...PLAIN, symbol: SYMBOL, orderType: 'market', price: '', quantity: '0.001' } as const;
  const account = accounts[index % ACCOUNTS]?.no ?? 0;
  request(index, 5, { type: 'PlaceOrder', account, side: 'buy', ...terms });
  request(index, 5, { type: 'PlaceOrder', account, side: 'sell', ...terms });
}

function report(hour: number): void {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const mib = (bytes: number): string => (bytes / MIB).toFixed(1).padStart(8);
  const count = (value: number): string => String(value).padStart(9);
  console.log(
    [
      String(hour).padStart(4),
      mib(rss),
      mib(heapUsed),
      mib(external),
      count(inputs),
      count(core.journal.length - core.journal.first + 1),
      mib(core.journal instanceof MemoryJournal ? core.journal.bytes : 0),
      count(state.accounts.size),
      count(state.orders.size),
      count(state.timers.size),
      count(core.explanations.liquidations().length),
    ].join(' '),
  );
}

console.log('hour  RSS MiB heap MiB  ext MiB    inputs      kept kept MiB  accounts    orders    timers liquidations');
report(0);
const started = performance.now();
const stepMs = 1_000 / cycles;
let index = 0;
for (let hour = 1; hour <= hours; hour += 1) {
  for (const end = now + HOUR_MS; now < end;) {
    for (let turn = 0; turn < cycles; turn += 1) {
      now += stepMs;
      cycle(index);
      index += 1;
    }
    if (now % TRADE_EVERY_MS === 0) trade(index);
    // Idle work of the server, such as writing history, has its turn.
    await new Promise(setImmediate);
  }
  await sleep(50);
  report(hour);
}
console.error(`${index} cycles in ${Math.round((performance.now() - started) / 1_000)} s`);
core.stop();
