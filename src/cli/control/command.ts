import { type CliCommand, NO_EXCHANGE } from '../cli-command.ts';
import type { ControlSite } from '../control-site.ts';
import type { AdvanceFlags, ClockFlags } from './advance.ts';
import type { FaultFlags } from './fault.ts';
import type { PriceFlags } from './prices.ts';
import type { ResetFlags } from './reset.ts';
import type { Done, SteeringExit, SteeringFlags } from './steering.ts';
import type { WaitFlags } from './wait.ts';

/** Commands that steer a running exchange over its control plane. What they need is loaded when they are called. */

type Ended = (code: SteeringExit) => void;

const EXITS = { 0: 'done', 1: 'refused by the exchange', 3: NO_EXCHANGE } as const;

/** A command with the flags that all of them have, and examples. */
function steering(parent: CliCommand, name: string, about: string, examples: readonly string[]): CliCommand {
  return parent
    .command(name)
    .description(about)
    .allowExcessArguments(false)
    .option('--target <url>', 'the exchange (default: http://127.0.0.1:8700)')
    .option('--control-token <token>', 'the token that the exchange was started with')
    .option('--json', 'print the response as one JSON line')
    .withHelp({ examples: examples.map((line) => `perpsim ${line}`), exits: EXITS });
}

async function run(flags: SteeringFlags, ended: Ended, work: (site: ControlSite) => Promise<Done>): Promise<void> {
  const { steer } = await import('./steering.ts');
  ended(await steer(flags, work));
}

const ACCOUNT = 'the number of a dev account, a subaccount id or an address';

export function addSteering(program: CliCommand, ended: Ended): void {
  steering(program, 'accounts', 'Lists the dev accounts with their public keys, balances and positions.', [
    'accounts',
    'accounts --json',
  ]).action((flags: SteeringFlags) =>
    run(flags, ended, async (site) => (await import('./accounts.ts')).accounts(site)),
  );
  steering(
    program,
    'price',
    'Moves, pins, stops or releases the index price of a market, or shows the prices of markets.',
    ['price', 'price BTC-USDT 40000 --hold', 'price BTC-USDT 40000 --over 30s', 'price BTC-USDT --release'],
  )
    .argument('[symbol]', 'a market, such as BTC-USDT')
    .argument('[price]', 'the price')
    .option('--mark', 'move the mark alone, by its premium')
    .option('--hold', 'pin the price: it stays, and orders, liquidations and collateral go on')
    .option('--over <duration>', 'reach the price in equal steps, such as 30s')
    .option('--stop', 'stop the feed, so that the price goes stale')
    .option('--release', 'end a pin, a ramp or a stop')
    .action((symbol: string | undefined, wanted: string | undefined, flags: SteeringFlags & PriceFlags) =>
      run(flags, ended, async (site) => (await import('./prices.ts')).price(site, symbol, wanted, flags)),
    );
  steering(program, 'clock', 'Shows the clock, or makes it live or manual.', [
    'clock',
    'clock manual',
    'clock live --speed 60',
  ])
    .argument('[mode]', 'live or manual')
    .option('--speed <factor>', 'how fast a live clock runs')
    .action((mode: string | undefined, flags: SteeringFlags & ClockFlags) =>
      run(flags, ended, async (site) => (await import('./advance.ts')).clock(site, mode, flags)),
    );
  steering(program, 'advance', 'Moves a manual clock, with everything that falls due meanwhile.', [
    'advance 1h',
    'advance --next',
    'advance --to 2026-01-06T00:00:00Z',
  ])
    .argument('[duration]', 'such as 90s, 1h30m or 250ms')
    .option('--to <time>', 'an exchange time, in Unix milliseconds or ISO 8601')
    .option('--next', 'to the next timer of the exchange')
    .action((duration: string | undefined, flags: SteeringFlags & AdvanceFlags) =>
      run(flags, ended, async (site) => (await import('./advance.ts')).advance(site, duration, flags)),
    );
  steering(program, 'deposit', 'Credits an account from outside the exchange.', [
    'deposit 0 10000',
    'deposit 0 1.5 ETH',
  ])
    .argument('<account>', ACCOUNT)
    .argument('<amount>', 'a decimal')
    .argument('[asset]', 'the asset (default: USDT)')
    .action((account: string, amount: string, asset: string | undefined, flags: SteeringFlags) =>
      run(flags, ended, async (site) => (await import('./deposit.ts')).deposit(site, account, amount, asset ?? 'USDT')),
    );
  steering(program, 'liquidate', 'Finds the price that liquidates an account, and moves the market there.', [
    'liquidate 0',
    'liquidate 0 ETH-USDT',
  ])
    .argument('<account>', ACCOUNT)
    .argument('[symbol]', "the market to move (default: that of the account's largest position)")
    .action((account: string, symbol: string | undefined, flags: SteeringFlags) =>
      run(flags, ended, async (site) => (await import('./liquidate.ts')).liquidate(site, account, symbol)),
    );
  steering(program, 'reset', 'Starts the exchange over; what no flag says stays as it was.', [
    'reset',
    'reset --seed 7 --world quiet',
  ])
    .option('--seed <text>', 'the seed')
    .option('--world <name>', 'a built-in world')
    .option('--start-time <time>', 'exchange time at the start')
    .option('--clock <mode>', 'live or manual')
    .option('--as-started', 'go back to what the exchange was started with')
    .action((flags: SteeringFlags & ResetFlags) =>
      run(flags, ended, async (site) => (await import('./reset.ts')).reset(site, flags)),
    );
  addFault(program, ended);
  program
    .command('wait')
    .description('Waits until an exchange is ready.')
    .allowExcessArguments(false)
    .option('--target <url>', 'the exchange (default: http://127.0.0.1:8700)')
    .option('--timeout <duration>', 'how long to wait, such as 30s; a number is seconds (default: 30s)')
    .option('--json', 'print one JSON line')
    .withHelp({
      examples: ['perpsim wait', 'perpsim wait --target http://127.0.0.1:8700 --timeout 30s --json'],
      exits: { 0: 'ready', 3: 'not ready in time' },
    })
    .action(async (flags: WaitFlags) => {
      const { wait } = await import('./wait.ts');
      ended(await wait(flags));
    });
}

function addFault(program: CliCommand, ended: Ended): void {
  const fault = program
    .command('fault')
    .description('Injects faults into a running exchange by rules (docs/faults.md).');
  steering(fault, 'list', 'Lists the rules, and how often each took effect.', [
    'fault list',
    'fault list --json',
  ]).action((flags: SteeringFlags) => run(flags, ended, async (site) => (await import('./fault.ts')).listFaults(site)));
  steering(fault, 'clear', 'Removes every rule.', ['fault clear', 'fault clear --json']).action(
    (flags: SteeringFlags) => run(flags, ended, async (site) => (await import('./fault.ts')).clearFaults(site)),
  );
  steering(fault, 'add', 'Adds a rule.', [
    'fault add replyLost --action placeOrders --times 1',
    'fault add latency --ms 250',
    'fault add rateLimited --account 0 --per-mille 100',
  ])
    .argument('<effect>', 'what happens, such as replyLost, timeout, failure, latency, rateLimited, drop or reject')
    .option('--action <name>', 'only this action')
    .option('--account <account>', `only ${ACCOUNT}`)
    .option('--times <number>', 'how often it takes effect (default: always)')
    .option('--per-mille <number>', 'of a thousand requests that match (default: 1000)')
    .option('--ms <number>', 'latency and delay: exchange milliseconds')
    .option('--of <what>', 'latency: request or answer; outage: what is out')
    .option('--http <status>', 'failure: 500, 502 or 503')
    .option('--code <code>', 'reject and failure: the code of the error')
    .option('--name <name>', 'a name for the list')
    .action((kind: string, flags: SteeringFlags & FaultFlags) =>
      run(flags, ended, async (site) => {
        const { subAccountOf } = await import('./accounts.ts');
        const { account } = flags;
        const subAccountId = account === undefined ? undefined : await subAccountOf(site, account);
        return (await import('./fault.ts')).addFault(site, kind, subAccountId, flags);
      }),
    );
}
