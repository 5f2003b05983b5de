import { runProgram } from '../program.ts';
import { serveCommand } from './command.ts';
import { serve } from './serve.ts';

/**
 * `perpsim serve` as a program of its own, which holds nothing of the other commands, so that it starts faster. It is
 * built as a script of CommonJS, which waits for nothing at its top.
 */
void runProgram(process.argv.slice(2), [serveCommand(serve)]).then((code) => {
  process.exitCode = code;
});
