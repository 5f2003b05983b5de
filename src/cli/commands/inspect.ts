import { type CommandSpec, JSON_FLAG, TOKEN_FLAG } from '../define.ts';
import type { AuditFlags } from '../audit/audit.ts';
import type { CatFlags } from '../journal/cat.ts';
import type { VerifyFlags } from '../journal/verify.ts';
import type { WhyFlags } from '../why/why.ts';

/** Finding out why. What each needs is loaded when it is called. */

const JOURNAL = 'a data directory, or one file of a journal';

export const INSPECT: readonly CommandSpec[] = [
  {
    name: 'audit',
    about: 'Recomputes every balance, position and PnL from trades, payments and transfers, and compares.',
    flags: [
      ['--target <url>', 'the exchange to audit (default: http://127.0.0.1:8700)'],
      ['--journal <file>', 'audit a saved journal instead, without an exchange'],
      TOKEN_FLAG,
      ['--save <file>', 'save the journal of the exchange to a file'],
      JSON_FLAG,
    ],
    examples: [
      'perpsim audit',
      'perpsim audit --target http://127.0.0.1:8700 --save journal.jsonl',
      'perpsim audit --journal journal.jsonl --json',
    ],
    exits: { 0: 'balanced', 1: 'findings', 2: 'wrong usage or file', 3: 'no exchange reached' },
    run: async (flags: AuditFlags) => (await import('../audit/audit.ts')).audit(flags),
  },
  {
    name: 'why',
    about:
      'Explains the arithmetic of a refusal, a trigger in vain, a margin figure, a payment, a liquidation or an ADL, and who signed a request.',
    takes: [
      ['<kind>', 'refusal, refusals, signature, margin, order, funding, liquidation, liquidations or adl'],
      [
        '[id]',
        'request id, subaccount id, order id, payment id, number of the liquidation or trade id; signature: a request id, or a file with a request (- for standard input)',
      ],
    ],
    flags: [
      ['--target <url>', 'the exchange to ask (default: http://127.0.0.1:8700)'],
      TOKEN_FLAG,
      ['--item <number>', 'refusal: the item of a batch, counted from 0'],
      ['--symbol <symbol>', 'margin: the position in this market'],
      ['--address <address>', 'signature: the wallet that the client says it signs with'],
      ['--json', 'print the response as one JSON line'],
    ],
    examples: [
      'perpsim why refusals',
      'perpsim why refusal be114fcc8c458788 --item 2',
      'perpsim why signature order.json --json',
      'perpsim why margin 1867542890123456789 --symbol BTC-USDT',
    ],
    exits: { 0: 'explained', 1: 'not found', 3: 'no exchange reached' },
    run: async (kind: string, id: string | undefined, flags: WhyFlags) =>
      (await import('../why/why.ts')).why(kind, id, flags),
  },
  {
    name: 'journal',
    about: 'Checks, prints and compacts the journal of a data directory.',
    below: [
      {
        name: 'verify',
        about: 'Checks sums and structure of every line, and with --replay every digest.',
        takes: [['<journal>', JOURNAL]],
        flags: [['--replay', 'apply the inputs again and compare every digest'], JSON_FLAG],
        examples: ['perpsim journal verify ./data', 'perpsim journal verify ./data --replay --json'],
        exits: { 0: 'sound', 1: 'damaged, or other digests', 2: 'wrong usage, or no journal there' },
        run: async (given: string, flags: VerifyFlags) => (await import('../journal/verify.ts')).verify(given, flags),
      },
      {
        name: 'cat',
        about: 'Prints inputs, one a line; of a data directory those of the newest file.',
        takes: [['<journal>', JOURNAL]],
        flags: [
          ['--from <seq|time>', 'begin with this input, or at this time (ISO 8601 or Unix ms)'],
          ['--to <seq|time>', 'end with this input, or at this time'],
          ['--kind <kinds>', 'only these: request, control, clock, charge; separated by commas'],
          ['--json', 'print the lines as they are in the file'],
        ],
        examples: [
          'perpsim journal cat ./data --kind request --from 1000',
          'perpsim journal cat ./data --from 2026-01-05T12:00:00Z --json | jq .input',
        ],
        exits: { 0: 'printed', 1: 'damaged', 2: 'wrong usage, or no journal there' },
        run: async (given: string, flags: CatFlags) => (await import('../journal/cat.ts')).cat(given, flags),
      },
      {
        name: 'stat',
        about: 'Counts inputs by kind and bytes, and lists files and snapshots.',
        takes: [['<journal>', JOURNAL]],
        flags: [JSON_FLAG],
        examples: ['perpsim journal stat ./data', 'perpsim journal stat ./data --json'],
        exits: { 0: 'printed', 1: 'damaged', 2: 'wrong usage, or no journal there' },
        run: async (given: string, flags: { readonly json?: boolean }) =>
          (await import('../journal/stat.ts')).stat(given, flags),
      },
      {
        name: 'compact',
        about:
          'Removes what no start reads: earlier lives, and inputs before the newest snapshot. The exchange must be stopped.',
        takes: [['<dir>', 'a data directory']],
        flags: [JSON_FLAG],
        examples: ['perpsim journal compact ./data', 'perpsim journal compact ./data --json'],
        exits: { 0: 'compacted', 1: 'damaged', 2: 'wrong usage, or no journal there' },
        run: async (given: string, flags: { readonly json?: boolean }) =>
          (await import('../journal/compact.ts')).compact(given, flags),
      },
    ],
  },
];
