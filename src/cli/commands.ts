import { DATA } from './commands/data.ts';
import { INSPECT } from './commands/inspect.ts';
import { LOOK } from './commands/look.ts';
import { REPLAY } from './commands/replay.ts';
import { RUN } from './commands/run.ts';
import { SNAPSHOT, STEER } from './commands/steer.ts';
import { SUITE } from './commands/suite.ts';
import { SWEEP } from './commands/sweep.ts';
import { addCompletion } from './completion/command.ts';
import { addCommands } from './define.ts';
import type { AddCommand } from './program.ts';
import { addServe } from './serve/command.ts';

/** In the order in which the help lists them. */
export const COMMANDS: readonly AddCommand[] = [
  // What it needs is loaded when it is called.
  (program) => addServe(program, async (options) => (await import('./serve/serve.ts')).serve(options)),
  ...[LOOK, STEER, INSPECT, REPLAY, SNAPSHOT, SUITE, DATA, RUN, SWEEP].map(
    (specs): AddCommand =>
      (program, ended) =>
        addCommands(program, specs, ended),
  ),
  addCompletion,
];
