import type { Patch } from '../selftest/wrong.ts';

/**
 * Sources of nondeterminism, each planted into the simulator by text. The lint rules, the traps of the sequencer and the
 * import arrows keep them out of the project; here they show that `perpsim diff` finds what slips through.
 */
export interface Source {
  readonly name: string;
  readonly about: string;
  readonly patches: readonly Patch[];
}

const patch = (file: string, from: string, to: string): Patch => ({ file, from, to });

/** Puts code in front of a file. `from` is the start of its first import. */
const before = (file: string, from: string, code: string): Patch => patch(file, from, `${code}\n${from}`);

/** Whole milliseconds of the wall clock, odd in one of the two runs. */
const WALL = 'new Date().getTime()';
const CAPTURED = 'const random = Math.random;';

export const SOURCES: readonly Source[] = [
  {
    name: 'wall-in-timer',
    about: 'a timer is armed again by the wall clock',
    patches: [
      patch('src/engine/funding.ts', 'again: state.now + FUNDING_MS', `again: state.now + FUNDING_MS + (${WALL} % 2)`),
    ],
  },
  {
    name: 'random-in-matching',
    about: 'a fill takes a random part of what both sides offer',
    patches: [
      before(
        'src/engine/book/matching.ts',
        "import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';",
        CAPTURED,
      ),
      patch(
        'src/engine/book/matching.ts',
        'return { maker, lots: Math.min(wanted, remainingOf(maker)) };',
        'return { maker, lots: 1 + Math.floor(random() * Math.min(wanted, remainingOf(maker))) };',
      ),
    ],
  },
  {
    name: 'iteration-order',
    about: 'the orders of an account are walked in an order that is not that of their numbers',
    patches: [
      before(
        'src/engine/orders/standing-rules.ts',
        "import type { CancelCause, EngineEvent } from '../event.ts';",
        CAPTURED,
      ),
      patch(
        'src/engine/orders/standing-rules.ts',
        'const last = buy.at(-1) ?? sell.at(-1);',
        'const last = buy[Math.floor(random() * buy.length)] ?? sell[Math.floor(random() * sell.length)];',
      ),
    ],
  },
  {
    name: 'locale-compare',
    about: 'a batch is sorted by client id with the comparison of the locale',
    patches: [
      patch(
        'src/contract/actions/trade/orders/placeOrders.ts',
        'toCommands: (orders) => orders,',
        "toCommands: (orders) => [...orders].sort((a, b) => ('clientId' in a && 'clientId' in b ? a.clientId.localeCompare(b.clientId) : 0)),",
      ),
    ],
  },
  {
    name: 'float-in-fees',
    about: 'the parts of a fee are added as floats, in an order that varies',
    patches: [
      before(
        'src/engine/book/matching.ts',
        "import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';",
        `${CAPTURED}
const added = (fill: { notional: bigint; feeRate: number }): bigint => {
  const whole = (Number(fill.notional) * fill.feeRate) / 1e8;
  const parts = [0.07, 0.11, 0.13, 0.17, 0.19, 0.33].map((share) => whole * share).sort(() => random() - 0.5);
  return BigInt(Math.ceil(parts.reduce((sum, part) => sum + part, 0)));
};`,
      ),
      patch(
        'src/engine/book/matching.ts',
        'const fee = charge ? charge.fee : feeOf(notional, feeRate);',
        'const fee = charge ? charge.fee : added({ notional, feeRate });',
      ),
    ],
  },
  {
    name: 'uninitialised-counter',
    about: 'a counter belongs to the process and goes on from the exchange before',
    patches: [
      before(
        'src/engine/book/matching.ts',
        "import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';",
        'let lastTrade = 0;',
      ),
      patch(
        'src/engine/book/matching.ts',
        'trade: state.counters.trade + 1,',
        'trade: (lastTrade = Math.max(lastTrade, state.counters.trade) + 1),',
      ),
    ],
  },
  {
    name: 'wall-dependent-expiry',
    about: 'an order expires when the wall clock says so',
    patches: [
      patch(
        'src/engine/orders/place-order.ts',
        'const due = Math.max(facts.expiresAt, state.now);',
        `const due = facts.expiresAt < ${WALL} ? state.now : facts.expiresAt;`,
      ),
    ],
  },
  {
    name: 'skipped-nonce',
    about: 'a restart forgets the nonces of the last wallet',
    patches: [
      patch(
        'src/engine/admission.ts',
        'sortedMapOf(text, lastOrAll);',
        '((all) => ({ ...all, encode: (map) => all.encode(new Map([...map].slice(0, -1))) }))(sortedMapOf(text, lastOrAll));',
      ),
    ],
  },
  {
    name: 'bucket-not-restored',
    about: 'a restart fills the token buckets of addresses',
    patches: [
      patch(
        'src/engine/state-codec/state-codec.ts',
        'ip: fadingTable(text, spent),',
        'ip: ((all) => ({ ...all, encode: (table) => all.encode({ ...table, young: new Map(), old: new Map() }) }))(fadingTable(text, spent)),',
      ),
    ],
  },
  {
    name: 'read-pattern',
    about: 'a read of the control plane resets an average',
    patches: [
      patch(
        'src/exchange/steering.ts',
        '  const { spec, status, index, mark, book, openInterest } = market;',
        '  market.premium = 0;\n  const { spec, status, index, mark, book, openInterest } = market;',
      ),
    ],
  },
  {
    name: 'zone-in-funding',
    about: 'the next funding hour is a full hour of local time',
    patches: [
      patch('src/engine/funding.ts', 'now - (now % FUNDING_MS) + FUNDING_MS;', 'new Date(now).setMinutes(60, 0, 0);'),
    ],
  },
  {
    name: 'zone-in-session',
    about: 'trading hours are compared with local time',
    patches: [
      patch(
        'src/engine/prices.ts',
        'const minute = Math.floor((now % DAY_MS) / MINUTE_MS);',
        'const minute = new Date(now).getHours() * 60 + new Date(now).getMinutes();',
      ),
    ],
  },
  {
    name: 'zone-in-volume',
    about: 'traded volume is counted by local hours',
    patches: [
      patch(
        'src/engine/fees/volume.ts',
        'const hour = Math.floor(now / HOUR_MS);',
        'const hour = Math.floor((now - new Date(now).getTimezoneOffset() * 60_000) / HOUR_MS);',
      ),
    ],
  },
  {
    name: 'environment-variable',
    about: 'a timeout depends on a variable of the environment',
    patches: [
      patch(
        'src/engine/orders/cancel-switch.ts',
        'const due = state.now + timeoutMs;',
        "const due = state.now + timeoutMs + (process.env['LC_ALL'] ?? '').length;",
      ),
    ],
  },
  {
    name: 'random-id',
    about: 'the number of a position is a random one',
    patches: [
      before(
        'src/engine/book/matching.ts',
        "import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';",
        "import { randomInt } from 'node:crypto';",
      ),
      patch(
        'src/engine/book/matching.ts',
        'terms.maker, lots, price, notional, position + 1);',
        'terms.maker, lots, price, notional, position + randomInt(1, 1_000_000_000));',
      ),
    ],
  },
  {
    name: 'folder-in-seed',
    about: 'a stream of random numbers is seeded with the working directory as well',
    patches: [
      patch('src/engine/genesis.ts', "streamOf(config.seed, 'twap')", "streamOf(config.seed + process.cwd(), 'twap')"),
    ],
  },
  {
    name: 'locale-number',
    about: 'a number is written and read by the rules of the locale',
    patches: [
      patch(
        'src/engine/accounts/funds.ts',
        'armTimer(state, state.now + WITHDRAWAL_MS,',
        'armTimer(state, state.now + WITHDRAWAL_MS * parseFloat((1.5).toLocaleString()),',
      ),
    ],
  },
  {
    name: 'digest-that-writes',
    about: 'taking a digest of the state changes the state',
    patches: [
      patch(
        'src/engine/canonical-state.ts',
        'const { orders, config, faults, latencies, ...rest } = state;',
        'for (const market of state.markets.values()) market.premium = 0;\n  const { orders, config, faults, latencies, ...rest } = state;',
      ),
    ],
  },
  {
    name: 'wall-sliced-advance',
    about: 'the wall clock decides into which steps an advance is cut',
    patches: [
      patch(
        'src/exchange/clock/slices.ts',
        'const LONGEST_STEP_MS = 1_000;',
        `const LONGEST_STEP_MS = 1_000 + (${WALL} % 2) * 500;`,
      ),
    ],
  },
  {
    name: 'wall-in-validation',
    about: 'a request is read with the time of the wall clock',
    patches: [
      patch(
        'src/contract/orders/order-rules.ts',
        'expiresAt: item.expiresAt === 0 ? null : item.expiresAt * 1000,',
        `expiresAt: item.expiresAt === 0 ? null : Math.max(item.expiresAt * 1000, ${WALL}),`,
      ),
    ],
  },
];
