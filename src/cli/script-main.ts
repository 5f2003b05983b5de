import { COMMANDS } from './commands.ts';
import { runProgram } from './program.ts';

/**
 * `perpsim` as a program of its own, beside main.ts: it is built as a script of CommonJS, which is compiled ahead and waits for
 * nothing at its top. bin/perpsim.js says which commands it runs.
 */
void runProgram(process.argv.slice(2), COMMANDS).then((code) => {
  process.exitCode = code;
});
