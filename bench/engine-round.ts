import { OrderBook } from 'nodejs-order-book';
import { BenchEngine, sideOf } from './bench-engine.ts';
import { percentile } from './statistics.ts';
import { commandStream, type StreamCommand } from './stream.ts';

// One round of the engine pair in a process of its own: `engine-round.ts perpsim|y4 <commands>`.

/** What one pass over the stream came to. Refusals are orders and ids that the subject turned away. */
export interface EngineRound {
  readonly perSecond: number;
  readonly p99Us: number;
  readonly refused: number;
}

const ACCOUNTS = 1_000;

/** Applies one command; false when it is refused. */
type Apply = (command: StreamCommand, index: number) => boolean;

function peer(): Apply {
  const book = new OrderBook();
  return (command) => {
    switch (command.kind) {
      case 'add': {
        const { id, isBuy, price, lots } = command;
        return book.limit({ id: String(id), side: sideOf(isBuy), size: lots, price } as never).err === null;
      }
      case 'market':
        return book.market({ side: sideOf(command.isBuy), size: command.lots } as never).err === null;
      case 'cancel':
        return book.cancel(String(command.id)) !== undefined;
      case 'modify':
        return book.modify(String(command.id), { price: command.price, size: command.lots }).err === null;
    }
  };
}

function exchange(): Apply {
  const engine = new BenchEngine(ACCOUNTS);
  return (command, index) => engine.apply(command, index);
}

function pass(apply: Apply, commands: readonly StreamCommand[]): EngineRound {
  const latencies = new Float64Array(commands.length);
  let refused = 0;
  const started = performance.now();
  let before = started;
  commands.forEach((command, index) => {
    if (!apply(command, index)) refused += 1;
    const after = performance.now();
    latencies[index] = after - before;
    before = after;
  });
  return {
    perSecond: (commands.length * 1000) / (before - started),
    p99Us: percentile(latencies, 99) * 1000,
    refused,
  };
}

const [, , subject, length] = process.argv;
const commands = commandStream('7', Number(length));
const make = subject === 'y4' ? peer : exchange;
pass(make(), commands.slice(0, Math.ceil(commands.length / 4)));
process.stdout.write(`result ${JSON.stringify(pass(make(), commands))}\n`);
