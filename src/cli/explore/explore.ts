import { explore, type Exploration, type ExploreOptions } from '../../lab/explore/explore.ts';
import { ReferenceParty } from '../../lab/explore/parties/reference-party.ts';
import { SimulatorParty } from '../../lab/explore/parties/simulator-party.ts';
import { TargetLost } from '../../lab/explore/parties/target-lost.ts';
import { WorldFileError } from '../../exchange/world/world-file.ts';
import { Unreachable } from '../control-site.ts';
import { cannotWrite, print, say } from '../output.ts';
import { writeFolder } from '../../lab/explore/print/folder.ts';
import { untilStopped } from '../stop-signal.ts';
import { UsageError } from '../usage-error.ts';
import { ExploreProgressLines } from './progress.ts';
import { exploreJson, exploreText } from './text.ts';
import { openPlain } from './plain-target.ts';
import { type ExploreTarget, openTarget } from './target.ts';

/** Flags as commander collects them. */
export interface ExploreFlags {
  readonly target: string;
  readonly against: string;
  readonly seed: string;
  readonly commands: string;
  readonly accounts: string;
  readonly world?: string;
  readonly untilFound: string;
  readonly shrink: boolean;
  readonly out?: string;
  readonly control: boolean;
  readonly profile: string;
  readonly budget: string;
  readonly responseBytes?: string;
  readonly controlToken?: string;
  readonly resetTarget?: boolean;
  readonly json?: boolean;
}

/** 0 no difference, 1 differences, 3 the target was not reached or ended to respond. */
export type ExploreExit = 0 | 1 | 3;

/**
 * Explores a deployment and prints where it differs from the exchange of this package.
 *
 * @throws UsageError for flags that cannot be met, OutputError
 */
export async function exploreCommand(flags: ExploreFlags): Promise<ExploreExit> {
  if (flags.against !== 'self') throw new UsageError(`--against must be self (got "${flags.against}")`);
  const commands = countOf('commands', flags.commands, 1, 1_000_000);
  const accounts = countOf('accounts', flags.accounts, 2, 8);
  const untilFound = countOf('until-found', flags.untilFound, 1, 1_000);
  const stop = new AbortController();
  return untilStopped((stopped) => {
    void stopped.then(() => stop.abort());
    return explored(flags, { commands, accounts, untilFound }, stop);
  });
}

interface Counts {
  readonly commands: number;
  readonly accounts: number;
  readonly untilFound: number;
}

async function explored(
  flags: ExploreFlags,
  { commands, accounts, untilFound }: Counts,
  stop: AbortController,
): Promise<ExploreExit> {
  const lines = new ExploreProgressLines();
  try {
    const found = await openTarget(flags);
    const opened = 'plain' in found ? await openedPlain(found.plain, flags, stop) : openedSimulator(found, accounts);
    const { origin, ...parties } = opened;
    try {
      const exploration = await explore({
        ...parties,
        seed: flags.seed,
        commands,
        untilFound,
        shrinks: flags.shrink,
        signal: stop.signal,
        onProgress: (progress) => {
          lines.at(progress);
          opened.look();
        },
      });
      return await report(exploration, origin, flags);
    } finally {
      await parties.reference.close();
      await parties.target.close();
    }
  } catch (error) {
    if (error instanceof WorldFileError) throw new UsageError(`${error.message}: name the world with --world`);
    if (!(error instanceof TargetLost || error instanceof Unreachable)) throw error;
    say(error.message);
    return 3;
  }
}

type Opened = Pick<ExploreOptions, 'target' | 'reference' | 'world' | 'accounts' | 'plain'> & {
  readonly origin: string;
  /** Called now and then. */
  readonly look: () => void;
};

const openedSimulator = (found: ExploreTarget, accounts: number): Opened => ({
  origin: found.origin,
  target: new SimulatorParty(found),
  reference: new ReferenceParty(found.serviceName),
  world: found.world,
  accounts,
  look: () => undefined,
});

/** Tries on a deployment in real time cost tokens. */
const PLAIN_TRIES = 40;

async function openedPlain(origin: string, flags: ExploreFlags, stop: AbortController): Promise<Opened> {
  const { target, reference, markets, wallets, world } = await openPlain(origin, flags);
  say(
    `${origin} has no control plane: own orders far from the market, and refusals, with ${wallets} wallets in ${markets.size} markets`,
  );
  return {
    origin,
    target,
    reference,
    world,
    accounts: wallets,
    plain: { markets, maxTries: PLAIN_TRIES },
    look: () => {
      if (!target.isSpent || stop.signal.aborted) return;
      say(`the budget of ${flags.budget} tokens is spent`);
      stop.abort();
    },
  };
}

async function report(exploration: Exploration, origin: string, flags: ExploreFlags): Promise<ExploreExit> {
  if (flags.out !== undefined) writeAll(flags.out, exploration, origin);
  await print(
    flags.json === true ? exploreJson(exploration, origin, flags.seed) : exploreText(exploration, origin, flags.seed),
  );
  return exploration.differences.length === 0 ? 0 : 1;
}

/** Writes a folder for each difference. */
function writeAll(out: string, { differences }: Exploration, origin: string): void {
  try {
    for (const [index, found] of differences.entries()) {
      const { folder, notes } = writeFolder(out, index + 1, found, origin);
      say(`wrote ${folder}`);
      for (const note of notes) say(note);
    }
  } catch (error) {
    throw cannotWrite(out, error);
  }
}

function countOf(flag: string, given: string, least: number, most: number): number {
  const count = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new UsageError(`--${flag} must be a whole number from ${least} to ${most} (got "${given}")`);
}
