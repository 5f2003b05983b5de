import { type CommandSpec, JSON_FLAG, REQUIRED } from '../define.ts';
import type { ConformFlags } from '../conform/flags.ts';
import type { ExploreFlags } from '../explore/explore.ts';
import type { RecordFlags } from '../record/record.ts';
import type { RejudgeFlags } from '../rejudge/rejudge.ts';
import type { OpenFlags } from '../report/open.ts';
import type { DiffFlags, ReportFlags } from '../report/report.ts';

/** The suite, its reports, recordings and exploring. What each needs is loaded when it is called. */

/** Those of perpsim conform for the same run. */
const VERDICT_EXITS = {
  0: 'conformant',
  1: 'failures',
  2: 'wrong usage, a file that cannot be read, or runs that are not parts of one',
  4: 'the known-failing list no longer holds',
  5: 'incomplete',
  7: 'inconclusive',
} as const;

const several = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const SUITE: readonly CommandSpec[] = [
  {
    name: 'conform',
    about: 'Runs the conformance suite against a deployment and says whether it conforms.',
    takes: [
      ['[features...]', 'feature files or folders, such as features/trade or features/trade/cancelOrders.feature:12'],
    ],
    flags: [
      ['--target <url>', 'the deployment to test (default: an exchange of its own, in this process)'],
      ['--ws <url>', 'its WebSocket base (default: /v1/ws of the target)'],
      ['--service-name <name>', 'name in the EIP-712 domain (default: what the target or the profile says)'],
      ['--control-token <token>', 'the token that a simulator was started with'],
      ['--no-control', 'use no control plane, even if there is one'],
      ['--reset-target', 'restart a simulator even if clients have used it; its state is lost'],
      ['--against <url>', 'run a second deployment as well and compare their responses'],
      ['--profile <name|file>', 'core, full, readonly, ws, or a file (default: full)'],
      ['--tags <expression>', 'only scenarios with these tags, such as "@auth and not @negative"', several],
      ['--clause <glob>', 'only scenarios that cite such a clause, such as "GETTRADES-*"', several],
      ['--exclude <glob>', 'skip the scenarios of these features, such as "features/limits/**"', several],
      ['--shard <i/n>', 'only part i of n'],
      ['--rerun <file>', 'only the scenarios that a file lists, such as the rerun.txt of a report'],
      ['--seed <text>', 'run in the random order of this seed (default: as written)'],
      ['--budget <tokens>', 'spend no more tokens of the address than this'],
      ['--response-bytes <n>', 'read no more than this of one response (default: 16777216)'],
      [
        '--workers <number>',
        'scenarios at a time (default: one a core, or as many as the wallets of a plain target allow)',
      ],
      ['--known-failing <file>', 'failures that are known, with reason, link and expiry'],
      ['--report <dir>', 'where the reports go (default: reports/latest)'],
      ['--trace <which>', 'keep the wire trace of failed, all or none (default: failed)'],
      ['--annotations <form>', 'print failures as annotations of a CI as well: github'],
      ['--fail-fast', 'stop at the first failure'],
      ['--dry-run', 'probe the target and say what would run, but run nothing'],
      ['--list', 'list the chosen scenarios, without a target'],
      ['--quiet', 'print the verdict only'],
      JSON_FLAG,
      ['--progress-json', 'write progress on stderr as JSON lines'],
    ],
    examples: [
      'perpsim conform',
      'perpsim conform --target https://exchange.example --profile readonly',
      'perpsim conform features/trade --tags "@auth and not @negative" --json',
      'perpsim conform --list --clause "GETTRADES-*"',
    ],
    exits: {
      0: 'conformant',
      1: 'failures',
      3: 'target not reached',
      4: 'the known-failing list no longer holds: an unexpected pass, an entry that is stale or expired',
      5: 'incomplete: stopped, nothing ran, or something left behind',
      6: 'the output or the reports could not be written',
      7: 'inconclusive: nothing failed, but less was proven than the profile asks for',
    },
    run: async (features: string[], flags: ConformFlags) => {
      const { needPackages, SUITE } = await import('../optional-packages.ts');
      needPackages(SUITE);
      const { conform } = await import('../conform/conform.ts');
      return conform(features, flags);
    },
  },
  {
    name: 'report',
    about: 'Makes, merges, compares, shows and opens the reports of finished runs.',
    below: [
      {
        name: 'merge',
        about: 'Joins the runs of shards into one, with all its reports.',
        takes: [['<sources...>', 'folders of reports, run.json files, or files of Cucumber messages']],
        flags: [
          ['--report <dir>', 'where the reports go', REQUIRED],
          ['--known-failing <file>', 'failures that are known, with reason, link and expiry'],
          JSON_FLAG,
        ],
        examples: [
          'perpsim report merge part-1 part-2 part-3 --report reports/all',
          'perpsim report merge part-1/run.json part-2/run.json --report reports/all --json',
        ],
        exits: VERDICT_EXITS,
        run: async (sources: string[], flags: ReportFlags) =>
          (await import('../report/report.ts')).merge(sources, flags),
      },
      {
        name: 'make',
        about: 'Makes every report of a run again.',
        takes: [['<source>', 'a folder of reports, a run.json, or a file of Cucumber messages']],
        flags: [
          ['--report <dir>', 'where the reports go', REQUIRED],
          ['--known-failing <file>', 'failures that are known, with reason, link and expiry'],
          JSON_FLAG,
        ],
        examples: [
          'perpsim report make reports/latest --report reports/again',
          'perpsim report make reports/latest/run.json --report reports/again --known-failing known.yaml --json',
        ],
        exits: VERDICT_EXITS,
        run: async (source: string, flags: ReportFlags) => (await import('../report/report.ts')).merge([source], flags),
      },
      {
        name: 'show',
        about: 'Prints the summary of a run.',
        takes: [['<source>', 'a folder of reports, a run.json, or a file of Cucumber messages']],
        flags: [JSON_FLAG],
        examples: ['perpsim report show reports/latest', 'perpsim report show reports/latest/run.json --json'],
        exits: VERDICT_EXITS,
        run: async (source: string, flags: ReportFlags) => (await import('../report/report.ts')).show(source, flags),
      },
      {
        name: 'diff',
        about: 'Compares two runs: verdicts, and responses after ids and times are set aside.',
        takes: [
          ['<left>', 'a folder of reports, a run.json, or a file of Cucumber messages'],
          ['<right>', 'another one'],
        ],
        flags: [
          ['--only <what>', 'verdicts: leave the responses alone'],
          ['--json', 'print the differences as one JSON line'],
        ],
        examples: [
          'perpsim report diff reports/before reports/latest',
          'perpsim report diff reports/before reports/latest --only verdicts --json',
        ],
        exits: { 0: 'no difference', 1: 'differences', 2: 'wrong usage, or a file that cannot be read' },
        run: async (left: string, right: string, flags: DiffFlags) =>
          (await import('../report/report.ts')).diff(left, right, flags),
      },
      {
        name: 'open',
        about: 'Opens the report of a run, a sweep or the suite in the browser.',
        takes: [['[report]', 'a report or a folder with reports (default: the newest below --reports)']],
        flags: [
          ['--reports <dir>', 'where the newest report is looked for', 'reports'],
          ['--no-open', 'print the address and open no browser'],
          ['--json', 'print file, kind and address as one JSON line'],
        ],
        examples: [
          'perpsim report open',
          'perpsim report open reports/latest',
          'perpsim report open reports/run.html --no-open --json',
        ],
        exits: { 0: 'found', 2: 'wrong usage, or no report there' },
        notes: 'The report is a file that needs no server. Where no browser can be opened, a line says so.',
        run: async (source: string | undefined, flags: OpenFlags) =>
          (await import('../report/open.ts')).open(source, flags),
      },
    ],
  },
  {
    name: 'record',
    about: 'Forwards traffic between clients and a deployment and records every request, response and frame.',
    flags: [
      ['--target <url>', 'the deployment, such as http://127.0.0.1:8700'],
      ['--control-token <token>', 'the token that a simulator was started with'],
      ['--listen <port>', 'port for the clients, 0 for a free one'],
      ['--host <host>', 'address to listen on (default: 127.0.0.1)'],
      ['--out <file>', 'file for the recording; it must not exist'],
      ['--response-bytes <n>', 'cut off a response with a longer body (default: 268435456)'],
      ['--json', 'print the addresses as one JSON line'],
    ],
    examples: [
      'perpsim record --target http://127.0.0.1:8700 --listen 8701 --out session.ndjson',
      'perpsim record --target http://127.0.0.1:8700 --listen 0 --out session.ndjson --json',
    ],
    exits: { 0: 'stopped by a signal', 6: 'recording not written', 130: 'stopped at once' },
    run: async (flags: RecordFlags) => (await import('../record/record.ts')).record(flags),
  },
  {
    name: 'rejudge',
    about: 'Sends the requests of a recording again and compares every response and frame.',
    takes: [['<file>', 'a recording of perpsim record or of serve --record']],
    flags: [
      ['--target <url>', 'the deployment to compare (default: an exchange of its own, started as the recording says)'],
      ['--control-token <token>', 'the token that a simulator was started with'],
      ['--reset-target', 'start a simulator over as the recording says: what clients did there is lost'],
      ['--pace <factor>', 'how fast recorded pauses pass on a target in real time (default: 1)'],
      ['--keep-going', 'go on after a difference that explains most others'],
      JSON_FLAG,
    ],
    examples: [
      'perpsim rejudge session.ndjson',
      'perpsim rejudge session.ndjson --target http://127.0.0.1:8700 --json',
    ],
    exits: { 0: 'the same', 1: 'differences', 2: 'wrong usage or no recording', 3: 'target not reached' },
    run: async (file: string, flags: RejudgeFlags) => (await import('../rejudge/rejudge.ts')).rejudge(file, flags),
  },
  {
    name: 'explore',
    about: 'Sends random requests to a deployment and to an exchange of its own, and compares every response.',
    flags: [
      ['--target <url>', 'the deployment to explore, such as http://127.0.0.1:8700', REQUIRED],
      ['--against <reference>', 'what it is compared with: self, the exchange of this perpsim', 'self'],
      ['--seed <text>', 'equal seeds send equal sequences', '1'],
      ['--commands <count>', 'commands in all', '2000'],
      ['--accounts <count>', 'wallets that take part, 2 to 8', '4'],
      ['--world <name>', 'the world to start in (default: the one the target was started with)'],
      ['--until-found <count>', 'end once there are so many differences', '1'],
      ['--no-shrink', 'leave sequences as long as they were found'],
      ['--out <folder>', 'write each difference there: as a scenario, as a feature, and its commands'],
      ['--control-token <token>', 'the token that a simulator was started with'],
      ['--reset-target', 'start a simulator over although clients have used it: what they did is lost'],
      ['--no-control', 'treat a simulator as a deployment without a control plane'],
      ['--profile <name>', 'without a control plane: the profile that names the variables of the keys', 'full'],
      ['--response-bytes <n>', 'read no more than this of one response (default: 16777216)'],
      ['--budget <tokens>', 'without a control plane: tokens of the address that may be spent', '100000'],
      JSON_FLAG,
    ],
    examples: [
      'perpsim explore --target http://127.0.0.1:8700',
      'perpsim explore --target http://127.0.0.1:8700 --seed 7 --commands 500 --out found --json',
    ],
    exits: { 0: 'no difference', 1: 'differences', 3: 'target not reached' },
    run: async (flags: ExploreFlags) => (await import('../explore/explore.ts')).exploreCommand(flags),
  },
];
