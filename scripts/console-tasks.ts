import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Locator, Page } from 'playwright';
import { HANGS_MS, launch } from './chromium.ts';

/**
 * Carries out what a trader does every day in the console, in Chromium at 1440 by 900, counts the clicks and keys of each task, and writes
 * the table of docs/console-tasks.md. It fails when a task can no longer be done as it stands here.
 *
 * Seconds are those of a practised hand by the keystroke-level model, so that they are equal on every machine: 1.1 s to point, 0.2 s to
 * click, 0.28 s for a key, and 1.35 s to decide before each click. What the console before took was counted the same way, once, on its last commit; it is kept as data
 * beside this script.
 */
const POINT_AND_CLICK_S = 1.3;
const KEY_S = 0.28;
const DECIDE_S = 1.35;

const PAGE = 'docs/console-tasks.md';
const BEFORE = 'scripts/console-tasks-before.json';

/** The hand of the trader, which counts. */
class Hand {
  readonly page: Page;
  clicks = 0;
  keys = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  button(name: string | RegExp): Promise<void> {
    return this.click(this.page.getByRole('button', { name, exact: true }).first());
  }

  link(name: string): Promise<void> {
    return this.click(this.page.getByRole('link', { name, exact: true }).first());
  }

  tab(name: string): Promise<void> {
    return this.click(this.page.getByRole('tab', { name: new RegExp(`^${name}( \\d+)?$`) }));
  }

  async type(label: string | RegExp, text: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true }).first();
    this.clicks += 1;
    this.keys += text.length;
    await field.fill(text);
  }

  async press(key: string): Promise<void> {
    this.keys += 1;
    await this.page.keyboard.press(key);
  }

  /** What the task is done by. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: HANGS_MS });
  }
}

interface Task {
  readonly name: string;
  /** Where the trader is when it begins; left out: where the task before has ended. */
  readonly from?: string;
  readonly carryOut: (hand: Hand) => Promise<void>;
}

const TASKS: readonly Task[] = [
  {
    name: 'Sign in with a dev account',
    from: 'market',
    carryOut: async (hand) => {
      await hand.button('Sign in, account menu');
      await hand.button('Account 0');
      await hand.sees('Equity');
    },
  },
  {
    name: 'Open a position at the market',
    carryOut: async (hand) => {
      await hand.click(hand.page.locator('section.panel[aria-label="Order"]').getByRole('button', { name: 'Market' }));
      await hand.type('Quantity, BTC', '0.5');
      await hand.button('Buy BTC-USDT');
      await hand.sees(/^Filled at/);
    },
  },
  {
    name: 'Close half of it',
    carryOut: async (hand) => {
      await hand.button('Close of BTC-USDT');
      await hand.button('50%');
      await hand.button('Close at market');
      await hand.sees(/^Filled 0.25 at/);
    },
  },
  {
    name: 'Reverse it',
    carryOut: async (hand) => {
      await hand.button('Reverse of BTC-USDT');
      await hand.button('Reverse to short');
      // The button says "short", too: it is done when the position does.
      await hand.page.getByRole('cell', { name: 'short', exact: true }).waitFor({ timeout: HANGS_MS });
    },
  },
  {
    name: 'Attach a take profit and a stop loss to it',
    carryOut: async (hand) => {
      await hand.button('TP/SL of BTC-USDT');
      await hand.type('Take profit at', '90000');
      await hand.type('Stop loss at', '99000');
      await hand.button('Place TP/SL');
      await hand.sees('Take profit placed, Stop loss placed');
    },
  },
  {
    name: 'Move the stop',
    carryOut: async (hand) => {
      await hand.tab('Conditionals');
      const row = hand.page.locator('tr', { hasText: '99,000' });
      await hand.click(row.getByRole('button', { name: /^Modify order/ }));
      await hand.type(/^Trigger( price)? of order/, '98000');
      await hand.button('Send');
      await hand.sees('98,000');
    },
  },
  {
    name: 'Place a limit order at the best bid',
    carryOut: async (hand) => {
      await hand.click(hand.page.locator('section.panel[aria-label="Order"]').getByRole('button', { name: 'Limit' }));
      await hand.button('Bid as price');
      await hand.type('Quantity, BTC', '0.2');
      await hand.button('Buy BTC-USDT');
      await hand.sees(/^Placed/);
    },
  },
  {
    name: 'Size an order as a share of what the account can pay for',
    carryOut: async (hand) => {
      await hand.type('Share of the most that the account can pay for', '10');
      await hand.button('Buy BTC-USDT');
      await hand.sees(/^Placed/);
    },
  },
  {
    name: 'Give an order another price',
    carryOut: async (hand) => {
      await hand.tab('Orders');
      await hand.button(/^Modify order/);
      await hand.type(/^Price of order/, '94100');
      await hand.button('Send');
      await hand.sees('94,100');
    },
  },
  {
    name: 'Cancel an order',
    carryOut: async (hand) => {
      await hand.button(/^Cancel order/);
    },
  },
  {
    name: 'Cancel all orders',
    carryOut: async (hand) => {
      await hand.button('Cancel all');
      await hand.sees('No order is open.');
    },
  },
  {
    name: 'Close everything',
    carryOut: async (hand) => {
      await hand.tab('Positions');
      await hand.button('Close all');
      await hand.button('Close 1 at the market');
      await hand.sees('No position is open.');
    },
  },
  {
    name: 'See why an order was refused, from the ticket',
    from: 'market',
    carryOut: async (hand) => {
      await hand.type('Price', '94500.37');
      await hand.type('Quantity, BTC', '0.2');
      await hand.button('Buy BTC-USDT');
      await hand.link('Why?');
      await hand.sees('Why it was refused');
    },
  },
  {
    name: 'Find why an order was refused earlier',
    from: 'market',
    carryOut: async (hand) => {
      await hand.tab('Refusals');
      await hand.click(hand.page.getByRole('link', { name: /^Why: / }).first());
      await hand.sees('Why it was refused');
    },
  },
  {
    name: 'Change to another market',
    from: 'market',
    carryOut: async (hand) => {
      await hand.click(
        hand.page.locator('section.panel[aria-label="Markets"]').getByRole('link', { name: /^ETH-USDT/ }),
      );
      await hand.page.waitForURL(/ETH-USDT$/);
    },
  },
  {
    name: 'Deposit collateral',
    from: 'market',
    carryOut: async (hand) => {
      await hand.link('Account');
      await hand.type('Amount', '2500');
      await hand.click(
        hand.page.locator('section.panel[aria-label="Funds"] form').getByRole('button', { name: 'Deposit' }),
      );
      await hand.sees('2,500.00 USDT came in');
    },
  },
  {
    name: 'Step an hour',
    from: 'market',
    carryOut: async (hand) => {
      await hand.link('Time');
      await hand.button('To next funding');
      await hand.sees('05 Jan 2026, 01:00:00');
    },
  },
  {
    name: 'Move a price',
    from: 'time',
    carryOut: async (hand) => {
      await hand.type(/^Price, index is/, '96000');
      await hand.button('Move index');
      await hand.sees(/index is 96,000/);
    },
  },
  {
    name: 'Save a snapshot and start a branch from it',
    from: 'time',
    carryOut: async (hand) => {
      await hand.type('Name of the snapshot', 'before');
      await hand.button('Save');
      await hand.button('Branch');
      await hand.sees(/^Branch of before at/);
    },
  },
  {
    name: 'See account, book and log as they were',
    from: 'market',
    carryOut: async (hand) => {
      await hand.click(hand.page.getByRole('slider', { name: 'Moment of the run' }));
      await hand.sees('What had just happened');
    },
  },
  {
    name: 'Open the exchange as it was then',
    carryOut: async (hand) => {
      await hand.button('Open the exchange at this moment');
      await hand.sees(/^An exchange as it was then runs at/);
    },
  },
  {
    name: 'Run it again from there with another price',
    carryOut: async (hand) => {
      await hand.type(/^Value, in/, '90000');
      await hand.button('Run again');
      await hand.sees(/inputs were repeated/);
    },
  },
  {
    name: 'Compare both runs, with the input at which they part',
    carryOut: async (hand) => {
      await hand.link('Compare both runs');
      await hand.sees(/The runs part at/);
    },
  },
  {
    name: 'See what a bot earned, what was refused to it and how long it waited',
    from: 'market',
    carryOut: async (hand) => {
      await hand.link('Bots');
      await hand.link('Account 0');
      await hand.sees('PnL by source');
    },
  },
  {
    name: 'Make a picture of the refusal to share',
    from: 'market',
    carryOut: async (hand) => {
      await hand.tab('Refusals');
      await hand.click(hand.page.getByRole('link', { name: /^Why: / }).first());
      await hand.button('Make a card of it');
      await hand.button('Save as PNG');
    },
  },
];

interface Done {
  readonly name: string;
  readonly clicks: number;
  readonly keys: number;
}

async function main(): Promise<void> {
  // The clock stands still, so tokens that the pages use up would never come back.
  const words = ['serve', '--json', '--world', 'quiet', '--clock', 'manual', '--no-rate-limits', '--port', '0'];
  const server = spawn(process.execPath, ['bin/perpsim.js', ...words, '--start-time', '2026-01-05T00:00:00Z'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await launch();
  try {
    const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
    const { consoleUrl } = JSON.parse(line) as { readonly consoleUrl: string };
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(HANGS_MS);
    const done: Done[] = [];
    for (const { name, from, carryOut } of TASKS) {
      if (from !== undefined) await page.goto(`${consoleUrl}/${from}`);
      const hand = new Hand(page);
      await carryOut(hand);
      done.push({ name, clicks: hand.clicks, keys: hand.keys });
      console.log(`${name}: ${hand.clicks} clicks, ${hand.keys} keys, ${secondsOf(done.at(-1) as Done)} s`);
    }
    writeFileSync(PAGE, pageOf(done));
  } finally {
    await browser.close();
    server.kill();
  }
}

const secondsOf = ({ clicks, keys }: Pick<Done, 'clicks' | 'keys'>): string =>
  (clicks * (POINT_AND_CLICK_S + DECIDE_S) + keys * KEY_S).toFixed(1);

/** The same tasks in the console before; one that could not be done says what was missing. */
interface Before {
  readonly commitDate: string;
  readonly tasks: readonly (Done | { readonly name: string; readonly missing: string })[];
}

const isDone = (task: Before['tasks'][number]): task is Done => 'clicks' in task;

/** Clicks, keys and seconds; empty cells of a task that could not be done. */
const cells = (task: Done | undefined): string =>
  task ? `${task.clicks} | ${task.keys} | ${secondsOf(task)}` : '– | – | –';

/** Clicks, keys and seconds of all of them. */
const sumOf = (tasks: readonly Done[]): Done => ({
  name: '',
  clicks: tasks.reduce((sum, { clicks }) => sum + clicks, 0),
  keys: tasks.reduce((sum, { keys }) => sum + keys, 0),
});

function pageOf(done: readonly Done[]): string {
  const { commitDate, tasks } = JSON.parse(readFileSync(BEFORE, 'utf8')) as Before;
  const earlier = new Map(tasks.filter(isDone).map((task) => [task.name, task]));
  const missing = tasks.flatMap((task) => (isDone(task) ? [] : [task]));
  const unknown = tasks.find(({ name }) => !done.some((task) => task.name === name));
  if (unknown || tasks.length !== done.length) throw new Error(`${BEFORE} has other tasks than this script`);
  const inBoth = done.filter(({ name }) => earlier.has(name));
  return `# Twenty-five tasks of a trader

\`npx tsx scripts/console-tasks.ts\` carries these out in the [console](console.md), in Chromium at 1440 by 900 pixels, and makes this page. It fails where a task can no
longer be done so. Seconds are those of a practised hand by the keystroke-level model, so that they are equal on every machine: 1.1 s to point, 0.2 s to
click, 0.28 s for a key, 1.35 s to decide before each click; what the page takes is not in them. A field that is filled counts as a click and its letters, a choice of a list as two clicks.

*Before* is the console of ${commitDate}, without the cockpit and the timeline. A script did the same tasks there, in Chromium at the same size, with the shortest way that it has: a part of
a position was closed, a position reversed and everything closed with orders of the ticket. A task without figures could not be done: the script opened the page where it would belong
and found no control for it.

| Task | Clicks before | Keys before | Seconds before | Clicks | Keys | Seconds |
|---|---|---|---|---|---|---|
${done.map((task) => `| ${task.name} | ${cells(earlier.get(task.name))} | ${cells(task)} |`).join('\n')}
| The ${inBoth.length} that both can do | ${cells(sumOf([...earlier.values()]))} | ${cells(sumOf(inBoth))} |

What was missing before:

${missing.map(({ name, missing: what }) => `- ${name}: ${what}.`).join('\n')}
`;
}

await main();
