import type { CliCommand } from '../cli-command.ts';
import type { DoctorExit, DoctorFlags } from './doctor.ts';

/** `perpsim doctor`; what it needs is loaded when it is called. */
export function addDoctor(program: CliCommand, ended: (code: DoctorExit) => void): void {
  program
    .command('doctor')
    .description('Looks at what perpsim needs of this machine, and says how to get what is missing.')
    .allowExcessArguments(false)
    .option('--port <number>', 'the port to look at (default: 8700)')
    .option('--data <dir>', 'the directory to keep an exchange in (default: this one)')
    .option('--json', 'print one JSON line')
    .withHelp({
      examples: ['perpsim doctor', 'perpsim doctor --port 8700 --data ./data --json'],
      exits: { 0: 'it can run', 1: 'something keeps it from running' },
    })
    .action(async (flags: DoctorFlags) => {
      const { doctor } = await import('./doctor.ts');
      ended(await doctor(flags));
    });
}
