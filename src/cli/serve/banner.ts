import { printable } from '../../kernel/printable.ts';
import type { ServerFacts } from './facts.ts';

/** What `perpsim serve` prints when it is ready. */
export function banner(facts: ServerFacts): string {
  const accounts = facts.accounts.map(({ address, privateKey, subAccountId }, i) => [
    String(i),
    address,
    privateKey,
    subAccountId,
  ]);
  const markets = facts.markets.map(({ symbol, indexPrice }) => [symbol, indexPrice]);
  return [
    `perpsim ${facts.version}`,
    '',
    ...table([
      ['seed', facts.seed],
      ['world', facts.world],
      ['clock', facts.clock],
      ['REST', facts.restUrl],
      ['WebSocket', facts.wsUrl],
      ['control', facts.controlUrl ?? 'off (--no-control, or bound to other machines without --control-token)'],
    ]),
    '',
    'Dev accounts. These keys are public, everybody has them: never send them anything of value.',
    ...table([['#', 'address', 'private key', 'subaccount id'], ...accounts]),
    '',
    'Markets',
    ...table([['symbol', 'index price'], ...markets], ['left', 'right']),
    '',
    'Try',
    `  ${sampleRequest(facts)}`,
    '',
  ].join('\n');
}

/** A request to copy; it needs no key. */
export function sampleRequest({ restUrl, markets }: ServerFacts): string {
  const symbol = markets[0]?.symbol ?? 'BTC-USDT';
  const body = JSON.stringify({ params: { action: 'getOrderbook', symbol } });
  return `curl -s ${restUrl}/info -H 'content-type: application/json' -d '${body}'`;
}

function table(given: readonly (readonly string[])[], align: readonly ('left' | 'right')[] = []): string[] {
  const rows = given.map((row) => row.map(printable));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => {
    const cells = row.map((cell, column) => pad(cell, widths[column] ?? 0, align[column] ?? 'left'));
    return `  ${cells.join('  ').trimEnd()}`;
  });
}

const pad = (cell: string, width: number, side: 'left' | 'right'): string =>
  side === 'right' ? cell.padStart(width) : cell.padEnd(width);
