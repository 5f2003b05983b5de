import { OrderBook } from 'nodejs-order-book';
import { BenchEngine, inputsOf, sideOf } from '../load/bench-engine.ts';
import { type StreamCommand, type StreamWithFills, streamWithFills } from '../load/stream.ts';
import { profiled } from '../process/profile-session.ts';
import { percentile } from '../table/statistics.ts';
import { BareBook } from '../yardsticks/bare-book.ts';
import { BareMatching } from './bare-matching.ts';

// One round of a subject in a process of its own: `engine-round.ts perpsim|bare|y4|y7 <commands>`.

/** What one pass over the stream came to. Refusals are orders and ids that the subject turned away. */
export interface EngineRound {
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly p99Us: number;
  /** The time of a command is divided by its fills, if it has several. */
  readonly p99FillUs: number;
  readonly refused: number;
}

const ACCOUNTS = 1_000;

/** Applies the command at this index of the stream; false when it is refused. */
type Apply = (index: number) => boolean;

/** Builds all inputs, so that nothing but the subject runs while it is measured. Each call makes a fresh subject. */
type Subject = (stream: readonly StreamCommand[]) => () => Apply;

const perpsim: Subject = (stream) => {
  const inputs = inputsOf(stream, ACCOUNTS);
  return () => {
    const bench = new BenchEngine(ACCOUNTS);
    return (index) => bench.accepts(inputs[index] as never);
  };
};

const bare: Subject = (stream) => () => {
  const book = new BareMatching();
  return (index) => {
    const command = stream[index] as StreamCommand;
    switch (command.kind) {
      case 'add':
        return book.place(command.id, sideOf(command.isBuy), command.price, command.lots).length > 0;
      case 'market':
        return book.place(command.id, sideOf(command.isBuy), 0, command.lots).length > 0;
      case 'cancel':
        return book.cancel(command.id) !== null;
      case 'modify':
        return book.modify(command.id, command.price, command.lots) !== null;
    }
  };
};

/** The options of a command as the peer takes them. */
function peerOptions(command: StreamCommand): unknown {
  switch (command.kind) {
    case 'add':
      return { id: String(command.id), side: sideOf(command.isBuy), size: command.lots, price: command.price };
    case 'market':
      return { side: sideOf(command.isBuy), size: command.lots };
    case 'cancel':
      return String(command.id);
    case 'modify':
      return { id: String(command.id), update: { price: command.price, size: command.lots } };
  }
}

const y4: Subject = (stream) => {
  const options = stream.map(peerOptions);
  return () => {
    const book = new OrderBook();
    return (index) => {
      const given = options[index];
      switch (stream[index]?.kind) {
        case 'add':
          return book.limit(given as never).err === null;
        case 'market':
          return book.market(given as never).err === null;
        case 'cancel':
          return book.cancel(given as string) !== undefined;
        default: {
          const { id, update } = given as { readonly id: string; readonly update: object };
          return book.modify(id, update as never).err === null;
        }
      }
    };
  };
};

const y7: Subject = (stream) => () => {
  const book = new BareBook();
  return (index) => {
    const command = stream[index] as StreamCommand;
    switch (command.kind) {
      case 'add':
        return book.place(command.id, command.isBuy, command.price, command.lots, true) >= 0;
      case 'market':
        return book.place(command.id, command.isBuy, command.isBuy ? 1e9 : 0, command.lots, false) >= 0;
      case 'cancel':
        return book.cancel(command.id);
      case 'modify': {
        const isBuy = book.get(command.id)?.isBuy ?? true;
        if (!book.cancel(command.id)) return false;
        return book.place(command.id, isBuy, command.price, command.lots, true) >= 0;
      }
    }
  };
};

/** What a pass took, before anything is made of it: a profile covers the pass alone. */
interface Pass {
  readonly latencies: Float64Array;
  readonly ms: number;
  readonly cpuUs: number;
  readonly refused: number;
}

function pass(apply: Apply, commands: readonly StreamCommand[]): Pass {
  const latencies = new Float64Array(commands.length);
  let refused = 0;
  const usage = process.cpuUsage();
  const started = performance.now();
  let before = started;
  for (let index = 0; index < commands.length; index += 1) {
    if (!apply(index)) refused += 1;
    const after = performance.now();
    latencies[index] = after - before;
    before = after;
  }
  const { user, system } = process.cpuUsage(usage);
  return { latencies, ms: before - started, cpuUs: (user + system) / commands.length, refused };
}

function roundOf({ latencies, ms, cpuUs, refused }: Pass, { fills }: StreamWithFills): EngineRound {
  const perFill = latencies.map((latency, index) => latency / Math.max(1, fills[index] ?? 0));
  return {
    perSecond: (latencies.length * 1_000) / ms,
    cpuUs,
    p99Us: percentile(latencies, 99) * 1_000,
    p99FillUs: percentile(perFill, 99) * 1_000,
    refused,
  };
}

const SUBJECTS: Readonly<Record<string, Subject>> = { perpsim, bare, y4, y7 };
const [, , name = '', length] = process.argv;
const subject = SUBJECTS[name];
if (!subject) throw new Error(`no subject ${name}`);
const stream = streamWithFills('7', Number(length));
const make = subject(stream.commands);
// A first pass warms up; building the inputs of the exchange was one already.
if (name !== 'perpsim') pass(make(), stream.commands);
const measured = make();
const taken = await profiled(() => pass(measured, stream.commands));
process.stdout.write(`result ${JSON.stringify(roundOf(taken, stream))}\n`);
