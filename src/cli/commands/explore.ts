import { WorldFileError } from '../../exchange/world/world-file.ts';
import { printableLines } from '../../kernel/printable.ts';
import type { Command, NumberedCommand } from '../../lab/explore/command.ts';
import {
  type Exploration,
  explore,
  type ExploreOptions,
  type ExploreProgress,
  type FoundDifference,
} from '../../lab/explore/explore.ts';
import { ReferenceParty } from '../../lab/explore/parties/reference-party.ts';
import { SimulatorParty } from '../../lab/explore/parties/simulator-party.ts';
import { TargetLost } from '../../lab/explore/parties/party.ts';
import { writeFolder } from '../../lab/explore/print/folder.ts';
import { nameOf } from '../../lab/explore/shrink.ts';
import { Unreachable } from '../control-site.ts';
import { type CommandBody, JSON_FLAG, REQUIRED } from '../define.ts';
import { type ExploreTarget, openPlain, openTarget } from '../explore-target.ts';
import { cannotWrite, print, say } from '../output.ts';
import { untilStopped } from '../stop-signal.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim explore`. */
export const EXPLORE: CommandBody = {
  flags: [
    ['--target <url>', 'the deployment to explore, such as http://127.0.0.1:8700', REQUIRED],
    ['--against <reference>', 'what it is compared with: self, the exchange of this perpsim', 'self'],
    ['--seed <text>', 'equal seeds send equal sequences', '1'],
    ['--commands <count>', 'commands in all', '2000'],
    ['--accounts <count>', 'wallets that take part, 2 to 8', '4'],
    ['--world <name>', 'the world to start in (default: the one the target was started with)'],
    ['--until-found <count>', 'end once there are so many differences', '1'],
    ['--no-shrink', 'leave sequences as long as they were found'],
    ['--out <folder>', 'write each difference there: as a scenario, as a feature, and its commands'],
    ['--control-token <token>', 'the token that a simulator was started with'],
    ['--reset-target', 'start a simulator over although clients have used it: what they did is lost'],
    ['--no-control', 'treat a simulator as a deployment without a control plane'],
    ['--profile <name>', 'without a control plane: the profile that names the variables of the keys', 'full'],
    ['--response-bytes <n>', 'read no more than this of one response (default: 16777216)'],
    ['--budget <tokens>', 'without a control plane: tokens of the address that may be spent', '100000'],
    JSON_FLAG,
  ],
  examples: [
    'perpsim explore --target http://127.0.0.1:8700',
    'perpsim explore --target http://127.0.0.1:8700 --seed 7 --commands 500 --out found --json',
  ],
  exits: { 0: 'no difference', 1: 'differences', 3: 'target not reached' },
  run: async (flags: ExploreFlags) => exploreCommand(flags),
};

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

const SAY_EVERY_MS = 2_000;

/** A line on stderr now and then. */
class ExploreProgressLines {
  #said = performance.now();

  at({ commands, differences, shrinking }: ExploreProgress): void {
    if (performance.now() - this.#said < SAY_EVERY_MS) return;
    this.#said = performance.now();
    const found =
      differences === 0 ? 'no difference' : `${differences} ${differences === 1 ? 'difference' : 'differences'}`;
    say(
      shrinking === null
        ? `${commands} commands compared so far, ${found}`
        : `${found}, shrinking the last: ${shrinking.length} commands after ${shrinking.tries} tries`,
    );
  }
}

/** The result for people. */
function exploreText({ commands, differences, wasStopped }: Exploration, origin: string, seed: string): string {
  const sent = `${commands} commands of seed ${seed} to ${origin}`;
  const head = wasStopped ? `stopped after ${sent}` : sent;
  if (differences.length === 0) return `${head}: no difference\n`;
  const count = `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`;
  return printableLines([`${head}: ${count}`, ...differences.flatMap(differenceLines), ''].join('\n'));
}

function differenceLines(found: FoundDifference, index: number): string[] {
  const { shrunk, first, steps, commands } = found;
  const list = shrunk?.steps ?? steps;
  const { path, target, reference, index: at } = shrunk?.difference ?? first;
  const step = list[at];
  const size = shrunk
    ? `${shrunk.steps.length} ${shrunk.steps.length === 1 ? 'command' : 'commands'} after shrinking${shrunk.isMinimal ? '' : ', which was not finished'}`
    : 'not shrunk';
  return [
    '',
    `difference ${index + 1}: found after ${commands} commands; ${size}`,
    `  ${step ? nameOf(step.command) : ''} ${path}`,
    `    target     ${target}`,
    `    reference  ${reference}`,
    ...(list.length <= SHOWN
      ? list.map((one) => `  ${lineOf(one)}`)
      : [`  ${list.length} commands, see --out or --json`]),
  ];
}

const SHOWN = 20;

const lineOf = ({ id, command }: NumberedCommand): string => `c${id}  ${textOf(command)}`;

function textOf(command: Command): string {
  switch (command.kind) {
    case 'advance':
      return `${command.ms} ms pass`;
    case 'again':
      return 'the same request is sent again';
    case 'raw':
      return `${command.method} ${command.path} ${command.body ?? ''}`.trim();
    case 'public':
    case 'control':
      return `${command.action} ${JSON.stringify(command.params)}`;
    case 'signed': {
      const on = command.on === null ? '' : ` on ${command.on}`;
      const changes = Object.keys(command.changes).length === 0 ? '' : ` changed ${JSON.stringify(command.changes)}`;
      return `${command.account}${on}: ${command.action} ${JSON.stringify(command.params)}${changes}`;
    }
  }
}

/** The result for programs, on one line. */
function exploreJson(exploration: Exploration, origin: string, seed: string): string {
  return `${JSON.stringify({
    target: origin,
    seed,
    commands: exploration.commands,
    stopped: exploration.wasStopped,
    differences: exploration.differences.map(({ beginning, commands, first, steps, shrunk }) => ({
      beginning,
      commands,
      first,
      shrunk: shrunk && { ...shrunk.difference, commands: shrunk.steps.length, isMinimal: shrunk.isMinimal },
      steps: shrunk?.steps ?? steps,
    })),
  })}\n`;
}
