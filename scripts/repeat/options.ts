import { parseArgs } from 'node:util';
import type { TransportName } from '../../src/suite/results/run.ts';

/** Exchange times at which servers start, by name. */
export const STARTS: Readonly<Record<string, string>> = {
  weekday: '2026-01-07T12:00:00Z',
  sunday: '2026-01-11T10:00:00Z',
  midnight: '2026-01-07T23:57:00Z',
  closing: '2026-01-07T21:58:00Z',
};
/** The worlds by which a deployment has markets that no feature knows. */
const FOREIGN = ['large', 'small', 'thin', 'busy'].map((name) => `fixtures/worlds/foreign-${name}.yaml`);
const USUAL_STARTS = ['weekday', 'sunday', 'midnight'];
const TRANSPORTS: readonly TransportName[] = ['rest', 'ws'];

/** How one server is started. */
export interface Start {
  /** For tables and folders. */
  readonly name: string;
  /** Exchange time. */
  readonly time: string;
  /** By name or by file. */
  readonly world: string;
  readonly seed: string;
}

export interface Options {
  /** What narrows the choice of scenarios, for `perpsim conform`. */
  readonly selection: readonly string[];
  readonly runs: number;
  readonly starts: readonly Start[];
  readonly transports: readonly TransportName[];
  /** Beside the fields of the profile `full`, those that give all leave. */
  readonly allLeave: boolean;
  readonly rateLimits: boolean;
  readonly folder: string;
  readonly json: boolean;
  readonly help: boolean;
}

/** @throws Error that names the flag */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '3' },
      starts: { type: 'string', default: USUAL_STARTS.join() },
      worlds: { type: 'string', default: 'quiet' },
      seeds: { type: 'string', default: '1' },
      transport: { type: 'string', default: TRANSPORTS.join() },
      tags: { type: 'string', multiple: true, default: [] },
      exclude: { type: 'string', multiple: true, default: [] },
      'all-leave': { type: 'boolean', default: false },
      'rate-limits': { type: 'boolean', default: false },
      report: { type: 'string', default: 'reports/latest/repeat' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const runs = /^[1-9]\d?$/.test(values.runs) ? Number(values.runs) : 0;
  if (runs === 0) throw new Error(`--runs must be a whole number from 1 to 99 (got "${values.runs}")`);
  const transports = TRANSPORTS.filter((one) => values.transport.split(',').includes(one));
  if (transports.length !== values.transport.split(',').length) {
    throw new Error(`--transport must be rest, ws or rest,ws (got "${values.transport}")`);
  }
  return {
    selection: [
      ...positionals,
      ...values.tags.flatMap((text) => ['--tags', text]),
      ...values.exclude.flatMap((text) => ['--exclude', text]),
    ],
    runs,
    starts: startsOf(values.worlds, values.seeds, values.starts),
    transports,
    allLeave: values['all-leave'],
    rateLimits: values['rate-limits'],
    folder: values.report,
    json: values.json,
    help: values.help,
  };
}

/** Every world with every seed at every start; `foreign` stands for the four worlds with markets of their own. */
function startsOf(worlds: string, seeds: string, starts: string): readonly Start[] {
  const all = worlds.split(',').flatMap((world) => (world === 'foreign' ? FOREIGN : [world]));
  return all.flatMap((world) =>
    seeds.split(',').flatMap((seed) =>
      starts.split(',').map((start): Start => {
        const { name, time } = startOf(start);
        const short = world.replace(/^.*\//, '').replace(/\.\w+$/, '');
        return { name: world === 'quiet' ? name : `${short} ${seed} ${name}`, time, world, seed };
      }),
    ),
  );
}

function startOf(name: string): { name: string; time: string } {
  const time = STARTS[name] ?? name;
  if (Number.isNaN(Date.parse(time))) {
    throw new Error(`--starts must list ISO times or ${Object.keys(STARTS).join(', ')} (got "${name}")`);
  }
  return { name, time };
}
