import { type AddCommand, runProgram } from '../program.ts';
import { addReplay } from '../replay/command.ts';
import { addScenario } from '../scenario/command.ts';
import { addSweep } from '../sweep/command.ts';
import { addRun } from './command.ts';

const COMMANDS: readonly AddCommand[] = [addReplay, addRun, addScenario, addSweep];

/**
 * `perpsim run`, and the commands that run an exchange as it does, as a program of their own: bin/perpsim.js names them. It is
 * built as a script of CommonJS, which is compiled ahead and waits for nothing at its top.
 */
void runProgram(process.argv.slice(2), COMMANDS).then((code) => {
  process.exitCode = code;
});
