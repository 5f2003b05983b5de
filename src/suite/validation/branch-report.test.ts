import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { branchCoverage, branchMarkdown } from './branch-report.ts';
import { branchesOf, branchOwners } from './contract.ts';
import { SeenBranches } from './seen-branches.ts';
import { sourceOf } from './sources.ts';

test('branches have names that a reader can look up', () => {
  expect(branchesOf('getBalanceUpdates')).toEqual([
    'response.balanceUpdates[] has items',
    'response.balanceUpdates[].action = DEPOSIT',
    'response.balanceUpdates[].action = WITHDRAWAL',
    'response.balanceUpdates[].action = TRANSFER',
    'response.balanceUpdates[].status = pending',
    'response.balanceUpdates[].status = success',
    'response.balanceUpdates[].status = failed',
    'response.balanceUpdates[].destinationAddress present',
    'response.balanceUpdates[].destinationAddress absent',
    'response.balanceUpdates[].txHash present',
    'response.balanceUpdates[].txHash absent',
    'response.balanceUpdates[].fromSubAccountId present',
    'response.balanceUpdates[].fromSubAccountId absent',
    'response.balanceUpdates[].toSubAccountId present',
    'response.balanceUpdates[].toSubAccountId absent',
  ]);
  expect(branchesOf('/v1/info/contracts')).toEqual([
    '[] has items',
    '[].next_funding_rate_timestamp present',
    '[].next_funding_rate_timestamp absent',
  ]);
  expect(branchesOf('trade envelope')).toEqual(['rateLimit present', 'rateLimit absent']);
  expect(branchesOf('orderbookPush')).toEqual([
    'type = snapshot',
    'type = diff',
    'prevMeseq present',
    'prevMeseq absent',
    'data.bids[] has items',
    'data.asks[] has items',
  ]);
  expect(() => branchesOf('getNothing')).toThrow('the contract has no getNothing');
});

test('codes of errors are counted elsewhere, ids of replies once', () => {
  const all = branchOwners().flatMap((owner) => branchesOf(owner).map((branch) => `${owner} ${branch}`));
  expect(all.filter((name) => name.includes('INSUFFICIENT_MARGIN'))).toEqual([]);
  expect(all.filter((name) => name.endsWith(' id is number'))).toEqual([
    'trade post reply id is number',
    'info post reply id is number',
    'refusal id is number',
  ]);
});

test('no name is two branches of one response', () => {
  for (const owner of branchOwners()) {
    const branches = branchesOf(owner);
    expect(new Set(branches).size, owner).toBe(branches.length);
  }
});

test('what was seen by shards is seen by all', () => {
  const [one, other] = [new SeenBranches(), new SeenBranches()];
  one.add('getIsWhitelisted', 'response = true');
  other.add('getIsWhitelisted', 'response = false');
  other.add('getAssets', 'response[] has items');
  one.merge(other.toJSON());
  expect(one.toJSON()).toEqual({
    getAssets: ['response[] has items'],
    getIsWhitelisted: ['response = false', 'response = true'],
  });
});

test('new branches are reported once', () => {
  const seen = new SeenBranches();
  seen.add('getMids', 'a');
  seen.add('getMids', 'a');
  expect(seen.takeNews()).toEqual({ getMids: ['a'] });
  seen.add('getMids', 'a');
  seen.add('getMids', 'b');
  expect(seen.takeNews()).toEqual({ getMids: ['b'] });
  expect(seen.takeNews()).toEqual({});
  expect(seen.has('getMids', 'a')).toBe(true);
  expect(seen.has('getMids', 'c')).toBe(false);
});

test('a report counts and names what was never seen', () => {
  const seen = new SeenBranches();
  seen.add('getIsWhitelisted', 'response = true');
  const coverage = branchCoverage(seen).filter(({ owner }) => owner === 'getIsWhitelisted' || owner === 'getMids');
  expect(coverage).toEqual([
    { owner: 'getMids', branches: 1, unseen: ['response{} has members'] },
    { owner: 'getIsWhitelisted', branches: 2, unseen: ['response = false'] },
  ]);
  expect(branchMarkdown(coverage)).toBe(`# Branches of the schemas that were seen on the wire

1 of 3 branches were seen: fields present and absent, members of enumerations and unions, lists with items.

| response | branches seen |
| --- | --- |
| \`getMids\` | 0 / 1 |
| \`getIsWhitelisted\` | 1 / 2 |

## Never seen

- \`getMids\`: \`response{} has members\`
- \`getIsWhitelisted\`: \`response = false\`
`);
});

test('fields are traced to clauses that exist', () => {
  const text = readFileSync(new URL('../../../docs/contract/clauses.yaml', import.meta.url), 'utf8');
  const ids = new Set((parse(text) as { id: string }[]).map(({ id }) => id));
  const named: [string, string, string][] = [
    ['getLastTrades', 'response.trades[0].isMaker', 'PUBTRADE-FIELD-ISMAKER'],
    ['getOrderHistory', 'response[3].cumulative_filled_value', 'ORDER-FIELD-CUMULATIVE-FILLED-VALUE'],
    ['/v1/info/contracts', '[0].ticker_id', 'CONTRACT-FIELD-TICKER-ID'],
    ['getMids', 'response.BTC-USDT', 'GETMIDS'],
    ['tradesPush', 'data.price', 'WS-SUB-TRADES'],
    ['subAccountUpdatesPush', 'data', 'WS-SUB-SUBACCOUNTUPDATES'],
    ['trade envelope', 'rateLimit.requestsCap', 'RATESNAP-REQUESTSCAP'],
    ['error envelope', 'error.details', 'ERRENV-DETAILS'],
    ['refusal', 'error.category', 'WS-ERR-CATEGORY'],
    ['error of a listing route', 'error', 'ERRENV-AGGREGATOR'],
    ['alternative error envelope', 'success', 'ERRENV-ALT'],
  ];
  for (const [owner, path, clause] of named) {
    expect(sourceOf(owner, path), `${owner} ${path}`).toBe(clause);
    expect(ids.has(clause), clause).toBe(true);
  }
  expect(sourceOf('pong', 'result')).toBeNull();
});

test('every clause that the rules name exists', () => {
  const text = readFileSync(new URL('../../../docs/contract/clauses.yaml', import.meta.url), 'utf8');
  const rules = ['response', 'error-rules', 'frame', 'sources'].map((name) =>
    readFileSync(new URL(`./${name}.ts`, import.meta.url), 'utf8'),
  );
  const cited = new Set(rules.join('\n').match(/'[A-Z]+(?:-[A-Z0-9]+)+'/g));
  expect(cited.size).toBeGreaterThan(25);
  expect([...cited].filter((id) => !text.includes(`- id: ${id.slice(1, -1)}\n`))).toEqual([]);
});
