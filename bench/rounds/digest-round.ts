import type { Input } from '../../src/engine/command.ts';
import { Engine } from '../../src/engine/engine.ts';
import { genesis } from '../../src/engine/genesis.ts';
import { DigestChain } from '../../src/kernel/digest-chain.ts';
import { benchConfig, inputsOf } from '../load/bench-engine.ts';
import { commandStream } from '../load/stream.ts';
import { profiled } from '../process/profile-session.ts';

// The time of the engine and of the digest of what it did, command by command: `digest-round.ts <commands>`.

/** Microseconds of a command. */
export interface DigestRound {
  readonly engineUs: number;
  readonly digestUs: number;
}

const ACCOUNTS = 1_000;

const inputs = inputsOf(commandStream('7', Number(process.argv[2])), ACCOUNTS);

/** Each command is digested at once: later its events may be gone, and the caches cold. */
function pass(engine: Engine, inputs: readonly Input[]): DigestRound {
  const chain = new DigestChain();
  let engineMs = 0;
  let digestMs = 0;
  let before = performance.now();
  inputs.forEach((input, index) => {
    const { events } = engine.apply(input);
    const applied = performance.now();
    chain.add(index + 1, input, events);
    const added = performance.now();
    engineMs += applied - before;
    digestMs += added - applied;
    before = added;
  });
  const last = performance.now();
  chain.value();
  digestMs += performance.now() - last;
  return { engineUs: (engineMs * 1_000) / inputs.length, digestUs: (digestMs * 1_000) / inputs.length };
}

const fresh = (): Engine => new Engine(genesis(benchConfig(ACCOUNTS)).state);
pass(fresh(), inputs.slice(0, inputs.length / 4));
const engine = fresh();
const round = await profiled(() => pass(engine, inputs));
process.stdout.write(`result ${JSON.stringify(round)}\n`);
