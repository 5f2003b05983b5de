import type { CliCommand } from '../cli-command.ts';
import type { WhyExit, WhyFlags } from './why.ts';

/** `perpsim why`; what it needs is loaded when it is called. */
export function addWhy(program: CliCommand, ended: (code: WhyExit) => void): void {
  program
    .command('why')
    .description(
      'Explains the arithmetic of a refusal, a trigger in vain, a margin figure, a payment, a liquidation or an ADL, and who signed a request.',
    )
    .argument('<kind>', 'refusal, refusals, signature, margin, order, funding, liquidation, liquidations or adl')
    .argument(
      '[id]',
      'request id, subaccount id, order id, payment id, number of the liquidation or trade id; signature: a request id, or a file with a request (- for standard input)',
    )
    .allowExcessArguments(false)
    .option('--target <url>', 'the exchange to ask (default: http://127.0.0.1:8700)')
    .option('--control-token <token>', 'the token that the exchange was started with')
    .option('--item <number>', 'refusal: the item of a batch, counted from 0')
    .option('--symbol <symbol>', 'margin: the position in this market')
    .option('--address <address>', 'signature: the wallet that the client says it signs with')
    .option('--json', 'print the response as one JSON line')
    .withHelp({
      examples: [
        'perpsim why refusals',
        'perpsim why refusal be114fcc8c458788 --item 2',
        'perpsim why signature order.json --json',
        'perpsim why margin 1867542890123456789 --symbol BTC-USDT',
      ],
      exits: { 0: 'explained', 1: 'not found', 3: 'no exchange reached' },
    })
    .action(async (kind: string, id: string | undefined, flags: WhyFlags) => {
      const { why } = await import('./why.ts');
      ended(await why(kind, id, flags));
    });
}
