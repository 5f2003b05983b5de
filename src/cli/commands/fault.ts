import { CONTROL_CALLS, type ControlResponse } from '../../contract/control.ts';
import { askFor, callSite, type ControlSite, isResponseTo } from '../control-site.ts';
import type { CommandBody } from '../define.ts';
import { UsageError } from '../usage-error.ts';
import { table } from '../output.ts';
import { subAccountOf } from './accounts.ts';
import { ACCOUNT, type Done, steer, steering, type SteeringFlags } from '../steering.ts';

/** `perpsim fault`. */
export const FAULT: CommandBody = {
  below: [
    steering({
      name: 'list',
      about: 'Lists the rules, and how often each took effect.',
      examples: ['fault list', 'fault list --json'],
      run: (flags: SteeringFlags) => steer(flags, (site) => listFaults(site)),
    }),
    steering({
      name: 'clear',
      about: 'Removes every rule.',
      examples: ['fault clear', 'fault clear --json'],
      run: (flags: SteeringFlags) => steer(flags, (site) => clearFaults(site)),
    }),
    steering({
      name: 'add <effect>',
      about: 'Adds a rule.',
      takes: ['what happens, such as replyLost, timeout, failure, latency, rateLimited, drop or reject'],
      flags: [
        ['--action <name>', 'only this action'],
        ['--account <account>', `only ${ACCOUNT}`],
        ['--times <number>', 'how often it takes effect (default: always)'],
        ['--per-mille <number>', 'of a thousand requests that match (default: 1000)'],
        ['--ms <number>', 'latency and delay: exchange milliseconds'],
        ['--of <what>', 'latency: request or answer; outage: what is out'],
        ['--http <status>', 'failure: 500, 502 or 503'],
        ['--code <code>', 'reject and failure: the code of the error'],
        ['--name <name>', 'a name for the list'],
      ],
      examples: [
        'fault add replyLost --action placeOrders --times 1',
        'fault add latency --ms 250',
        'fault add rateLimited --account 0 --per-mille 100',
      ],
      run: (kind: string, flags: SteeringFlags & FaultFlags) =>
        steer(flags, async (site) => {
          const { account } = flags;
          const subAccountId = account === undefined ? undefined : await subAccountOf(site, account);
          return addFault(site, kind, subAccountId, flags);
        }),
    }),
  ],
};

export interface FaultFlags {
  readonly action?: string;
  readonly account?: string;
  readonly times?: string;
  readonly perMille?: string;
  readonly ms?: string;
  readonly code?: string;
  readonly of?: string;
  readonly http?: string;
  readonly name?: string;
}

type Rules = ControlResponse<'faults'>;

/** The rules by which faults are injected. */
export async function listFaults(site: ControlSite): Promise<Done> {
  return shown(await callSite(site, 'faults', {}));
}

/** Removes every rule. */
export async function clearFaults(site: ControlSite): Promise<Done> {
  return { response: await callSite(site, 'clearFaults', {}), text: 'no fault rules' };
}

/** Adds a rule to those that there are: the kind of its effect, and flags for the rest. */
export async function addFault(
  site: ControlSite,
  kind: string,
  subAccountId: string | undefined,
  { action, times, perMille, ms, code, of, http, name }: FaultFlags,
): Promise<Done> {
  const rule = {
    ...(name !== undefined && { name }),
    match: { ...(action !== undefined && { action }), ...(subAccountId !== undefined && { subAccountId }) },
    effect: {
      kind,
      ...(code !== undefined && { code }),
      ...(of !== undefined && { of }),
      ...(ms !== undefined && { ms: wholeOf('--ms', ms) }),
      ...(http !== undefined && { http: wholeOf('--http', http) }),
    },
    ...(times !== undefined && { times: wholeOf('--times', times) }),
    ...(perMille !== undefined && { perMille: wholeOf('--per-mille', perMille) }),
  };
  // What is in the rule is for the exchange to judge.
  return shown(
    await askFor(site, CONTROL_CALLS.setFaults.path, isResponseTo('setFaults'), { add: true, rules: [rule] }),
  );
}

function wholeOf(flag: string, given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new UsageError(`${flag} must be a whole number above 0 (got "${given}")`);
}

function shown(response: Rules): Done {
  const rows = response.rules.map(({ name, match, effect, perMille, times, met, fired }) => [
    name,
    fieldsOf(effect),
    fieldsOf(match) || 'anything',
    times === null ? 'always' : `${times} times`,
    `${perMille / 10} %`,
    String(met),
    String(fired),
  ]);
  const text =
    rows.length === 0
      ? 'no fault rules'
      : table([['rule', 'effect', 'matches', 'how often', 'of', 'met', 'fired'], ...rows], [4, 5, 6]).join('\n');
  return { response, text };
}

const fieldsOf = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .map(([name, value]) => (name === 'kind' ? String(value) : `${name} ${JSON.stringify(value)}`))
    .join(', ');
