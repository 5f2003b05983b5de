import { INFO_ACTIONS } from '../../../contract/catalogue.ts';
import { ApiError } from '../../../client/errors.ts';
import type { RequestFact, RunFacts } from '../facts.ts';
import { accountOf } from '../reads.ts';
import { cellOf } from '../rows.ts';
import { type Row, type Sentence, sentence, unless } from '../sentence.ts';
import { isSame } from '../words.ts';

/** Requests of the timeline, and any other read of the API. */
export const REQUEST_SENTENCES: readonly Sentence[] = [
  sentence(
    'request {entry} was accepted',
    'The last one of an entry that is repeated.',
    ({ run, args: [entry = ''] }) => {
      const request = run.requests.findLast(({ name }) => name === entry);
      if (!request) return `the entry ${entry} has not been carried out yet`;
      return unless(request.code === null, `it was refused with ${request.code}`);
    },
  ),
  sentence('request {entry} was refused with {code}', '', ({ run, args: [entry = '', code = ''] }) => {
    const request = run.requests.findLast(({ name }) => name === entry);
    if (!request) return `the entry ${entry} has not been carried out yet`;
    return unless(
      request.code === code,
      request.code === null ? 'it was accepted' : `it was refused with ${request.code}`,
    );
  }),
  sentence(
    'the response to {entry} has:',
    'Rows of `path` and `value`, such as `statuses[0].filled.avgPrice`.',
    ({ run, args: [entry = ''], rows }) => valuesAt(rows, run.results.get(entry), `the response to ${entry}`),
  ),
  sentence(
    '{account} has had {int} request(s) refused',
    'Of the timeline, not of strategies.',
    ({ run, args: [account = '', count = ''] }) => refusals(run, account, () => true, Number(count)),
  ),
  sentence(
    '{account} has had {int} request(s) refused with {code}',
    '',
    ({ run, args: [account = '', count = '', code = ''] }) =>
      refusals(run, account, (request) => request.code === code, Number(count)),
  ),
  sentence('{account} has had no request refused', '', ({ run, args: [account = ''] }) =>
    refusals(run, account, () => true, 0),
  ),
  sentence(
    '{account} has had requests refused with {code}',
    'At least one.',
    ({ run, args: [account = '', code = ''] }) => {
      const refused = run.requests.filter((request) => request.account === account && request.code === code);
      return unless(refused.length > 0, counted(run, account));
    },
  ),
  sentence(
    '{action} of {account} shows:',
    'A read by the account, of an action without params; rows of `path` and `value`.',
    async ({ run, args: [action = '', account = ''], rows }) => {
      const { client } = accountOf(run, account);
      try {
        const response = await (INFO_ACTIONS.has(action) ? client.info(action) : client.raw(action));
        return valuesAt(rows, response, action);
      } catch (error) {
        if (error instanceof ApiError) return `${action} was refused with ${error.code}: ${error.message}`;
        throw error;
      }
    },
  ),
];

function valuesAt(rows: readonly Row[], response: unknown, what: string): string {
  if (response === undefined) return `${what} is not there yet`;
  const wrong = rows.filter(({ path = '.', value = '' }) => !isSame(cellOf(response, path), value));
  return wrong.map(({ path = '.' }) => `${path} of ${what} is ${cellOf(response, path) || 'not there'}`).join(', ');
}

function refusals(run: RunFacts, account: string, isMeant: (request: RequestFact) => boolean, count: number): string {
  const refused = run.requests.filter(
    (request) => request.account === account && request.code !== null && isMeant(request),
  );
  return unless(refused.length === count, counted(run, account));
}

/** How often requests of an account were refused, by code. */
function counted(run: RunFacts, account: string): string {
  const counts = new Map<string, number>();
  for (const { account: of, code } of run.requests) {
    if (of === account && code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const listed = [...counts].map(([code, count]) => `${count} with ${code}`).join(', ');
  return listed === '' ? `no request of ${account} was refused` : `${account} has had refused ${listed}`;
}
