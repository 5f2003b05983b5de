import { NO_EXCHANGE } from '../cli-command.ts';
import type { ControlSite } from '../control-site.ts';
import type { AdvanceFlags, ClockFlags } from '../control/advance.ts';
import type { FaultFlags } from '../control/fault.ts';
import type { PriceFlags } from '../control/prices.ts';
import type { ResetFlags } from '../control/reset.ts';
import type { Done, SteeringExit, SteeringFlags } from '../control/steering.ts';
import type { WaitFlags } from '../control/wait.ts';
import { type CommandSpec, TARGET_FLAG, TOKEN_FLAG } from '../define.ts';
import type { SnapshotFlags } from '../snapshot/snapshot.ts';

/** Commands that steer a running exchange over its control plane. What each needs is loaded when it is called. */

const EXITS = { 0: 'done', 1: 'refused by the exchange', 3: NO_EXCHANGE } as const;
const ACCOUNT = 'the number of a dev account, a subaccount id or an address';

/** A command with the flags and exit codes that all of them have; its examples are told without the name of the program. */
const steering = ({ flags = [], examples = [], ...spec }: CommandSpec): CommandSpec => ({
  ...spec,
  flags: [TARGET_FLAG, TOKEN_FLAG, ['--json', 'print the response as one JSON line'], ...flags],
  examples: examples.map((line) => `perpsim ${line}`),
  exits: EXITS,
});

async function steer(flags: SteeringFlags, work: (site: ControlSite) => Promise<Done>): Promise<SteeringExit> {
  return (await import('../control/steering.ts')).steer(flags, work);
}

/** A command about snapshots, with its argument if it takes one. */
const snapshot = (
  name: 'save' | 'list' | 'revert' | 'delete' | 'branch' | 'get',
  argument: '' | '[name]' | '<name>',
  spec: Pick<CommandSpec, 'about' | 'examples' | 'flags'>,
): CommandSpec =>
  steering({
    ...spec,
    name,
    takes: argument === '' ? [] : [[argument, 'the name of a snapshot']],
    run: async (...given: readonly unknown[]) => {
      const [named, flags] = argument === '' ? [undefined, given[0]] : given;
      return (await import('../snapshot/snapshot.ts')).snapshot(
        name,
        named as string | undefined,
        flags as SnapshotFlags,
      );
    },
  });

const FAULT: CommandSpec = {
  name: 'fault',
  about: 'Injects faults into a running exchange by rules (docs/faults.md).',
  below: [
    steering({
      name: 'list',
      about: 'Lists the rules, and how often each took effect.',
      examples: ['fault list', 'fault list --json'],
      run: (flags: SteeringFlags) =>
        steer(flags, async (site) => (await import('../control/fault.ts')).listFaults(site)),
    }),
    steering({
      name: 'clear',
      about: 'Removes every rule.',
      examples: ['fault clear', 'fault clear --json'],
      run: (flags: SteeringFlags) =>
        steer(flags, async (site) => (await import('../control/fault.ts')).clearFaults(site)),
    }),
    steering({
      name: 'add',
      about: 'Adds a rule.',
      takes: [['<effect>', 'what happens, such as replyLost, timeout, failure, latency, rateLimited, drop or reject']],
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
          const { subAccountOf } = await import('../control/accounts.ts');
          const { account } = flags;
          const subAccountId = account === undefined ? undefined : await subAccountOf(site, account);
          return (await import('../control/fault.ts')).addFault(site, kind, subAccountId, flags);
        }),
    }),
  ],
};

export const STEER: readonly CommandSpec[] = [
  steering({
    name: 'accounts',
    about: 'Lists the dev accounts with their public keys, balances and positions.',
    examples: ['accounts', 'accounts --json'],
    run: (flags: SteeringFlags) =>
      steer(flags, async (site) => (await import('../control/accounts.ts')).accounts(site)),
  }),
  steering({
    name: 'price',
    about: 'Moves, pins, stops or releases the index price of a market, or shows the prices of markets.',
    takes: [
      ['[symbol]', 'a market, such as BTC-USDT'],
      ['[price]', 'the price'],
    ],
    flags: [
      ['--mark', 'move the mark alone, by its premium'],
      ['--hold', 'pin the price: it stays, and orders, liquidations and collateral go on'],
      ['--over <duration>', 'reach the price in equal steps, such as 30s'],
      ['--stop', 'stop the feed, so that the price goes stale'],
      ['--release', 'end a pin, a ramp or a stop'],
    ],
    examples: ['price', 'price BTC-USDT 40000 --hold', 'price BTC-USDT 40000 --over 30s', 'price BTC-USDT --release'],
    run: (symbol: string | undefined, wanted: string | undefined, flags: SteeringFlags & PriceFlags) =>
      steer(flags, async (site) => (await import('../control/prices.ts')).price(site, symbol, wanted, flags)),
  }),
  steering({
    name: 'clock',
    about: 'Shows the clock, or makes it live or manual.',
    takes: [['[mode]', 'live or manual']],
    flags: [['--speed <factor>', 'how fast a live clock runs']],
    examples: ['clock', 'clock manual', 'clock live --speed 60'],
    run: (mode: string | undefined, flags: SteeringFlags & ClockFlags) =>
      steer(flags, async (site) => (await import('../control/advance.ts')).clock(site, mode, flags)),
  }),
  steering({
    name: 'advance',
    about: 'Moves a manual clock, with everything that falls due meanwhile.',
    takes: [['[duration]', 'such as 90s, 1h30m or 250ms']],
    flags: [
      ['--to <time>', 'an exchange time, in Unix milliseconds or ISO 8601'],
      ['--next', 'to the next timer of the exchange'],
    ],
    examples: ['advance 1h', 'advance --next', 'advance --to 2026-01-06T00:00:00Z'],
    run: (duration: string | undefined, flags: SteeringFlags & AdvanceFlags) =>
      steer(flags, async (site) => (await import('../control/advance.ts')).advance(site, duration, flags)),
  }),
  steering({
    name: 'deposit',
    about: 'Credits an account from outside the exchange.',
    takes: [
      ['<account>', ACCOUNT],
      ['<amount>', 'a decimal'],
      ['[asset]', 'the asset (default: USDT)'],
    ],
    examples: ['deposit 0 10000', 'deposit 0 1.5 ETH'],
    run: (account: string, amount: string, asset: string | undefined, flags: SteeringFlags) =>
      steer(flags, async (site) =>
        (await import('../control/deposit.ts')).deposit(site, account, amount, asset ?? 'USDT'),
      ),
  }),
  steering({
    name: 'liquidate',
    about: 'Finds the price that liquidates an account, and moves the market there.',
    takes: [
      ['<account>', ACCOUNT],
      ['[symbol]', "the market to move (default: that of the account's largest position)"],
    ],
    examples: ['liquidate 0', 'liquidate 0 ETH-USDT'],
    run: (account: string, symbol: string | undefined, flags: SteeringFlags) =>
      steer(flags, async (site) => (await import('../control/liquidate.ts')).liquidate(site, account, symbol)),
  }),
  steering({
    name: 'reset',
    about: 'Starts the exchange over; what no flag says stays as it was.',
    flags: [
      ['--seed <text>', 'the seed'],
      ['--world <name>', 'a built-in world'],
      ['--start-time <time>', 'exchange time at the start'],
      ['--clock <mode>', 'live or manual'],
      ['--as-started', 'go back to what the exchange was started with'],
    ],
    examples: ['reset', 'reset --seed 7 --world quiet'],
    run: (flags: SteeringFlags & ResetFlags) =>
      steer(flags, async (site) => (await import('../control/reset.ts')).reset(site, flags)),
  }),
  FAULT,
  {
    name: 'wait',
    about: 'Waits until an exchange is ready.',
    flags: [
      TARGET_FLAG,
      ['--timeout <duration>', 'how long to wait, such as 30s; a number is seconds (default: 30s)'],
      ['--json', 'print one JSON line'],
    ],
    examples: ['perpsim wait', 'perpsim wait --target http://127.0.0.1:8700 --timeout 30s --json'],
    exits: { 0: 'ready', 3: 'not ready in time' },
    run: async (flags: WaitFlags) => (await import('../control/wait.ts')).wait(flags),
  },
];

export const SNAPSHOT: readonly CommandSpec[] = [
  {
    name: 'snapshot',
    about: 'Saves a running exchange, goes back to what was saved, and starts others from it.',
    below: [
      snapshot('save', '[name]', {
        about: 'Takes a snapshot, under a name or the next number.',
        examples: ['snapshot save', 'snapshot save before-crash --json'],
      }),
      snapshot('list', '', {
        about: 'Lists the snapshots that have been taken.',
        examples: ['snapshot list', 'snapshot list --json'],
      }),
      snapshot('revert', '<name>', {
        about: 'Goes back to a snapshot.',
        examples: ['snapshot revert before-crash', 'snapshot revert 1 --json'],
      }),
      snapshot('delete', '<name>', {
        about: 'Deletes a snapshot.',
        examples: ['snapshot delete before-crash', 'snapshot delete 1 --json'],
      }),
      snapshot('branch', '<name>', {
        about: 'Starts a second exchange from a snapshot, on a port of its own.',
        flags: [['--port <number>', 'port of the second exchange (default: a free one)']],
        examples: ['snapshot branch before-crash', 'snapshot branch 1 --port 8701 --json'],
      }),
      snapshot('get', '<name>', {
        about: 'Prints a snapshot as a document, for serve --state.',
        flags: [['--out <file>', 'write the document to a file']],
        examples: ['snapshot get before-crash --out state.json', 'snapshot get 1 --target http://127.0.0.1:8700'],
      }),
    ],
  },
];
