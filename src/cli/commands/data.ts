import { type CommandSpec, REQUIRED, TOKEN_FLAG } from '../define.ts';
import type { CalibrateFlags } from '../calibrate/calibrate.ts';
import type { CheckFlags } from '../data/check.ts';
import type { ExportFlags } from '../export/export.ts';
import type { ForkFlags } from '../fork/fork.ts';
import type { FactsFlags } from '../market/facts.ts';

/** Tables, recorded data and worlds. What each needs is loaded when it is called. */

const KINDS =
  'Kinds: trades, tops, depth, candles. Files: .csv, .jsonl, .ndjson (each also .gz or .zip), .parquet; docs/market-data.md lists the\ncolumns.';
const OF_CALIBRATE =
  'Files: .csv, .jsonl, .ndjson (each also .gz), .parquet; docs/market-data.md lists the columns, docs/calibrating.md the\nestimates. perpsim serve --world world.yaml starts the world that is written.';
const OF_FORK = `It reads markets, tiers, collaterals, prices, books, candles, trades and funding, which needs no account. docs/calibrating.md
says what becomes of them. An interrupt (Ctrl-C) writes what there is until then. perpsim serve --world world.yaml starts it.`;

export const DATA: readonly CommandSpec[] = [
  {
    name: 'export',
    about: 'Writes orders, fills, positions, funds, funding, candles and books of a journal as tables.',
    takes: [['<journal>', 'a journal, a data directory, or the URL of a running exchange']],
    flags: [
      ['--sqlite <file>', 'one SQLite file with every table'],
      ['--parquet <dir>', 'a Parquet file for each table'],
      ['--csv <dir>', 'a CSV file for each table'],
      ['--jsonl <dir>', 'a JSON Lines file for each table'],
      ['--from <time>', 'only rows from this exchange time on, in Unix milliseconds or ISO 8601'],
      ['--to <time>', 'only rows before this exchange time'],
      ['--interval <interval>', 'of candles and of snapshots of the books, such as 1m, 1h or 1d (default: 1m)'],
      ['--force', 'replace files that exist'],
      TOKEN_FLAG,
      ['--json', 'print the summary as one JSON line'],
    ],
    examples: [
      'perpsim export ./data --sqlite run.sqlite',
      'perpsim export http://127.0.0.1:8700 --parquet tables --interval 1h --json',
    ],
    exits: {
      0: 'written',
      1: 'the journal replays to other digests',
      2: 'wrong usage or no journal',
      3: 'no exchange reached',
    },
    run: async (journal: string, flags: ExportFlags) =>
      (await import('../export/export.ts')).exportJournal(journal, flags),
  },
  {
    name: 'data',
    about: 'Checks recorded market data.',
    below: [
      {
        name: 'check',
        about: 'Prints what files of recorded data cover, their gaps, and their bad rows by file and line.',
        takes: [['<file...>', 'files of trades, book tops, depth or candles']],
        flags: [
          ['--kind <kind>', 'the kind of all files (default: by the name or the columns of each)'],
          ['--gap <duration>', 'a longer time without rows is a gap, such as 30s or 5m (default: 1m; candles: 1h)'],
          ['--limit <count>', 'how many problems of a file are printed (default: 20)'],
          ['--json', 'print one JSON line for each file'],
        ],
        notes: KINDS,
        examples: [
          'perpsim data check data/trades.csv.gz data/depth.parquet --gap 10s',
          'perpsim data check data/trades.csv.gz --json',
        ],
        exits: { 0: 'nothing wrong', 1: 'bad rows, gaps or a file that cannot be read' },
        run: async (files: string[], flags: CheckFlags) => (await import('../data/check.ts')).check(files, flags),
      },
    ],
  },
  {
    name: 'calibrate',
    about: 'Estimates a market from recorded trades, books and candles, and writes a world file of it.',
    flags: [
      ['--trades <file>', 'recorded trades of the market'],
      ['--book <file>', 'recorded book tops or depth'],
      ['--candles <file>', 'recorded candles, for what takes more days than the trades have'],
      ['--out <file>', 'write a world file: the world default with this market'],
      ['--symbol <symbol>', 'the market', 'BTC-USDT'],
      ['--json', 'print the figures as one JSON line'],
    ],
    notes: OF_CALIBRATE,
    examples: [
      'perpsim calibrate --trades btc-trades.csv.gz --book btc-depth.parquet --out world.yaml',
      'perpsim calibrate --trades btc-trades.csv.gz --json',
    ],
    exits: { 0: 'estimated', 1: 'bad data, or too little for a world' },
    run: async (flags: CalibrateFlags) => (await import('../calibrate/calibrate.ts')).calibrate(flags),
  },
  {
    name: 'fork',
    about: 'Writes a world file like a deployment of this API, from its public surface alone.',
    takes: [['<url>', 'the deployment, such as https://exchange.example']],
    flags: [
      ['--out <file>', 'where the world is written', REQUIRED],
      ['--watch <duration>', 'follow trades, prices and books for this long, such as 10m'],
      ['--json', 'print what was written as one JSON line'],
    ],
    notes: OF_FORK,
    examples: [
      'perpsim fork https://exchange.example --out world.yaml --watch 10m',
      'perpsim fork https://exchange.example --out world.yaml --json',
    ],
    exits: {
      0: 'written',
      1: 'no world could be made of it',
      3: 'the deployment was not reached or does not respond as the API does',
      130: 'interrupted before there was anything to write',
    },
    run: async (url: string, flags: ForkFlags) => (await import('../fork/fork.ts')).fork(url, flags),
  },
  {
    name: 'market',
    about: 'Measures the market of a world.',
    below: [
      {
        name: 'facts',
        about: 'Runs a world with several seeds and compares its market with the facts of real ones.',
        flags: [
          ['--world <name|file>', 'a world of the package or a file (default: default)'],
          ['--hours <number>', 'hours of exchange time for each seed (default: 24)'],
          ['--seeds <number>', 'seeds 1 to this number, each starting on another weekday (default: 5)'],
          ['--start <time>', 'start of the first seed, Unix ms or ISO 8601 (default: as the world says)'],
          ['--threads <number>', 'seeds that run at a time (default: one for each core)'],
          ['--html <file>', 'write the table and its charts to this file'],
          ['--markdown <file>', 'write the table to this file as Markdown'],
          ['--json', 'print the figures and the points of the charts as one JSON line'],
        ],
        notes: 'A signal ends the run soon, with the figures of what was observed.',
        examples: [
          'perpsim market facts --hours 6 --seeds 2',
          'perpsim market facts --world world.yaml --html market.html --json',
        ],
        exits: {
          0: 'all figures are within their ranges',
          1: 'a figure is out or not judged',
          2: 'wrong usage or world',
          130: 'stopped by a signal',
        },
        run: async (flags: FactsFlags) => (await import('../market/facts.ts')).marketFacts(flags),
      },
    ],
  },
];
