import { writeFileSync } from 'node:fs';
import { canonicalState } from '../../src/engine/canonical-state.ts';
import { decodeState, encodeState } from '../../src/engine/state-codec/state-codec.ts';
import type { State } from '../../src/engine/state.ts';
import { createExchange, type Exchange } from '../../src/index.ts';
import { canonicalJson } from '../../src/kernel/canonical-json.ts';
import { Stage } from '../golden/play.ts';
import { SCRIPT } from './script.ts';
import { stateText } from './tagged-text.ts';

/**
 * One of the two runs that are compared, in a process of its own. A build of this file holds one planted source, or
 * none. The first argument says how the run differs from the other; none of it may count.
 */
export interface Condition {
  /** File that the journal goes to. */
  readonly journal: string;
  /** Another exchange has run in this process before. */
  readonly former: boolean;
  /** Reads, explanations and digests between the requests. */
  readonly reads: boolean;
  /** After these inputs the state is written down, read again, and goes on in a new engine. */
  readonly restarts: readonly number[];
  /** After these inputs the state is written to files of this name, with the number of the input behind it. */
  readonly states: { readonly inputs: readonly number[]; readonly file: string };
  /** The run ends after this input; null runs to the end. */
  readonly stop: number | null;
}

/** Called by the sequencer after each input; returns true when the engine must be a new one over the same state. */
declare global {
  var planted: ((seq: number, state: State) => boolean) | undefined;
}

class ReadingStage extends Stage {
  override advance(ms: number): void {
    this.#read();
    super.advance(ms);
  }

  override attempt<T>(request: Promise<T>): Promise<T | undefined> {
    this.#read();
    return super.attempt(request);
  }

  #read(): void {
    this.exchange.control.state();
    for (const { subAccountId } of this.exchange.accounts.slice(0, 3)) this.exchange.why.margin(subAccountId);
    if (lastState) canonicalJson(canonicalState(lastState));
  }
}

const condition = JSON.parse(process.argv[2] ?? '') as Condition;
let lastState: State | undefined;

function afterInput(seq: number, state: State): boolean {
  lastState = state;
  const { inputs, file } = condition.states;
  if (inputs.includes(seq)) writeFileSync(`${file}.${seq}`, stateText(state));
  if (condition.stop === seq) process.exit(0);
  if (!condition.restarts.includes(seq)) return false;
  restore(state, decodeState(encodeState(state), state.config));
  return true;
}

/** The runtime holds the state and the tables of its limits, so they stay the objects that they are. */
function restore(state: State, from: State): void {
  for (const [name, table] of Object.entries(state.limits)) Object.assign(table as object, from.limits[name as 'ip']);
  Object.assign(state, { ...from, limits: state.limits });
}

async function former(): Promise<void> {
  const exchange = await createExchange({ world: 'quiet', seed: 3 });
  for (const side of ['buy', 'sell', 'buy'] as const) {
    await exchange.client(0).placeOrder({ symbol: 'BTC-USDT', side, orderType: 'market', quantity: '0.1' });
  }
  await exchange.close();
}

async function run(exchange: Exchange): Promise<void> {
  const StageOfRun = condition.reads ? ReadingStage : Stage;
  await SCRIPT.run(new StageOfRun(exchange, SCRIPT.name));
  writeFileSync(condition.journal, [...exchange.control.journal()].join(''));
}

if (condition.former) await former();
globalThis.planted = afterInput;
await run(await createExchange({ seed: 7, clock: 'manual', ...SCRIPT.options }));
process.exit(0);
