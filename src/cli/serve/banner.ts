import { table } from '../table.ts';
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
    ...indented([
      ['seed', facts.seed],
      ['world', facts.world],
      ['clock', facts.clock],
      ['REST', facts.restUrl],
      ['WebSocket', facts.wsUrl],
      ['control', facts.controlUrl ?? 'off (--no-control, or bound to other machines without --control-token)'],
      ['console', facts.consoleUrl],
      ['docs', facts.docsUrl],
    ]),
    '',
    'Dev accounts. These keys are public, everybody has them: never send them anything of value.',
    ...indented([['#', 'address', 'private key', 'subaccount id'], ...accounts]),
    '',
    'Markets',
    ...indented([['symbol', 'index price'], ...markets], [1]),
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

const indented = (rows: readonly (readonly string[])[], right: readonly number[] = []): string[] =>
  table(rows, right).map((line) => `  ${line}`);
