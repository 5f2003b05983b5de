import type { Command, Difference, NumberedCommand } from './command.ts';
import { Generator, type GeneratorOptions } from './generate/generator.ts';
import { Memory } from './generate/plan.ts';
import { type Found, Pair, type RunningPair } from './pair.ts';
import type { Beginning, Party } from './parties/party.ts';
import { Signatures } from './session.ts';
import { changesNothing, followUpsOf, shrink, type Shrunk } from './shrink.ts';

export interface ExploreOptions {
  readonly target: Party;
  readonly reference: Party;
  readonly world: Beginning['world'];
  readonly seed: string;
  /** Commands in all. */
  readonly commands: number;
  /** Ends once there are so many differences. */
  readonly untilFound: number;
  /** Wallets that take part, at least two. */
  readonly accounts: number;
  /** False leaves sequences as long as they were found. */
  readonly shrinks: boolean;
  /** Set for a target without a control plane. */
  readonly plain?: PlainTarget;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExploreProgress) => void;
}

/** What is known of a deployment in real time. */
export interface PlainTarget {
  /** Markets that are as those of the reference. */
  readonly markets: ReadonlySet<string>;
  /** Sequences that are tried at most to shrink a difference. */
  readonly maxTries: number;
}

export interface ExploreProgress {
  readonly commands: number;
  readonly differences: number;
  /** While a difference is shrunk: tries so far, and commands of the shortest sequence that shows it. */
  readonly shrinking: { readonly tries: number; readonly length: number } | null;
}

/** A difference with the sequence that leads to it. */
export interface FoundDifference {
  readonly beginning: Beginning;
  /** Exchange time at which both began, Unix ms. */
  readonly startTime: number | null;
  readonly accounts: readonly string[];
  /** Commands that were sent on these exchanges before it showed, itself included. */
  readonly commands: number;
  /** What was found first; its index counts in `commands`. */
  readonly first: Difference;
  /** The sequence as it was found. */
  readonly steps: readonly NumberedCommand[];
  /** Null when it was not shrunk, or not shown again. */
  readonly shrunk: Shrunk | null;
}

export interface Exploration {
  readonly commands: number;
  readonly differences: readonly FoundDifference[];
  /** A signal ended it. */
  readonly wasStopped: boolean;
}

export const ACCOUNT_NAMES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'] as const;

/** Commands on the same exchanges before both start over. */
const EPISODE = 400;
/** Of so many episodes one is run under the limits of the specification, the others without limits. */
const LIMITED_EVERY = 4;
const TRIES = 600;

/**
 * Sends equal sequences of random requests to a deployment and to an exchange of this process, and compares what they respond.
 * Equal seeds give equal sequences.
 *
 * @throws TargetLost when the target ends to respond
 */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { target, reference, signal, onProgress, plain } = options;
  const accounts = ACCOUNT_NAMES.slice(0, options.accounts);
  const pair = new Pair(target, reference, new Signatures(target.serviceName), plain !== undefined);
  const differences: FoundDifference[] = [];
  let commands = 0;
  for (let episode = 0; commands < options.commands && !signal.aborted; episode += 1) {
    const beginning = beginningOf(options, episode);
    const before = commands;
    const running = await pair.begin(beginning, accounts);
    const startTime = running.now();
    const { steps, refused, found } = await runEpisode(running, {
      seed: options.seed,
      episode,
      accounts,
      canSteer: plain === undefined,
      markets: plain?.markets,
      commands: Math.min(EPISODE, options.commands - commands),
      readsAfter: plain === undefined && beginning.limits['enabled'] === false,
      signal,
      onStep: (count) => onProgress({ commands: before + count, differences: differences.length, shrinking: null }),
    });
    commands += steps.length;
    if (!found) continue;
    const shrunk = options.shrinks
      ? await shrink(pair, steps, refused, found, {
          beginning,
          accounts,
          signal,
          maxTries: plain?.maxTries ?? TRIES,
          onTry: (tries, length) =>
            onProgress({ commands, differences: differences.length + 1, shrinking: { tries, length } }),
        })
      : null;
    differences.push({
      beginning,
      startTime,
      accounts,
      commands: steps.length,
      first: found.difference,
      steps,
      shrunk,
    });
    // A target that differs before the first command does so in every episode.
    if (differences.length >= options.untilFound || steps.length === 0) break;
  }
  // Leaves nothing behind where nothing is started over.
  if (plain) await pair.begin(beginningOf(options, 0), accounts);
  return { commands, differences, wasStopped: signal.aborted };
}

function beginningOf({ world, seed, plain }: ExploreOptions, episode: number): Beginning {
  const limited = plain === undefined && episode % LIMITED_EVERY === LIMITED_EVERY - 1;
  return { world, seed, limits: limited ? {} : { enabled: false } };
}

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
  readonly steps: readonly NumberedCommand[];
  /** Ids of the steps that the reference refused. */
  readonly refused: ReadonlySet<number>;
  readonly found: Found | null;
}

const MARKET_READS: readonly Command[] = [
  { kind: 'public', action: 'getMarkets', params: {} },
  { kind: 'public', action: 'getMarketPrices', params: {} },
];

/** Sends random commands to both exchanges until they differ or the commands are used up. */
async function runEpisode(pair: RunningPair, options: EpisodeOptions): Promise<EpisodeResult> {
  const memory = new Memory(options.markets);
  const steps: NumberedCommand[] = [];
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
  step: NumberedCommand,
  command: Command,
  index: number,
): Promise<Found | null> {
  const { reference, parting } = await pair.read(command);
  if (parting) return { step, read: command, difference: { index, ...parting } };
  memory.learnRead(command, reference);
  return null;
}
