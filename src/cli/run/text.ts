import { durationText } from '../../scenarios/format/times.ts';
import type { AccountResult, ExpectationResult, RunResult } from '../../scenarios/run-result.ts';

/** What `perpsim run` prints: what was run, each expectation, the accounts and the digest. */
export function runText(result: RunResult, stopped: boolean): string {
  const { scenario, expectations, accounts } = result;
  const parts = [
    [`${scenario.name}: ${scenario.title}`, headOf(result)],
    expectations.map((expectation) => expectationLine(expectation, result.startTime)),
    accountTable(accounts),
    [...digestLines(result), verdictLine(result, stopped)],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const MODES = {
  closed: '',
  lockstep: ', with a bot in lockstep',
  recorded: ', with a recorded bot',
} as const;

function headOf({ seed, world, overrides, startTime, endTime, measured, mode, inputs, eventCount }: RunResult): string {
  const set = Object.entries(overrides).map(([path, value]) => `, ${path}=${value}`);
  const speed = measured.speed >= 10 ? Math.round(measured.speed) : measured.speed.toPrecision(2);
  const took = `${durationText(endTime - startTime)} of exchange time in ${(measured.elapsedMs / 1_000).toFixed(1)} s (${speed} times)`;
  return `seed ${seed}, world ${world}${set.join('')}${MODES[mode]}: ${took}, ${inputs} inputs, ${eventCount} events`;
}

function expectationLine({ time, line, sentence, passed, message }: ExpectationResult, startTime: number): string {
  const where = line > 0 ? `, line ${line}` : '';
  const found = passed ? '' : `\n       ${message}`;
  return `${passed ? 'ok    ' : 'FAILED'} ${durationText(time - startTime)}${where}: ${sentence}${found}`;
}

const COLUMNS = ['account', 'PnL', 'price', 'fees', 'funding', 'liquidation', 'fills', 'liquidations'] as const;

function accountTable(accounts: readonly AccountResult[]): string[] {
  if (accounts.length === 0) return [];
  const rows = accounts.map(({ name, pnl, fills, liquidations }) => [
    name,
    ...[pnl.total, pnl.price, pnl.fees, pnl.funding, pnl.liquidation].map(money),
    String(fills.length),
    String(liquidations),
  ]);
  const widths = COLUMNS.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [COLUMNS, ...rows].map(lineOf);
}

/** Two decimals, cut off towards zero: the exact figures are in the JSON. */
function money(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.');
  return `${whole}.${decimals.slice(0, 2).padEnd(2, '0')}`;
}

function digestLines({ digest, expectedDigest }: RunResult): string[] {
  if (expectedDigest === null) return [`digest ${digest}`];
  if (expectedDigest === digest) return [`digest ${digest}, as in digest.txt`];
  return [`digest ${digest}`, `FAILED digest.txt says ${expectedDigest}`];
}

function verdictLine(result: RunResult, stopped: boolean): string {
  const { expectations, startTime, endTime } = result;
  const failed = expectations.filter(({ passed }) => !passed).length;
  const count = `${expectations.length - failed} of ${expectations.length} expectations hold`;
  if (stopped) return `stopped at ${durationText(endTime - startTime)}: ${count} so far`;
  if (!hasPassed(result)) return `failed: ${count}${failed === 0 ? ', but the digest is another' : ''}`;
  return expectations.length === 0 ? 'nothing was expected' : `passed: ${count}`;
}

/** Every expectation holds, and the digest is that of `digest.txt` where there is one. */
export const hasPassed = ({ verdict, digest, expectedDigest }: RunResult): boolean =>
  verdict !== 'failed' && (expectedDigest === null || expectedDigest === digest);
