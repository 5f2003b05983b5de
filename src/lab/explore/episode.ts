import type { Command, Step } from './command.ts';
import { changesNothing, followUpsOf } from './follow-ups.ts';
import { Generator, type GeneratorOptions } from './generate/generator.ts';
import { Memory } from './generate/memory.ts';
import type { Found, RunningPair } from './pair.ts';

export interface EpisodeOptions extends GeneratorOptions {
  readonly commands: number;
  /** Reads after each command: those of the account and of the market, or none where tokens are limited. */
  readonly readsAfter: boolean;
  /** Markets that commands are about; left out, all. */
  readonly markets?: ReadonlySet<string> | undefined;
  readonly signal: AbortSignal;
  readonly onStep: (steps: number) => void;
}

export interface EpisodeResult {
  readonly steps: readonly Step[];
  /** Ids of the steps that the reference refused. */
  readonly refused: ReadonlySet<number>;
  readonly found: Found | null;
}

const MARKET_READS: readonly Command[] = [
  { kind: 'public', action: 'getMarkets', params: {} },
  { kind: 'public', action: 'getMarketPrices', params: {} },
];

/** Sends random commands to both exchanges until they differ or the commands are used up. */
export async function runEpisode(pair: RunningPair, options: EpisodeOptions): Promise<EpisodeResult> {
  const memory = new Memory(options.markets);
  const steps: Step[] = [];
  const refused = new Set<number>();
  const generator = new Generator(memory, options);
  for (const command of MARKET_READS) {
    const step = { id: -1, command };
    const found = await lookAt(pair, memory, step, command, 0);
    if (found) return { steps, refused, found };
  }
  while (steps.length < options.commands && !options.signal.aborted) {
    const step = generator.next();
    const index = steps.length;
    steps.push(step);
    options.onStep(steps.length);
    const { reference, parting } = await pair.perform(step);
    if (parting) return { steps, refused, found: { step, read: null, difference: { index, ...parting } } };
    if (reference.status !== 200) refused.add(step.id);
    memory.learn(step, reference);
    if (!options.readsAfter || changesNothing(step.command)) continue;
    for (const command of followUpsOf(step, options.accounts)) {
      const found = await lookAt(pair, memory, step, command, index);
      if (found) return { steps, refused, found };
    }
  }
  return { steps, refused, found: null };
}

async function lookAt(
  pair: RunningPair,
  memory: Memory,
  step: Step,
  command: Command,
  index: number,
): Promise<Found | null> {
  const { reference, parting } = await pair.read(command);
  if (parting) return { step, read: command, difference: { index, ...parting } };
  memory.learnRead(command, reference);
  return null;
}
