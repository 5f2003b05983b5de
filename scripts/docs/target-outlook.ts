import { readFileSync, writeFileSync } from 'node:fs';
import { choose, type Chosen, settingsOf } from '../../src/cli/conform/choices.ts';
import { catalogue } from '../../src/cli/conform/files.ts';
import { CAPABILITIES, type Capability, type Deployment } from '../../src/suite/deployment.ts';
import { lacksOf } from '../../src/suite/needs.ts';
import { additionRows } from '../../src/suite/outlook.ts';
import { type Outlook, outlookOf } from '../../src/suite/outlook.ts';
import { REMOTE_DEFAULTS } from '../../src/suite/targets/remote-options.ts';

/**
 * Writes into docs/targets.md what each profile can prove of the contract on which kind of target, and what would add to it. The
 * figures are counted from features and profiles; no target is asked.
 *
 *   npm run docs:pages -- targets               writes the tables
 *   npm run docs:pages -- targets --check    fails when the page says anything else
 */

export const PAGE = 'docs/targets.md';

type Offer = Pick<Deployment, 'capabilities' | 'waitMs' | 'wallets'>;

interface Row {
  readonly profile: string;
  readonly target: string;
  readonly offer: Offer;
}

/** Only a control plane provides these. */
const STEERED: readonly Capability[] = [
  'clock',
  'control',
  'fault',
  'fresh-account',
  'limits',
  'many-records',
  'worlds',
];

const without = (...absent: readonly Capability[]): ReadonlySet<Capability> =>
  new Set(CAPABILITIES.filter((one) => !absent.includes(one)));

/** The last of the wallets is the keeper, unless a role says otherwise. */
const KEEPER_FROM = 3;

/** A deployment without a control plane, with this number of funded wallets. */
const plain = (wallets: number, ...absent: readonly Capability[]): Offer => ({
  capabilities: without(
    ...STEERED,
    ...(wallets < 2 ? (['second-wallet', 'delegate'] as const) : []),
    ...(wallets < KEEPER_FROM ? (['keeper'] as const) : []),
    ...absent,
  ),
  wallets,
  waitMs: REMOTE_DEFAULTS.waitMs,
});

const USUAL = ['whitelist-off', 'second-subaccount', 'exhaust'] as const;
const SIMULATOR: Offer = { capabilities: new Set(CAPABILITIES) };

const ROWS: readonly Row[] = [
  { profile: 'full', target: 'simulator', offer: SIMULATOR },
  { profile: 'full', target: 'plain, six wallets and all permissions', offer: plain(6) },
  { profile: 'full', target: 'plain, six wallets', offer: plain(6, ...USUAL) },
  { profile: 'full', target: 'plain, two wallets', offer: plain(2, ...USUAL) },
  { profile: 'full', target: 'plain, one wallet', offer: plain(1, ...USUAL) },
  {
    profile: 'full',
    target: 'plain, six wallets, other markets',
    offer: plain(6, ...USUAL, 'reference-market', 'trading-hours'),
  },
  { profile: 'ws', target: 'simulator', offer: SIMULATOR },
  { profile: 'ws', target: 'plain, six wallets', offer: plain(6, ...USUAL) },
  { profile: 'core', target: 'plain, six wallets', offer: plain(6, ...USUAL) },
  { profile: 'core', target: 'plain, one wallet', offer: plain(1, ...USUAL) },
  { profile: 'readonly', target: 'plain, one wallet', offer: plain(1, ...USUAL, 'liquidity') },
];

/** Reading all features takes seconds, and a profile chooses the same each time. */
const chosenBy = async (profile: string): Promise<Chosen> => {
  const known = CHOSEN.get(profile) ?? (await choose([], { profile }, settingsOf([], { profile })));
  CHOSEN.set(profile, known);
  return known;
};
const CHOSEN = new Map<string, Chosen>();

async function outlookFor({ profile, offer }: Row): Promise<Outlook> {
  const { scenarios } = await chosenBy(profile);
  const prospects = scenarios.map((scenario) => ({ tags: scenario.tags, lacks: lacksOf(scenario, offer) }));
  return outlookOf(prospects, catalogue().clauses.length);
}

/** Both tables, as they stand in the page. */
export async function outlookTables(): Promise<string> {
  const outlooks: (readonly [Row, Outlook])[] = [];
  for (const row of ROWS) outlooks.push([row, await outlookFor(row)]);
  const contract = catalogue().clauses.length;
  const proven = outlooks.map(([{ profile, target }, { scenarios, clauses }]) => [
    `\`${profile}\``,
    target,
    `${scenarios.runnable} of ${scenarios.chosen}`,
    String(clauses.provable),
    String(clauses.cited - clauses.provable),
    String(contract - clauses.cited),
  ]);
  const more = outlooks.flatMap(([{ profile, target }, outlook]) =>
    additionRows(outlook).map(([what, gain]) => [
      `\`${profile}\`, ${target}`,
      what,
      String(gain.scenarios),
      String(gain.clauses),
    ]),
  );
  return [
    table(
      ['profile', 'target', 'scenarios that run', 'clauses proven', 'clauses skipped', 'clauses not chosen'],
      proven,
    ),
    'What a richer profile or target would add to each of them:',
    table(['to', 'added', 'scenarios', 'clauses'], more),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const BEGIN = '<!-- written by npm run docs:pages -- targets -->';
const END = '<!-- end -->';

/** The page with these tables between its marks. */
export function withTables(page: string, tables: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${PAGE} lacks the marks ${BEGIN} and ${END}`);
  return `${page.slice(0, from)}${BEGIN}\n\n${tables}\n\n${page.slice(to)}`;
}

async function main(): Promise<number> {
  const page = readFileSync(PAGE, 'utf8');
  const current = withTables(page, await outlookTables());
  if (process.argv.includes('--check')) {
    console.log(
      page === current
        ? `${PAGE} is as features and profiles are`
        : `${PAGE} is stale: run npm run docs:pages -- targets`,
    );
    return page === current ? 0 : 1;
  }
  writeFileSync(PAGE, current);
  console.log(`${page === current ? 'nothing new in' : 'wrote'} ${PAGE}`);
  return 0;
}

if (import.meta.filename === process.argv[1]) process.exitCode = await main();
