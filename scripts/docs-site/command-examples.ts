import { Client } from '../../src/client.ts';
import { type Executed, Terminal } from './executed.ts';

/**
 * Command lines that are executed for the pages of commands, in this order, beside one exchange. Those of a command stand under its
 * name; a command that is not here shows its help alone.
 */
const LINES: readonly [command: string, lines: readonly string[]][] = [
  ['explain', ['perpsim explain POST_ONLY_WOULD_TRADE', 'perpsim explain placeOrder']],
  ['init', ['perpsim init my-bot']],
  ['wait', ['perpsim wait --timeout 30s']],
  ['accounts', ['perpsim accounts']],
  ['snapshot save', ['perpsim snapshot save']],
  ['snapshot list', ['perpsim snapshot list']],
  ['price', ['perpsim price', 'perpsim price BTC-USDT 93000', 'perpsim price BTC-USDT 93000 --json']],
  ['clock', ['perpsim clock']],
  ['advance', ['perpsim advance 1h', 'perpsim advance --next']],
  ['deposit', ['perpsim deposit 1 10000']],
  ['fault add', ['perpsim fault add replyLost --action placeOrders --times 1']],
  ['fault list', ['perpsim fault list']],
  ['fault clear', ['perpsim fault clear']],
  ['why', ['perpsim why margin 1867542890123456789 --symbol BTC-USDT']],
  ['liquidate', ['perpsim liquidate 0']],
  ['why', ['perpsim why liquidation 1']],
  ['audit', ['perpsim audit']],
  ['snapshot revert', ['perpsim snapshot revert snapshot-1']],
  ['reset', ['perpsim reset']],
  ['conform', ['perpsim conform features/info/getMids.feature']],
  ['report show', ['perpsim report show reports/latest']],
  ['scenario list', ['perpsim scenario list']],
  ['scenario check', ['perpsim scenario check risk/flash-crash']],
  ['run', ['perpsim run risk/flash-crash']],
  ['explore', ['perpsim explore --commands 60']],
];

/** Executes every example; the first account holds a position, so that there is something to show. */
export async function executeExamples(): Promise<ReadonlyMap<string, readonly Executed[]>> {
  const terminal = await Terminal.open(['--world', 'quiet', '--seed', '7', '--clock', 'manual']);
  try {
    const [owner] = terminal.connection.accounts;
    if (!owner) throw new Error('the exchange has no dev account');
    const client = new Client({ ...terminal.connection, ...owner });
    await client.updateLeverage('BTC-USDT', '20');
    await client.placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '5' }]);
    await client.withdrawCollateral({ symbol: 'USDT', amount: '950000', destination: owner.address });
    const executed = new Map<string, Executed[]>();
    for (const [command, lines] of LINES) {
      executed.set(command, [...(executed.get(command) ?? []), ...lines.map((line) => terminal.run(line))]);
    }
    return executed;
  } finally {
    await terminal.close();
  }
}
