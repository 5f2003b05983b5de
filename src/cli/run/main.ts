import { REPLAY } from '../commands/replay.ts';
import { RUN } from '../commands/run.ts';
import { SWEEP } from '../commands/sweep.ts';
import { addCommands } from '../define.ts';
import { runProgram } from '../program.ts';

/**
 * `perpsim run`, and the commands that run an exchange as it does, as a program of their own: bin/perpsim.js names them. It is
 * built as a script of CommonJS, which is compiled ahead and waits for nothing at its top.
 */
void runProgram(process.argv.slice(2), [
  (program, ended) => addCommands(program, [...REPLAY, ...RUN, ...SWEEP], ended),
]).then((code) => {
  process.exitCode = code;
});
