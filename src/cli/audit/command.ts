import type { CliCommand } from '../cli-command.ts';
import type { AuditExit, AuditFlags } from './audit.ts';

/** `perpsim audit`; what it needs is loaded when it is called. */
export function addAudit(program: CliCommand, ended: (code: AuditExit) => void): void {
  program
    .command('audit')
    .description('Recomputes every balance, position and PnL from trades, payments and transfers, and compares.')
    .allowExcessArguments(false)
    .option('--target <url>', 'the exchange to audit (default: http://127.0.0.1:8700)')
    .option('--journal <file>', 'audit a saved journal instead, without an exchange')
    .option('--control-token <token>', 'the token that the exchange was started with')
    .option('--save <file>', 'save the journal of the exchange to a file')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: [
        'perpsim audit',
        'perpsim audit --target http://127.0.0.1:8700 --save journal.jsonl',
        'perpsim audit --journal journal.jsonl --json',
      ],
      exits: { 0: 'balanced', 1: 'findings', 2: 'wrong usage or file', 3: 'no exchange reached' },
    })
    .action(async (flags: AuditFlags) => {
      const { audit } = await import('./audit.ts');
      ended(await audit(flags));
    });
}
