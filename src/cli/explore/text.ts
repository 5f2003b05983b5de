import type { Exploration, FoundDifference } from '../../lab/explore/explore.ts';
import type { Command, Step } from '../../lab/explore/command.ts';
import { nameOf } from '../../lab/explore/shrink.ts';
import { printableLines } from '../../kernel/printable.ts';

/** The result for people. */
export function exploreText({ commands, differences, wasStopped }: Exploration, origin: string, seed: string): string {
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

const lineOf = ({ id, command }: Step): string => `c${id}  ${textOf(command)}`;

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
export function exploreJson(exploration: Exploration, origin: string, seed: string): string {
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
