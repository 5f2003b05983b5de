/** What the commands are for, in the order in which a reader meets them. */
export const GROUPS: readonly (readonly [group: string, commands: readonly string[]])[] = [
  ['Run and look', ['serve', 'init', 'doctor', 'explain', 'wait', 'completion', 'help']],
  [
    'Steer an exchange',
    ['accounts', 'price', 'clock', 'advance', 'deposit', 'liquidate', 'fault', 'snapshot', 'reset'],
  ],
  ['Find out why', ['why', 'audit', 'journal', 'replay', 'diff', 'export', 'query']],
  ['Scenarios and sweeps', ['run', 'certify', 'scenario', 'sweep', 'compare', 'worker', 'gym', 'market']],
  ['Conformance', ['conform', 'report', 'record', 'rejudge', 'explore']],
  ['Data and worlds', ['data', 'calibrate', 'fork']],
];
