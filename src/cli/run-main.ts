import { runProgram } from './program.ts';
import { REPLAYING, RUNNING } from './run-commands.ts';

/**
 * `perpsim run`, and the commands that run an exchange as it does, as a program of their own: bin/perpsim.js names them. It is
 * built as a script of CommonJS, which is compiled ahead and waits for nothing at its top.
 */
void runProgram(process.argv.slice(2), [...REPLAYING, ...RUNNING]).then((code) => {
  process.exitCode = code;
});
