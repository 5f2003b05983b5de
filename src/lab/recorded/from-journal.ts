import type { Command, Input } from '../../engine/command.ts';
import { subAccountIdOf, venueIdOf } from '../../kernel/ids.ts';
import { devAccountsOf } from '../../exchange/dev-accounts.ts';
import { JournalReplay } from '../../inspect/replay/journal-replay.ts';
import { type Controlled, controlOf } from './control-commands.ts';
import { requestOf } from './request-commands.ts';
import { checkWorld, type RecordedWorld } from './recorded-world.ts';
import { Tape } from './tape.ts';

/**
 * Reads a journal into a tape: the engine takes its inputs again, so that each request can be told with what became of it.
 *
 * @param world what the scenario is to run in; left out: the world that the journal names
 * @throws NotRecordable for a journal of another world, DumpError for lines that are no journal, or that lead to other digests than those that it recorded
 */
export async function tapeOfJournal(lines: AsyncIterable<string>, world?: RecordedWorld): Promise<Tape> {
  let refusals = new Map<Command, string>();
  const observer = {
    refused: (_state: unknown, command: Command, { code }: { readonly code: string }) =>
      void refusals.set(command, code),
    happened: () => undefined,
  };
  const replay = new JournalReplay({ observer });
  let tape: Tape | null = null;
  /** An injected fault loses the response to the next request. */
  let isLost = false;
  for await (const line of lines) {
    const step = replay.read(line);
    if (step.kind === 'header') {
      const { config, serviceName, seed } = step.header;
      checkWorld(world ?? step.header.world, typeof world === 'string' ? world : step.header.world, config);
      tape = new Tape({
        title: `A recorded run of ${step.header.world}`,
        world: world ?? step.header.world,
        ...{ seed, serviceName, startTime: config.startTime, dev: devAccountsOf(replay.state) },
      });
    }
    if (step.kind !== 'input' || !tape) continue;
    refusals = new Map();
    replay.apply(step);
    record(tape, step.input, { replay, refusals, isLost });
    isLost = losesResponse(replay) || (isLost && step.input.kind !== 'request');
  }
  if (!tape) throw new Error(`the journal is empty`);
  tape.reached(replay.state.now);
  return tape;
}

interface Applied {
  readonly replay: JournalReplay;
  readonly refusals: ReadonlyMap<Command, string>;
  readonly isLost: boolean;
}

const losesResponse = ({ events, state }: JournalReplay): boolean =>
  events.some(
    (event) =>
      event.type === 'FaultMet' &&
      event.fired &&
      state.faults.rules.some(({ rule }) => rule.name === event.rule && rule.effect.kind === 'replyLost'),
  );

function record(tape: Tape, input: Input, { replay, refusals, isLost }: Applied): void {
  if (input.kind === 'control') {
    for (const command of input.commands) write(tape, input.at, controlOf(command, replay));
  }
  if (input.kind !== 'request') return;
  const [first] = input.commands;
  const request = requestOf(input.action, input.commands);
  if (!first) tape.leaveOut('signed requests that validation refused');
  else if (!request) tape.leaveOut(`requests ${input.action} that commands do not tell in full`);
  else {
    const placed = replay.events.flatMap((event) =>
      event.type === 'OrderPlaced' && event.order.account === input.account ? [event.order] : [],
    );
    const refused = input.commands.map((command) => refusals.get(command)).find((code) => code !== undefined) ?? null;
    tape.request({
      time: input.at,
      subAccountId: subAccountIdOf(input.account),
      ...request,
      orderIds: idsOf(
        input.commands,
        refusals,
        placed.map(({ no }) => venueIdOf(no)),
      ),
      refused: isLost ? 'NO_RESPONSE' : refused,
    });
  }
}

/** Ids by the place of the order in its request; a refused command has none. */
function idsOf(
  commands: readonly Command[],
  refusals: ReadonlyMap<Command, string>,
  placed: readonly string[],
): string[] {
  const ids = [...placed];
  return commands.flatMap((command) => {
    const count = command.type === 'PlaceGroup' ? (command.main ? 1 : 0) + command.pairs.flat().length : 1;
    return Array.from({ length: count }, () => (refusals.has(command) ? '' : (ids.shift() ?? '')));
  });
}

function write(tape: Tape, time: number, controlled: Controlled): void {
  switch (controlled.kind) {
    case 'control':
      return tape.control(time, controlled.action, controlled.params);
    case 'entries':
      for (const entry of controlled.entries) tape.entry(time, entry);
      return;
    case 'opened':
      return tape.open(controlled.subAccountId, controlled.wallet, controlled.name);
    case 'leftOut':
      return tape.leaveOut(controlled.what);
    case 'nothing':
  }
}
