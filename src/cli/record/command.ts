import type { CliCommand } from '../cli-command.ts';
import type { RecordFlags } from './record.ts';

/** `perpsim record` among the commands; what it needs is loaded when it is called. */
export function addRecord(program: CliCommand): void {
  program
    .command('record')
    .description('Forwards traffic between clients and a deployment and records every request, response and frame.')
    .allowExcessArguments(false)
    .option('--target <url>', 'the deployment, such as http://127.0.0.1:8700')
    .option('--control-token <token>', 'the token that a simulator was started with')
    .option('--listen <port>', 'port for the clients, 0 for a free one')
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)')
    .option('--out <file>', 'file for the recording; it must not exist')
    .option('--response-bytes <n>', 'cut off a response with a longer body (default: 268435456)')
    .option('--json', 'print the addresses as one JSON line')
    .withHelp({
      examples: [
        'perpsim record --target http://127.0.0.1:8700 --listen 8701 --out session.ndjson',
        'perpsim record --target http://127.0.0.1:8700 --listen 0 --out session.ndjson --json',
      ],
      exits: { 0: 'stopped by a signal', 6: 'recording not written', 130: 'stopped at once' },
    })
    .action(async (flags: RecordFlags) => {
      const { record } = await import('./record.ts');
      await record(flags);
    });
}
