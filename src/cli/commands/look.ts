import type { CommandSpec } from '../define.ts';
import type { DoctorFlags } from '../doctor/doctor.ts';
import type { InitFlags } from '../init/init.ts';

/** First steps. What each needs is loaded when it is called. */

export const LOOK: readonly CommandSpec[] = [
  {
    name: 'init',
    about: 'Writes settings, a first scenario and a workflow for CI into a folder.',
    takes: [['[folder]', 'where to write (default: here)']],
    flags: [['--json', 'print one JSON line']],
    examples: ['perpsim init', 'perpsim init my-bot --json'],
    exits: { 0: 'written', 2: 'wrong usage, or a file is there already' },
    run: async (folder: string | undefined, flags: InitFlags) =>
      (await import('../init/init.ts')).init(folder ?? '.', flags),
  },
  {
    name: 'doctor',
    about: 'Looks at what perpsim needs of this machine, and says how to get what is missing.',
    flags: [
      ['--port <number>', 'the port to look at (default: 8700)'],
      ['--data <dir>', 'the directory to keep an exchange in (default: this one)'],
      ['--json', 'print one JSON line'],
    ],
    examples: ['perpsim doctor', 'perpsim doctor --port 8700 --data ./data --json'],
    exits: { 0: 'it can run', 1: 'something keeps it from running' },
    run: async (flags: DoctorFlags) => (await import('../doctor/doctor.ts')).doctor(flags),
  },
  {
    name: 'explain',
    about: 'Says what an action, an error code, an HTTP status, a clause, a ruling or a channel is.',
    takes: [['<name>', 'such as placeOrders, INSUFFICIENT_MARGIN, 429, SURFACE-TRADE-POST, R-40 or trades']],
    flags: [['--json', 'print one JSON line']],
    examples: ['perpsim explain placeOrders', 'perpsim explain POST_ONLY_WOULD_TRADE --json'],
    exits: { 0: 'explained', 1: 'no such name' },
    run: async (name: string, flags: { readonly json?: boolean }) =>
      (await import('../explain/explain.ts')).explain(name, flags),
  },
];
